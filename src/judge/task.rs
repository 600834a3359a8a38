//! A problem in the layout in which it is searched, and the query about it.

use super::solution::Query;
use crate::board::{Bitboard, Color, Frame, Move, Placement, PlacementMove, Position};
use crate::score::{Bounds, Interval, Rank};
use std::cmp::Reverse;

/// A problem in the layout in which it is searched, and the query about it.
#[derive(Clone, Copy)]
pub(super) struct Task<'a, B> {
    pub placement: &'a Placement<B>,
    /// Translates back to the squares of the problem.
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

    /// The bounds of each move's rank, from what is proved about the x after each move and about
    /// the problem's own x, above which no move yields; best first.
    pub fn bounded(
        &self,
        behind: impl IntoIterator<Item = (PlacementMove, Bounds)>,
        x: Bounds,
    ) -> Vec<(Move, Interval)> {
        let least = -(self.placement.empty.count() as i32);
        let outward = |(mv, child): (PlacementMove, Bounds)| {
            let low = 1i32.saturating_sub(child.high).max(least);
            let high = 1i32.saturating_sub(child.low).min(x.high);
            (self.frame.outward_move::<B>(mv), Bounds { low, high }.ranks())
        };
        let mut list: Vec<(Move, Interval)> = behind.into_iter().map(outward).collect();
        list.sort_by_cached_key(|(mv, ranks)| (Reverse((ranks.low, ranks.high)), mv.to_string()));
        list
    }

    /// A move as a move of the problem.
    pub fn outward(&self, mv: PlacementMove) -> Move {
        self.frame.outward_move::<B>(mv)
    }

    /// Moves with their x, as moves of the problem with their ranks, best first.
    pub fn ranked(&self, moves: Vec<(PlacementMove, i32)>) -> Vec<(Move, Rank)> {
        let outward = |(mv, x)| (self.frame.outward_move::<B>(mv), Rank::of_x(x));
        let mut list: Vec<(Move, Rank)> = moves.into_iter().map(outward).collect();
        list.sort_by_cached_key(|(mv, rank)| (Reverse(*rank), mv.to_string()));
        list
    }
}

/// Evaluates an expression with the task of a problem, in the layout that is fastest to search.
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
