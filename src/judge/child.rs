//! A child of a node, as kept on the stack of open children.

use super::node::Node;
use super::ordering::order;
use super::packed_move::PackedMove;
use super::question::Question;
use crate::board::Bitboard;
use crate::score::Bounds;

/// The node after a move, for the player who answers it.
#[derive(Clone, Copy)]
pub(super) struct Child<B> {
    pub node: Node<B>,
    pub hash: (u64, u64),
    /// Proved bounds of the child's x.
    pub bounds: Bounds,
    /// Ascending order is best first for the mover.
    pub order: i32,
    /// The move that led here.
    pub mv: PackedMove,
}

impl<B: Bitboard> Child<B> {
    /// The question that is left after the move, with the bounds of the child known by now: the
    /// mover reaches the target if and only if the opponent does not reach 2 − `target`.
    #[inline(always)]
    pub fn asked(&self, bounds: Bounds, target: i32, similar: Option<Node<B>>) -> Question<B> {
        Question { node: self.node, hash: self.hash, bounds, target: 2 - target, similar }
    }

    /// How far the move seems from deciding its mover's question, in eighths of a square.
    pub fn shortfall(&self, target: i32) -> i32 {
        order(&self.node, self.bounds) + 8 * target
    }
}
