//! The state of a search, and the operations that both searches share: reducing nodes, bounds,
//! decisions.

use super::child::Child;
use super::decisions::{Decision, Decisions};
use super::interval_table::Table;
use super::killers::{Killers, Last};
use super::memory::{Own, Shared};
use super::node::{Node, SEED, Stopped};
use super::packed_move::PackedMove;
use super::proof_table::Open;
use super::question::Question;
use super::search_params::SearchParams;
use super::sum_memory::Sums;
use crate::board::{Bitboard, Color, Placement};
use crate::limits::Budget;
use crate::region::dead_ends::DeadEnds;
use crate::region::safe_squares::Safety;
use crate::score::Bounds;
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
    /// Open moves of the nodes on the path of the proof-number search.
    pub open: Vec<Open>,
    /// The questions on the path of the proof-number search.
    pub path: Vec<u128>,
    /// The count of nodes at which alpha-beta gives up.
    pub give_up_at: u64,
    pub role: Role,
    /// The problem, until its dead ends are looked for. They are worth their time only in problems
    /// that take some.
    unexplored: Option<Node<B>>,
    /// Moves that decided similar positions: at once, in alpha-beta, and by proof numbers.
    pub killers: Killers,
    pub answers: Last<Decision>,
    pub deciders: Last<PackedMove>,
}

/// The role of a search in the work on a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// It works alone.
    Alone,
    /// It leads a team.
    First,
    /// It helps with questions that take longer.
    Helper,
}

impl<'a, B: Bitboard> Search<'a, B> {
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

    /// Reduces a node: dead regions are dropped, and one-sided regions become spare moves unless
    /// they are hard to fill.
    pub fn reduce(&mut self, node: Node<B>) -> Result<Node<B>, Stopped> {
        let budget = &mut *self.budget;
        node.reduced(self.safety.filler, Some(self.params.filling_nodes), &mut || budget.tick())
    }

    /// Looks for the dead ends of the problem, unless this was done before.
    pub fn find_dead_ends(&mut self) {
        let Some(Node { empty, own, enemy, .. }) = self.unexplored.take() else { return };
        let budget = &mut *self.budget;
        let amazons = own.count().max(enemy.count());
        self.safety.dead_ends = DeadEnds::new(empty | own | enemy, amazons, &mut || budget.tick());
    }

    /// What is known about a reduced node without search.
    pub fn bounds(&mut self, node: &Node<B>) -> Bounds {
        self.hashed_bounds(node, node.hash(SEED))
    }

    /// The same for a node with this hash.
    #[inline]
    pub fn hashed_bounds(&mut self, node: &Node<B>, hash: (u64, u64)) -> Bounds {
        if node.empty.is_none() {
            return Bounds { low: node.spare, high: node.spare };
        }
        if let Some(x) = self.tables.and_then(|tables| looked_up(tables, node)) {
            return Bounds { low: x, high: x };
        }
        let bounds = if self.params.safe_squares {
            self.safety.bounds(node.empty, node.own, node.enemy).shifted(node.spare)
        } else {
            node.widest()
        };
        self.narrowed(node, hash, bounds)
    }

    /// The question whether the mover of a reduced node reaches x ≥ `target`.
    pub fn question(&mut self, node: Node<B>, target: i32) -> Question<B> {
        let hash = node.hash(SEED);
        let bounds = self.hashed_bounds(&node, hash);
        Question { node, hash, bounds, target, similar: None }
    }

    /// The bounds of a node, narrowed by what the table knows about it by now.
    pub fn narrowed(&self, node: &Node<B>, hash: (u64, u64), bounds: Bounds) -> Bounds {
        let (known, _) = self.table.get(hash, node.spare);
        Bounds { low: bounds.low.max(known.low), high: bounds.high.min(known.high) }
    }

    /// Records that a move proves this lower bound and so decides for the mover. Returns what is
    /// proved about x.
    pub fn decided(&mut self, question: &Question<B>, decision: Decision, low: i32) -> i32 {
        let low = question.bounds.low.max(low);
        self.proved(question, Bounds { low, ..question.bounds }, decision.mv.mark());
        self.decisions.add(question.hash, question.node.spare, decision);
        low
    }

    /// Records what is proved about x, and the move to try first, if one is known.
    pub fn proved(&mut self, question: &Question<B>, x: Bounds, mark: u8) {
        self.table.put(question.hash, question.node.spare, x, mark);
    }

    /// The reduced node after a move.
    #[inline(always)]
    pub fn child(&mut self, node: &Node<B>, mv: PackedMove) -> Result<Node<B>, Stopped> {
        let (child, divided) = mv.made(node);
        if divided { self.reduce(child) } else { Ok(child) }
    }
}

/// The exact x of a node that is one region of a complete table. A damaged table is ignored: the
/// search finds the same.
#[inline(always)]
fn looked_up<B: Bitboard>(tables: &Tables, node: &Node<B>) -> Option<i32> {
    // In the tables White is the mover.
    let region = Placement { empty: node.empty, white: node.own, black: node.enemy };
    let scores = tables.probe(&region).ok()??;
    Some(scores.excess(Color::White, node.spare))
}
