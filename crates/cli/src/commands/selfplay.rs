//! `amazons selfplay`: games between two players.

use crate::options::interrupt::interrupt_flag;
use crate::options::outputs;
use crate::options::values::{
    parse_number, parse_positive, parse_threads, parse_time, threads_up_to_cores,
};
use crate::output::exit_status::{Exit, Status};
use crate::output::format::{Format, print_json};
use crate::output::progress::progress;
use crate::output::say::say;
use amazons::board::Position;
use amazons::ledger::Partition;
use amazons::util::atomic_file::writes_through;
use amazons_lab::drawing::wrapped;
use amazons_lab::play::{MoveLimit, SelfPlay};
use amazons_lab::stats::{repeats_warning, wilson};
use anyhow::{Context, bail};
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

/// Play games between two players, or of one against itself, and record them as SGF.
///
/// A player is a solver with its options, such as 'alphabeta:width=20', 'mcts', 'uct:seed=7',
/// 'one-ply:minimal-distance' or 'random'. It may set its own limit per move, such as
/// 'mcts:playouts=1000' or 'alphabeta:time=1s', which takes the place of the options below.
///
/// Games are appended as they finish. The same command continues an interrupted run. With node
/// limits its games are always the same, whatever the number of threads (on standard output, in the
/// order in which they finish). Two different players play each opening twice, with colours
/// swapped.
#[derive(Debug, Args)]
pub struct Selfplay {
    /// Player A, who has White in the odd-numbered games.
    ///
    /// The default is from the strongest families that docs/measurements/players.md measures.
    #[arg(default_value = "alphabeta:lieberum")]
    a: String,
    /// Player B; if omitted, A plays itself.
    b: Option<String>,
    /// File for the games, continued if it exists; - for standard output.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Total number of games.
    #[arg(long, default_value_t = 10, value_parser = parse_positive::<usize>)]
    games: usize,
    /// Wall time per move, e.g. 100ms.
    ///
    /// Defaults to 100ms if no limit is given.
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time: Option<Duration>,
    /// Nodes per move; for mcts and uct a node is a playout.
    #[arg(long, visible_alias = "playouts", value_parser = parse_positive::<u64>)]
    nodes: Option<u64>,
    /// Columns x rows of the board; the standard start is scaled to it.
    #[arg(long, default_value = "10x10", value_parser = parse_size)]
    size: (usize, usize),
    /// Start from this FEN instead of the standard start.
    #[arg(long, conflicts_with = "size")]
    start: Option<String>,
    /// Number of random moves, both sides together, before the players take over.
    #[arg(long, default_value_t = 4, value_parser = parse_number::<usize>)]
    random_plies: usize,
    /// Seed for the openings.
    #[arg(long, default_value_t = 1, value_parser = parse_number::<u64>)]
    seed: u64,
    /// Play only part M of N of the games.
    ///
    /// Parts may be played at the same time; bring them together with 'amazons merge'.
    #[arg(long, value_name = "M/N")]
    partition: Option<Partition>,
    /// Number of games at once; defaults to the number of cores, which is also the maximum.
    #[arg(long, value_parser = parse_threads)]
    threads: Option<NonZeroUsize>,
    /// Output format.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// The result of a run, as `--format json` prints it.
#[derive(Serialize)]
struct Report {
    a: String,
    b: String,
    games: u64,
    different_games: u64,
    a_wins: u64,
    a_wins_as_white: u64,
    a_wins_as_black: u64,
    white_wins: u64,
    /// The 95 % confidence interval of A's share of wins.
    a_share_low: f64,
    a_share_high: f64,
}

/// Parses `columns x rows`, for clap.
///
/// # Errors
/// The text is not a size.
pub fn parse_size(text: &str) -> Result<(usize, usize), String> {
    let size = text.split_once('x').and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
    size.ok_or_else(|| "expected columns x rows, such as 10x10".to_owned())
}

impl Selfplay {
    /// Runs the command.
    pub fn run(self) -> Exit {
        let start: Position = match &self.start {
            Some(fen) => fen.parse().with_context(|| format!("position '{fen}'"))?,
            None => Position::start(self.size.0, self.size.1)?,
        };
        if !start.can_move() {
            bail!("position '{start}': the side to move has no move");
        }
        let mut limit = MoveLimit { time: self.time, nodes: self.nodes };
        if limit == MoveLimit::default() {
            limit.time = Some(Duration::from_millis(100));
        }
        let b = self.b.as_deref().unwrap_or(&self.a);
        let run =
            SelfPlay::new([&self.a, b], limit, self.games, start, self.random_plies, self.seed)?
                .part(self.partition);
        let games = run.games();
        let jobs = threads_up_to_cores(self.threads);
        let abort = interrupt_flag();
        let bar = progress(games as u64, "games");
        let result = run.run(&self.output, jobs, &abort, |there| bar.set_position(there as u64));
        bar.finish_and_clear();
        let done = result?;
        let tally = done.tally;
        let [a, b] = run.specs();
        let (low, high) = wilson(tally.a_wins(), tally.games());
        let report = Report {
            a,
            b,
            games: tally.games(),
            different_games: done.different as u64,
            a_wins: tally.a_wins(),
            a_wins_as_white: tally.a_as_white,
            a_wins_as_black: tally.a_as_black,
            white_wins: tally.white_wins(),
            a_share_low: low,
            a_share_high: high,
        };
        let path = self.output.as_path();
        let mut out = outputs::beside(path);
        match self.format {
            Format::Json => print_json(&mut out, &report)?,
            Format::Text => report.print(&mut out)?,
        }
        if abort.is_set() && (tally.games() as usize) < games {
            let there = format!("interrupted: {} of {games} games are in", tally.games());
            match writes_through(path) {
                true => say!("{there} {}", path.display()),
                false => say!("{there} {}; run the same command to continue", path.display()),
            }
            return Ok(Status::Negative);
        }
        Ok(Status::Done)
    }
}

impl Report {
    fn print(&self, out: &mut impl Write) -> std::io::Result<()> {
        let Self { a, b, games, different_games, a_wins, white_wins, .. } = self;
        if a == b {
            writeln!(out, "{a}: {games} games, {white_wins} won by White")?;
        } else {
            writeln!(out, "A {a}\nB {b}")?;
            let line = format!(
                "A won {a_wins} of {games} games ({} with White, {} with Black), \
                 95 % interval {:.1} to {:.1} %; White won {white_wins}",
                self.a_wins_as_white,
                self.a_wins_as_black,
                100.0 * self.a_share_low,
                100.0 * self.a_share_high,
            );
            writeln!(out, "{}", wrapped(&line, 2))?;
        }
        match repeats_warning(*games, *different_games) {
            Some(warning) => writeln!(out, "{}", wrapped(&warning, 0)),
            None => Ok(()),
        }
    }
}
