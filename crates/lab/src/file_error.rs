//! The error of a file that cannot be used: the same for records, sets, weights, logs and reports.

use amazons::problems::SetError;
use amazons::records::RecordError;
use std::io;
use std::path::{Path, PathBuf};

/// Why a file cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// It cannot be read or written.
    #[error("{}: {source}", path.display())]
    System {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// It holds something else than it should.
    #[error("{}{}: {problem}", path.display(), at_line(*line))]
    Content {
        /// The file.
        path: PathBuf,
        /// The number of the line, from 1, where one is wrong.
        line: Option<u64>,
        /// What was found, and what was expected.
        problem: String,
    },
    /// A record of games is invalid.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A problem set is invalid.
    #[error(transparent)]
    Set(#[from] SetError),
}

fn at_line(line: Option<u64>) -> String {
    line.map(|line| format!(", line {line}")).unwrap_or_default()
}

impl FileError {
    /// Returns a function that adds a path to an error of the system.
    pub fn io(path: &Path) -> impl Fn(io::Error) -> Self + use<> {
        let path = path.to_owned();
        move |source| Self::System { path: path.clone(), source }
    }

    /// Makes the error of a line, whose number counts from 1.
    pub fn at(path: &Path, line: u64, problem: impl Into<String>) -> Self {
        Self::Content { path: path.to_owned(), line: Some(line), problem: problem.into() }
    }

    /// Makes the error of a file as a whole.
    pub fn about(path: &Path, problem: impl Into<String>) -> Self {
        Self::Content { path: path.to_owned(), line: None, problem: problem.into() }
    }
}
