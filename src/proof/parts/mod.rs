//! Searches that take days: a directory of parts, which several processes may share.
//!
//! A claim is divided at positions a few plies ahead. Up to there the winner makes one move in each
//! position, the loser every move. A *part* is such a position. Every worker takes the open part on
//! which least was spent, and spends as much again. A part that takes too long is divided further.
//!
//! | what | file |
//! |---|---|
//! | the directory and the claim it belongs to | `directory` |
//! | one part: its state; its search and its proof | `state`, `part` |
//! | what the states of all parts come to | `tree` |
//! | workers | `work` |
//! | one proof out of those of the parts | `merge` |
//! | one directory out of those of several machines | `join` |
//! | how far it is | `status` |
//!
//! Every file is written whole or not at all. States are kept by the canonical form of the
//! position, so two lines that lead to the same position share a part.

mod directory;
mod join;
mod merge;
mod part;
mod state;
mod status;
mod tree;
mod work;

pub use directory::{Directory, Division};
pub use join::join;
pub use merge::merge;
pub use state::State;
pub use status::{PartStatus, Status};
pub use work::{Work, WorkedPart};
