//! Helpers that know nothing about the game: files, parallel work, partitions, random numbers. The
//! crates beside this one share them; they are no stable interface.

pub mod append_log;
pub mod atomic_file;
pub mod bounded_line;
pub mod compression;
pub mod directory;
pub mod grown_file;
pub mod input_file;
pub mod number;
pub mod parallel;
pub mod partition;
pub mod parts;
pub mod rng;
pub mod safetensors;
pub mod sealed_line;
pub mod unfinished;

pub use amazons_cgt::{memory, opaque_debug, start_of};
pub use partition::Partition;
pub use parts::PartOf;
pub use rng::SeededRng;
