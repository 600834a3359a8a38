//! Depth-first weak proof-number search for the same questions, with the same table of proofs.
//!
//! Alpha-beta finishes one move before it looks at the next, however hard the move turns out to be.
//! Proof-number search continues where the least seems to be missing (df-pn: Nagai 2002; the sum of
//! proof numbers is replaced by their maximum and a unit for each other open child, since
//! transpositions count twice in a sum: Ueda and others 2008; wider thresholds, 1 + ε: Pawlewicz
//! and Lew 2007). Its numbers start from the evaluation.
//!
//! Each new node goes to alpha-beta first, for a few hundred nodes. So only hard nodes are in this
//! search's tree, few enough to keep their open moves, and a later visit generates nothing. Each
//! move is examined before any is searched: its disproof number starts from the number of answers
//! to it that no standing reply refutes (mobility: Allis 1994, for proof-number search), or from a
//! quarter of that if the move decided the last node with as many empty squares, or the node's
//! similar position.

use super::child::Child;
use super::children::{Generated, Seen};
use super::decisions::Decision;
use super::node::{Node, SEED, Stopped};
use super::ordering::worth;
use super::proof_table::Open;
use super::question::Question;
use super::relevance_zones::Replies;
use super::search::{Role, Search};
use crate::board::Bitboard;
use crate::score::Bounds;
use std::ops::ControlFlow;

/// Infinity of proof and disproof numbers.
const INFINITY: u32 = 1 << 30;

/// The result of a visit to a node.
#[derive(Clone, Copy)]
enum Visit {
    /// The proved bound of x that answers the question.
    Solved(i32),
    /// Proof and disproof number of the node's mover.
    Open(u32, u32),
}

/// The numbers of a node, combined from its open moves.
struct Numbers {
    /// Proof number of the node's mover: one move is enough.
    phi: u32,
    /// Disproof number of the node's mover: all moves must fail, so the hardest plus a unit for
    /// each other one.
    delta: u32,
    /// The number of other open moves.
    others: u32,
}

impl Numbers {
    fn of(open: &[Open]) -> Self {
        let (mut phi, mut most, mut count) = (INFINITY, 0, 0u32);
        for child in open.iter().filter(|child| child.phi > 0) {
            phi = phi.min(child.delta);
            most = most.max(child.phi);
            count += 1;
        }
        let others = count.saturating_sub(1);
        Self { phi, delta: (most + others).min(INFINITY - 1), others }
    }
}

/// Numbers of the node's mover at which a visit ends.
#[derive(Clone, Copy)]
struct Thresholds {
    phi: u32,
    delta: u32,
}

impl Thresholds {
    const NONE: Self = Self { phi: INFINITY, delta: INFINITY };
}

/// What other threads have solved in the meantime.
enum Settled {
    /// The question of this node: a proved bound of x.
    Here(i32),
    /// The question of a node on the path to this one.
    Above,
}

impl Visit {
    /// Proof and disproof number.
    fn numbers(self, target: i32) -> (u32, u32) {
        match self {
            Self::Solved(x) if x >= target => (0, INFINITY),
            Self::Solved(_) => (INFINITY, 0),
            Self::Open(phi, delta) => (phi, delta),
        }
    }
}

/// The open moves of a node that is being visited, on the stack from `start` on.
struct Opened<B> {
    start: usize,
    /// What the node's other moves yield.
    seen: Seen,
    /// The child that was refuted last.
    refuted: Option<Node<B>>,
}

