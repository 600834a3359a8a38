//! Game records in and out.

pub(crate) mod error;
pub(crate) mod game;
pub(crate) mod move_list;
pub(crate) mod reader;
pub(crate) mod sgf;

pub use error::{Reason, RecordError};
pub use game::Game;
pub use reader::{MAX_TEXT, Records};
pub use sgf::write::write_sgf;
