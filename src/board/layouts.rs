//! The four layouts of bitboards: one word, two words, five words, and one for flat regions.

use super::bitboard::sealed::Sealed;
use super::bitboard::{Bitboard, DIRECTIONS, STEPS, flood, queen, queens};
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// The `(file, rank)` that is `distance` steps from `square`, if it is on the layout.
const fn walk(
    square: usize,
    cols: usize,
    rows: usize,
    direction: usize,
    distance: i32,
) -> Option<usize> {
    let stride = cols + 1;
    let file = (square % stride) as i32 + STEPS[direction].0 * distance;
    let rank = (square / stride) as i32 + STEPS[direction].1 * distance;
    if file < 0 || rank < 0 || file >= cols as i32 || rank >= rows as i32 || square % stride == cols
    {
        None
    } else {
        Some(rank as usize * stride + file as usize)
    }
}

#[inline(always)]
fn fold(a: u64, b: u64) -> u64 {
    let wide = u128::from(a) * u128::from(b);
    (wide as u64) ^ (wide >> 64) as u64
}

/// One link of the two hash chains: folded multiplications by different odd constants.
#[inline(always)]
fn link(word: u64, chains: (u64, u64)) -> (u64, u64) {
    (
        fold(word ^ chains.0, 0xD6E8_FEB8_6659_FD93).wrapping_add(0x9E37_79B9_7F4A_7C15),
        fold(word.rotate_left(32) ^ chains.1, 0xE703_7ED1_A0B4_28DB)
            .wrapping_add(0xA076_1D64_78BD_642F),
    )
}

/// Makes the table of rays of a layout: `$set` gains the square `$to` by `$gain`.
macro_rules! rays {
    ($table:ident: $type:ty = $none:expr, $cols:expr, $rows:expr, |$set:ident, $to:ident| $gain:expr) => {
        static $table: [[$type; ($cols + 1) * $rows]; DIRECTIONS] = {
            let mut table = [[$none; ($cols + 1) * $rows]; DIRECTIONS];
            let mut direction = 0;
            while direction < DIRECTIONS {
                let mut square = 0;
                while square < ($cols + 1) * $rows {
                    let mut distance = 1;
                    let mut $set = $none;
                    while let Some($to) = walk(square, $cols, $rows, direction, distance) {
                        $gain;
                        distance += 1;
                    }
                    table[direction][square] = $set;
                    square += 1;
                }
                direction += 1;
            }
            table
        };
    };
}

macro_rules! primitive {
    ($type:ty, $cols:expr, $rows:expr, $table:ident) => {
        rays!($table: $type = 0, $cols, $rows, |set, to| set |= 1 << to);

        impl Sealed for $type {}

        impl Bitboard for $type {
            const COLS: usize = $cols;
            const ROWS: usize = $rows;
            const NONE: Self = 0;
            #[inline(always)]
            fn bit(square: usize) -> Self {
                1 << square
            }
            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn first(self) -> usize {
                self.trailing_zeros() as usize
            }
            #[inline(always)]
            fn without_first(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline(always)]
            fn up(self, n: usize) -> Self {
                self << n
            }
            #[inline(always)]
            fn down(self, n: usize) -> Self {
                self >> n
            }
            #[inline(always)]
            fn through_first(self) -> Self {
                self ^ self.wrapping_sub(1)
            }
            #[inline(always)]
            fn onward_from_last(self) -> Self {
                <$type>::MAX << (<$type>::BITS - 1 - (self | 1).leading_zeros())
            }
            #[inline(always)]
            fn ray(direction: usize, square: usize) -> Self {
                $table[direction][square]
            }
            #[inline(always)]
            fn words(self) -> [u64; 5] {
                #[allow(clippy::unnecessary_cast, reason = "one of the two types is u64")]
                let wide = self as u128;
                [wide as u64, (wide >> 64) as u64, 0, 0, 0]
            }
            #[inline(always)]
            fn of_words(words: [u64; 5]) -> Self {
                (u128::from(words[0]) | u128::from(words[1]) << 64) as Self
            }
            #[inline(always)]
            fn mix(self, chains: (u64, u64)) -> (u64, u64) {
                let [low, high, ..] = self.words();
                let chains = link(low, chains);
                if <$type>::BITS == 64 { chains } else { link(high, chains) }
            }
        }
    };
}

