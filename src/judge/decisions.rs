//! Moves that decided nodes, and the table that remembers them.

use super::packed_move::PackedMove;

/// A move that decided a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Decision {
    pub mv: PackedMove,
    /// How far from deciding the move had seemed, in eighths of a square.
    pub shortfall: i32,
}

impl Decision {
    pub const NONE: Self = Self { mv: PackedMove::NONE, shortfall: 0 };

    /// A decision settled by the bounds of the node after the move.
    pub fn at_once(mv: PackedMove) -> Self {
        Self { mv, shortfall: -1 << 16 }
    }

    /// A decision whose move is worth a search however far from deciding it seems.
    pub fn however_far(mv: PackedMove) -> Self {
        Self { mv, shortfall: 1 << 16 }
    }
}

/// The moves that decided nodes of a problem. The most recent ones are kept in a table of fixed
/// size.
pub(super) struct Decisions {
    /// Each decision with the key of its node.
    entries: Vec<(u64, Decision)>,
    bytes: usize,
}

impl Decisions {
    /// As many bytes as are useful.
    pub const BYTES: usize = 256 << 10;

    /// Takes at most `bytes` bytes, and none before it is [started](Self::start).
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
    pub fn is_started(&self) -> bool {
        !self.entries.is_empty()
    }

    /// What decided the node with this hash and `spare` spare moves, if known.
    pub fn of(&self, hash: (u64, u64), spare: i32) -> Option<Decision> {
        let key = key(hash, spare);
        let (there, decision) = *self.entries.get(self.place(key))?;
        (there == key).then_some(decision)
    }

    /// Remembers what decided a node.
    pub fn add(&mut self, hash: (u64, u64), spare: i32, decision: Decision) {
        let key = key(hash, spare);
        let place = self.place(key);
        if let Some(entry) = self.entries.get_mut(place) {
            *entry = (key, decision);
        }
    }

    /// The slot of a node with this key, once there are entries.
    fn place(&self, key: u64) -> usize {
        key as usize & self.entries.len().saturating_sub(1)
    }
}

/// The key of a node.
fn key((hash, _): (u64, u64), spare: i32) -> u64 {
    hash ^ u64::from(spare as u32).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}
