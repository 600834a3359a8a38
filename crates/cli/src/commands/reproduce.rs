//! `amazons reproduce`: repeats experiments of the literature.

use super::selfplay::parse_size;
use crate::options::interrupt::interrupt_flag;
use crate::options::records::ReadingOptions;
use crate::options::values::{
    one_of, parse_number, parse_real, parse_threads, threads_up_to_cores,
};
use crate::output::exit_status::{Exit, Status};
use crate::output::format::{Format, print_json};
use crate::output::progress::spinner;
use crate::output::reporting::reporting;
use crate::output::say::say;
use amazons_lab::experiments::{Experiment, Settings, reproduce};
use anyhow::{Context, bail};
use clap::Args;
use std::fs;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// Repeat an experiment from the literature and print its numbers beside ours, noting what differs.
///
/// Games, tables (Markdown, CSV, JSON) and figures go to the output directory, and the finished
/// games go into NAME.jsonl.gz beside the report. Limits are in nodes or playouts, so load and
/// machine do not matter. An interrupted run writes a partial report, and the same command
/// continues it; with a larger --scale it adds games, and with --resume it continues from the games
/// of another directory. For 'networks', the scale applies to their training too, so a larger one
/// needs a new directory.
#[derive(Debug, Args)]
pub struct Reproduce {
    /// The experiment.
    #[arg(value_parser = one_of(&Experiment::ALL, |one| [one.name(), one.about()]))]
    experiment: Experiment,
    /// Directory for the games and the report.
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// Share of the paper's number of games to play.
    #[arg(long, default_value_t = 1.0, value_parser = parse_real::<f64>)]
    scale: f64,
    /// Share of the paper's playouts per move, or of the nodes that stand for its time.
    #[arg(long, default_value_t = 1.0, value_parser = parse_real::<f64>)]
    effort: f64,
    /// Seed for the openings, and for the seeds that each game gives its players.
    #[arg(long, default_value_t = 1, value_parser = parse_number::<u64>)]
    seed: u64,
    /// End a game once the exact judge proves the winner within this many nodes.
    ///
    /// With 0, games are played on until a player has no move.
    #[arg(long, value_name = "NODES", default_value_t = 0, value_parser = parse_number::<u64>)]
    adjudicate: u64,
    /// Number of balanced random moves at the start of games, instead of the experiment's own.
    #[arg(long, value_name = "N", value_parser = parse_number::<usize>)]
    random_plies: Option<usize>,
    /// Columns x rows of the board.
    ///
    /// The papers use 10x10; a smaller board is for a quick look.
    #[arg(long, default_value = "10x10", value_parser = parse_size)]
    size: (usize, usize),
    /// First take over the finished games (NAME.jsonl.gz) of this directory.
    #[arg(long, value_name = "DIR")]
    resume: Option<PathBuf>,
    /// Only report on the games that are there.
    #[arg(long)]
    report_only: bool,
    /// For 'evaluations' and 'networks': use these games instead of our own.
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    #[command(flatten)]
    reading: ReadingOptions,
    /// Number of games at once; defaults to the number of cores, which is also the maximum.
    #[arg(long, value_parser = parse_threads)]
    threads: Option<NonZeroUsize>,
    /// Output format.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Reproduce {
    /// Runs the command.
    pub fn run(self) -> Exit {
        for (name, value) in [("scale", self.scale), ("effort", self.effort)] {
            if !(value > 0.0 && value <= 1000.0) {
                bail!("--{name} {value}; expected a share above 0 and up to 1000, such as 0.1");
            }
        }
        if self.records.is_some() && !self.experiment.takes_records() {
            bail!("--records is for evaluations and networks; this experiment plays its own games");
        }
        if self.reading.is_given() && self.records.is_none() {
            bail!("--start and --lines are about records; give some with --records FILE");
        }
        let about_games = self.size != (10, 10)
            || self.adjudicate > 0
            || self.random_plies.is_some()
            || self.resume.is_some();
        if !self.experiment.plays_games() && about_games {
            bail!(
                "{} plays no games on an Amazons board: leave out --size, --random-plies, \
                 --adjudicate and --resume",
                self.experiment.name()
            );
        }
        let settings = Settings {
            directory: self.output,
            scale: self.scale,
            effort: self.effort,
            jobs: threads_up_to_cores(self.threads),
            seed: self.seed,
            games: self.records,
            reading: self.reading.records(),
            adjudicate: self.adjudicate,
            random_plies: self.random_plies,
            resume: self.resume,
            size: self.size,
            play: !self.report_only,
        };
        if let Some(missing) = settings.resume.as_ref().filter(|resume| !resume.is_dir()) {
            let problem = if missing.exists() { "is not a directory" } else { "no such directory" };
            bail!("--resume {}: {problem}", missing.display());
        }
        if let Some(resume) = &settings.resume
            && !has_results(resume)?
        {
            let problem =
                "holds no results of a run (.jsonl.gz); expected the directory of a report";
            bail!("--resume {}: {problem}", resume.display());
        }
        let abort = interrupt_flag();
        let bar = spinner();
        let result = reproduce(self.experiment, &settings, &abort, &mut |there| {
            bar.set_message(there.to_string());
        });
        bar.finish_and_clear();
        let report = result?;
        let mut out = reporting();
        match self.format {
            Format::Json => print_json(&mut out, &report.json())?,
            Format::Text => {
                write!(out, "{}", report.text())?;
                writeln!(out, "Report: {}", settings.directory.join("report.md").display())?;
            }
        }
        for defect in &report.defects {
            say!("error: {defect}");
        }
        let status = if report.defects.is_empty() { Status::Done } else { Status::BadInput };
        match report.partial {
            Some(there) => {
                say!("partial: {there}; run the same command to continue");
                Ok(status.worse(Status::Negative))
            }
            None => Ok(status),
        }
    }
}

/// Whether a directory has compressed results, such as `games.jsonl.gz`.
fn has_results(directory: &Path) -> anyhow::Result<bool> {
    let entries = fs::read_dir(directory).with_context(|| directory.display().to_string())?;
    let names = entries.flatten().map(|entry| entry.file_name());
    Ok(names.into_iter().any(|name| name.to_string_lossy().ends_with(".jsonl.gz")))
}
