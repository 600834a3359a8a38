//! M. Fugers, *A data-driven approach for making a quick evaluation function for Amazons*, 2017,
//! chapter 4, figure 10: networks that learn tic-tac-toe, both by playing and from a database.

use super::report::Reproduction;
use super::{Bench, Portion, ReproduceError, other_networks};
use crate::FileError;
use crate::drawing::{Curve, Plot, TextTable};
use crate::training::TemporalDifference;
use amazons::eval::multilayer::{Activity, Input, Multilayer};
use amazons::limits::Abort;
use amazons::util::SeededRng;
use amazons::util::atomic_file::write_whole;
use amazons::util::directory;
use amazons::util::parallel::as_finished;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Units of the hidden layer.
const HIDDEN: [usize; 3] = [40, 60, 80];

/// Networks over which results are averaged.
const RUNS: usize = 10;

/// Games against the expert per test; the thesis does not give a number.
const TEST_GAMES: usize = 1000;

/// Games of the database.
const DATABASE: usize = 40_000;

const BETA: f32 = 5.0;

const WAY: TemporalDifference =
    TemporalDifference { rate: 0.00105, lambda: 0.8, adaptive_beta: false };

/// One of the two experiments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Lesson {
    /// Learning while playing against random moves.
    Playing,
    /// Learning from a database, four times over.
    Database,
}

impl Lesson {
    const ALL: [Self; 2] = [Self::Playing, Self::Database];

    fn title(self) -> &'static str {
        match self {
            Self::Playing => "I, learning while playing",
            Self::Database => "II, from a database",
        }
    }

    fn examples(self) -> usize {
        match self {
            Self::Playing => 40_000,
            Self::Database => 4 * DATABASE,
        }
    }

    /// Games between two tests.
    fn every(self) -> usize {
        match self {
            Self::Playing => 2_000,
            Self::Database => 10_000,
        }
    }

    /// The best equity in the thesis, and that of Patist and Wiering with adaptive β.
    fn paper(self) -> (&'static str, &'static str) {
        match self {
            Self::Playing => ("0.15", "0.14"),
            Self::Database => ("0.30", "0.50"),
        }
    }
}

/// A network of one of the experiments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Job {
    lesson: Lesson,
    hidden: usize,
    run: usize,
    adaptive_beta: bool,
    /// The seed; `effort` is the share of the thesis's games, in thousandths.
    seed: u64,
    effort: u64,
}

/// The result of a job.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Learned {
    job: Job,
    /// Examples, and the equity against the expert after them.
    curve: Vec<(usize, f64)>,
    /// Of the same tests, the equities of the games that the network begins and of the others.
    #[serde(default)]
    turns: Vec<(f64, f64)>,
    /// The network after the last example.
    #[serde(default)]
    weights: Weights,
}

/// The numbers of a network of nine inputs and one hidden layer.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Weights {
    /// By input and unit, units varying fastest; the biases come last.
    hidden: Vec<f32>,
    /// The steepness of each unit.
    beta: Vec<f32>,
    /// By unit; the bias comes last.
    output: Vec<f32>,
}

impl Weights {
    fn of(network: &Multilayer) -> Self {
        let layers = network.layers();
        Self {
            hidden: layers.iter().flat_map(|layer| layer.weights.iter().copied()).collect(),
            beta: layers.iter().flat_map(|layer| layer.beta.iter().copied()).collect(),
            output: network.output().to_vec(),
        }
    }
}

impl Learned {
    /// Adds a test after so many examples.
    fn add(&mut self, examples: usize, [begins, follows]: [i32; 2]) {
        let equity = |won: i32, games: usize| f64::from(won) / games as f64;
        self.curve.push((examples, equity(begins + follows, TEST_GAMES)));
        let half = TEST_GAMES / 2;
        self.turns.push((equity(begins, half), equity(follows, half)));
    }
}

/// Nine squares in reading order: +1 White, −1 Black, 0 empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Board([i8; 9]);

const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

impl Board {
    fn empty(self) -> Vec<usize> {
        (0..9).filter(|&square| self.0[square] == 0).collect()
    }

    fn after(mut self, square: usize, side: i8) -> Self {
        self.0[square] = side;
        self
    }

