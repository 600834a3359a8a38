//! A training run: epochs over problems and positions of games, with checkpoints.

use super::adam::Adam;
use super::curve::{EpochReport, LearningCurve};
use super::earlier_weights::another_training;
use super::gradient::Gradient;
use super::labels::LabelledProblem;
use super::outcomes::Outcomes;
use super::problem_test::ProblemTest;
use crate::FileError;
use amazons::board::{PlacementMove, with_placement};
use amazons::eval::learned::{INPUTS, SIZE};
use amazons::eval::{Weights, WeightsError};
use amazons::limits::Abort;
use amazons::score::Rank;
use amazons::util::SeededRng;
use amazons::util::atomic_file::{beside, write_whole, writes_through};
use amazons::util::safetensors::Tensors;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

/// How to train.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrainingPlan {
    /// How many times each problem is seen.
    pub epochs: usize,
    /// The longest step of Adam. Steps grow to it in the first tenth of the run and shrink
    /// afterwards.
    pub rate: f32,
    /// Problems per step.
    pub batch: usize,
    /// Positions of games per step.
    pub outcomes: usize,
    /// The weight of a position of a game; a problem has weight 1.
    pub outcome_weight: f32,
    /// The weight of the error in the expected moves, per move of a problem.
    pub exact_weight: f32,
    /// The share of the loss that only asks for an optimal move; the other moves' errors determine
    /// the rest.
    pub optimal_share: f32,
    /// How fast weights shrink, as a share of the step's length.
    pub decay: f32,
    /// The seed of the initial weights and of the order.
    pub seed: u64,
}

impl Default for TrainingPlan {
    fn default() -> Self {
        Self {
            epochs: 20,
            rate: 0.01,
            batch: 32,
            outcomes: 24,
            outcome_weight: 1.0,
            exact_weight: 1.0,
            optimal_share: 0.2,
            decay: 0.0,
            seed: 1,
        }
    }
}

/// The maximum number of moves of a problem that one step considers.
const MOST_MOVES: usize = 48;

/// The maximum number of optimal moves among them, if there are enough others.
const MOST_OPTIMAL: usize = 16;

/// How fast the probability of winning grows with the expected lead in moves, in log odds (natural
/// logarithm) per move.
const ODDS_PER_MOVE: f32 = 0.25;

/// The error in the expected moves beyond which the loss becomes linear.
const LARGE_ERROR: f32 = 2.0;

/// A loss this many times that of the first epoch, or within it that of the initial weights, is a
/// divergence.
const DIVERGED: f64 = 3.0;

/// The number of problems whose mean loss shows whether training diverges.
const ENOUGH_TO_TELL: usize = 256;

/// Why training stopped, or could not start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TrainingError {
    /// A file cannot be read or written, or holds something else than it should.
    #[error(transparent)]
    File(#[from] FileError),
    /// There is nothing to learn from.
    #[error("nothing to learn from: {0}")]
    NoData(String),
    /// What was learned grew without bound.
    #[error("{0}")]
    Diverged(String),
}

/// The data and the plan of a training run.
#[derive(Debug)]
pub struct TrainingRun<'a> {
    /// The plan.
    pub plan: TrainingPlan,
    /// Problems with the ranks of all moves.
    pub problems: &'a [LabelledProblem],
    /// Positions of games.
    pub outcomes: &'a Outcomes,
    /// The tests to run after each epoch.
    pub tests: &'a [ProblemTest],
    /// What the file of weights says about its data.
    pub provenance: BTreeMap<String, String>,
}

/// The result of a run.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The weights.
    pub weights: Weights,
    /// The reports of all epochs.
    pub curve: LearningCurve,
    /// Whether all epochs were done.
    pub finished: bool,
}

/// The state of a run.
struct State {
    weights: Weights,
    adam: Adam,
    curve: LearningCurve,
}

