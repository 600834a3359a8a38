//! Reads and writes game records.

pub use defect::MAX_TEXT;
pub(crate) mod defect;
pub(crate) mod error;
pub(crate) mod game;
pub(crate) mod move_list;
pub(crate) mod reader;
pub(crate) mod sgf;

pub use error::{Reason, RecordError, up_to_defect};
pub use game::Game;
pub use reader::Records;
#[doc(hidden)]
pub use sgf::torn;
pub use sgf::write::{Note, write_annotated_sgf, write_sgf};