    /// Whether `side` has three in a line.
    fn won(self, side: i8) -> bool {
        LINES.iter().any(|line| line.iter().all(|&square| self.0[square] == side))
    }

    fn inputs(self) -> Vec<Input> {
        let taken = self.0.iter().enumerate().filter(|(_, side)| **side != 0);
        taken.map(|(square, &side)| (square as u16, f32::from(side))).collect()
    }
}

/// A player.
#[derive(Clone, Copy)]
enum Player<'a> {
    Random,
    /// Wins if it can, otherwise blocks if it must, otherwise plays at random.
    Expert,
    /// Plays the move after which its value is best.
    Network(&'a Multilayer),
}

fn any(squares: &[usize], rng: &mut SeededRng) -> Option<usize> {
    (!squares.is_empty()).then(|| squares[rng.below(squares.len())])
}

impl Player<'_> {
    fn choose(self, board: Board, side: i8, rng: &mut SeededRng) -> usize {
        let empty = board.empty();
        let wins = |side: i8| -> Vec<usize> {
            empty.iter().copied().filter(|&square| board.after(square, side).won(side)).collect()
        };
        let chosen = match self {
            Self::Random => None,
            Self::Expert => any(&wins(side), rng).or_else(|| any(&wins(-side), rng)),
            Self::Network(network) => {
                let value = |&square: &usize| {
                    f32::from(side) * network.value(&board.after(square, side).inputs())
                };
                empty.iter().copied().max_by(|a, b| value(a).total_cmp(&value(b)))
            }
        };
        chosen.or_else(|| any(&empty, rng)).expect("a game that goes on has empty squares")
    }
}

/// Plays a game: all positions, and the winner, +1 for White.
fn play(white: Player<'_>, black: Player<'_>, rng: &mut SeededRng) -> (Vec<Board>, i8) {
    let (mut board, mut side) = (Board::default(), 1);
    let mut boards = vec![board];
    while !board.empty().is_empty() {
        let player = if side == 1 { white } else { black };
        board = board.after(player.choose(board, side, rng), side);
        boards.push(board);
        if board.won(side) {
            return (boards, side);
        }
        side = -side;
    }
    (boards, 0)
}

/// Like `play`, with the network as White in even games; also returns the outcome for the network.
fn meet(
    network: &Multilayer,
    other: Player<'_>,
    game: usize,
    rng: &mut SeededRng,
) -> (Vec<Board>, i8, i8) {
    let network = Player::Network(network);
    let white = game.is_multiple_of(2);
    let (boards, winner) =
        if white { play(network, other, rng) } else { play(other, network, rng) };
    (boards, winner, if white { winner } else { -winner })
}

/// Tests a network against the expert: wins − losses in the games that it begins and in the others,
/// of which there are as many.
fn test(network: &Multilayer, rng: &mut SeededRng) -> [i32; 2] {
    let mut won = [0; 2];
    for game in 0..TEST_GAMES {
        won[game % 2] += i32::from(meet(network, Player::Expert, game, rng).2);
    }
    won
}

/// A network and how it learns.
struct Pupil {
    network: Multilayer,
    activity: Activity,
    way: TemporalDifference,
}

impl Pupil {
    fn new(job: &Job, rng: &mut SeededRng) -> Self {
        Self {
            network: Multilayer::random(9, &[job.hidden], BETA, rng),
            activity: Activity::default(),
            way: TemporalDifference { adaptive_beta: job.adaptive_beta, ..WAY },
        }
    }

    fn learn(&mut self, (boards, winner): &(Vec<Board>, i8)) {
        let positions: Vec<_> = boards.iter().map(|board| board.inputs()).collect();
        let outcome = f32::from(*winner);
        let learned = self.way.learn(&mut self.network, &mut self.activity, &positions, outcome);
        learned.expect("values stay near outcomes at the thesis's rate");
    }
}

impl Job {
    /// The scaled number of games.
    fn of(&self, games: usize) -> usize {
        (games as u64 * self.effort).div_ceil(1000) as usize
    }

    fn examples(&self) -> usize {
        self.of(self.lesson.examples())
    }

    /// Whether the curve has a point after so many examples, at least one.
    fn is_tested_after(&self, example: usize) -> bool {
        example.is_multiple_of(self.of(self.lesson.every())) || example == self.examples()
    }

