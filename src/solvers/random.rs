//! A player that draws a random legal move.

use super::options::{Configured, Options};
use super::solver::{Answer, Solver};
use super::spec::Spec;
use crate::board::Position;
use crate::limits::Limits;
use crate::util::SeededRng;
use std::time::Instant;

/// The solver `random`: every legal move is equally likely. Option: `seed=N`, by default 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Random {
    seed: u64,
}

impl Configured for Random {
    const NAME: &'static str = "random";

    fn unset(_: &Spec) -> Self {
        Self { seed: 1 }
    }

    fn each_option(&mut self, options: &mut Options<'_>) {
        options.value("seed", &mut self.seed, 1);
    }
}

impl Solver for Random {
    fn spec(&self) -> String {
        self.text()
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
