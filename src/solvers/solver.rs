//! The interface of every solver: a position and limits in, a move and what is proved out.

use super::watch::Watch;
use crate::board::{Move, Position};
use crate::limits::Limits;
use crate::score::Interval;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// A method that chooses a move in an endgame problem.
///
/// The first player of a problem is the side to move of its position. Everything that a solver
/// claims (`interval`) is proved; the move of a game-playing method is not a claim.
pub trait Solver: Send + Sync {
    /// Returns the text that makes this solver again, such as `dfpn:tt=16MB`.
    fn spec(&self) -> String;

    /// Chooses a move. Ends early with what is known when a limit is reached.
    fn solve(&self, problem: &Position, limits: &Limits) -> Answer;

    /// Chooses a move as [`solve`](Self::solve) does, and tells what it has found while it runs. A
    /// solver that has nothing to tell is silent.
    fn solve_watched(&self, problem: &Position, limits: &Limits, watch: &mut Watch<'_>) -> Answer {
        let _ = watch;
        self.solve(problem, limits)
    }

    /// Returns the same solver with another seed for its random choices, or `None` if it makes
    /// none.
    fn with_seed(&self, seed: u64) -> Option<Box<dyn Solver>> {
        let _ = seed;
        None
    }

    /// Returns the same solver for the searches of one game, in which it remembers from each what
    /// still holds in the next, or `None` if it remembers nothing. Its searches run one at a time.
    fn for_one_game(&self) -> Option<Box<dyn Solver>> {
        None
    }

    /// Returns whether the limits apply to each iteration, as for the proof-number solvers, and not
    /// to the choice of a move as a whole.
    fn limits_each_iteration(&self) -> bool {
        false
    }

    /// Returns whether an option, such as a fixed depth, ends every choice of a move, so that no
    /// other limit is needed.
    fn ends_by_itself(&self) -> bool {
        false
    }
}

impl fmt::Debug for dyn Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Solver").field(&self.spec()).finish()
    }
}

/// What a solver found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The chosen move. `None` means *unsolved*, or that the first player has no move.
    pub best: Option<Move>,
    /// The proved interval in which the first player's rank lies.
    #[serde(flatten)]
    pub interval: Interval,
    /// What was asked, in order. Iterative deepening logs one iteration per depth, and a tree search
    /// one at 1, 2, 5, 10 and so on playouts.
    pub iterations: Vec<Iteration>,
    /// Nodes in total.
    pub nodes: u64,
    /// Wall time in total.
    pub time: Duration,
}

/// One iteration of a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Iteration {
    /// For proof-number solvers, the rank asked for; for iterative deepening, the depth; for a tree
    /// search, the playouts so far.
    pub target: i32,
    /// How it ended.
    pub outcome: IterationEnd,
    /// Nodes of this iteration.
    pub nodes: u64,
    /// Wall time of this iteration.
    pub time: Duration,
    /// The move that a limit after it would have returned; `None` if it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best: Option<Move>,
}

/// How an iteration ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum IterationEnd {
    /// The rank was proved to be reachable, or the depth or the playouts were searched to their end.
    Proved,
    /// The rank was proved to be out of reach.
    Refuted,
    /// A limit ended it.
    Limit,
}

impl Answer {
    /// Returns the bounds that hold for every position with `empties` empty squares: neither player
    /// can make more moves than that.
    pub fn unknown(empties: usize) -> Self {
        Self {
            best: None,
            interval: Interval::of_size(empties),
            iterations: Vec::new(),
            nodes: 0,
            time: Duration::ZERO,
        }
    }
}
