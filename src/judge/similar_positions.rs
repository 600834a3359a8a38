//! Similar positions: what decided one is tried first in the other (Kawano 1996, "Using similar
//! positions to search game trees", Games of No Chance).
//!
//! A node's model is a node alike that was decided before: the sibling that was refuted last, or what
//! the same move makes of the parent's model. So the replies that refuted one move are tried against
//! the next one, and theirs after them, as deep as the two trees are alike.

use super::decisions::Decision;
use super::node::{Node, SEED, Stopped};
use super::packed_move::PackedMove;
use super::search::Search;
use crate::board::Bitboard;

impl<B: Bitboard> Search<'_, B> {
    /// What decided a node's model, if that is known.
    pub fn decision_of(&self, model: Option<Node<B>>) -> Option<Decision> {
        model.and_then(|model| self.decisions.of(model.hash(SEED), model.spare))
    }

    /// The model of the child that a move leads to: what it makes of this node's `model`, if it can be
    /// made there too and was decided; else the sibling that was refuted last; without one, what it
    /// makes of the model all the same, since nodes after that may have been decided.
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
