//! A board as its lines, for random moves: rows, files and diagonals, sixteen bits each.
//!
//! How far a queen goes in a direction is a run of ones in a line, found in two or three
//! instructions. A bitboard needs twelve per direction, and random playouts do nothing else.

use super::draw::Draw;
use crate::board::{Bitboard, Color, Placement, PlacementMove};
use crate::util::SeededRng;

/// The number of columns and of rows that fit.
const SIDE: usize = 16;

/// Diagonals of one kind, of which there are 31, and one that is never used.
const DIAGONALS: usize = 2 * SIDE;

/// What a step adds to a square's number, `16 × rank + file`: both directions along a row, a file,
/// a diagonal and an antidiagonal, in the order of [`LineBoard::reach`].
const STEPS: [i16; 8] = [1, -1, 16, -16, 17, -17, -15, 15];

/// The number of squares that a queen reaches in each of the eight directions.
type Reach = [u16; 8];

/// A random move, by the numbers of its squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RandomMove {
    from: u8,
    to: u8,
    arrow: u8,
}

impl RandomMove {
    /// Returns the move in a bitboard layout.
    pub fn in_layout<B: Bitboard>(self) -> PlacementMove {
        let index = |square: u8| {
            let square = usize::from(square);
            B::index(square % SIDE, square / SIDE) as u16
        };
        PlacementMove { from: index(self.from), to: index(self.to), arrow: index(self.arrow) }
    }
}

/// A board for random moves.
///
/// In each line, a one is an empty square. Bits are numbered by file, or by rank in the lines of
/// files.
#[derive(Clone, Debug)]
pub struct LineBoard {
    ranks: [u16; SIDE],
    files: [u16; SIDE],
    /// By file − rank + 15.
    diagonals: [u16; DIAGONALS],
    /// By file + rank.
    antidiagonals: [u16; DIAGONALS],
    /// The squares of the white and the black amazons.
    amazons: [Vec<u8>; 2],
    /// Scratch space for a draw among all legal moves: amazon, destination, moves up to this one.
    legal: Vec<(usize, u8, usize)>,
}

impl Default for LineBoard {
    fn default() -> Self {
        Self {
            ranks: [0; SIDE],
            files: [0; SIDE],
            diagonals: [0; DIAGONALS],
            antidiagonals: [0; DIAGONALS],
            amazons: [Vec::new(), Vec::new()],
            legal: Vec::new(),
        }
    }
}

impl LineBoard {
    /// Copies a placement.
    pub fn load<B: Bitboard>(&mut self, placement: &Placement<B>) {
        self.files = [0; SIDE];
        self.diagonals = [0; DIAGONALS];
        self.antidiagonals = [0; DIAGONALS];
        let words = placement.empty.words();
        for rank in 0..B::ROWS {
            let squares = row(&words, rank * B::STRIDE) & ((1u32 << B::COLS) - 1) as u16;
            self.ranks[rank] = squares;
            // Loops over sixteen lanes, which become vector operations.
            let diagonals = &mut self.diagonals[SIDE - 1 - rank..][..SIDE];
            for (file, line) in diagonals.iter_mut().enumerate() {
                *line |= squares & 1 << file;
            }
            let antidiagonals = &mut self.antidiagonals[rank..][..SIDE];
            for (file, line) in antidiagonals.iter_mut().enumerate() {
                *line |= squares & 1 << file;
            }
            for (file, line) in self.files.iter_mut().enumerate() {
                *line |= (squares >> file & 1) << rank;
            }
        }
        for (squares, amazons) in self.amazons.iter_mut().zip([placement.white, placement.black]) {
            squares.clear();
            squares
                .extend(amazons.squares().map(|at| (at / B::STRIDE * SIDE + at % B::STRIDE) as u8));
        }
    }

    /// Makes a blocked or occupied square empty, or the reverse.
    #[inline(always)]
    fn toggle(&mut self, square: u8) {
        let (file, rank) = (usize::from(square) % SIDE, usize::from(square) / SIDE);
        self.ranks[rank] ^= 1 << file;
        self.files[file] ^= 1 << rank;
        self.diagonals[file + SIDE - 1 - rank] ^= 1 << file;
        self.antidiagonals[file + rank] ^= 1 << file;
    }

    /// How far a queen on this square goes.
    #[inline(always)]
    fn reach(&self, square: u8) -> Reach {
        let (file, rank) = (usize::from(square) % SIDE, usize::from(square) / SIDE);
        let mut reach = [0; 8];
        let lines = [
            (self.ranks[rank], file),
            (self.files[file], rank),
            (self.diagonals[file + SIDE - 1 - rank], file),
            (self.antidiagonals[file + rank], file),
        ];
        for (line, (empty, at)) in lines.into_iter().enumerate() {
            let empty = u32::from(empty);
            // The square itself is shifted out; the highest bit ends a run that nothing else ends.
            reach[2 * line] = (!(empty >> at >> 1) | 1 << 31).trailing_zeros() as u16;
            reach[2 * line + 1] = (!(empty << 1 << (31 - at)) | 1).leading_zeros() as u16;
        }
        reach
    }

    /// Draws one of the squares reached, all equally likely. `total` is their number.
    #[inline(always)]
    fn draw(square: u8, reach: &Reach, total: usize, dice: &mut SeededRng) -> u8 {
        Self::nth(square, reach, dice.below(total))
    }

