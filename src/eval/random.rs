//! A meaningless evaluation, used as a yardstick.

use super::evaluation::{Evaluation, Term, Value};
use crate::board::{Bitboard, Color, Frame, Placement};

/// Random evaluation: a number drawn uniformly from −0.5 to 0.5 squares (M. Fugers, *A data-driven
/// approach for making a quick evaluation function for Amazons*, 2017, section 3.2).
///
/// A position always gets the same number, so that searches are repeatable, but positions that are
/// symmetric to each other get different ones. The constant `seed` chooses among sets of numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Random {
    seed: f32,
}

impl Evaluation for Random {
    const DEFAULT: Self = Self { seed: 1.0 };

    #[inline]
    fn evaluate<B: Bitboard>(&self, placement: &Placement<B>, mover: Color) -> Value {
        let seed = u64::from(self.seed.to_bits()).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let (_, word) = placement.mix(mover, (seed, !seed));
        ((u128::from(word) * 101) >> 64) as Value - 50
    }

    fn terms<B: Bitboard>(&self, _: &Placement<B>, _: Color, _: Frame) -> Vec<Term> {
        Vec::new()
    }

    fn constants(&mut self) -> Vec<(&'static str, &mut f32)> {
        vec![("seed", &mut self.seed)]
    }
}
