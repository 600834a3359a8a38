//! Monte-Carlo tree search with an evaluation function, as in Campya: J. Kloetzer, H. Iida and
//! B. Bouzy, "The Monte-Carlo Approach in Amazons", Computer Games Workshop 2007.
//!
//! UCT whose playouts stop after a few random plies and are then evaluated by accessibility, which
//! is far stronger than playing them to the end. What those authors leave open is settled here as
//! follows:
//!
//! - UCB1: the child of highest x̄ + C √(ln n / n_i) is visited next.
//! - A reward is 1/2 + x / (2 (|x| + 5)), where x is the evaluation in squares, or the exact score
//!   if the game has ended, on one scale (see [`exact_leaf`](crate::solvers::exact_leaf)). So a
//!   larger win is better, but the difference is less than that between a win and a loss.
//! - The children of a node are ordered by evaluation, and a node visited n times chooses among the
//!   first 4 + n^0.6 (progressive widening); otherwise whole boards would be searched one ply deep.
//!   In problems, in which one square counts, it is 4 + n^0.3, and playouts have no random plies.
//! - The children are made when the node has been visited a tenth as often as it has siblings, but
//!   at least four times: on whole boards, nearly all time went into ordering children that were
//!   never visited.

use super::bounds::Prove;
use super::draw::Draw;
use super::line_board::LineBoard;
use super::node::{Node, after};
use super::tree::{EXPAND_AT, Levels, Policy, Tree, TreeOptions};
use crate::board::with_placement;
use crate::board::{Bitboard, Color, Placement, PlacementMove, Position};
use crate::eval::{Evaluator, MAX_ESTIMATE, SQUARE, Value};
use crate::limits::{Budget, Limits};
use crate::solvers::exact_leaf::{Ends, ExactLeaves, value_of_estimate, value_of_margin};
use crate::solvers::options::{Configured, Options};
use crate::solvers::solver::{Answer, Solver};
use crate::solvers::spec::Spec;
use crate::solvers::watch::Watch;
use crate::util::SeededRng;

/// The solver `mcts`.
///
/// Options:
/// - `eval=NAME`: the evaluation function; the default is `accessibility`.
/// - `plies=N`: random plies of a playout before it is evaluated; none in problems, 4 in whole
///   games.
/// - `explore=C`: the constant of UCB1.
/// - `widen=E`: the exponent of progressive widening, 0.3 in problems, 0.6 in whole games; 1 means
///   none.
/// - `prove=none` (the default), `win` or `score`: prove who wins, or the score, as the tree grows.
/// - `levels=one` (the default) or `two`: a move is one level of the tree, or two, the amazon's
///   step and its arrow.
/// - `draw=steps` (the default) or `moves`: what is drawn evenly in playouts.
/// - `ends=score` (the default in problems) or `win` (in whole games): the end of a game is worth
///   its margin, or more than any estimate.
/// - `seed=N`: the seed of all random choices; the default is 1.
///
/// A node is a playout. Once the tree has filled its memory, it stops growing. The move played is
/// the one visited most, or what `prove` has proved best. Nothing is claimed except what `prove`
/// asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mcts {
    evaluation: Evaluator,
    plies: u32,
    explore: f64,
    widen: f64,
    prove: Prove,
    levels: Levels,
    draw: Draw,
    ends: Ends,
    for_games: bool,
    seed: u64,
    /// Bytes of the tree.
    memory: usize,
}

/// The lead, in squares, that is worth half of a certain win.
const HALF: f64 = 5.0;

/// Visits of a node, per child that it may get, before the children are made. Evaluating hundreds
/// of children takes as long as tens of playouts, which show first whether the node is worth it.
const VISITS_A_CHILD: f64 = 0.1;

impl Configured for Mcts {
    const NAME: &'static str = "mcts";

    fn unset(spec: &Spec) -> Self {
        let (for_games, memory) = (spec.is_for_games(), spec.memory());
        Self { for_games, memory, ..Self::default() }
    }

    fn each_option(&mut self, options: &mut Options<'_>) {
        // In problems, random plies blur the value of a single move more or less, and the best moves
        // are mostly among the first.
        let (plies, widen) = if self.for_games { (4, 0.6) } else { (0, 0.3) };
        let levels = [("one", Levels::One), ("two", Levels::Two)];
        options.evaluation(&mut self.evaluation, "eval=");
        options.value("plies", &mut self.plies, plies);
        options.within("explore", &mut self.explore, 0.1, 0.0..=1_000.0);
        options.within("widen", &mut self.widen, widen, 0.0..=1.0);
        options.choice("levels", &mut self.levels, &levels, Levels::One);
        options.choice("draw", &mut self.draw, &Draw::CHOICES, Draw::Steps);
        options.choice("ends", &mut self.ends, &Ends::CHOICES, Ends::usual(self.for_games));
        options.choice("prove", &mut self.prove, &Prove::CHOICES, Prove::Nothing);
        options.value("seed", &mut self.seed, 1);
    }
}

