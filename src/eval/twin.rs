//! The bitboards of two players side by side, for walks that both make at once.
//!
//! A word of one player and the same word of the other fill a vector of 128 bits, which every
//! x86-64 and ARM processor has. A step of both players' walks takes as many instructions as a step
//! of a single player's walk on 64 squares.

use crate::board::{Bitboard, DIRECTIONS};
use std::marker::PhantomData;
use wide::u64x2;

/// How an amazon is assumed to walk when distances are measured; it never shoots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Walk {
    /// Like a chess queen: D¹ of Lieberum 2005.
    Queen,
    /// Like a chess king: D² of Lieberum 2005.
    King,
}

/// Words of the widest layout.
const WORDS: usize = 5;

/// Two sets of squares in layout `B`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Twin<B> {
    /// Word by word, the first player's in the low half; words that the layout lacks stay empty.
    words: [u64x2; WORDS],
    layout: PhantomData<B>,
}

impl<B: Bitboard> Twin<B> {
    pub(super) const NONE: Self = Self { words: [u64x2::ZERO; WORDS], layout: PhantomData };

    pub(super) fn new(first: B, second: B) -> Self {
        let (first, second) = (first.words(), second.words());
        Self::of(|word| u64x2::new([first[word], second[word]]))
    }

    /// Returns each player's set.
    pub(super) fn apart(self) -> [B; 2] {
        let word = |player: usize| move |word: usize| self.words[word].to_array()[player];
        let of = |player: usize| B::of_words(std::array::from_fn(word(player)));
        [of(0), of(1)]
    }

    /// Returns the same sets with the players exchanged.
    #[inline(always)]
    pub(super) fn exchanged(self) -> Self {
        Self::of(|word| {
            let [first, second] = self.words[word].to_array();
            u64x2::new([second, first])
        })
    }

    #[inline(always)]
    fn of(word: impl Fn(usize) -> u64x2) -> Self {
        let mut twin = Self::NONE;
        for (number, to) in twin.words[..B::WORDS].iter_mut().enumerate() {
            *to = word(number);
        }
        twin
    }

    #[inline(always)]
    pub(super) fn and(self, other: Self) -> Self {
        Self::of(|word| self.words[word] & other.words[word])
    }

    #[inline(always)]
    pub(super) fn or(self, other: Self) -> Self {
        Self::of(|word| self.words[word] | other.words[word])
    }

    /// Returns the sets without the squares of another pair.
    #[inline(always)]
    pub(super) fn without(self, other: Self) -> Self {
        Self::of(|word| self.words[word] & !other.words[word])
    }

    /// Returns whether both sets are empty.
    #[inline(always)]
    pub(super) fn is_none(self) -> bool {
        let all = self.words[..B::WORDS].iter().fold(u64x2::ZERO, |all, &word| all | word);
        let [first, second] = all.to_array();
        first | second == 0
    }

    #[inline(always)]
    fn up(self, n: u64) -> Self {
        Self::of(|word| {
            let below = if word > 0 { self.words[word - 1] >> (64 - n) } else { u64x2::ZERO };
            self.words[word] << n | below
        })
    }

    #[inline(always)]
    fn down(self, n: u64) -> Self {
        Self::of(|word| {
            let above =
                if word + 1 < B::WORDS { self.words[word + 1] << (64 - n) } else { u64x2::ZERO };
            self.words[word] >> n | above
        })
    }

    /// Moves every square one step in a direction.
    #[inline(always)]
    fn step(self, direction: usize) -> Self {
        let stride = B::STRIDE as u64;
        match direction {
            0 => self.up(1),
            1 => self.up(stride),
            2 => self.up(stride + 1),
            3 => self.up(stride - 1),
            4 => self.down(1),
            5 => self.down(stride),
            6 => self.down(stride + 1),
            _ => self.down(stride - 1),
        }
    }

    /// Returns the squares at most one king step away; not cut to a board.
    #[inline(always)]
    pub(super) fn neighbours(self) -> Self {
        let stride = B::STRIDE as u64;
        let row = self.or(self.up(1)).or(self.down(1));
        row.or(row.up(stride)).or(row.down(stride))
    }

    /// Returns where one more move takes both players' walks. `open` has the squares that each has
    /// not reached before: what lies behind a square reached earlier is reached from that square at
    /// least as early.
    #[inline(always)]
    pub(super) fn advanced(self, walk: Walk, open: Self) -> Self {
        match walk {
            Walk::Queen => self.queens(open),
            Walk::King => self.neighbours().and(open),
        }
    }

    /// Returns the squares that queens reach over `empty` in one move.
    #[inline(always)]
    pub(super) fn queens(self, empty: Self) -> Self {
        let mut fronts: [Self; DIRECTIONS] = std::array::from_fn(|d| self.step(d).and(empty));
        let mut seen = Self::NONE;
        loop {
            let all = fronts.into_iter().fold(Self::NONE, Self::or);
            if all.is_none() {
                return seen;
            }
            seen = seen.or(all);
            fronts = std::array::from_fn(|d| fronts[d].step(d).and(empty));
        }
    }
}
