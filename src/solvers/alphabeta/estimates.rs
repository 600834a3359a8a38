//! The estimates that a search has made, for positions that it meets again.

use super::transposition::Key;
use crate::eval::Value;
use crate::util::memory::as_many_as_fit;

/// A direct-mapped table of estimates.
///
/// A deeper iteration orders the moves of the same positions as the one before, and many lines lead
/// to one position. An entry has the upper 48 bits of the key's first word and below them the
/// estimate; a new one takes the place of an old one. A word of zeros is unused.
#[derive(Debug)]
pub struct Estimates {
    entries: Vec<u64>,
}

/// The bits of an entry that hold the estimate.
const VALUE_BITS: u32 = 16;

/// The most entries, 1 MB: of larger tables, more lies far from the processor than is met again.
const MOST: usize = 1 << 17;

impl Estimates {
    /// Makes a table of at most `entries`, rounded down to a power of two.
    pub fn new(entries: usize) -> Self {
        let entries = 1 << entries.clamp(1, MOST).ilog2();
        Self { entries: as_many_as_fit::<u64, _>(entries, |entries| vec![0; entries]) }
    }

    /// Returns the estimate of the position of this key, made by `estimate` unless it is
    /// remembered.
    #[inline(always)]
    pub fn of(&mut self, key: Key, estimate: impl FnOnce() -> Value) -> Value {
        let index = key.1 as usize & (self.entries.len() - 1);
        let entry = &mut self.entries[index];
        let tag = key.0 >> VALUE_BITS;
        if *entry != 0 && *entry >> VALUE_BITS == tag {
            return Value::from(*entry as u16 as i16);
        }
        let value = estimate();
        debug_assert!(i16::try_from(value).is_ok());
        *entry = tag << VALUE_BITS | u64::from(value as i16 as u16);
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_estimate_is_made_once_until_another_position_takes_its_place() {
        let mut estimates = Estimates::new(9);
        let forgotten = || panic!("it is remembered");
        let (key, other) = (Key(7 << 50, 3), Key(8 << 50, 3 + 8));
        for value in [-12_850, -1, 12_850] {
            assert_eq!(estimates.of(key, || value), value);
            assert_eq!(estimates.of(key, forgotten), value);
            assert_eq!(estimates.of(other, || 5), 5);
        }
        assert_eq!(estimates.of(Key(8 << 50, 4), || 6), 6);
        assert_eq!(estimates.of(other, forgotten), 5);
    }

    #[test]
    fn a_key_of_zeros_is_no_unused_entry() {
        let mut estimates = Estimates::new(1);
        assert_eq!(estimates.of(Key(0, 0), || 4), 4);
        assert_eq!(estimates.of(Key(0, 0), || 0), 4);
        assert_eq!(Estimates::new(1).of(Key(0, 0), || 9), 9);
    }
}
