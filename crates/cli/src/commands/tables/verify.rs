//! `amazons tables verify`: checks every byte of tables.

use crate::options::interrupt::interrupt_flag;
use crate::options::tables_dir::TablePaths;
use crate::output::exit_status::{Exit, Status};
use crate::output::format::{Format, json_line};
use crate::output::reporting::reporting;
use crate::output::say::say;
use amazons::tablegen::check_atlas_index;
use amazons::tables::{ShapeList, TableError, TableFile};
use clap::Args;
use std::io::Write;
use std::path::Path;

/// Check every byte of tables.
///
/// Values of regions are also compared with their scores: both say who wins. An index of values is
/// made again and compared. The exit code is 1 if a
/// file is damaged, of another version or not a table at all, if another file needed to read it is
/// missing or does not belong to it, or if there are no tables.
#[derive(Debug, Args)]
pub struct Verify {
    #[command(flatten)]
    paths: TablePaths,
    /// Output format.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Verify {
    /// Runs the command.
    pub fn run(self) -> Exit {
        let mut status = Status::Done;
        let files = crate::commands::tables::files(&self.paths.get())?;
        if files.is_empty() {
            say!("nothing was checked");
            status = Status::Negative;
        }
        for path in files {
            let result = TableFile::open(&path).and_then(|file| {
                file.verify()?;
                has_what_it_needs(&path, &file)
            });
            if result.is_err() {
                status = status.worse(crate::commands::tables::unusable(&path));
            }
            let line = match (self.format, &result) {
                (Format::Text, Ok(())) => format!("{}: good", path.display()),
                (Format::Text, Err(error)) => error.to_string(),
                (Format::Json, _) => json_line(&serde_json::json!({
                    "file": path.display().to_string(),
                    "good": result.is_ok(),
                    "error": result.as_ref().err().map(ToString::to_string),
                }))?,
            };
            writeln!(reporting(), "{line}")?;
        }
        Ok(status)
    }
}

/// Checks that a table of regions has the list of their shapes beside it, without which their
/// entries cannot be found, and that a table of values has the scores and the dictionary that it was
/// made with; an index must be the one that follows from them.
fn has_what_it_needs(path: &Path, file: &TableFile) -> Result<(), TableError> {
    let squares = match file {
        TableFile::Regions(table) => table.facts().squares,
        TableFile::Values(table) => {
            table.check_beside()?;
            table.facts().squares
        }
        TableFile::Atlas(index) => return check_atlas_index(index, &interrupt_flag()),
        _ => return Ok(()),
    };
    let name = ShapeList::file_name(squares);
    if path.with_file_name(&name).exists() {
        return Ok(());
    }
    let problem = format!(
        "{}: intact, but useless without {name}, which is not beside it; build or fetch it",
        path.display()
    );
    Err(TableError::Refused(problem))
}
