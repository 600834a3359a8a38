//! Exact results that game-playing searches meet: a player has run out, or no region is contested.

use crate::board::{Bitboard, Color, Placement};
use crate::eval::{MAX_ESTIMATE, SQUARE, Value};
use crate::region::filling::Filler;
use crate::score::Rank;

/// Returns the value of a proved rank.
///
/// Estimates are of the mover's moves minus the opponent's, which is the rank + 1. Half a move less
/// makes the values for the two players add to 0.
pub const fn value_of_rank(rank: Rank) -> Value {
    SQUARE * rank.get() + SQUARE / 2
}

/// The value of the end of a game relative to estimates: the option `ends`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ends {
    /// Its margin, on one scale with estimates (`score`): for problems, in which the score counts.
    #[default]
    Score,
    /// More than any estimate (`win`): for whole games, in which only the winner counts. A larger
    /// win is still better than a smaller one.
    Win,
}

/// What a won end is worth in addition to its margin with [`Ends::Win`]: more than any estimate or
/// margin, and half of the range of values that tables keep.
const BEYOND: Value = 16_000;

const _: () = assert!(BEYOND > MAX_ESTIMATE + SQUARE && 2 * BEYOND < i16::MAX as Value);

impl Ends {
    /// The values of the option `ends`.
    pub const CHOICES: [(&str, Self); 2] = [("score", Self::Score), ("win", Self::Win)];

    /// Returns the default in whole games or in problems.
    pub const fn usual(in_games: bool) -> Self {
        if in_games { Self::Win } else { Self::Score }
    }

    /// Returns the value of a proved rank.
    pub const fn value_of_rank(self, rank: Rank) -> Value {
        let value = value_of_rank(rank);
        match self {
            Self::Score => value,
            Self::Win => value + value.signum() * BEYOND,
        }
    }
}

/// Returns the rank of the value of a proved rank, for any `ends`.
pub const fn rank_of_value(value: Value) -> Rank {
    Rank::new((value_of_margin(value) - SQUARE / 2) / SQUARE)
}

/// Returns a value on the scale of [`Ends::Score`], whatever ends it was made with.
pub const fn value_of_margin(value: Value) -> Value {
    if value.abs() > BEYOND { value - value.signum() * BEYOND } else { value }
}

/// Returns an estimate on the scale of [`value_of_rank`]. If everything is settled, the two agree.
pub const fn value_of_estimate(estimate: Value) -> Value {
    estimate - SQUARE / 2
}

/// A value, and whether it is proved, that is, whether no estimate went into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The value for the player to move.
    pub value: Value,
    /// Whether it is proved as a bound from the side that was asked for.
    pub proved: bool,
}

impl Found {
    /// Returns the result from the other player's side.
    #[must_use]
    pub fn negated(self) -> Self {
        Self { value: -self.value, ..self }
    }
}

/// Counts the moves that are left to fill, within a limit of filling nodes for each question:
/// filling optimally is hard and must not hold up a search.
pub struct ExactLeaves {
    filler: Filler,
    nodes_each: u32,
    ends: Ends,
}

impl ExactLeaves {
    /// Makes a counter with `bytes` of memory for fillings and at most `nodes_each` nodes for each.
    /// `ends` says what results are worth.
    pub fn new(bytes: usize, nodes_each: u32, ends: Ends) -> Self {
        Self { filler: Filler::new(bytes), nodes_each, ends }
    }

    /// The longest filling of `empty` by `amazons`: proved, or the least length that is known.
    fn filling<B: Bitboard>(
        &mut self,
        empty: B,
        amazons: B,
        tick: &mut impl FnMut() -> bool,
    ) -> (i32, bool) {
        let mut left = self.nodes_each;
        let length = self.filler.longest(empty, amazons, &mut || {
            left = left.saturating_sub(1);
            left > 0 && tick()
        });
        (length.at_least as i32, length.exact().is_some())
    }

    /// Returns the result if `mover` has no move, which the caller has checked. `mover` passes for
    /// ever, and the opponent fills the squares within reach, with the passing player's amazons as
    /// obstacles.
    pub fn ran_out<B: Bitboard>(
        &mut self,
        placement: &Placement<B>,
        mover: Color,
        tick: &mut impl FnMut() -> bool,
    ) -> Found {
        let (more, proved) = self.filling(placement.empty, placement.amazons(mover.other()), tick);
        Found { value: self.ends.value_of_rank(Rank::new(more).for_opponent()), proved }
    }

    /// Returns the result if no region holds amazons of both colours: both players fill their
    /// regions.
    ///
    /// Returns `None` if a region is contested, or a filling was not found within the limit.
    pub fn settled<B: Bitboard>(
        &mut self,
        placement: &Placement<B>,
        mover: Color,
        tick: &mut impl FnMut() -> bool,
    ) -> Option<Found> {
        if placement.white.flood(placement.open()).meets(placement.black) {
            return None;
        }
        let mut each = [0; 2];
        for (more, color) in each.iter_mut().zip([mover, mover.other()]) {
            let (length, proved) = self.filling(placement.empty, placement.amazons(color), tick);
            if !proved {
                return None;
            }
            *more = length;
        }
        Some(Found { value: self.ends.value_of_rank(Rank::of_x(each[0] - each[1])), proved: true })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_read_back_and_won_ends_exceed_estimates() {
        for ends in [Ends::Score, Ends::Win] {
            for rank in (-129..=128).map(Rank::new) {
                assert_eq!(rank_of_value(ends.value_of_rank(rank)), rank);
                assert_eq!(ends.value_of_rank(rank.for_opponent()), -ends.value_of_rank(rank));
            }
        }
        assert!(Ends::Win.value_of_rank(Rank::WIN) > MAX_ESTIMATE);
        assert!(Ends::Win.value_of_rank(Rank::WIN.for_opponent()) < -MAX_ESTIMATE);
    }
}
