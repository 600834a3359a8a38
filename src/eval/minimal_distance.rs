//! Minimal distance: the plain count of squares each player reaches first.

use super::{
    Evaluation, Value,
    distance::{Distances, Walk},
    squares,
};
use crate::board::{Bits, Color, Grid};

/// The territory estimate "minimal distance" (Müller & Tegos 2002, *Experiments in Computer
/// Amazons*; Lieberum 2005): an empty square belongs to the player whose amazons reach it in
/// fewer queen moves, to nobody on a tie. The value is the mover's squares minus his opponent's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MinimalDistance;

impl Evaluation for MinimalDistance {
    #[inline]
    fn evaluate<B: Bits>(&self, grid: &Grid<B>, mover: Color) -> Value {
        squares(Distances::new(grid, mover, Walk::Queen).first_difference() as f32)
    }
}
