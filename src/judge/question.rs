//! The questions that the searches ask about a node.

use super::node::Node;
use crate::score::Bounds;

/// A reduced node and the question whether its mover reaches x ≥ `target`.
#[derive(Clone, Copy)]
pub(super) struct Question<B> {
    pub node: Node<B>,
    /// The hash of the node.
    pub hash: (u64, u64),
    /// Proved bounds of x.
    pub bounds: Bounds,
    pub target: i32,
    /// A similar node: what decided it is tried first here.
    pub similar: Option<Node<B>>,
}

impl<B> Question<B> {
    /// The bound that answers the question without search. A result ≥ `target` is a proved lower
    /// bound of x, a result < `target` a proved upper bound.
    #[inline(always)]
    pub fn answer(&self) -> Option<i32> {
        self.bounds.answer(self.target)
    }
}
