//! What a search tells while it runs.

use crate::board::Move;
use crate::eval::Value;
use crate::score::Rank;
use crate::solvers::exact_leaf::value_of_rank;
use std::time::Duration;

/// What a running search has found so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// The plies that were searched; for a tree search, the plies of its first line.
    pub depth: u32,
    /// Whether the depth was searched to its end, and not only up to a better move.
    pub finished: bool,
    /// The nodes so far, as the solver counts them.
    pub nodes: u64,
    /// The wall time so far.
    pub time: Duration,
    /// The best moves with what is expected after them, best first.
    pub lines: Vec<Variation>,
}

/// A move with the moves that are expected after it.
#[derive(Clone, Debug, PartialEq)]
pub struct Variation {
    /// What the move is worth for the player to move, in hundredths of a square: a win by k is
    /// worth 100 k + 50. `None` if the solver counts wins only.
    pub value: Option<Value>,
    /// The move and its continuation.
    pub moves: Vec<Move>,
}

impl Variation {
    /// A move that is played for what is proved of the position, with the value of its rank if that is
    /// known.
    pub fn proved(mv: Move, rank: Option<Rank>) -> Self {
        Self { value: rank.map(value_of_rank), moves: vec![mv] }
    }
}

/// Who watches a search, and what it asks for.
pub struct Watch<'a> {
    lines: usize,
    /// `None` if nobody listens.
    tell: Option<&'a mut dyn FnMut(&Thought)>,
}

crate::util::opaque_debug!([] Watch<'_>, "Watch");

impl<'a> Watch<'a> {
    /// Watches a search, which is asked for its best `lines` moves, at least one.
    pub fn new(lines: usize, tell: &'a mut dyn FnMut(&Thought)) -> Self {
        Self { lines: lines.max(1), tell: Some(tell) }
    }

    /// Watches nothing.
    pub fn nobody() -> Self {
        Self { lines: 1, tell: None }
    }

    /// Returns whether anybody listens.
    pub fn is_watched(&self) -> bool {
        self.tell.is_some()
    }

    /// Returns the number of lines asked for.
    pub fn lines(&self) -> usize {
        self.lines
    }

    /// Tells what was found so far.
    pub fn tell(&mut self, thought: &Thought) {
        if let Some(tell) = &mut self.tell {
            tell(thought);
        }
    }
}
