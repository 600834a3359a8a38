//! `amazons train GAMES…`: trains a network of M. Fugers's thesis.

use crate::commands::train::Train;
use crate::options::interrupt::interrupt_flag;
use crate::options::outputs;
use crate::options::records::ReadingOptions;
use crate::options::values::{one_of, parse_number, parse_positive_up_to, parse_real, threads};
use crate::output::exit_status::{Exit, Status};
use crate::output::format::{Format, print_json};
use crate::output::progress::progress;
use crate::output::reporting::reporting;
use crate::output::say::say;
use amazons::eval::{BoardInputs, BoardSize};
use amazons::limits::Abort;
use amazons::records::{Game, RecordOptions};
use amazons::util::atomic_file::beside;
use amazons::util::input_file;
use amazons::util::safetensors::Tensors;
use amazons_lab::training::{
    CurvePoint, DecidedGames, NetworkGames, NetworkPlan, NetworkRun, RunEnd, TemporalDifference,
    TrainingKind, another_training, learning_curve,
};
use anyhow::{Context, bail};
use clap::Args;
use serde::{Deserialize, Deserializer};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Most networks of one training: more than anybody waits for.
const MOST_RUNS: usize = 10_000;

fn parse_runs(text: &str) -> Result<u64, String> {
    parse_positive_up_to(text, MOST_RUNS).map(|runs| runs as u64)
}

/// Learn an evaluation: from games alone (a network by TD(λ)), or from exact scores ('train
/// learned').
///
/// GAMES are records as 'extract' reads them. Games that stop early are played out: if a simple
/// player wins for the side that is ahead, against a good player, the win is accepted. What became
/// of all games is kept beside the weights. A tenth of the games is kept for choosing, another tenth
/// for the test.
///
/// Fifty times in a run, the errors are measured. The network with the least error in the games for
/// choosing is the one that is written.
///
/// The weights are safetensors; 'eval=net:FILE' plays with them, on boards of the games' size and
/// smaller ones. Learning curves (FILE.curve.csv, FILE.curve.svg) and the lengths of the games
/// (FILE.lengths.svg) are written beside them. The same command continues an interrupted training;
/// it needs FILE.SEED.checkpoint and FILE.fates.jsonl for that.
///
/// The method is that of M. Fugers, A data-driven approach for making a quick evaluation function
/// for Amazons, 2017.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct TrainCommand {
    #[command(subcommand)]
    other: Option<Train>,
    /// Games to learn from.
    #[arg(value_name = "GAMES")]
    games: Vec<PathBuf>,
    /// The weights to write.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Take options from a TOML file; those on the command line take precedence.
    #[arg(long, value_name = "FILE")]
    settings: Option<PathBuf>,
    #[command(flatten)]
    options: Options,
    #[command(flatten)]
    reading: ReadingOptions,
    /// Output format.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// What a settings file may set too.
#[derive(Args, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Options {
    /// What the network is told about each square; defaults to 'units'.
    #[arg(long, value_parser = one_of(&BoardInputs::ALL, |one| [one.name(), one.about()]))]
    inputs: Option<BoardInputs>,
    /// Units of the hidden layer, or of several layers: 80 or 80,20; defaults to 40.
    #[arg(long, value_delimiter = ',', value_name = "N", value_parser = parse_number::<usize>)]
    #[serde(default, deserialize_with = "layers")]
    hidden: Option<Vec<usize>>,
    /// Steepness of the hidden units; defaults to 3.
    #[arg(long, value_parser = parse_real::<f32>)]
    beta: Option<f32>,
    /// Learn the steepness too.
    #[arg(long, num_args = 0..=1, default_missing_value = "true")]
    adaptive_beta: Option<bool>,
    /// Learning rate; defaults to 0.0005.
    #[arg(long, value_parser = parse_real::<f32>)]
    rate: Option<f32>,
    /// λ of TD(λ), 0 to 1; defaults to 0.9.
    #[arg(long, value_parser = parse_real::<f32>)]
    lambda: Option<f32>,
    /// Divide counts of squares by the number of squares on the board.
    #[arg(long, num_args = 0..=1, default_missing_value = "true")]
    scaled: Option<bool>,
    /// Number of games to learn from; defaults to 200000.
    ///
    /// The games come one after another, and again as often as needed.
    #[arg(long, value_parser = parse_number::<u64>)]
    examples: Option<u64>,
    /// Seed for the first weights and the order of games; defaults to 1.
    #[arg(long, value_parser = parse_number::<u64>)]
    seed: Option<u64>,
    /// Number of networks to train, from different first weights; defaults to 1.
    #[arg(long, value_parser = parse_runs)]
    runs: Option<u64>,
    /// Nodes per move of the good player that plays out unfinished games; defaults to 2000.
    #[arg(long, value_parser = parse_number::<u64>)]
    filter_nodes: Option<u64>,
}

