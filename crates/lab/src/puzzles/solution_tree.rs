//! The solution of a puzzle, as deep as the answer remains unique.

use amazons::board::Position;
use amazons::judge::{Judge, Query};
use amazons::limits::Limits;
use amazons::problems::SolutionTree;

/// The most moves by the solver on one line.
const DEPTH: usize = 5;

/// The most best replies that are followed at each move.
const REPLIES: usize = 3;

/// Finds the solution from a position on; `None` if no single move is optimal or the limits do not
/// suffice for that. A line ends where they do not suffice.
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
