//! Plain UCT: random playouts to the end of the game, and no evaluation function.
//!
//! Selection is by UCB1-tuned (P. Auer, N. Cesa-Bianchi and P. Fischer, "Finite-time Analysis of
//! the Multiarmed Bandit Problem", Machine Learning 47, 2002) as H. Kato, M. Takaya and
//! A. Yamamura used it for Amazons: the child of highest
//!
//! x̄_i + √( (ln n / n_i) · min(1/4, V_i + √(2 ln n / n_i)) )
//!
//! is visited next, where V_i is the variance of the child's rewards. For rewards of 0 and 1 it is
//! x̄_i − x̄_i², as those authors write it.
//!
//! In a playout each step is drawn evenly: an amazon that can move, its destination, its arrow.
//! With `draw=moves`, all legal moves are equally likely. A player who has run out passes for ever,
//! and the other player moves on at random until it runs out too. The reward is the share of the
//! possible scores that the result is better than, so a larger win is worth more, as in a problem.
//! With `reward=win` it is 1 for a win and 0 for a loss, as in those authors' games.

use super::bounds::Prove;
use super::draw::Draw;
use super::line_board::LineBoard;
use super::node::Node;
use super::playout::random_playout;
use super::tree::{Levels, Policy, Tree, TreeOptions};
use crate::board::with_placement;
use crate::board::{Bitboard, Color, Placement, PlacementMove, Position};
use crate::eval::{SQUARE, Value};
use crate::limits::{Budget, Limits};
use crate::score::Rank;
use crate::solvers::exact_leaf::{Ends, ExactLeaves, rank_of_value};
use crate::solvers::options::{Configured, Options};
use crate::solvers::solver::{Answer, Solver};
use crate::solvers::spec::Spec;
use crate::solvers::watch::Watch;
use crate::util::SeededRng;

/// The solver `uct`.
///
/// Options: `reward=score` (the default) or `win`; `prove=none` (the default), `win` or `score`:
/// prove who wins, or the score, as the tree grows; `draw=steps` (the default) or `moves`: what is
/// drawn evenly in playouts; `seed=N`, by default 1.
///
/// A node is a playout. Once the tree has filled its memory, it stops growing. The move played is
/// the one visited most, or what `prove` has proved best. Nothing is claimed except what `prove`
/// asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Uct {
    reward: Reward,
    prove: Prove,
    draw: Draw,
    seed: u64,
    /// Bytes of the tree.
    memory: usize,
}

/// The reward of a playout.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Reward {
    #[default]
    Score,
    Win,
}

impl Configured for Uct {
    const NAME: &'static str = "uct";

    fn unset(spec: &Spec) -> Self {
        Self { memory: spec.memory(), ..Self::default() }
    }

    fn each_option(&mut self, options: &mut Options<'_>) {
        let rewards = [("score", Reward::Score), ("win", Reward::Win)];
        options.choice("reward", &mut self.reward, &rewards, Reward::Score);
        options.choice("prove", &mut self.prove, &Prove::CHOICES, Prove::Nothing);
        options.choice("draw", &mut self.draw, &Draw::CHOICES, Draw::Steps);
        options.value("seed", &mut self.seed, 1);
    }
}

impl Solver for Uct {
    fn spec(&self) -> String {
        self.text()
    }

    fn solve(&self, problem: &Position, limits: &Limits) -> Answer {
        self.solve_watched(problem, limits, &mut Watch::nobody())
    }

    fn solve_watched(&self, problem: &Position, limits: &Limits, watch: &mut Watch<'_>) -> Answer {
        let (placement, frame) = problem.smallest_placement();
        let empties = problem.empties() as i32;
        let Self { reward, draw, .. } = *self;
        let policy = Playouts { reward, draw, empties, board: LineBoard::default() };
        let Self { prove, seed, memory, .. } = *self;
        let ends = Ends::usual(self.reward == Reward::Win);
        let options = TreeOptions { prove, ends, levels: Levels::One, seed, memory };
        let tree = Tree::new(policy, options, limits);
        with_placement!(placement, placement => {
            tree.grow(&placement, problem.side(), frame, watch)
        })
    }

    fn with_seed(&self, seed: u64) -> Option<Box<dyn Solver>> {
        Some(Box::new(Self { seed, ..*self }))
    }
}

/// How playouts of one problem are rewarded.
struct Playouts {
    reward: Reward,
    draw: Draw,
    /// e: empty squares of the problem. Ranks go from −1−e to e.
    empties: i32,
    board: LineBoard,
}

impl Playouts {
    fn of_rank(&self, rank: Rank) -> f64 {
        match self.reward {
            Reward::Win => f64::from(u8::from(rank.wins())),
            Reward::Score => {
                let share = f64::from(rank.x() + self.empties) / f64::from(2 * self.empties + 1);
                share.clamp(0.0, 1.0)
            }
        }
    }
}

impl<B: Bitboard> Policy<B> for Playouts {
    /// In random order, each order equally likely.
    fn order(
        &mut self,
        _: &Placement<B>,
        _: Color,
        moves: &mut Vec<PlacementMove>,
        dice: &mut SeededRng,
        _: &mut Budget,
    ) {
        for i in (1..moves.len()).rev() {
            moves.swap(i, dice.below(i + 1));
        }
    }

    fn considered(&self, _: u32, children: usize) -> usize {
        children
    }

    fn priority(&self, ln_visits: f64, child: &Node) -> f64 {
        let n = f64::from(child.visits);
        let mean = child.total / n;
        // A mean that was moved to a proved bound may make this negative.
        let variance = (child.squares / n - mean * mean).max(0.0);
        let rate = ln_visits / n;
        mean + (rate * (variance + (2.0 * rate).sqrt()).min(0.25)).sqrt()
    }

    fn widest(&self) -> f64 {
        0.5
    }

    fn simulate(
        &mut self,
        placement: Placement<B>,
        mover: Color,
        dice: &mut SeededRng,
        _: &mut ExactLeaves,
    ) -> f64 {
        self.board.load(&placement);
        let winner = random_playout(&mut self.board, mover, self.draw, dice);
        let mut more = 0;
        // The size of a win does not matter if only wins count.
        while self.reward == Reward::Score && self.board.play(winner, self.draw, dice).is_some() {
            more += 1;
        }
        let rank = Rank::new(more);
        self.of_rank(if winner == mover { rank } else { rank.for_opponent() })
    }

    fn reward(&self, value: Value) -> f64 {
        self.of_rank(rank_of_value(value))
    }

    fn value(&self, reward: f64) -> Option<Value> {
        let x = reward * f64::from(2 * self.empties + 1) - f64::from(self.empties);
        let value = x * f64::from(SQUARE) - f64::from(SQUARE / 2);
        (self.reward == Reward::Score).then(|| value.round() as Value)
    }
}
