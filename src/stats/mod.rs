//! Statistics of games: shares with intervals, and the sequential test.

pub(crate) mod sprt;
pub(crate) mod tally;

pub use sprt::{PairCounts, Sprt, SprtVerdict};
pub use tally::{Tally, wilson};
