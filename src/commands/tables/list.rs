//! `amazons tables list`: what tables a directory has.

use super::info::Facts;
use crate::options::tables_dir::TablePaths;
use crate::output::exit_status::{Outcome, Status};
use crate::output::format::Format;
use crate::output::say::say;
use crate::tables::TableFile;
use clap::Args;
use comfy_table::{CellAlignment, Table, presets};
use std::io::{Write, stdout};

/// List the tables of a directory.
///
/// Exits with 1 if one of them cannot be used.
#[derive(Debug, Args)]
pub struct List {
    #[command(flatten)]
    paths: TablePaths,
    /// How the list is printed: a table, or a JSON object a line.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl List {
    /// Runs the command.
    pub fn run(self) -> Outcome {
        let mut status = Status::Done;
        let mut table = Table::new();
        table.load_style(presets::UTF8_FULL_CONDENSED);
        table.set_header(["table", "holds", "entries", "bytes", "bytes an entry"]);
        for path in crate::commands::tables::files(&self.paths.get())? {
            match TableFile::open(&path) {
                Ok(file) => {
                    let facts = Facts::of(&file);
                    match self.format {
                        Format::Json => writeln!(stdout(), "{}", serde_json::to_string(&facts)?)?,
                        Format::Text => {
                            table.add_row([
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
        if self.format == Format::Text {
            for column in 2..5 {
                if let Some(column) = table.column_mut(column) {
                    column.set_cell_alignment(CellAlignment::Right);
                }
            }
            writeln!(stdout(), "{table}")?;
        }
        Ok(status)
    }
}
