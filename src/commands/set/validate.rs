//! `amazons set validate`: check what a set says.

use crate::judge::Judge;
use crate::limits::Limits;
use crate::options::interrupt::interrupt_flag;
use crate::options::values::{parse_memory, parse_time};
use crate::output::exit_status::{Outcome, Status};
use crate::output::format::Format;
use crate::output::say::say;
use crate::problems::{Finding, Problem, SetReader, Validator, prove_puzzle};
use clap::Args;
use serde_json::json;
use std::io::{Write, stdout};
use std::path::PathBuf;
use std::time::Duration;

/// Check sets against the schema and the rules.
///
/// Checked are the XML, every FEN and its counts, that no problem stands twice (also turned or
/// with colours swapped), and of solutions the legality of the optimal moves, their order and
/// number, and the number of legal moves. Of puzzles the judge proves everything anew: the score,
/// that the right move is the only one, and every move of the solution. Exit code 1 where something does not hold.
#[derive(Debug, Args)]
pub struct Validate {
    /// The problem sets; - for standard input.
    #[arg(required = true)]
    sets: Vec<PathBuf>,
    /// Wall time for each question about a puzzle; what is not proved in it is a finding.
    #[arg(long, value_parser = parse_time, default_value = "60s")]
    time: Duration,
    /// Leave the proofs of puzzles out.
    #[arg(long)]
    no_proofs: bool,
    /// Memory of the proofs, e.g. 512MB.
    #[arg(long, value_parser = parse_memory, default_value = "512MB")]
    memory: usize,
    /// How the findings are printed.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Validate {
    /// Runs the command.
    pub fn run(self) -> Outcome {
        let mut status = Status::Done;
        let mut judge = Judge::builder().memory(self.memory).build();
        let limits = Limits::time(self.time).until(&interrupt_flag());
        let mut prove = |problem: &Problem| -> Vec<Finding> {
            if self.no_proofs || problem.puzzle.is_none() {
                return Vec::new();
            }
            let wrong = prove_puzzle(problem, &mut judge, &limits);
            let finding = |finding| Finding { problem: problem.id.clone(), finding };
            wrong.into_iter().map(finding).collect()
        };
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
                                let wrong = validator.check(&problem, reader.header());
                                // Proofs are of legal moves.
                                let proofs =
                                    if wrong.is_empty() { prove(&problem) } else { Vec::new() };
                                findings.extend(wrong.into_iter().chain(proofs));
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
