//! Similar positions: what decided one is tried first in the other (Kawano 1996, "Using similar
//! positions to search game trees", Games of No Chance).
//!
//! A node's model is a node alike that was decided before: the sibling that was refuted last, or what
//! the same move makes of the parent's model. So the replies that refuted one move are tried against
//! the next one, and theirs after them, as deep as the two trees are alike.

use super::killers::Decision;
use super::node::{Node, Stopped};
use super::search::{SEED, Search};
use super::way::Way;
use crate::board::Bits;

/// The moves that decided nodes of a problem, the last ones in a table of fixed size.
pub(super) struct Decisions {
    /// Each with the name of its node.
    entries: Vec<(u64, Decision)>,
    bytes: usize,
}

impl Decisions {
    /// The most that it ever takes.
    pub const BYTES: usize = 256 << 10;

    /// Takes at most so many bytes, and nothing before it is [started](Self::start).
    pub fn new(bytes: usize) -> Self {
        Self { entries: Vec::new(), bytes: bytes.min(Self::BYTES) }
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

    /// What decided a node, if that is known.
    pub fn of<B: Bits>(&self, node: &Node<B>) -> Option<Decision> {
        let key = key(node);
        let (there, decision) = *self.entries.get(self.place(key))?;
        (there == key).then_some(decision)
    }

    /// Remembers what decided a node.
    pub fn add<B: Bits>(&mut self, node: &Node<B>, decision: Decision) {
        let key = key(node);
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
fn key<B: Bits>(node: &Node<B>) -> u64 {
    node.hash(SEED ^ u64::from(node.spare as u32)).0
}

impl<B: Bits> Search<'_, '_, B> {
    /// The model of the child that a move leads to: what it makes of this node's `model`, if it can be
    /// made there too and was decided; else the sibling that was refuted last.
    pub fn model_after(
        &mut self,
        model: Option<Node<B>>,
        way: Way,
        refuted: Option<Node<B>>,
    ) -> Result<Option<Node<B>>, Stopped> {
        if self.decisions.entries.is_empty() {
            return Ok(None);
        }
        let Some(model) = model.filter(|model| way.is_legal(model.empty, model.own)) else {
            return Ok(refuted);
        };
        let after = self.child(&model, way)?;
        Ok(if self.decisions.of(&after).is_some() { Some(after) } else { refuted.or(Some(after)) })
    }
}