impl State {
    fn new(plan: &TrainingPlan) -> Self {
        Self {
            weights: first_weights(plan.seed),
            adam: Adam::new(SIZE),
            curve: LearningCurve::default(),
        }
    }

    /// The state as a file.
    fn tensors(&self, settings: &str) -> Tensors {
        let mut file = Tensors::default();
        file.metadata.insert("inputs".into(), INPUTS.into());
        file.metadata.insert("settings".into(), settings.into());
        let curve = serde_json::to_string(&self.curve.0).expect("a curve is plain data");
        file.metadata.insert("curve".into(), curve);
        file.metadata.insert("steps".into(), self.adam.steps.to_string());
        self.weights.write("", &mut file);
        // Not rounded, so that a continued run takes the same steps as an uninterrupted one.
        file.insert("exact", &[SIZE], self.weights.values());
        for (name, moments) in ["means", "squares"].iter().zip(&self.adam.moments) {
            file.insert(name, &[SIZE], moments);
        }
        file
    }

    fn from_tensors(file: &Tensors) -> Result<Self, String> {
        let text = |name: &str| file.metadata.get(name).map_or("", String::as_str);
        let curve = serde_json::from_str(text("curve"));
        let steps = text("steps").parse();
        let (Ok(curve), Ok(steps)) = (curve, steps) else {
            return Err("no checkpoint: its reports or steps are missing".to_owned());
        };
        let wrong = |error: WeightsError| error.to_string();
        let mut weights = Weights::from_tensors(file).map_err(wrong)?;
        weights.values_mut().copy_from_slice(file.get("exact", &[SIZE]).map_err(wrong)?);
        let mut adam = Adam::new(SIZE);
        adam.steps = steps;
        for (name, moments) in ["means", "squares"].iter().zip(&mut adam.moments) {
            moments.copy_from_slice(file.get(name, &[SIZE]).map_err(wrong)?);
        }
        Ok(Self { weights, adam, curve: LearningCurve(curve) })
    }
}

/// Small random weights; those of the last lane, which is not clipped, are 0.
fn first_weights(seed: u64) -> Weights {
    let mut random = SeededRng::new(seed);
    let mut weights = Weights::zero();
    let [sites, globals, mix, bias, out, offset] = Weights::starts();
    let width = weights.rows()[0].len();
    let values = weights.values_mut();
    let mut fill = |range: std::ops::Range<usize>, most: f32| {
        for value in &mut values[range] {
            *value = (2.0 * random.unit() - 1.0) * most;
        }
    };
    fill(sites..globals, 0.1);
    fill(globals..mix, 0.05);
    fill(mix..bias, 0.2);
    fill(out..offset, 0.3);
    for row in values[sites..globals].chunks_mut(width) {
        row[width - 1] = 0.0;
    }
    weights
}

