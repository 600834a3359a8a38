//! `amazons set validate`: check what a set says.

use crate::output::exit_status::{Outcome, Status};
use crate::output::format::Format;
use crate::output::say::say;
use crate::problems::{SetReader, Validator};
use clap::Args;
use serde_json::json;
use std::io::{Write, stdout};
use std::path::PathBuf;

/// Check sets against the schema and the rules.
///
/// Checked are the XML, every FEN and its counts, that no problem stands twice (also turned or
/// with colours swapped), and of solutions the legality of the optimal moves, their order and
/// number, and the number of legal moves. Exit code 1 where something does not hold.
#[derive(Debug, Args)]
pub struct Validate {
    /// The problem sets; - for standard input.
    #[arg(required = true)]
    sets: Vec<PathBuf>,
    /// How the findings are printed.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Validate {
    /// Runs the command.
    pub fn run(self) -> Outcome {
        let mut status = Status::Done;
        for path in &self.sets {
            let mut validator = Validator::default();
            let (mut errors, mut findings) = (0, Vec::new());
            let mut report = |error: &dyn std::fmt::Display| {
                say!("error: {error}");
                errors += 1;
                status = Status::BadInput;
            };
            match SetReader::open(path) {
                Err(error) => report(&error),
                Ok(mut reader) => {
                    while let Some(item) = reader.next() {
                        match item {
                            Ok(problem) => {
                                findings.extend(validator.check(&problem, reader.header()));
                            }
                            Err(error) => report(&error),
                        }
                    }
                }
            }
            let (file, checked) = (path.display().to_string(), validator.checked());
            match self.format {
                Format::Text => {
                    for finding in &findings {
                        let (problem, finding) = (&finding.problem, &finding.finding);
                        writeln!(stdout(), "{file}: problem {problem}: {finding}")?;
                    }
                    let wrong = findings.len();
                    writeln!(stdout(), "{file}: {checked} problems checked, {wrong} findings")?;
                }
                Format::Json => {
                    let row = json!({
                        "file": file, "checked": checked, "unreadable": errors, "findings": findings,
                    });
                    writeln!(stdout(), "{row}")?;
                }
            }
            if !findings.is_empty() && status == Status::Done {
                status = Status::Negative;
            }
        }
        Ok(status)
    }
}
