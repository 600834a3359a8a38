//! Null-window search for x, the mover's moves minus the opponent's, in all that is left.

use super::bounds::guarded;
use super::node::{Node, Stopped};
use super::ordering::territory;
use super::table::{Bounds, Table};
use crate::board::Bits;
use crate::region::filling::Filler;
use crate::search::limits::Budget;

/// One search: the memory of the judge, the budget of the call, and scratch space.
pub(super) struct Search<'a, 'b, B> {
    pub table: &'a mut Table,
    pub filler: &'a mut Filler,
    pub budget: &'a mut Budget<'b>,
    children: Vec<Child<B>>,
}

/// A move that has been made, for the player who answers it.
#[derive(Clone, Copy)]
struct Child<B> {
    node: Node<B>,
    /// Proved bounds of the child's x.
    bounds: Bounds,
    /// Best first for the mover when ascending.
    order: i32,
    /// The move, as stored in the table.
    mark: u16,
}

impl<'a, 'b, B: Bits> Search<'a, 'b, B> {
    pub fn new(table: &'a mut Table, filler: &'a mut Filler, budget: &'a mut Budget<'b>) -> Self {
        Self { table, filler, budget, children: Vec::new() }
    }

    /// Reduces a node: dead regions go, one-sided ones become spare moves.
    pub fn reduce(&mut self, node: Node<B>) -> Result<Node<B>, Stopped> {
        let budget = &mut *self.budget;
        node.reduced(self.filler, &mut || budget.tick())
    }

    /// What is known of a reduced node without search.
    pub fn bounds(&mut self, node: &Node<B>) -> Bounds {
        if node.empty.is_none() {
            return Bounds { low: node.spare, high: node.spare };
        }
        let bounds = guarded(node, self.filler);
        self.narrowed(node, bounds)
    }

    /// Bounds of a node together with what the table knows of it by now.
    fn narrowed(&self, node: &Node<B>, bounds: Bounds) -> Bounds {
        match self.table.get(node.hash(SEED)) {
            Some((known, _)) => {
                Bounds { low: bounds.low.max(known.low), high: bounds.high.min(known.high) }
            }
            None => bounds,
        }
    }

    /// The exact x of a reduced node, or `Stopped`; `bounds` narrows all the way.
    ///
    /// `target` is asked first if the bounds leave it open; then the search goes on from its
    /// result step by step, since neighbouring questions share most of their proofs.
    pub fn narrow(
        &mut self,
        node: &Node<B>,
        bounds: &mut Bounds,
        mut target: i32,
        mut progress: impl FnMut(Bounds),
    ) -> Result<i32, Stopped> {
        while bounds.low < bounds.high {
            let asked = target.clamp(bounds.low + 1, bounds.high);
            let x = self.search(node, asked)?;
            if x >= asked {
                bounds.low = bounds.low.max(x);
                target = x + 1;
            } else {
                bounds.high = bounds.high.min(x);
                target = x;
            }
            progress(*bounds);
        }
        Ok(bounds.low)
    }

    /// Whether x ≥ `target` for a reduced node: a result ≥ `target` is a proved lower bound of x,
    /// a result < `target` a proved upper bound.
    pub fn search(&mut self, node: &Node<B>, target: i32) -> Result<i32, Stopped> {
        let bounds = self.bounds(node);
        self.search_within(node, bounds, target)
    }

    /// [`search`](Self::search) of a node whose bounds were taken already.
    fn search_within(
        &mut self,
        node: &Node<B>,
        bounds: Bounds,
        target: i32,
    ) -> Result<i32, Stopped> {
        if bounds.low >= target {
            return Ok(bounds.low);
        }
        if bounds.high < target {
            return Ok(bounds.high);
        }
        self.expand(node, bounds, target)
    }

    /// The search of a node that its static bounds and the table leave open.
    fn expand(&mut self, node: &Node<B>, bounds: Bounds, target: i32) -> Result<i32, Stopped> {
        if !self.budget.tick() {
            return Err(Stopped);
        }
        let start = self.children.len();
        let result = self.expand_at(node, bounds, target, start);
        self.children.truncate(start);
        result
    }

