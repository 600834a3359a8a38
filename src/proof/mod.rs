//! Proofs: who wins a position, written down so that anybody can check it.
//!
//! `docs/proofs.md` says what a proof file means, byte by byte. The verifier, a separate crate,
//! checks files and shares no code with this room, which makes them:
//!
//! | step | file |
//! |---|---|
//! | what is claimed | `claim` |
//! | where a proof may stop | `leaf_rule` |
//! | which positions are the same | `symmetry` |
//! | the walk through the winner's strategy, in the order of the file | `walk` |
//! | moves known from proofs of parts | `book` |
//! | from a claim to its proof, by the judge's search | `prover` |
//! | the file | `file` |
//! | its moves, unpacked as they are read | `stored_moves` |
//! | searches that take days: a directory of parts | `parts` |

mod book;
mod claim;
mod error;
mod file;
mod leaf_rule;
pub mod parts;
mod prover;
mod stored_moves;
mod symmetry;
mod walk;

pub use claim::Claim;
pub use error::ProofError;
pub use file::{Proof, Saved};
pub use leaf_rule::LeafRule;
pub use prover::{Prover, Verdict};