impl TrainingRun<'_> {
    /// What identifies the run in a checkpoint.
    fn settings(&self) -> String {
        serde_json::json!([self.plan, self.provenance]).to_string()
    }

    /// The checkpoint that belongs to a file of weights.
    pub fn checkpoint(path: &Path) -> PathBuf {
        beside(path, ".checkpoint")
    }

    /// The state in which a run starts: its initial one, or that of the same run's checkpoint.
    fn state(&self, checkpoint: &Path) -> Result<State, TrainingError> {
        let bytes = match std::fs::read(checkpoint) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(State::new(&self.plan));
            }
            Err(error) => return Err(FileError::io(checkpoint)(error).into()),
            Ok(bytes) => bytes,
        };
        let damaged = |problem: String| {
            FileError::about(checkpoint, format!("{problem}; remove it to start over"))
        };
        let file = Tensors::parse(&bytes).map_err(|error| damaged(error.to_string()))?;
        let settings = file.metadata.get("settings").map_or("", String::as_str);
        let state = State::from_tensors(&file).map_err(damaged)?;
        if settings != self.settings() {
            let plan = serde_json::from_str(settings).ok();
            let what =
                match plan.map(|(plan, _): (TrainingPlan, serde_json::Value)| plan == self.plan) {
                    Some(true) => "other data, or another version of the program",
                    _ => "other settings",
                };
            return Err(another_training(checkpoint, what).into());
        }
        let tests = self.tests.iter().map(|test| &test.name);
        let alike =
            |report: &EpochReport| tests.clone().eq(report.right.iter().map(|(name, _)| name));
        if !state.curve.0.iter().all(alike) {
            return Err(another_training(checkpoint, "other tests").into());
        }
        Ok(state)
    }

    /// Trains and writes the weights to `path` after every epoch.
    ///
    /// If a run with the same settings left a [checkpoint](Self::checkpoint), it is continued.
    /// `seen` is told of every epoch.
    ///
    /// # Errors
    /// There is nothing to learn from, the checkpoint belongs to another run, files cannot be
    /// written, or the loss diverges; what was written stays.
    pub fn run(
        &self,
        path: &Path,
        abort: &Abort,
        mut seen: impl FnMut(&EpochReport),
    ) -> Result<Trained, TrainingError> {
        if self.problems.is_empty() {
            let text = "no problem with the scores of all moves is left".to_owned();
            return Err(TrainingError::NoData(text));
        }
        let checkpoint = Self::checkpoint(path);
        let settings = self.settings();
        // Output to a device cannot be continued, so no checkpoint is kept.
        let keeps = !writes_through(path);
        let mut state = if keeps { self.state(&checkpoint)? } else { State::new(&self.plan) };
        if !state.curve.0.is_empty() && !path.exists() {
            write_file(path, &self.file(&state).to_bytes())?;
        }
        for report in &state.curve.0 {
            seen(report);
        }
        while state.curve.0.len() < self.plan.epochs {
            let Some(report) = self.epoch(&mut state, path, abort)? else { break };
            seen(&report);
            state.curve.0.push(report);
            write_file(path, &self.file(&state).to_bytes())?;
            if keeps {
                write_file(&checkpoint, &state.tensors(&settings).to_bytes())?;
            }
        }
        // The checkpoint stays: it keeps another run from overwriting the weights.
        let finished = state.curve.0.len() == self.plan.epochs;
        let mut weights = state.weights;
        weights.round();
        Ok(Trained { weights, curve: state.curve, finished })
    }

    /// The file of weights.
    fn file(&self, state: &State) -> Tensors {
        let mut file = Tensors { metadata: self.provenance.clone(), ..Tensors::default() };
        let plan = serde_json::to_string(&self.plan).expect("a plan is plain data");
        file.metadata.insert("inputs".into(), INPUTS.into());
        file.metadata.insert("plan".into(), plan);
        file.metadata.insert("epochs done".into(), state.curve.0.len().to_string());
        let mut weights = state.weights.clone();
        weights.round();
        weights.write("", &mut file);
        file
    }

    /// Runs one epoch; `None` if it was interrupted, which leaves the state in the middle of it.
    fn epoch(
        &self,
        state: &mut State,
        path: &Path,
        abort: &Abort,
    ) -> Result<Option<EpochReport>, TrainingError> {
        let epoch = state.curve.0.len();
        let plan = &self.plan;
        let mut random = SeededRng::numbered(plan.seed, epoch as u64);
        let mut order: Vec<usize> = (0..self.problems.len()).collect();
        random.shuffle(&mut order);
        let per_epoch = order.len().div_ceil(plan.batch);
        let all_steps = (plan.epochs * per_epoch) as f64;
        let mut gradient = Gradient::new();
        let before = match state.curve.0.first() {
            Some(first) => first.loss,
            None => self.loss_of_beginners(state, &mut gradient, &order),
        };
        let (mut loss, mut outcome_loss, mut outcomes) = (0.0, 0.0, 0);
        for (step, batch) in order.chunks(plan.batch).enumerate() {
            if abort.is_set() {
                return Ok(None);
            }
            gradient.clear();
            let share = 1.0 / batch.len() as f32;
            let mut batch_loss = 0.0;
            for &number in batch {
                let problem = &self.problems[number];
                let moves = chosen(problem, &mut random);
                batch_loss += self.learn_problem(state, &mut gradient, problem, &moves, share);
            }
            let positions = &self.outcomes.positions;
            for _ in 0..if positions.is_empty() { 0 } else { plan.outcomes } {
                let (placement, mover, won) = positions[random.below(positions.len())];
                let value = with_placement!(placement, placement => {
                    gradient.forward(&state.weights, &placement, mover)
                });
                let likelihood = 1.0 / (1.0 + (-ODDS_PER_MOVE * value).exp());
                let wanted = f32::from(u8::from(won));
                let right = if won { likelihood } else { 1.0 - likelihood };
                // A likelihood that was rounded to 0 is a large loss, but a finite one.
                outcome_loss -= f64::from(right.max(f32::MIN_POSITIVE)).ln();
                outcomes += 1;
                let slope = ODDS_PER_MOVE * (likelihood - wanted) * plan.outcome_weight * share;
                gradient.backward(&state.weights, &[slope]);
            }
            loss += batch_loss;
            let seen = step * plan.batch + batch.len();
            let mean = loss / seen as f64;
            let whole = gradient.slopes.iter().all(|slope| slope.is_finite());
            // A few problems may happen to be harder than the rest.
            let tells = seen >= ENOUGH_TO_TELL || seen == order.len();
            if !mean.is_finite() || !whole || tells && mean > DIVERGED * before.max(1.0) {
                let kept = match epoch {
                    0 => "no weights were written".to_owned(),
                    _ => format!("{} keeps the weights of epoch {epoch}", path.display()),
                };
                return Err(TrainingError::Diverged(format!(
                    "training diverged in epoch {} with a loss of {mean}: a --rate below {} is \
                     needed; {kept}",
                    epoch + 1,
                    plan.rate,
                )));
            }
            let done = (epoch * per_epoch + step) as f64 / all_steps;
            let rate = plan.rate * one_cycle(done) as f32;
            state.adam.step(state.weights.values_mut(), &gradient.slopes, rate, plan.decay);
        }
        let mut rounded = state.weights.clone();
        rounded.round();
        let share = |test: &ProblemTest| (test.name.clone(), test.share_right(&rounded));
        Ok(Some(EpochReport {
            epoch: epoch + 1,
            loss: loss / self.problems.len() as f64,
            outcome_loss: (outcomes > 0).then(|| outcome_loss / f64::from(outcomes)),
            right: self.tests.iter().map(share).collect(),
        }))
    }

    /// The mean loss of untrained weights over some problems.
    fn loss_of_beginners(&self, state: &State, gradient: &mut Gradient, order: &[usize]) -> f64 {
        // A generator of its own, so that what is learned does not depend on it.
        let mut random = SeededRng::numbered(self.plan.seed, u64::MAX);
        let some = &order[..order.len().min(ENOUGH_TO_TELL)];
        let mut sum = 0.0;
        for &number in some {
            gradient.clear();
            let problem = &self.problems[number];
            let moves = chosen(problem, &mut random);
            sum += self.learn_problem(state, gradient, problem, &moves, 0.0);
        }
        sum / some.len().max(1) as f64
    }

    /// Adds the slopes of a problem's loss, times `share`, and returns the loss.
    ///
    /// The values after the moves, seen by the first player, are taken as logarithms of
    /// likelihoods. Part of the loss is the negative log-likelihood of the optimal moves together;
    /// the rest is the distance to likelihoods proportional to e^−error. The distance of each value
    /// from the exact number of moves is added.
    fn learn_problem(
        &self,
        state: &State,
        gradient: &mut Gradient,
        problem: &LabelledProblem,
        moves: &[(PlacementMove, Rank)],
        share: f32,
    ) -> f64 {
        let plan = &self.plan;
        let mover = problem.mover;
        let values: Vec<f32> = with_placement!(problem.placement, placement => {
            let value = |&(mv, _): &(PlacementMove, Rank)| {
                -gradient.forward(&state.weights, &placement.after(mover, mv), mover.other())
            };
            moves.iter().map(value).collect()
        });
        let likelihoods = normalised(&values);
        let wanted = normalised(
            &moves.iter().map(|&(_, rank)| -problem.best().above(rank) as f32).collect::<Vec<_>>(),
        );
        let optimal: f32 = (likelihoods.iter().zip(moves))
            .filter(|(_, mv)| mv.1 == problem.best())
            .map(|(likelihood, _)| likelihood)
            .sum::<f32>()
            .max(1e-9);
        let mut loss = f64::from(plan.optimal_share) * -f64::from(optimal).ln();
        let mut slopes = Vec::with_capacity(moves.len());
        for (i, &(_, rank)) in moves.iter().enumerate() {
            let likelihood = likelihoods[i];
            let of_optimal = if rank == problem.best() { likelihood / optimal } else { 0.0 };
            let choice = plan.optimal_share * (likelihood - of_optimal)
                + (1.0 - plan.optimal_share) * (likelihood - wanted[i]);
            // The rank is the first player's moves minus the opponent's after the move.
            let error = values[i] - rank.get() as f32;
            let weight = plan.exact_weight / moves.len() as f32;
            let exact = weight * error.clamp(-LARGE_ERROR, LARGE_ERROR);
            loss -= f64::from(1.0 - plan.optimal_share)
                * f64::from(wanted[i])
                * f64::from(likelihood.max(1e-9)).ln();
            let beyond = (error.abs() - LARGE_ERROR).max(0.0);
            loss += f64::from(weight) * 0.5 * f64::from(error * error - beyond * beyond);
            // A position's value is that of its mover, who is the opponent.
            slopes.push(-(choice + exact) * share);
        }
        gradient.backward(&state.weights, &slopes);
        loss
    }
}

