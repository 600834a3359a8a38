//! Reads and writes game records.

mod charset;
pub use defect::MAX_TEXT;
pub(crate) mod defect;
pub(crate) mod error;
mod format_counts;
pub mod formats;
pub(crate) mod game;
mod game_reader;
mod json;
mod kind;
mod ludii;
pub(crate) mod move_list;
mod note;
mod openspiel;
mod points;
pub(crate) mod reader;
mod replay;
pub(crate) mod sgf;
mod start;

pub use error::{Reason, RecordError, up_to_defect};
pub use format_counts::{FormatCount, FormatCounts};
pub use game::Game;
pub use move_list::Lines;
pub use note::{Decision, ReadingNote};
pub use reader::{RecordOptions, Records};
#[doc(hidden)]
pub use sgf::torn;
pub use sgf::tree::{TreeNode, branches_of, read_sgf_trees};
pub use sgf::write::{Branch, Note, Step, write_annotated_sgf, write_sgf, write_sgf_tree};
pub use start::Start;
