//! How a network sees a board: the inputs UNITS, MOBILITY and BITS of M. Fugers, *A data-driven
//! approach for making a quick evaluation function for Amazons*, 2017, section 5.3, and one more.
//!
//! Squares come in reading order, from the first file of the last rank to the last file of the
//! first. Three features follow them: the number of plies, which is the number of blocked squares,
//! and the mobility of Black and of White. An amazon's mobility is the number of squares that it
//! can move to.

use super::distance::fronts;
use super::multilayer::Input;
use super::twin::Walk;
use crate::board::{Bitboard, Color, Frame, MAX_SIDE, Placement, Square};
use crate::util::named;
use std::fmt;

/// What a network is told about each square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BoardInputs {
    /// Two numbers: who stands there, White +1 and Black −1; and whether it is taken.
    Units,
    /// The same, with each amazon's mobility in place of 1.
    Mobility,
    /// Four numbers, one of which is 1: a black amazon, a white one, blocked, empty.
    Bits,
    /// Two numbers, for queens and for kings: how much nearer White is than Black, 2^−D − 2^−D'.
    /// Not in the thesis: the "features" of its open questions.
    Distances,
}

/// The size of the board that a network was made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardSize {
    /// Number of files.
    pub files: usize,
    /// Number of ranks.
    pub ranks: usize,
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} x {}", self.files, self.ranks)
    }
}

/// The number of features after the squares.
const FEATURES: usize = 3;

impl BoardSize {
    /// The board of the standard game.
    pub const STANDARD: Self = Self { files: 10, ranks: 10 };

    /// Returns the number of squares.
    pub fn squares(self) -> usize {
        self.files * self.ranks
    }
}

named!(BoardInputs {
    Units => "units",
    Mobility => "mobility",
    Bits => "bits",
    Distances => "distances",
});

impl BoardInputs {
    /// Returns what the kind is, in a sentence.
    pub fn about(self) -> &'static str {
        match self {
            Self::Units => {
                "Two numbers: who stands there, White +1 and Black −1; and whether it is taken"
            }
            Self::Mobility => "The same, with each amazon's mobility in place of 1",
            Self::Bits => {
                "Four numbers, one of which is 1: a black amazon, a white one, blocked, empty"
            }
            Self::Distances => {
                "Two numbers, for queens and for kings: how much nearer White is than Black, 2^−D \
                 − 2^−D'. Not in the thesis: the \"features\" of its open questions"
            }
        }
    }

    fn per_square(self) -> usize {
        if self == Self::Bits { 4 } else { 2 }
    }

    /// Returns the number of inputs for a board.
    pub fn count(self, size: BoardSize) -> usize {
        self.per_square() * size.squares() + FEATURES
    }

    /// Returns the inputs that are not 0. With `scaled`, numbers of squares are divided by the
    /// board's number of squares.
    pub fn of<B: Bitboard>(
        self,
        placement: &Placement<B>,
        frame: Frame,
        size: BoardSize,
        scaled: bool,
    ) -> Vec<Input> {
        let mut inputs = Vec::with_capacity(self.per_square() * size.squares() + FEATURES);
        // At most 4 × 16 × 16 + 3.
        let mut push = |input: usize, value: f32| {
            if value != 0.0 {
                inputs.push((input as u16, value));
            }
        };
        let unit = if scaled { 1.0 / size.squares() as f32 } else { 1.0 };
        // Everything beyond a smaller board falls on the last file or rank.
        let place = |square: usize| {
            let Square { file, rank } = frame.outward::<B>(square);
            let (file, rank) = (usize::from(file), usize::from(rank));
            (size.ranks - 1 - rank.min(size.ranks - 1)) * size.files + file.min(size.files - 1)
        };
        let mut open = [0u64; MAX_SIDE * MAX_SIDE / 64];
        for at in placement.open().squares().map(place) {
            open[at / 64] |= 1 << (at % 64);
        }
        let taken = taken(open, size.squares());
        let blocked = taken.clone().count();
        let mut mobility = [0u32; 2];
        for (side, color) in [Color::Black, Color::White].into_iter().enumerate() {
            let sign = if color == Color::White { 1.0 } else { -1.0 };
            for square in placement.amazons(color).squares() {
                let reach = B::queen(square, placement.empty).count();
                mobility[side] += reach;
                let at = place(square);
                let who = if self == Self::Mobility { sign * unit * reach as f32 } else { sign };
                match self {
                    Self::Units | Self::Mobility => {
                        push(2 * at, who);
                        push(2 * at + 1, 1.0);
                    }
                    Self::Bits => push(4 * at + side, 1.0),
                    Self::Distances => {}
                }
            }
        }
        match self {
            Self::Units | Self::Mobility => taken.for_each(|at| push(2 * at + 1, 1.0)),
            Self::Bits => {
                taken.for_each(|at| push(4 * at + 2, 1.0));
                placement.empty.squares().for_each(|square| push(4 * place(square) + 3, 1.0));
            }
            Self::Distances => {
                for (square, kind, value) in nearness(placement) {
                    push(2 * place(square) + kind, value);
                }
            }
        }
        let features = self.per_square() * size.squares();
        push(features, unit * blocked as f32);
        push(features + 1, unit * mobility[0] as f32);
        push(features + 2, unit * mobility[1] as f32);
        inputs
    }
}

