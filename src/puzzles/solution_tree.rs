//! The solution of a puzzle, as deep as the answer stays the only one.

use crate::board::Position;
use crate::judge::{Judge, Query};
use crate::limits::Limits;
use crate::problems::SolutionTree;

/// Moves of the solver on a line at most.
const DEPTH: usize = 5;

/// Best replies that are followed at each move at most.
const REPLIES: usize = 3;

/// The solution from a position on; `None` where no move alone is optimal, or the limits of a
/// question come first.
pub(super) fn solution_tree(
    position: &Position,
    judge: &mut Judge,
    limits: &Limits,
) -> Option<SolutionTree> {
    below(position, judge, limits, DEPTH)
}

fn below(
    position: &Position,
    judge: &mut Judge,
    limits: &Limits,
    depth: usize,
) -> Option<SolutionTree> {
    if depth == 0 || position.placement().count_moves(position.side()) < 2 {
        return None;
    }
    let best = judge.ask(position, Query::BestMoves, limits).best_moves?;
    let [mv] = best[..] else { return None };
    let after = position.play(mv).ok()?;
    let replies = judge.ask(&after, Query::BestMoves, limits).best_moves.unwrap_or_default();
    let followed = replies.into_iter().filter_map(|reply| {
        let next = after.play(reply).ok()?;
        Some((reply, below(&next, judge, limits, depth - 1)?))
    });
    Some(SolutionTree { mv, replies: followed.take(REPLIES).collect() })
}
