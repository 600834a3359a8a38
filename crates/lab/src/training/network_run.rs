//! Training a network from games, with checkpoints.

use super::earlier_weights::another_training;
use super::network_games::{NetworkGames, SeenGame, SignError};
use super::run::TrainingError;
use super::temporal_difference::{Diverged, TemporalDifference};
use crate::FileError;
use crate::drawing::{Curve, Plot};
use amazons::eval::WeightsError;
use amazons::eval::board_inputs::{BoardInputs, BoardSize};
use amazons::eval::board_network::BoardNetwork;
use amazons::eval::multilayer::{Activity, Multilayer};
use amazons::limits::Abort;
use amazons::util::SeededRng;
use amazons::util::atomic_file::write_whole;
use amazons::util::safetensors::Tensors;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io;
use std::path::Path;

/// The structure of a network and how it learns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NetworkPlan {
    /// What it is told about each square.
    pub inputs: BoardInputs,
    /// Files and ranks of its board.
    pub board: (usize, usize),
    /// Whether counts of squares are divided by the number of squares of the board.
    pub scaled: bool,
    /// Units of each hidden layer.
    pub hidden: Vec<usize>,
    /// The initial steepness of the hidden units.
    pub beta: f32,
    /// How it learns from a game.
    pub way: TemporalDifference,
    /// Games to learn from, one after another, repeated as often as needed.
    pub examples: u64,
    /// The seed of the initial weights and of the order of games.
    pub seed: u64,
    /// A hash of the games.
    pub data: u64,
}

/// The errors of a network after some number of games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CurvePoint {
    /// Games learned from.
    pub examples: u64,
    /// The share of positions given to the wrong side, 0 to 1, in games learned from: a part of
    /// them as large as the validation part, or all if there is none.
    pub training: f64,
    /// The same in the games by which a run is chosen; `None` if there are none.
    pub validation: Option<f64>,
    /// The same in the test games; `None` if there are none.
    pub test: Option<f64>,
}

impl CurvePoint {
    /// The error by which a network is chosen: in the validation games, or, if there are none, in
    /// the games learned from.
    pub fn error_to_choose_by(&self) -> f64 {
        self.validation.unwrap_or(self.training)
    }
}

/// A training run in progress.
#[derive(Clone, Debug)]
pub struct NetworkRun {
    plan: NetworkPlan,
    network: Multilayer,
    examples: u64,
    curve: Vec<CurvePoint>,
    least: Option<Least>,
}

/// The network at the point of its curve with the least error to choose by.
#[derive(Clone, Debug)]
struct Least {
    point: CurvePoint,
    network: Multilayer,
}

/// The metadata key of the point with the least error in a checkpoint.
const LEAST_KEY: &str = "least";

/// What the names of the arrays of the network at that point begin with.
const LEAST_ARRAYS: &str = "least.";

/// The number of points of a learning curve.
const POINTS: u64 = 50;

/// How a call to [`NetworkRun::train`] ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// All games were learned from.
    Done,
    /// `abort` was set; the checkpoint holds what was learned.
    Interrupted,
}

impl NetworkPlan {
    fn size(&self) -> BoardSize {
        BoardSize { files: self.board.0, ranks: self.board.1 }
    }
}