impl<B: Bitboard> Search<'_, B> {
    /// Answers whether x ≥ `target`, as [`Search::search`] does, with both searches in turn.
    pub fn prove(&mut self, node: &Node<B>, target: i32) -> Result<i32, Stopped> {
        let question = self.question(*node, target);
        if let Some(x) = question.answer() {
            return Ok(x);
        }
        if let Some(rest) = self.without_pairs(&question) {
            let x = self.prove(&rest.node, target)?;
            return Ok(self.won(&question, x >= target));
        }
        if self.role == Role::Helper {
            // A helper starts where the leader's first attempts end.
            return self.prove_by_numbers(node, target);
        }
        if target == 1 && self.params.sums && node.is_sum() {
            // Game values are worth their time only if a little search does not suffice.
            let few = self.params.question_nodes / 16;
            if let Some(x) = self.attempt(&question, few)? {
                return Ok(x);
            }
            if let Some(x) = self.wins_sum(&question)? {
                return Ok(x);
            }
        }
        if let Some(x) = self.attempt(&question, self.params.question_nodes)? {
            return Ok(x);
        }
        self.prove_by_numbers(node, target)
    }

    /// The same by proof-number search alone.
    fn prove_by_numbers(&mut self, node: &Node<B>, target: i32) -> Result<i32, Stopped> {
        if self.params.dead_ends {
            self.find_dead_ends();
        }
        if self.params.similar_positions {
            self.decisions.start();
        }
        let question = self.question(*node, target);
        if let Some(x) = question.answer() {
            return Ok(x);
        }
        match self.visit(&question, Thresholds::NONE)? {
            Visit::Solved(x) => Ok(x),
            Visit::Open(..) => unreachable!("a search without thresholds ends with a proof"),
        }
    }

    /// Runs alpha-beta for at most `nodes` nodes.
    pub fn attempt(&mut self, q: &Question<B>, nodes: u64) -> Result<Option<i32>, Stopped> {
        self.give_up_at = self.budget.nodes().saturating_add(nodes);
        let result = self.search(q);
        self.give_up_at = u64::MAX;
        match result {
            Ok(x) => Ok(Some(x)),
            Err(Stopped) if self.budget.exhausted() => Err(Stopped),
            Err(Stopped) => Ok(None),
        }
    }

    /// Works on a question that its bounds leave open until one of its numbers reaches its
    /// threshold.
    fn visit(&mut self, q: &Question<B>, limits: Thresholds) -> Result<Visit, Stopped> {
        if let Some(rest) = self.without_pairs(q) {
            return self.visit_rest(q, &rest, limits);
        }
        let start = self.open.len();
        let key = question_key(&q.node, q.target);
        self.path.push(key);
        self.shared.in_progress.enter(key);
        let result = self.visit_at(q, key, limits);
        self.shared.in_progress.leave(key);
        self.path.pop();
        self.open.truncate(start);
        result
    }

    /// The same for a question of which `rest` is left without pairs that cancel.
    fn visit_rest(
        &mut self,
        q: &Question<B>,
        rest: &Question<B>,
        limits: Thresholds,
    ) -> Result<Visit, Stopped> {
        let visit = match rest.answer() {
            Some(x) => Visit::Solved(x),
            None => self.visit(rest, limits)?,
        };
        let (phi, delta) = visit.numbers(rest.target);
        self.shared.proofs().put(question_key(&rest.node, rest.target), phi, delta);
        Ok(self.with_pairs(q, visit))
    }

    /// What a visit to the rest of a question, without pairs that cancel, says about the question.
    fn with_pairs(&mut self, q: &Question<B>, visit: Visit) -> Visit {
        match visit {
            Visit::Solved(x) => Visit::Solved(self.won(q, x >= q.target)),
            open => open,
        }
    }

    fn visit_at(
        &mut self,
        q: &Question<B>,
        key: u128,
        limits: Thresholds,
    ) -> Result<Visit, Stopped> {
        let start = self.open.len();
        let seen = match self.recall(key, q.target) {
            Some(high) => Seen { low: q.bounds.low, high },
            None => match self.open_up(q, key)? {
                Generated::Decided(x) => return Ok(Visit::Solved(x)),
                Generated::Open(seen) => seen,
            },
        };
        let mut opened = Opened { start, seen, refuted: None };
        loop {
            if !self.budget.pulse() {
                return Err(Stopped);
            }
            if let ControlFlow::Break(visit) = self.advance(q, key, limits, &mut opened)? {
                return Ok(visit);
            }
        }
    }

    /// Works on the open move that seems nearest to deciding, unless the visit ends before that or
    /// by it.
    fn advance(
        &mut self,
        q: &Question<B>,
        key: u128,
        limits: Thresholds,
        opened: &mut Opened<B>,
    ) -> Result<ControlFlow<Visit>, Stopped> {
        let settled = match self.role {
            Role::Alone => None,
            _ => self.catch_up(q.target, opened),
        };
        let Some((best, second)) = self.nearest(opened.start) else {
            let high = opened.seen.high.min(q.bounds.high);
            self.proved(q, Bounds { low: opened.seen.low, high }, 0);
            return Ok(ControlFlow::Break(Visit::Solved(high)));
        };
        let numbers = Numbers::of(&self.open[opened.start..]);
        if let Some(visit) = self.end(q, key, limits, settled, &numbers) {
            return Ok(ControlFlow::Break(visit));
        }
        let child = self.open[best];
        // Stay with the child until another one looks better by a factor of two.
        let better = limits.phi.min(second.saturating_mul(2).saturating_add(8));
        let limits = Thresholds {
            phi: limits.delta.saturating_sub(numbers.others).max(child.phi + 1),
            delta: better.max(child.delta + 1),
        };
        let (next, visit) = self.visit_child(q, child, limits, opened.refuted)?;
        let (phi, delta) = visit.numbers(2 - q.target);
        (self.open[best].phi, self.open[best].delta) = (phi, delta);
        // Also store them if the child now has another key, since another thread has reduced it
        // further.
        self.shared.proofs().put(child.key, phi, delta);
        if let Visit::Solved(x) = visit {
            if delta == 0 {
                self.deciders.set(&q.node, child.mv);
                let x = self.decided(q, Decision::however_far(child.mv), 1 - x);
                return Ok(ControlFlow::Break(Visit::Solved(x)));
            }
            opened.seen.high = opened.seen.high.max(1 - x);
            opened.refuted = Some(next);
        }
        Ok(ControlFlow::Continue(()))
    }

    /// How a visit ends before another child is visited: by what other threads solved, or by its
    /// thresholds.
    fn end(
        &mut self,
        q: &Question<B>,
        key: u128,
        limits: Thresholds,
        settled: Option<Settled>,
        &Numbers { phi, delta, .. }: &Numbers,
    ) -> Option<Visit> {
        match settled {
            Some(Settled::Here(x)) => {
                let known = self.hashed_bounds(&q.node, q.hash);
                return Some(Visit::Solved(known.answer(q.target).unwrap_or(x)));
            }
            Some(Settled::Above) if phi > 0 => return Some(Visit::Open(phi, delta)),
            Some(Settled::Above) | None => {}
        }
        // A child with disproof number 0 decides; its bound comes from the table.
        if phi > 0 && (phi >= limits.phi || delta >= limits.delta) {
            self.shared.proofs().put(key, phi, delta);
            return Some(Visit::Open(phi, delta));
        }
        None
    }

    /// Works on an open move within these thresholds. Returns the node after it, and the result.
    fn visit_child(
        &mut self,
        q: &Question<B>,
        child: Open,
        limits: Thresholds,
        refuted: Option<Node<B>>,
    ) -> Result<(Node<B>, Visit), Stopped> {
        let next = self.child(&q.node, child.mv)?;
        let mut asked = self.question(next, 2 - q.target);
        let visit = if let Some(x) = asked.answer() {
            Visit::Solved(x)
        } else if child.delta == 0 {
            // Solved before, but the table of intervals has lost it.
            Visit::Solved(asked.target - 1)
        } else {
            asked.similar = self.similar_after(q.similar, child.mv, refuted)?;
            self.visit(&asked, limits)?
        };
        Ok((next, visit))
    }

    /// The open move from `start` on that seems nearest to a disproof, and how far the next one
    /// seems.
    fn nearest(&self, start: usize) -> Option<(usize, u32)> {
        let (mut best, mut least, mut second) = (None, INFINITY, INFINITY);
        for (i, child) in self.open.iter().enumerate().skip(start) {
            if child.phi == 0 {
                continue;
            }
            let delta = self.apart(child);
            if best.is_none() || delta < least {
                (second, least, best) = (least, delta, Some(i));
            } else {
                second = second.min(delta);
            }
        }
        Some((best?, second))
    }

    /// How far a child seems from a disproof, a little farther if another thread is working on it.
    /// So threads separate if they can, and stay together if nothing else is promising (virtual
    /// numbers: Kaneko 2010).
    fn apart(&self, child: &Open) -> u32 {
        if self.role != Role::Alone && child.delta > 0 && self.shared.in_progress.is_at(child.key) {
            (child.delta + child.delta / 4 + 1).min(INFINITY - 1)
        } else {
            child.delta
        }
    }

    /// Takes over what other threads found about the open moves. Returns whether they solved this
    /// node, or one on the path to it.
    fn catch_up(&mut self, target: i32, opened: &mut Opened<B>) -> Option<Settled> {
        let proofs = self.shared.proofs();
        if proofs.update(&mut self.open[opened.start..]) {
            opened.seen.high = opened.seen.high.max(target - 1);
        }
        let (&here, above) = self.path.split_last().expect("this node is on the path");
        match proofs.numbers(here) {
            Some((0, _)) => Some(Settled::Here(target)),
            Some((_, 0)) => Some(Settled::Here(target - 1)),
            _ => {
                let solved = |key: &u128| matches!(proofs.numbers(*key), Some((0, _) | (_, 0)));
                above.iter().any(solved).then_some(Settled::Above)
            }
        }
    }

    /// Puts the open moves of an earlier visit on the stack and returns the most that all others
    /// yield.
    fn recall(&mut self, key: u128, target: i32) -> Option<i32> {
        let proofs = self.shared.proofs();
        let start = self.open.len();
        let (open, high) = proofs.open_moves(key)?;
        self.open.extend_from_slice(open);
        let solved = proofs.update(&mut self.open[start..]);
        Some(if solved { high.max(target - 1) } else { high })
    }

    /// Attempts a node that is new, or whose moves were forgotten, and puts its open moves, if any
    /// are left, on the stack.
    fn open_up(&mut self, q: &Question<B>, key: u128) -> Result<Generated, Stopped> {
        if let Some(x) = self.attempt(q, self.params.attempt_nodes)? {
            return Ok(Generated::Decided(x));
        }
        if !self.budget.tick() {
            return Err(Stopped);
        }
        let first = self.children.len();
        let opened = self.open_children(q, key, first);
        self.children.truncate(first);
        opened
    }

    /// The same for the children, which are on the stack from `first` on. Each is examined before
    /// any is searched.
    fn open_children(
        &mut self,
        q: &Question<B>,
        key: u128,
        first: usize,
    ) -> Result<Generated, Stopped> {
        let mut seen = match self.generate(q, first)? {
            Generated::Open(seen) => seen,
            decided => return Ok(decided),
        };
        let asked = 2 - q.target;
        let likely = [
            self.params.last_decisions.then(|| self.deciders.of(q.node.empties())),
            self.decision_of(q.similar).map(|decision| decision.mv),
        ];
        let start = self.open.len();
        for i in first..self.children.len() {
            let child = self.children[i];
            let key = question_key(&child.node, asked);
            let known = self.shared.proofs().numbers(key);
            let visit = match known {
                Some((phi, delta)) => Visit::Open(phi, delta),
                None => self.first_visit(&child, asked, likely.contains(&Some(child.mv)))?,
            };
            match visit {
                Visit::Solved(x) if x < asked => {
                    let x = self.decided(q, Decision::at_once(child.mv), 1 - x);
                    return Ok(Generated::Decided(x));
                }
                Visit::Solved(x) => seen.high = seen.high.max(1 - x),
                // Solved before, but the table of proofs has lost it: take the most it can yield.
                Visit::Open(0, _) => seen.high = seen.high.max(q.target - 1),
                Visit::Open(phi, delta) => {
                    self.open.push(Open { key, mv: child.mv, phi, delta });
                }
            }
        }
        let open = &self.open[start..];
        let Numbers { phi, delta, .. } = Numbers::of(open);
        let mut proofs = self.shared.proofs();
        proofs.put(key, phi, delta);
        proofs.keep(key, open, seen.high);
        Ok(Generated::Open(seen))
    }

    /// One look at a new child: whether standing replies refute all of its moves, or else its first
    /// numbers. If the child's mover is ahead, standing replies hardly refute any, so all its moves
    /// are counted. The disproof of a `likely` decider starts nearer.
    fn first_visit(
        &mut self,
        child: &Child<B>,
        target: i32,
        likely: bool,
    ) -> Result<Visit, Stopped> {
        let bounds = self.narrowed(&child.node, child.hash, child.bounds);
        if let Some(x) = bounds.answer(target) {
            return Ok(Visit::Solved(x));
        }
        let asked = child.asked(bounds, 2 - target, None);
        if let Some(Question { node, hash, bounds, .. }) = self.without_pairs(&asked) {
            let visit =
                self.first_visit(&Child { node, hash, bounds, ..*child }, target, likely)?;
            return Ok(self.with_pairs(&asked, visit));
        }
        let ahead = worth(&child.node, bounds) - 12 * target + 4;
        if !self.params.reply_counts {
            return Ok(seeded(ahead, 1, likely));
        }
        if ahead >= 0 {
            return Ok(seeded(ahead, Replies::none(&child.node).count(), likely));
        }
        if !self.budget.tick() {
            return Err(Stopped);
        }
        let replies = self.replies(&child.node, target);
        Ok(match replies.count() {
            0 if replies.high > i32::MIN => Visit::Solved(replies.high),
            open => seeded(ahead, open, likely),
        })
    }
}

/// The key of a node and its question.
pub(super) fn question_key<B: Bitboard>(node: &Node<B>, target: i32) -> u128 {
    let question = (target as u64) << 32 | u64::from(node.spare as u32);
    let (a, b) = node.hash(SEED ^ question);
    (u128::from(b) << 64 | u128::from(a)).max(1)
}

/// First numbers of a node. They grow with how far its mover is ahead of or behind the target, in
/// eighths, and the disproof number also with the number of the mover's moves, all of which must be
/// refuted. A `likely` decider gets a quarter.
fn seeded(ahead: i32, moves: u32, likely: bool) -> Visit {
    let effort = |eighths: i32| {
        let eighths = eighths.clamp(0, 160) as u32;
        2 + eighths * eighths / 128
    };
    let disproof = effort(ahead) + moves.saturating_sub(1) / 2;
    Visit::Open(effort(-ahead), if likely { (disproof / 4).max(1) } else { disproof })
}
