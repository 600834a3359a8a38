//! What is known of a rank: an interval that narrows to one value.

use crate::score::Rank;
use serde::{Deserialize, Serialize};

/// Bounds of a rank, both inclusive; the rank is known exactly where they meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bounds {
    /// The rank is at least this.
    pub at_least: Rank,
    /// The rank is at most this.
    pub at_most: Rank,
}

impl Bounds {
    /// The rank itself.
    pub const fn exactly(rank: Rank) -> Self {
        Self { at_least: rank, at_most: rank }
    }

    /// What holds for every position with `empties` empty squares.
    pub const fn of_size(empties: usize) -> Self {
        Self { at_least: -1 - empties as Rank, at_most: empties as Rank }
    }

    /// What both intervals say; `None` where they contradict each other.
    #[must_use]
    pub fn and(self, other: Self) -> Option<Self> {
        let both = Self {
            at_least: self.at_least.max(other.at_least),
            at_most: self.at_most.min(other.at_most),
        };
        (both.at_least <= both.at_most).then_some(both)
    }

    /// The opponent's bounds of the same result.
    #[must_use]
    pub const fn for_opponent(self) -> Self {
        Self { at_least: -1 - self.at_most, at_most: -1 - self.at_least }
    }

    /// The rank where it is known.
    pub fn exact(self) -> Option<Rank> {
        (self.at_least == self.at_most).then_some(self.at_least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_meet_mirror_and_contradict() {
        let low = Bounds { at_least: -3, at_most: 1 };
        let high = Bounds { at_least: 1, at_most: 4 };
        assert_eq!(low.and(high), Some(Bounds::exactly(1)));
        assert_eq!(low.and(high).unwrap().exact(), Some(1));
        assert_eq!(low.and(Bounds { at_least: 2, at_most: 4 }), None);
        assert_eq!(low.for_opponent(), Bounds { at_least: -2, at_most: 2 });
        assert_eq!(low.for_opponent().for_opponent(), low);
        assert_eq!(Bounds::of_size(3).for_opponent(), Bounds::of_size(3));
    }
}