/// The moves of a problem that one step considers: all if there are few, otherwise a random choice
/// that includes optimal ones.
fn chosen(problem: &LabelledProblem, random: &mut SeededRng) -> Vec<(PlacementMove, Rank)> {
    let mut moves = problem.moves.clone();
    if moves.len() > MOST_MOVES {
        let optimal = moves.iter().take_while(|(_, rank)| *rank == problem.best()).count();
        random.shuffle(&mut moves[..optimal]);
        random.shuffle(&mut moves[optimal..]);
        let spare = MOST_MOVES.saturating_sub(moves.len() - optimal);
        let first = optimal.min(MOST_OPTIMAL.max(spare));
        moves.drain(first..optimal);
        moves.truncate(MOST_MOVES);
    }
    moves
}

/// e^value, divided by the sum over all values.
fn normalised(values: &[f32]) -> Vec<f32> {
    let most = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let powers: Vec<f32> = values.iter().map(|value| (value - most).exp()).collect();
    let sum: f32 = powers.iter().sum();
    powers.into_iter().map(|power| power / sum).collect()
}

/// The step length after this share of a run, as a share of the longest: a linear rise in the first
/// tenth, then half a cosine down.
fn one_cycle(done: f64) -> f64 {
    const RISE: f64 = 0.1;
    if done < RISE {
        0.04 + 0.96 * done / RISE
    } else {
        0.5 * (1.0 + (std::f64::consts::PI * (done - RISE) / (1.0 - RISE)).cos())
    }
}

