//! Exact results that game-playing searches meet: a player has run out, or nothing is fought over.

use crate::board::{Bitboard, Color, Placement};
use crate::eval::{MAX_ESTIMATE, SQUARE, Value};
use crate::region::filling::Filler;
use crate::score::Rank;
use crate::solvers::spec::{Spec, SpecError};
use std::fmt;

/// The value of a proved rank: the estimates are of moves of the mover minus moves of his
/// opponent, which is the rank + 1; half a move less makes the two players' values add to 0.
pub const fn value_of_rank(rank: Rank) -> Value {
    SQUARE * rank + SQUARE / 2
}

/// What the end of a game is worth beside estimates: the option `ends`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// Its margin, on one scale with estimates (`score`): as in problems, where the score counts.
    Score,
    /// More than any estimate (`win`): as in whole games, where nothing but the winner counts. A
    /// larger win is still better than a smaller one.
    Win,
}

/// A won end is worth so much more than its margin, with [`Ends::Win`]: more than any estimate or
/// margin, and half of the range of values that tables keep.
const BEYOND: Value = 16_000;

const _: () = assert!(BEYOND > MAX_ESTIMATE + SQUARE && 2 * BEYOND < i16::MAX as Value);

impl Ends {
    /// Takes the option `ends`; where it is not given, what suits the games or problems that the
    /// spec is for.
    ///
    /// # Errors
    /// It has an impossible value.
    pub fn take(spec: &mut Spec) -> Result<Self, SpecError> {
        let usual = Self::usual(spec.is_for_games());
        spec.take_choice("ends", &[("score", Self::Score), ("win", Self::Win)], usual)
    }

    /// What is usual in whole games, or in problems.
    pub const fn usual(in_games: bool) -> Self {
        if in_games { Self::Win } else { Self::Score }
    }

    /// The value of a proved rank.
    pub const fn value_of_rank(self, rank: Rank) -> Value {
        let value = value_of_rank(rank);
        match self {
            Self::Score => value,
            Self::Win => value + value.signum() * BEYOND,
        }
    }
}

impl fmt::Display for Ends {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Score => "score",
            Self::Win => "win",
        })
    }
}

/// The rank of the value of a proved rank, whatever its end is worth.
pub const fn rank_of_value(value: Value) -> Rank {
    let margin = if value.abs() > BEYOND { value - value.signum() * BEYOND } else { value };
    (margin - SQUARE / 2) / SQUARE
}

/// An estimate on the scale of [`value_of_rank`]: where all is settled, the two agree.
pub const fn value_of_estimate(estimate: Value) -> Value {
    estimate - SQUARE / 2
}

/// A value and whether it is proved, that is, no estimate went into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// For the player to move.
    pub value: Value,
    /// As a bound from the side it was asked for.
    pub proved: bool,
}

impl Found {
    /// From the other player's side.
    #[must_use]
    pub fn negated(self) -> Self {
        Self { value: -self.value, ..self }
    }
}

/// Counts out what is left to fill, within a limit of filling nodes for each question: filling
/// optimally is hard, and a search must not be held up by it.
pub struct ExactLeaves {
    filler: Filler,
    nodes_each: u32,
    ends: Ends,
}

impl ExactLeaves {
    /// `bytes` of memory for fillings; at most `nodes_each` nodes for each. Results are worth what
    /// `ends` says.
    pub fn new(bytes: usize, nodes_each: u32, ends: Ends) -> Self {
        Self { filler: Filler::new(bytes), nodes_each, ends }
    }

    /// The longest filling of `empty` by `amazons`: proved, or the least that is known of it.
    fn filling<B: Bitboard>(
        &mut self,
        empty: B,
        amazons: B,
        tick: &mut impl FnMut() -> bool,
    ) -> (Rank, bool) {
        let mut left = self.nodes_each;
        let length = self.filler.longest(empty, amazons, &mut || {
            left = left.saturating_sub(1);
            left > 0 && tick()
        });
        (length.at_least as Rank, length.exact().is_some())
    }

    /// The result where `mover` has no move: he passes for ever, and his opponent fills what he
    /// reaches, with the passed player's amazons as obstacles. Called with `mover` unable to move.
    pub fn ran_out<B: Bitboard>(
        &mut self,
        placement: &Placement<B>,
        mover: Color,
        tick: &mut impl FnMut() -> bool,
    ) -> Found {
        let (more, proved) = self.filling(placement.empty, placement.amazons(mover.other()), tick);
        Found { value: self.ends.value_of_rank(-1 - more), proved }
    }

    /// The result where no region holds amazons of both colours: both fill what is theirs.
    /// `None` if a region is contested, or a filling was not found within the limit.
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
        Some(Found { value: self.ends.value_of_rank(each[0] - each[1] - 1), proved: true })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_read_back_and_won_ends_exceed_estimates() {
        for ends in [Ends::Score, Ends::Win] {
            for rank in -129..=128 {
                assert_eq!(rank_of_value(ends.value_of_rank(rank)), rank);
                assert_eq!(ends.value_of_rank(-1 - rank), -ends.value_of_rank(rank));
            }
        }
        assert!(Ends::Win.value_of_rank(0) > MAX_ESTIMATE);
        assert!(Ends::Win.value_of_rank(-1) < -MAX_ESTIMATE);
    }
}
