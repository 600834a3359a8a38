//! An exact endgame solver for the Game of the Amazons.
//!
//! Open the tables, solve a position, and compute its value in a sum of regions:
//!
//! ```
//! use amazons::{GameValues, Judge, Limits, Position, Tables};
//! use std::time::Duration;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let position: Position = "Q2q/1**1 w".parse()?;
//! let tables = Tables::open("tables")?;
//! let scores = tables.probe(position.placement())?.expect("it is small");
//! assert_eq!(scores.score(position.side(), 0).to_string(), "W+3");
//!
//! let mut judge = Judge::builder().memory(64 << 20).threads(2).tables(tables).build();
//! let solution = judge.solve(&position, &Limits::time(Duration::from_secs(1)));
//! // `None` if a limit came first; then `solution.interval()` holds what was proved.
//! assert_eq!(solution.score(), Some("W+3".parse()?));
//!
//! let value = GameValues::new(64 << 20).value(&position)?;
//! assert_eq!(value.to_string(), "±3");
//! # Ok(())
//! # }
//! ```
//!
//! | to … | see |
//! |---|---|
//! | read, write and play positions | [`Position`], [`Move`], [`board`] |
//! | cut a board into its regions | [`regions`](region::regions), [`region`] |
//! | prove scores and best moves | [`Judge`], [`judge`] |
//! | look regions up in tables, and build them | [`Tables`], [`tables`], [`tablegen`] |
//! | compute game values and thermographs | [`GameValues`], [`game_value`], [`cgt`] |
//! | run the solvers of the literature, or your own | [`Solver`], [`solvers`] |
//! | estimate positions, with and without a search | [`Estimator`], [`estimate`], [`Evaluator`], [`eval`] |
//! | keep what a long run has finished, in parts | [`Ledger`](ledger::Ledger), [`ledger`] |
//! | read game records and problem sets | [`Records`], [`ProblemSet`], [`records`], [`problems`] |
//! | draw boards | [`render`] |
//!
//! Players, matches, studies and experiments are in the crate `amazons-lab`, and the program
//! `amazons` is in `amazons-cli`. The terms are defined in `docs/design.md`, and
//! `docs/architecture.md` says where things are.

pub mod answers;
pub mod board;
pub mod estimate;
pub mod eval;
pub mod game_value;
pub mod judge;
pub mod known;
pub mod ledger;
pub mod limits;
mod parse_error;
pub mod problems;
pub mod proof;
pub mod records;
pub mod region;
pub mod render;
pub mod score;
pub mod solvers;
pub mod tablegen;
pub mod tables;
#[cfg(any(test, feature = "testing"))]
#[doc(hidden)]
pub mod testing;
#[doc(hidden)]
pub mod util;

/// Short partizan games, which know nothing of the Amazons.
pub use amazons_cgt as cgt;

pub use board::{Color, FenError, Move, Position, Square};
pub use cgt::{Dyadic, Outcome, Thermograph};
pub use estimate::{Estimate, Estimator};
pub use eval::Evaluator;
pub use game_value::{GameValue, GameValues};
pub use judge::{Judge, JudgeBuilder, Query, Solution};
pub use ledger::{PartOf, Partition};
pub use limits::{Abort, Limits};
pub use parse_error::ParseError;
pub use problems::{Problem, ProblemSet};
pub use records::{Game, Records};
pub use region::{Region, RegionKind};
pub use score::{Interval, Rank, Score};
pub use solvers::{Answer, Solver};
pub use tables::{TableError, Tables};
