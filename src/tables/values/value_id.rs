//! The name of a value in a dictionary.

use std::fmt;

/// A value of a dictionary, or its negative: of the two, only one is in the dictionary.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ValueId(u32);

impl ValueId {
    /// The most values of a dictionary.
    pub const MOST: usize = 1 << 31;

    /// The value 0, which every dictionary begins with.
    pub const ZERO: Self = Self(0);

    /// Returns the value of this number, or its negative.
    pub const fn new(number: usize, negated: bool) -> Self {
        debug_assert!(number < Self::MOST);
        Self((number as u32) << 1 | negated as u32)
    }

    /// Returns the number of the value, or of its negative, in the dictionary.
    pub const fn number(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Returns whether the negative of the value in the dictionary is meant.
    pub const fn negated(self) -> bool {
        self.0 & 1 != 0
    }

    /// Returns the negative. A value that is its own negative has two names then.
    #[must_use]
    pub const fn negative(self) -> Self {
        Self(self.0 ^ 1)
    }

    /// Returns the negative if `negated` is set.
    #[must_use]
    pub const fn negated_if(self, negated: bool) -> Self {
        Self(self.0 ^ negated as u32)
    }

    /// Returns twice the number, plus one for a negative: the form in files.
    pub const fn to_bits(self) -> u32 {
        self.0
    }

    /// Returns the value of this form.
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }
}

impl fmt::Debug for ValueId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.negated() { "-" } else { "" }, self.number())
    }
}
