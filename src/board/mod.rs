//! Layer 1: geometry, positions, moves and their notation.

pub mod bits;
mod fen;
mod grid;
mod moves;
mod perft;
mod position;
mod square;

pub use bits::{Bits, Flat, Wide};
pub use fen::FenError;
pub use grid::{AnyGrid, Frame, Grid, GridMove};
pub use moves::{Move, ParseMoveError};
pub use perft::perft;
pub use position::{BadBoard, Cell, IllegalMove, MAX_OPEN, Position};
pub use square::{Color, MAX_SIDE, Square};
