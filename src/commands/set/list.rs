//! `amazons set list`: one line a problem.

use crate::output::exit_status::Outcome;
use crate::output::format::Format;
use crate::problems::ProblemRow;
use clap::Args;
use std::io::{Write, stdout};
use std::path::PathBuf;

/// List the problems of a set, one a line.
#[derive(Debug, Args)]
pub struct List {
    /// The problem set; - for standard input.
    set: PathBuf,
    /// Text columns: id, FEN, score or bounds, optimal of legal moves.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl List {
    /// Runs the command.
    pub fn run(self) -> Outcome {
        let mut out = std::io::BufWriter::new(stdout().lock());
        let (_, status) = crate::commands::set::each_problem(&self.set, |header, problem| {
            let row = ProblemRow::new(&problem, header);
            match self.format {
                Format::Text => writeln!(out, "{row}")?,
                Format::Json => writeln!(out, "{}", serde_json::to_string(&row)?)?,
            }
            Ok(())
        })?;
        out.flush()?;
        Ok(status)
    }
}
