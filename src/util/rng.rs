//! Random numbers that are the same everywhere for the same seed.

use crate::board::{Bitboard, Position};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A seeded sequence of random numbers.
#[derive(Clone, Debug)]
pub struct SeededRng(Xoshiro256PlusPlus);

impl SeededRng {
    /// Makes the sequence of this seed.
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Makes the sequence for the `number`th of many things under one seed, such as games.
    pub fn numbered(seed: u64, number: u64) -> Self {
        Self::new(seed ^ number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    /// Makes a sequence for choosing a move in a position: different in each position of a game,
    /// the same whenever the position recurs.
    pub fn of_position(seed: u64, position: &Position) -> Self {
        Self::numbered(seed, position.placement().hash(position.side()).0)
    }

    /// Draws a number below `end`, all equally likely; `end` must not be 0.
    #[inline(always)]
    pub fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.0.next_u64()) * end as u128) >> 64) as usize
    }

    /// Draws a number from 0 up to but not including 1, all equally likely.
    pub fn unit(&mut self) -> f32 {
        (self.0.next_u64() >> 40) as f32 / (1u64 << 24) as f32
    }

    /// Shuffles a list.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for end in (1..list.len()).rev() {
            list.swap(end, self.below(end + 1));
        }
    }

    /// Draws a square of a set, which must not be empty; all are equally likely.
    #[inline(always)]
    pub fn square<B: Bitboard>(&mut self, mut set: B) -> usize {
        for _ in 0..self.below(set.count() as usize) {
            set = set.without_first();
        }
        set.first()
    }
}
