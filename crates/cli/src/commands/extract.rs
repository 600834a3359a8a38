//! `amazons extract`: make a problem set from game records.

use crate::options::hints;
use crate::options::outputs;
use crate::options::records::{InputFile, ReadingOptions, by_format, files_of, paths};
use crate::options::tables_dir::{TablesDir, warn_once};
use crate::options::values::{check_range, parse_number};
use crate::output::exit_status::{Exit, Status};
use crate::output::format::{Format, json_line};
use crate::output::progress::progress;
use crate::output::say::say;
use amazons::ledger::Partition;
use amazons::limits::Abort;
use amazons::problems::{Extractor, Filter, Funnel, refuse_to_lose, solve_known};
use amazons::records::FormatCounts;
use anyhow::{Context, bail};
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

/// Make a problem set from game records.
///
/// A region is taken when it comes into being, if it has the features asked for; the defaults are
/// those of the 2008 study. It gives one problem for each first player, filled in with what the
/// tables know about it. Duplicates under symmetry and colour swap are dropped. What became of the
/// regions is printed and kept in the set.
///
/// A game with a defect is used up to the defect, and the exit code is then 2. A named file that is
/// missing, or that holds no readable game, ends the command, and no set is written. Such a file in
/// a directory is reported, and the others are used.
#[derive(Debug, Args)]
pub struct Extract {
    /// Game records in any format that 'convert' reads, or directories of them; - for standard
    /// input.
    #[arg(required = true, value_name = "RECORDS")]
    records: Vec<PathBuf>,
    /// The problem set to write.
    #[arg(short, long, value_name = "SET.xml")]
    output: PathBuf,
    /// Title of the set.
    #[arg(long, default_value = "")]
    title: String,
    /// Minimum number of empty squares.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = parse_number::<usize>)]
    min_empties: usize,
    /// Maximum number of empty squares.
    #[arg(long, value_name = "N", value_parser = parse_number::<usize>)]
    max_empties: Option<usize>,
    /// Minimum number of amazons of both sides together (each side has at least one).
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse_number::<usize>)]
    min_amazons: usize,
    /// Maximum number of amazons of both sides together.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = parse_number::<usize>)]
    max_amazons: usize,
    /// Minimum number of legal moves for each player, were it their turn.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = parse_number::<u64>)]
    min_moves: u64,
    /// Maximum number of regions from one game.
    #[arg(long, value_name = "N", value_parser = parse_number::<u64>)]
    max_per_game: Option<u64>,
    /// Maximum number of regions with the same number of empty squares.
    #[arg(long, value_name = "N", value_parser = parse_number::<u64>)]
    max_per_size: Option<u64>,
    /// Use only games whose file name or tags (players, event, …) contain this text.
    #[arg(long, value_name = "TEXT")]
    source: Option<String>,
    /// Keep problems in which one move can leave the opponent without any.
    #[arg(long)]
    keep_blocking: bool,
    /// Take every state of a region, not only the one in which it comes into being.
    #[arg(long)]
    every_ply: bool,
    /// Take all contested regions of a board together as one problem, instead of each region alone.
    ///
    /// Such a problem is taken at every ply that has two or more contested regions.
    #[arg(long)]
    sums: bool,
    /// Extract from only part M of N of the games.
    ///
    /// The limits per game and per size are left to 'amazons merge', which applies them when it
    /// makes the set from all parts.
    #[arg(long, value_name = "M/N")]
    partition: Option<Partition>,
    #[command(flatten)]
    reading: ReadingOptions,
    #[command(flatten)]
    tables: TablesDir,
    /// Output format of the counts.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// The counts, as `--format json` prints them.
#[derive(Serialize)]
struct Counts<'a> {
    #[serde(flatten)]
    funnel: &'a Funnel,
    formats: &'a FormatCounts,
}

impl Extract {
    /// Runs the command.
    pub fn run(self) -> Exit {
        if let Some(most) = self.max_empties {
            check_range("empties", self.min_empties, most)?;
        }
        check_range("amazons", self.min_amazons, self.max_amazons)?;
        let files = files_of(&self.records)?;
        let mut output = outputs::create(&self.output, &paths(&files))?;
        refuse_to_lose(&self.output, &[])?;
        let filter = Filter {
            min_empties: self.min_empties,
            max_empties: self.max_empties,
            min_amazons: self.min_amazons,
            max_amazons: self.max_amazons,
            min_moves: self.min_moves,
            keep_blocking: self.keep_blocking,
            source: self.source,
            max_per_game: self.max_per_game,
            max_per_size: self.max_per_size,
            every_ply: self.every_ply,
            sums: self.sums,
        };
        // A signal ends the command at once: half an extraction is of no use.
        let abort = Abort::new();
        let bar = progress(files.len() as u64, "records");
        let mut status = Status::Done;
        let mut report = |error: &dyn std::fmt::Display| {
            status = Status::BadInput;
            bar.suspend(|| say!("error: {error}"));
        };
        let mut extractor = Extractor::new(filter, self.partition);
        let mut useless: Vec<String> = Vec::new();
        // What a file is that holds no games.
        let mut hint: Option<String> = None;
        let (mut formats, mut any) = (FormatCounts::default(), false);
        let options = self.reading.records_beside(&bar);
        for InputFile { path, found } in &files {
            let used = match options.open(path) {
                Ok(mut records) => {
                    let used = extractor.read(&mut records, &abort, |error| report(&error));
                    formats.add(records.counts());
                    used
                }
                Err(error) => {
                    report(&error);
                    hint = hint.or_else(|| hints::instead_of_record(&error));
                    false
                }
            };
            any |= used;
            if !used && !found {
                useless.push(path.display().to_string());
            }
            let funnel = extractor.funnel();
            bar.set_message(format!("{} games, {} regions", funnel.games, funnel.regions));
            bar.inc(1);
        }
        bar.finish_and_clear();
        if !any && useless.is_empty() {
            useless = self.records.iter().map(|path| path.display().to_string()).collect();
        }
        if !useless.is_empty() {
            let (files, output) = (useless.join(", "), self.output.display());
            let hint = hint.map_or_else(String::new, |hint| format!("\n{hint}"));
            bail!("no game could be read from {files}; {output} was not written{hint}");
        }
        let funnel = extractor.funnel().clone();
        let mut set = extractor.finish(self.title);
        let nothing = set.problems.is_empty() && self.partition.is_none();
        if !nothing {
            if let Some(results) = self.tables.reading()?
                && let Err(error) = solve_known(&mut set, &mut results.lookup())
            {
                warn_once(&error);
            }
            set.write(&mut output)
                .and_then(|()| output.commit())
                .with_context(|| outputs::cannot_write(&self.output))?;
        }
        let counts = match self.format {
            Format::Text => format!("{funnel}{}", by_format(&formats)),
            Format::Json => json_line(&Counts { funnel: &funnel, formats: &formats })? + "\n",
        };
        write!(outputs::beside(&self.output), "{counts}")?;
        if nothing {
            say!("no region has these features; {}", outputs::not_written(&self.output));
            status = status.worse(Status::Negative);
        }
        Ok(status)
    }
}
