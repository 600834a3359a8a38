//! Foreign programs as players, and this program as an engine for others.

pub(crate) mod adjustable;
pub(crate) mod analysis;
pub(crate) mod championship_server;
pub(crate) mod command_line;
pub(crate) mod external;
pub(crate) mod foreign_search;
pub(crate) mod given_name;
pub(crate) mod gtp_speaker;
pub(crate) mod guardian;
pub(crate) mod line_speaker;
pub(crate) mod move_failure;
pub(crate) mod process;
pub(crate) mod program;
pub mod protocol;
pub(crate) mod requests;
pub(crate) mod running_search;
pub(crate) mod search_report;
pub(crate) mod searching;
pub(crate) mod serve;
pub(crate) mod speaker;
pub(crate) mod talk;
pub(crate) mod uci_server;
pub(crate) mod uci_speaker;
#[cfg(test)]
mod written;

pub use adjustable::AdjustablePlayer;
pub use analysis::serve_analysis;
pub use championship_server::serve_championship;
pub use command_line::CommandLine;
pub use foreign_search::{ForeignSearch, Trouble};
pub use move_failure::MoveFailure;
pub use process::{ENGINE_LOG_NAME, EngineLog};
pub use program::{Dialect, Program, or_a_program};
pub use serve::serve;
pub use uci_server::serve_uci;