/// Units of layers in a settings file: the units of one layer, a list, or the text of the option.
fn layers<'de, D: Deserializer<'de>>(file: D) -> Result<Option<Vec<usize>>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "expected sizes of layers, such as 40, [80, 20] or \"80,20\"")]
    enum Layers {
        One(usize),
        Several(Vec<usize>),
        Text(String),
    }
    match Layers::deserialize(file)? {
        Layers::One(units) => Ok(vec![units]),
        Layers::Several(layers) => Ok(layers),
        Layers::Text(text) => text.split(',').map(parse_number).collect(),
    }
    .map(Some)
    .map_err(serde::de::Error::custom)
}

impl Options {
    fn or(self, other: Self) -> Self {
        Self {
            inputs: self.inputs.or(other.inputs),
            hidden: self.hidden.or(other.hidden),
            beta: self.beta.or(other.beta),
            adaptive_beta: self.adaptive_beta.or(other.adaptive_beta),
            rate: self.rate.or(other.rate),
            lambda: self.lambda.or(other.lambda),
            scaled: self.scaled.or(other.scaled),
            examples: self.examples.or(other.examples),
            seed: self.seed.or(other.seed),
            runs: self.runs.or(other.runs),
            filter_nodes: self.filter_nodes.or(other.filter_nodes),
        }
    }

    fn plan(&self, size: BoardSize) -> anyhow::Result<NetworkPlan> {
        let hidden = self.hidden.clone().unwrap_or_else(|| vec![40]);
        if hidden.is_empty() || hidden.iter().any(|&units| !(1..=10_000).contains(&units)) {
            bail!("--hidden: expected 1 to 10000 units per layer, such as 40 or 80,20");
        }
        let lambda = self.lambda.unwrap_or(0.9);
        if !(0.0..=1.0).contains(&lambda) {
            bail!("--lambda {lambda}: expected a number from 0 to 1");
        }
        let (rate, beta) = (self.rate.unwrap_or(0.0005), self.beta.unwrap_or(3.0));
        for (name, value) in [("rate", rate), ("beta", beta)] {
            if !(value > 0.0 && value.is_finite()) {
                bail!("--{name} {value}: expected a number above 0");
            }
        }
        let examples = self.examples.unwrap_or(200_000);
        if examples == 0 {
            bail!("--examples 0: expected at least 1");
        }
        Ok(NetworkPlan {
            inputs: self.inputs.unwrap_or(BoardInputs::Units),
            board: (size.files, size.ranks),
            scaled: self.scaled.unwrap_or(false),
            hidden,
            beta,
            way: TemporalDifference {
                rate,
                lambda,
                adaptive_beta: self.adaptive_beta.unwrap_or(false),
            },
            examples,
            seed: self.seed.unwrap_or(1),
            data: 0,
        })
    }
}

/// The files that a training writes.
struct Files {
    weights: PathBuf,
    fates: PathBuf,
    lengths: PathBuf,
    curve_csv: PathBuf,
    curve_svg: PathBuf,
}

impl Files {
    /// Names the files beside the weights, and checks that they can be written and are not read.
    fn new(weights: PathBuf, inputs: &[&Path]) -> anyhow::Result<Self> {
        let [fates, lengths, curve_csv, curve_svg] =
            [".fates.jsonl", ".lengths.svg", ".curve.csv", ".curve.svg"]
                .map(|ending| beside(&weights, ending));
        let files = Self { weights, fates, lengths, curve_csv, curve_svg };
        let Self { weights, fates, lengths, curve_csv, curve_svg } = &files;
        for path in [weights, fates, lengths, curve_csv, curve_svg] {
            outputs::check(path, inputs)?;
        }
        Ok(files)
    }

    fn checkpoint(&self, seed: u64) -> PathBuf {
        beside(&self.weights, &format!(".{seed}.checkpoint"))
    }

    /// Refuses to train over the finished weights of another seed while its checkpoint exists.
    /// Checkpoints of the same seed are checked where they are read.
    fn refuse_another_seed(&self, earlier: Option<Tensors>, seeds: &[u64]) -> anyhow::Result<()> {
        let plan = earlier.and_then(|file| file.metadata.get("plan").cloned());
        if let Some(NetworkPlan { seed: other, .. }) =
            plan.and_then(|plan| serde_json::from_str(&plan).ok())
            && !seeds.contains(&other)
            && self.checkpoint(other).exists()
        {
            return Err(another_training(&self.checkpoint(other), "another seed").into());
        }
        Ok(())
    }

