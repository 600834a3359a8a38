//! `amazons value`: exact scores of positions.

use crate::options::interrupt::{interrupt_flag, say_if_interrupted};
use crate::options::outputs;
use crate::options::tables_dir::{TablesDir, finish, warn_once};
use crate::options::values::{
    MEMORY, parse_memory, parse_number, parse_positive, parse_threads, parse_time, threads,
    threads_up_to,
};
use crate::output::exit_status::{Outcome, Status};
use crate::output::format::Format;
use crate::output::progress::spinner;
use crate::output::reporting::reporting;
use crate::output::say::say;
use amazons::answers::{Asked, BatchFile, Value, Valuer};
use amazons::board::{Color, FenError, Position, is_comment};
use amazons::judge::Query;
use amazons::known::ResultStore;
use amazons::limits::Limits;
use amazons::score::Interval;
use amazons::solvers::STRONGEST;
use amazons::util::atomic_file::{is_stdout, writes_through};
use amazons::util::terminal::stdout;
use amazons_lab::drawing::wrapped;

use amazons::util::input_file;
use amazons::util::listed_lines::{LONGEST, ListedLines};
use amazons::util::parallel::in_order;
use amazons::util::start_of::start_of;
use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use std::io::{self, Read, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
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
    /// Steps are the same on every machine. A game value that would take more is null; 0 leaves out
    /// game values.
    #[arg(long, value_name = "STEPS", default_value = "50_000", value_parser = parse_work)]
    game_values: Work,
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
    format: Format,
}

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

/// The result for one position of a batch.
enum Answered {
    /// An answer as complete as the limits allow.
    Whole(Status, String),
    /// The line with this number is not a position.
    Defective(u64, String, FenError),
    /// The work was interrupted first.
    CutShort,
}

/// Where the answers of a batch go.
enum Output {
    Stdout,
    File(BatchFile),
    /// Nowhere any more.
    Closed,
}

impl Output {
    /// Adds an answer, unless the output is closed.
    fn add(&mut self, line: &str) -> anyhow::Result<bool> {
        match self {
            Self::Stdout => writeln!(stdout(), "{line}")?,
            Self::File(answers) => answers.add(line)?,
            Self::Closed => return Ok(false),
        }
        Ok(true)
    }
}

/// The parts of an earlier run's answer that matter.
struct Earlier {
    fen: String,
    error: Option<String>,
    status: Status,
}

impl Earlier {
    fn of(answer: &serde_json::Value) -> Self {
        let text = |key: &str| answer[key].as_str().map(str::to_owned);
        Self {
            fen: text("fen").unwrap_or_default(),
            error: text("error"),
            status: status_of(answer),
        }
    }
}

fn status_of(answer: &serde_json::Value) -> Status {
    let problems = || [&answer["white_first"], &answer["black_first"]].into_iter();
    let open = |problem: &serde_json::Value| {
        let null = |key: &str| problem.get(key).is_some_and(serde_json::Value::is_null);
        match problem.get("winner") {
            Some(winner) => winner.is_null(),
            None => null("score") || null("best_moves") || null("moves"),
        }
    };
    match answer.get("error") {
        Some(_) => Status::BadInput,
        None if problems().any(open) => Status::Negative,
        None => Status::Done,
    }
}

