//! The children of a node, for both searches: made, settled by their bounds where that is possible,
//! and kept on one stack where it is not.

use super::child::Child;
use super::decisions::Decision;
use super::node::{Node, SEED, Stopped};
use super::ordering::lead;
use super::packed_move::PackedMove;
use super::question::Question;
use super::relevance_zones::{Replies, Step};
use super::search::Search;
use crate::board::Bitboard;
use crate::score::Interval;

/// How far ahead of the target, in eighths of a square, a mover has moves that no reply refutes: to
/// try them all is a waste of time there.
const FAR_AHEAD: i32 = 40;

/// What the moves of a node leave to search.
pub(super) enum Generated {
    /// This bound of x answers the question.
    Decided(i32),
    /// The children on the stack are open; what is known of x from all others.
    Open(Seen),
}

/// What is known of x from the moves of a node that are settled: a child's x counts against the
/// mover.
#[derive(Clone, Copy)]
pub(super) struct Seen {
    /// What one of them, or the node's own bounds, yields.
    pub low: i32,
    /// The most that any of them yields.
    pub high: i32,
}

impl Seen {
    /// Nothing but the bounds of the node.
    pub fn none(bounds: Interval) -> Self {
        Self { low: bounds.low, high: i32::MIN }
    }
}

impl<B: Bitboard> Search<'_, B> {
    /// Puts the children of a node that are not settled without search on the stack, from `start`
    /// on.
    pub fn generate(&mut self, q: &Question<B>, start: usize) -> Result<Generated, Stopped> {
        if !q.node.is_contested() {
            return self.fill(q);
        }
        let mut seen = Seen::none(q.bounds);
        let way = match self.settle_killers(q, start, &mut seen)? {
            Some(way) => Some(way),
            None => self.settle_moves(q, &mut seen)?,
        };
        if let Some(way) = way {
            return Ok(Generated::Decided(self.decided(q, Decision::at_once(way), seen.low)));
        }
        if self.children.len() > start {
            return Ok(Generated::Open(seen));
        }
        if seen.high == i32::MIN {
            return self.run_out(q);
        }
        let high = seen.high.min(q.bounds.high);
        self.proved(q, Interval { low: seen.low, high }, 0);
        Ok(Generated::Decided(high))
    }

    /// A node of nothing but hard one-sided regions whose bounds do not answer: fills them.
    fn fill(&mut self, q: &Question<B>) -> Result<Generated, Stopped> {
        let budget = &mut *self.budget;
        let rest = q.node.reduced(self.safety.filler, None, &mut || budget.tick())?;
        debug_assert!(rest.empty.is_none());
        let x = rest.spare;
        self.proved(q, Interval { low: x, high: x }, 0);
        Ok(Generated::Decided(x))
    }

    /// The mover has run out: the opponent fills what they can reach.
    fn run_out(&mut self, q: &Question<B>) -> Result<Generated, Stopped> {
        let budget = &mut *self.budget;
        let length = self.safety.filler.longest(q.node.empty, q.node.enemy, &mut || budget.tick());
        let x = q.node.spare - length.exact().ok_or(Stopped)? as i32;
        self.proved(q, Interval { low: x, high: x }, 0);
        Ok(Generated::Decided(x))
    }

    /// The first of the moves that decided lately which alone proves the target.
    fn settle_killers(
        &mut self,
        q: &Question<B>,
        start: usize,
        seen: &mut Seen,
    ) -> Result<Option<PackedMove>, Stopped> {
        for way in self.killers.of(q.node.empties()) {
            if way.is_legal(q.node.empty, q.node.own) {
                self.make(&q.node, way)?;
                if let Some(way) = self.settle(start, q.target, seen)? {
                    return Ok(Some(way));
                }
                self.children.truncate(start);
            }
        }
        Ok(None)
    }

    /// The first of all moves that no standing reply refutes which alone proves the target; without
    /// one, those that are open stay on the stack.
    fn settle_moves(
        &mut self,
        q: &Question<B>,
        seen: &mut Seen,
    ) -> Result<Option<PackedMove>, Stopped> {
        let replies = self.replies(&q.node, q.target);
        seen.high = seen.high.max(replies.high);
        for Step { from, to, arrows } in replies.open {
            let first = self.children.len();
            for arrow in arrows.squares() {
                self.make(&q.node, PackedMove::of(from, to, arrow))?;
            }
            if let Some(way) = self.settle(first, q.target, seen)? {
                self.killers.add(&q.node, way);
                return Ok(Some(way));
            }
        }
        if !replies.spare {
            return Ok(None);
        }
        let first = self.children.len();
        self.make(&q.node, PackedMove::SPARE)?;
        self.settle(first, q.target, seen)
    }

    /// The moves of a node that no standing reply refutes.
    pub fn replies(&mut self, node: &Node<B>, target: i32) -> Replies<B> {
        let mut replies = Replies::none(node);
        if self.params.replies {
            for way in self.killers.of(node.empties() - 1) {
                replies.add(node, way, target, &mut self.safety);
            }
            if lead(node) + 8 * (node.spare - target) < FAR_AHEAD {
                replies.add_all(node, target, &mut self.safety);
            }
        }
        replies
    }

    /// Puts the reduced child of a move on the stack. Memory is slow: what the table knows of it is
    /// on its way while its siblings are made.
    #[inline(always)]
    pub fn make(&mut self, node: &Node<B>, way: PackedMove) -> Result<(), Stopped> {
        let node = self.child(node, way)?;
        let hash = node.hash(SEED);
        self.table.prefetch(hash);
        self.children.push(Child { node, hash, bounds: Interval::OPEN, order: 0, way });
        Ok(())
    }

    /// Looks at the children from `first` on: the move, if there is one, that alone proves the
    /// target. Those that are refuted without search only raise `seen.high`; the others are kept for
    /// the search.
    #[inline(always)]
    pub fn settle(
        &mut self,
        first: usize,
        target: i32,
        seen: &mut Seen,
    ) -> Result<Option<PackedMove>, Stopped> {
        let mut kept = first;
        for i in first..self.children.len() {
            if !self.budget.pulse() {
                return Err(Stopped);
            }
            let child = self.children[i];
            let bounds = self.hashed_bounds(&child.node, child.hash);
            seen.low = seen.low.max(1 - bounds.high);
            if 1 - bounds.high >= target {
                return Ok(Some(child.way));
            }
            if 1 - bounds.low < target {
                seen.high = seen.high.max(1 - bounds.low);
            } else {
                self.children[kept] = Child { bounds, ..child };
                kept += 1;
            }
        }
        self.children.truncate(kept);
        Ok(None)
    }
}
