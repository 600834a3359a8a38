//! Which positions the threads of one search are at, so that they share the work.
//!
//! A thread puts off a move that another one searches already, and comes back to it when the node's
//! other moves are done; by then the table mostly has the result (J.-C. Weill, "The ABDADA distributed
//! minimax-search algorithm", ICCA Journal 19, 1996; in the simple form of T. Kerrigan, with marks
//! beside the table).

use super::transposition::Key;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The number of places for marks; a power of two. Two positions in one place cost only work done
/// twice.
const PLACES: usize = 1 << 12;

/// Marks of the positions that are being searched.
#[derive(Debug)]
pub(super) struct InProgress {
    places: Box<[AtomicU64]>,
}

/// The mark of a position; dropping it takes it away.
#[derive(Debug)]
pub(super) struct Mark<'a> {
    place: &'a AtomicU64,
    mark: u64,
}

impl InProgress {
    pub fn new() -> Self {
        Self { places: (0..PLACES).map(|_| AtomicU64::new(0)).collect() }
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
