//! `amazons tables build`: builds complete endgame tables.

use crate::options::interrupt::interrupt_flag;
use crate::options::tables_dir::{make_noticeably, usual_directory};
use crate::options::values::{parse_threads, threads};
use crate::output::exit_status::{Outcome, Status};
use crate::output::format::{Format, print_json};
use crate::output::progress::progress;
use crate::output::reporting::reporting;
use crate::output::say::say;
use amazons::ledger::Partition;
use amazons::tablegen::{BuildEvent, Building, Target, steps};
use clap::Args;
use std::ffi::OsString;
use std::io::Write;
use std::num::NonZeroUsize;
use std::time::Instant;

/// Build complete endgame tables.
///
/// They hold the scores of every region with the given amazons and up to the given number of
/// squares. Tables of smaller regions are built first if they are missing. Finished work is kept:
/// after Ctrl-C or a kill, the same command continues where it stopped.
#[derive(Debug, Args)]
pub struct Build {
    /// Amazons and maximum number of squares, e.g. 1v1:10 2v2:9.
    ///
    /// Classes are 1v0 2v0 3v0 1v1 2v1 2v2 3v1; each includes the colours swapped.
    #[arg(required = true, value_name = "CLASS:SQUARES")]
    targets: Vec<Target>,
    /// Directory of the tables; defaults to ./tables.
    #[arg(long, value_name = "DIR", env = "AMAZONS_TABLES")]
    tables: Option<OsString>,
    /// Build only part M of N of the largest table of each target.
    ///
    /// Bring the parts together in one directory and run 'amazons tables merge'.
    #[arg(long, value_name = "M/N")]
    partition: Option<Partition>,
    /// Number of threads; defaults to the number of cores.
    #[arg(long, value_parser = parse_threads)]
    threads: Option<NonZeroUsize>,
    /// Output format of the list of finished tables.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Build {
    /// Runs the command.
    pub fn run(self) -> Outcome {
        let abort = interrupt_flag();
        let directory = match self.tables {
            Some(directory) if !directory.is_empty() => directory.into(),
            _ => usual_directory(),
        };
        make_noticeably(&directory)?;
        let building = Building {
            directory: &directory,
            threads: threads(self.threads),
            part: self.partition,
            piece: Building::PIECE,
            abort: &abort,
        };
        let steps = steps(&self.targets);
        let bar = progress(building.entries(&steps) as u64, "positions");
        let (mut solved, mut finished) = (0, 0);
        let mut last = Instant::now();
        let mut failed = None;
        let complete = building.run(&steps, |event| match event {
            BuildEvent::Kept(entries) => {
                bar.inc(entries as u64);
                bar.reset_eta();
                last = Instant::now();
            }
            BuildEvent::Solved(entries) => {
                solved += entries;
                bar.inc(entries as u64);
                bar.set_message(format!("{:.0}/s", bar.per_sec()));
            }
            BuildEvent::Finished { path, entries } => {
                finished += 1;
                let seconds = last.elapsed().as_secs_f64();
                last = Instant::now();
                let bytes = path.metadata().map_or(0, |data| data.len());
                let printed = bar.suspend(|| match self.format {
                    Format::Text => writeln!(
                        reporting(),
                        "{}: {entries} positions, {}, {seconds:.1} s",
                        path.display(),
                        crate::commands::tables::size(bytes)
                    ),
                    Format::Json => print_json(
                        &mut reporting(),
                        &serde_json::json!({
                            "file": path.display().to_string(),
                            "entries": entries,
                            "bytes": bytes,
                            "seconds": seconds,
                        }),
                    ),
                });
                failed = failed.take().or(printed.err());
            }
        })?;
        bar.finish_and_clear();
        if let Some(error) = failed {
            return Err(error.into());
        }
        if !complete {
            say!("interrupted after {solved} positions; run the same command to continue");
            return Ok(Status::Negative);
        }
        if finished == 0 {
            say!("nothing to do: all of these tables exist already");
        }
        Ok(Status::Done)
    }
}