    /// Returns what the network learns; `None` if `abort` was set.
    fn learn(&self, abort: &Abort) -> Option<Learned> {
        let lesson = self.lesson as u64;
        let number = (self.run as u64 * 8 + lesson) * 1000 + self.hidden as u64;
        let mut rng = SeededRng::numbered(self.seed, number);
        let database = match self.lesson {
            Lesson::Playing => Vec::new(),
            Lesson::Database => self.database(&mut rng, abort)?,
        };
        let mut pupil = Pupil::new(self, &mut rng);
        let (curve, turns, weights) = (Vec::new(), Vec::new(), Weights::default());
        let mut learned = Learned { job: *self, curve, turns, weights };
        learned.add(0, test(&pupil.network, &mut rng));
        for example in 1..=self.examples() {
            if abort.is_set() {
                return None;
            }
            match self.lesson {
                Lesson::Playing => {
                    let (boards, winner, _) =
                        meet(&pupil.network, Player::Random, example, &mut rng);
                    pupil.learn(&(boards, winner));
                }
                Lesson::Database => pupil.learn(&database[(example - 1) % database.len()]),
            }
            if self.is_tested_after(example) {
                learned.add(example, test(&pupil.network, &mut rng));
            }
        }
        Some(Learned { weights: Weights::of(&pupil.network), ..learned })
    }

    /// Games against the expert of a network that learns while it plays and is then discarded.
    /// `None` if `abort` was set.
    fn database(&self, rng: &mut SeededRng, abort: &Abort) -> Option<Vec<(Vec<Board>, i8)>> {
        let mut pupil = Pupil::new(self, rng);
        (0..self.of(DATABASE))
            .map(|game| {
                let (boards, winner, _) = meet(&pupil.network, Player::Expert, game, rng);
                let played = (boards, winner);
                pupil.learn(&played);
                (!abort.is_set()).then_some(played)
            })
            .collect()
    }

    fn file(&self) -> String {
        let Self { lesson, hidden, run, adaptive_beta, .. } = self;
        let beta = if *adaptive_beta { "-adaptive" } else { "" };
        format!("{lesson:?}-{hidden}{beta}-{run}.json").to_lowercase()
    }

    /// Refuses a directory whose network for this job has another seed or effort.
    fn refuse_others(&self, directory: &Path) -> Result<(), FileError> {
        let path = directory.join(self.file());
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let Ok(Learned { job, .. }) = serde_json::from_str(&text) else { return Ok(()) };
        let words = |job: &Self| format!("seed {} and effort {}", job.seed, job.effort);
        if job == *self {
            return Ok(());
        }
        Err(other_networks(&path, &words(&job), &words(self)))
    }

    /// The whole result of an earlier run of the experiment.
    fn kept(&self, directory: &Path) -> Option<Learned> {
        let text = std::fs::read_to_string(directory.join(self.file())).ok()?;
        let learned: Learned = serde_json::from_str(&text).ok()?;
        let tested = (1..=self.examples()).filter(|&example| self.is_tested_after(example));
        let whole = learned.curve.iter().map(|point| point.0).eq([0].into_iter().chain(tested));
        // Files of earlier versions tell neither who began nor the weights.
        let whole = whole && learned.turns.len() == learned.curve.len();
        let whole = whole && learned.weights.beta.len() == self.hidden;
        (learned.job == *self && whole).then_some(learned)
    }
}

