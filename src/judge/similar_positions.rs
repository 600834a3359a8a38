//! Similar positions: what decided one is tried first in the other (Kawano 1996, "Using similar
//! positions to search game trees", Games of No Chance).
//!
//! A node's similar position was decided before: it is the sibling that was refuted last, or the node
//! to which the same move leads from the parent's similar position. So the replies that refuted one
//! move are tried against the next one, and the replies after them too, as deep as the two trees
//! are similar.

use super::decisions::Decision;
use super::node::{Node, SEED, Stopped};
use super::packed_move::PackedMove;
use super::search::Search;
use crate::board::Bitboard;

impl<B: Bitboard> Search<'_, B> {
    /// What decided a node's similar position, if known.
    pub fn decision_of(&self, similar: Option<Node<B>>) -> Option<Decision> {
        similar.and_then(|similar| self.decisions.of(similar.hash(SEED), similar.spare))
    }

    /// The similar position of the child after a move: the node after the same move in this node's
    /// similar position, if the move is possible there and that node was decided; otherwise the
    /// sibling that was refuted last. Without a sibling it is the node after the move, decided or
    /// not, since nodes after it may have been decided.
    pub fn similar_after(
        &mut self,
        similar: Option<Node<B>>,
        mv: PackedMove,
        refuted: Option<Node<B>>,
    ) -> Result<Option<Node<B>>, Stopped> {
        if !self.decisions.is_started() {
            return Ok(None);
        }
        let Some(similar) = similar.filter(|similar| mv.is_legal(similar.empty, similar.own))
        else {
            return Ok(refuted);
        };
        let after = Some(self.child(&similar, mv)?);
        Ok(if self.decision_of(after).is_some() { after } else { refuted.or(after) })
    }
}
