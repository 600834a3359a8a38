//! Plain UCT: random playouts to the end of the game, and no evaluation function.
//!
//! Selection is by UCB1-tuned (P. Auer, N. Cesa-Bianchi and P. Fischer, "Finite-time Analysis of
//! the Multiarmed Bandit Problem", Machine Learning 47, 2002) as H. Kato, M. Takaya and
//! A. Yamamura used it for Amazons: the child of highest
//!
//! x̄_i + √( (ln n / n_i) · min(1/4, V_i + √(2 ln n / n_i)) )
//!
//! is visited next, where V_i is the variance of the child's rewards. For rewards of 0 and 1 it
//! is x̄_i − x̄_i², as those authors write it.
//!
//! In a playout each step is drawn evenly: an amazon that can move, its destination, its arrow.
//! Who has run out passes for ever, and the other moves on at random until he is out too. The
//! reward is the share of the possible scores that the result is better than, so that a larger
//! win is worth more, as in a problem; with `reward=win` it is 1 for a win and 0 for a loss, as
//! in those authors' games.

use super::playout::{random_playout, random_step};
use super::tree::{Node, Policy, Prove, Tree};
use crate::board::with_placement;
use crate::board::{Bitboard, Color, Placement, PlacementMove, Position};
use crate::eval::Value;
use crate::limits::{Budget, Limits};
use crate::score::Rank;
use crate::solvers::exact_leaf::{ExactLeaves, rank_of_value};
use crate::solvers::solver::{Answer, Solver};
use crate::solvers::spec::{Spec, SpecError, spec_text};
use crate::util::SeededRng;

/// The solver `uct`.
///
/// Options: `reward=score` (where not given) or `win`; `prove=none` (where not given), `win` or
/// `score`: prove who wins, or the score, as the tree grows; `seed=N`, 1 where not given.
///
/// A node is a playout. When the tree has filled its memory, it stops
/// growing. The move visited most is played; nothing is claimed but what `prove` asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Uct {
    reward: Reward,
    prove: Prove,
    seed: u64,
    /// Bytes of the tree.
    memory: usize,
}

/// What a playout is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reward {
    Score,
    Win,
}

impl Uct {
    /// Reads the options.
    ///
    /// # Errors
    /// An option is unknown or impossible.
    pub fn from_spec(mut spec: Spec) -> Result<Self, SpecError> {
        let reward = match spec.take_text("reward").as_deref() {
            None | Some("score") => Reward::Score,
            Some("win") => Reward::Win,
            Some(other) => {
                return Err(spec.error(format!("no reward '{other}'; expected score or win")));
            }
        };
        let prove = Prove::take(&mut spec)?;
        let seed = spec.take("seed", 1)?;
        let memory = spec.memory();
        spec.finish(&["reward", "prove", "seed"])?;
        Ok(Self { reward, prove, seed, memory })
    }
}

impl Solver for Uct {
    fn spec(&self) -> String {
        let options = [
            (self.reward == Reward::Win).then(|| "reward=win".to_owned()),
            (self.prove != Prove::Nothing).then(|| format!("prove={}", self.prove)),
            (self.seed != 1).then(|| format!("seed={}", self.seed)),
        ];
        spec_text("uct", &options.into_iter().flatten().collect::<Vec<_>>())
    }

    fn solve(&self, problem: &Position, limits: &Limits) -> Answer {
        let (placement, frame) = problem.smallest_placement();
        let empties = problem.empties() as Rank;
        let policy = Playouts { reward: self.reward, empties };
        let tree = Tree::new(policy, self.prove, self.seed, self.memory, limits);
        with_placement!(placement, placement => tree.grow(&placement, problem.side(), frame))
    }
}

/// How playouts of one problem are rewarded.
struct Playouts {
    reward: Reward,
    /// e: empty squares of the problem. Ranks go from −1−e to e.
    empties: Rank,
}

impl Playouts {
    fn of_rank(&self, rank: Rank) -> f64 {
        match self.reward {
            Reward::Win => f64::from(u8::from(rank >= 0)),
            Reward::Score => f64::from(rank + 1 + self.empties) / f64::from(2 * self.empties + 1),
        }
    }
}

impl<B: Bitboard> Policy<B> for Playouts {
    /// Any order is as likely.
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
        let variance = child.squares / n - mean * mean;
        let rate = ln_visits / n;
        mean + (rate * (variance + (2.0 * rate).sqrt()).min(0.25)).sqrt()
    }

    fn simulate(
        &mut self,
        placement: Placement<B>,
        mover: Color,
        dice: &mut SeededRng,
        _: &mut ExactLeaves,
    ) -> f64 {
        let (winner, mut placement) = random_playout(placement, mover, dice);
        let mut more = 0;
        // How large a win is does not matter when only wins are counted.
        while self.reward == Reward::Score
            && let Some(next) = random_step(&placement, winner, dice)
        {
            placement = next;
            more += 1;
        }
        self.of_rank(if winner == mover { more } else { -1 - more })
    }

    fn reward(&self, value: Value) -> f64 {
        self.of_rank(rank_of_value(value))
    }
}
