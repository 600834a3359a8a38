//! What a training run needs of the network that it trains.

use crate::board::{Bitboard, Color, Placement};
use crate::eval::{Value, WeightsError};
use crate::util::safetensors::Tensors;

/// A network whose weights a [`TrainingRun`](super::TrainingRun) learns.
pub trait Model: Clone {
    /// Computes values, and the slopes of a loss.
    type Passes: Passes<Self>;

    /// The inputs that its files name.
    const INPUTS: &str;

    /// Small random weights.
    fn first(seed: u64) -> Self;

    /// All weights, one after the other.
    fn values(&self) -> &[f32];

    /// All weights for changing, one after the other.
    fn values_mut(&mut self) -> &mut [f32];

    /// Rounds the weights to those that a file can hold.
    fn round(&mut self);

    /// Estimates a position from the side of `mover`, who is to move.
    fn evaluate<B: Bitboard>(&self, placement: &Placement<B>, mover: Color) -> Value;

    /// Reads the weights from a file's arrays, rounded.
    ///
    /// # Errors
    /// They are for other inputs, or arrays are missing.
    fn from_tensors(file: &Tensors) -> Result<Self, WeightsError>;

    /// Adds the weights to a file.
    fn write(&self, file: &mut Tensors);
}

/// Forward and backward passes: values of a few positions, then the slope of a loss.
pub trait Passes<M>: Default {
    /// Adds a position, whose value is that for `mover`.
    fn add<B: Bitboard>(&mut self, model: &M, placement: &Placement<B>, mover: Color);

    /// Computes the values of the positions added since the last backward pass.
    fn values(&mut self, model: &M) -> Vec<f32>;

    /// Adds the slopes of a loss, given its slopes `by_value` with respect to the values of these
    /// positions, and forgets them.
    fn backward(&mut self, model: &M, by_value: &[f32]);

    /// The slope for each weight, summed over all backward passes.
    fn slopes(&self) -> &[f32];

    /// Resets all slopes to 0.
    fn clear(&mut self);
}
