//! `amazons tables`: builds complete endgame tables and inspects table files.

pub(crate) mod build;
pub(crate) mod dump;
pub(crate) mod info;
pub(crate) mod list;
pub(crate) mod merge;
pub(crate) mod verify;

use crate::output::exit_status::{Exit, Status};
use crate::output::say::say;
use amazons::tables::{EXTENSION, TableError, table_files};
use clap::Subcommand;
use std::path::{Path, PathBuf};

/// Build complete endgame tables, and inspect table files.
#[derive(Debug, Subcommand)]
pub enum TablesCommand {
    Build(build::Build),
    Dump(dump::Dump),
    Info(info::Info),
    List(list::List),
    Merge(merge::Merge),
    Verify(verify::Verify),
}

impl TablesCommand {
    /// Runs the command.
    pub fn run(self) -> Exit {
        match self {
            Self::Build(command) => command.run(),
            Self::Dump(command) => command.run(),
            Self::Info(command) => command.run(),
            Self::List(command) => command.run(),
            Self::Merge(command) => command.run(),
            Self::Verify(command) => command.run(),
        }
    }
}

/// The given files, and the tables of the given directories.
fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, TableError> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            let found = table_files(path)?;
            if found.is_empty() {
                say!("warning: {}: no tables", path.display());
            }
            files.extend(found);
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

/// The exit code for a file that is not a usable table: a missing file is a wrong command line.
fn unusable(path: &Path) -> Status {
    if path.exists() { Status::Negative } else { Status::BadInput }
}

/// The name of a table within its directory, without the extension.
fn short_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    name.strip_suffix(&format!(".{EXTENSION}")).unwrap_or(&name).to_owned()
}

/// A number of bytes in readable form.
fn size(bytes: u64) -> String {
    let units = [(30, "GiB"), (20, "MiB"), (10, "KiB")];
    match units.iter().find(|(shift, _)| bytes >= 1 << shift) {
        Some((shift, unit)) => format!("{:.1} {unit}", bytes as f64 / f64::from(1 << shift)),
        None => format!("{bytes} B"),
    }
}
