//! `amazons tables list`: lists the tables of a directory.

use super::info::Facts;
use crate::options::tables_dir::TablePaths;
use crate::output::exit_status::{Exit, Status};
use crate::output::format::{Format, print_json};
use crate::output::reporting::reporting;
use crate::output::say::say;
use amazons::tables::TableFile;
use amazons_lab::drawing::TextTable;
use clap::Args;
use std::io::Write;

/// List the tables of a directory.
///
/// The exit code is 1 if any of them cannot be used.
#[derive(Debug, Args)]
pub struct List {
    #[command(flatten)]
    paths: TablePaths,
    /// Output format: a table, or one JSON object per line.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl List {
    /// Runs the command.
    pub fn run(self) -> Exit {
        let mut status = Status::Done;
        let columns = ["table", "holds", "entries", "bytes", "bytes an entry"];
        let mut table = TextTable::new("", &columns);
        for path in crate::commands::tables::files(&self.paths.get())? {
            match TableFile::open(&path) {
                Ok(file) => {
                    let facts = Facts::of(&file);
                    match self.format {
                        Format::Json => print_json(&mut reporting(), &facts)?,
                        Format::Text => {
                            table.rows.push(vec![
                                crate::commands::tables::short_name(&path),
                                facts.holds.clone(),
                                facts.entries.to_string(),
                                facts.bytes.to_string(),
                                format!("{:.2}", facts.bytes as f64 / facts.entries.max(1) as f64),
                            ]);
                        }
                    }
                }
                Err(error) => {
                    say!("error: {error}");
                    status = status.worse(crate::commands::tables::unusable(&path));
                }
            }
        }
        if self.format == Format::Text && !table.rows.is_empty() {
            write!(reporting(), "{}", table.text())?;
        }
        Ok(status)
    }
}
