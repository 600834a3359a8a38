//! Answers about a position or a game, as plain data.

pub(crate) mod evaluation;
pub(crate) mod regions;
pub mod signature;
pub(crate) mod sum_play;
pub(crate) mod value;
pub(crate) mod valuer;

pub use evaluation::{Evaluations, NamedEvaluation};
pub use regions::RegionScores;
pub use value::{Asked, FirstValue, MoveValue, Source, Value};
pub use valuer::{ValuePool, ValueRequest, Valuer};
