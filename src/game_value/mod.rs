//! Game values: the value of a region in a sum of regions (docs/design.md, section 6).
//!
//! White is Left. Under normal play a region is a partizan game in Conway's sense, and a position is
//! the sum of its regions.

pub(crate) mod analyzer;
pub(crate) mod canonical_forms;
pub(crate) mod game_values;
pub(crate) mod known_values;
pub(crate) mod looked_up;
pub(crate) mod narrowing;
pub(crate) mod report;
pub(crate) mod sum_winner;

pub use analyzer::GameValueAnalyzer;
pub use canonical_forms::CanonicalForms;
pub use game_values::{GameValue, GameValues};
pub use known_values::KnownValues;
pub use narrowing::{Goal, Narrowed, Narrowing};
pub(crate) use report::outcome_of;
pub use report::{BoardReport, Bounds, GameValueReport, Play, Recommended, RegionReport};
pub use sum_winner::SumWinner;
