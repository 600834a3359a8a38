//! Comparison of canonical forms.

use super::arena::Arena;
use super::effort::Stopped;
use super::game::Game;
use super::memo::OrderMemo;
use std::cmp::Ordering;

impl Arena {
    /// Returns whether `a` ≤ `b`: Left, moving second, wins b − a.
    ///
    /// By definition, no Left option of a is ≥ b, and no Right option of b is ≤ a. Before that is
    /// tried, the walls at 0⁻ decide every comparison with a number and most comparisons of hot
    /// games, and a wall of a above the same wall of b refutes a ≤ b.
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
        // There is a number between the two.
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

    /// Returns the order of two games, or `None` if they are confused.
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
