//! The walls of a thermograph, and the questions that they answer most often.

use super::dyadic::Dyadic;
use super::game::Outcome;

/// The walls of one thermograph, and the answers that are needed most often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Walls {
    pub(super) start: u32,
    pub(super) lefts: u16,
    pub(super) rights: u16,
    pub left_stop: Dyadic,
    pub right_stop: Dyadic,
    pub temperature: Dyadic,
    /// The left wall at 0⁻ is above the stop: if Left moves first, Left gets the last move.
    pub left_leans: bool,
    /// The right wall at 0⁻ is below the stop: if Right moves first, Right gets the last move.
    pub right_leans: bool,
    /// The game is a number, namely the value of the stops.
    pub is_number: bool,
}

impl Walls {
    /// Whether the game is ≤ a number.
    #[inline]
    pub fn at_most(&self, x: Dyadic) -> bool {
        self.left_stop < x || (self.left_stop == x && !self.left_leans)
    }

    /// Whether the game is ≥ a number.
    #[inline]
    pub fn at_least(&self, x: Dyadic) -> bool {
        self.right_stop > x || (self.right_stop == x && !self.right_leans)
    }

    /// Who wins.
    pub fn outcome(&self) -> Outcome {
        Outcome::of(!self.at_most(Dyadic::ZERO), self.at_least(Dyadic::ZERO))
    }
}
