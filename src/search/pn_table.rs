//! The transposition table of the proof-number searches.
//!
//! A fixed number of buckets of four entries. An entry is three words:
//!
//! ```text
//! word 0  | hash, second half                                            64 bits |
//! word 1  | hash, first half, low 32 bits | generation 16 | log2 of the work 16  |
//! word 2  | φ                          32 | δ                                 32 |
//! ```
//!
//! The bucket follows from the high bits of the first half of the hash, so 96 bits are verified
//! besides. An entry of another generation is empty: a new iteration starts with a table that is
//! clear at no cost, and memory that was never written is never touched.

use super::dfpn::Bounds;

const BUCKET: usize = 4;
type Entry = [u64; 3];

/// Proof and disproof numbers of the states of one iteration.
#[derive(Debug)]
pub struct PnTable {
    entries: Vec<Entry>,
    buckets: u64,
    generation: u16,
}

impl PnTable {
    /// Bytes of the smallest table: one bucket.
    pub const SMALLEST: usize = BUCKET * size_of::<Entry>();

    /// A table of at most `bytes`, but at least one bucket.
    pub fn new(bytes: usize) -> Self {
        let buckets = (bytes / Self::SMALLEST).max(1);
        // All zero: the allocator hands out untouched pages.
        Self { entries: vec![[0; 3]; buckets * BUCKET], buckets: buckets as u64, generation: 1 }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.generation = self.generation.checked_add(1).unwrap_or_else(|| {
            self.entries.fill([0; 3]);
            1
        });
    }

    #[inline(always)]
    fn bucket(&self, key: (u64, u64)) -> usize {
        BUCKET * ((u128::from(key.0) * u128::from(self.buckets)) >> 64) as usize
    }

    #[inline(always)]
    fn tag(&self, key: (u64, u64)) -> u64 {
        key.0 << 32 | u64::from(self.generation) << 16
    }

    /// What is known of a state.
    #[inline(always)]
    pub fn get(&self, key: (u64, u64)) -> Option<Bounds> {
        let start = self.bucket(key);
        let tag = self.tag(key);
        self.entries[start..start + BUCKET]
            .iter()
            .find(|entry| entry[0] == key.1 && entry[1] & !0xFFFF == tag)
            .map(bounds)
    }

    /// Keeps what is known of a state after `work` nodes below it, in place of the least work of
    /// its bucket. Solved states are never given up for unsolved ones.
    pub fn put(&mut self, key: (u64, u64), known: Bounds, work: u64) {
        let start = self.bucket(key);
        let tag = self.tag(key);
        let generation = self.generation;
        let bucket = &mut self.entries[start..start + BUCKET];
        let same = bucket.iter().position(|e| e[0] == key.1 && e[1] & !0xFFFF == tag);
        let slot = same.unwrap_or_else(|| {
            let value = |entry: &Entry| match (entry[1] >> 16) as u16 == generation {
                false => (false, 0),
                true => (bounds(entry).solved(), (entry[1] & 0xFFFF) + 1),
            };
            (0..BUCKET).min_by_key(|&i| value(&bucket[i])).expect("a bucket is not empty")
        });
        let current = (bucket[slot][1] >> 16) as u16 == generation;
        if current && bounds(&bucket[slot]).solved() && !known.solved() {
            return;
        }
        let work = u64::from(work.max(1).ilog2());
        bucket[slot] = [key.1, tag | work, u64::from(known.phi) << 32 | u64::from(known.delta)];
    }
}

fn bounds(entry: &Entry) -> Bounds {
    Bounds { phi: (entry[2] >> 32) as u32, delta: entry[2] as u32 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solved_entries_survive_unsolved_ones_and_clearing_forgets() {
        let mut table = PnTable::new(0);
        let unsolved = Bounds { phi: 3, delta: 7 };
        for key in 0..BUCKET as u64 {
            table.put((key, key), Bounds::LOST, 1);
        }
        table.put((9, 9), unsolved, 1 << 40);
        assert_eq!(table.get((9, 9)), None);
        table.put((2, 2), unsolved, 1 << 40);
        assert_eq!(table.get((2, 2)), Some(Bounds::LOST));
        table.put((9, 9), Bounds::WON, 2);
        assert_eq!(table.get((9, 9)), Some(Bounds::WON));
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
            let size = table.entries.len() * size_of::<Entry>();
            assert!(size <= bytes.max(PnTable::SMALLEST));
        }
    }
}
