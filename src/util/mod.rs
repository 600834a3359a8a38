//! Helpers that know nothing about the game: files, parallel work, partitions, random numbers.

pub(crate) mod append_log;
pub(crate) mod atomic_file;
pub(crate) mod bounded_line;
pub(crate) mod compression;
pub(crate) mod directory;
pub(crate) mod grown_file;
pub(crate) mod input_file;
pub(crate) mod memory;
pub(crate) mod number;
pub(crate) mod opaque_debug;
pub(crate) mod parallel;
pub(crate) mod partition;
pub(crate) mod parts;
pub(crate) mod rng;
pub(crate) mod safetensors;
pub(crate) mod sealed_line;
pub(crate) mod start_of;
pub(crate) mod unfinished;

pub use partition::Partition;
pub use parts::PartOf;
pub use rng::SeededRng;
