//! Correct checksums for damaged bytes, so that tests reach the code behind the checksums.

use super::container::{ALIGNMENT, BLOCK, HEADER, MAGIC, SECTION};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

/// Gives bytes that look like a table the matching magic and length, and the checksums whose places
/// their section table gives.
pub fn mend_checksums(bytes: &mut [u8]) {
    let length = bytes.len();
    if length < HEADER + 8 {
        return;
    }
    bytes[..8].copy_from_slice(&MAGIC);
    bytes[24..32].copy_from_slice(&(length as u64).to_le_bytes());
    let u64_at = |bytes: &[u8], at: usize| {
        u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"))
    };
    let count = u64_at(bytes, 20) as u32 as usize;
    let Some(table) = count.checked_mul(SECTION).and_then(|size| (length - 8).checked_sub(size))
    else {
        return;
    };
    if table < HEADER || count > 16 {
        return;
    }
    let blocks =
        |bytes: &[u8], i: usize| (u64_at(bytes, table + i * SECTION + 16) as usize).div_ceil(BLOCK);
    let total = (0..count).try_fold(0usize, |sum, i| sum.checked_add(blocks(bytes, i)));
    let sums = total.and_then(|total| table.checked_sub(total.checked_mul(8)?));
    let Some(mut sums) = sums else { return };
    for i in 0..count {
        let at = table + i * SECTION;
        let (offset, size) = (u64_at(bytes, at + 8), u64_at(bytes, at + 16));
        let Some(end) = offset.checked_add(size).filter(|&end| end <= length as u64) else {
            return;
        };
        if !offset.is_multiple_of(ALIGNMENT) {
            return;
        }
        let list = sums..sums + 8 * blocks(bytes, i);
        for (n, start) in (offset as usize..end as usize).step_by(BLOCK).enumerate() {
            let sum = xxh3_64(&bytes[start..(start + BLOCK).min(end as usize)]);
            bytes[list.start + 8 * n..list.start + 8 * n + 8].copy_from_slice(&sum.to_le_bytes());
        }
        let sum = xxh3_64(&bytes[list.clone()]);
        bytes[at + 24..at + 32].copy_from_slice(&sum.to_le_bytes());
        sums = list.end;
    }
    let mut hash = Xxh3::new();
    hash.update(&bytes[..HEADER]);
    hash.update(&bytes[table..length - 8]);
    bytes[length - 8..].copy_from_slice(&hash.digest().to_le_bytes());
}
