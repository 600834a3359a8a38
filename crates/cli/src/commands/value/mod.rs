//! `amazons value`: exact scores of positions.

mod batch;
mod earlier;

use crate::options::interrupt::{interrupt_flag, say_if_interrupted};
use crate::options::tables_dir::{TablesDir, finish, warn_once};
use crate::options::values::{
    MEMORY, parse_memory, parse_number, parse_positive, parse_threads, parse_time, position,
    threads_up_to,
};
use crate::output::exit_status::{Exit, Status};
use crate::output::progress::spinner;
use crate::output::reporting::reporting;
use crate::output::sheet::{SheetFormat, csv_line};
use crate::output::value_row::{VALUE_COLUMNS, value_row};
use amazons::answers::{Asked, Value, Valuer};
use amazons::board::{Color, Position};
use amazons::judge::Query;
use amazons::known::ResultStore;
use amazons::limits::Limits;
use amazons::score::Interval;
use amazons::solvers::STRONGEST;
use amazons::util::atomic_file::is_stdout;
use amazons_lab::drawing::wrapped;

use anyhow::bail;
use clap::{Args, ValueEnum};
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

/// Find the exact score of a position for either first player, its optimal moves and its game
/// value.
///
/// What the tables cover is looked up; everything else is searched and, if that took some work,
/// added to the tables. Without --time and --nodes the search continues until everything is proved.
/// The score is that of the position played out alone; the game value is its value in a sum of
/// games (docs/game-values.md).
#[derive(Debug, Args)]
pub struct ValueCommand {
    /// The position as FEN, e.g. 'Q2q/4 w'.
    #[arg(required_unless_present = "batch", conflicts_with = "batch")]
    fen: Option<String>,
    /// File of positions, one FEN per line; - for standard input.
    ///
    /// The answers keep the order of the lines.
    #[arg(long, value_name = "FILE")]
    batch: Option<PathBuf>,
    /// Write each answer of a batch as soon as it is known, with the number of its line.
    #[arg(long, requires = "batch")]
    unordered: bool,
    /// Write the answers of a batch to this file, as JSON lines; - for standard output.
    ///
    /// The same command continues after the answers that the file already has.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Only the problem with this first player; 'mover' is the side to move in the FEN.
    #[arg(long)]
    first: Option<First>,
    /// Which moves to prove and print; defaults to 'best'.
    #[arg(long)]
    moves: Option<Moves>,
    /// Stop as soon as the winner is proved; no moves are printed.
    #[arg(long)]
    winner: bool,
    /// Wall time per problem, e.g. 10s or 200ms.
    #[arg(long, value_parser = parse_time)]
    time: Option<Duration>,
    /// Nodes per problem.
    #[arg(long, value_parser = parse_positive::<u64>)]
    nodes: Option<u64>,
    /// Estimate what is not proved: the lead, the chance that White wins, and the expected moves.
    ///
    /// Estimates are marked with ≈. A quarter of --time and --nodes is theirs; without either, the
    /// search ends with a proof, or, after Ctrl-C, with an estimate.
    #[arg(long)]
    estimate: bool,
    /// Work to spend on game values: a number of steps, or a time such as 10s.
    ///
    /// Defaults to 50,000 steps for one position, or to --nodes if these are fewer, and to 0 for a
    /// batch. Steps end with --time, of which an eighth, or what the search leaves, is theirs. Steps are the same on every machine. A game value that would take more is null; 0 leaves out
    /// game values.
    #[arg(long, value_name = "STEPS", value_parser = parse_work)]
    game_values: Option<Work>,
    /// Memory for all searches together, e.g. 512MB.
    #[arg(long, value_parser = parse_memory, default_value = MEMORY)]
    memory: usize,
    /// Number of problems to solve at once; defaults to the number of cores.
    ///
    /// The two problems of a position take one thread each. With --first and no --nodes, all
    /// threads work on its one problem. In a batch each line takes one thread.
    #[arg(long, value_parser = parse_threads)]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    tables: TablesDir,
    /// Output format.
    #[arg(long, default_value = "text")]
    format: SheetFormat,
}

/// The work to spend on the game values of one position.
const STEPS: u64 = 50_000;

/// The bytes that most answers in JSON have at most.
const USUAL: usize = 1 << 10;

/// The time of an estimate after Ctrl-C.
const HASTE: Duration = Duration::from_millis(100);

/// The limits of game values.
#[derive(Clone, Copy, Debug)]
enum Work {
    Steps(u64),
    Time(Duration),
}

impl Work {
    /// The limits; `None` if no game values are wanted.
    fn limits(self) -> Option<Limits> {
        match self {
            Self::Steps(0) | Self::Time(Duration::ZERO) => None,
            Self::Steps(steps) => Some(Limits::nodes(steps)),
            Self::Time(time) => Some(Limits::time(time)),
        }
    }
}

fn parse_work(text: &str) -> Result<Work, String> {
    match (parse_number(text), humantime::parse_duration(text)) {
        (Ok(steps), _) => Ok(Work::Steps(steps)),
        (_, Ok(time)) => Ok(Work::Time(time)),
        _ => Err("expected a number of steps such as 50_000, or a time such as 10s".to_owned()),
    }
}

/// The first player.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum First {
    White,
    Black,
    Mover,
}

/// Which moves to prove.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Moves {
    /// Every optimal move.
    Best,
    /// Every move with its score.
    All,
    /// No moves, only the score.
    None,
}

type Tools<'a> = Valuer<&'a ResultStore>;