fn write_file(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    write_whole(path, bytes).map_err(FileError::io(path))
}

#[cfg(test)]
mod tests {
    use super::*;
    use amazons::board::Position;
    use amazons::judge::{Judge, Query};
    use amazons::limits::Limits;
    use amazons::testing::RandomPositions;

    /// Small regions with the ranks of all moves.
    fn problems(count: usize) -> Vec<LabelledProblem> {
        let mut random = RandomPositions::new(11);
        let mut judge = Judge::builder().memory(1 << 20).build();
        let mut problems = Vec::new();
        while problems.len() < count {
            let problem: Position = random.region(7, [1, 1]);
            let (placement, frame) = problem.smallest_placement();
            let solution = judge.ask(&problem, Query::AllMoves, &Limits::none());
            let moves = solution.moves.unwrap_or_default().into_iter();
            let moves: Vec<_> =
                moves.map(|(mv, rank)| (frame.inward_move::<u64>(mv), rank)).collect();
            if moves.first().map(|one| one.1) > moves.last().map(|one| one.1) {
                problems.push(LabelledProblem { placement, mover: problem.side(), moves });
            }
        }
        problems
    }

    fn train(
        problems: &[LabelledProblem],
        plan: TrainingPlan,
        path: &Path,
    ) -> Result<Trained, TrainingError> {
        let run = TrainingRun {
            plan,
            problems,
            outcomes: &Outcomes::default(),
            tests: &[],
            provenance: BTreeMap::new(),
        };
        run.run(path, &Abort::new(), |_| ())
    }

