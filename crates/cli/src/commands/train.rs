//! `amazons train`: trains an evaluation.

use crate::options::interrupt::interrupt_flag;
use crate::options::outputs;
use crate::options::records::ReadingOptions;
use crate::options::values::{parse_not_negative, parse_number, parse_positive, parse_share};
use crate::output::exit_status::{Exit, Status};
use crate::output::format::{Format, print_json};
use crate::output::say::say;
use amazons::util::atomic_file::{beside, writes_through};
use amazons::util::input_file;
use amazons::util::terminal::stdout;
use amazons_lab::training::{
    EpochReport, Labels, Outcomes, PhaseData, PhasePlan, ProblemTest, TrainingKind, TrainingPlan,
    TrainingRun, fit_phases,
};
use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use hashbrown::HashSet;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::Xxh3;

/// Learn an evaluation.
#[derive(Debug, Subcommand)]
pub enum Train {
    Learned(TrainLearned),
    Phased(TrainPhased),
}

impl Train {
    /// Runs the command.
    pub fn run(self) -> Exit {
        match self {
            Self::Learned(command) => command.run(),
            Self::Phased(command) => command.run(),
        }
    }
}

/// Learn the evaluation 'learned' from exact scores of moves, and from outcomes of games.
///
/// LABELS are answers of 'amazons value --batch FENS --moves all --game-values 0s --format json'.
/// Regions of the tests are left out of the training, up to symmetry and colour swap. The weights
/// are written after every epoch; 'one-ply:net:FILE' plays with them. The learning curve is written
/// beside them, as FILE.curve.csv and FILE.curve.svg. The same command continues an interrupted
/// run; it needs FILE.checkpoint for that.
#[derive(Debug, Args)]
pub struct TrainLearned {
    /// Labels, as JSON lines.
    #[arg(required = true, value_name = "LABELS")]
    labels: Vec<PathBuf>,
    /// Games whose outcomes are also learned.
    #[arg(long, value_name = "GAMES", num_args = 1..)]
    records: Vec<PathBuf>,
    #[command(flatten)]
    reading: ReadingOptions,
    /// Labels of other games to test with.
    #[arg(long, value_name = "LABELS", num_args = 1..)]
    validation: Vec<PathBuf>,
    /// Judged sets to test with.
    #[arg(long, value_name = "SET.xml", num_args = 1..)]
    test: Vec<PathBuf>,
    /// The weights to write, as safetensors.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Number of times that each problem is seen.
    #[arg(long, default_value_t = TrainingPlan::default().epochs, value_parser = parse_positive::<usize>)]
    epochs: usize,
    /// Maximum step length of Adam.
    #[arg(long, default_value_t = TrainingPlan::default().rate, value_parser = parse_not_negative::<f32>)]
    rate: f32,
    /// Number of problems per step.
    #[arg(long, default_value_t = TrainingPlan::default().batch, value_parser = parse_positive::<usize>)]
    batch: usize,
    /// Number of game positions per step.
    #[arg(long, default_value_t = TrainingPlan::default().outcomes, value_parser = parse_number::<usize>)]
    outcomes: usize,
    /// Weight of a game position; that of a problem is 1.
    #[arg(long, default_value_t = TrainingPlan::default().outcome_weight, value_parser = parse_not_negative::<f32>)]
    outcome_weight: f32,
    /// Weight of errors in the expected number of moves.
    #[arg(long, default_value_t = TrainingPlan::default().exact_weight, value_parser = parse_not_negative::<f32>)]
    exact_weight: f32,
    /// Share of the loss that asks only for an optimal move, 0 to 1.
    #[arg(long, default_value_t = TrainingPlan::default().optimal_share, value_parser = parse_share::<f32>)]
    optimal_share: f32,
    /// How fast weights shrink, as a share of the step length.
    #[arg(long, default_value_t = TrainingPlan::default().decay, value_parser = parse_not_negative::<f32>)]
    decay: f32,
    /// Use only this many problems.
    #[arg(long, value_name = "N", value_parser = parse_number::<usize>)]
    problems: Option<usize>,
    /// Seed for the first weights and the order.
    #[arg(long, default_value_t = 1, value_parser = parse_number::<u64>)]
    seed: u64,
    /// Output format of the epochs.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// The most empty squares in test problems, as in the published figures.
const MOST_EMPTIES: usize = 30;

impl TrainLearned {
    /// Runs the command.
    pub fn run(self) -> Exit {
        let inputs =
            [&self.labels, &self.records, &self.validation, &self.test].into_iter().flatten();
        let inputs: Vec<&Path> = inputs.map(PathBuf::as_path).collect();
        let [csv, svg] = [".curve.csv", ".curve.svg"].map(|ending| beside(&self.output, ending));
        // Nothing is placed beside a device.
        let files = if writes_through(&self.output) { 1 } else { 4 };
        let checkpoint = TrainingRun::checkpoint(&self.output);
        for path in [&self.output, &csv, &svg, &checkpoint].into_iter().take(files) {
            outputs::check(path, &inputs)?;
        }
        let _alone = outputs::alone(&self.output)?;
        TrainingKind::Learned.earlier(&self.output)?;
        let (tests, apart) = self.tests()?;
        let labels = self.labels(&apart)?;
        let outcomes = self.outcomes()?;
        let moves: usize = labels.problems.iter().map(|problem| problem.moves.len()).sum();
        say!(
            "{} problems with {moves} moves from {} regions; left out: {} regions known or kept \
             for tests, {} problems not solved, {} without a choice; {} positions of {} games, {} \
             games without a winner",
            labels.problems.len(),
            labels.regions.len(),
            labels.known,
            labels.open,
            labels.no_choice,
            outcomes.positions.len(),
            outcomes.games,
            outcomes.unfinished,
        );
        for test in &tests {
            say!("test {}: {} problems", test.name, test.len());
        }
        let data = format!(
            "{} problems, {moves} moves, {} positions of games",
            labels.problems.len(),
            outcomes.positions.len()
        );
        let mut provenance = BTreeMap::from([
            ("generator".to_owned(), amazons::problems::GENERATOR.to_owned()),
            ("data".to_owned(), data),
            ("data xxh3".to_owned(), hash(self.labels.iter().chain(&self.records))?),
        ]);
        if !tests.is_empty() {
            let files = self.test.iter().chain(&self.validation);
            provenance.insert("tests xxh3".to_owned(), hash(files)?);
        }
        let run = TrainingRun {
            plan: self.plan(),
            problems: &labels.problems,
            outcomes: &outcomes,
            tests: &tests,
            provenance,
        };
        let trained = run.run(&self.output, &interrupt_flag(), |report| {
            // Training goes on when progress cannot be printed.
            let _ = self.print(report);
        })?;
        if files > 1 {
            outputs::write_checked(&csv, trained.curve.table().csv()?.as_bytes())?;
            outputs::write_checked(&svg, trained.curve.svg()?.as_bytes())?;
        }
        if !trained.finished {
            say!(
                "interrupted after {} epochs; run the same command to continue",
                trained.curve.0.len()
            );
            return Ok(Status::Negative);
        }
        Ok(if outcomes.defects.is_empty() { Status::Done } else { Status::BadInput })
    }