    fn expand_at(
        &mut self,
        node: &Node<B>,
        bounds: Bounds,
        target: i32,
        start: usize,
    ) -> Result<i32, Stopped> {
        let hash = node.hash(SEED);
        let hint = self.table.get(hash).map_or(0, |(_, best)| best);
        // Bounds of x over the moves seen so far; a child's x counts against the mover.
        let mut low = bounds.low;
        let mut high = i32::MIN;
        for from in node.own.squares() {
            let vacated = node.empty | B::bit(from);
            for to in B::queen(from, node.empty).squares() {
                for arrow in B::queen(to, vacated.without(B::bit(to))).squares() {
                    if !self.budget.pulse() {
                        return Err(Stopped);
                    }
                    let (mut child, divided) = node.after(from, to, arrow);
                    if divided {
                        child = self.reduce(child)?;
                    }
                    if self.add(child, mark(from, to, arrow), target, &mut low, &mut high) {
                        self.table.put(
                            hash,
                            Bounds { low, high: bounds.high },
                            mark(from, to, arrow),
                        );
                        return Ok(low);
                    }
                }
            }
        }
        if node.spare > 0 {
            if self.add(node.after_spare(), SPARE, target, &mut low, &mut high) {
                self.table.put(hash, Bounds { low, high: bounds.high }, SPARE);
                return Ok(low);
            }
        } else if self.children.len() == start && high == i32::MIN {
            // The mover has run out: the opponent fills what he can reach.
            let budget = &mut *self.budget;
            let length = self.filler.longest(node.empty, node.enemy, &mut || budget.tick());
            let x = node.spare - length.exact().ok_or(Stopped)? as i32;
            self.table.put(hash, Bounds { low: x, high: x }, 0);
            return Ok(x);
        }
        for child in &mut self.children[start..] {
            child.order = if child.mark == hint && hint != 0 {
                i32::MIN
            } else {
                territory(&child.node) + 8 * child.node.spare
            };
        }
        self.children[start..].sort_unstable_by_key(|child| (child.order, child.mark));
        let mut best = 0;
        for i in start..self.children.len() {
            let child = self.children[i];
            // A sibling's search may have settled this one too.
            let known = self.narrowed(&child.node, child.bounds);
            let x = 1 - self.search_within(&child.node, known, 2 - target)?;
            high = high.max(x);
            if x >= target {
                low = low.max(x);
                best = child.mark;
                break;
            }
        }
        let high = if low >= target { bounds.high } else { high.min(bounds.high) };
        self.table.put(hash, Bounds { low, high }, best);
        Ok(if low >= target { low } else { high })
    }

    /// Takes a reduced child: `true` if it alone proves the target. One that is refuted without
    /// search only raises `high`; any other is kept for the search.
    #[inline(always)]
    fn add(
        &mut self,
        node: Node<B>,
        mark: u16,
        target: i32,
        low: &mut i32,
        high: &mut i32,
    ) -> bool {
        let bounds = self.bounds(&node);
        *low = (*low).max(1 - bounds.high);
        if 1 - bounds.high >= target {
            return true;
        }
        if 1 - bounds.low < target {
            *high = (*high).max(1 - bounds.low);
            return false;
        }
        self.children.push(Child { node, bounds, order: 0, mark });
        false
    }
}

/// Start of the hash chains.
const SEED: u64 = 0x4528_21E6_38D0_1377;

/// The mark of a spare move.
const SPARE: u16 = u16::MAX;

/// A move in 16 bits, for ordering only: two moves may share a mark.
fn mark(from: usize, to: usize, arrow: usize) -> u16 {
    let all = (from * 512 + to) * 512 + arrow;
    ((all.wrapping_mul(0x9E37_79B1) >> 8) as u16).clamp(1, SPARE - 1)
}
