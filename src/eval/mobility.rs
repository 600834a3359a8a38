//! Mobility evaluation (ME).

use super::evaluation::{Evaluation, Term, Value};
use crate::board::{Bitboard, Color, Frame, Placement};

/// Mobility evaluation: the mover's legal moves minus those that the opponent would have.
///
/// H. Kato, M. Takaya and A. Yamamura, *UCT versus Alpha-Beta in Amazons*, section 3.1. As a
/// [`Value`], a hundred moves count as one square, so that it never outweighs a proved result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mobility;

impl Evaluation for Mobility {
    const DEFAULT: Self = Self;

    #[inline]
    fn evaluate<B: Bitboard>(&self, placement: &Placement<B>, mover: Color) -> Value {
        placement.count_moves(mover) as Value - placement.count_moves(mover.other()) as Value
    }

    fn terms<B: Bitboard>(&self, placement: &Placement<B>, mover: Color, _: Frame) -> Vec<Term> {
        vec![
            Term::new("own moves", placement.count_moves(mover) as f32),
            Term::new("enemy moves", placement.count_moves(mover.other()) as f32),
        ]
    }
}
