//! A problem in the layout that it is searched in, and what is asked about it.

use super::solution::Query;
use crate::board::{Bitboard, Color, Frame, Move, Placement, PlacementMove, Position};
use crate::score::Rank;

/// A problem in the layout that it is searched in, and what is asked about it.
#[derive(Clone, Copy)]
pub(super) struct Task<'a, B> {
    pub placement: &'a Placement<B>,
    /// Leads back to the squares of the problem.
    frame: Frame,
    pub side: Color,
    pub query: Query,
}

impl<'a, B: Bitboard> Task<'a, B> {
    pub fn new(
        placement: &'a Placement<B>,
        frame: Frame,
        problem: &Position,
        query: Query,
    ) -> Self {
        Self { placement, frame, side: problem.side(), query }
    }

    /// A move as one of the problem.
    pub fn outward(&self, mv: PlacementMove) -> Move {
        self.frame.outward_move::<B>(mv)
    }

    /// Moves with their x as moves of the problem with their ranks, best first.
    pub fn ranked(&self, moves: Vec<(PlacementMove, i32)>) -> Vec<(Move, Rank)> {
        let outward = |(mv, x)| (self.frame.outward_move::<B>(mv), x - 1);
        let mut list: Vec<(Move, Rank)> = moves.into_iter().map(outward).collect();
        list.sort_by_cached_key(|(mv, rank)| (-rank, mv.to_string()));
        list
    }
}

/// Evaluates an expression with the task that a problem sets, in the layout that is searched fastest.
macro_rules! with_task {
    ($problem:expr, $query:expr, $task:ident => $body:expr) => {
        match ($problem.smallest_placement(), $problem.placement().fit::<$crate::board::Flat>()) {
            (($crate::board::AnyPlacement::Medium(_), _), Some((placement, frame))) => {
                let $task = $crate::judge::task::Task::new(&placement, frame, $problem, $query);
                $body
            }
            ((placement, frame), _) => $crate::board::with_placement!(placement, placement => {
                let $task = $crate::judge::task::Task::new(&placement, frame, $problem, $query);
                $body
            }),
        }
    };
}
pub(super) use with_task;
