//! Null-window search for x, the mover's moves minus the opponent's, in all that is left.

use super::decisions::{Decision, Decisions};
use super::interval_table::Table;
use super::killers::{Killers, Last};
use super::memory::{Own, Shared};
use super::node::{Node, SEED, Stopped};
use super::ordering::{lead, order};
use super::packed_move::PackedMove;
use super::proof_table::Open;
use super::relevance_zones::{Replies, Step};
use super::search_params::SearchParams;
use super::static_bounds::{Safety, widest};
use super::sum_memory::Sums;
use super::two_move_zones::Plan;
use crate::board::{Bitboard, Color, Placement};
use crate::limits::Budget;
use crate::region::dead_ends::DeadEnds;
use crate::score::Interval;
use crate::tables::Tables;

/// One search: the memory of the judge, the budget of the call, and scratch space.
pub(super) struct Search<'a, B> {
    pub shared: &'a Shared,
    pub table: &'a Table,
    pub safety: Safety<'a, B>,
    pub sums: &'a mut Sums,
    pub decisions: &'a mut Decisions,
    pub tables: Option<&'a Tables>,
    pub budget: &'a mut Budget,
    pub params: SearchParams,
    pub children: Vec<Child<B>>,
    /// Open moves of the nodes that the proof-number search is in.
    pub open: Vec<Open>,
    /// The questions that the proof-number search is in.
    pub path: Vec<u128>,
    /// Count of nodes at which alpha-beta gives up.
    pub give_up_at: u64,
    pub role: Role,
    /// The problem, until its dead ends are looked for: they are worth their time only in problems
    /// that take some.
    unexplored: Option<Node<B>>,
    /// Moves that decided alike positions: at once, in alpha-beta, and by proof numbers.
    killers: Killers,
    answers: Last<Decision>,
    pub deciders: Last<PackedMove>,
}

/// A search's part in the work on a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// It is on its own.
    Alone,
    /// It leads a team.
    First,
    /// It helps with what takes longer.
    Helper,
}

/// A move that has been made, for the player who answers it.
#[derive(Clone, Copy)]
pub(super) struct Child<B> {
    pub node: Node<B>,
    pub hash: (u64, u64),
    /// Proved bounds of the child's x.
    pub bounds: Interval,
    /// Best first for the mover when ascending.
    pub order: i32,
    /// The move that led here.
    pub way: PackedMove,
}

/// What the moves of a node leave to search.
pub(super) enum Generated {
    /// This bound of x answers the question.
    Decided(i32),
    /// The children on the stack are open; what is known of x from all others.
    Open { low: i32, high: i32 },
}

impl<'a, B: Bitboard> Search<'a, B> {
    /// How far ahead of the target, in eighths of a square, a mover has moves that no reply refutes:
    /// to try them all is a waste of time there.
    const FAR_AHEAD: i32 = 40;

    /// How much farther an answer may seem from deciding than where it did, in eighths of a square.
    const MARGIN: i32 = 8;

    pub fn new(
        problem: Node<B>,
        shared: &'a Shared,
        own: &'a mut Own,
        params: SearchParams,
        budget: &'a mut Budget,
    ) -> Self {
        Self {
            shared,
            table: &shared.table,
            safety: Safety::new(&mut own.filler),
            sums: &mut own.sums,
            decisions: &mut own.decisions,
            tables: own.tables.as_deref(),
            budget,
            params,
            children: Vec::new(),
            open: Vec::new(),
            path: Vec::new(),
            give_up_at: u64::MAX,
            role: Role::Alone,
            unexplored: Some(problem),
            killers: Killers::new(),
            answers: Last::new(Decision::NONE),
            deciders: Last::new(PackedMove::NONE),
        }
    }

    /// Reduces a node: dead regions go, one-sided ones become spare moves unless they are hard.
    pub fn reduce(&mut self, node: Node<B>) -> Result<Node<B>, Stopped> {
        let budget = &mut *self.budget;
        node.reduced(self.safety.filler, Some(self.params.filling_nodes), &mut || budget.tick())
    }

