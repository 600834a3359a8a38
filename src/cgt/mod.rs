//! Short partizan games: canonical forms, order, sums, stops and thermographs.
//!
//! Nothing here knows the Amazons. A game is a handle into an arena, [`Games`], that holds every
//! value once, in canonical form; two handles of one arena are equal just when the games are.
//!
//! ```
//! use amazons::cgt::Games;
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut games = Games::new(64 << 20);
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

mod dyadic;
mod effort;
mod games;
mod names;
mod order;
mod parse;
mod simplify;
mod sum;
mod text;
mod thermograph;
mod thermographs;
mod winner;

pub use dyadic::{Dyadic, ParseDyadicError};
pub use effort::{Effort, Stopped};
pub use games::{Game, Games, Outcome};
pub use names::NumberUpStar;
pub use parse::ParseGameError;
pub use thermograph::{Corner, Thermograph};
pub use thermographs::{ThermographId, Thermographs};
pub use winner::WinnerSearch;

#[cfg(test)]
mod tests;
