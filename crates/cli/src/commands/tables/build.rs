//! `amazons tables build`: builds complete endgame tables.

use crate::options::interrupt::interrupt_flag;
use crate::options::tables_dir::{make_noticeably, usual_directory};
use crate::options::values::{parse_memory, parse_positive, parse_threads, threads};
use crate::output::exit_status::{Exit, Status};
use crate::output::format::{Format, print_json};
use crate::output::progress::progress;
use crate::output::reporting::reporting;
use crate::output::say::say;
use amazons::ledger::Partition;
use amazons::tablegen::{BuildEvent, Building, Target, ValueBuilding, steps, write_atlas_index};
use amazons::tables::TableError;
use clap::Args;
use indicatif::ProgressBar;
use std::ffi::OsString;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Instant;

/// Build complete endgame tables.
///
/// They hold the scores of every region with the given amazons and up to the given number of
/// squares. Tables of smaller regions are built first if they are missing. Finished work is kept:
/// after Ctrl-C or a kill, the same command continues where it stopped. With --values, game values
/// are added: files of their own, which leave the tables of scores as they are.
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
    /// Also build the game values of these regions, as files of their own beside the scores.
    #[arg(long, conflicts_with = "partition")]
    values: bool,
    /// Maximum number of options of a game value in canonical form, Left's and Right's together; of
    /// values with more, only the thermograph is kept.
    #[arg(
        long, value_name = "N", default_value_t = ValueBuilding::MOST_OPTIONS, requires = "values",
        value_parser = parse_positive::<usize>
    )]
    most_options: usize,
    /// Maximum memory for game values, such as 4GiB.
    #[arg(long, default_value = "4GiB", requires = "values", value_parser = parse_memory)]
    memory: usize,
    /// Number of threads; defaults to the number of cores.
    #[arg(long, value_parser = parse_threads)]
    threads: Option<NonZeroUsize>,
    /// Output format of the list of finished tables.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Build {
    /// Runs the command.
    pub fn run(self) -> Exit {
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
        let values = self.values.then(|| ValueBuilding {
            directory: &directory,
            threads: building.threads,
            memory: self.memory,
            most_options: self.most_options,
            piece: ValueBuilding::PIECE,
            abort: &abort,
        });
        let steps = steps(&self.targets);
        let entries = building.entries(&steps) + values.map_or(0, |values| values.entries(&steps));
        let bar = progress(entries as u64, "positions");
        let mut progress = BuildProgress::new(&bar, self.format);
        let mut complete = building.run(&steps, |event| progress.add(event))?;
        if let Some(values) = values.filter(|_| complete) {
            complete = values.run(&steps, |event| progress.add(event))?;
            if complete {
                bar.set_message("the index");
                let indexed = write_atlas_index(&directory, &abort, |event| progress.add(event));
                complete = match indexed {
                    Err(TableError::Interrupted) => false,
                    indexed => indexed.map(|()| true)?,
                };
            }
        }
        bar.finish_and_clear();
        if let Some(error) = progress.failed {
            return Err(error.into());
        }
        if !complete {
            let solved = progress.solved;
            say!("interrupted after {solved} positions; run the same command to continue");
            return Ok(Status::Negative);
        }
        if progress.finished == 0 {
            say!("nothing to do: all of these tables exist already");
        }
        Ok(Status::Done)
    }
}

/// What was built so far, shown as it goes.
struct BuildProgress<'a> {
    bar: &'a ProgressBar,
    format: Format,
    solved: usize,
    finished: usize,
    last: Instant,
    failed: Option<io::Error>,
}

impl<'a> BuildProgress<'a> {
    fn new(bar: &'a ProgressBar, format: Format) -> Self {
        Self { bar, format, solved: 0, finished: 0, last: Instant::now(), failed: None }
    }

    fn add(&mut self, event: BuildEvent<'_>) {
        match event {
            BuildEvent::Kept(entries) => {
                self.bar.inc(entries as u64);
                self.bar.reset_eta();
                self.last = Instant::now();
            }
            BuildEvent::Solved(entries) => {
                self.solved += entries;
                self.bar.inc(entries as u64);
                self.bar.set_message(format!("{:.0}/s", self.bar.per_sec()));
            }
            BuildEvent::Finished { path, entries } => {
                self.finished += 1;
                let seconds = self.last.elapsed().as_secs_f64();
                self.last = Instant::now();
                self.print(path, (entries, "positions"), seconds);
            }
            BuildEvent::Indexed { path, places } => {
                self.finished += 1;
                let seconds = self.last.elapsed().as_secs_f64();
                self.last = Instant::now();
                self.print(path, (places, "places of values"), seconds);
            }
        }
    }

    fn print(&mut self, path: &Path, entries: (usize, &str), seconds: f64) {
        let printed = self.bar.suspend(|| self.try_print(path, entries, seconds));
        self.failed = self.failed.take().or(printed.err());
    }

    fn try_print(
        &self,
        path: &Path,
        (entries, what): (usize, &str),
        seconds: f64,
    ) -> io::Result<()> {
        let bytes = path.metadata().map_or(0, |data| data.len());
        match self.format {
            Format::Text => writeln!(
                reporting(),
                "{}: {entries} {what}, {}, {seconds:.1} s",
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
        }
    }
}
