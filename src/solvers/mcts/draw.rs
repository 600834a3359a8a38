//! How a playout draws its moves.

use crate::solvers::spec::{Spec, SpecError};
use std::fmt;

/// How a playout draws a move: the option `draw`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draw {
    /// By equal draws at each step (`steps`): an amazon that can move, its destination, its arrow.
    Steps,
    /// With every legal move equally likely (`moves`), as in the program of M. Levasseur and others
    /// that played their tournament. This is slower, and amazons with many moves move more often.
    Moves,
}

impl Draw {
    /// Takes the option `draw`.
    ///
    /// # Errors
    /// It has an impossible value.
    pub fn take(spec: &mut Spec) -> Result<Self, SpecError> {
        let choices = [("steps", Self::Steps), ("moves", Self::Moves)];
        spec.take_choice("draw", &choices, Self::Steps)
    }
}

impl fmt::Display for Draw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Steps => "steps",
            Self::Moves => "moves",
        })
    }
}