// 7 columns by 8 rows, and 10 columns by 11 rows.
primitive!(u64, 7, 8, RAYS_64);
primitive!(u128, 10, 11, RAYS_128);

/// The layout for boards up to 16 × 16 that fit neither of the small layouts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Wide([u64; 5]);

rays!(RAYS_WIDE: Wide = Wide([0; 5]), 16, 16, |set, to| set.0[to / 64] |= 1 << (to % 64));

/// The layout for flat regions, up to 10 × 6 or 6 × 10.
///
/// It lacks the last two squares, because a step over the padding beside them would leave the word.
/// One word is half as much work as two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Flat([u64; 1]);

rays!(RAYS_FLAT: Flat = Flat([0]), 10, 6, |set, to| if to < Flat::BITS {
    set.0[0] |= 1 << to;
});

macro_rules! operator {
    ($set:ident, $trait:ident, $method:ident, $assign_trait:ident, $assign:ident, $op:tt) => {
        impl $trait for $set {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(std::array::from_fn(|i| self.0[i] $op other.0[i]))
            }
        }
        impl $assign_trait for $set {
            #[inline(always)]
            fn $assign(&mut self, other: Self) {
                *self = *self $op other;
            }
        }
    };
}

/// The set operations of an array of words.
macro_rules! operators {
    ($set:ident) => {
        operator!($set, BitAnd, bitand, BitAndAssign, bitand_assign, &);
        operator!($set, BitOr, bitor, BitOrAssign, bitor_assign, |);
        operator!($set, BitXor, bitxor, BitXorAssign, bitxor_assign, ^);

        impl Not for $set {
            type Output = Self;
            #[inline(always)]
            fn not(self) -> Self {
                Self(std::array::from_fn(|i| !self.0[i]))
            }
        }
    };
}

operators!(Wide);
operators!(Flat);

impl Sealed for Flat {}

impl Bitboard for Flat {
    const COLS: usize = 10;
    const ROWS: usize = 6;
    const BITS: usize = 63;
    const NONE: Self = Self([0]);
    #[inline(always)]
    fn bit(square: usize) -> Self {
        Self([u64::bit(square)])
    }
    #[inline(always)]
    fn count(self) -> u32 {
        self.0[0].count()
    }
    #[inline(always)]
    fn first(self) -> usize {
        self.0[0].first()
    }
    #[inline(always)]
    fn without_first(self) -> Self {
        Self([self.0[0].without_first()])
    }
    #[inline(always)]
    fn up(self, n: usize) -> Self {
        Self([self.0[0].up(n)])
    }
    #[inline(always)]
    fn down(self, n: usize) -> Self {
        Self([self.0[0].down(n)])
    }
    #[inline(always)]
    fn through_first(self) -> Self {
        Self([self.0[0].through_first()])
    }
    #[inline(always)]
    fn onward_from_last(self) -> Self {
        Self([self.0[0].onward_from_last()])
    }
    #[inline(always)]
    fn ray(direction: usize, square: usize) -> Self {
        RAYS_FLAT[direction][square]
    }
    #[inline(always)]
    fn words(self) -> [u64; 5] {
        [self.0[0], 0, 0, 0, 0]
    }
    #[inline(always)]
    fn of_words(words: [u64; 5]) -> Self {
        Self([words[0]])
    }
    #[inline(always)]
    fn mix(self, (a, b): (u64, u64)) -> (u64, u64) {
        // This is never the hash of a set of the small layout, which has its squares on other bits.
        link(self.0[0], (a ^ 0x8CB9_2BA7_2F3D_8DD7, b ^ 0xD807_4F8B_5A5C_9A2F))
    }
}

impl Sealed for Wide {}

