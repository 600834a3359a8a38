//! The player that looks one move ahead and trusts an evaluation function.

use super::solver::{Answer, Solver};
use super::spec::{Spec, SpecError, spec_text};
use crate::board::with_placement;
use crate::board::{Bitboard, Frame, Placement, Position};
use crate::eval::{Evaluator, Value};
use crate::limits::{Budget, Limits};
use crate::util::SeededRng;

/// The solver `one-ply`: the move after which the evaluation is best, one of the best at random.
/// A yardstick for players; `one-ply:minimal-distance` is the usual one.
///
/// Options: `eval=NAME` or the bare name of an evaluation function, `accessibility` where none is
/// given; `seed=N` for the choice among equals, 1 where not given. A node is an evaluation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OnePly {
    evaluation: Evaluator,
    seed: u64,
}

impl OnePly {
    /// Reads the options.
    ///
    /// # Errors
    /// An option is unknown or impossible.
    pub fn from_spec(mut spec: Spec) -> Result<Self, SpecError> {
        let evaluation = spec.take_evaluation(Evaluator::DEFAULT)?;
        let seed = spec.take("seed", 1)?;
        spec.finish(&["eval", "seed"])?;
        Ok(Self { evaluation, seed })
    }

    fn choose<B: Bitboard>(
        self,
        placement: &Placement<B>,
        frame: Frame,
        problem: &Position,
        mut budget: Budget,
    ) -> Answer {
        let mover = problem.side();
        let evaluation = self.evaluation.on(frame);
        let mut best = Vec::new();
        let mut best_value = Value::MIN;
        placement.each_move(mover, |mv| {
            let value = -evaluation.evaluate(&placement.after(mover, mv), mover.other());
            if value > best_value {
                best_value = value;
                best.clear();
            }
            if value == best_value {
                best.push(mv);
            }
            budget.tick()
        });
        let mut dice = SeededRng::of_position(self.seed, problem);
        Answer {
            best: (!best.is_empty()).then(|| frame.outward_move::<B>(best[dice.below(best.len())])),
            nodes: budget.nodes(),
            time: budget.elapsed(),
            ..Answer::unknown(problem.empties())
        }
    }
}

impl Solver for OnePly {
    fn spec(&self) -> String {
        let mut options = Vec::new();
        if self.evaluation != Evaluator::DEFAULT {
            options.push(self.evaluation.to_string());
        }
        if self.seed != 1 {
            options.push(format!("seed={}", self.seed));
        }
        spec_text("one-ply", &options)
    }

    fn solve(&self, problem: &Position, limits: &Limits) -> Answer {
        let budget = Budget::new(limits, 32);
        let (placement, frame) = problem.smallest_placement();
        with_placement!(placement, placement => self.choose(&placement, frame, problem, budget))
    }
}
