//! Layer 9: training of evaluations.

pub(crate) mod decided_games;
pub(crate) mod network_games;
pub(crate) mod network_run;
pub(crate) mod temporal_difference;

pub use decided_games::{DecidedGame, Fate, IndisputableWins};
pub use network_games::{NetworkGames, SeenGame, SignError};
pub use network_run::{CurvePoint, NetworkPlan, NetworkRun, NetworkRunError, RunEnd};
pub use temporal_difference::{Diverged, TemporalDifference};
