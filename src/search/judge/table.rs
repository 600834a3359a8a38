//! The judge's transposition table: proved intervals, growing up to a stated size.
//!
//! More spare moves never hurt (design, section 3: play as without the extra one and use it when
//! out of others; a move forced later can shoot back at the square it left, which only adds
//! obstacles). So x never falls when the mover's spare moves grow, and what is proved for some
//! contested regions with some spare moves bounds them with more or fewer. All entries of the same
//! contested regions share a bucket, and one look finds them all.
//!
//! An entry takes 16 bytes, four share a cache line:
//!
//! ```text
//! bytes 0..8    low hash chain of the contested regions (its low bits choose the bucket)
//! bytes 8..12   low half of the second chain: 96 bits are verified
//! byte  12      proved lower bound of x (signed)
//! byte  13      proved upper bound of x (signed)
//! byte  14      the mover's spare moves (signed)
//! byte  15      best move: an 8-bit mark, 0 = none
//! ```

/// A proved interval for x, the mover's moves minus the opponent's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub low: i32,
    pub high: i32,
}

impl Bounds {
    /// Nothing is known.
    pub const OPEN: Self = Self { low: i32::MIN, high: i32::MAX };

    /// The bound that answers whether x ≥ `target`, if one does.
    #[inline(always)]
    pub fn answer(self, target: i32) -> Option<i32> {
        if self.low >= target { Some(self.low) } else { (self.high < target).then_some(self.high) }
    }
}

#[derive(Clone, Copy, Default)]
#[repr(C)]
struct Entry {
    key: u64,
    check: u32,
    low: i8,
    high: i8,
    spare: i8,
    best: u8,
}

#[derive(Clone, Copy, Default)]
#[repr(C, align(64))]
struct Bucket([Entry; 4]);

const _: () = assert!(size_of::<Entry>() == 16 && size_of::<Bucket>() == 64);

pub(super) struct Table {
    buckets: Vec<Bucket>,
    used: usize,
    most: usize,
}

impl Table {
    /// Buckets a problem starts with: 256 KiB, which small problems never outgrow.
    const FIRST: usize = 1 << 12;

    /// A table that grows to at most `bytes`. While it grows the old half stays until it is
    /// copied, which the limit counts.
    pub fn new(bytes: usize) -> Self {
        let most = (bytes * 2 / 3 / size_of::<Bucket>()).max(1);
        Self { buckets: Vec::new(), used: 0, most: 1 << most.ilog2() }
    }

