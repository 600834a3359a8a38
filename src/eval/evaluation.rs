//! The trait of all evaluation functions.

use crate::board::{Bitboard, Color, Frame, MAX_OPEN, Placement};

/// An estimate of how many more moves the mover will make than the opponent, in hundredths of a
/// square.
pub type Value = i32;

/// One square, or one move, as a [`Value`].
pub const SQUARE: Value = 100;

/// The greatest estimate: no player can make more moves than a board has squares.
pub const MAX_ESTIMATE: Value = SQUARE * MAX_OPEN as Value;

/// Converts a number of squares to a [`Value`]. A half is rounded away from zero, so that swapping
/// the players negates the value exactly.
#[inline(always)]
pub(super) fn squares(number: f32) -> Value {
    nearest(number * SQUARE as f32).clamp(-MAX_ESTIMATE, MAX_ESTIMATE)
}

/// Rounds to the nearest integer, a half away from zero. This is [`f32::round`] without the
/// function call that it needs on processors with only the basic instruction set.
#[inline(always)]
pub(super) fn nearest(number: f32) -> i32 {
    let cut = number as i32;
    let rest = number - cut as f32;
    cut.saturating_add(i32::from(rest >= 0.5) - i32::from(rest <= -0.5))
}

/// A function that estimates a position without looking ahead.
///
/// The estimate must not depend on where the position lies on the board or on which colour is
/// which, only on who is to move. Symmetric positions all get the same value
/// ([`Random`](super::Random) alone is exempt). Values lie within ±[`MAX_ESTIMATE`].
pub trait Evaluation: Copy + PartialEq + Send + Sync + 'static {
    /// The function with its usual constants.
    const DEFAULT: Self;

    /// Estimates the position from the side of `mover`, whose turn it is.
    fn evaluate<B: Bitboard>(&self, placement: &Placement<B>, mover: Color) -> Value;

    /// Returns the components of the value, named as in the source. `frame` says how the placement
    /// lies on its board.
    fn terms<B: Bitboard>(&self, placement: &Placement<B>, mover: Color, frame: Frame)
    -> Vec<Term>;

    /// Returns the constants that a text such as `territory:tie=0.1` can set, by name.
    fn constants(&mut self) -> Vec<(&'static str, &mut f32)> {
        Vec::new()
    }
}

/// One component of an evaluation.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// Its name in the source.
    pub name: String,
    /// Its value in the unit of the source; from the mover's side if it has sides.
    pub value: f64,
}

impl Term {
    pub(super) fn new(name: &str, value: f32) -> Self {
        Self { name: name.to_owned(), value: value.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::nearest;
    use crate::util::SeededRng;

    #[test]
    fn the_nearest_integer_is_that_of_the_standard_library() {
        let mut rng = SeededRng::new(8);
        let random = (0..100_000).map(|_| f32::from_bits(rng.below(1 << 32) as u32));
        let small = (-4000..4000).map(|n| n as f32 / 8.0);
        let edges =
            [0.499_999_97, -0.499_999_97, 8_388_607.5, 1e30, -1e30, f32::NAN, f32::INFINITY];
        for number in random.chain(small).chain(edges) {
            assert_eq!(nearest(number), number.round() as i32, "{number}");
        }
    }
}
