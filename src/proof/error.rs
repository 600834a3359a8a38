//! Errors of proofs and proof files.

use std::io;
use std::path::{Path, PathBuf};

/// Why a proof is missing or unusable.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProofError {
    /// The file is not a proof, has a newer format, or is damaged.
    #[error("{}: {problem}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it, and what was expected.
        problem: String,
    },
    /// Reading or writing failed.
    #[error("{}: {source}", .path.display())]
    Io {
        /// The file or directory.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The directory cannot be used for this.
    #[error("{}: {problem}", .path.display())]
    Directory {
        /// The directory.
        path: PathBuf,
        /// What is wrong, and what to do.
        problem: String,
    },
    /// A move has a number too large for the format.
    #[error("{fen}: a winning move has number {number}; proof files hold numbers up to 65535")]
    MoveNumber {
        /// The position.
        fen: String,
        /// The number.
        number: usize,
    },
    /// A position of the strategy has no winning move.
    #[error("{fen}: no winning move, though the search proved that there is one; please report it")]
    NoMove {
        /// The position.
        fen: String,
    },
}

impl ProofError {
    /// Says which file or directory could not be read or written.
    pub(super) fn io(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        |source| Self::Io { path, source }
    }

    /// An error of a file.
    pub(super) fn file(path: &Path, problem: impl Into<String>) -> Self {
        Self::File { path: path.to_owned(), problem: problem.into() }
    }

    /// An error of a directory.
    pub(super) fn directory(path: &Path, problem: impl Into<String>) -> Self {
        Self::Directory { path: path.to_owned(), problem: problem.into() }
    }
}
