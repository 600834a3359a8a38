//! All moves of a problem side by side: bounds that narrow together, for people who watch.
//!
//! The judge's other questions aim at one answer. This one gives every move a slice of work in
//! turn, first for who wins and then for the score, and the slices double from round to round. So
//! something is proved about every move early, and one hard move does not hold up the others. All
//! slices share one table.

use super::memory::Memory;
use super::node::Node;
use super::ordering;
use super::search::Search;
use super::search_params::SearchParams;
use super::single::INTERVAL;
use super::task::Task;
use crate::board::{Bitboard, Move, PlacementMove};
use crate::limits::{Budget, Limits};
use crate::score::{Bounds, Interval};
use std::time::Instant;

/// Nodes of the first slice of a move.
const FIRST_SLICE: u64 = 500;

/// Narrows the bounds of each move's rank for the mover until all are exact or a limit is reached.
/// Calls `report` for each move whose bounds have narrowed.
pub(super) fn narrow<B: Bitboard>(
    memory: &mut Memory,
    params: SearchParams,
    task: Task<'_, B>,
    widest: Interval,
    limits: &Limits,
    report: &mut dyn FnMut(Move, Interval),
) -> Vec<(Move, Interval)> {
    let deadline = limits.deadline(Instant::now());
    let mut spent = 0;
    let Memory { shared, own } = memory;
    let problem = Node::of(task.placement, task.side);
    let mut moves: Vec<Open<B>> = task
        .placement
        .moves(task.side)
        .into_iter()
        .map(|mv| Open { mv, node: None, x: widest.for_opponent().x() })
        .collect();
    let mut slice = FIRST_SLICE;
    let mut stopped = false;
    // First everything that the static bounds say, then winners and scores.
    for stage in [Stage::Bounds, Stage::Winner].into_iter().chain(std::iter::repeat(Stage::Score)) {
        for step in stage.steps() {
            for open in &mut moves {
                if stopped || open.x.exact().is_some() {
                    continue;
                }
                let share = share(limits, slice, spent, deadline);
                let mut budget = Budget::new(&share, INTERVAL);
                let before = open.x;
                let mut search = Search::new(problem, shared, own, params, &mut budget);
                open.work(&mut search, task, *step);
                spent += budget.nodes();
                stopped = limits.abort.is_set()
                    || limits.nodes.is_some_and(|nodes| spent >= nodes)
                    || deadline.is_some_and(|end| Instant::now() >= end);
                if open.x != before {
                    report(task.outward(open.mv), open.rank());
                }
            }
        }
        let done = moves.iter().all(|open| open.x.exact().is_some());
        if stopped || done {
            break;
        }
        if stage == Stage::Score {
            slice = slice.saturating_mul(2);
        }
    }
    moves.iter().map(|open| (task.outward(open.mv), open.rank())).collect()
}

/// The limits of one slice, within what is left in total.
fn share(limits: &Limits, slice: u64, spent: u64, deadline: Option<Instant>) -> Limits {
    let left = limits.nodes.map_or(u64::MAX, |nodes| nodes.saturating_sub(spent));
    let time = deadline.map(|end| end.saturating_duration_since(Instant::now()));
    Limits::new(time, Some(slice.min(left))).until(&limits.abort)
}

/// What a round over all moves does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Bounds,
    Winner,
    Score,
}

impl Stage {
    /// In a round, scores come after the winners.
    fn steps(self) -> &'static [Self] {
        match self {
            Self::Bounds => &[Self::Bounds],
            Self::Winner => &[Self::Winner],
            Self::Score => &[Self::Winner, Self::Score],
        }
    }
}

/// A move and what is known about the opponent's x after it.
struct Open<B> {
    mv: PlacementMove,
    /// The reduced node after the move, once it has been reduced.
    node: Option<Node<B>>,
    x: Bounds,
}

impl<B: Bitboard> Open<B> {
    /// The mover's rank.
    fn rank(&self) -> Interval {
        self.x.ranks().for_opponent()
    }

    /// Does one slice of work. A limit that ends it is not an error: what was proved is kept.
    fn work(&mut self, search: &mut Search<'_, B>, task: Task<'_, B>, step: Stage) {
        let after = task.placement.after(task.side, self.mv);
        let node = match self.node {
            Some(node) => node,
            None => match search.reduce(Node::of(&after, task.side.other())) {
                Ok(node) => *self.node.insert(node),
                Err(_) => return,
            },
        };
        let known = search.bounds(&node);
        self.x = self.x.and(known).unwrap_or(known);
        if step == Stage::Bounds {
            return;
        }
        let guess = ordering::guess(&node);
        loop {
            let target = match (self.x.answer(1), step) {
                (None, _) => 1,
                (Some(_), Stage::Score) => match self.x.next_target(guess) {
                    Some(target) => target,
                    None => return,
                },
                _ => return,
            };
            match search.prove(&node, target) {
                Ok(bound) => self.x.learn(target, bound),
                Err(_) => return,
            }
        }
    }
}