impl NetworkRun {
    /// Starts a training run, or continues it from a checkpoint if there is one.
    ///
    /// # Errors
    /// The checkpoint cannot be read, belongs to another training, or is farther than the plan
    /// goes.
    pub fn new(plan: NetworkPlan, checkpoint: &Path) -> Result<Self, FileError> {
        let bytes = match std::fs::read(checkpoint) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let inputs = plan.inputs.count(plan.size());
                let mut rng = SeededRng::numbered(plan.seed, 0);
                let network = Multilayer::random(inputs, &plan.hidden, plan.beta, &mut rng);
                return Ok(Self { plan, network, examples: 0, curve: Vec::new(), least: None });
            }
            Err(error) => return Err(FileError::io(checkpoint)(error)),
        };
        let bad = |problem: String| FileError::about(checkpoint, problem);
        let unfit = |error: WeightsError| bad(error.to_string());
        let file = Tensors::parse(&bytes).map_err(unfit)?;
        let board = BoardNetwork::from_tensors(&file).map_err(unfit)?;
        let text = |key: &str| {
            let text = file.metadata.get(key).map(String::as_str);
            text.ok_or_else(|| bad(format!("metadata '{key}' is missing")))
        };
        let read = |error: serde_json::Error| bad(error.to_string());
        let before: NetworkPlan = serde_json::from_str(text("plan")?).map_err(read)?;
        if before.data != plan.data {
            return Err(another_training(checkpoint, "other games"));
        }
        // More games may be asked for than before.
        if (NetworkPlan { examples: plan.examples, ..before.clone() }) != plan {
            return Err(another_training(checkpoint, "other settings"));
        }
        let examples: u64 = serde_json::from_str(text("examples")?).map_err(read)?;
        if examples > plan.examples {
            return Err(bad(format!(
                "it has already seen {examples} games, more than the {} asked for; ask for \
                 {examples} or more to continue, or write to another file",
                plan.examples
            )));
        }
        let curve: Vec<CurvePoint> = serde_json::from_str(text("curve")?).map_err(read)?;
        let network = board.network;
        let least = match file.metadata.get(LEAST_KEY) {
            Some(point) => {
                let arrays = file.tensors.iter().filter_map(|(name, array)| {
                    Some((name.strip_prefix(LEAST_ARRAYS)?.to_owned(), array.clone()))
                });
                let (metadata, tensors) = (file.metadata.clone(), arrays.collect());
                let least = BoardNetwork::from_tensors(&Tensors { metadata, tensors })
                    .map_err(|error| bad(format!("{LEAST_ARRAYS}*: {error}")))?;
                let point = serde_json::from_str(point).map_err(read)?;
                Some(Least { point, network: least.network })
            }
            // Older checkpoints have the last network only.
            None => {
                let here = curve.last().filter(|point| point.examples == examples);
                here.map(|&point| Least { point, network: network.clone() })
            }
        };
        Ok(Self { plan, network, examples, curve, least })
    }

    /// The network in its present state.
    pub fn board_network(&self) -> BoardNetwork {
        self.on_board(&self.network)
    }

    /// The network at the point of its curve with the least error to choose by; before the first
    /// point, the present one.
    pub fn least_network(&self) -> BoardNetwork {
        self.on_board(self.least.as_ref().map_or(&self.network, |least| &least.network))
    }

    fn on_board(&self, network: &Multilayer) -> BoardNetwork {
        let NetworkPlan { inputs, scaled, .. } = self.plan;
        BoardNetwork { network: network.clone(), inputs, size: self.plan.size(), scaled }
    }

    /// The seed of its initial weights.
    pub fn seed(&self) -> u64 {
        self.plan.seed
    }

    /// The point of the curve with the least error to choose by; `None` before the first point.
    pub fn least(&self) -> Option<CurvePoint> {
        self.least.as_ref().map(|least| least.point)
    }

    /// The errors so far.
    pub fn curve(&self) -> &[CurvePoint] {
        &self.curve
    }

    /// The spread of the last errors to choose by, at most ten of them. If single games change a
    /// network greatly, its last error says little.
    pub fn unrest(&self) -> f64 {
        let last = self.curve.iter().rev().take(10);
        let errors = last.map(CurvePoint::error_to_choose_by);
        let (least, most) = errors.fold((1.0, 0.0), |(least, most), error| {
            (f64::min(least, error), f64::max(most, error))
        });
        f64::max(most - least, 0.0)
    }

    /// Games learned from so far.
    pub fn examples(&self) -> u64 {
        self.examples
    }

    /// Learns from all remaining games, writes checkpoints and tells `seen` of each.
    ///
    /// # Errors
    /// There are no games, the weights diverge, or a checkpoint cannot be written.
    pub fn train(
        &mut self,
        games: &NetworkGames,
        checkpoint: &Path,
        abort: &Abort,
        seen: &mut dyn FnMut(&Self),
    ) -> Result<RunEnd, TrainingError> {
        let count = games.training.len() as u64;
        if count == 0 {
            let text = "a game needs a known winner; see the counts above";
            return Err(TrainingError::NoData(text.to_owned()));
        }
        let every = (self.plan.examples / POINTS).max(1);
        let mut activity = Activity::default();
        let (mut pass, mut order) = (u64::MAX, Vec::new());
        let mut kept = self.examples;
        if kept == 0 {
            self.keep(checkpoint)?;
        }
        while self.examples < self.plan.examples {
            if abort.is_set() {
                self.keep(checkpoint)?;
                return Ok(RunEnd::Interrupted);
            }
            if self.examples / count != pass {
                pass = self.examples / count;
                order = (0..games.training.len()).collect::<Vec<_>>();
                SeededRng::numbered(self.plan.seed, 1 + pass).shuffle(&mut order);
            }
            let game = &games.training[order[(self.examples % count) as usize]];
            let SeenGame { positions, outcome } = game;
            let way = self.plan.way;
            let learned = way.learn(&mut self.network, &mut activity, positions, *outcome);
            learned.map_err(|Diverged| {
                TrainingError::Diverged(format!(
                    "the network's values grow without bound; try a smaller learning rate; the \
                     weights after {kept} games are in {}",
                    checkpoint.display()
                ))
            })?;
            self.examples += 1;
            if self.examples.is_multiple_of(every) || self.examples == self.plan.examples {
                let like = match games.validation.len() {
                    0 => games.training.len(),
                    some => some.min(games.training.len()),
                };
                let training = SignError::of(&self.network, &games.training[..like]).share();
                let point = CurvePoint {
                    examples: self.examples,
                    training: training.expect("there are games, and each has its start"),
                    validation: SignError::of(&self.network, &games.validation).share(),
                    test: SignError::of(&self.network, &games.test).share(),
                };
                self.curve.push(point);
                // Of equal errors the last is kept, since that network has learned most.
                let better =
                    |least: CurvePoint| point.error_to_choose_by() <= least.error_to_choose_by();
                if self.least().is_none_or(better) {
                    self.least = Some(Least { point, network: self.network.clone() });
                }
                self.keep(checkpoint)?;
                kept = self.examples;
                seen(self);
            }
        }
        Ok(RunEnd::Done)
    }

    /// The metadata of the present weights.
    pub fn about(&self) -> BTreeMap<String, String> {
        self.about_after(self.examples)
    }

    /// The metadata of the weights of [`Self::least_network`].
    pub fn about_least(&self) -> BTreeMap<String, String> {
        self.about_after(self.least().map_or(self.examples, |point| point.examples))
    }

    fn about_after(&self, examples: u64) -> BTreeMap<String, String> {
        let json = |value: serde_json::Value| value.to_string();
        BTreeMap::from([
            ("plan".to_owned(), json(serde_json::json!(self.plan))),
            ("examples".to_owned(), examples.to_string()),
            ("curve".to_owned(), json(serde_json::json!(self.curve))),
            ("made by".to_owned(), concat!("amazons ", env!("CARGO_PKG_VERSION")).to_owned()),
        ])
    }

    /// Writes the network with everything needed to continue.
    fn keep(&self, checkpoint: &Path) -> Result<(), FileError> {
        let mut file = self.board_network().to_tensors(&self.about());
        if let Some(Least { point, network }) = &self.least {
            file.metadata.insert(LEAST_KEY.to_owned(), serde_json::json!(point).to_string());
            let arrays = self.on_board(network).to_tensors(&BTreeMap::new()).tensors;
            let named = |(name, array)| (format!("{LEAST_ARRAYS}{name}"), array);
            file.tensors.extend(arrays.into_iter().map(named));
        }
        write_whole(checkpoint, &file.to_bytes()).map_err(FileError::io(checkpoint))
    }
}