pub(super) fn run(bench: &mut Bench) -> Result<Reproduction, ReproduceError> {
    let settings = bench.settings;
    let runs = ((RUNS as f64 * settings.scale).round() as usize).max(1);
    let effort = (1000.0 * settings.effort).round().max(1.0) as u64;
    let jobs: Vec<Job> = Lesson::ALL
        .into_iter()
        .flat_map(|lesson| HIDDEN.map(|hidden| (lesson, hidden)))
        .flat_map(|(lesson, hidden)| [false, true].map(|adaptive| (lesson, hidden, adaptive)))
        .flat_map(|(lesson, hidden, adaptive_beta)| {
            let seed = settings.seed;
            (0..runs).map(move |run| Job { lesson, hidden, run, adaptive_beta, seed, effort })
        })
        .collect();
    let directory = settings.directory.join("networks");
    directory::make(&directory).map_err(FileError::io(&directory))?;
    for job in &jobs {
        job.refuse_others(&directory)?;
    }
    let mut learned: Vec<Learned> = jobs.iter().filter_map(|job| job.kept(&directory)).collect();
    let left: Vec<Job> = jobs
        .iter()
        .copied()
        .filter(|job| settings.play && job.kept(&directory).is_none())
        .collect();
    let abort = bench.abort;
    let work = |_: &mut (), job: Job| job.learn(abort);
    as_finished(
        left.into_iter(),
        settings.jobs,
        || (),
        work,
        |_, result| {
            let Some(one) = result else { return Ok::<(), ReproduceError>(()) };
            let path = directory.join(one.job.file());
            let text = serde_json::to_string(&one).expect("a result has plain keys");
            write_whole(&path, text.as_bytes()).map_err(FileError::io(&path))?;
            learned.push(one);
            (bench.seen)(Portion::of_networks(learned.len(), jobs.len()));
            Ok(())
        },
    )?;
    Ok(report(&learned, jobs.len(), runs, effort))
}

/// The networks of one kind.
fn of_kind(learned: &[Learned], kind: (Lesson, usize, bool)) -> Vec<&Learned> {
    let is_alike = |one: &&Learned| {
        let Job { lesson, hidden, adaptive_beta, .. } = one.job;
        (lesson, hidden, adaptive_beta) == kind
    };
    learned.iter().filter(is_alike).collect()
}

/// Their mean curve.
fn mean_curve(alike: &[&Learned]) -> Vec<(f64, f64)> {
    let points = alike.first().map_or(0, |one| one.curve.len());
    (0..points)
        .map(|at| {
            let sum: f64 = alike.iter().map(|one| one.curve[at].1).sum();
            (alike[0].curve[at].0 as f64, sum / alike.len() as f64)
        })
        .collect()
}

/// The mean of a number of each network with its standard error.
fn mean_with_error(values: &[f64]) -> String {
    let count = values.len() as f64;
    if values.len() < 2 {
        return values.first().map_or("–".to_owned(), |value| format!("{value:+.2}"));
    }
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    let error = (squares / (count - 1.0) / count).sqrt();
    format!("{mean:+.2} ± {error:.2}")
}

