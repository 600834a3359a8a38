//! The queries of the judge, and what it proves.

use crate::board::{Color, Move};
use crate::score::{Bounds, Interval, Rank, Score};
use std::time::Duration;

/// A query about a problem.
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
    /// The next target to ask about, given an interval and an estimate of x. The winner is asked
    /// for most, so it is settled first: x ≥ 1 is a win of the first player.
    pub(super) fn next_target(self, x: Bounds, guess: i32) -> Option<i32> {
        match x.answer(1) {
            None => Some(1),
            Some(_) if self == Self::Winner => None,
            Some(_) => x.next_target(guess),
        }
    }

    /// Whether the moves are searched too once the score is known.
    pub(super) fn wants_moves(self) -> bool {
        matches!(self, Self::BestMoves | Self::AllMoves)
    }
}

/// What the judge has proved about a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The first player; all ranks are this player's.
    pub first: Color,
    /// The interval in which the first player's rank lies.
    pub interval: Interval,
    /// For [`Query::BestMoves`] and [`Query::AllMoves`]: the optimal moves sorted as text, or
    /// `None` if a limit came before all were known.
    pub best_moves: Option<Vec<Move>>,
    /// For [`Query::AllMoves`]: every move with its rank, best first, or `None` if a limit came
    /// first.
    pub moves: Option<Vec<(Move, Rank)>>,
    /// For [`Query::AllMoves`] if a limit came first: what is proved about each move's rank.
    pub move_bounds: Option<Vec<(Move, Interval)>>,
    /// Nodes searched, including those of fillings.
    pub nodes: u64,
    /// Wall time.
    pub time: Duration,
}

impl Solution {
    /// Makes a solution from an interval of ranks and, if they were found, the moves with their
    /// ranks.
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

    /// Returns the score if it is proved.
    pub fn score(&self) -> Option<Score> {
        self.rank().map(|rank| Score::from_rank(rank, self.first))
    }

    /// Returns the first player's rank if it is proved.
    pub fn rank(&self) -> Option<Rank> {
        self.interval.exact()
    }

    /// Returns the proved interval of the first player's rank.
    pub fn interval(&self) -> Interval {
        self.interval
    }

    /// Returns whether the first player wins, if that is proved.
    pub fn first_wins(&self) -> Option<bool> {
        self.interval.reaches(Rank::WIN)
    }
}
