//! `amazons tables merge`: merges tables into one directory.

use crate::options::interrupt::interrupt_flag;
use crate::options::tables_dir::TablePaths;
use crate::output::exit_status::{Exit, Status};
use crate::output::format::{Format, print_json};
use crate::output::reporting::reporting;
use crate::output::say::say;
use amazons::tablegen::merge_into;
use amazons::tables::{TableError, recover};
use anyhow::{Context, anyhow};
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

/// Merge judged results into one table, and the parts of a complete table into one.
///
/// Every byte is checked first. Tables that contradict each other are refused, and nothing is
/// changed. Files in the output directory that were merged into another one are removed.
#[derive(Debug, Args)]
pub struct Merge {
    #[command(flatten)]
    paths: TablePaths,
    /// Directory for the merged tables; defaults to the first directory given.
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Output format of the list of written files.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Merge {
    /// Runs the command.
    pub fn run(self) -> Exit {
        let paths = self.paths.get();
        let first = || paths.iter().find(|path| path.is_dir());
        let output = self.output.as_ref().or_else(first);
        let output =
            output.ok_or_else(|| anyhow!("expected -o DIR, the directory to merge into"))?;
        // What killed runs left in journals belongs to the results.
        for directory in paths.iter().filter(|path| path.is_dir()).chain(&self.output) {
            if directory.is_dir() {
                recover(directory)?.iter().for_each(|trouble| say!("warning: {trouble}"));
            }
        }
        let files = crate::commands::tables::files(&paths)?;
        let written = match merge_into(output, &files, &interrupt_flag()) {
            Err(TableError::Interrupted) => {
                say!("interrupted; run the same command to merge the rest");
                return Ok(Status::Negative);
            }
            written => written.with_context(|| format!("merging into {}", output.display()))?,
        };
        for path in &written {
            match self.format {
                Format::Text => writeln!(reporting(), "{}", path.display())?,
                Format::Json => {
                    let bytes = path.metadata().map_or(0, |data| data.len());
                    let line = serde_json::json!({
                        "file": path.display().to_string(),
                        "bytes": bytes,
                    });
                    print_json(&mut reporting(), &line)?;
                }
            }
        }
        Ok(Status::Done)
    }
}
