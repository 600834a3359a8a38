//! Comparison of canonical forms.

use super::arena::{Arena, Game};
use super::effort::Stopped;
use std::cmp::Ordering;

/// Answers of comparisons, in a table where the newer answer stays. It grows up to a fixed size.
///
/// An entry is a pair of ids of 31 bits each, then whether it is filled, then the answer.
pub(super) struct OrderMemo {
    entries: Vec<u64>,
    stored: usize,
    most: usize,
}

impl OrderMemo {
    /// Entries at first.
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
    fn key(a: Game, b: Game) -> u64 {
        u64::from(a.0) << 33 | u64::from(b.0) << 2 | 2
    }

    #[inline(always)]
    fn get(&self, key: u64) -> Option<bool> {
        let entry = self.entries[self.slot(key)];
        (entry & !1 == key).then_some(entry & 1 != 0)
    }

    #[inline(always)]
    fn put(&mut self, key: u64, answer: bool) {
        self.stored += 1;
        if self.stored > self.entries.len() / 2 && self.entries.len() < self.most {
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

/// A key with its bits well mixed, to take a slot from.
#[inline(always)]
pub(super) fn spread(key: u64) -> usize {
    let mixed = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    ((mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 24) as usize
}

impl Arena {
    /// Whether `a` ≤ `b`: Left, moving second, wins b − a.
    ///
    /// By the definition: no Left option of a is ≥ b, and no Right option of b is ≤ a. Before that,
    /// the walls at 0⁻ decide every comparison with a number and most of those between hot games,
    /// and a wall of a above one of b refutes a ≤ b.
    ///
    /// # Errors
    /// The time is up.
    pub fn at_most(&mut self, a: Game, b: Game) -> Result<bool, Stopped> {
        if a == b {
            return Ok(true);
        }
        let (wa, wb) = (self.walls(a), self.walls(b));
        if wa.is_number {
            return Ok(wb.at_least(wa.left_stop));
        }
        if wb.is_number {
            return Ok(wa.at_most(wb.left_stop));
        }
        // A number between the two.
        if wa.left_stop < wb.right_stop
            || (wa.left_stop == wb.right_stop && !wa.left_leans && !wb.right_leans)
        {
            return Ok(true);
        }
        if !self.walls_at_most(self.thermograph_id(a), self.thermograph_id(b)) {
            return Ok(false);
        }
        let key = OrderMemo::key(a, b);
        if let Some(answer) = self.order.get(key) {
            return Ok(answer);
        }
        self.effort.step()?;
        let answer = self.at_most_by_options(a, b)?;
        self.order.put(key, answer);
        Ok(answer)
    }

    fn at_most_by_options(&mut self, a: Game, b: Game) -> Result<bool, Stopped> {
        for i in 0..self.left_options(a).len() {
            if self.at_most(b, self.left_options(a)[i])? {
                return Ok(false);
            }
        }
        for i in 0..self.right_options(b).len() {
            if self.at_most(self.right_options(b)[i], a)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The order of two games; `None` where they are confused.
    ///
    /// # Errors
    /// The time is up.
    pub fn compare(&mut self, a: Game, b: Game) -> Result<Option<Ordering>, Stopped> {
        if a == b {
            return Ok(Some(Ordering::Equal));
        }
        Ok(if self.at_most(a, b)? {
            Some(Ordering::Less)
        } else if self.at_most(b, a)? {
            Some(Ordering::Greater)
        } else {
            None
        })
    }
}
