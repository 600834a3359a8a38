//! Bitboards: one bit per square, in four layouts behind one trait.
//!
//! The square `(file, rank)` is bit `rank × STRIDE + file`. Every row ends in one padding bit that
//! is never part of a board. So a shift by one step in any of the eight directions cannot wrap into
//! a playable square, as long as the result is intersected with squares of the board.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// The number of directions. The first four raise the bit number, the last four lower it.
pub const DIRECTIONS: usize = 8;

/// `(file step, rank step)` of each direction.
pub const STEPS: [(i32, i32); DIRECTIONS] =
    [(1, 0), (0, 1), (1, 1), (-1, 1), (-1, 0), (0, -1), (-1, -1), (1, -1)];

/// Keeps [`Bitboard`] to the layouts of this crate, so that it may grow.
pub(super) mod sealed {
    /// Implemented by the layouts of this crate.
    pub trait Sealed {}
}

/// A set of squares on a board of at most `COLS × ROWS` squares. The layouts of this crate are the
/// only ones.
pub trait Bitboard:
    sealed::Sealed
    + Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + Not<Output = Self>
{
    /// The most columns that fit.
    const COLS: usize;
    /// The most rows that fit.
    const ROWS: usize;
    /// The distance between two rows in bits: one more than `COLS`.
    const STRIDE: usize = Self::COLS + 1;
    /// One more than the highest bit number in use. Squares from here on do not fit.
    const BITS: usize = Self::STRIDE * Self::ROWS;
    /// The number of 64-bit words that hold the set.
    const WORDS: usize = Self::BITS.div_ceil(64);
    /// The empty set.
    const NONE: Self;

    /// Returns the set of one square.
    fn bit(square: usize) -> Self;
    /// Returns the number of squares.
    fn count(self) -> u32;
    /// Returns the lowest square. `self` must not be empty.
    fn first(self) -> usize;
    /// Returns `self` without its lowest square.
    #[must_use]
    fn without_first(self) -> Self;
    /// Returns every square moved up by `n` bits. What leaves the board is lost or lands on unused
    /// bits.
    #[must_use]
    fn up(self, n: usize) -> Self;
    /// Returns every square moved down by `n` bits.
    #[must_use]
    fn down(self, n: usize) -> Self;
    /// Returns all bits up to and including the lowest set one, or all bits if none is set.
    #[must_use]
    fn through_first(self) -> Self;
    /// Returns all bits from the highest set one on, or all bits if none is set.
    #[must_use]
    fn onward_from_last(self) -> Self;
    /// Returns the squares seen from `square` in `direction` on an empty board.
    fn ray(direction: usize, square: usize) -> Self;
    /// Returns the set as 64-bit words, lowest first, padded with zeros.
    fn words(self) -> [u64; 5];
    /// Returns the set with these words.
    fn of_words(words: [u64; 5]) -> Self;
    /// Continues a 128-bit hash, kept as two chains, with this set.
    fn mix(self, chains: (u64, u64)) -> (u64, u64);

    /// Returns whether the set is empty.
    #[inline(always)]
    fn is_none(self) -> bool {
        self == Self::NONE
    }
    /// Returns whether the set has a square.
    #[inline(always)]
    fn any(self) -> bool {
        !self.is_none()
    }
    /// Returns whether `square` is in the set.
    #[inline(always)]
    fn has(self, square: usize) -> bool {
        (self & Self::bit(square)).any()
    }
    /// Returns whether the two sets share a square.
    #[inline(always)]
    fn meets(self, other: Self) -> bool {
        (self & other).any()
    }
    /// Returns `self` without the squares of `other`.
    #[inline(always)]
    #[must_use]
    fn without(self, other: Self) -> Self {
        self & !other
    }
    /// Returns the bit number of a square.
    #[inline(always)]
    fn index(file: usize, rank: usize) -> usize {
        rank * Self::STRIDE + file
    }
    /// Returns every square moved one step in `direction`.
    #[inline(always)]
    #[must_use]
    fn step(self, direction: usize) -> Self {
        match direction {
            0 => self.up(1),
            1 => self.up(Self::STRIDE),
            2 => self.up(Self::STRIDE + 1),
            3 => self.up(Self::STRIDE - 1),
            4 => self.down(1),
            5 => self.down(Self::STRIDE),
            6 => self.down(Self::STRIDE + 1),
            _ => self.down(Self::STRIDE - 1),
        }
    }
    /// Returns the set and the squares one king step away from it, not cut to a board.
    #[inline(always)]
    #[must_use]
    fn neighbours(self) -> Self {
        let row = self | self.up(1) | self.down(1);
        row | row.up(Self::STRIDE) | row.down(Self::STRIDE)
    }
    /// Returns `self` and the squares of `open` connected to it by king steps within `open`.
    #[inline(always)]
    #[must_use]
    fn flood(self, open: Self) -> Self {
        flood(self, open)
    }
    /// Returns the squares that a queen on `square` reaches over the squares of `empty`.
    #[inline(always)]
    fn queen(square: usize, empty: Self) -> Self {
        queen(square, empty)
    }
    /// Returns the squares that queens on the squares of `self` reach over `empty` in one move.
    #[inline(always)]
    #[must_use]
    fn queens(self, empty: Self) -> Self {
        queens(self, empty)
    }
    /// Returns an iterator over the squares of the set, lowest first.
    #[inline(always)]
    fn squares(self) -> Squares<Self> {
        Squares(self)
    }
    /// Visits the squares of the set, lowest first. In the larger layouts this takes less time than
    /// to ask for one after the other.
    #[inline(always)]
    fn each_square(self, mut visit: impl FnMut(usize)) {
        for (i, mut word) in self.words().into_iter().enumerate().take(Self::WORDS) {
            while word != 0 {
                visit(64 * i + word.trailing_zeros() as usize);
                word &= word - 1;
            }
        }
    }
    /// Returns those squares of a board of `files × ranks` that fit.
    fn rectangle(files: usize, ranks: usize) -> Self {
        let squares = (0..ranks).flat_map(|rank| (0..files).map(move |file| (file, rank)));
        squares
            .map(|(file, rank)| Self::index(file, rank))
            .filter(|&square| square < Self::BITS)
            .fold(Self::NONE, |all, square| all | Self::bit(square))
    }
}

