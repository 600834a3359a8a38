//! What the judge is asked, and what it proved.

use crate::board::{Color, Move};
use crate::score::{Interval, Rank, Score};
use std::time::Duration;

/// What the judge is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Query {
    /// Only who wins.
    Winner,
    /// The score.
    Score,
    /// The score and every optimal move.
    #[default]
    BestMoves,
    /// The score, and the score of every move.
    AllMoves,
}

impl Query {
    /// The target to ask next, with an interval and a guess of x. Who wins is asked most, so it is
    /// settled first: x ≥ 1 is a win of the first player.
    pub(super) fn next_target(self, x: Interval, guess: i32) -> Option<i32> {
        match x.answer(1) {
            None => Some(1),
            Some(_) if self == Self::Winner => None,
            Some(_) => x.next_target(guess),
        }
    }

    /// Whether it goes on with the moves once the score is known.
    pub(super) fn wants_moves(self) -> bool {
        matches!(self, Self::BestMoves | Self::AllMoves)
    }
}

/// What the judge proved about a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The first player, whose ranks these are.
    pub first: Color,
    /// The first player's rank lies in it.
    pub interval: Interval,
    /// For [`Query::BestMoves`] and [`Query::AllMoves`]: the optimal moves sorted as text,
    /// `None` where a limit came before all were known.
    pub best_moves: Option<Vec<Move>>,
    /// For [`Query::AllMoves`]: every move with its rank, best first, `None` where a limit
    /// came first.
    pub moves: Option<Vec<(Move, Rank)>>,
    /// For [`Query::AllMoves`] where a limit came first: what is proved of each move's rank.
    pub move_bounds: Option<Vec<(Move, Interval)>>,
    /// Nodes searched, those of fillings included.
    pub nodes: u64,
    /// Wall time.
    pub time: Duration,
}

impl Solution {
    /// What an interval of ranks and, where they were found, moves with their ranks say.
    pub fn new(
        first: Color,
        interval: Interval,
        query: Query,
        moves: Option<Vec<(Move, Rank)>>,
        nodes: u64,
        time: Duration,
    ) -> Self {
        let best_moves = moves.as_ref().map(|list| {
            list.iter().filter(|(_, rank)| *rank == interval.low).map(|(mv, _)| *mv).collect()
        });
        let moves = moves.filter(|_| query == Query::AllMoves);
        Self { first, interval, best_moves, moves, move_bounds: None, nodes, time }
    }

    /// The score, where it is proved.
    pub fn score(&self) -> Option<Score> {
        self.rank().map(|rank| Score::from_rank(rank, self.first))
    }

    /// The first player's rank, where it is proved.
    pub fn rank(&self) -> Option<Rank> {
        self.interval.exact()
    }

    /// The proved interval of the first player's rank.
    pub fn interval(&self) -> Interval {
        self.interval
    }

    /// Whether the first player wins, where it is proved.
    pub fn first_wins(&self) -> Option<bool> {
        self.interval.answer(0).map(|rank| rank >= 0)
    }
}
