//! Short partizan games: canonical forms, order, sums, stops and thermographs.
//!
//! Nothing here depends on the Amazons. A game is a handle into an arena, [`Arena`], which holds
//! every value once, in canonical form. Two handles of one arena are equal if and only if the games
//! are.
//!
//! ```
//! use amazons_cgt::Arena;
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut games = Arena::new(64 << 20);
//! let hot = games.parse("{3|{1|0}}")?;
//! let other = games.parse("±1 + ^*")?;
//! let sum = games.sum(hot, other)?;
//! assert_eq!(games.thermograph(hot).temperature().to_string(), "5/4");
//! assert_eq!(games.thermograph(sum).mean().to_string(), "7/4");
//! # Ok(())
//! # }
//! ```
//!
//! Sources: Conway, *On Numbers and Games*; Berlekamp, Conway and Guy, *Winning Ways*; Siegel,
//! *Combinatorial Game Theory* (2013), chapters II.1–II.5.

mod arena;
mod display;
mod dyadic;
mod effort;
mod game;
pub mod limits;
mod memo;
#[doc(hidden)]
pub mod memory;
mod number_up_star;
mod opaque_debug;
mod order;
mod parse;
mod simplify;
#[doc(hidden)]
pub mod start_of;
mod sum;
#[cfg(test)]
mod tests;
mod thermograph;
mod thermograph_arena;
mod walls;
mod winner;

pub use arena::Arena;
pub use dyadic::{Dyadic, ParseDyadicError};
pub use effort::{Effort, Stopped};
pub use game::{Game, Outcome};
pub use limits::{Abort, Limits};
pub use number_up_star::NumberUpStar;
pub use parse::ParseGameError;
pub use thermograph::{Corner, Thermograph};
pub use thermograph_arena::{ThermographId, Thermographs};
pub use winner::WinnerSearch;
