//! The judge's transposition table of proved intervals, which grows up to a given size and is
//! shared by all threads of a problem.
//!
//! More spare moves never hurt (docs/design.md, section 4: play as without the extra one and use it
//! after all others; a move forced later can shoot back at the square it left, which only adds
//! obstacles). So x never falls when the mover's spare moves grow, and what is proved for some
//! contested regions with some spare moves bounds x with more or fewer. All entries of the same
//! contested regions share a bucket, so one look finds them all.
//!
//! An entry takes 16 bytes in two words; four entries share a cache line:
//!
//! ```text
//! word 0        low hash chain of the contested regions (its low bits choose the bucket), XOR word 1
//! word 1
//!   bits 0..32  low half of the second chain: 96 bits are verified
//!   bits 32..40 proved lower bound of x (signed)
//!   bits 40..48 proved upper bound of x (signed)
//!   bits 48..56 the mover's spare moves (signed)
//!   bits 56..64 best move: an 8-bit mark, 0 = none
//! ```
//!
//! Threads read and write without locks. Words of two different entries do not match, so what one
//! thread reads while another writes is simply not found (Hyatt and Mann 2002, "A lockless
//! transposition table implementation for parallel search").

use crate::score::Bounds;
use crate::util::memory;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize};
use std::sync::{Mutex, OnceLock};

/// The content of an entry.
#[derive(Clone, Copy)]
struct Proof {
    key: u64,
    check: u32,
    low: i8,
    high: i8,
    spare: i8,
    best: u8,
}

/// A slot for a proof.
#[derive(Default)]
struct ProofSlot([AtomicU64; 2]);

#[derive(Default)]
#[repr(align(64))]
struct Bucket([ProofSlot; 4]);

const _: () = assert!(size_of::<ProofSlot>() == 16 && size_of::<Bucket>() == 64);

pub(super) struct Table {
    /// Tables, each with four times the buckets of the one before; the largest may have twice as
    /// many. All but the last are obsolete, but they are kept, since threads may still be reading
    /// them.
    levels: [OnceLock<Box<[Bucket]>>; Self::LEVELS],
    level: AtomicUsize,
    /// Approximate number of entries in use.
    used: Counter,
    growing: Mutex<()>,
    /// The system provides no more memory.
    short: AtomicBool,
    bytes: usize,
    /// Buckets of the largest level.
    most: usize,
}

/// A number that is written often, on a cache line of its own.
#[derive(Default)]
#[repr(align(128))]
struct Counter(AtomicUsize);

impl Table {
    /// Buckets at the start of a problem: 256 KiB, which small problems never outgrow.
    const FIRST: usize = 1 << 12;
    const LEVELS: usize = 24;

    /// A table that grows to at most `bytes`, all its levels together. Until these are used up, the
    /// results of a search do not depend on them: every table grows in the same steps.
    pub fn new(bytes: usize) -> Self {
        let whole = bytes / size_of::<Bucket>();
        // At least a quarter is for the obsolete levels.
        let last = (whole / 4 * 3).max(1);
        let mut most = Self::FIRST.min(1 << last.ilog2());
        let mut all = most;
        // Four times as many each time; at the end twice as many, if there is no room for more.
        let fits = |all: usize, next: usize| next <= last && all + next <= whole;
        while let Some(next) = [4 * most, 2 * most].into_iter().find(|&next| fits(all, next)) {
            all += next;
            most = next;
        }
        Self {
            levels: std::array::from_fn(|_| OnceLock::new()),
            level: AtomicUsize::new(0),
            used: Counter::default(),
            growing: Mutex::new(()),
            short: AtomicBool::new(false),
            bytes,
            most,
        }
    }

    /// An empty table to replace this one, which may take as much as the tables of `threads`
    /// threads together.
    pub fn emptied(&self, threads: usize) -> Self {
        Self { bytes: self.bytes, ..Self::new(self.bytes * threads) }
    }

    #[inline(always)]
    fn buckets(&self) -> &[Bucket] {
        let buckets = &self.levels[self.level.load(Acquire)];
        buckets.get_or_init(|| Self::of(Self::FIRST.min(self.most)))
    }

