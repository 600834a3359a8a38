//! The comparisons and sums that an arena remembers.

use super::game::Game;
use crate::memory;

/// Remembered comparisons, in a table in which the newer answer stays. It grows up to a fixed size.
///
/// An entry is a pair of 31-bit ids, then a flag for a filled entry, then the answer.
pub(super) struct OrderMemo {
    entries: Vec<u64>,
    stored: usize,
    most: usize,
}

impl OrderMemo {
    /// Entries at the start.
    const LEAST: usize = 1 << 12;

    pub fn new(bytes: usize) -> Self {
        let most = 1 << (bytes / size_of::<u64>()).max(2).ilog2();
        Self { entries: vec![0; Self::LEAST.min(most)], stored: 0, most }
    }

    /// Bytes taken.
    pub fn bytes(&self) -> usize {
        self.entries.len() * size_of::<u64>()
    }

    #[inline(always)]
    fn slot(&self, key: u64) -> usize {
        spread(key >> 2) & (self.entries.len() - 1)
    }

    #[inline(always)]
    pub fn key(a: Game, b: Game) -> u64 {
        u64::from(a.0) << 33 | u64::from(b.0) << 2 | 2
    }

    #[inline(always)]
    pub fn get(&self, key: u64) -> Option<bool> {
        let entry = self.entries[self.slot(key)];
        (entry & !1 == key).then_some(entry & 1 != 0)
    }

    #[inline(always)]
    pub fn put(&mut self, key: u64, answer: bool) {
        self.stored += 1;
        let full = self.stored > self.entries.len() / 2 && self.entries.len() < self.most;
        let claim = if full { memory::claim(2 * self.bytes()) } else { None };
        if full && claim.is_none() {
            self.most = self.entries.len();
        } else if full {
            let old = std::mem::take(&mut self.entries);
            self.entries = vec![0; 2 * old.len()];
            for entry in old.into_iter().filter(|entry| *entry != 0) {
                let slot = self.slot(entry & !1);
                self.entries[slot] = entry;
            }
        }
        let slot = self.slot(key);
        self.entries[slot] = key | u64::from(answer);
    }
}

/// A key with its bits well mixed, from which a slot is taken.
#[inline(always)]
fn spread(key: u64) -> usize {
    let mixed = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    ((mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 24) as usize
}

/// Remembered sums, in a table in which the newer one stays. It grows up to a fixed size. 0 marks a
/// free entry: sums with 0 are never kept.
pub(super) struct SumMemo {
    entries: Vec<[u32; 3]>,
    stored: usize,
    most: usize,
}

impl SumMemo {
    /// Entries at the start.
    const LEAST: usize = 1 << 12;

    pub fn new(bytes: usize) -> Self {
        let most = 1 << (bytes / size_of::<[u32; 3]>()).max(2).ilog2();
        Self { entries: vec![[0; 3]; Self::LEAST.min(most)], stored: 0, most }
    }

    /// Bytes taken.
    pub fn bytes(&self) -> usize {
        self.entries.len() * size_of::<[u32; 3]>()
    }

    #[inline]
    fn slot(&self, a: u32, b: u32) -> usize {
        spread(u64::from(a) << 32 | u64::from(b)) & (self.entries.len() - 1)
    }

    #[inline]
    pub fn get(&self, g: Game, h: Game) -> Option<Game> {
        let [a, b, sum] = self.entries[self.slot(g.0, h.0)];
        ((a, b) == (g.0, h.0)).then_some(Game(sum))
    }

    pub fn put(&mut self, g: Game, h: Game, sum: Game) {
        self.stored += 1;
        let full = self.stored > self.entries.len() / 2 && self.entries.len() < self.most;
        let claim = if full { memory::claim(2 * self.bytes()) } else { None };
        if full && claim.is_none() {
            self.most = self.entries.len();
        } else if full {
            let old = std::mem::take(&mut self.entries);
            self.entries = vec![[0; 3]; 2 * old.len()];
            for entry in old.into_iter().filter(|entry| *entry != [0; 3]) {
                let slot = self.slot(entry[0], entry[1]);
                self.entries[slot] = entry;
            }
        }
        let slot = self.slot(g.0, h.0);
        self.entries[slot] = [g.0, h.0, sum.0];
    }
}
