//! Puzzles, made from judged problems.
//!
//! A problem is a puzzle if exactly one move is optimal. The solution tree follows best replies as
//! deep as the answer remains unique. The difficulty is measured by which methods fail and at which
//! effort. Themes are proved.

pub(crate) mod difficulty;
pub(crate) mod maker;
pub(crate) mod parts;
pub(crate) mod puzzle_sgf;
pub(crate) mod solution_tree;
pub(crate) mod themes;

pub use difficulty::{Effort, choose};
pub use maker::{Maker, Refusal};
pub use parts::{INTERRUPTED, PARTITION, PER_GRADE, PUZZLES, merge_puzzles, puzzle_part};
pub use puzzle_sgf::{Refutation, refutations, write_puzzle};
pub use themes::ThemeFinder;