/// The learning curves of a run, over games learned from: figure 17 of the thesis.
pub fn learning_curve(points: &[CurvePoint]) -> Plot {
    let curve = |name: &str, of: fn(&CurvePoint) -> Option<f64>| {
        let known = points.iter().filter_map(|point| Some((point.examples as f64, of(point)?)));
        Curve { name: name.to_owned(), points: known.collect() }
    };
    Plot {
        title: "Share of boards given to the wrong side".to_owned(),
        x_title: "games learned from".to_owned(),
        y_title: "error".to_owned(),
        y: 0.0..0.6,
        curves: vec![
            curve("training", |point| Some(point.training)),
            curve("validation", |point| point.validation),
            curve("test", |point| point.test),
        ],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use amazons::board::Position;
    use amazons::records::Game;

    const SIZE: BoardSize = BoardSize { files: 4, ranks: 4 };

    fn games(count: u64) -> NetworkGames {
        let mut games = NetworkGames::default();
        for number in 0..count {
            let mut rng = SeededRng::numbered(9, number);
            let mut game = Game::new(Position::start(4, 4).unwrap());
            while game.now().can_move() {
                let moves = game.now().legal_moves();
                game.push(moves[rng.below(moves.len())]).unwrap();
            }
            let winner = game.now().side().other();
            games.push(&game, winner, BoardInputs::Units, SIZE, false);
        }
        games
    }

    fn plan(games: &NetworkGames) -> NetworkPlan {
        NetworkPlan {
            inputs: BoardInputs::Units,
            board: (4, 4),
            scaled: false,
            hidden: vec![12],
            beta: 3.0,
            way: TemporalDifference { rate: 0.002, lambda: 0.9, adaptive_beta: false },
            examples: 3000,
            seed: 4,
            data: games.hash,
        }
    }

    #[test]
    fn an_interrupted_training_ends_in_the_same_weights() {
        let games = games(150);
        assert!(!games.test.is_empty() && !games.validation.is_empty());
        let directory = tempfile::tempdir().unwrap();
        let whole = directory.path().join("whole");
        let parts = directory.path().join("parts");
        let abort = Abort::new();
        let mut run = NetworkRun::new(plan(&games), &whole).unwrap();
        assert_eq!(run.train(&games, &whole, &abort, &mut |_| {}).unwrap(), RunEnd::Done);
        let last = run.curve().last().unwrap();
        assert!(last.training < 0.45, "it learns: {last:?}");
        let mut pieces = 0;
        loop {
            let abort = Abort::new();
            let mut part = NetworkRun::new(plan(&games), &parts).unwrap();
            let begun = part.examples();
            let mut stop =
                |run: &NetworkRun| _ = (run.examples() > begun + 700).then(|| abort.set());
            pieces += 1;
            if part.train(&games, &parts, &abort, &mut stop).unwrap() == RunEnd::Done {
                break;
            }
        }
        assert!(pieces > 2);
        assert_eq!(std::fs::read(whole).unwrap(), std::fs::read(parts).unwrap());
    }

    #[test]
    fn the_point_of_least_error_is_kept_whenever_it_came() {
        let games = games(150);
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("net");
        // So large a rate goes back and forth.
        let way = TemporalDifference { rate: 0.05, lambda: 0.9, adaptive_beta: false };
        let mut run = NetworkRun::new(NetworkPlan { way, ..plan(&games) }, &path).unwrap();
        run.train(&games, &path, &Abort::new(), &mut |_| {}).unwrap();
        let of = |network: BoardNetwork, games| SignError::of(&network.network, games).share();
        let (least, last) = (run.least().unwrap(), *run.curve().last().unwrap());
        let errors = run.curve().iter().map(CurvePoint::error_to_choose_by);
        assert_eq!(least.error_to_choose_by(), errors.fold(1.0, f64::min));
        assert!(least.error_to_choose_by() < last.error_to_choose_by(), "{least:?} {last:?}");
        assert_eq!(of(run.least_network(), &games.validation), least.validation);
        assert_eq!(of(run.board_network(), &games.validation), last.validation);
        assert_eq!(run.about_least()["examples"], least.examples.to_string());
        let read = NetworkRun::new(run.plan.clone(), &path).unwrap();
        assert_eq!(read.least_network(), run.least_network());
        assert_eq!(read.board_network(), run.board_network());
    }

    #[test]
    fn other_plans_and_damaged_checkpoints_are_refused() {
        let games = games(20);
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("net");
        let few = NetworkPlan { examples: 50, ..plan(&games) };
        let mut run = NetworkRun::new(few.clone(), &path).unwrap();
        run.train(&games, &path, &Abort::new(), &mut |_| {}).unwrap();
        let error = |plan: NetworkPlan| NetworkRun::new(plan, &path).unwrap_err().to_string();
        assert!(error(NetworkPlan { seed: 5, ..few.clone() }).contains("other settings"));
        assert!(error(NetworkPlan { data: 1, ..few.clone() }).contains("other games"));
        let more = NetworkPlan { examples: 60, ..few.clone() };
        assert_eq!(NetworkRun::new(more, &path).unwrap().examples(), 50);
        let fewer = NetworkPlan { examples: 49, ..few.clone() };
        assert!(error(fewer).contains("it has already seen 50 games, more than the 49 asked for"));
        let bytes = std::fs::read(&path).unwrap();
        std::fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
        assert!(error(few.clone()).contains("net: "));
        std::fs::write(&path, "text").unwrap();
        assert!(error(few).contains("net: "));
    }

    #[test]
    fn a_rate_that_diverges_keeps_the_last_checkpoint() {
        let games = games(30);
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("net");
        let way = TemporalDifference { rate: 1e4, lambda: 0.9, adaptive_beta: false };
        let mut run = NetworkRun::new(NetworkPlan { way, ..plan(&games) }, &path).unwrap();
        let error = run.train(&games, &path, &Abort::new(), &mut |_| {}).unwrap_err().to_string();
        assert!(error.contains("smaller learning rate"), "{error}");
        let none = NetworkGames::default();
        let mut run = NetworkRun::new(plan(&none), &path.with_extension("none")).unwrap();
        assert!(run.train(&none, &path, &Abort::new(), &mut |_| {}).is_err());
    }
}
