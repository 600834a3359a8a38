//! Helpers that know nothing of the game: files, parallel work, partitions, random numbers.

pub(crate) mod atomic_file;
pub(crate) mod compression;
pub(crate) mod parallel;
pub(crate) mod partition;
pub(crate) mod parts;
pub(crate) mod rng;

pub use partition::Partition;
pub use parts::PartOf;
pub use rng::SeededRng;