impl ValueCommand {
    /// Runs the command.
    pub fn run(mut self) -> Exit {
        if self.output.as_deref().is_some_and(|path| !is_stdout(path)) {
            if self.format == SheetFormat::Csv {
                bail!(
                    "--output keeps answers as JSON, from which the same command continues; for \
                     CSV leave it out and write '> FILE'"
                );
            }
            self.format = SheetFormat::Json;
        }
        if self.winner && self.moves.is_some_and(|moves| moves != Moves::None) {
            bail!("--winner proves no moves; leave out --moves or --winner");
        }
        match (&self.fen, &self.batch) {
            (Some(_), _) if self.output.is_some() => {
                bail!(
                    "--output is for the answers of a batch; write '> FILE', or give --batch FILE"
                )
            }
            (Some(_), _) if self.unordered => {
                bail!("--unordered is for the answers of a batch; give --batch FILE")
            }
            (Some(fen), _) => self.one(fen),
            (None, Some(path)) => self.batch(path),
            (None, None) => bail!("nothing to do; give a FEN or --batch FILE"),
        }
    }

    fn question(&self) -> Query {
        match (self.winner, self.moves) {
            (true, _) => Query::Winner,
            (_, None | Some(Moves::Best)) => Query::BestMoves,
            (_, Some(Moves::All)) => Query::AllMoves,
            (_, Some(Moves::None)) => Query::Score,
        }
    }

    /// The question asked of every position, in words.
    fn asked(&self) -> String {
        let what = match self.question() {
            Query::Winner => "winner",
            Query::Score => "score",
            Query::BestMoves => "best moves",
            Query::AllMoves => "all moves",
        };
        let first = match self.first {
            None => "either first",
            Some(First::White) => "White first",
            Some(First::Black) => "Black first",
            Some(First::Mover) => "the mover first",
        };
        let search = Limits::new(self.time, self.nodes);
        let values = match self.work() {
            Work::Steps(steps) => format!("{steps} steps"),
            Work::Time(time) => humantime::format_duration(time).to_string(),
        };
        let estimates = match self.estimate {
            true => format!(", estimates by {STRONGEST}"),
            false => String::new(),
        };
        let lines = if self.unordered { ", by line" } else { "" };
        format!("{what}, {first}, {search}, game values {values}{estimates}{lines}")
    }

    /// The work to spend on game values.
    fn work(&self) -> Work {
        let usual = match self.batch {
            Some(_) => 0,
            None => self.nodes.unwrap_or(STEPS).min(STEPS),
        };
        self.game_values.unwrap_or(Work::Steps(usual))
    }

    /// The question about a position, which is given as `fen`.
    fn asks<'a>(&self, fen: &'a str, position: &Position) -> Asked<'a> {
        let first: &[Color] = match (self.first, position.side()) {
            (None, _) => &Color::BOTH,
            (Some(First::White), _) | (Some(First::Mover), Color::White) => &[Color::White],
            (Some(First::Black), _) | (Some(First::Mover), Color::Black) => &[Color::Black],
        };
        let (query, estimate) = (self.question(), self.estimate.then_some(1));
        Asked { fen: Some(fen), first, query, estimate }
    }

    fn value(
        &self,
        position: &Position,
        asked: Asked<'_>,
        tools: &mut Tools<'_>,
        progress: &(dyn Fn(Color, Interval) + Sync),
    ) -> Value {
        let abort = interrupt_flag();
        let limits = Limits::new(self.time, self.nodes).until(&abort);
        let game_values = self.work().limits().map(|limits| limits.until(&abort));
        tools.value(position, asked, &limits, game_values.as_ref(), progress, &warn_once)
    }

    /// Prints an answer, with the number of its line in a batch.
    fn print(&self, value: &Value, line: Option<u64>) -> io::Result<String> {
        Ok(match (self.format, line) {
            (SheetFormat::Json, _) => {
                let mut text = Vec::with_capacity(USUAL);
                serde_json::to_writer(&mut text, value)?;
                String::from_utf8(text).map_err(io::Error::other)?
            }
            (SheetFormat::Csv, line) => csv_line(value_row(value, line))?,
            (SheetFormat::Text, None) => wrapped(&value.to_string(), 4),
            (SheetFormat::Text, Some(line)) => wrapped(&format!("{line}: {value}"), 4),
        })
    }

    fn one(&self, fen: &str) -> Exit {
        let position = position(fen)?;
        // Two problems are solved in parallel; a single one is shared out. A node count is that of
        // one thread.
        let most = match self.first {
            Some(_) if self.nodes.is_some() => 1,
            Some(_) => usize::MAX,
            None => 2,
        };
        let threads = threads_up_to(most, self.threads);
        let results = self.tables.adding()?;
        let mut tools = Tools::new(results.as_ref(), self.memory, threads);
        let bar = spinner();
        let asked = self.asks(fen, &position);
        let mut value = self.value(&position, asked, &mut tools, &|first, known| {
            let (least, most) = known.scores(first);
            bar.set_message(format!("{first} first: between {least} and {most}"));
        });
        if self.estimate && interrupt_flag().is_set() {
            tools.estimate(&mut value, &position, asked, &Limits::time(HASTE));
        }
        bar.finish_and_clear();
        let mut out = reporting();
        if self.format == SheetFormat::Csv {
            writeln!(out, "{}", csv_line(VALUE_COLUMNS)?)?;
        }
        writeln!(out, "{}", self.print(&value, None)?)?;
        drop(tools);
        finish(results);
        say_if_interrupted();
        Ok(if value.complete() { Status::Done } else { Status::Negative })
    }
}
