//! The scores of a region together with any number of spare moves.

use crate::board::Color;
use crate::score::{Rank, Score};
use amazons_cgt::Outcome;

/// The scores of a region for both first players, with any number of spare moves.
///
/// Let d be White's spare moves minus Black's (equal numbers cancel, docs/design.md, section 4),
/// and x(d) White's total moves, including spare ones, minus Black's. A region with e empty squares
/// is stored as x(−D) to x(D) with D = e − 1. Beyond, x is linear:
///
/// ```text
/// x(d) = x(D) + d − D  for d ≥ D,   x(d) = x(−D) + d + D  for d ≤ −D
/// ```
///
/// Proof for d ≥ e − 1; the other end is the same with the colours swapped. Compare this with a
/// game in which White may pass at will. There x is d plus what the region gives, whatever d is,
/// since after Black has run out, White's spare moves are simply counted. The two can only differ
/// if White runs out while Black has not. Then White has made all d spare moves and a moves in the
/// region. Black, who has no spare moves, has made at least d + a moves in the region, so at most e
/// − d − 2a ≤ 1 squares are left. White cannot move; if Black can burn the last square, no move is
/// left for either player, and passing would have given White the same.
///
/// A one-sided region is worth its longest filling, which is linear throughout: D = 0.
#[derive(Clone, Copy, Debug)]
pub struct Scores<'a> {
    /// x(−D) to x(D) with White first, then with Black first, as `i8`.
    record: &'a [u8],
    /// Whether the colours of the record are swapped.
    swapped: bool,
}

impl<'a> Scores<'a> {
    /// Returns the bytes of a record with this D.
    pub const fn record_len(reach: usize) -> usize {
        2 * (2 * reach + 1)
    }

    /// The scores in a table's record.
    pub(crate) fn new(record: &'a [u8], swapped: bool) -> Self {
        debug_assert!(record.len() % 4 == 2);
        Self { record, swapped }
    }

    /// Returns D: with more spare moves than this for either side, the scores are linear.
    pub fn reach(&self) -> i32 {
        (self.record.len() / 2) as i32 / 2
    }

    /// Returns White's total moves minus Black's, with `first` to move and `spare` spare moves for
    /// White (if negative, for Black).
    #[inline]
    pub fn excess(&self, first: Color, spare: i32) -> i32 {
        if self.swapped { -self.stored(first.other(), -spare) } else { self.stored(first, spare) }
    }

    #[inline]
    fn stored(&self, first: Color, spare: i32) -> i32 {
        let reach = self.reach();
        let near = spare.clamp(-reach, reach);
        let half = match first {
            Color::White => 0,
            Color::Black => self.record.len() / 2,
        };
        i32::from(self.record[half + (near + reach) as usize] as i8) + spare - near
    }

    /// Returns who wins with each first player and no spare moves: the outcome of the game value.
    pub fn outcome(&self) -> Outcome {
        let wins = |first| self.score(first, 0).winner == Color::White;
        Outcome::of(wins(Color::White), wins(Color::Black))
    }

    /// Returns the score with `first` to move and `spare` spare moves for White (if negative, for
    /// Black).
    pub fn score(&self, first: Color, spare: i32) -> Score {
        let excess = self.excess(first, spare);
        let x = if first == Color::White { excess } else { -excess };
        Score::from_rank(Rank::of_x(x), first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn linear_beyond_and_mirrored() {
        // x(-1..=1) = -3, 1, 2 with White first and -4, -1, 1 with Black first.
        let record: Vec<u8> = [-3i8, 1, 2, -4, -1, 1].iter().map(|x| *x as u8).collect();
        let scores = Scores::new(&record, false);
        assert_eq!(scores.reach(), 1);
        let white: Vec<i32> = (-3..=3).map(|d| scores.excess(Color::White, d)).collect();
        assert_eq!(white, [-5, -4, -3, 1, 2, 3, 4]);
        assert_eq!(scores.score(Color::White, 0).to_string(), "W+0");
        assert_eq!(scores.score(Color::Black, 0).to_string(), "B+0");
        assert_eq!(scores.score(Color::Black, 1).to_string(), "W+1");
        let swapped = Scores::new(&record, true);
        for d in -4..=4 {
            assert_eq!(swapped.excess(Color::Black, d), -scores.excess(Color::White, -d));
        }
        assert_eq!(Scores::new(&[5, 5], false).score(Color::White, -2).to_string(), "W+2");
    }
}
