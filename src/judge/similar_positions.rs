//! Similar positions: what decided one is tried first in the other (Kawano 1996, "Using similar
//! positions to search game trees", Games of No Chance).
//!
//! A node's model is a node alike that was decided before: the sibling that was refuted last, or what
//! the same move makes of the parent's model. So the replies that refuted one move are tried against
//! the next one, and theirs after them, as deep as the two trees are alike.

use super::alpha_beta::{SEED, Search};
use super::killers::Decision;
use super::node::{Node, Stopped};
use super::packed_move::PackedMove;
use crate::board::Bitboard;

/// The moves that decided nodes of a problem, the last ones in a table of fixed size.
pub(super) struct Decisions {
    /// Each with the name of its node.
    entries: Vec<(u64, Decision)>,
    bytes: usize,
}

impl Decisions {
    /// As many as are of use.
    pub const BYTES: usize = 256 << 10;

    /// Takes at most so many bytes, and nothing before it is [started](Self::start).
    pub fn new(bytes: usize) -> Self {
        Self { entries: Vec::new(), bytes }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries = Vec::new();
    }

    /// Remembers decisions from now on.
    pub fn start(&mut self) {
        let most = (self.bytes / size_of::<(u64, Decision)>()).max(1);
        self.entries.resize(1 << most.ilog2(), (0, Decision::NONE));
    }

    /// Whether it remembers decisions.
    fn is_started(&self) -> bool {
        !self.entries.is_empty()
    }

    /// What decided the node with this hash and so many spare moves, if that is known.
    pub fn of(&self, hash: (u64, u64), spare: i32) -> Option<Decision> {
        let key = key(hash, spare);
        let (there, decision) = *self.entries.get(self.place(key))?;
        (there == key).then_some(decision)
    }

    /// Remembers what decided it.
    pub fn add(&mut self, hash: (u64, u64), spare: i32, decision: Decision) {
        let key = key(hash, spare);
        let place = self.place(key);
        if let Some(entry) = self.entries.get_mut(place) {
            *entry = (key, decision);
        }
    }

    /// Where the node of this name belongs, once there are entries.
    fn place(&self, key: u64) -> usize {
        key as usize & self.entries.len().saturating_sub(1)
    }
}

/// The name of a node.
fn key((hash, _): (u64, u64), spare: i32) -> u64 {
    hash ^ u64::from(spare as u32).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

impl<B: Bitboard> Search<'_, '_, B> {
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