    /// Looks for the dead ends of the problem, unless that was done.
    pub fn find_dead_ends(&mut self) {
        let Some(Node { empty, own, enemy, .. }) = self.unexplored.take() else { return };
        let budget = &mut *self.budget;
        let amazons = own.count().max(enemy.count());
        self.safety.dead_ends = DeadEnds::new(empty | own | enemy, amazons, &mut || budget.tick());
    }

    /// What is known of a reduced node without search.
    pub fn bounds(&mut self, node: &Node<B>) -> Interval {
        self.hashed_bounds(node, node.hash(SEED))
    }

    /// The same of a node with this hash.
    fn hashed_bounds(&mut self, node: &Node<B>, hash: (u64, u64)) -> Interval {
        if node.empty.is_none() {
            return Interval { low: node.spare, high: node.spare };
        }
        if let Some(x) = self.tables.and_then(|tables| looked_up(tables, node)) {
            return Interval { low: x, high: x };
        }
        let bounds = if self.params.guards { self.safety.bounds(node) } else { widest(node) };
        self.narrowed(node, hash, bounds)
    }

    /// Interval of a node together with what the table knows of it by now.
    pub fn narrowed(&self, node: &Node<B>, hash: (u64, u64), bounds: Interval) -> Interval {
        let (known, _) = self.table.get(hash, node.spare);
        Interval { low: bounds.low.max(known.low), high: bounds.high.min(known.high) }
    }

    /// Whether x ≥ `target` for a reduced node with these bounds, by alpha-beta: a result
    /// ≥ `target` is a proved lower bound of x, a result < `target` a proved upper bound. What
    /// decided the `model`, a node alike, is tried first.
    pub fn search(
        &mut self,
        node: &Node<B>,
        bounds: Interval,
        target: i32,
        model: Option<Node<B>>,
    ) -> Result<i32, Stopped> {
        if let Some(x) = bounds.answer(target) {
            return Ok(x);
        }
        if !self.budget.tick() || self.budget.nodes() > self.give_up_at {
            return Err(Stopped);
        }
        let start = self.children.len();
        let result = self.expand(node, bounds, target, model, start);
        self.children.truncate(start);
        result
    }

    /// The search of a node that its static bounds and the table leave open; its children stand on
    /// their stack from `start`.
    fn expand(
        &mut self,
        node: &Node<B>,
        bounds: Interval,
        target: i32,
        model: Option<Node<B>>,
        start: usize,
    ) -> Result<i32, Stopped> {
        let hash = node.hash(SEED);
        let similar = self.decision_of(model);
        if let Some(decision) = similar
            && let Some(x) = self.answer(node, hash, bounds, target, decision, model)?
        {
            return Ok(x);
        }
        let last = self.answers.of(node.empties());
        if self.params.answers
            && similar.is_none_or(|decision| decision.way != last.way)
            && let Some(x) = self.answer(node, hash, bounds, target, last, None)?
        {
            return Ok(x);
        }
        let (_, hint) = self.table.get(hash, node.spare);
        let (low, mut high) = match self.generate(node, hash, bounds, target, start)? {
            Generated::Decided(x) => return Ok(x),
            Generated::Open { low, high } => (low, high),
        };
        for child in &mut self.children[start..] {
            child.order = if hint != 0 && child.way.mark() == hint {
                i32::MIN
            } else if self.params.ordering {
                order(&child.node, child.bounds)
            } else {
                0
            };
        }
        self.children[start..].sort_unstable_by_key(|child| (child.order, child.way));
        let mut refuted = None;
        let mut planned = Vec::new();
        let mut i = start;
        while i < self.children.len() {
            let child = self.children[i];
            // A sibling's search may have settled this one too.
            let known = self.narrowed(&child.node, child.hash, child.bounds);
            let nodes = self.budget.nodes();
            let like = self.model_after(model, child.way, refuted)?;
            let x = 1 - self.search(&child.node, known, 2 - target, like)?;
            if x >= target {
                let decision = Decision { way: child.way, shortfall: shortfall(&child, target) };
                self.answers.set(node, decision);
                return Ok(self.decided(node, hash, bounds, decision, x));
            }
            high = high.max(x);
            refuted = Some(child.node);
            i += 1;
            if self.budget.nodes() - nodes >= self.params.plan_nodes {
                let answer = self.answers.of(child.node.empties()).way;
                if !planned.contains(&answer) {
                    planned.push(answer);
                    high = high.max(self.plan(node, answer, target, i)?);
                }
            }
        }
        let high = high.min(bounds.high);
        self.table.put(hash, node.spare, Interval { low, high }, 0);
        Ok(high)
    }