    /// The problems to test on, and their regions, which are not trained on.
    fn tests(&self) -> anyhow::Result<(Vec<ProblemTest>, HashSet<Box<str>>)> {
        let mut tests = Vec::new();
        let mut apart = HashSet::new();
        for path in &self.test {
            let test = ProblemTest::of_set(path, MOST_EMPTIES)?;
            apart.extend(test.regions.iter().cloned());
            tests.push(test);
        }
        if !self.validation.is_empty() {
            let mut labels = Labels::default();
            for path in &self.validation {
                labels.read(path, &apart)?;
            }
            apart.extend(labels.regions.iter().cloned());
            tests.push(ProblemTest::of_labels("validation", &labels.problems, labels.regions));
        }
        Ok((tests, apart))
    }

    /// The judged problems to train on.
    fn labels(&self, apart: &HashSet<Box<str>>) -> anyhow::Result<Labels> {
        let mut labels = Labels::default();
        for path in &self.labels {
            labels.read(path, apart)?;
        }
        if let Some(most) = self.problems {
            labels.problems.truncate(most);
        }
        Ok(labels)
    }

    /// The games to train on.
    fn outcomes(&self) -> anyhow::Result<Outcomes> {
        let mut outcomes = Outcomes::default();
        let options = self.reading.records();
        for path in &self.records {
            outcomes.read(path, &options)?;
        }
        for defect in &outcomes.defects {
            say!("error: {defect}");
        }
        if !self.records.is_empty() && outcomes.games == 0 {
            bail!(
                "--records: unfinished games without a winner (RE): {}; expected at least one \
                 finished game",
                outcomes.unfinished
            );
        }
        Ok(outcomes)
    }

    fn plan(&self) -> TrainingPlan {
        TrainingPlan {
            epochs: self.epochs,
            rate: self.rate,
            batch: self.batch,
            outcomes: self.outcomes,
            outcome_weight: self.outcome_weight,
            exact_weight: self.exact_weight,
            optimal_share: self.optimal_share,
            decay: self.decay,
            seed: self.seed,
        }
    }