    /// The square reached that has this number, counted direction by direction.
    #[inline(always)]
    fn nth(square: u8, reach: &Reach, number: usize) -> u8 {
        let number = number as u16;
        // The directions that end before it are counted without a branch, which would be
        // unpredictable.
        let (mut sum, mut before, mut direction) = (0, 0, 0);
        for &count in &reach[..7] {
            sum += count;
            let ended = sum <= number;
            direction += usize::from(ended);
            before = if ended { sum } else { before };
        }
        let steps = (number - before + 1) as i16;
        (i16::from(square) + steps * STEPS[direction]) as u8
    }

    /// Plays a random move, or returns `None` if the player has none.
    #[inline]
    pub fn play(&mut self, mover: Color, draw: Draw, dice: &mut SeededRng) -> Option<RandomMove> {
        match draw {
            Draw::Steps => self.by_steps(mover, dice),
            Draw::Moves => self.any_move(mover, dice),
        }
    }

    /// Moves `mover`'s amazon with this number to a square that it reaches.
    #[inline(always)]
    fn go(&mut self, mover: Color, amazon: usize, to: u8) {
        let from = std::mem::replace(&mut self.amazons[mover as usize][amazon], to);
        self.toggle(from);
        self.toggle(to);
    }

    /// [`Draw::Steps`].
    #[inline]
    fn by_steps(&mut self, mover: Color, dice: &mut SeededRng) -> Option<RandomMove> {
        // A drawn amazon that cannot move is put behind the others, and another is drawn.
        for left in (1..=self.amazons[mover as usize].len()).rev() {
            let amazon = dice.below(left);
            let from = self.amazons[mover as usize][amazon];
            let reach = self.reach(from);
            let total = total(&reach);
            if total > 0 {
                let to = Self::draw(from, &reach, total, dice);
                self.go(mover, amazon, to);
                let reach = self.reach(to);
                let arrow = Self::draw(to, &reach, self::total(&reach), dice);
                self.toggle(arrow);
                return Some(RandomMove { from, to, arrow });
            }
            self.amazons[mover as usize].swap(amazon, left - 1);
        }
        None
    }

    /// [`Draw::Moves`].
    fn any_move(&mut self, mover: Color, dice: &mut SeededRng) -> Option<RandomMove> {
        let mut moves = 0;
        self.legal.clear();
        for amazon in 0..self.amazons[mover as usize].len() {
            let from = self.amazons[mover as usize][amazon];
            let reach = self.reach(from);
            self.toggle(from);
            for (count, step) in reach.into_iter().zip(STEPS) {
                let mut to = from;
                for _ in 0..count {
                    to = (i16::from(to) + step) as u8;
                    moves += total(&self.reach(to));
                    self.legal.push((amazon, to, moves));
                }
            }
            self.toggle(from);
        }
        if moves == 0 {
            return None;
        }
        let number = dice.below(moves);
        let at = self.legal.partition_point(|&(.., moves)| moves <= number);
        let before = if at == 0 { 0 } else { self.legal[at - 1].2 };
        let (amazon, to, _) = self.legal[at];
        let from = self.amazons[mover as usize][amazon];
        self.go(mover, amazon, to);
        let arrow = Self::nth(to, &self.reach(to), number - before);
        self.toggle(arrow);
        Some(RandomMove { from, to, arrow })
    }
}

/// The sixteen bits from this one on.
#[inline(always)]
fn row(words: &[u64; 5], bit: usize) -> u16 {
    let (word, shift) = (bit / 64, bit % 64);
    let next = words.get(word + 1).copied().unwrap_or_default();
    // Shifted in two steps, since a shift by 64 is not allowed.
    (words[word] >> shift | next << 1 << (63 - shift)) as u16
}

#[inline(always)]
fn total(reach: &Reach) -> usize {
    reach.iter().map(|&count| usize::from(count)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Position, with_placement};

    /// The squares of a set, numbered as on this board.
    fn numbers<B: Bitboard>(set: B) -> Vec<u8> {
        set.squares().map(|at| (at / B::STRIDE * SIDE + at % B::STRIDE) as u8).collect()
    }

    /// The squares that a queen on a square reaches, and the number of its square.
    fn queen<B: Bitboard>(from: usize, empty: B) -> (Vec<u8>, u8) {
        (numbers(B::queen(from, empty)), numbers(B::bit(from))[0])
    }

    #[test]
    fn a_queen_reaches_what_the_bit_board_says() {
        for fen in [
            "3q2q3/2*1*1*2*/1*2*2*2/q1*4*1q/**1*1*1*2/2*3*3/Q1*1*1*2Q/1*6*1/2*2*1*2/3Q2Q3 w",
            "Q6/7/3*3/7/7/6q/7/1*5 w",
            "Q15/16/3*12/16/16/6q9/16/1*14 b",
        ] {
            let position: Position = fen.parse().unwrap();
            with_placement!(position.smallest_placement().0, placement => {
                let mut board = LineBoard::default();
                board.load(&placement);
                for from in placement.open().squares() {
                    let (want, square) = queen(from, placement.empty);
                    let reach = board.reach(square);
                    let reached = (0..total(&reach)).map(|n| LineBoard::nth(square, &reach, n));
                    let mut found: Vec<u8> = reached.collect();
                    found.sort_unstable();
                    assert_eq!(found, want, "{fen} {square}");
                }
            });
        }
    }
}
