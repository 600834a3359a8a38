//! One problem on one thread.

use super::memory::Memory;
use super::node::{Node, Stopped};
use super::ordering;
use super::search::Search;
use super::search_params::SearchParams;
use super::solution::{Query, Solution};
use super::task::Task;
use crate::board::{Bitboard, PlacementMove};
use crate::limits::{Budget, Limits};
use crate::score::{Bounds, Interval};

/// Nodes between two looks at the clock: well below a millisecond.
pub(super) const INTERVAL: u64 = 64;

/// Answers a query about a problem whose rank is known to lie in an interval.
pub(super) fn solve<B: Bitboard>(
    memory: &mut Memory,
    params: SearchParams,
    task: Task<'_, B>,
    known: Interval,
    limits: &Limits,
    progress: &mut dyn FnMut(Interval),
) -> Solution {
    let mut budget = Budget::new(limits, INTERVAL);
    let mut x = known.x();
    let mut moves = None;
    let problem = Node::of(task.placement, task.side);
    let Memory { shared, own } = memory;
    let mut search = Search::new(problem, shared, own, params, &mut budget);
    let mut behind = Vec::new();
    let stopped = prove(&mut search, task, &mut x, &mut moves, &mut behind, progress).is_err();
    let moves = moves.map(|list| task.ranked(list));
    let (nodes, time) = (budget.nodes(), budget.elapsed());
    let solution = Solution::new(task.side, x.ranks(), task.query, moves, nodes, time);
    let bounded = stopped && task.query == Query::AllMoves;
    Solution { move_bounds: bounded.then(|| task.bounded(behind, x)), ..solution }
}

/// Narrows the bounds of x and lists the moves with their x, all of them or only the optimal
/// ones. `behind` gets what is proved about x after each move, if all moves are asked for.
fn prove<B: Bitboard>(
    search: &mut Search<'_, B>,
    task: Task<'_, B>,
    x: &mut Bounds,
    moves: &mut Option<Vec<(PlacementMove, i32)>>,
    behind: &mut Vec<(PlacementMove, Bounds)>,
    progress: &mut dyn FnMut(Interval),
) -> Result<(), Stopped> {
    let Task { placement, side, query, .. } = task;
    if query == Query::AllMoves {
        behind.extend(placement.moves(side).into_iter().map(|mv| (mv, Bounds::OPEN)));
    }
    let root = search.reduce(Node::of(placement, side))?;
    let known = search.bounds(&root);
    x.low = x.low.max(known.low);
    x.high = x.high.min(known.high);
    let mut report = |x: Bounds| progress(x.ranks());
    report(*x);
    let guess = if search.params.guess { ordering::guess(&root) } else { i32::MIN };
    while let Some(target) = query.next_target(*x, guess) {
        x.learn(target, search.prove(&root, target)?);
        report(*x);
    }
    if !query.wants_moves() {
        return Ok(());
    }
    let best = x.low;
    let mut list = Vec::new();
    for (i, mv) in placement.moves(side).into_iter().enumerate() {
        let child = search.reduce(Node::of(&placement.after(side, mv), side.other()))?;
        if query == Query::AllMoves {
            let mut x = search.bounds(&child);
            behind[i].1 = x;
            while let Some(target) = x.next_target(1 - best) {
                x.learn(target, search.prove(&child, target)?);
                behind[i].1 = x;
            }
            list.push((mv, 1 - x.low));
        } else if search.prove(&child, 2 - best)? < 2 - best {
            list.push((mv, best));
        }
    }
    *moves = Some(list);
    Ok(())
}
