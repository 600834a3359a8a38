//! `amazons value`: exact scores of positions.

use crate::analysis::{Asked, Value, Valuer};
use crate::board::{Color, FenError, Position};
use crate::judge::Query;
use crate::known::ResultStore;
use crate::limits::Limits;
use crate::options::interrupt::interrupt_flag;
use crate::options::tables_dir::{TablesDir, finish, warn_once};
use crate::options::values::{cores, parse_memory, parse_number, parse_threads, parse_time};
use crate::output::exit_status::{Outcome, Status};
use crate::output::format::Format;
use crate::output::progress::spinner;
use crate::output::say::say;
use crate::score::Interval;
use crate::util::input_file;
use crate::util::parallel::in_order;
use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use std::io::{self, BufRead, BufReader, Write, stdout};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Exact score of a position for either first player, with the optimal moves, and its game value.
///
/// What the tables cover is looked up, everything else is searched and, if that took some work,
/// added to the tables.
/// Without --time and --nodes the search goes on until everything is proved. The score is that of
/// the position played out alone, the game value that in a sum of games (docs/game-values.md).
#[derive(Debug, Args)]
pub struct ValueCommand {
    /// The position as FEN, e.g. 'Q2q/4 w'.
    #[arg(required_unless_present = "batch", conflicts_with = "batch")]
    fen: Option<String>,
    /// Positions, one FEN a line; - reads standard input. Answers keep the order of the lines.
    #[arg(long, value_name = "FILE")]
    batch: Option<PathBuf>,
    /// Only the problem with this first player.
    #[arg(long)]
    first: Option<First>,
    /// Which moves to prove and print.
    #[arg(long, default_value = "best")]
    moves: Moves,
    /// Stop as soon as it is proved who wins.
    #[arg(long)]
    winner: bool,
    /// Wall time for one problem, e.g. 10s or 200ms.
    #[arg(long, value_parser = parse_time)]
    time: Option<Duration>,
    /// Nodes for one problem.
    #[arg(long, value_parser = parse_number::<u64>)]
    nodes: Option<u64>,
    /// How much work goes into game values: steps, which are the same on every machine, or a time
    /// such as 10s. A game value that takes more is null; 0 leaves game values out.
    #[arg(long, value_name = "STEPS", default_value = "50_000", value_parser = parse_work)]
    game_values: Work,
    /// Memory of all searches together, e.g. 512MB.
    #[arg(long, value_parser = parse_memory, default_value = "2GiB")]
    memory: usize,
    /// Problems solved at once; the number of cores where it is not given. The two problems of one
    /// position take a thread each. With --first all threads work on its one problem.
    #[arg(long, value_parser = parse_threads)]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    tables: TablesDir,
    /// How to print.
    #[arg(long, default_value = "text")]
    format: Format,
}

/// What game values may take.
#[derive(Clone, Copy, Debug)]
enum Work {
    Steps(u64),
    Time(Duration),
}

impl Work {
    /// The limits; `None` where nothing is to be done.
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
}

/// Which moves to prove.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Moves {
    /// Every optimal move.
    Best,
    /// Every move with its score.
    All,
    /// None, the score alone.
    None,
}

type Tools<'a> = Valuer<&'a ResultStore>;

impl ValueCommand {
    /// Runs the command.
    pub fn run(self) -> Outcome {
        match (&self.fen, &self.batch) {
            (Some(fen), _) => self.one(fen),
            (None, Some(path)) => self.batch(path),
            (None, None) => bail!("nothing to do; give a FEN or --batch FILE"),
        }
    }

    fn question(&self) -> Query {
        match (self.winner, self.moves) {
            (true, _) => Query::Winner,
            (_, Moves::Best) => Query::BestMoves,
            (_, Moves::All) => Query::AllMoves,
            (_, Moves::None) => Query::Score,
        }
    }

