//! The program under test, and the files of the repository.

use assert_cmd::Command;
use std::path::{Path, PathBuf};

/// The program, run in the root of the repository and without tables: whatever tables the machine
/// has, the answers are the same. A test of built-in tables removes `AMAZONS_TABLES` again.
pub fn program() -> Command {
    let mut command = Command::cargo_bin("amazons").unwrap();
    command.env("AMAZONS_TABLES", "").current_dir(repository(""));
    command
}

/// A file of the repository.
pub fn repository(path: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    root.join(path)
}