    /// Writes the weights of a run and its learning curve.
    fn write(&self, run: &NetworkRun) -> anyhow::Result<()> {
        let weights = run.least_network().to_tensors(&run.about_least()).to_bytes();
        outputs::write_checked(&self.weights, &weights)?;
        outputs::write_checked(&self.curve_svg, learning_curve(run.curve()).svg()?.as_bytes())?;
        let mut text = "examples,training,validation,test\n".to_owned();
        for point in run.curve() {
            let CurvePoint { examples, training, validation, test } = point;
            // A cell is empty if there are no games.
            let [validation, test] = [validation, test]
                .map(|error| error.map_or_else(String::new, |e| format!("{e:.5}")));
            text += &format!("{examples},{training:.5},{validation},{test}\n");
        }
        outputs::write_checked(&self.curve_csv, text.as_bytes())
    }
}

/// The run that is kept of several, and the least errors of all by their seeds.
struct Finished {
    best: NetworkRun,
    errors: Vec<(u64, Option<CurvePoint>)>,
}

impl TrainCommand {
    /// Runs the command.
    pub fn run(mut self) -> Exit {
        if let Some(other) = self.other {
            return other.run();
        }
        let Some(output) = self.output.take() else { bail!("expected -o FILE for the weights") };
        if self.games.is_empty() {
            bail!("expected GAMES, records to learn from (or 'train learned', see --help)");
        }
        let inputs: Vec<&Path> =
            self.games.iter().chain(&self.settings).map(PathBuf::as_path).collect();
        let files = Files::new(output, &inputs)?;
        let _alone = outputs::alone(&files.weights)?;
        let earlier = TrainingKind::Network.earlier(&files.weights)?;
        let options = match &self.settings {
            None => self.options,
            Some(path) => {
                let named = || path.display().to_string();
                let text = input_file::text(path).with_context(named)?;
                self.options.or(toml::from_str(&text).with_context(named)?)
            }
        };
        let (games, bad) = read(&self.games, &self.reading.records())?;
        let size = common_size(&games, &self.games)?;
        // Until here a signal ends the command at once: nothing was learned yet.
        let abort = interrupt_flag();
        let mut plan = options.plan(size)?;
        let seeds: Vec<u64> = (0..options.runs.unwrap_or(1).max(1))
            .map(|number| plan.seed.wrapping_add(number))
            .collect();
        for &seed in &seeds {
            outputs::refuse_inputs(&files.checkpoint(seed), &inputs)?;
        }
        files.refuse_another_seed(earlier, &seeds)?;
        let nodes = options.filter_nodes.unwrap_or(2000).max(1);
        let Some(decided) = decide(&games, nodes, &files.fates, &abort)? else {
            return interrupted();
        };
        let mut seen = NetworkGames::default();
        for (game, (winner, _)) in games.iter().zip(&decided.fates) {
            if let Some(winner) = winner {
                seen.push(game, *winner, plan.inputs, size, plan.scaled);
            }
        }
        plan.data = seen.hash;
        // All are checked before one continues: a refused command changes nothing.
        let begun = seeds
            .iter()
            .map(|&seed| {
                NetworkRun::new(NetworkPlan { seed, ..plan.clone() }, &files.checkpoint(seed))
            })
            .collect::<Result<Vec<_>, _>>()?;
        if seen.validation.is_empty() && !seen.training.is_empty() {
            say!(
                "warning: no games to choose by: the network with the least error in the games \
                 learned from is kept; more games are needed to choose by others"
            );
        }
        outputs::write_checked(&files.lengths, decided.lengths(&games).svg()?.as_bytes())?;
        let Some(finished) = train(begun, &seen, &plan, &files, &abort)? else {
            return interrupted();
        };
        files.write(&finished.best)?;
        print(self.format, &files.weights, &decided, &seen, &finished)?;
        Ok(if bad { Status::BadInput } else { Status::Done })
    }
}

fn interrupted() -> Exit {
    say!("interrupted; run the same command to continue");
    Ok(Status::Negative)
}

/// Finds out who wins which game; `None` if it was interrupted.
fn decide(
    games: &[Game],
    nodes: u64,
    fates: &Path,
    abort: &Abort,
) -> anyhow::Result<Option<DecidedGames>> {
    let bar = progress(games.len() as u64, "games");
    let decided = DecidedGames::judge(games, nodes, fates, threads(None), abort, &mut |n| {
        bar.set_position(n as u64);
    })?;
    bar.finish_and_clear();
    if let Some(decided) = &decided {
        let counts = decided.counts();
        let told: Vec<_> = counts.iter().map(|(name, count)| format!("{count} {name}")).collect();
        say!("{} games: {}", games.len(), told.join(", "));
    }
    Ok(decided)
}

