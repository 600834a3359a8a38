//! Answers about a position or a game, as plain data.

pub(crate) mod regions;
pub(crate) mod selfcheck;
pub mod signature;
pub(crate) mod sum_play;
pub(crate) mod value;

pub use regions::RegionScores;
pub use selfcheck::{Checked, Difference, SelfCheck};
pub use value::{Asked, FirstValue, MoveValue, Source, Value};
