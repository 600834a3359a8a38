//! The line protocol from both sides: other programs as players, and this one as an engine.

pub(crate) mod adjustable;
pub(crate) mod external;
pub(crate) mod given_name;
pub(crate) mod guardian;
pub(crate) mod move_failure;
pub(crate) mod process;
pub mod protocol;
pub(crate) mod running_search;
pub(crate) mod serve;

pub use adjustable::{AdjustablePlayer, SettingError};
pub use move_failure::MoveFailure;
pub use process::{CommandLine, CommandLineError, ENGINE_LOG_NAME, EngineLog};
pub use serve::serve;