impl Bitboard for Wide {
    const COLS: usize = 16;
    const ROWS: usize = 16;
    const NONE: Self = Self([0; 5]);
    // Comparing arrays calls a function; looking at the words does not.
    #[inline(always)]
    fn is_none(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] | self.0[4] == 0
    }
    #[inline(always)]
    fn has(self, square: usize) -> bool {
        self.0[square / 64] & 1 << (square % 64) != 0
    }
    #[inline(always)]
    fn bit(square: usize) -> Self {
        let mut words = [0; 5];
        words[square / 64] = 1 << (square % 64);
        Self(words)
    }
    #[inline(always)]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
    #[inline(always)]
    fn first(self) -> usize {
        for (i, word) in self.0.iter().enumerate() {
            if *word != 0 {
                return 64 * i + word.trailing_zeros() as usize;
            }
        }
        Self::BITS
    }
    #[inline(always)]
    fn without_first(self) -> Self {
        let mut words = self.0;
        for word in &mut words {
            if *word != 0 {
                *word &= *word - 1;
                break;
            }
        }
        Self(words)
    }
    #[inline(always)]
    fn up(self, n: usize) -> Self {
        debug_assert!(0 < n && n < 64);
        let old = self.0;
        Self(std::array::from_fn(|i| {
            (old[i] << n) | if i > 0 { old[i - 1] >> (64 - n) } else { 0 }
        }))
    }
    #[inline(always)]
    fn down(self, n: usize) -> Self {
        debug_assert!(0 < n && n < 64);
        let old = self.0;
        Self(std::array::from_fn(|i| {
            (old[i] >> n) | if i < 4 { old[i + 1] << (64 - n) } else { 0 }
        }))
    }
    #[inline(always)]
    fn through_first(self) -> Self {
        let mut words = [u64::MAX; 5];
        for (i, &word) in self.0.iter().enumerate() {
            words[i] = word ^ word.wrapping_sub(1);
            if word != 0 {
                words[i + 1..].fill(0);
                break;
            }
        }
        Self(words)
    }
    #[inline(always)]
    fn onward_from_last(self) -> Self {
        let mut words = [u64::MAX; 5];
        for i in (0..5).rev() {
            if self.0[i] != 0 {
                words[i] = u64::MAX << (63 - self.0[i].leading_zeros());
                words[..i].fill(0);
                break;
            }
        }
        Self(words)
    }
    #[inline(always)]
    fn ray(direction: usize, square: usize) -> Self {
        RAYS_WIDE[direction][square]
    }
    #[inline(always)]
    fn words(self) -> [u64; 5] {
        self.0
    }
    #[inline(always)]
    fn of_words(words: [u64; 5]) -> Self {
        Self(words)
    }
    // Kept out of line: this layout serves few boards, and inlined copies of its loops would make
    // up most of the program.
    #[inline(never)]
    fn flood(self, open: Self) -> Self {
        flood(self, open)
    }
    #[inline(never)]
    fn queen(square: usize, empty: Self) -> Self {
        queen(square, empty)
    }
    #[inline(never)]
    fn queens(self, empty: Self) -> Self {
        queens(self, empty)
    }
    #[inline(always)]
    fn mix(self, chains: (u64, u64)) -> (u64, u64) {
        self.0.iter().fold(chains, |chains, &word| link(word, chains))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queen_by_walking<B: Bitboard>(from: usize, empty: B) -> B {
        let mut seen = B::NONE;
        for (df, dr) in STEPS {
            let (mut file, mut rank) = ((from % B::STRIDE) as i32, (from / B::STRIDE) as i32);
            loop {
                file += df;
                rank += dr;
                if file < 0 || rank < 0 || file >= B::COLS as i32 || rank >= B::ROWS as i32 {
                    break;
                }
                let square = B::index(file as usize, rank as usize);
                if square >= B::BITS || !empty.has(square) {
                    break;
                }
                seen |= B::bit(square);
            }
        }
        seen
    }

    fn check<B: Bitboard>() {
        let mut random = 0x1234_5678_9abc_def1u64;
        for round in 0..300 {
            let mut empty = B::NONE;
            for square in B::rectangle(B::COLS, B::ROWS).squares() {
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                if random % 4 > round % 3 {
                    empty |= B::bit(square);
                }
            }
            for from in B::rectangle(B::COLS, B::ROWS).squares() {
                let want = queen_by_walking(from, empty);
                assert_eq!(B::queen(from, empty), want);
                assert_eq!(B::bit(from).queens(empty), want);
                let near = (0..DIRECTIONS).fold(B::NONE, |all, d| all | B::bit(from).step(d));
                assert_eq!(B::bit(from).neighbours() & empty, (near | B::bit(from)) & empty);
            }
            assert_eq!(empty.squares().count() as u32, empty.count());
            let mut visited = Vec::new();
            empty.each_square(|square| visited.push(square));
            assert!(empty.squares().eq(visited));
        }
    }

    #[test]
    fn queen_moves_equal_square_by_square_walks() {
        check::<u64>();
        check::<Flat>();
        check::<u128>();
        check::<Wide>();
    }
}
