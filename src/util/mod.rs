//! Helpers that know nothing about the game: files, parallel work, random numbers. The
//! crates beside this one share them; they may change with every version.

pub mod atomic_file;
pub mod bounded_line;
pub mod compression;
pub mod directory;
pub mod input_file;
pub mod listed_lines;
mod names;
pub mod number;
pub mod parallel;
mod rng;
pub mod safetensors;
pub mod terminal;
pub mod threads;
pub mod unfinished;

pub use crate::named;
pub(crate) use amazons_cgt::short_text;
pub use amazons_cgt::{memory, opaque_debug, start_of};
pub use rng::SeededRng;
