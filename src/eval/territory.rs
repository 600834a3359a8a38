//! Territory evaluation (TE).

use super::distance::Distances;
use super::evaluation::{Evaluation, Term, Value, squares};
use super::twin::Walk;
use crate::board::{Bitboard, Color, Frame, Placement};

/// Territory evaluation: Σ Δ₁(D(own), D(enemy)) over the empty squares, by queen moves, where Δ₁ is
/// 1 if the mover reaches the square first, −1 if the opponent does, 1/5 if both reach it equally
/// early, and 0 if neither reaches it.
///
/// H. Kato, M. Takaya and A. Yamamura, *UCT versus Alpha-Beta in Amazons*, section 3.2. The
/// constant `tie` is the 1/5.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Territory {
    /// What a square reached equally early is worth to the player to move.
    tie: f32,
}

impl Evaluation for Territory {
    const DEFAULT: Self = Self { tie: 0.2 };

    #[inline]
    fn evaluate<B: Bitboard>(&self, placement: &Placement<B>, mover: Color) -> Value {
        squares(Distances::new(placement, mover, Walk::Queen).territory(self.tie))
    }

    fn terms<B: Bitboard>(&self, placement: &Placement<B>, mover: Color, _: Frame) -> Vec<Term> {
        Distances::new(placement, mover, Walk::Queen).counts()
    }

    fn constants(&mut self) -> Vec<(&'static str, &mut f32)> {
        vec![("tie", &mut self.tie)]
    }
}
