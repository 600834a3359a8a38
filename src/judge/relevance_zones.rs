//! Standing replies: one answer to all moves that stay out of its way.
//!
//! Let the opponent answer a move of the mover by the move K, and from then on fill the squares C
//! that are out of the mover's reach after K (see [`crate::region::safe_squares`]). Unless the
//! mover's move enters or blocks a square of C or one that K passes, K is still possible after it,
//! and the squares of C are still out of reach: the mover has only gone elsewhere among the squares
//! that the mover floods anyway. Let there be e empty squares, and let d be the mover's spare moves
//! minus the opponent's. Apart from spare moves, the mover makes at most 1 + (e − 2 − L) moves and
//! the opponent at least 1 + g. So for each such move, including the use of a spare move,
//!
//! ```text
//! x  ≤  d + e − 2 − L − g − 2 f
//! ```
//!
//! with f = 1 if the opponent's free amazons have five squares to go to after K, of which the
//! mover's two moves block at most four. If each filling of the e − 1 − L squares that the mover
//! floods after K wastes w, then w + f replaces 2 f: all of the mover's moves, including the first
//! one, are such a filling.
//!
//! So one look at the position with K made, as if the mover had passed, refutes most of the mover's
//! moves without making them. Every move K of the opponent is tried, those that decided similar
//! positions first, until none of the mover's moves is left. All together they cost about as much
//! as one move that has to be searched. (Proofs that hold whatever happens outside a zone: Thomsen
//! 2000, lambda search; Wu and others 2021, relevance zones.)

use super::node::{Node, divides};
use super::packed_move::PackedMove;
use crate::board::Bitboard;
use crate::region::safe_squares::Safety;
use std::ops::ControlFlow;

/// The moves of a node's mover that no standing reply has refuted so far.
pub(super) struct Replies<B> {
    /// In the order in which they are generated.
    pub open: Vec<Step<B>>,
    /// Whether the use of a spare move is open too.
    pub spare: bool,
    /// The most that the refuted moves yield.
    pub high: i32,
}

/// A queen step of an amazon, and its arrows that are open.
pub(super) struct Step<B> {
    pub from: usize,
    pub to: usize,
    pub arrows: B,
}

impl<B: Bitboard> Step<B> {
    /// All steps of a player.
    #[inline(always)]
    pub fn all(empty: B, own: B) -> impl Iterator<Item = Self> {
        own.squares().flat_map(move |from| {
            let vacated = empty | B::bit(from);
            B::queen(from, empty).squares().map(move |to| Self {
                from,
                to,
                arrows: B::queen(to, vacated.without(B::bit(to))),
            })
        })
    }
}

impl<B: Bitboard> Replies<B> {
    /// All moves of a node's mover, before any reply is tried.
    pub fn none(node: &Node<B>) -> Self {
        let open = Step::all(node.empty, node.own).collect();
        Self { open, spare: node.spare > 0, high: i32::MIN }
    }

    /// Tries the opponent's move `mv` as a reply.
    pub fn add(&mut self, node: &Node<B>, mv: PackedMove, target: i32, safety: &mut Safety<'_, B>) {
        if !self.is_done() && mv.is_legal(node.empty, node.enemy) {
            let stand = Stand::new(node, 1, target);
            if let Some((zone, high)) = stand.after(node, mv, safety) {
                self.refute(zone, high);
            }
        }
    }

    /// Tries all moves of the opponent.
    pub fn add_all(&mut self, node: &Node<B>, target: i32, safety: &mut Safety<'_, B>) {
        if self.is_done() {
            return;
        }
        let stand = Stand::new(node, 1, target);
        let _ = stand.each(node, safety, &mut |zone, high| {
            self.refute(zone, high);
            if self.is_done() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
    }

    /// Number of open moves.
    pub fn count(&self) -> u32 {
        self.open.iter().map(|step| step.arrows.count()).sum::<u32>() + u32::from(self.spare)
    }

    /// Whether every move is refuted.
    fn is_done(&self) -> bool {
        self.open.is_empty() && !self.spare
    }

    /// Drops the moves that stay out of a zone.
    fn refute(&mut self, zone: B, high: i32) {
        let mut helps = std::mem::take(&mut self.spare);
        self.open.retain_mut(|Step { to, arrows, .. }| {
            if !zone.has(*to) && arrows.without(zone).any() {
                helps = true;
                *arrows &= zone;
            }
            arrows.any()
        });
        if helps {
            self.high = self.high.max(high);
        }
    }
}

/// The condition that a reply has to meet.
pub(super) struct Stand {
    /// The moves that the opponent has made by then, as many as the mover.
    moves: i32,
    /// d + e of the node at which they started.
    base: i32,
    /// x has to stay below this.
    target: i32,
}

impl Stand {
    /// The condition after `moves` moves of the opponent, counted from a node.
    pub fn new<B: Bitboard>(node: &Node<B>, moves: i32, target: i32) -> Self {
        Self { moves, base: node.spare + node.empties(), target }
    }

    /// The least L + g + 2 f that is enough.
    fn needed(&self) -> i32 {
        self.base - 2 * self.moves + 1 - self.target
    }

    /// The zone of the opponent's move `mv`, with the mover passing, and the most that moves which
    /// stay out of it yield, if that is below the target.
    #[inline(always)]
    fn after<B: Bitboard>(
        &self,
        node: &Node<B>,
        mv: PackedMove,
        safety: &mut Safety<'_, B>,
    ) -> Option<(B, i32)> {
        let passed = Node { own: node.enemy, enemy: node.own, ..*node };
        let (after, _) = mv.made(&passed);
        let safe = safety.at_least(self.needed(), after.empty, after.enemy, after.own)?;
        let high = self.base - 2 * self.moves - safe.counted(2 + 2 * self.moves);
        (high < self.target).then(|| (safe.inside | mv.lines(), high))
    }

    /// The same for all moves of the opponent, as long as `found` wants more.
    pub fn each<B: Bitboard>(
        &self,
        node: &Node<B>,
        safety: &mut Safety<'_, B>,
        found: &mut impl FnMut(B, i32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for from in node.enemy.squares() {
            for to in B::queen(from, node.empty).squares() {
                let arrows = self.arrows(node, from, to, safety);
                for arrow in arrows.squares() {
                    if let Some((zone, high)) =
                        self.after(node, PackedMove::of(from, to, arrow), safety)
                    {
                        found(zone, high)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The arrows to try after a move of the opponent's amazon: those that may cut squares off from
    /// the mover's amazons. All other arrows leave the same squares out of reach; of these, the
    /// nearest are in the way of the fewest moves.
    #[inline(always)]
    fn arrows<B: Bitboard>(
        &self,
        node: &Node<B>,
        from: usize,
        to: usize,
        safety: &Safety<'_, B>,
    ) -> B {
        let empty = (node.empty | B::bit(from)).without(B::bit(to));
        let flooded = node.own.flood(empty | node.own);
        let open = empty | node.own;
        let all = B::queen(to, empty) & flooded;
        let cutting =
            all.squares().map(B::bit).filter(|&arrow| divides(arrow, open.without(arrow)));
        let cutting = cutting.fold(B::NONE, |cutting, arrow| cutting | arrow);
        if safety.most(empty, flooded) < self.needed() {
            return cutting;
        }
        let idle = all.without(cutting);
        let near = idle & B::bit(to).neighbours();
        cutting | if near.any() { near } else { idle }
    }
}
