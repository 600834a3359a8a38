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
pub(crate) mod placement_move;
pub(crate) mod position;
pub(crate) mod square;

pub(crate) use bitboard::STEPS;
pub use bitboard::{Bitboard, DIRECTIONS};
pub use color::Color;
pub use fen::is_comment;
pub use fen_error::FenError;
pub use frame::Frame;
pub use layouts::{Flat, Wide};
pub use moves::Move;
pub use perft::perft;
pub use placement::{AnyPlacement, Placement, with_placement};
pub use placement_move::PlacementMove;
pub use position::{BadBoard, Cell, IllegalMove, MAX_OPEN, Position};
pub use square::{MAX_SIDE, Square};
