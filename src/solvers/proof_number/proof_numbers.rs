//! Proof and disproof numbers of a node, and the thresholds of a search.

/// ∞: the number of a goal that cannot be reached.
pub(super) const INFINITY: u32 = u32::MAX;

/// The numbers of a node from the side of its mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofNumbers {
    /// φ: the least number of leaves to settle for a proof that the mover wins; 0 once that is
    /// proved.
    pub phi: u32,
    /// δ: the same for a proof that the mover loses.
    pub delta: u32,
}

impl ProofNumbers {
    /// An unknown leaf.
    pub const LEAF: Self = Self { phi: 1, delta: 1 };
    /// The mover wins.
    pub const WON: Self = Self { phi: 0, delta: INFINITY };
    /// The mover loses.
    pub const LOST: Self = Self { phi: INFINITY, delta: 0 };

    /// Whether the winner is known.
    #[inline(always)]
    pub fn solved(self) -> bool {
        self.phi == 0 || self.delta == 0
    }

    /// Returns the numbers from the other player's side, if `turned`.
    #[inline(always)]
    pub fn turned(self, turned: bool) -> Self {
        if turned { Self { phi: self.delta, delta: self.phi } } else { self }
    }
}

/// th(n): the search leaves a node when φ or δ reaches its threshold. Thresholds are wider than the
/// numbers, so a node whose clamped numbers are as large as possible is still searched further.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Thresholds {
    pub phi: u64,
    pub delta: u64,
}

impl Thresholds {
    /// The thresholds of the root, which only the numbers of a solved node reach.
    pub const NONE: Self = Self { phi: u64::MAX, delta: u64::MAX };

    #[inline(always)]
    pub fn turned(self, turned: bool) -> Self {
        if turned { Self { phi: self.delta, delta: self.phi } } else { self }
    }
}
