//! `amazons reproduce`: experiments of the literature.

use crate::experiments::{Experiment, ReproduceError, Settings, reproduce};
use crate::options::interrupt::interrupt_flag;
use crate::options::values::{cores, parse_number, parse_threads};
use crate::output::exit_status::{Outcome, Status};
use crate::output::format::Format;
use crate::output::progress::spinner;
use crate::output::say::say;
use anyhow::bail;
use clap::Args;
use std::io::{Write, stdout};
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Repeat an experiment of the literature and print its numbers beside ours, with what differs.
///
/// Games, tables (Markdown, CSV, JSON) and figures go to the output directory. The same command
/// continues an interrupted run; with a larger --scale it adds games.
#[derive(Debug, Args)]
pub struct Reproduce {
    /// The experiment.
    #[arg(value_enum)]
    experiment: Experiment,
    /// The directory of its games and report.
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// The share of the paper's number of games.
    #[arg(long, default_value_t = 1.0)]
    scale: f64,
    /// The share of the paper's playouts or time a move.
    #[arg(long, default_value_t = 1.0)]
    effort: f64,
    /// Seed of the openings.
    #[arg(long, default_value_t = 1, value_parser = parse_number::<u64>)]
    seed: u64,
    /// For evaluations: take the errors over these games instead of our own.
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    /// Games at a time; the number of cores at most, which is the default.
    #[arg(long, value_parser = parse_threads)]
    threads: Option<NonZeroUsize>,
    /// How the result is printed.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Reproduce {
    /// Runs the command.
    pub fn run(self) -> Outcome {
        for (name, value) in [("scale", self.scale), ("effort", self.effort)] {
            if !(value > 0.0 && value <= 1000.0) {
                bail!("--{name} {value}; expected a share above 0, such as 0.1");
            }
        }
        let cores = cores().get();
        let settings = Settings {
            directory: self.output,
            scale: self.scale,
            effort: self.effort,
            jobs: self.threads.map_or(cores, NonZeroUsize::get).min(cores),
            seed: self.seed,
            games: self.records,
        };
        let abort = interrupt_flag();
        let bar = spinner();
        let result = reproduce(self.experiment, &settings, &abort, &mut |there, all| {
            bar.set_message(format!("{there}/{all} games"));
        });
        bar.finish_and_clear();
        let report = match result {
            Err(error @ ReproduceError::Interrupted) => {
                say!("{error}");
                return Ok(Status::Negative);
            }
            result => result?,
        };
        let mut out = stdout().lock();
        match self.format {
            Format::Json => writeln!(out, "{}", report.json())?,
            Format::Text => {
                write!(out, "{}", report.text())?;
                writeln!(out, "Report: {}", settings.directory.join("report.md").display())?;
            }
        }
        Ok(Status::Done)
    }
}
