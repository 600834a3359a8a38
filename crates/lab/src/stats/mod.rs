//! Statistics of games: shares with intervals, ratings, and the sequential test.

pub(crate) mod elo;
pub(crate) mod sprt;
pub(crate) mod tally;

pub use elo::{elo_of_share, ratings};
pub use sprt::{PairCounts, Sprt, SprtVerdict};
pub use tally::{Tally, repeats_warning, wilson};
