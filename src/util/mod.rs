//! Helpers that know nothing of the game: files, parallel work, partitions, random numbers.

pub(crate) mod atomic_file;
pub(crate) mod parallel;
pub(crate) mod partition;
pub(crate) mod rng;
pub(crate) mod safetensors;

pub use rng::SeededRng;
