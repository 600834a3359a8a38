//! Standing plans: two moves in a row that answer all moves which stay out of their way.
//!
//! Let the opponent make the moves K1 and K2 while the mover passes twice, and let C be the squares
//! that are then out of the mover's reach. What holds for a standing reply
//! ([`crate::judge::relevance_zones`]) holds for both moves together: with e, d, L, g and w as
//! there, and f = 1 for a move of a free amazon after the mover's three moves,
//!
//! ```text
//! x  ≤  d + e − 4 − L − g − 2 f
//! ```
//!
//! for each move of the mover that neither enters nor blocks a square of C or one that K1 or K2
//! passes, provided that each of the mover's next moves, after K1, also stays out of the squares of
//! C and of those that K2 passes. K2 may depend on that next move: one plan has all second moves
//! that hold x below the target, and it refutes a move of the mover if each move that the mover can
//! make after it and K1 leaves one of them standing.
//!
//! The first move is the one that answered the move searched last: what answers the hardest moves
//! answers most others, which then need not even be made.

use super::node::Node;
use super::packed_move::PackedMove;
use super::relevance_zones::{Stand, Step};
use crate::board::Bitboard;
use crate::region::safe_squares::Safety;
use std::ops::ControlFlow;

/// A first move of the opponent with its second moves.
pub(super) struct TwoMoveZones<B> {
    first: PackedMove,
    /// For each second move, the squares that the mover would have to enter or block.
    zones: Vec<B>,
    /// The most that the moves refuted by the plan yield.
    pub high: i32,
}

impl<B: Bitboard> TwoMoveZones<B> {
    /// The opponent's move `first` and all second moves that hold x of `node`'s mover below the
    /// target.
    pub fn new(node: &Node<B>, first: PackedMove, target: i32, safety: &mut Safety<'_, B>) -> Self {
        let mut plan = Self { first, zones: Vec::new(), high: i32::MIN };
        if first.is_legal(node.empty, node.enemy) {
            let passed = Node { own: node.enemy, enemy: node.own, ..*node };
            let (after, _) = first.made(&passed);
            let stand = Stand::new(node, 2, target);
            let _ = stand.each(&after, safety, &mut |zone, high| {
                plan.add(zone, high);
                ControlFlow::Continue(())
            });
        }
        plan
    }

    /// Adds a second move, unless one that is already there has a zone within this one's.
    fn add(&mut self, zone: B, high: i32) {
        let within = |inner: B, outer: B| inner.without(outer).is_none();
        if !self.zones.iter().any(|&other| within(other, zone)) {
            self.zones.retain(|&other| !within(zone, other));
            self.zones.push(zone);
            self.high = self.high.max(high);
        }
    }

    /// Whether the plan has no second move.
    pub fn is_empty(&self) -> bool {
        self.zones.is_empty()
    }

    /// Whether the plan refutes a move of `node`'s mover.
    pub fn refutes(&self, node: &Node<B>, mv: PackedMove) -> bool {
        let (mut empty, mut own, mut touched) = (node.empty, node.own, B::NONE);
        if mv != PackedMove::SPARE {
            let (from, to, arrow) = mv.squares();
            touched = B::bit(to) | B::bit(arrow);
            empty = (empty | B::bit(from)).without(touched);
            own = own.without(B::bit(from)) | B::bit(to);
        }
        let standing = || self.zones.iter().filter(move |zone| !zone.meets(touched));
        if self.first.lines::<B>().meets(touched) || standing().next().is_none() {
            return false;
        }
        let (from, to, arrow) = self.first.squares();
        let empty = (empty | B::bit(from)).without(B::bit(to) | B::bit(arrow));
        Step::all(empty, own).all(|Step { to, arrows, .. }| {
            let open = |open: B, zone: &B| if zone.has(to) { open } else { open & *zone };
            standing().fold(arrows, open).is_none()
        })
    }
}