/// Trains one network after another and chooses between them; `None` if it was interrupted.
fn train(
    begun: Vec<NetworkRun>,
    seen: &NetworkGames,
    plan: &NetworkPlan,
    files: &Files,
    abort: &Abort,
) -> anyhow::Result<Option<Finished>> {
    let mut best: Option<NetworkRun> = None;
    let mut errors = Vec::new();
    let bar = progress(begun.len() as u64 * plan.examples, "examples");
    for (mut run, number) in begun.into_iter().zip(0..) {
        let seed = run.seed();
        let end = run.train(seen, &files.checkpoint(seed), abort, &mut |run| {
            bar.set_position(number * plan.examples + run.examples());
            bar.set_message(format!("least error to choose by {:.3}", least_error(run)));
        })?;
        if end == RunEnd::Interrupted {
            bar.finish_and_clear();
            return Ok(None);
        }
        errors.push((seed, run.least()));
        if best.as_ref().is_none_or(|best| least_error(&run) < least_error(best)) {
            best = Some(run);
        }
    }
    bar.finish_and_clear();
    let best = best.expect("there is a run");
    if best.unrest() > MOST_UNREST {
        say!(
            "warning: the last errors differ by {:.2}: single games upset the network, and a \
             --rate below {} may be better",
            best.unrest(),
            plan.way.rate
        );
    }
    Ok(Some(Finished { best, errors }))
}

/// The least error to choose by so far; 1 before the first.
fn least_error(run: &NetworkRun) -> f64 {
    run.least().map_or(1.0, |point| point.error_to_choose_by())
}

/// Prints what was learned from, and the errors.
fn print(
    format: Format,
    weights: &Path,
    decided: &DecidedGames,
    seen: &NetworkGames,
    finished: &Finished,
) -> anyhow::Result<()> {
    let mut out = reporting();
    let [training, validation, test] =
        [&seen.training, &seen.validation, &seen.test].map(|games| games.len());
    let weights = weights.display().to_string();
    match format {
        Format::Json => {
            let counts: serde_json::Map<_, _> = decided
                .counts()
                .iter()
                .map(|&(name, count)| (name.to_owned(), count.into()))
                .collect();
            let errors: Vec<_> = finished
                .errors
                .iter()
                .map(|(seed, least)| serde_json::json!({"seed": seed, "errors": least}))
                .collect();
            let result = serde_json::json!({
                "weights": weights,
                "games": counts,
                "training": training,
                "validation": validation,
                "test": test,
                "runs": errors,
            });
            print_json(&mut out, &result)?;
        }
        Format::Text => {
            writeln!(out, "{training} games learned, {validation} to choose by, {test} to test")?;
            for (seed, least) in &finished.errors {
                let Some(CurvePoint { examples, training, validation, test }) = least else {
                    continue;
                };
                let [validation, test] = [validation, test]
                    .map(|error| error.map_or("–".to_owned(), |error| format!("{error:.3}")));
                writeln!(
                    out,
                    "seed {seed}, after {examples} games: error {training:.3} learned, \
                     {validation} to choose by, {test} test"
                )?;
            }
            writeln!(out, "{weights}")?;
        }
    }
    Ok(())
}

/// A larger spread of the last errors is reported.
const MOST_UNREST: f64 = 0.05;

/// The size of the board of all games.
fn common_size(games: &[Game], paths: &[PathBuf]) -> anyhow::Result<BoardSize> {
    let Some(first) = games.first() else { bail!("no game in {}", list(paths)) };
    let size = size_of(first);
    if let Some(other) = games.iter().find(|game| size_of(game) != size) {
        let (BoardSize { files, ranks }, found) = (size, size_of(other));
        bail!(
            "games on boards of different sizes: {files} x {ranks} and {} x {}; a network plays on \
             one size",
            found.files,
            found.ranks
        );
    }
    Ok(size)
}

fn size_of(game: &Game) -> BoardSize {
    BoardSize { files: game.start().width(), ranks: game.start().height() }
}

fn list(paths: &[PathBuf]) -> String {
    paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ")
}

/// The games of all records, and whether some could not be read.
fn read(paths: &[PathBuf], options: &RecordOptions) -> anyhow::Result<(Vec<Game>, bool)> {
    let (mut games, mut bad) = (Vec::new(), false);
    for path in paths {
        for game in options.open(path)? {
            match game {
                Ok(game) => games.push(game),
                Err(error) => {
                    say!("{error}");
                    bad = true;
                }
            }
        }
    }
    Ok((games, bad))
}
