//! A checkpoint that another training left.

use std::path::PathBuf;

/// A checkpoint is of another training than the one that is to go on.
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
