//! The transposition table of the proof-number searches.
//!
//! Buckets of four entries, of three words each:
//!
//! ```text
//! word 0  | hash, second half                                            64 bits |
//! word 1  | hash, first half, low 32 bits | generation 16 | log2 of the work 16  |
//! word 2  | φ                          32 | δ                                 32 |
//! ```
//!
//! 96 bits of the hash are verified. An entry of another generation counts as empty, so a new
//! iteration starts with a clear table at no cost.
//!
//! The table takes its final size from the allocator at once, but starts using one more bucket with
//! each new entry (linear hashing, Litwin 1980). So small searches stay in the processor's cache
//! and never touch the rest, and no step of the growth takes long enough to matter for a time
//! limit.

use super::proof_numbers::ProofNumbers;
use crate::util::memory::as_many_as_fit;

const BUCKET: usize = 4;
type Packed = [u64; 3];

/// Proof and disproof numbers of the states of one iteration.
#[derive(Debug)]
pub struct PnTable {
    buckets: Vec<[Packed; BUCKET]>,
    /// Buckets in use, at least 1.
    used: usize,
    generation: u16,
}

impl PnTable {
    /// Bytes of the smallest table: one bucket.
    pub const SMALLEST: usize = size_of::<[Packed; BUCKET]>();

    /// Makes a table of at most `bytes`, but at least one bucket.
    pub fn new(bytes: usize) -> Self {
        // All zero: the allocator provides untouched pages.
        let empty = |buckets| vec![[[0; 3]; BUCKET]; buckets];
        let buckets = as_many_as_fit::<[Packed; BUCKET], _>((bytes / Self::SMALLEST).max(1), empty);
        Self { buckets, used: 1, generation: 1 }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.used = 1;
        self.generation = self.generation.checked_add(1).unwrap_or_else(|| {
            self.buckets.fill([[0; 3]; BUCKET]);
            1
        });
    }

    /// The bucket of a hash: its low bits, as many as the buckets in use need, or one bit less if
    /// that bucket is not in use yet.
    #[inline(always)]
    fn index(&self, hash: u64) -> usize {
        let mask = self.used.next_power_of_two() - 1;
        let index = hash as usize & mask;
        if index < self.used { index } else { index & (mask >> 1) }
    }

    #[inline(always)]
    fn tag(&self, key: (u64, u64)) -> u64 {
        (key.0 << 32) | (u64::from(self.generation) << 16)
    }

    fn current(&self, entry: &Packed) -> bool {
        (entry[1] >> 16) as u16 == self.generation
    }

    /// Returns what is known about a state.
    #[inline(always)]
    pub fn get(&self, key: (u64, u64)) -> Option<ProofNumbers> {
        let tag = self.tag(key);
        self.buckets[self.index(key.1)]
            .iter()
            .find(|entry| entry[0] == key.1 && entry[1] & !0xFFFF == tag)
            .map(bounds)
    }

    /// Stores what is known about a state after `work` nodes below it, in place of the entry of
    /// least work in its bucket. Solved states are never replaced by unsolved ones.
    pub fn put(&mut self, key: (u64, u64), known: ProofNumbers, work: u64) {
        let tag = self.tag(key);
        let index = self.index(key.1);
        let bucket = &self.buckets[index];
        let same = bucket.iter().position(|e| e[0] == key.1 && e[1] & !0xFFFF == tag);
        let slot = same.unwrap_or_else(|| {
            // The worth of an entry; one of another generation is worth nothing.
            let worth = |entry: &Packed| {
                self.current(entry).then(|| (bounds(entry).solved(), entry[1] & 0xFFFF))
            };
            (0..BUCKET).min_by_key(|&i| worth(&bucket[i])).expect("a bucket is not empty")
        });
        let old = &bucket[slot];
        if self.current(old) && bounds(old).solved() && !known.solved() {
            return;
        }
        let work = u64::from(work.max(1).ilog2());
        let numbers = (u64::from(known.phi) << 32) | u64::from(known.delta);
        self.buckets[index][slot] = [key.1, tag | work, numbers];
        if same.is_none() && self.used < self.buckets.len() {
            self.grow();
        }
    }

    /// Starts using one more bucket. The entries whose next hash bit says so move there.
    fn grow(&mut self) {
        let new = self.used;
        let old = self.index(new as u64);
        self.used += 1;
        let bucket = self.buckets[old];
        let goes = bucket.map(|entry| self.current(&entry) && self.index(entry[0]) == new);
        let part =
            |taken| std::array::from_fn(|i| if goes[i] == taken { bucket[i] } else { [0; 3] });
        (self.buckets[new], self.buckets[old]) = (part(true), part(false));
    }
}

fn bounds(entry: &Packed) -> ProofNumbers {
    ProofNumbers { phi: (entry[2] >> 32) as u32, delta: entry[2] as u32 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solved_entries_survive_unsolved_ones_and_clearing_forgets() {
        let mut table = PnTable::new(0);
        let unsolved = ProofNumbers { phi: 3, delta: 7 };
        for key in 0..BUCKET as u64 {
            table.put((key, key), ProofNumbers::LOST, 4);
        }
        table.put((9, 9), unsolved, 1 << 40);
        assert_eq!(table.get((9, 9)), None);
        table.put((2, 2), unsolved, 1 << 40);
        assert_eq!(table.get((2, 2)), Some(ProofNumbers::LOST));
        table.put((9, 9), ProofNumbers::WON, 2);
        assert_eq!(table.get((9, 9)), Some(ProofNumbers::WON));
        assert_eq!((0..4).filter(|&key| table.get((key, key)).is_some()).count(), 3);
        table.clear();
        assert!((0..10).all(|key| table.get((key, key)).is_none()));
        table.put((9, 9), unsolved, 1);
        assert_eq!(table.get((9, 9)), Some(unsolved));
    }

    #[test]
    fn the_table_keeps_to_its_size() {
        for bytes in [0, 95, 96, 1_000, 1 << 20] {
            let table = PnTable::new(bytes);
            let size = table.buckets.len() * PnTable::SMALLEST;
            assert!(size <= bytes.max(PnTable::SMALLEST));
        }
    }

    #[test]
    fn growing_loses_next_to_nothing() {
        let entries = 100_000_u64;
        let key = |i: u64| {
            let mixed = (i + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            (i, (mixed ^ (mixed >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93))
        };
        let mut table = PnTable::new(16 << 20);
        for generation in 0..2 {
            for i in 0..entries {
                table.put(key(i), ProofNumbers { phi: i as u32 + 1, delta: generation + 1 }, i);
            }
            let kept = (0..entries).filter_map(|i| table.get(key(i)).map(|got| (i, got)));
            let kept = kept
                .inspect(|(i, got)| {
                    assert_eq!((got.phi, got.delta), (*i as u32 + 1, generation + 1))
                })
                .count();
            assert!(kept > 95_000, "{kept}");
            table.clear();
            assert!((0..entries).all(|i| table.get(key(i)).is_none()));
        }
    }
}