/// Yields the squares of a board of `squares` squares that are not in the set, lowest first.
fn taken(open: [u64; 4], squares: usize) -> impl Iterator<Item = usize> + Clone {
    open.into_iter().zip((0..squares).step_by(64)).flat_map(move |(open, first)| {
        let here = u64::MAX >> (64 - (squares - first).min(64));
        let mut left = !open & here;
        std::iter::from_fn(move || {
            let at = (left != 0).then(|| first + left.trailing_zeros() as usize);
            left &= left.wrapping_sub(1);
            at
        })
    })
}

/// Returns how much nearer White is to the empty squares: 2^−D − 2^−D' over the distances D of
/// White and D' of Black. Kind 0 is for queens, 1 for kings. A square may appear twice, once for
/// each side.
fn nearness<B: Bitboard>(placement: &Placement<B>) -> Vec<(usize, usize, f32)> {
    let mut near = Vec::new();
    for (kind, walk) in [Walk::Queen, Walk::King].into_iter().enumerate() {
        for (color, sign) in [(Color::White, 1.0f32), (Color::Black, -1.0)] {
            let mut weight = sign;
            for front in fronts(placement, color, walk) {
                weight *= 0.5;
                near.extend(front.squares().map(|square| (square, kind, weight)));
            }
        }
    }
    near
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    fn inputs(kind: BoardInputs, fen: &str, size: BoardSize) -> Vec<Input> {
        let position: Position = fen.parse().unwrap();
        let mut inputs = kind.of(position.placement(), Frame::WHOLE, size, false);
        inputs.sort_by_key(|&(input, _)| input);
        inputs
    }

    const SIZE: BoardSize = BoardSize { files: 3, ranks: 2 };

    #[test]
    fn the_three_representations_are_those_of_the_thesis() {
        // In reading order: white, empty, blocked; empty, empty, black.
        let fen = "Q1*/2q w";
        let features = |from: u16| [(from, 1.0), (from + 1, 3.0), (from + 2, 3.0)];
        let units = inputs(BoardInputs::Units, fen, SIZE);
        let board = [(0, 1.0), (1, 1.0), (5, 1.0), (10, -1.0), (11, 1.0)];
        assert_eq!(units, [&board[..], &features(12)].concat());
        let mobility = inputs(BoardInputs::Mobility, fen, SIZE);
        let board = [(0, 3.0), (1, 1.0), (5, 1.0), (10, -3.0), (11, 1.0)];
        assert_eq!(mobility, [&board[..], &features(12)].concat());
        let bits = inputs(BoardInputs::Bits, fen, SIZE);
        let board = [(1, 1.0), (7, 1.0), (10, 1.0), (15, 1.0), (19, 1.0), (20, 1.0)];
        assert_eq!(bits, [&board[..], &features(24)].concat());
    }

    #[test]
    fn the_standard_board_has_as_many_inputs_as_in_the_thesis() {
        let count = |kind: BoardInputs| kind.count(BoardSize::STANDARD);
        assert_eq!(count(BoardInputs::Units), 203);
        assert_eq!(count(BoardInputs::Mobility), 203);
        assert_eq!(count(BoardInputs::Bits), 403);
        let start = Position::start(10, 10).unwrap();
        let inputs =
            BoardInputs::Units.of(start.placement(), Frame::WHOLE, BoardSize::STANDARD, false);
        assert_eq!(inputs[inputs.len() - 2..], [(201, 80.0), (202, 80.0)]);
    }

    /// The layout that a search uses changes nothing.
    #[test]
    fn a_frame_leads_back_to_the_squares() {
        let position: Position = "*4/*Q3/*2q1/5 w".parse().unwrap();
        let size = BoardSize { files: 5, ranks: 4 };
        let (placement, frame) = position.smallest_placement();
        for kind in [BoardInputs::Units, BoardInputs::Bits, BoardInputs::Distances] {
            let mut whole = kind.of(position.placement(), Frame::WHOLE, size, false);
            let mut cut = crate::board::with_placement!(placement, placement => {
                kind.of(&placement, frame, size, false)
            });
            let key = |&(input, value): &Input| (input, value.to_bits());
            whole.sort_by_key(key);
            cut.sort_by_key(key);
            assert_eq!(whole, cut);
        }
    }
}
