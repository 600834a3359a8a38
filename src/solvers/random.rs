//! A player that draws a random legal move.

use super::solver::{Answer, Solver};
use super::spec::{Spec, SpecError, spec_text};
use crate::board::Position;
use crate::limits::Limits;
use crate::util::SeededRng;
use std::time::Instant;

/// The solver `random`: every legal move is equally likely. Option: `seed=N`, by default 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Random {
    seed: u64,
}

impl Random {
    /// Reads the options.
    ///
    /// # Errors
    /// An option is unknown or impossible.
    pub fn from_spec(mut spec: Spec) -> Result<Self, SpecError> {
        let seed = spec.take("seed", 1)?;
        spec.finish(&["seed"])?;
        Ok(Self { seed })
    }
}

impl Solver for Random {
    fn spec(&self) -> String {
        let seed = (self.seed != 1).then(|| format!("seed={}", self.seed));
        spec_text("random", seed.as_slice())
    }

    fn with_seed(&self, seed: u64) -> Option<Box<dyn Solver>> {
        Some(Box::new(Self { seed }))
    }

    fn solve(&self, problem: &Position, _: &Limits) -> Answer {
        let start = Instant::now();
        let moves = problem.legal_moves();
        let mut dice = SeededRng::of_position(self.seed, problem);
        Answer {
            best: (!moves.is_empty()).then(|| moves[dice.below(moves.len())]),
            nodes: 1,
            time: start.elapsed(),
            ..Answer::unknown(problem.empties())
        }
    }
}
