//! Exact results that game-playing searches meet: a player has run out, or nothing is fought over.

use crate::board::{Bitboard, Color, Placement};
use crate::eval::{SQUARE, Value};
use crate::region::filling::Filler;
use crate::score::Rank;

/// The value of a proved rank: the estimates are of moves of the mover minus moves of his
/// opponent, which is the rank + 1; half a move less makes the two players' values add to 0.
pub const fn value_of_rank(rank: Rank) -> Value {
    SQUARE * rank + SQUARE / 2
}

/// The rank of the value of a proved rank.
pub const fn rank_of_value(value: Value) -> Rank {
    (value - SQUARE / 2) / SQUARE
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
}

impl ExactLeaves {
    /// `bytes` of memory for fillings; at most `nodes_each` nodes for each.
    pub fn new(bytes: usize, nodes_each: u32) -> Self {
        Self { filler: Filler::new(bytes), nodes_each }
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
        Found { value: value_of_rank(-1 - more), proved }
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
        Some(Found { value: value_of_rank(each[0] - each[1] - 1), proved: true })
    }
}
