//! Geometry, positions, moves and their notation.

pub(crate) mod bitboard;
pub(crate) mod color;
mod drawn;
pub(crate) mod fen;
mod fen_error;
pub(crate) mod frame;
pub(crate) mod layouts;
pub(crate) mod moves;
pub(crate) mod perft;
pub(crate) mod placement;
pub(crate) mod position;
mod row_reader;
pub(crate) mod square;

pub(crate) use bitboard::STEPS;
pub use bitboard::{Bitboard, DIRECTIONS};
pub use color::Color;
pub use fen::is_comment;
pub use fen_error::FenError;
pub use frame::Frame;
pub use layouts::{Flat, Wide};
pub use moves::{Move, PlacementMove};
pub use perft::perft;
pub use placement::{AnyPlacement, Cell, Placement, with_placement};
pub use position::{BadBoard, IllegalMove, MAX_OPEN, Position};
pub use square::{MAX_SIDE, Square};
