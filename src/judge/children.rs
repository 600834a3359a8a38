//! The children of a node, for both searches: made, settled by their bounds if possible, and
//! otherwise kept on one stack.

use super::child::Child;
use super::decisions::Decision;
use super::node::{Node, SEED, Stopped};
use super::ordering::lead;
use super::packed_move::PackedMove;
use super::question::Question;
use super::relevance_zones::{Replies, Step};
use super::search::Search;
use crate::board::Bitboard;
use crate::score::Bounds;

/// The lead over the target, in eighths of a square, from which on a mover has moves that no reply
/// refutes, so that trying all replies is a waste of time.
const FAR_AHEAD: i32 = 40;

/// What is left to search of the moves of a node.
pub(super) enum Generated {
    /// This bound of x answers the question.
    Decided(i32),
    /// The children on the stack are open; this is what all other moves say about x.
    Open(Seen),
}

/// What the settled moves of a node say about x. A child's x counts against the mover.
#[derive(Clone, Copy)]
pub(super) struct Seen {
    /// The most that is proved by one of them, or by the node's own bounds.
    pub low: i32,
    /// The most that any of them can yield.
    pub high: i32,
}

impl Seen {
    /// Only the bounds of the node.
    pub fn none(bounds: Bounds) -> Self {
        Self { low: bounds.low, high: i32::MIN }
    }
}

impl<B: Bitboard> Search<'_, B> {
    /// Puts the children of a node that cannot be settled without search on the stack, from `start`
    /// on.
    pub fn generate(&mut self, q: &Question<B>, start: usize) -> Result<Generated, Stopped> {
        if !q.node.is_contested() {
            return self.fill(q);
        }
        let mut seen = Seen::none(q.bounds);
        let mv = match self.settle_killers(q, start, &mut seen)? {
            Some(mv) => Some(mv),
            None => self.settle_moves(q, &mut seen)?,
        };
        if let Some(mv) = mv {
            return Ok(Generated::Decided(self.decided(q, Decision::at_once(mv), seen.low)));
        }
        if self.children.len() > start {
            return Ok(Generated::Open(seen));
        }
        if seen.high == i32::MIN {
            return self.run_out(q);
        }
        let high = seen.high.min(q.bounds.high);
        self.proved(q, Bounds { low: seen.low, high }, 0);
        Ok(Generated::Decided(high))
    }

    /// Fills a node that has only hard one-sided regions and whose bounds do not answer the
    /// question.
    fn fill(&mut self, q: &Question<B>) -> Result<Generated, Stopped> {
        let budget = &mut *self.budget;
        let rest = q.node.reduced(self.safety.filler, None, &mut || budget.tick())?;
        debug_assert!(rest.empty.is_none());
        let x = rest.spare;
        self.proved(q, Bounds { low: x, high: x }, 0);
        Ok(Generated::Decided(x))
    }

    /// The mover has run out, so the opponent fills the squares within reach.
    fn run_out(&mut self, q: &Question<B>) -> Result<Generated, Stopped> {
        let budget = &mut *self.budget;
        let length = self.safety.filler.longest(q.node.empty, q.node.enemy, &mut || budget.tick());
        let x = q.node.spare - length.exact().ok_or(Stopped)? as i32;
        self.proved(q, Bounds { low: x, high: x }, 0);
        Ok(Generated::Decided(x))
    }

    /// The first of the moves that decided recently which alone proves the target.
    fn settle_killers(
        &mut self,
        q: &Question<B>,
        start: usize,
        seen: &mut Seen,
    ) -> Result<Option<PackedMove>, Stopped> {
        for mv in self.killers.of(q.node.empties()) {
            if mv.is_legal(q.node.empty, q.node.own) {
                self.make(&q.node, mv)?;
                if let Some(mv) = self.settle(start, q.target, seen)? {
                    return Ok(Some(mv));
                }
                self.children.truncate(start);
            }
        }
        Ok(None)
    }

    /// The first move that alone proves the target among those that no standing reply refutes. If
    /// there is none, the open moves stay on the stack.
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
            if let Some(mv) = self.settle(first, q.target, seen)? {
                self.killers.add(&q.node, mv);
                return Ok(Some(mv));
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
        if self.params.relevance_zones {
            for mv in self.killers.of(node.empties() - 1) {
                replies.add(node, mv, target, &mut self.safety);
            }
            if lead(node) + 8 * (node.spare - target) < FAR_AHEAD {
                replies.add_all(node, target, &mut self.safety);
            }
        }
        replies
    }

    /// Puts the reduced child of a move on the stack. Memory is slow, so the table's entry for it
    /// is fetched while its siblings are made.
    #[inline(always)]
    pub fn make(&mut self, node: &Node<B>, mv: PackedMove) -> Result<(), Stopped> {
        let node = self.child(node, mv)?;
        let hash = node.hash(SEED);
        self.table.prefetch(hash);
        self.children.push(Child { node, hash, bounds: Bounds::OPEN, order: 0, mv });
        Ok(())
    }

    /// Examines the children from `first` on and returns the move that alone proves the target, if
    /// there is one. Children that are refuted without search only raise `seen.high`; the others
    /// are kept for the search.
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
                return Ok(Some(child.mv));
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
