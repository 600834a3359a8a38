//! Bundles: a study in one ZIP file that others can check and run again.
//!
//! | entry | content |
//! |---|---|
//! | `README.md` | the program, the machine, and the command that runs the study again |
//! | `bundle.json` | [`Manifest`] |
//! | `set.xml` | the study's problems, with the solutions that it knew |
//! | `study/log.jsonl` | the raw answers |
//! | `study/…` | the report |
//! | `SHA256SUMS` | the hash of every other entry, as `sha256sum -c` reads it |
//!
//! Directories are removed from every path that a method or an engine's message names, so a bundle
//! tells neither users nor places. The same study gives the same bytes.

mod check;
mod private;
mod write;

pub use check::{Checked, check_bundle};
pub use write::write_bundle;

use super::record::Build;
use super::report::directory::ReportError;
use amazons::ledger::LedgerError;
use amazons::problems::SetError;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};
use zip::result::ZipError;

const README: &str = "README.md";
const MANIFEST: &str = "bundle.json";
const SET: &str = "set.xml";
const SUMS: &str = "SHA256SUMS";
const STUDY: &str = "study/";

/// The version of the layout.
const VERSION: u64 = 1;

/// What `bundle.json` says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of the layout.
    pub bundle_version: u64,
    /// The version of the program that made the report.
    pub program: String,
    /// The build of the program that made the report.
    pub build: Build,
}

/// A bundle cannot be written or read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BundleError {
    /// The file cannot be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// It is not a bundle, or is damaged.
    #[error("{}: {reason}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What was found, and what was expected.
        reason: String,
    },
    /// The log in it is damaged.
    #[error(transparent)]
    Log(#[from] LedgerError),
    /// The set in it is damaged.
    #[error(transparent)]
    Set(#[from] SetError),
    /// The report cannot be made.
    #[error(transparent)]
    Report(#[from] ReportError),
    /// Two methods differ only in the directories of their programs.
    #[error(
        "two methods are '{0}' once directories are removed; name them in the study (NAME=METHOD)"
    )]
    SameMethod(String),
}

impl BundleError {
    fn foreign(path: &Path, reason: impl Into<String>) -> Self {
        Self::Foreign { path: path.to_owned(), reason: reason.into() }
    }

    fn io(path: &Path) -> impl Fn(io::Error) -> Self {
        move |source| Self::Io { path: path.to_owned(), source }
    }

    fn zip(path: &Path, error: ZipError) -> Self {
        match error {
            ZipError::Io(source) => Self::Io { path: path.to_owned(), source },
            error => {
                Self::foreign(path, format!("{error}; expected a bundle, which is a ZIP file"))
            }
        }
    }
}
