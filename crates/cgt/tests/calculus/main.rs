//! Tests of the calculus: laws on random games, and published values.

mod laws;
mod limits;
mod published;
mod random;