    fn print(&self, report: &EpochReport) -> std::io::Result<()> {
        let mut out = stdout();
        match self.format {
            Format::Json => print_json(&mut out, report)?,
            Format::Text => {
                let EpochReport { epoch, loss, outcome_loss, right } = report;
                let games = outcome_loss.map_or("–".to_owned(), |loss| format!("{loss:.4}"));
                write!(out, "epoch {epoch:>3}  loss {loss:.4}  games {games}")?;
                for (name, share) in right {
                    match share {
                        Some(share) => write!(out, "  {name} {:.1} %", 100.0 * share)?,
                        None => write!(out, "  {name} –")?,
                    }
                }
                writeln!(out)?;
            }
        }
        out.flush()
    }
}

/// Fit the weights of the evaluation 'phased' to games.
///
/// It learns from the games that were played to their end: who won, and the lead to which each game
/// led. Every tenth game is kept for a test, which is printed. 'alphabeta:net:FILE' plays with the
/// weights.
#[derive(Debug, Args)]
pub struct TrainPhased {
    /// The games, in any format that 'convert' reads.
    #[arg(required = true, value_name = "GAMES")]
    records: Vec<PathBuf>,
    #[command(flatten)]
    reading: ReadingOptions,
    /// The weights to write, as safetensors.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Number of steps.
    #[arg(long, default_value_t = PhasePlan::default().steps, value_parser = parse_positive::<usize>)]
    steps: usize,
    /// Number of positions per step.
    #[arg(long, default_value_t = PhasePlan::default().batch, value_parser = parse_positive::<usize>)]
    batch: usize,
    /// Maximum step length of Adam.
    #[arg(long, default_value_t = PhasePlan::default().rate, value_parser = parse_not_negative::<f32>)]
    rate: f32,
    /// Weight of errors in the lead, per square.
    #[arg(long, default_value_t = PhasePlan::default().lead_weight, value_parser = parse_not_negative::<f32>)]
    lead_weight: f32,
    /// How strongly the weights of neighbouring phases are drawn together.
    #[arg(long, default_value_t = PhasePlan::default().smoothness, value_parser = parse_not_negative::<f32>)]
    smoothness: f32,
    /// Seed for the order.
    #[arg(long, default_value_t = 1, value_parser = parse_number::<u64>)]
    seed: u64,
    /// Output format of the test.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl TrainPhased {
    /// Runs the command.
    pub fn run(self) -> Exit {
        let inputs: Vec<&Path> = self.records.iter().map(PathBuf::as_path).collect();
        outputs::check(&self.output, &inputs)?;
        let _alone = outputs::alone(&self.output)?;
        TrainingKind::Phased.earlier(&self.output)?;
        let mut data = PhaseData::default();
        let options = self.reading.records();
        for path in &self.records {
            data.read(path, &options)?;
        }
        for defect in &data.defects {
            say!("error: {defect}");
        }
        say!(
            "{} positions of {} games; {} games not played to their end",
            data.positions(),
            data.games,
            data.unfinished
        );
        if data.positions() == 0 {
            bail!(
                "found no position in which both players reach 20 squares; expected games that were played to their end"
            );
        }
        let plan = self.plan();
        let Some(fit) = fit_phases(&data, &plan, &interrupt_flag()) else {
            say!("interrupted; nothing was written");
            return Ok(Status::Negative);
        };
        let about = [
            ("generator", amazons::problems::GENERATOR.to_owned()),
            ("plan", serde_json::to_string(&plan)?),
            ("data", format!("{} positions of {} games", data.positions(), data.games)),
            ("data xxh3", hash(self.records.iter())?),
        ];
        outputs::write_checked(&self.output, &fit.weights.to_tensors(&about).to_bytes())?;
        let mut out = stdout();
        for phase in &fit.test {
            match self.format {
                Format::Json => print_json(&mut out, phase)?,
                Format::Text => writeln!(
                    out,
                    "{:>2} to {:>2} shared squares: {:>6} positions, loss {:.4} (lieberum {:.4})",
                    phase.shared_from, phase.shared_to, phase.positions, phase.loss, phase.lieberum
                )?,
            }
        }
        out.flush()?;
        Ok(if data.defects.is_empty() { Status::Done } else { Status::BadInput })
    }

    fn plan(&self) -> PhasePlan {
        PhasePlan {
            steps: self.steps,
            batch: self.batch,
            rate: self.rate,
            lead_weight: self.lead_weight,
            smoothness: self.smoothness,
            seed: self.seed,
        }
    }
}

/// The XXH3 hash of the files' bytes, one file after another.
fn hash<'a>(files: impl Iterator<Item = &'a PathBuf>) -> anyhow::Result<String> {
    let mut hash = Xxh3::new();
    for path in files {
        hash.update(&input_file::bytes(path).with_context(|| path.display().to_string())?);
    }
    Ok(format!("{:016x}", hash.digest()))
}
