//! Similar positions: what decided one is tried first in the other (Kawano 1996, "Using similar
//! positions to search game trees", Games of No Chance).
//!
//! A node's model is a similar node that was decided before: the sibling that was refuted last, or
//! the node to which the same move leads from the parent's model. So the replies that refuted one
//! move are tried against the next one, and the replies after them too, as deep as the two trees
//! are similar.

use super::decisions::Decision;
use super::node::{Node, SEED, Stopped};
use super::packed_move::PackedMove;
use super::search::Search;
use crate::board::Bitboard;

impl<B: Bitboard> Search<'_, B> {
    /// What decided a node's model, if known.
    pub fn decision_of(&self, model: Option<Node<B>>) -> Option<Decision> {
        model.and_then(|model| self.decisions.of(model.hash(SEED), model.spare))
    }

    /// The model of the child after a move. It is the node after the same move in this node's
    /// `model`, if the move is possible there and that node was decided; otherwise the sibling that
    /// was refuted last; without a sibling, the node after the move in the model all the same,
    /// since nodes after it may have been decided.
    pub fn model_after(
        &mut self,
        model: Option<Node<B>>,
        way: PackedMove,
        refuted: Option<Node<B>>,
    ) -> Result<Option<Node<B>>, Stopped> {
        if !self.decisions.is_started() {
            return Ok(None);
        }
        let Some(model) = model.filter(|model| way.is_legal(model.empty, model.own)) else {
            return Ok(refuted);
        };
        let after = Some(self.child(&model, way)?);
        Ok(if self.decision_of(after).is_some() { after } else { refuted.or(after) })
    }
}
