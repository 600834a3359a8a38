//! What the threads of one search tell each other, beside the table: which positions they are at, and
//! the best move of the root.
//!
//! A thread puts off a move that another one searches already, and comes back to it when the node's
//! other moves are done; by then the table mostly has the result (J.-C. Weill, "The ABDADA distributed
//! minimax-search algorithm", ICCA Journal 19, 1996; in the simple form of T. Kerrigan, with marks
//! beside the table).

use super::transposition::{Key, pack_move, unpack_move};
use crate::board::PlacementMove;
use crate::eval::Value;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The number of places for marks; a power of two. Two positions in one place cost only work done
/// twice.
const PLACES: usize = 1 << 12;

/// What is added to values, so that none is negative.
const VALUE_ZERO: Value = 1 << 15;

/// Marks of the positions that are being searched, and the best move of the root.
#[derive(Debug)]
pub(super) struct InProgress {
    places: Box<[AtomicU64]>,
    /// Depth, value above −2¹⁵ and move, so that the best has the greatest number; 0 before the first.
    best: AtomicU64,
}

/// The best move of the root that a thread has found, in the deepest iteration that has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BestAtRoot {
    pub depth: u8,
    pub value: Value,
    pub mv: PlacementMove,
}

/// The mark of a position; dropping it takes it away.
#[derive(Debug)]
pub(super) struct Mark<'a> {
    place: &'a AtomicU64,
    mark: u64,
}

impl InProgress {
    pub fn new() -> Self {
        Self { places: (0..PLACES).map(|_| AtomicU64::new(0)).collect(), best: AtomicU64::new(0) }
    }

    /// Tells of a move of the root, which the others learn of if it is the best.
    pub fn raise(&self, BestAtRoot { depth, value, mv }: BestAtRoot) {
        let value = (value + VALUE_ZERO) as u64;
        self.best.fetch_max(u64::from(depth) << 48 | value << 32 | pack_move(mv), Relaxed);
    }

    /// Returns the best move of the root so far.
    pub fn best(&self) -> Option<BestAtRoot> {
        let word = self.best.load(Relaxed);
        let value = (word >> 32 & 0xFFFF) as Value - VALUE_ZERO;
        let best =
            BestAtRoot { depth: (word >> 48) as u8, value, mv: unpack_move(word & 0xFFFF_FFFF) };
        (word != 0).then_some(best)
    }

    /// Marks a position that is to be searched `depth` plies deep. Returns nothing if another thread
    /// is at it.
    pub fn mark(&self, Key(key, _): Key, depth: u8) -> Option<Mark<'_>> {
        let mark = (key ^ u64::from(depth)).max(1);
        let place = &self.places[key as usize & (PLACES - 1)];
        (place.swap(mark, Relaxed) != mark).then_some(Mark { place, mark })
    }
}

impl Drop for Mark<'_> {
    fn drop(&mut self) {
        // Another position may have taken the place.
        let _ = self.place.compare_exchange(self.mark, 0, Relaxed, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_move_is_of_the_deepest_iteration() {
        let shared = InProgress::new();
        assert_eq!(shared.best(), None);
        let mv = PlacementMove { from: 271, to: 0, arrow: 15 };
        for (depth, value, known) in [
            (1, 70, (1, 70)),
            (2, -30_000, (2, -30_000)),
            (2, -5, (2, -5)),
            (1, 90, (2, -5)),
            (2, -6, (2, -5)),
        ] {
            shared.raise(BestAtRoot { depth, value, mv });
            let best = shared.best().unwrap();
            assert_eq!((best.depth, best.value, best.mv), (known.0, known.1, mv));
        }
    }

    #[test]
    fn a_position_is_marked_once_at_a_time() {
        let marks = InProgress::new();
        let (one, other) = (Key(1 << 20 | 7, 3), Key(1 << 30 | 7, 3));
        let mark = marks.mark(one, 4);
        assert!(mark.is_some() && marks.mark(one, 4).is_none());
        drop(mark);
        let again = marks.mark(one, 4);
        assert!(again.is_some());
        // Its place is taken, and stays so when the first mark ends.
        let taken = marks.mark(other, 4);
        drop(again);
        assert!(taken.is_some() && marks.mark(other, 4).is_none());
    }
}
