//! The reasons why a table cannot be used.

use crate::limits::Abort;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The error for a table that is there but cannot be used. It is not an error that no table covers
/// a region.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The file or directory cannot be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or directory.
        path: PathBuf,
        /// The reason.
        source: Arc<io::Error>,
    },
    /// The file does not start like a table.
    #[error("{}: not a table made by amazons (its first 8 bytes differ)", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// The file was made by another version.
    #[error(
        "{}: {what} version {found}, this program reads {expected}; rebuild the table with this \
         program, or use the program that made it", path.display()
    )]
    Version {
        /// The file.
        path: PathBuf,
        /// `format` or `rules`.
        what: &'static str,
        /// The version in the file.
        found: u32,
        /// The version that this program reads.
        expected: u32,
    },
    /// The content differs from what was written.
    #[error(
        "{}: damaged at {place}: found {found}, expected {expected}; fetch or rebuild it",
        path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The part of the file.
        place: String,
        /// What was found.
        found: String,
        /// What was expected.
        expected: String,
    },
    /// The file is useless without another one that is missing, or that is not the one it was made
    /// with.
    #[error("{}: {reason}", path.display())]
    Apart {
        /// The file.
        path: PathBuf,
        /// Which other file, and what to do.
        reason: String,
    },
    /// Two tables contradict each other, so one of them must be wrong.
    #[error("{} and {} contradict each other: {what}", path.display(), other.display())]
    Contradiction {
        /// One file.
        path: PathBuf,
        /// The other file.
        other: PathBuf,
        /// What the contradiction is about.
        what: String,
    },
    /// The request cannot be carried out: tables are missing, do not belong together, or would be
    /// too large.
    #[error("{0}")]
    Refused(String),
    /// A journal of a killed run had lines that cannot be read. It is kept under a new name.
    #[error(
        "{}: {lines} lines of this journal cannot be read, the first is line {first}; what can be \
         read of it is in the tables now",
        path.display()
    )]
    Journal {
        /// The new name.
        path: PathBuf,
        /// The first of these lines, from 1.
        first: usize,
        /// Their number.
        lines: usize,
    },
    /// The work was told to stop. Everything finished is kept.
    #[error("interrupted")]
    Interrupted,
}

/// Looks at `abort` now and then in a loop over millions of items, of which `item` is one.
///
/// # Errors
/// [`Interrupted`](TableError::Interrupted) if it was set.
#[inline(always)]
pub(crate) fn stop_if(abort: &Abort, item: usize) -> Result<(), TableError> {
    if item.is_multiple_of(1 << 16) && abort.is_set() {
        return Err(TableError::Interrupted);
    }
    Ok(())
}

impl TableError {
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> Self + use<'_> {
        move |source| Self::Io { path: path.to_owned(), source: Arc::new(source) }
    }

    pub(crate) fn damaged(
        path: &Path,
        place: impl Into<String>,
        found: impl ToString,
        expected: impl ToString,
    ) -> Self {
        Self::Damaged {
            path: path.to_owned(),
            place: place.into(),
            found: found.to_string(),
            expected: expected.to_string(),
        }
    }

    /// Returns the file that the error is about.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::Io { path, .. }
            | Self::Foreign { path }
            | Self::Version { path, .. }
            | Self::Damaged { path, .. }
            | Self::Contradiction { path, .. }
            | Self::Apart { path, .. }
            | Self::Journal { path, .. } => Some(path),
            Self::Refused(_) | Self::Interrupted => None,
        }
    }
}
