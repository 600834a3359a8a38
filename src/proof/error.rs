//! Why there is no proof, or none that can be used.

use std::io;
use std::path::{Path, PathBuf};

/// Why there is no proof, or none that can be used.
#[derive(Debug, thiserror::Error)]
pub enum ProofError {
    /// The file is no proof, a newer one, or a damaged one.
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
        /// What the system says.
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
    /// A move has a number that the format has no room for.
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

    /// Something is wrong with a file.
    pub(super) fn file(path: &Path, problem: impl Into<String>) -> Self {
        Self::File { path: path.to_owned(), problem: problem.into() }
    }

    /// Something is wrong with a directory.
    pub(super) fn directory(path: &Path, problem: impl Into<String>) -> Self {
        Self::Directory { path: path.to_owned(), problem: problem.into() }
    }
}
