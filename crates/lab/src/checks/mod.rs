//! Checks of the program itself: comparisons of parts with each other, and a signature of searches.

pub(crate) mod selfcheck;
pub mod signature;

pub use selfcheck::{Checked, Difference, SelfCheck};
