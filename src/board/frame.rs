//! The place of a placement on the board that it was cut out of.

use super::bitboard::Bitboard;
use super::moves::{Move, PlacementMove};
use super::square::Square;

/// The place of a placement on a larger board: it turns bit numbers back into squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    pub(super) transposed: bool,
    pub(super) file: usize,
    pub(super) rank: usize,
}

impl Frame {
    /// The frame of a whole board that was not moved.
    pub const WHOLE: Self = Self { transposed: false, file: 0, rank: 0 };

    /// Returns the bit number in layout `C` of a square of the board.
    pub fn inward<C: Bitboard>(&self, square: Square) -> usize {
        let (file, rank) =
            (usize::from(square.file) - self.file, usize::from(square.rank) - self.rank);
        if self.transposed { C::index(rank, file) } else { C::index(file, rank) }
    }

    /// Returns the square of the board that a bit number of layout `C` stands for.
    pub fn outward<C: Bitboard>(&self, square: usize) -> Square {
        let (file, rank) = (square % C::STRIDE, square / C::STRIDE);
        let (file, rank) = if self.transposed { (rank, file) } else { (file, rank) };
        Square::new(file + self.file, rank + self.rank)
    }

    /// Returns the move on the board that a move in layout `C` stands for.
    pub fn outward_move<C: Bitboard>(&self, mv: PlacementMove) -> Move {
        Move {
            from: self.outward::<C>(mv.from.into()),
            to: self.outward::<C>(mv.to.into()),
            arrow: self.outward::<C>(mv.arrow.into()),
        }
    }

    /// Returns the move in layout `C` that stands for a move on the board.
    pub fn inward_move<C: Bitboard>(&self, mv: Move) -> PlacementMove {
        PlacementMove {
            from: self.inward::<C>(mv.from) as u16,
            to: self.inward::<C>(mv.to) as u16,
            arrow: self.inward::<C>(mv.arrow) as u16,
        }
    }
}
