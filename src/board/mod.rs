//! Geometry, positions, moves and their notation.

pub(crate) mod bitboard;
pub(crate) mod color;
pub(crate) mod fen;
pub(crate) mod moves;
pub(crate) mod perft;
pub(crate) mod placement;
pub(crate) mod position;
pub(crate) mod square;

pub use bitboard::{Bitboard, Flat, Wide};
pub use color::Color;
pub use fen::FenError;
pub use moves::{Move, ParseMoveError};
pub use perft::perft;
pub use placement::{AnyPlacement, Frame, Placement, PlacementMove};
pub use position::{BadBoard, Cell, IllegalMove, MAX_OPEN, Position};
pub use square::{MAX_SIDE, ParseSquareError, Square};