#[inline(always)]
pub(super) fn flood<B: Bitboard>(set: B, open: B) -> B {
    let mut all = set;
    loop {
        let next = (all.neighbours() & open) | all;
        if next == all {
            return all;
        }
        all = next;
    }
}

#[inline(always)]
pub(super) fn queen<B: Bitboard>(square: usize, empty: B) -> B {
    let walls = !empty;
    let mut seen = B::NONE;
    for direction in 0..4 {
        let ray = B::ray(direction, square);
        seen |= ray & (walls & ray).through_first();
    }
    for direction in 4..8 {
        let ray = B::ray(direction, square);
        seen |= ray & (walls & ray).onward_from_last();
    }
    seen & empty
}

#[inline(always)]
pub(super) fn queens<B: Bitboard>(set: B, empty: B) -> B {
    // All directions side by side: one loop as long as the longest line, not eight loops.
    let mut fronts: [B; DIRECTIONS] = std::array::from_fn(|d| set.step(d) & empty);
    let mut seen = B::NONE;
    loop {
        let all = fronts.into_iter().fold(B::NONE, |all, front| all | front);
        if all.is_none() {
            return seen;
        }
        seen |= all;
        fronts = std::array::from_fn(|d| fronts[d].step(d) & empty);
    }
}

/// An iterator over the squares of a set, lowest first.
#[derive(Clone, Copy, Debug)]
pub struct Squares<B>(B);

impl<B: Bitboard> Iterator for Squares<B> {
    type Item = usize;
    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0.is_none() {
            return None;
        }
        let square = self.0.first();
        self.0 = self.0.without_first();
        Some(square)
    }
}