    /// Takes away the children from `first` on that the answer to an earlier one and a second move
    /// after it refute; the most that they yield.
    fn plan(
        &mut self,
        node: &Node<B>,
        answer: PackedMove,
        target: i32,
        first: usize,
    ) -> Result<i32, Stopped> {
        if first == self.children.len() {
            return Ok(i32::MIN);
        }
        if !self.budget.tick() {
            return Err(Stopped);
        }
        let plan = Plan::new(node, answer, target, &mut self.safety);
        if plan.is_empty() {
            return Ok(i32::MIN);
        }
        let mut kept = first;
        for i in first..self.children.len() {
            if !plan.refutes(node, self.children[i].way) {
                self.children[kept] = self.children[i];
                kept += 1;
            }
        }
        let high = if kept < self.children.len() { plan.high } else { i32::MIN };
        self.children.truncate(kept);
        Ok(high)
    }

    /// The bound that a move which decided elsewhere proves here if it decides too; it is searched
    /// unless it seems much farther from that here.
    fn answer(
        &mut self,
        node: &Node<B>,
        hash: (u64, u64),
        bounds: Interval,
        target: i32,
        elsewhere: Decision,
        model: Option<Node<B>>,
    ) -> Result<Option<i32>, Stopped> {
        let way = elsewhere.way;
        if !way.is_legal(node.empty, node.own) {
            return Ok(None);
        }
        let start = self.children.len();
        self.make(node, way)?;
        let (mut low, mut high) = (bounds.low, i32::MIN);
        let decided = self.settle(start, target, &mut low, &mut high)?.is_some();
        let open = self.children.get(start).copied().filter(|_| !decided);
        self.children.truncate(start);
        let mut decision = Decision::at_once(way);
        if let Some(child) = open {
            decision.shortfall = shortfall(&child, target);
            if decision.shortfall <= elsewhere.shortfall + Self::MARGIN {
                let like = self.model_after(model, way, None)?;
                let x = 1 - self.search(&child.node, child.bounds, 2 - target, like)?;
                low = if x >= target { x } else { low };
            }
        }
        Ok((low >= target).then(|| self.decided(node, hash, bounds, decision, low)))
    }

    /// Notes that a move proves this lower bound and so decides for the mover of a node; what is
    /// proved of x.
    pub fn decided(
        &mut self,
        node: &Node<B>,
        hash: (u64, u64),
        bounds: Interval,
        decision: Decision,
        low: i32,
    ) -> i32 {
        let proved = Interval { low: bounds.low.max(low), high: bounds.high };
        self.table.put(hash, node.spare, proved, decision.way.mark());
        self.decisions.add(hash, node.spare, decision);
        proved.low
    }

    /// Puts the children of a node that are not settled without search on the stack.
    pub fn generate(
        &mut self,
        node: &Node<B>,
        hash: (u64, u64),
        bounds: Interval,
        target: i32,
        start: usize,
    ) -> Result<Generated, Stopped> {
        if !node.is_contested() {
            // Only hard one-sided regions are left, and their bounds do not answer.
            let budget = &mut *self.budget;
            let rest = node.reduced(self.safety.filler, None, &mut || budget.tick())?;
            debug_assert!(rest.empty.is_none());
            let x = rest.spare;
            self.table.put(hash, node.spare, Interval { low: x, high: x }, 0);
            return Ok(Generated::Decided(x));
        }
        // Interval of x over the moves seen so far; a child's x counts against the mover.
        let mut low = bounds.low;
        let mut high = i32::MIN;
        let decided = |search: &mut Self, low, way| {
            let decision = Decision::at_once(way);
            Ok(Generated::Decided(search.decided(node, hash, bounds, decision, low)))
        };
        for way in self.killers.of(node.empties()) {
            if way.is_legal(node.empty, node.own) {
                self.make(node, way)?;
                if let Some(way) = self.settle(start, target, &mut low, &mut high)? {
                    return decided(self, low, way);
                }
                self.children.truncate(start);
            }
        }
        let replies = self.replies(node, target);
        high = high.max(replies.high);
        for Step { from, to, arrows } in replies.open {
            let first = self.children.len();
            for arrow in arrows.squares() {
                self.make(node, PackedMove::of(from, to, arrow))?;
            }
            if let Some(way) = self.settle(first, target, &mut low, &mut high)? {
                self.killers.add(node, way);
                return decided(self, low, way);
            }
        }
        if replies.spare {
            let first = self.children.len();
            self.make(node, PackedMove::SPARE)?;
            if let Some(way) = self.settle(first, target, &mut low, &mut high)? {
                return decided(self, low, way);
            }
        } else if self.children.len() == start && high == i32::MIN {
            // The mover has run out: the opponent fills what he can reach.
            let budget = &mut *self.budget;
            let length = self.safety.filler.longest(node.empty, node.enemy, &mut || budget.tick());
            let x = node.spare - length.exact().ok_or(Stopped)? as i32;
            self.table.put(hash, node.spare, Interval { low: x, high: x }, 0);
            return Ok(Generated::Decided(x));
        }
        if self.children.len() == start {
            let high = high.min(bounds.high);
            self.table.put(hash, node.spare, Interval { low, high }, 0);
            return Ok(Generated::Decided(high));
        }
        Ok(Generated::Open { low, high })
    }