    /// Forgets everything and frees what a large problem took.
    pub fn clear(&mut self) {
        self.buckets = vec![Bucket::default(); Self::FIRST.min(self.most)];
        self.used = 0;
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> usize {
        key as usize & (self.buckets.len() - 1)
    }

    /// Starts to load what [`Table::get`] will look at, since memory is slow.
    #[inline(always)]
    pub fn prefetch(&self, (key, _): (u64, u64)) {
        let bucket: *const Bucket = &self.buckets[self.bucket(key)];
        #[cfg(target_arch = "x86_64")]
        #[allow(unsafe_code, reason = "a hint, which reads nothing")]
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(bucket.cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = bucket;
    }

    /// What is known of regions with this hash and so many spare moves: the interval, open to a
    /// side where nothing is, and the best move.
    #[inline(always)]
    pub fn get(&self, (key, second): (u64, u64), spare: i32) -> (Bounds, u8) {
        let mut bounds = Bounds::OPEN;
        let mut best = 0;
        for entry in &self.buckets[self.bucket(key)].0 {
            if entry.key == key && entry.check == second as u32 {
                let there = i32::from(entry.spare);
                if there <= spare {
                    bounds.low = bounds.low.max(entry.low.into());
                }
                if there >= spare {
                    bounds.high = bounds.high.min(entry.high.into());
                }
                if there == spare || best == 0 {
                    best = entry.best;
                }
            }
        }
        (bounds, best)
    }

    /// Stores an interval; one already there for the same regions and spare moves only narrows.
    pub fn put(&mut self, (key, second): (u64, u64), spare: i32, bounds: Bounds, best: u8) {
        if self.used * 2 > self.buckets.len() * 4 && self.buckets.len() < self.most {
            self.grow();
        }
        let check = second as u32;
        let byte = |number: i32| i8::try_from(number).expect("at most 127 moves");
        let (low, high, spare) = (byte(bounds.low), byte(bounds.high), byte(spare));
        let entry = Entry { key, check, low, high, spare, best };
        let index = self.bucket(key);
        let bucket = &mut self.buckets[index].0;
        let same = |e: &&mut Entry| e.key == key && e.check == check && e.spare == spare;
        if let Some(old) = bucket.iter_mut().find(same) {
            let best = if best == 0 { old.best } else { best };
            let (low, high) = (low.max(old.low), high.min(old.high));
            assert!(low <= high, "two proofs contradict each other");
            *old = Entry { low, high, best, ..entry };
            return;
        }
        if let Some(free) = bucket.iter_mut().find(|e| !e.used()) {
            *free = entry;
            self.used += 1;
            return;
        }
        // Full: let go of the widest interval, the least proved one; among equals the slot
        // that the key picks.
        let start = second as usize >> 32 & 3;
        let victim = (0..4)
            .map(|i| (start + i) & 3)
            .max_by_key(|&i| i32::from(bucket[i].high) - i32::from(bucket[i].low))
            .expect("a bucket has four entries");
        bucket[victim] = entry;
    }

    fn grow(&mut self) {
        let old = std::mem::take(&mut self.buckets);
        self.buckets = vec![Bucket::default(); old.len() * 2];
        // Both halves of a split bucket have room for all its entries.
        for entry in old.iter().flat_map(|bucket| bucket.0).filter(Entry::used) {
            let index = self.bucket(entry.key);
            let free = self.buckets[index].0.iter_mut().find(|e| !e.used());
            *free.expect("an entry's old bucket held four") = entry;
        }
    }
}

impl Entry {
    /// An entry of zeros is free; a key of 0 does not occur in practice and is just not found.
    #[inline(always)]
    fn used(&self) -> bool {
        self.key != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Bits;

    #[test]
    fn intervals_narrow_and_survive_growth() {
        let mut table = Table::new(64 << 20);
        table.clear();
        let hash = |i: u64| i.mix((1, 2));
        for i in 0..100_000 {
            table.put(hash(i), 3, Bounds { low: -5, high: 9 }, 7);
            table.put(hash(i), 3, Bounds { low: -2, high: 20 }, 0);
        }
        let kept = (0..100_000)
            .map(|i| table.get(hash(i), 3))
            .filter(|got| got.1 != 0)
            .inspect(|got| assert_eq!(*got, (Bounds { low: -2, high: 9 }, 7)))
            .count();
        assert!(kept > 90_000, "{kept}");
    }

    #[test]
    fn more_spare_moves_do_not_hurt() {
        let mut table = Table::new(1 << 20);
        table.clear();
        table.put((1, 1), -1, Bounds { low: -4, high: 2 }, 7);
        table.put((1, 1), 2, Bounds { low: -3, high: 6 }, 8);
        let none = i32::MAX;
        for (spare, low, high) in [(-2, -none - 1, 2), (-1, -4, 2), (0, -4, 6), (3, -3, none)] {
            assert_eq!(table.get((1, 1), spare).0, Bounds { low, high });
        }
    }

    #[test]
    fn the_smallest_table_works() {
        let mut table = Table::new(0);
        table.clear();
        for i in 1..100u64 {
            table.put((i, i), 0, Bounds { low: 0, high: 1 }, 1);
            assert_eq!(table.get((i, i), 0), (Bounds { low: 0, high: 1 }, 1));
        }
    }
}