    /// Starts to load what [`Table::get`] will read, since memory is slow.
    #[inline(always)]
    pub fn prefetch(&self, (key, _): (u64, u64)) {
        let bucket: *const Bucket = bucket(self.buckets(), key);
        #[cfg(target_arch = "x86_64")]
        #[allow(unsafe_code, reason = "a hint, which reads nothing")]
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(bucket.cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = bucket;
    }

    /// What is known about regions with this hash and `spare` spare moves: the interval, unbounded
    /// on a side where nothing is known, and the best move.
    #[inline(always)]
    pub fn get(&self, (key, second): (u64, u64), spare: i32) -> (Bounds, u8) {
        let mut bounds = Bounds::OPEN;
        let mut best = 0;
        for entry in &bucket(self.buckets(), key).0 {
            let proof = entry.read();
            if proof.key == key && proof.check == second as u32 {
                let there = i32::from(proof.spare);
                if there <= spare {
                    bounds.low = bounds.low.max(proof.low.into());
                }
                if there >= spare {
                    bounds.high = bounds.high.min(proof.high.into());
                }
                if there == spare || best == 0 {
                    best = proof.best;
                }
            }
        }
        (bounds, best)
    }

    /// Stores an interval. If there is one for the same regions and spare moves, it can only
    /// narrow.
    pub fn put(&self, (key, second): (u64, u64), spare: i32, bounds: Bounds, best: u8) {
        let mut buckets = self.buckets();
        if self.is_full(buckets) {
            self.grow();
            buckets = self.buckets();
        }
        let check = second as u32;
        let byte = |number: i32| i8::try_from(number).expect("at most 127 moves");
        let (low, high, spare) = (byte(bounds.low), byte(bounds.high), byte(spare));
        let new = Proof { key, check, low, high, spare, best };
        let bucket = &bucket(buckets, key).0;
        let there = bucket.each_ref().map(ProofSlot::read);
        let same = |p: &Proof| p.key == key && p.check == check && p.spare == spare;
        if let Some(i) = there.iter().position(same) {
            let old = there[i];
            let best = if best == 0 { old.best } else { best };
            let (low, high) = (low.max(old.low), high.min(old.high));
            assert!(low <= high, "two proofs contradict each other");
            bucket[i].write(Proof { low, high, best, ..new });
            return;
        }
        if let Some(free) = bucket.iter().find(|entry| !entry.used()) {
            free.write(new);
            self.used.0.fetch_add(1, Relaxed);
            return;
        }
        // The bucket is full: drop the widest interval, which is the least proved; among equals,
        // start at the slot that the key picks.
        let start = second as usize >> 32 & 3;
        let victim = (0..4)
            .map(|i| (start + i) & 3)
            .max_by_key(|&i| i32::from(there[i].high) - i32::from(there[i].low))
            .expect("a bucket has four entries");
        bucket[victim].write(new);
    }

    /// Whether a table of these buckets should grow, and may.
    #[inline(always)]
    fn is_full(&self, buckets: &[Bucket]) -> bool {
        self.used.0.load(Relaxed) > buckets.len() * 2
            && buckets.len() < self.most
            && !self.short.load(Relaxed)
    }

    fn of(buckets: usize) -> Box<[Bucket]> {
        (0..buckets).map(|_| Bucket::default()).collect()
    }

    /// Grows to four times the buckets, or as many as allowed, unless another thread is doing so.
    #[cold]
    fn grow(&self) {
        let Ok(_growing) = self.growing.try_lock() else { return };
        let old = self.buckets();
        if !self.is_full(old) {
            return;
        }
        let buckets = (4 * old.len()).min(self.most);
        let Some(_claim) = memory::claim(buckets * size_of::<Bucket>()) else {
            self.short.store(true, Relaxed);
            return;
        };
        let new = Self::of(buckets);
        // Each part of a split bucket has room for all its entries.
        for entry in old.iter().flat_map(|bucket| &bucket.0).filter(|entry| entry.used()) {
            let proof = entry.read();
            if let Some(free) = bucket(&new, proof.key).0.iter().find(|entry| !entry.used()) {
                free.write(proof);
            }
        }
        let level = self.level.load(Relaxed) + 1;
        let _ = self.levels[level].set(new);
        self.level.store(level, Release);
    }
}

/// The bucket of a key.
#[inline(always)]
fn bucket(buckets: &[Bucket], key: u64) -> &Bucket {
    &buckets[key as usize & (buckets.len() - 1)]
}

impl ProofSlot {
    /// An entry of zeros is free.
    #[inline(always)]
    fn used(&self) -> bool {
        self.0[0].load(Relaxed) != 0
    }

    #[inline(always)]
    fn read(&self) -> Proof {
        let [first, data] = self.0.each_ref().map(|word| word.load(Relaxed));
        let [low, high, spare, best] = ((data >> 32) as u32).to_le_bytes();
        Proof {
            key: first ^ data,
            check: data as u32,
            low: low as i8,
            high: high as i8,
            spare: spare as i8,
            best,
        }
    }

    #[inline(always)]
    fn write(&self, proof: Proof) {
        let Proof { key, check, low, high, spare, best } = proof;
        let rest = u32::from_le_bytes([low as u8, high as u8, spare as u8, best]);
        let data = u64::from(rest) << 32 | u64::from(check);
        self.0[0].store(key ^ data, Relaxed);
        self.0[1].store(data, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Bitboard;

    #[test]
    fn intervals_narrow_and_survive_growth() {
        let table = Table::new(64 << 20);
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
        let table = Table::new(1 << 20);
        table.put((1, 1), -1, Bounds { low: -4, high: 2 }, 7);
        table.put((1, 1), 2, Bounds { low: -3, high: 6 }, 8);
        let none = i32::MAX;
        for (spare, low, high) in [(-2, -none - 1, 2), (-1, -4, 2), (0, -4, 6), (3, -3, none)] {
            assert_eq!(table.get((1, 1), spare).0, Bounds { low, high });
        }
    }

    #[test]
    fn every_table_grows_in_the_same_steps_and_keeps_to_its_bytes() {
        for megabytes in 1..300 {
            let table = Table::new(megabytes << 20);
            let mut levels = vec![Table::FIRST.min(table.most)];
            while levels[levels.len() - 1] < table.most {
                levels.push((4 * levels[levels.len() - 1]).min(table.most));
            }
            assert!(levels.len() <= Table::LEVELS);
            let bytes = levels.iter().sum::<usize>() * size_of::<Bucket>();
            assert!(bytes <= megabytes << 20, "{levels:?} in {megabytes} MiB");
            assert!(4 * bytes >= megabytes << 20, "{levels:?} in {megabytes} MiB");
            assert!(levels.len() < 3 || levels[1] == 4 * levels[0]);
        }
    }

    #[test]
    fn the_smallest_table_works() {
        let table = Table::new(0);
        for i in 1..100u64 {
            table.put((i, i), 0, Bounds { low: 0, high: 1 }, 1);
            assert_eq!(table.get((i, i), 0), (Bounds { low: 0, high: 1 }, 1));
        }
    }
}