fn report(learned: &[Learned], wanted: usize, runs: usize, effort: u64) -> Reproduction {
    let columns = [
        "experiment",
        "hidden units",
        "β",
        "best equity",
        "last equity",
        "thesis, best",
        "Patist, Wiering",
    ];
    let mut sheet = TextTable::new("Figure 10: equity against EXPERT", &columns);
    let columns =
        ["experiment", "hidden units", "β", "all games", "network begins", "EXPERT begins"];
    let title =
        "After the last example, by who begins: mean over the networks ± its standard error";
    let mut by_turn = TextTable::new(title, &columns);
    let mut plots = Vec::new();
    for (lesson, figure) in Lesson::ALL.into_iter().zip(["figure10-playing", "figure10-database"]) {
        let mut curves = Vec::new();
        for hidden in HIDDEN {
            for adaptive in [false, true] {
                let alike = of_kind(learned, (lesson, hidden, adaptive));
                let points = mean_curve(&alike);
                let best = points.iter().map(|point| point.1).reduce(f64::max);
                let last = points.last().map(|point| point.1);
                // Empty if an interrupted run has no such network yet.
                let cell =
                    |equity: Option<f64>| equity.map_or("–".to_owned(), |e| format!("{e:+.2}"));
                let beta = if adaptive { "adaptive" } else { "5" };
                let (paper, others) = lesson.paper();
                sheet.rows.push(vec![
                    lesson.title().to_owned(),
                    hidden.to_string(),
                    beta.to_owned(),
                    cell(best),
                    cell(last),
                    if adaptive { "–" } else { paper }.to_owned(),
                    if adaptive { others } else { "–" }.to_owned(),
                ]);
                let last = |equity: fn(&Learned) -> Option<f64>| {
                    let values: Vec<f64> = alike.iter().filter_map(|one| equity(one)).collect();
                    mean_with_error(&values)
                };
                by_turn.rows.push(vec![
                    lesson.title().to_owned(),
                    hidden.to_string(),
                    beta.to_owned(),
                    last(|one| Some(one.curve.last()?.1)),
                    last(|one| Some(one.turns.last()?.0)),
                    last(|one| Some(one.turns.last()?.1)),
                ]);
                let name = format!("{hidden} units{}", if adaptive { ", adaptive β" } else { "" });
                curves.push(Curve { name, points });
            }
        }
        let floor = curves.iter().flat_map(|curve| curve.points.iter().map(|point| point.1));
        let floor = floor.fold(0.0, f64::min);
        plots.push((
            figure,
            Plot {
                title: format!("Equity against EXPERT: {}", lesson.title()),
                x_title: "examples".to_owned(),
                y_title: "equity".to_owned(),
                y: (floor * 10.0).floor() / 10.0..0.6,
                curves,
            },
        ));
    }
    let mut differences = vec![
        format!(
            "Means of {runs} runs. A test is {TEST_GAMES} games in which the players take turns to \
             begin; the thesis leaves their number and the order open."
        ),
        "The network learns every position of a game, backwards; the last target is the outcome, \
         +1, 0 or −1, and there is no exploration. The thesis leaves this open."
            .to_owned(),
        "With adaptive β the steepness of each unit is learned by the same rule (Patist and Wiering \
         2004), an open question of the thesis."
            .to_owned(),
    ];
    if effort != 1000 {
        differences.push(format!("{:.3} of the thesis's games.", effort as f64 / 1000.0));
    }
    Reproduction {
        partial: Portion::of_networks(learned.len(), wanted).if_partial(),
        title: "Networks that learn tic-tac-toe (Fugers)".to_owned(),
        differences,
        sheets: vec![sheet, by_turn],
        plots,
        ..Reproduction::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(text: &str) -> Board {
        let mut squares = [0; 9];
        for (square, c) in squares.iter_mut().zip(text.chars()) {
            *square = match c {
                'x' => 1,
                'o' => -1,
                _ => 0,
            };
        }
        Board(squares)
    }

    #[test]
    fn the_expert_wins_blocks_or_plays_anything() {
        let mut rng = SeededRng::new(1);
        let mut choose = |text, side| Player::Expert.choose(board(text), side, &mut rng);
        assert_eq!(choose("xx.oo....", 1), 2);
        assert_eq!(choose("xx.oo....", -1), 5);
        assert_eq!(choose("xx.o.....", -1), 2);
        assert!(choose("x........", -1) > 0);
    }

    #[test]
    fn games_end_with_a_line_or_a_full_board() {
        let mut rng = SeededRng::new(2);
        for _ in 0..200 {
            let (boards, winner) = play(Player::Random, Player::Expert, &mut rng);
            let last = boards[boards.len() - 1];
            assert_eq!(last.won(1), winner == 1);
            assert_eq!(last.won(-1), winner == -1);
            assert!(winner != 0 || last.empty().is_empty());
            assert_eq!(boards[0], Board::default());
        }
    }

    #[test]
    fn networks_that_are_not_trained_yet_have_no_equity() {
        let sheet = report(&[], 8, 1, 1000).sheets.remove(0);
        assert!(sheet.rows.iter().all(|row| row[3] == "–" && row[4] == "–"), "{:?}", sheet.rows);
    }

    #[test]
    fn a_network_learns_to_beat_random_moves() {
        let job = Job {
            lesson: Lesson::Playing,
            hidden: 40,
            run: 0,
            adaptive_beta: false,
            seed: 1,
            effort: 100,
        };
        let abort = Abort::new();
        let Learned { curve, turns, weights, .. } = job.learn(&abort).unwrap();
        assert_eq!((curve.len(), turns.len()), (21, 21));
        assert!(curve[20].1 > curve[0].1 + 0.1, "{curve:?}");
        // Who begins has the better chances.
        assert!(turns[20].0 > turns[20].1, "{turns:?}");
        assert_eq!((weights.hidden.len(), weights.output.len()), (400, 41));
        assert_eq!(job.learn(&abort).unwrap().curve, curve);
        abort.set();
        assert!(job.learn(&abort).is_none());
    }
}
