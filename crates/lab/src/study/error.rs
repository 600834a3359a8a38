//! The error of a study: of its log, its report, its bundle, or of studies that are joined.

use crate::FileError;
use crate::drawing::PlotError;
use amazons::ledger::LedgerError;
use std::path::{Path, PathBuf};

/// Why a study cannot be run, read or reported on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StudyError {
    /// A file cannot be read or written, or holds something else than it should.
    #[error(transparent)]
    File(#[from] FileError),
    /// The log cannot be read or written, is damaged, or belongs to another study.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// The set and the judge contradict each other.
    #[error("{0}")]
    Contradiction(String),
    /// A figure could not be drawn.
    #[error(transparent)]
    Plot(#[from] PlotError),
    /// A directory holds no study, or something that would be lost.
    #[error("{} {problem}", path.display())]
    Directory {
        /// The directory.
        path: PathBuf,
        /// What it holds, and what was expected.
        problem: String,
    },
    /// What was asked for is impossible.
    #[error("{0}")]
    Refused(String),
}

impl StudyError {
    /// Makes the error of a directory.
    pub(super) fn directory(path: &Path, problem: impl Into<String>) -> Self {
        Self::Directory { path: path.to_owned(), problem: problem.into() }
    }
}
