//! The error for a checkpoint that another training left.

use std::path::PathBuf;

/// A checkpoint belongs to another training than the one to be continued.
#[derive(Debug, thiserror::Error)]
#[error(
    "{}: a checkpoint of another training ({what}); remove it, or write to another file",
    path.display()
)]
pub struct OtherTraining {
    /// The checkpoint.
    pub path: PathBuf,
    /// What differs.
    pub what: &'static str,
}