    fn plan() -> TrainingPlan {
        TrainingPlan { epochs: 4, batch: 8, rate: 0.02, ..TrainingPlan::default() }
    }

    #[test]
    fn training_lowers_the_loss_and_is_the_same_again() {
        let problems = problems(40);
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("weights.safetensors");
        let trained = train(&problems, plan(), &path).unwrap();
        let losses: Vec<f64> = trained.curve.0.iter().map(|report| report.loss).collect();
        assert!(losses[3] < 0.9 * losses[0], "{losses:?}");
        assert!(trained.finished);
        // Once finished, the same command reports the same, and restores lost weights.
        std::fs::remove_file(&path).unwrap();
        let again = train(&problems, plan(), &path).unwrap();
        assert_eq!((&again.weights, &again.curve), (&trained.weights, &trained.curve));
        std::fs::remove_file(TrainingRun::checkpoint(&path)).unwrap();
        let anew = train(&problems, plan(), &path).unwrap();
        assert_eq!(anew.weights, trained.weights);
        assert_eq!(Weights::parse(&std::fs::read(&path).unwrap()).unwrap(), trained.weights);
    }

    #[test]
    fn an_interrupted_run_goes_on_and_ends_the_same() {
        let problems = problems(24);
        let directory = tempfile::tempdir().unwrap();
        let (whole, parts) = (directory.path().join("whole"), directory.path().join("parts"));
        let trained = train(&problems, plan(), &whole).unwrap();
        let run = TrainingRun {
            plan: plan(),
            problems: &problems,
            outcomes: &Outcomes::default(),
            tests: &[],
            provenance: BTreeMap::new(),
        };
        let abort = Abort::new();
        let seen = |report: &EpochReport| {
            if report.epoch == 2 {
                abort.set();
            }
        };
        let half = run.run(&parts, &abort, seen).unwrap();
        assert!(!half.finished && half.curve.0.len() == 2);
        let other = train(&problems[1..], TrainingPlan { seed: 2, ..plan() }, &parts).unwrap_err();
        assert!(other.to_string().contains("another training (other settings)"), "{other}");
        let rest = train(&problems, plan(), &parts).unwrap();
        assert_eq!(rest.weights, trained.weights);
        assert_eq!(rest.curve, trained.curve);
    }

    #[test]
    fn a_rate_that_diverges_is_told() {
        let directory = tempfile::tempdir().unwrap();
        let plan = TrainingPlan { rate: 1e6, ..plan() };
        let error = train(&problems(16), plan, &directory.path().join("w")).unwrap_err();
        assert!(error.to_string().contains("a --rate below"), "{error}");
    }
}
