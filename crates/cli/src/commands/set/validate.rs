//! `amazons set validate`: checks what a set says.

use crate::options::interrupt::interrupt_flag;
use crate::options::values::{MEMORY, parse_memory, parse_time};
use crate::output::exit_status::{Exit, Status};
use crate::output::format::{Format, print_json};
use crate::output::reporting::reporting;
use crate::output::say::say;
use amazons::judge::Judge;
use amazons::limits::Limits;
use amazons::problems::{Finding, Problem, SetReader, Validator, doubt, prove_puzzle};
use amazons::util::number::Count;
use amazons::util::terminal::one_line;
use clap::Args;
use serde_json::json;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Check sets against the schema and the rules.
///
/// This checks the XML, every FEN and its counts, and that no problem occurs twice (also turned or
/// with colours swapped). In solutions it checks that the optimal moves are legal, their order and
/// number, and the number of legal moves. For puzzles, the judge proves everything again: the
/// score, that the right move is the only one, and every move of the solution. With --solutions it
/// proves what the set says about every problem. The exit code is 1 if something does not hold.
#[derive(Debug, Args)]
pub struct Validate {
    /// The problem sets; - for standard input.
    #[arg(required = true)]
    sets: Vec<PathBuf>,
    /// Wall time for each question about a puzzle or a solution.
    ///
    /// Whatever is not proved in that time is reported as a finding.
    #[arg(long, value_parser = parse_time, default_value = "60s")]
    time: Duration,
    /// Prove the solutions and bounds of all problems again.
    #[arg(long, conflicts_with = "no_proofs")]
    solutions: bool,
    /// Skip the proofs of puzzles.
    #[arg(long)]
    no_proofs: bool,
    /// Memory for all searches together, e.g. 512MB.
    #[arg(long, value_parser = parse_memory, default_value = MEMORY)]
    memory: usize,
    /// Output format of the findings.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// The results of checking a file.
#[derive(Default)]
struct Checked {
    problems: u64,
    unreadable: u64,
    wrong: usize,
    /// For JSON, which is one object a file; as text they are printed as they are found.
    findings: Vec<Finding>,
}

impl Validate {
    /// Runs the command.
    pub fn run(self) -> Exit {
        let mut status = Status::Done;
        let mut judge = Judge::builder().memory(self.memory).build();
        let abort = interrupt_flag();
        let limits = Limits::time(self.time).until(&abort);
        for path in &self.sets {
            let checked = self.check(path, &mut judge, &limits)?;
            self.print(path, &checked)?;
            status = status.worse(match (checked.unreadable, checked.wrong == 0) {
                (0, true) => Status::Done,
                (0, false) => Status::Negative,
                _ => Status::BadInput,
            });
            if abort.is_set() {
                say!("interrupted; the rest was not checked");
                return Ok(status.worse(Status::Negative));
            }
        }
        Ok(status)
    }

    /// Checks a set, until it ends or the work is interrupted.
    fn check(&self, path: &Path, judge: &mut Judge, limits: &Limits) -> io::Result<Checked> {
        let mut checked = Checked::default();
        let mut unreadable = |error: &dyn std::fmt::Display| {
            say!("error: {error}");
            checked.unreadable += 1;
        };
        let mut reader = match SetReader::open(path) {
            Ok(reader) => reader,
            Err(error) => {
                unreadable(&error);
                return Ok(checked);
            }
        };
        let mut validator = Validator::default();
        while !limits.abort.is_set()
            && let Some(item) = reader.next()
        {
            match item {
                Err(error) => unreadable(&error),
                Ok(problem) => {
                    let mut wrong = validator.check(&problem, reader.header());
                    // Proofs assume legal moves.
                    if wrong.is_empty() && !self.no_proofs {
                        wrong = proofs(&problem, judge, limits);
                        if self.solutions {
                            wrong.extend(doubt(&problem, judge, limits).map(|doubt| Finding {
                                problem: problem.id.clone(),
                                finding: doubt.to_string(),
                            }));
                        }
                        // After an interruption, a missing proof says nothing about the puzzle.
                        if limits.abort.is_set() {
                            break;
                        }
                    }
                    checked.problems += 1;
                    checked.wrong += wrong.len();
                    match self.format {
                        Format::Json => checked.findings.extend(wrong),
                        Format::Text => print_findings(path, &wrong)?,
                    }
                }
            }
        }
        Ok(checked)
    }

    fn print(&self, path: &Path, checked: &Checked) -> io::Result<()> {
        let Checked { problems, unreadable, wrong, findings } = checked;
        let file = path.display().to_string();
        match self.format {
            Format::Text => {
                let checked = Count(*problems, "problem");
                let wrong = Count(*wrong, "finding");
                writeln!(reporting(), "{file}: {checked} checked, {wrong}")
            }
            Format::Json => {
                let row = json!({
                    "file": file, "checked": problems, "unreadable": unreadable,
                    "findings": findings,
                });
                print_json(&mut reporting(), &row)
            }
        }
    }
}

/// Prints what is wrong with a problem of a file.
fn print_findings(path: &Path, wrong: &[Finding]) -> io::Result<()> {
    for Finding { problem, finding } in wrong {
        let (problem, finding) = (one_line(problem), one_line(finding));
        writeln!(reporting(), "{}: problem {problem}: {finding}", path.display())?;
    }
    Ok(())
}

/// The claims of a puzzle that do not hold.
fn proofs(problem: &Problem, judge: &mut Judge, limits: &Limits) -> Vec<Finding> {
    let finding = |finding| Finding { problem: problem.id.clone(), finding };
    prove_puzzle(problem, judge, limits).into_iter().map(finding).collect()
}
