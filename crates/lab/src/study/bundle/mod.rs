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
use crate::FileError;
use serde::{Deserialize, Serialize};
use std::path::Path;
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

/// Returns a function that adds the bundle's path to an error of its ZIP file.
fn zip_error(path: &Path) -> impl Fn(ZipError) -> FileError {
    move |error| match error {
        ZipError::Io(source) => FileError::io(path)(source),
        error => FileError::about(path, format!("{error}; expected a bundle, which is a ZIP file")),
    }
}
