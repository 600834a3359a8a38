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
use crate::solvers::solver::{Answer, Solver};
use crate::solvers::spec::{Spec, SpecError, spec_text};
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
#[derive(Clone, Copy, Debug, PartialEq)]
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

/// The defaults in whole games.
const IN_GAMES: Mcts = Mcts {
    evaluation: Evaluator::DEFAULT,
    plies: 4,
    explore: 0.1,
    widen: 0.6,
    prove: Prove::Nothing,
    levels: Levels::One,
    draw: Draw::Steps,
    ends: Ends::Win,
    for_games: true,
    seed: 1,
    memory: Spec::MEMORY,
};

/// The defaults in problems. There random plies blur the value of a single move more or less, and
/// the best moves are mostly among the first.
const IN_PROBLEMS: Mcts =
    Mcts { plies: 0, widen: 0.3, ends: Ends::Score, for_games: false, ..IN_GAMES };

/// The lead, in squares, that is worth half of a certain win.
const HALF: f64 = 5.0;

/// Visits of a node, per child that it may get, before the children are made. Evaluating hundreds
/// of children takes as long as tens of playouts, which show first whether the node is worth it.
const VISITS_A_CHILD: f64 = 0.1;

impl Mcts {
    fn usual(for_games: bool) -> Self {
        if for_games { IN_GAMES } else { IN_PROBLEMS }
    }

    /// Reads the options.
    ///
    /// # Errors
    /// An option is unknown or impossible.
    pub fn from_spec(mut spec: Spec) -> Result<Self, SpecError> {
        let usual = Self::usual(spec.is_for_games());
        let options = Self {
            evaluation: spec.take_evaluation(usual.evaluation)?,
            plies: spec.take("plies", usual.plies)?,
            explore: spec.take("explore", usual.explore)?,
            widen: spec.take("widen", usual.widen)?,
            prove: Prove::take(&mut spec)?,
            levels: spec.take_choice(
                "levels",
                &[("one", Levels::One), ("two", Levels::Two)],
                Levels::One,
            )?,
            draw: Draw::take(&mut spec)?,
            ends: Ends::take(&mut spec)?,
            for_games: spec.is_for_games(),
            seed: spec.take("seed", usual.seed)?,
            memory: spec.memory(),
        };
        if !(0.0..=1_000.0).contains(&options.explore) {
            return Err(spec.error("explore is out of range; expected 0 to 1000"));
        }
        if !(0.0..=1.0).contains(&options.widen) {
            return Err(spec.error("widen is out of range; expected 0 to 1"));
        }
        spec.finish(&[
            "eval", "plies", "explore", "widen", "prove", "levels", "draw", "ends", "seed",
        ])?;
        Ok(options)
    }
}

impl Solver for Mcts {
    fn spec(&self) -> String {
        let usual = Self::usual(self.for_games);
        let options = [
            (self.evaluation != usual.evaluation).then(|| format!("eval={}", self.evaluation)),
            (self.plies != usual.plies).then(|| format!("plies={}", self.plies)),
            (self.explore != usual.explore).then(|| format!("explore={}", self.explore)),
            (self.widen != usual.widen).then(|| format!("widen={}", self.widen)),
            (self.levels == Levels::Two).then(|| "levels=two".to_owned()),
            (self.draw != usual.draw).then(|| format!("draw={}", self.draw)),
            (self.ends != Ends::usual(self.for_games)).then(|| format!("ends={}", self.ends)),
            (self.prove != usual.prove).then(|| format!("prove={}", self.prove)),
            (self.seed != usual.seed).then(|| format!("seed={}", self.seed)),
        ];
        spec_text("mcts", &options.into_iter().flatten().collect::<Vec<_>>())
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
