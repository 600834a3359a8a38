//! α of Lieberum 2005: how mobile an amazon is.

use super::square_bytes::{CELLS, MARGIN, combine};
use crate::board::{Bitboard, DIRECTIONS, STEPS};
use std::marker::PhantomData;

/// The greatest distance of a square from an amazon on the largest board.
const RINGS: usize = crate::board::MAX_SIDE - 1;

/// Units of α: every term is a whole number of them.
pub(super) const ALPHA_UNITS: u32 = 1 << (RINGS - 1);

/// The bits of a cell that count the empty neighbours of its square.
const COUNT: u8 = 0xF;

/// The squares of a position by what they add to α of an amazon that sees them.
pub(super) struct Room<B> {
    /// For each square the number of its empty neighbours, and behind it one bit a player: whether
    /// the square adds to α of the player's amazons.
    cells: [u8; CELLS],
    layout: PhantomData<B>,
}

impl<B: Bitboard> Room<B> {
    /// Counts the neighbours of all squares. `contested` are the squares that the opponent of each
    /// player reaches.
    #[inline(always)]
    pub(super) fn new(empty: B, contested: [B; 2]) -> Self {
        let [ones, twos, fours, eights] = neighbour_planes(empty);
        let mut cells = [0; CELLS];
        let sets = [ones, twos, fours, eights, contested[0] & empty, contested[1] & empty];
        combine(sets, &mut cells[MARGIN..]);
        Self { cells, layout: PhantomData }
    }

    /// Returns α of the amazon of a player on `square`, in [`ALPHA_UNITS`].
    #[inline(always)]
    pub(super) fn alpha(&self, square: usize, player: usize) -> u32 {
        let adds = 1 << (COUNT.count_ones() as usize + player);
        let mut sum = 0;
        for (files, ranks) in STEPS {
            let step = ranks as isize * B::STRIDE as isize + files as isize;
            let (mut at, mut weight) = (square + MARGIN, RINGS - 1);
            // The squares of a ray are either all contested or all not.
            loop {
                at = at.wrapping_add_signed(step);
                let cell = self.cells[at];
                if cell & adds == 0 {
                    break;
                }
                sum += u32::from(cell & COUNT) << weight;
                weight = weight.wrapping_sub(1);
            }
        }
        sum
    }
}

/// How many empty neighbours each square has, one bit plane per binary digit.
#[inline(always)]
fn neighbour_planes<B: Bitboard>(empty: B) -> [B; 4] {
    let add = |a: B, b: B, c: B| (a ^ b ^ c, (a & b) | (c & (a ^ b)));
    let n: [B; DIRECTIONS] = std::array::from_fn(|direction| empty.step(direction));
    let (ones_a, twos_a) = add(n[0], n[1], n[2]);
    let (ones_b, twos_b) = add(n[3], n[4], n[5]);
    let (ones_c, twos_c) = add(ones_a, ones_b, n[6]);
    let (ones, twos_d) = add(ones_c, n[7], B::NONE);
    let (twos_e, fours_a) = add(twos_a, twos_b, twos_c);
    let (twos, fours_b) = add(twos_e, twos_d, B::NONE);
    [ones, twos, fours_a ^ fours_b, fours_a & fours_b]
}
