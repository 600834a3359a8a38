//! What a tree proves in addition to its rewards: bounds of the score at every node.
//!
//! M. Winands, Y. Björnsson and J.-T. Saito, "Monte-Carlo Tree Search Solver", Computers and Games
//! 2008, for wins and losses; T. Cazenave and A. Saffidine, "Score Bounded Monte-Carlo Tree
//! Search", Computers and Games 2010, for scores.

use crate::eval::Value;
use crate::score::Rank;
use crate::solvers::exact_leaf::{Ends, Found, rank_of_value};

/// What the tree proves: the option `prove` of its solvers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Prove {
    /// Nothing (`none`).
    #[default]
    Nothing,
    /// Who wins (`win`): moves proved to lose are left out while another may win, and so are moves
    /// that cannot beat what is proved for the same position.
    Win,
    /// The score (`score`): what is proved higher up in the tree counts as well.
    Score,
}

impl Prove {
    /// The values of the option.
    pub const CHOICES: [(&str, Self); 3] =
        [("none", Self::Nothing), ("win", Self::Win), ("score", Self::Score)];

    /// Returns the rank that a move must be proved to reach to be played at a node with these
    /// bounds.
    ///
    /// This is everything that is proved; but a win is enough if only the winner was asked for and
    /// more is not settled.
    pub fn required(self, bounds: Bounds) -> Option<i16> {
        match self {
            Self::Nothing => None,
            Self::Win if bounds.low < bounds.high => (bounds.low >= 0).then_some(0),
            Self::Win | Self::Score => bounds.has_low().then_some(bounds.low),
        }
    }

    /// Returns whether nothing that matters is left to prove about a node with these bounds. If
    /// only wins count, a win is enough; otherwise the search for the largest win continues.
    pub fn is_settled(self, ends: Ends, bounds: Bounds) -> bool {
        match (self, ends) {
            (Self::Nothing, _) => false,
            (Self::Win, Ends::Win) => bounds.low >= 0 || bounds.high < 0,
            _ => bounds.low == bounds.high,
        }
    }

    /// Returns whether a child can be left out; all bounds are those of the parent's mover.
    ///
    /// It can if it is settled, if it cannot yield more than `alpha`, which is already certain for
    /// the mover here or higher up, or if it is a loss and another child may be a win.
    pub fn is_pruned(self, ends: Ends, parent: Bounds, alpha: i16, child: Bounds) -> bool {
        self != Self::Nothing
            && (self.is_settled(ends, child)
                || child.high <= alpha
                || self == Self::Win && child.high < 0 && parent.high >= 0)
    }
}

/// Proved bounds of the rank of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The rank is at least this.
    pub low: i16,
    /// The rank is at most this.
    pub high: i16,
}

impl Bounds {
    /// Wider than any rank, and the same from the opponent's side.
    pub const UNKNOWN: Self = Self { low: -1000, high: 999 };

    /// Returns the bounds of a result. An unproved result is a lower bound of the winner's margin.
    pub fn of_found(found: Found) -> Self {
        let rank = rank_of_value(found.value).get() as i16;
        if found.proved {
            Self { low: rank, high: rank }
        } else {
            Self { high: rank, ..Self::UNKNOWN }
        }
    }

    /// Returns the bounds from the opponent's side.
    pub fn for_opponent(self) -> Self {
        Self { low: -1 - self.high, high: -1 - self.low }
    }

    /// Returns whether there is a proved lower bound.
    pub fn has_low(self) -> bool {
        self.low > Self::UNKNOWN.low
    }

    /// Returns the value of what is decided: the smallest win, or else the smallest loss, that is
    /// possible.
    pub fn decided(self, ends: Ends) -> Value {
        ends.value_of_rank(rank(if self.low >= 0 { self.low } else { self.high }))
    }

    /// Returns the values between which the value of the rank lies.
    pub fn values(self, ends: Ends) -> (Value, Value) {
        (ends.value_of_rank(rank(self.low)), ends.value_of_rank(rank(self.high)))
    }
}

fn rank(number: i16) -> Rank {
    Rank::new(number.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_matter_is_pruned() {
        let exactly = |rank| Bounds { low: rank, high: rank };
        let parent = Bounds { low: 1, high: 9 };
        let lost = Bounds { high: -1, ..Bounds::UNKNOWN };
        let won = Bounds { low: 0, ..Bounds::UNKNOWN };
        let none = Bounds::UNKNOWN.low;
        assert_eq!(Bounds::UNKNOWN.for_opponent(), Bounds::UNKNOWN);
        for (prove, ends, alpha, child, pruned) in [
            (Prove::Score, Ends::Score, 1, exactly(3), true),
            (Prove::Score, Ends::Score, 1, Bounds { low: -4, high: 1 }, true),
            (Prove::Score, Ends::Score, 2, Bounds { low: 1, high: 2 }, true),
            (Prove::Score, Ends::Score, 1, Bounds { low: 1, high: 2 }, false),
            (Prove::Win, Ends::Score, none, lost, true),
            (Prove::Win, Ends::Score, none, won, false),
            (Prove::Win, Ends::Score, none, Bounds { low: -4, high: 1 }, false),
            (Prove::Win, Ends::Win, none, won, true),
            (Prove::Nothing, Ends::Score, 9, exactly(3), false),
        ] {
            assert_eq!(prove.is_pruned(ends, parent, alpha, child), pruned, "{prove:?} {child:?}");
        }
        // If all moves lose, the smallest loss is searched for.
        let parent = Bounds { low: -9, high: -1 };
        assert!(!Prove::Win.is_pruned(Ends::Score, parent, none, lost));
    }
}
