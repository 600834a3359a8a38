//! What researchers run with the crate `amazons`: players and matches, studies of solvers,
//! published experiments, training of evaluations, puzzles, and the plots and pages of their
//! results.
//!
//! | to … | see |
//! |---|---|
//! | let players play, and run external engines | [`play`], [`engine`] |
//! | hold matches and rate players | [`mod@matches`], [`stats`] |
//! | compare solvers on a problem set | [`study`] |
//! | repeat published experiments | [`experiments`] |
//! | train evaluations | [`training`] |
//! | choose puzzles | [`puzzles`] |
//! | draw plots, tables and pages | [`drawing`] |
//! | compare the parts of the library with each other | [`checks`] |

pub mod checks;
pub mod drawing;
pub mod engine;
pub mod experiments;
mod file_error;
pub mod matches;
pub mod play;
pub mod puzzles;
pub mod stats;
pub mod study;
pub mod training;

pub use file_error::FileError;
