//! Layer 7: game records in and out.
//!
//! [`Records`] reads a file game by game in bounded memory, whatever its format: SGF for Amazons
//! (`GM[18]`), the Little Golem dialect, or plain move lists. Each game is replayed as it is read,
//! so a [`Game`] holds legal moves only; a game that breaks off with an error still gives its
//! legal part.

mod error;
mod game;
mod move_list;
mod reader;
mod sgf_read;
mod sgf_tokens;
mod sgf_write;

pub use error::{Reason, RecordError};
pub use game::Game;
pub use reader::{MAX_TEXT, Records};
pub use sgf_write::write_sgf;
