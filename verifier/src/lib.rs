//! Checks a proof of who wins a position of the Game of the Amazons.
//!
//! Read the files in this order: `board.rs`, the rules of the game; `walk.rs`, what a proof is;
//! `guards.rs`, the leaf rule that counts; `seen.rs`, the set of positions met before; `file.rs`,
//! the bytes. `docs/proofs.md` says the same in words and proves the rules.

pub mod board;
pub mod file;
pub mod guards;
pub mod seen;
pub mod walk;
