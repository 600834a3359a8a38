//! Proved bounds of the thermographs of positions that are too large to expand, narrowed while time
//! lasts.
//!
//! The walls of a game rise with those of its options. So a bound of every option gives a bound of
//! the game, and a search may leave most positions at bounds that cost nothing: a position is worth
//! at least what White surely makes of it and at most what Black leaves (`region::safe_squares`).
//! Each position has two thermographs, one that bounds its own from below and one from above
//! (`nodes`). Whatever the search does, these stay proved; its questions only choose what is looked
//! at next.
//!
//! A question asks whether a wall, or the mean, is at least x at a temperature t (`questions`). The
//! wall of the player who starts is the better of the best option's wall of the other player, less t,
//! and of the mean. The mean is at least x if, at some temperature, the best options of both players
//! leave x. So the questions alternate as in a search for a winner, and most options are refuted by
//! one answer. The questions about the whole position close in on its mean, temperature and stops
//! (`narrow`).

mod estimate;
mod narrow;
mod narrowed;
mod nodes;
mod questions;

pub use narrow::{Goal, Narrowing};
pub use narrowed::Narrowed;
