//! Null-window search for x, the mover's moves minus the opponent's in the rest of the game.

use super::children::{Generated, Seen};
use super::decisions::Decision;
use super::node::{Node, Stopped};
use super::ordering::order;
use super::packed_move::PackedMove;
use super::question::Question;
use super::search::Search;
use super::two_move_zones::TwoMoveZones;
use crate::board::Bitboard;
use crate::score::Bounds;

/// How much farther an answer may seem from deciding here than where it decided, in eighths of a
/// square.
const MARGIN: i32 = 8;

impl<B: Bitboard> Search<'_, B> {
    /// Answers a question by alpha-beta, as [`Question::answer`] does.
    pub fn search(&mut self, q: &Question<B>) -> Result<i32, Stopped> {
        if let Some(x) = q.answer() {
            return Ok(x);
        }
        if !self.budget.tick() || self.budget.nodes() > self.give_up_at {
            return Err(Stopped);
        }
        if let Some(x) = self.answer_alike(q)? {
            return Ok(x);
        }
        let start = self.children.len();
        let result = self.expand(q, start);
        self.children.truncate(start);
        result
    }

    /// The bound given by the move that decided the similar position, or else the last node with as
    /// many empty squares, if that move decides here too.
    fn answer_alike(&mut self, q: &Question<B>) -> Result<Option<i32>, Stopped> {
        let decided = self.decision_of(q.similar);
        if let Some(decision) = decided
            && let Some(x) = self.answer(q, decision, q.similar)?
        {
            return Ok(Some(x));
        }
        let last = self.answers.of(q.node.empties());
        if self.params.last_decisions && decided.is_none_or(|decision| decision.mv != last.mv) {
            return self.answer(q, last, None);
        }
        Ok(None)
    }

    /// Searches a node that its static bounds and the table leave open. Its children are on the
    /// stack from `start` on.
    fn expand(&mut self, q: &Question<B>, start: usize) -> Result<i32, Stopped> {
        let (_, hint) = self.table.get(q.hash, q.node.spare);
        let seen = match self.generate(q, start)? {
            Generated::Decided(x) => return Ok(x),
            Generated::Open(seen) => seen,
        };
        for child in &mut self.children[start..] {
            child.order = if hint != 0 && child.mv.mark() == hint {
                i32::MIN
            } else if self.params.ordering {
                order(&child.node, child.bounds)
            } else {
                0
            };
        }
        self.children[start..].sort_unstable_by_key(|child| (child.order, child.mv));
        self.search_children(q, start, seen)
    }

    /// Searches the children from `start` on, in their order.
    fn search_children(
        &mut self,
        q: &Question<B>,
        start: usize,
        mut seen: Seen,
    ) -> Result<i32, Stopped> {
        let mut refuted = None;
        let mut tried = Vec::new();
        let mut i = start;
        while i < self.children.len() {
            let child = self.children[i];
            // The search of a sibling may have settled this child too.
            let known = self.narrowed(&child.node, child.hash, child.bounds);
            let nodes = self.budget.nodes();
            let like = self.similar_after(q.similar, child.mv, refuted)?;
            let x = 1 - self.search(&child.asked(known, q.target, like))?;
            if x >= q.target {
                let decision = Decision { mv: child.mv, shortfall: child.shortfall(q.target) };
                self.answers.set(&q.node, decision);
                return Ok(self.decided(q, decision, x));
            }
            seen.high = seen.high.max(x);
            refuted = Some(child.node);
            i += 1;
            if self.budget.nodes() - nodes >= self.params.two_move_zone_nodes {
                let answer = self.answers.of(child.node.empties()).mv;
                if !tried.contains(&answer) {
                    tried.push(answer);
                    seen.high = seen.high.max(self.drop_by_two_moves(q, answer, i)?);
                }
            }
        }
        let high = seen.high.min(q.bounds.high);
        self.proved(q, Bounds { low: seen.low, high }, 0);
        Ok(high)
    }

    /// Drops the children from `first` on that are refuted by the answer to an earlier one and a
    /// second move after it. Returns the most that the dropped ones yield.
    fn drop_by_two_moves(
        &mut self,
        q: &Question<B>,
        answer: PackedMove,
        first: usize,
    ) -> Result<i32, Stopped> {
        if first == self.children.len() {
            return Ok(i32::MIN);
        }
        if !self.budget.tick() {
            return Err(Stopped);
        }
        let zones = TwoMoveZones::new(&q.node, answer, q.target, &mut self.safety);
        if zones.is_empty() {
            return Ok(i32::MIN);
        }
        let mut kept = first;
        for i in first..self.children.len() {
            if !zones.refutes(&q.node, self.children[i].mv) {
                self.children[kept] = self.children[i];
                kept += 1;
            }
        }
        let high = if kept < self.children.len() { zones.high } else { i32::MIN };
        self.children.truncate(kept);
        Ok(high)
    }

    /// The bound that a move which decided elsewhere proves here, if it decides here too. It is
    /// searched unless it seems much farther from deciding here.
    fn answer(
        &mut self,
        q: &Question<B>,
        elsewhere: Decision,
        similar: Option<Node<B>>,
    ) -> Result<Option<i32>, Stopped> {
        let mv = elsewhere.mv;
        if !mv.is_legal(q.node.empty, q.node.own) {
            return Ok(None);
        }
        let start = self.children.len();
        self.make(&q.node, mv)?;
        let mut seen = Seen::none(q.bounds);
        let decided = self.settle(start, q.target, &mut seen)?.is_some();
        let open = self.children.get(start).copied().filter(|_| !decided);
        self.children.truncate(start);
        let mut decision = Decision::at_once(mv);
        if let Some(child) = open {
            decision.shortfall = child.shortfall(q.target);
            if decision.shortfall <= elsewhere.shortfall + MARGIN {
                let like = self.similar_after(similar, mv, None)?;
                let x = 1 - self.search(&child.asked(child.bounds, q.target, like))?;
                seen.low = if x >= q.target { x } else { seen.low };
            }
        }
        Ok((seen.low >= q.target).then(|| self.decided(q, decision, seen.low)))
    }
}
