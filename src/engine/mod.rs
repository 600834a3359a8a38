//! The line protocol, from both sides: other programs as players, and this one as an engine.

pub use move_failure::MoveFailure;
pub(crate) mod move_failure;
pub(crate) mod process;
pub(crate) mod protocol;
pub(crate) mod serve;

pub use serve::serve;
