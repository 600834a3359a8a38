//! Layer 9: the experiments of the literature again, their numbers beside ours.
//!
//! An experiment is one file: its players, who meets whom, the paper's numbers, and what differs
//! in the setting. Its games are matches in the output directory, so that it goes on where it was
//! interrupted, and with a larger scale where a smaller one ended.

pub(crate) mod evaluations;
pub(crate) mod game_progress;
pub(crate) mod hybrid;
pub(crate) mod report;
pub(crate) mod tic_tac_toe;
pub(crate) mod uct_vs_alphabeta;

pub use report::Reproduction;

use crate::board::Position;
use crate::charts::PlotError;
use crate::limits::Abort;
use crate::matches::{
    Adjudication, GameLine, Match, MatchError, MatchProgress, MatchSettings, OpeningBook,
    OpeningSettings, Pairing, Participant, Schedule, TimeControl,
};
use crate::play::{MoveLimit, Openings};
use crate::records::RecordError;
use crate::solvers::SpecError;
use crate::stats::wilson;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// An experiment of the literature.
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Experiment {
    /// Plain UCT with more and more playouts against 2-ply alpha-beta with three evaluations
    /// (Kato, Takaya and Yamamura).
    UctVsAlphabeta,
    /// Move ordering by four measures of game progress against each other (Higashiuchi and
    /// Grimbergen).
    GameProgress,
    /// Errors and equities of evaluation functions (Fugers).
    Evaluations,
    /// Alpha-beta for 50 plies and then MCTS (Levasseur and others).
    Hybrid,
    /// Networks that learn tic-tac-toe, while they play and from a database (Fugers).
    TicTacToe,
}

/// How an experiment is run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where its games and its report go.
    pub directory: PathBuf,
    /// The share of the paper's number of games.
    pub scale: f64,
    /// The share of the paper's playouts or time a move.
    pub effort: f64,
    /// Games at a time.
    pub jobs: usize,
    /// Seed of the openings.
    pub seed: u64,
    /// Games to take in place of our own where an experiment evaluates recorded games.
    pub games: Option<PathBuf>,
}

/// An experiment cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum ReproduceError {
    /// A match.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// A player.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A record of games.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A figure.
    #[error(transparent)]
    Plot(#[from] PlotError),
    /// A table.
    #[error("writing a table: {0}")]
    Csv(#[from] csv::Error),
    /// A file of the report.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The flag was set before all games were played.
    #[error("interrupted; the same command goes on")]
    Interrupted,
}

/// Runs an experiment, or what is left of it, and writes its report. `seen` is told how many games
/// of how many are there.
///
/// # Errors
/// A file cannot be read or written, the directory holds another experiment, or `abort` was set.
pub fn reproduce(
    experiment: Experiment,
    settings: &Settings,
    abort: &Abort,
    seen: &mut dyn FnMut(usize, usize),
) -> Result<Reproduction, ReproduceError> {
    let mut bench = Bench { settings, abort, seen };
    let report = match experiment {
        Experiment::UctVsAlphabeta => uct_vs_alphabeta::run(&mut bench),
        Experiment::GameProgress => game_progress::run(&mut bench),
        Experiment::Evaluations => evaluations::run(&mut bench),
        Experiment::Hybrid => hybrid::run(&mut bench),
        Experiment::TicTacToe => tic_tac_toe::run(&mut bench),
    }?;
    report.write(&settings.directory)?;
    Ok(report)
}

/// What experiments play on.
struct Bench<'a> {
    settings: &'a Settings,
    abort: &'a Abort,
    seen: &'a mut dyn FnMut(usize, usize),
}

/// Nodes of the judge that ends decided games.
const JUDGE_NODES: u64 = 2000;

/// Random plies that make games differ.
const RANDOM_PLIES: usize = 4;

