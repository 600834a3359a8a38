//! A table in which a newer entry takes the place of an older one, and which grows up to a fixed
//! size as it fills.

use crate::memory;

/// An entry of a [`GrowingTable`]. The default is a free place.
pub(super) trait Slot: Copy + Default {
    /// Returns whether the place is free.
    fn is_free(&self) -> bool;

    /// Returns the well-mixed bits of its key from which its place is taken.
    fn spread(&self) -> usize;
}

/// A table of a power of two of entries, each in the one place that its key names.
///
/// Whoever uses it counts what was stored, and says so to [`make_room`](Self::make_room).
pub(super) struct GrowingTable<E> {
    entries: Vec<E>,
    most: usize,
}

impl<E: Slot> GrowingTable<E> {
    /// Makes a table of `first` entries that grows to at most `most`, both powers of two.
    pub fn new(first: usize, most: usize) -> Self {
        Self { entries: vec![E::default(); first.min(most)], most }
    }

    /// Returns the largest power of two of entries, at least two, that take at most `bytes`.
    pub fn most_within(bytes: usize) -> usize {
        1 << (bytes / size_of::<E>()).max(2).ilog2()
    }

    /// Returns the bytes taken.
    pub fn bytes(&self) -> usize {
        size_of_val(self.entries.as_slice())
    }

    /// Returns what is in the place that these bits name.
    #[inline(always)]
    pub fn at(&self, spread: usize) -> &E {
        &self.entries[spread & (self.entries.len() - 1)]
    }

    /// Returns the place that these bits name.
    #[inline(always)]
    pub fn at_mut(&mut self, spread: usize) -> &mut E {
        let last = self.entries.len() - 1;
        &mut self.entries[spread & last]
    }

    /// Puts an entry into its place and returns what was there.
    #[inline(always)]
    pub fn put(&mut self, entry: E) -> E {
        std::mem::replace(self.at_mut(entry.spread()), entry)
    }

    /// Doubles the table if more than half as many entries as it has places are stored. Where the
    /// memory is short, it stays as it is from then on.
    #[inline(always)]
    pub fn make_room(&mut self, stored: usize) {
        if stored > self.entries.len() / 2 && self.entries.len() < self.most {
            self.grow();
        }
    }

    #[cold]
    fn grow(&mut self) {
        let Some(_claim) = memory::claim(2 * self.bytes()) else {
            self.most = self.entries.len();
            return;
        };
        let old = std::mem::take(&mut self.entries);
        self.entries = vec![E::default(); 2 * old.len()];
        for entry in old.into_iter().filter(|entry| !entry.is_free()) {
            self.put(entry);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, Default, Debug, PartialEq)]
    struct Number(usize);

    impl Slot for Number {
        fn is_free(&self) -> bool {
            self.0 == 0
        }

        fn spread(&self) -> usize {
            self.0
        }
    }

    #[test]
    fn what_is_stored_stays_as_the_table_grows_to_its_limit() {
        let mut table = GrowingTable::new(4, GrowingTable::<Number>::most_within(16 * 8 + 7));
        for number in 1..16 {
            table.make_room(number);
            assert_eq!(table.put(Number(number)), Number(0));
        }
        assert!((1..16).all(|number| *table.at(number) == Number(number)));
        assert_eq!(table.bytes(), 16 * size_of::<usize>());
        table.make_room(99);
        assert_eq!(table.put(Number(17)), Number(1), "the newer one stays");
        assert_eq!(table.bytes(), 16 * size_of::<usize>());
    }
}