    fn first(&self) -> &'static [Color] {
        match self.first {
            None => &Color::BOTH,
            Some(First::White) => &[Color::White],
            Some(First::Black) => &[Color::Black],
        }
    }

    fn value(
        &self,
        fen: &str,
        tools: &mut Tools<'_>,
        progress: &(dyn Fn(Color, Interval) + Sync),
    ) -> Result<Value, FenError> {
        let position: Position = fen.parse()?;
        let abort = interrupt_flag();
        let limits = Limits::new(self.time, self.nodes).until(&abort);
        let asked = Asked { first: self.first(), query: self.question() };
        let game_values = self.game_values.limits().map(|limits| limits.until(&abort));
        let mut value =
            tools.value(&position, asked, &limits, game_values.as_ref(), progress, &warn_once);
        value.fen = fen.to_owned();
        Ok(value)
    }

    fn print(&self, value: &Value) -> io::Result<String> {
        Ok(match self.format {
            Format::Json => serde_json::to_string(value)?,
            Format::Text => value.to_string(),
        })
    }

    fn one(&self, fen: &str) -> Outcome {
        // Two problems are worked on at once; one is shared out. A count of nodes is one thread's.
        let most = match self.first() {
            [_] if self.nodes.is_some() => 1,
            [_] => usize::MAX,
            _ => 2,
        };
        let threads = self.threads.unwrap_or_else(cores).get().min(most);
        let results = self.tables.adding()?;
        let mut tools = Tools::new(results.as_ref(), self.memory, threads);
        let bar = spinner();
        let value = self
            .value(fen, &mut tools, &|first, known| {
                let (least, most) = known.scores(first);
                bar.set_message(format!("{first} first: between {least} and {most}"));
            })
            .with_context(|| format!("position '{fen}'"))?;
        bar.finish_and_clear();
        writeln!(stdout(), "{}", self.print(&value)?)?;
        drop(tools);
        finish(results);
        Ok(if value.complete() { Status::Done } else { Status::Negative })
    }

    fn batch(&self, path: &Path) -> Outcome {
        let input = input_file::open(path).with_context(|| input_file::name_of(path))?;
        let input = BufReader::new(input);
        let threads = self.threads.unwrap_or_else(cores).get();
        let abort = interrupt_flag();
        let results = self.tables.adding()?;
        let (mut status, mut answered) = (Status::Done, 0);
        let mut out = io::BufWriter::new(stdout().lock());
        let lines = input.split(b'\n').take_while(|_| !abort.is_set());
        in_order(
            lines,
            threads,
            || Tools::new(results.as_ref(), self.memory / threads, 1),
            |tools, line| -> io::Result<Option<(Status, String)>> {
                // A line that is no UTF-8 is a bad line, not the end of the batch.
                let line = String::from_utf8_lossy(&line?).trim().to_owned();
                if line.is_empty() {
                    return Ok(None);
                }
                Ok(Some(match self.value(&line, tools, &|_, _| ()) {
                    Ok(value) if value.complete() => (Status::Done, self.print(&value)?),
                    Ok(value) => (Status::Negative, self.print(&value)?),
                    Err(error) => (Status::BadInput, self.print_error(&line, &error)),
                }))
            },
            |result| {
                if let Some((new, text)) = result? {
                    answered += 1;
                    status = status.worse(new);
                    writeln!(out, "{text}")?;
                    out.flush()?;
                }
                Ok::<(), io::Error>(())
            },
        )
        .with_context(|| input_file::name_of(path))?;
        finish(results);
        if abort.is_set() {
            say!("interrupted after {answered} lines");
            status = status.worse(Status::Negative);
        }
        Ok(status)
    }

    fn print_error(&self, fen: &str, error: &FenError) -> String {
        match self.format {
            Format::Json => {
                serde_json::json!({ "fen": fen, "error": error.to_string() }).to_string()
            }
            Format::Text => format!("{fen}\n  error: {error}"),
        }
    }
}
