//! Sets of squares as numbers: one byte a square, one bit of it a set.

use crate::board::Bitboard;

/// Squares of the largest layout, in whole words.
pub(super) const SQUARES: usize = 5 * 64;
/// The same with room for the neighbours of all squares.
pub(super) const CELLS: usize = SQUARES + 2 * MARGIN;
/// Cells before the first square and behind the last.
pub(super) const MARGIN: usize = 18;

/// The eight bits of a byte as eight bytes of one bit.
static SPREAD: [u64; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte] |= (byte as u64 >> bit & 1) << (8 * bit);
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// Combines up to eight sets of squares into one byte per square of the layout, the first set in
/// the lowest bit. `to` begins with square 0.
#[inline(always)]
pub(super) fn combine<B: Bitboard, const SETS: usize>(sets: [B; SETS], to: &mut [u8]) {
    const { assert!(SETS <= 8) }
    let sets = sets.map(B::words);
    for (number, eight) in to.as_chunks_mut::<8>().0[..8 * B::WORDS].iter_mut().enumerate() {
        let of =
            |set: &[u64; 5]| SPREAD[usize::from((set[number / 8] >> (8 * (number % 8))) as u8)];
        let all = sets.iter().rev().fold(0, |all, set| all << 1 | of(set));
        *eight = all.to_le_bytes();
    }
}

/// Returns the combined sets as an array.
#[inline(always)]
pub(super) fn bytes<B: Bitboard, const SETS: usize>(sets: [B; SETS]) -> [u8; SQUARES] {
    let mut bytes = [0; SQUARES];
    combine(sets, &mut bytes);
    bytes
}
