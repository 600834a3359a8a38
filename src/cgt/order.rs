//! Comparison of canonical forms.

use super::effort::Stopped;
use super::games::{Game, Games};
use std::cmp::Ordering;

/// Answers of comparisons, in a table of fixed size where the newer answer stays.
///
/// An entry is a pair of ids of 31 bits each, then whether it is filled, then the answer.
pub(super) struct OrderMemo(Vec<u64>);

impl OrderMemo {
    pub fn new(bytes: usize) -> Self {
        let entries = (bytes / size_of::<u64>()).max(2);
        // Zeroed memory is only taken from the system where it is touched.
        Self(vec![0; 1 << entries.ilog2()])
    }

    #[inline(always)]
    fn slot(&self, key: u64) -> usize {
        let mixed = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        ((mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 24) as usize
            & (self.0.len() - 1)
    }

    #[inline(always)]
    fn key(a: Game, b: Game) -> u64 {
        u64::from(a.0) << 33 | u64::from(b.0) << 2 | 2
    }
}

impl Games {
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
        let slot = self.order.slot(key);
        let entry = self.order.0[slot];
        if entry & !1 == key {
            return Ok(entry & 1 != 0);
        }
        self.effort.step()?;
        let answer = self.at_most_by_options(a, b)?;
        self.order.0[slot] = key | u64::from(answer);
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