impl Solver for Mcts {
    fn spec(&self) -> String {
        self.text()
    }

    fn solve(&self, problem: &Position, limits: &Limits) -> Answer {
        self.solve_watched(problem, limits, &mut Watch::nobody())
    }

    fn solve_watched(&self, problem: &Position, limits: &Limits, watch: &mut Watch<'_>) -> Answer {
        let (placement, frame) = problem.smallest_placement();
        let policy = Evaluated {
            options: Self { evaluation: self.evaluation.on(frame), ..*self },
            board: LineBoard::default(),
        };
        let Self { prove, ends, levels, seed, memory, .. } = *self;
        let tree = Tree::new(policy, TreeOptions { prove, ends, levels, seed, memory }, limits);
        with_placement!(placement, placement => {
            tree.grow(&placement, problem.side(), frame, watch)
        })
    }

    fn with_seed(&self, seed: u64) -> Option<Box<dyn Solver>> {
        Some(Box::new(Self { seed, ..*self }))
    }
}

/// The policy of one search.
struct Evaluated {
    options: Mcts,
    /// The board on which playouts are played.
    board: LineBoard,
}

impl<B: Bitboard> Policy<B> for Evaluated {
    /// Best evaluation first.
    fn order(
        &mut self,
        placement: &Placement<B>,
        mover: Color,
        moves: &mut Vec<PlacementMove>,
        _: &mut SeededRng,
        budget: &mut Budget,
    ) {
        let mut valued: Vec<(Value, PlacementMove)> = Vec::with_capacity(moves.len());
        for (i, &mv) in moves.iter().enumerate() {
            // On a large board this takes longer than a time limit may be exceeded.
            let in_time = i % 64 != 0 || budget.check();
            let value = match in_time && !budget.exhausted() {
                true => {
                    self.options.evaluation.evaluate(&after(placement, mover, mv), mover.other())
                }
                false => Value::MAX,
            };
            valued.push((value, mv));
        }
        valued.sort_unstable();
        moves.clear();
        moves.extend(valued.into_iter().map(|(_, mv)| mv));
    }

    fn considered(&self, visits: u32, children: usize) -> usize {
        let widen = self.options.widen;
        if widen < 1.0 { 4 + f64::from(visits).powf(widen) as usize } else { children }
    }

    fn priority(&self, ln_visits: f64, child: &Node) -> f64 {
        let n = f64::from(child.visits);
        child.total / n + self.options.explore * (ln_visits / n).sqrt()
    }

    fn widest(&self) -> f64 {
        self.options.explore
    }

    fn expand_at(&self, siblings: u32) -> u32 {
        // Without random plies, a second visit shows the same as the first.
        let least = if self.options.plies == 0 { 1 } else { EXPAND_AT };
        least.max((f64::from(siblings) * VISITS_A_CHILD) as u32)
    }

    fn simulate(
        &mut self,
        mut placement: Placement<B>,
        mover: Color,
        dice: &mut SeededRng,
        endings: &mut ExactLeaves,
    ) -> f64 {
        let mut side = mover;
        let Mcts { plies, draw, evaluation, .. } = self.options;
        self.board.load(&placement);
        for _ in 0..plies {
            let Some(mv) = self.board.play(side, draw, dice) else { break };
            placement = placement.after(side, mv.in_layout::<B>());
            side = side.other();
        }
        let value = if placement.can_move(side) {
            value_of_estimate(evaluation.evaluate(&placement, side))
        } else {
            endings.ran_out(&placement, side, &mut || true).value
        };
        let reward = Policy::<B>::reward(self, value);
        if side == mover { reward } else { 1.0 - reward }
    }

    fn reward(&self, value: Value) -> f64 {
        let x = f64::from(value) / f64::from(SQUARE);
        0.5 + 0.5 * x / (x.abs() + HALF)
    }

    fn value(&self, reward: f64) -> Option<Value> {
        let share = 2.0 * reward - 1.0;
        let x = HALF * share / (1.0 - share.abs()).max(1e-6);
        let value = value_of_margin((x * f64::from(SQUARE)).round() as Value);
        Some(value.clamp(-MAX_ESTIMATE, MAX_ESTIMATE))
    }
}