impl ValueCommand {
    /// Runs the command.
    pub fn run(mut self) -> Outcome {
        if self.output.as_deref().is_some_and(|path| !is_stdout(path)) {
            // The same command continues from JSON only.
            self.format = Format::Json;
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
        let values = match self.game_values {
            Work::Steps(steps) => format!("{steps} steps"),
            Work::Time(time) => humantime::format_duration(time).to_string(),
        };
        let estimates = match self.estimate {
            true => format!(", estimates by {STRONGEST}"),
            false => String::new(),
        };
        format!("{what}, {first}, {search}, game values {values}{estimates}")
    }

    fn asks<'a>(&self, first: &'a [Color]) -> Asked<'a> {
        Asked { first, query: self.question(), estimate: self.estimate.then_some(1) }
    }

    fn first(&self, position: &Position) -> Vec<Color> {
        match self.first {
            None => Color::BOTH.to_vec(),
            Some(First::White) => vec![Color::White],
            Some(First::Black) => vec![Color::Black],
            Some(First::Mover) => vec![position.side()],
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
        let first = self.first(&position);
        let asked = self.asks(&first);
        let game_values = self.game_values.limits().map(|limits| limits.until(&abort));
        let mut value =
            tools.value(&position, asked, &limits, game_values.as_ref(), progress, &warn_once);
        value.fen = fen.to_owned();
        Ok(value)
    }

    fn print(&self, value: &Value) -> io::Result<String> {
        Ok(match self.format {
            Format::Json => serde_json::to_string(value)?,
            Format::Text => wrapped(&value.to_string(), 4),
        })
    }

    fn one(&self, fen: &str) -> Outcome {
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
        let mut value = self
            .value(fen, &mut tools, &|first, known| {
                let (least, most) = known.scores(first);
                bar.set_message(format!("{first} first: between {least} and {most}"));
            })
            .with_context(|| format!("position '{fen}'"))?;
        if self.estimate && interrupt_flag().is_set() {
            let position = fen.parse::<Position>()?;
            tools.estimate(
                &mut value,
                &position,
                self.asks(&self.first(&position)),
                &Limits::time(HASTE),
            );
        }
        bar.finish_and_clear();
        writeln!(reporting(), "{}", self.print(&value)?)?;
        drop(tools);
        finish(results);
        say_if_interrupted();
        Ok(if value.complete() { Status::Done } else { Status::Negative })
    }

    fn batch(&self, path: &Path) -> Outcome {
        let name = input_file::name_of(path);
        let input = input_file::open(path).with_context(|| name.clone())?;
        let threads = threads(self.threads);
        let (mut out, before) = self.answers()?;
        let results = self.tables.adding()?;
        let mut status =
            before.iter().fold(Status::Done, |worst, earlier| worst.worse(earlier.status));
        let mut answered = before.len();
        let mut lines = positions(input, &name);
        self.pass_over(&before, &mut lines, &name)?;
        // Until here a signal ends the command at once: nothing new was found.
        let abort = interrupt_flag();
        let bar = spinner();
        in_order(
            lines.take_while(|_| !abort.is_set()),
            threads,
            || Tools::new(results.as_ref(), self.memory / threads, 1),
            |tools, line| -> io::Result<Answered> {
                let (number, line) = line?;
                Ok(match self.value(&line, tools, &|_, _| ()) {
                    // Though all scores are there, game values may be missing.
                    Ok(_) if abort.is_set() => Answered::CutShort,
                    Ok(value) if value.complete() => {
                        Answered::Whole(Status::Done, self.print(&value)?)
                    }
                    Ok(value) => Answered::Whole(Status::Negative, self.print(&value)?),
                    Err(error) => Answered::Defective(number, line, error),
                })
            },
            |result| {
                let (new, text) = match result? {
                    // Later answers would take its place in the output.
                    Answered::CutShort => {
                        out = Output::Closed;
                        return Ok(());
                    }
                    Answered::Whole(status, text) => (status, text),
                    Answered::Defective(number, line, error) => {
                        bar.suspend(|| say!("error: {name}, line {number}: {error}"));
                        (Status::BadInput, self.print_error(&line, &error))
                    }
                };
                if bar.suspend(|| out.add(&text))? {
                    answered += 1;
                    bar.set_message(format!("{answered} answers"));
                    status = status.worse(new);
                }
                Ok::<(), anyhow::Error>(())
            },
        )?;
        bar.finish_and_clear();
        finish(results);
        if abort.is_set() {
            let kept = self.output.as_deref().is_some_and(|path| !writes_through(path));
            let goes_on = if kept { "; run the same command to continue" } else { "" };
            say!("interrupted after {answered} answers{goes_on}");
            status = status.worse(Status::Negative);
        }
        Ok(status)
    }

    /// Reads the positions that an earlier run answered, and checks that the answers are about them.
    fn pass_over(
        &self,
        before: &[Earlier],
        lines: &mut impl Iterator<Item = io::Result<(u64, String)>>,
        name: &str,
    ) -> anyhow::Result<()> {
        for (number, answer) in before.iter().enumerate() {
            let (place, line) = match lines.next().transpose()? {
                Some((place, line)) => (place, Some(line)),
                None => (0, None),
            };
            if let Some(error) = &answer.error {
                say!("error: {name}, line {place}: {error}");
            }
            if line.as_ref() != Some(&answer.fen) {
                let (line, fen) = (line.as_deref().unwrap_or("nothing"), &answer.fen);
                let output = self.output.as_deref().unwrap_or(Path::new("the output"));
                bail!(
                    "{}, line {}: an answer about \"{fen}\", but {name} has {line}; choose another \
                     output",
                    output.display(),
                    number + 1
                );
            }
        }
        Ok(())
    }

    /// The output of a batch, and the answers that it already holds.
    fn answers(&self) -> anyhow::Result<(Output, Vec<Earlier>)> {
        let path = match &self.output {
            Some(path) if !is_stdout(path) => path,
            _ => return Ok((Output::Stdout, Vec::new())),
        };
        let inputs: Vec<&Path> = self.batch.iter().map(PathBuf::as_path).collect();
        outputs::refuse_inputs(path, &inputs)?;
        let mut before = Vec::new();
        let earlier = |answer: &_| before.push(Earlier::of(answer));
        let answers = BatchFile::open(path, self.asked(), earlier)?;
        Ok((Output::File(answers), before))
    }

    fn print_error(&self, fen: &str, error: &FenError) -> String {
        match self.format {
            Format::Json => {
                serde_json::json!({ "fen": fen, "error": error.to_string() }).to_string()
            }
            Format::Text => format!("{}\n  error: {error}", start_of(fen)),
        }
    }
}

/// The lines of a batch that are neither empty nor comments, with their numbers from 1.
fn positions(input: impl Read, name: &str) -> impl Iterator<Item = io::Result<(u64, String)>> {
    ListedLines::new(input, is_comment).map(move |line| match line {
        // A line that is too long or not UTF-8 is an invalid line, not the end of the batch.
        Ok((number, line)) => {
            let too_long = |_| format!("<a-line-of-more-than-{LONGEST}-bytes>");
            Ok((number, line.unwrap_or_else(too_long)))
        }
        Err(error) => Err(io::Error::new(error.kind(), format!("{name}: {error}"))),
    })
}
