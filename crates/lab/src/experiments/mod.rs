//! Repeats experiments of the literature, with their numbers beside ours.
//!
//! Each experiment is one file: its players, its pairings, the paper's numbers, and how its setting
//! differs. Its games are matches in the output directory. An interrupted experiment continues
//! where it stopped, and one with a larger scale continues where a smaller one ended.

pub(crate) mod decided_records;
pub(crate) mod errors_by_ply;
pub(crate) mod evaluations;
pub(crate) mod game_progress;
pub(crate) mod hot_sums;
pub(crate) mod hybrid;
pub(crate) mod networks;
pub(crate) mod portion;
pub(crate) mod raw_results;
pub(crate) mod report;
pub(crate) mod sum_search;
pub(crate) mod tic_tac_toe;
pub(crate) mod uct_vs_alphabeta;

pub use portion::Portion;
pub use report::Reproduction;

use crate::FileError;
use crate::drawing::{PlotError, TextTable};
use crate::matches::standings;
use crate::matches::standings_tables::{seconds_cell, signed};
use crate::matches::{
    Adjudication, GameLine, Match, MatchError, MatchProgress, MatchSettings, OpeningBook,
    OpeningSettings, Pairing, Participant, Schedule, SideLine, TimeControl,
};
use crate::play::{MoveLimit, Openings};
use crate::stats::wilson;
use crate::training::TrainingError;
use amazons::board::{BadBoard, Position};
use amazons::ledger::LedgerError;
use amazons::limits::Abort;
use amazons::records::{RecordError, RecordOptions};
use amazons::solvers::SpecError;
use amazons::tables::TableError;
use amazons::util::atomic_file::write_whole;
use amazons::util::named;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// An experiment of the literature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Experiment {
    /// `uct-vs-alphabeta`: Kato, Takaya and Yamamura.
    UctVsAlphabeta,
    /// `game-progress`: Higashiuchi and Grimbergen.
    GameProgress,
    /// `evaluations`: Fugers.
    Evaluations,
    /// `hybrid`: Levasseur and others.
    Hybrid,
    /// `tic-tac-toe`: Fugers, preliminary study.
    TicTacToe,
    /// `networks`: Fugers.
    Networks,
    /// `hot-sums`: Müller and Li.
    HotSums,
}

named!(Experiment {
    UctVsAlphabeta => "uct-vs-alphabeta",
    GameProgress => "game-progress",
    Evaluations => "evaluations",
    Hybrid => "hybrid",
    TicTacToe => "tic-tac-toe",
    Networks => "networks",
    HotSums => "hot-sums",
});

impl Experiment {
    /// Returns what the experiment is about, with its authors.
    pub fn about(self) -> &'static str {
        match self {
            Self::UctVsAlphabeta => {
                "Plain UCT with more and more playouts against 2-ply alpha-beta with three \
                 evaluations (Kato, Takaya and Yamamura)"
            }
            Self::GameProgress => {
                "Move ordering by four measures of game progress, against each other (Higashiuchi \
                 and Grimbergen)"
            }
            Self::Evaluations => "Errors and equities of evaluation functions (Fugers)",
            Self::Hybrid => "Alpha-beta for 50 plies, then MCTS (Levasseur and others)",
            Self::TicTacToe => {
                "Networks that learn tic-tac-toe, while playing and from a database (Fugers)"
            }
            Self::Networks => {
                "Networks for the Amazons: nine kinds, and the thesis's open questions (Fugers)"
            }
            Self::HotSums => {
                "Alpha-beta for sums of hot regions that knows their thermographs (Müller and Li)"
            }
        }
    }

    /// Whether it plays games on an Amazons board.
    pub fn plays_games(self) -> bool {
        !matches!(self, Self::TicTacToe | Self::HotSums)
    }

    /// Whether it can use recorded games.
    pub fn takes_records(self) -> bool {
        matches!(self, Self::Evaluations | Self::Networks)
    }
}

/// How an experiment is run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where its games and its report go.
    pub directory: PathBuf,
    /// The share of the paper's number of games.
    pub scale: f64,
    /// The share of the paper's playouts per move, or of the nodes that its time allows.
    pub effort: f64,
    /// Games played in parallel.
    pub jobs: usize,
    /// The seed of the openings.
    pub seed: u64,
    /// A record of games that replaces our own games in experiments that evaluate recorded games.
    pub games: Option<PathBuf>,
    /// How that record is read.
    pub reading: RecordOptions,
    /// Nodes of the judge that adjudicates decided games; 0 plays every game to its end.
    pub adjudicate: u64,
    /// Random moves at the start of a game, instead of the experiment's own number.
    pub random_plies: Option<usize>,
    /// The directory of a report whose finished games are taken over first.
    pub resume: Option<PathBuf>,
    /// Columns and rows of the board.
    pub size: (usize, usize),
    /// Whether games are played; otherwise only existing games are reported.
    pub play: bool,
}