    /// The moves of a node that no standing reply refutes.
    pub fn replies(&mut self, node: &Node<B>, target: i32) -> Replies<B> {
        let mut replies = Replies::none(node);
        if self.params.replies {
            for way in self.killers.of(node.empties() - 1) {
                replies.add(node, way, target, &mut self.safety);
            }
            if lead(node) + 8 * (node.spare - target) < Self::FAR_AHEAD {
                replies.add_all(node, target, &mut self.safety);
            }
        }
        replies
    }

    /// The reduced node after a move.
    #[inline(always)]
    pub fn child(&mut self, node: &Node<B>, way: PackedMove) -> Result<Node<B>, Stopped> {
        let (child, divided) = way.made(node);
        if divided { self.reduce(child) } else { Ok(child) }
    }

    /// Puts the reduced child of a move on the stack. Memory is slow: what the table knows of it is
    /// on its way while its siblings are made.
    #[inline(always)]
    fn make(&mut self, node: &Node<B>, way: PackedMove) -> Result<(), Stopped> {
        let node = self.child(node, way)?;
        let hash = node.hash(SEED);
        self.table.prefetch(hash);
        self.children.push(Child { node, hash, bounds: Interval::OPEN, order: 0, way });
        Ok(())
    }

    /// Looks at the children from `first` on: the move, if there is one, that alone proves the
    /// target. Those that are refuted without search only raise `high`; the others are kept for
    /// the search.
    #[inline(always)]
    fn settle(
        &mut self,
        first: usize,
        target: i32,
        low: &mut i32,
        high: &mut i32,
    ) -> Result<Option<PackedMove>, Stopped> {
        let mut kept = first;
        for i in first..self.children.len() {
            if !self.budget.pulse() {
                return Err(Stopped);
            }
            let child = self.children[i];
            let bounds = self.hashed_bounds(&child.node, child.hash);
            *low = (*low).max(1 - bounds.high);
            if 1 - bounds.high >= target {
                return Ok(Some(child.way));
            }
            if 1 - bounds.low < target {
                *high = (*high).max(1 - bounds.low);
            } else {
                self.children[kept] = Child { bounds, ..child };
                kept += 1;
            }
        }
        self.children.truncate(kept);
        Ok(None)
    }
}

/// How far a move seems from deciding its mover's question, in eighths of a square.
fn shortfall<B: Bitboard>(child: &Child<B>, target: i32) -> i32 {
    order(&child.node, child.bounds) + 8 * target
}

/// The exact x of a node that is one region of a complete table. A damaged table is passed over:
/// the search finds the same.
#[inline(always)]
fn looked_up<B: Bitboard>(tables: &Tables, node: &Node<B>) -> Option<i32> {
    // Tables see White first where the search sees the mover.
    let region = Placement { empty: node.empty, white: node.own, black: node.enemy };
    let scores = tables.probe(&region).ok()??;
    Some(scores.excess(Color::White, node.spare))
}
