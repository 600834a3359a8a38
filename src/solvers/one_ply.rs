//! A player that looks one move ahead and trusts an evaluation function.

use super::exact_leaf::Ends;
use super::options::{Configured, Options};
use super::solver::{Answer, Solver};
use super::spec::Spec;
use crate::board::with_placement;
use crate::board::{Bitboard, Frame, Placement, Position};
use crate::eval::{Evaluator, Value};
use crate::limits::{Budget, Limits};
use crate::score::Rank;
use crate::util::SeededRng;

/// The solver `one-ply`: a move after which the evaluation is best, chosen at random among equals.
/// It is a yardstick for players; `one-ply:minimal-distance` is the usual one.
///
/// Options: `eval=NAME` or the bare name of an evaluation function, by default `accessibility`;
/// `seed=N` for the choice among equals, by default 1; `ends=win` (the default in whole games)
/// prefers a move after which the opponent has none to any other, `ends=score` uses the evaluation
/// there too. A node is an evaluation.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct OnePly {
    evaluation: Evaluator,
    seed: u64,
    ends: Ends,
    for_games: bool,
}

impl OnePly {
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
            let after = placement.after(mover, mv);
            let mut value = -evaluation.evaluate(&after, mover.other());
            if self.ends == Ends::Win && !after.can_move(mover.other()) {
                value += Ends::Win.value_of_rank(Rank::WIN);
            }
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

impl Configured for OnePly {
    const NAME: &'static str = "one-ply";

    fn unset(spec: &Spec) -> Self {
        Self { for_games: spec.is_for_games(), ..Self::default() }
    }

    fn each_option(&mut self, options: &mut Options<'_>) {
        options.evaluation(&mut self.evaluation, "");
        options.value("seed", &mut self.seed, 1);
        options.choice("ends", &mut self.ends, &Ends::CHOICES, Ends::usual(self.for_games));
    }
}

impl Solver for OnePly {
    fn spec(&self) -> String {
        self.text()
    }

    fn with_seed(&self, seed: u64) -> Option<Box<dyn Solver>> {
        Some(Box::new(Self { seed, ..*self }))
    }

    fn solve(&self, problem: &Position, limits: &Limits) -> Answer {
        let budget = Budget::new(limits, 32);
        let (placement, frame) = problem.smallest_placement();
        with_placement!(placement, placement => self.choose(&placement, frame, problem, budget))
    }
}