/// An experiment cannot continue.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReproduceError {
    /// A match failed.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// A file cannot be read or written, or holds something else than it should.
    #[error(transparent)]
    File(#[from] FileError),
    /// The log of a match is unusable.
    #[error(transparent)]
    Log(#[from] LedgerError),
    /// The board has no standard start.
    #[error(transparent)]
    Size(#[from] BadBoard),
    /// A player's text is invalid.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A record of games is invalid.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The training of a network failed.
    #[error(transparent)]
    Network(#[from] TrainingError),
    /// The tables of regions cannot be used.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A figure could not be drawn.
    #[error(transparent)]
    Plot(#[from] PlotError),
    /// A table could not be written.
    #[error("writing a table: {0}")]
    Csv(#[from] csv::Error),
    /// A recorded game is on another board.
    #[error("--records: a game on a board of {}x{}; expected {}x{} (--size)", .found.0, .found.1, .expected.0, .expected.1)]
    Board {
        /// Its columns and rows.
        found: (usize, usize),
        /// The columns and rows of the networks' board.
        expected: (usize, usize),
    },
}

/// The error of networks that these settings would replace with different ones: `file` is the best
/// of the runs `found`, and the settings ask for the best of the runs `expected`.
fn other_networks(file: &Path, found: &str, expected: &str) -> FileError {
    let asked = format!("these settings ask for the best of {expected}");
    FileError::about(file, format!("the best of {found}; {asked}; name another directory"))
}

/// Runs an experiment, or what is left of it, and writes its report.
///
/// The report is partial if `abort` was set before all games were played. `seen` is told how much
/// is done.
///
/// # Errors
/// A file cannot be read or written, or the directory holds another experiment.
pub fn reproduce(
    experiment: Experiment,
    settings: &Settings,
    abort: &Abort,
    seen: &mut dyn FnMut(Portion),
) -> Result<Reproduction, ReproduceError> {
    report::refuse_others(&settings.directory)?;
    let mut bench = Bench { settings, abort, seen, played: Vec::new(), defects: Vec::new() };
    let mut report = match experiment {
        Experiment::UctVsAlphabeta => uct_vs_alphabeta::run(&mut bench),
        Experiment::GameProgress => game_progress::run(&mut bench),
        Experiment::Evaluations => evaluations::run(&mut bench),
        Experiment::Hybrid => hybrid::run(&mut bench),
        Experiment::TicTacToe => tic_tac_toe::run(&mut bench),
        Experiment::Networks => networks::run(&mut bench),
        Experiment::HotSums => hot_sums::run(&mut bench),
    }?;
    if !bench.played.is_empty() {
        let wanted = bench.played.iter().map(|one| one.wanted).sum();
        let there = bench.played.iter().map(|one| one.progress.games.len()).sum();
        // Missing networks are reported before missing games.
        report.partial = report.partial.or(Portion::of_games(there, wanted).if_partial());
        report.sheets.push(bench.effort_sheet());
        report.differences.push(bench.how_games_end());
        if settings.size != (10, 10) {
            let (width, height) = settings.size;
            let size = format!("The board is {width} x {height} in place of 10 x 10.");
            report.differences.push(size);
        }
    }
    report.defects = std::mem::take(&mut bench.defects);
    report.write(&settings.directory)?;
    if !bench.played.is_empty() {
        let path = settings.directory.join("pairs.csv");
        write_whole(&path, &bench.pairs()?).map_err(FileError::io(&path))?;
    }
    for Played { name, .. } in &bench.played {
        raw_results::keep(&settings.directory, name)?;
    }
    Ok(report)
}

/// What experiments use to play their games.
struct Bench<'a> {
    settings: &'a Settings,
    abort: &'a Abort,
    seen: &'a mut dyn FnMut(Portion),
    /// Every match so far.
    played: Vec<Played>,
    /// Games of the record that have a defect.
    defects: Vec<RecordError>,
}

/// A match of an experiment.
struct Played {
    name: String,
    progress: MatchProgress,
    /// The number of games when it is finished.
    wanted: usize,
}

/// A match to play.
#[derive(Default)]
struct Contest<'c> {
    /// The directory of the match within the experiment's directory.
    name: &'c str,
    players: &'c [String],
    /// The players' names in results; `None` for their texts.
    called: Option<Vec<String>>,
    /// The pairs, as indices of players.
    pairs: Vec<(usize, usize)>,
    /// Games per pair.
    games: usize,
    /// The cost of a game of each pair; `None` if all cost the same.
    costs: Option<Vec<f64>>,
    /// Random moves at the start of games, unless the settings give a number.
    random_plies: usize,
}

/// What one core of the machine used for the experiments does per second, averaged over whole games
/// on 10 x 10 (AMD EPYC; `alphabeta:lieberum`, `mcts:lieberum`, `uct:draw=moves`). A paper's time
/// is converted to nodes, so that the machine's load does not matter.
const ALPHABETA_NODES: f64 = 1_000_000.0;
const MCTS_PLAYOUTS: f64 = 35_000.0;
const UCT_PLAYOUTS: f64 = 70_000.0;

/// Random plies that make the games of players without random choices differ.
const RANDOM_PLIES: usize = 4;

impl Bench<'_> {
    /// The scaled number of games, even and at least two.
    fn games(&self, of_the_paper: usize) -> usize {
        let games = (of_the_paper as f64 * self.settings.scale).round() as usize;
        games.max(2).div_ceil(2) * 2
    }

    /// The nodes for the scaled time at `a_second` nodes per second, at least 50.
    fn nodes(&self, of_the_paper: Duration, a_second: f64) -> u64 {
        let nodes = of_the_paper.as_secs_f64() * self.settings.effort * a_second;
        (nodes.round() as u64).max(50)
    }

    /// A time of the paper in words, and what we use instead.
    fn time_in_words(&self, of_the_paper: Duration) -> String {
        let time = humantime::format_duration(of_the_paper);
        format!(
            "in place of {time} a move the nodes that one core does in {:.3} s \
             ({ALPHABETA_NODES} a second of alpha-beta, {MCTS_PLAYOUTS} playouts of MCTS, \
             {UCT_PLAYOUTS} of UCT)",
            of_the_paper.as_secs_f64() * self.settings.effort
        )
    }

    /// Plays a match, or what is left of it, in a directory within the experiment's directory.
    fn play(&mut self, contest: Contest) -> Result<MatchProgress, ReproduceError> {
        let Contest { name, players, called, pairs, games, costs, random_plies } = contest;
        let Settings { seed, adjudicate: judge_nodes, .. } = *self.settings;
        let plies = self.settings.random_plies.unwrap_or(random_plies);
        let (width, height) = self.settings.size;
        let start = Position::start(width, height)?;
        let time = TimeControl::PerMove { grace: Duration::from_secs(1) };
        let settings = MatchSettings {
            pairing: Pairing::Pairs,
            openings: OpeningSettings::Random { plies, seed, start: start.clone() },
            limit: MoveLimit::default(),
            time,
            judge_nodes,
            seeds: Some(seed),
        };
        let mut schedule = Schedule::of_pairs(pairs, games);
        if let Some(costs) = costs {
            schedule = schedule.with_costs(costs);
        }
        let taken_over = match &self.settings.resume {
            Some(source) => raw_results::bring(source, name)?,
            None => None,
        };
        let contest = Match {
            part: None,
            log_traffic: false,
            participants: players
                .iter()
                .map(|text| Participant::from_text(text, MoveLimit::default()))
                .collect::<Result<_, _>>()?,
            called,
            schedule,
            openings: OpeningBook::Random(Openings::new(start, plies, seed)),
            time,
            adjudication: Adjudication { nodes: judge_nodes },
            sprt: None,
            settings,
            taken_over,
        };
        let wanted = contest.schedule.games();
        let directory = self.settings.directory.join(name);
        let seen = &mut *self.seen;
        let nothing = Abort::new();
        nothing.set();
        let abort = if self.settings.play { self.abort } else { &nothing };
        let progress = contest.run(&directory, self.settings.jobs, abort, |games| {
            seen(Portion::of_games(games.len(), wanted));
        })?;
        self.played.push(Played { name: name.to_owned(), progress: progress.clone(), wanted });
        Ok(progress)
    }

    /// What every player used, over all matches.
    fn effort_sheet(&self) -> TextTable {
        let moves = self.played.iter().flat_map(|one| &one.progress.games);
        let seconds = moves.map(|game| game.white_side.seconds + game.black_side.seconds);
        // Not sum(), which is -0 without games.
        let seconds = seconds.fold(0.0, |all, one| all + one);
        let mut sheet = TextTable::new(
            format!("Effort: {:.1} hours of one core in all", seconds / 3600.0),
            &["player", "games", "moves", "nodes a move", "nodes/s", "s/move"],
        );
        for Played { progress, .. } in &self.played {
            for (number, player) in progress.players.iter().enumerate() {
                let sides = sides_of(&progress.games, number);
                let moves: u32 = sides.iter().map(|side| side.moves).sum();
                let nodes: u64 = sides.iter().map(|side| side.nodes).sum();
                let seconds: f64 = sides.iter().map(|side| side.seconds).sum();
                sheet.rows.push(vec![
                    player.clone(),
                    sides.len().to_string(),
                    moves.to_string(),
                    format!("{:.0}", nodes as f64 / f64::from(moves.max(1))),
                    format!("{:.0}", nodes as f64 / seconds.max(0.001)),
                    seconds_cell(seconds_per_move(&progress.games, number)),
                ]);
            }
        }
        sheet
    }

    /// The results of every player against every other as comma-separated values: shares from 0 to
    /// 1, with the ends of their 95 % intervals (Wilson).
    fn pairs(&self) -> Result<Vec<u8>, ReproduceError> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record([
            "match",
            "player",
            "opponent",
            "games",
            "wins",
            "share",
            "share_low",
            "share_high",
        ])?;
        for Played { name, progress, .. } in &self.played {
            let pair = |game: &GameLine| (game.white.min(game.black), game.white.max(game.black));
            let pairs: BTreeSet<(usize, usize)> = progress.games.iter().map(pair).collect();
            for (a, b) in pairs {
                let PairResult { wins, games } = PairResult::between(&progress.games, a, b);
                let (low, high) = wilson(wins, games);
                writer.write_record([
                    name.as_str(),
                    &progress.players[a],
                    &progress.players[b],
                    &games.to_string(),
                    &wins.to_string(),
                    &format!("{:.4}", wins as f64 / games as f64),
                    &format!("{low:.4}"),
                    &format!("{high:.4}"),
                ])?;
            }
        }
        Ok(writer.into_inner().map_err(|error| csv::Error::from(error.into_error()))?)
    }

    /// How games end, in a sentence.
    fn how_games_end(&self) -> String {
        match self.settings.adjudicate {
            0 => "Every game is played until a player has no move.".to_owned(),
            nodes => format!("A game ends when the judge has proved the winner in {nodes} nodes."),
        }
    }

    /// How games begin, in a sentence.
    fn how_games_begin(&self, random_plies: usize) -> String {
        match self.settings.random_plies.unwrap_or(random_plies) {
            0 => {
                "Games begin at the standard start; each game gives the players seeds of their own."
                    .to_owned()
            }
            plies => format!(
                "Games begin at the standard start with {plies} balanced random moves, each \
                 opening played twice with colours swapped; each game gives the players seeds of \
                 their own."
            ),
        }
    }
}

/// What a player used in each of its games.
fn sides_of(games: &[GameLine], player: usize) -> Vec<SideLine> {
    let side = |game: &GameLine| match player {
        _ if game.white == player => Some(game.white_side),
        _ if game.black == player => Some(game.black_side),
        _ => None,
    };
    games.iter().filter_map(side).collect()
}

/// The result of one player against another.
#[derive(Clone, Copy, Debug, PartialEq)]
struct PairResult {
    wins: u64,
    games: u64,
}

impl PairResult {
    /// The result of player `a` against player `b`.
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
        2.0 * self.wins as f64 / self.games as f64 - 1.0
    }

    /// Wins and games, and the share of wins with its interval in percent.
    fn with_interval(&self) -> String {
        if self.games == 0 {
            return "–".to_owned();
        }
        let (low, high) = wilson(self.wins, self.games);
        format!(
            "{}/{}: {:.0} ({:.0} – {:.0})",
            self.wins,
            self.games,
            self.percent(),
            100.0 * low,
            100.0 * high
        )
    }

    /// The equity with its interval; a dash if there are no games.
    fn equity_with_interval(&self) -> String {
        if self.games == 0 {
            return "–".to_owned();
        }
        let (low, high) = wilson(self.wins, self.games);
        let [equity, low, high] =
            [self.equity(), 2.0 * low - 1.0, 2.0 * high - 1.0].map(|equity| signed(equity, 2));
        format!("{equity} ({low} … {high})")
    }
}

/// Mean seconds per move of player number `player` over all its games; `None` if it has not moved.
fn seconds_per_move(games: &[GameLine], player: usize) -> Option<f64> {
    standings::seconds_per_move(sides_of(games, player).into_iter())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_that_has_not_met_has_no_equity() {
        let nothing = PairResult::between(&[], 0, 1);
        assert_eq!(nothing.equity_with_interval(), "–");
        assert_eq!(nothing.with_interval(), "–");
        let lost = PairResult { wins: 0, games: 4 };
        assert!(lost.equity_with_interval().starts_with("-1.00 (-1.00 … "));
    }
}