impl Bench<'_> {
    /// This share of a number of games, an even one of at least two.
    fn games(&self, of_the_paper: usize) -> usize {
        let games = (of_the_paper as f64 * self.settings.scale).round() as usize;
        games.max(2).div_ceil(2) * 2
    }

    /// This share of a time, at least a millisecond.
    fn time(&self, of_the_paper: Duration) -> Duration {
        let millis = (of_the_paper.as_secs_f64() * self.settings.effort * 1000.0).round() as u64;
        Duration::from_millis(millis.max(1))
    }

    /// A time a move as an option of a player.
    fn time_option(&self, of_the_paper: Duration) -> String {
        format!("time={}", humantime::format_duration(self.time(of_the_paper)))
    }

    /// Plays `games` games of every pair in a directory within the experiment's.
    fn play(
        &mut self,
        name: &str,
        players: &[String],
        pairs: Vec<(usize, usize)>,
        games: usize,
    ) -> Result<MatchProgress, ReproduceError> {
        let start = Position::start(10, 10).expect("10 x 10 is the standard size");
        let seed = self.settings.seed;
        let time = TimeControl::PerMove { grace: Duration::from_secs(1) };
        let settings = MatchSettings {
            pairing: Pairing::Pairs,
            openings: OpeningSettings::Random { plies: RANDOM_PLIES, seed, start: start.clone() },
            limit: MoveLimit::default(),
            time,
            judge_nodes: JUDGE_NODES,
        };
        let contest = Match {
            contestants: players
                .iter()
                .map(|text| Participant::from_text(text, MoveLimit::default()))
                .collect::<Result<_, _>>()?,
            schedule: Schedule::of_pairs(pairs, games),
            openings: OpeningBook::Random(Openings::new(start, RANDOM_PLIES, seed)),
            time,
            adjudication: Adjudication { nodes: JUDGE_NODES },
            sprt: None,
            settings,
        };
        let all = contest.schedule.games();
        let directory = self.settings.directory.join(name);
        let seen = &mut *self.seen;
        let played = contest.run(&directory, self.settings.jobs, self.abort, |games| {
            seen(games.len(), all);
        })?;
        if played.games.len() < all && self.abort.is_set() {
            return Err(ReproduceError::Interrupted);
        }
        Ok(played)
    }
}

/// What one player did against another.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Score {
    wins: u64,
    games: u64,
}

impl Score {
    /// Of player number `a` against number `b`.
    fn between(games: &[GameLine], a: usize, b: usize) -> Self {
        let met = games.iter().filter(|game| {
            [game.white, game.black] == [a, b] || [game.white, game.black] == [b, a]
        });
        let (mut wins, mut count) = (0, 0);
        for game in met {
            count += 1;
            wins += u64::from(game.winning_player() == a);
        }
        Self { wins, games: count }
    }

    fn percent(&self) -> f64 {
        100.0 * self.wins as f64 / self.games.max(1) as f64
    }

    fn equity(&self) -> f64 {
        2.0 * self.wins as f64 / self.games.max(1) as f64 - 1.0
    }

    /// The share of wins with its interval, in percent.
    fn with_interval(&self) -> String {
        let (low, high) = wilson(self.wins, self.games);
        format!("{:.0} ({:.0} – {:.0})", self.percent(), 100.0 * low, 100.0 * high)
    }

    /// The equity with its interval.
    fn equity_with_interval(&self) -> String {
        let (low, high) = wilson(self.wins, self.games);
        format!("{:+.2} ({:+.2} … {:+.2})", self.equity(), 2.0 * low - 1.0, 2.0 * high - 1.0)
    }
}

/// Mean seconds a move of player number `player`, over all his games.
fn seconds_per_move(games: &[GameLine], player: usize) -> f64 {
    let sides = games.iter().filter_map(|game| match player {
        _ if game.white == player => Some(game.white_side),
        _ if game.black == player => Some(game.black_side),
        _ => None,
    });
    let (moves, seconds) =
        sides.fold((0, 0.0), |(moves, seconds), side| (moves + side.moves, seconds + side.seconds));
    seconds / f64::from(moves.max(1))
}

/// The file's error.
fn file_error(path: &Path) -> impl FnOnce(io::Error) -> ReproduceError + use<> {
    let path = path.to_owned();
    move |source| ReproduceError::File { path, source }
}
