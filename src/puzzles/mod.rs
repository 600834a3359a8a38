//! Layer 9: puzzles, made from judged problems.
//!
//! A problem is a puzzle where one move alone is optimal. The solution tree follows best replies as
//! deep as the answer stays the only one, the difficulty is measured by which methods fail at
//! which effort, and themes are proved.

pub(crate) mod difficulty;
pub(crate) mod maker;
pub(crate) mod solution_tree;
pub(crate) mod themes;

pub use difficulty::{Effort, grade_by_fifths};
pub use maker::{Maker, Refusal};
pub use themes::ThemeFinder;
