//! `amazons cgt`: computes with short games.

use crate::options::interrupt::{interrupt_flag, say_if_interrupted};
use crate::options::values::{MEMORY, parse_memory, parse_time};
use crate::output::exit_status::{Exit, Status};
use crate::output::format::{Format, print_json};
use crate::output::say::say;
use amazons::answers::{CalculusError, CalculusReport, Operation, read_game};
use amazons::cgt::{self, Arena, Dyadic, Effort, Game};
use amazons::limits::Limits;
use amazons_lab::drawing::wrapped;
use clap::Args;
use serde::Serialize;
use std::io::{self, Write, stdout};
use std::time::Duration;

/// Compute with short games: canonical form, temperature, atomic weight, and more.
///
/// With an option, the operation is applied to the game, and its result is described.
#[derive(Debug, Args)]
pub struct CgtCommand {
    /// A game in the notation of game values, e.g. '{3|{1|0}} + ±2' or '^*'.
    #[arg(allow_hyphen_values = true)]
    expression: String,
    #[command(flatten)]
    operation: OperationOptions,
    /// Wall time; no limit by default.
    #[arg(long, value_parser = parse_time)]
    time: Option<Duration>,
    /// Memory for all games together, e.g. 512MB.
    #[arg(long, value_parser = parse_memory, default_value = MEMORY)]
    memory: usize,
    /// Output format.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// At most one operation.
#[derive(Debug, Args)]
#[group(multiple = false)]
struct OperationOptions {
    /// Cool by a number of 0 or more: every move costs it.
    #[arg(long, value_name = "T", allow_hyphen_values = true)]
    cool: Option<Dyadic>,
    /// Cool by the temperature.
    #[arg(long)]
    freeze: bool,
    /// Heat by a game: every move earns it.
    #[arg(long, value_name = "G", allow_hyphen_values = true)]
    heat: Option<String>,
    /// Overheat: an integer n becomes n times S, every other move earns T.
    #[arg(long, num_args = 2, value_names = ["S", "T"], allow_hyphen_values = true)]
    overheat: Option<Vec<String>>,
    /// The simplest game at an infinitesimal distance.
    #[arg(long)]
    reduced: bool,
    /// The atomic weight of an all-small game.
    #[arg(long)]
    atomic_weight: bool,
    /// The game in which 0 and * have changed places.
    #[arg(long)]
    companion: bool,
    /// The ordinal sum with a game on top.
    #[arg(long, value_name = "G", allow_hyphen_values = true)]
    ordinal_sum: Option<String>,
    /// The Norton product by a positive game.
    #[arg(long, value_name = "G", allow_hyphen_values = true)]
    norton: Option<String>,
    /// The Conway product by a game.
    #[arg(long, value_name = "G", allow_hyphen_values = true)]
    conway: Option<String>,
}

impl OperationOptions {
    fn operation(self) -> Option<Operation> {
        let overheat = self.overheat.and_then(|both| <[String; 2]>::try_from(both).ok());
        let given = [
            self.cool.map(Operation::Cool),
            self.freeze.then_some(Operation::Freeze),
            self.heat.map(Operation::Heat),
            overheat.map(|[s, t]| Operation::Overheat(s, t)),
            self.reduced.then_some(Operation::Reduce),
            self.atomic_weight.then_some(Operation::AtomicWeight),
            self.companion.then_some(Operation::Companion),
            self.ordinal_sum.map(Operation::OrdinalSum),
            self.norton.map(Operation::NortonProduct),
            self.conway.map(Operation::ConwayProduct),
        ];
        given.into_iter().flatten().next()
    }
}

/// The expression, and what is known of the game or of the operation's result.
#[derive(Serialize)]
struct Answer<'a> {
    expression: &'a str,
    #[serde(flatten)]
    report: Option<CalculusReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl CgtCommand {
    /// Runs the command.
    pub fn run(self) -> Exit {
        let mut games = Arena::new(self.memory);
        games.set_effort(Effort::new(&Limits::new(self.time, None).until(&interrupt_flag())));
        let operation = self.operation.operation();
        let expression = self.expression.as_str();
        let (report, error) = match result(&mut games, expression, operation.as_ref()) {
            Ok(game) => (Some(CalculusReport::new(&mut games, game)), None),
            Err(error @ (CalculusError::Stopped(_) | CalculusError::NotAllSmall)) => {
                say!("{expression}: {error}");
                (None, Some(error.to_string()))
            }
            Err(error) => return Err(error.into()),
        };
        say_if_interrupted();
        let known = report.as_ref().is_some_and(|report| report.stopped.is_none());
        match (self.format, &report) {
            (Format::Json, _) => print_json(&mut stdout(), &Answer { expression, report, error })?,
            (Format::Text, Some(report)) => print(&mut stdout(), expression, report)?,
            (Format::Text, None) => {}
        }
        Ok(if known { Status::Done } else { Status::Negative })
    }
}

/// The game of an expression, after the operation if there is one.
fn result(
    games: &mut Arena,
    expression: &str,
    operation: Option<&Operation>,
) -> Result<Game, CalculusError> {
    let game = read_game(games, expression)?;
    operation.map_or(Ok(game), |operation| operation.apply(games, game))
}

/// Prints a report for people.
fn print(out: &mut impl Write, expression: &str, report: &CalculusReport) -> io::Result<()> {
    let long = || "(too long to print)".to_owned();
    let unknown = || match report.stopped {
        Some(stopped) => stopped.to_string(),
        None => long(),
    };
    let list = |gains: &Option<Vec<String>>| match gains {
        Some(gains) if gains.is_empty() => "no move".to_owned(),
        Some(gains) => gains.join(", "),
        None => unknown(),
    };
    let mut lines = vec![
        ("canonical form", report.game_value.clone().unwrap_or_else(long)),
        ("outcome", format!("{}, {}", report.outcome.letter(), meaning(report.outcome))),
        ("mean", report.mean.to_string()),
        ("temperature", report.temperature.to_string()),
        ("stops", format!("{} and {}", report.left_stop, report.right_stop)),
        ("confused with", report.confused_with.map_or("no number".into(), |all| all.to_string())),
        ("birthday", report.birthday.to_string()),
        ("number of stops", report.stop_count.map_or("2^64 or more".into(), |n| n.to_string())),
        ("properties", report.properties.join(", ")),
    ];
    if let Some(uptimal) = &report.uptimal {
        lines.push(("in base ^", uptimal.clone()));
    }
    if report.properties.contains(&"all small") {
        let weight = report.atomic_weight.clone().unwrap_or_else(unknown);
        lines.push(("atomic weight", weight));
    }
    lines.extend([
        ("reduced", report.reduced.clone().unwrap_or_else(unknown)),
        ("frozen", report.frozen.clone().unwrap_or_else(unknown)),
        ("Left's incentives", list(&report.left_incentives)),
        ("Right's incentives", list(&report.right_incentives)),
    ]);
    writeln!(out, "{}", wrapped(expression, 2))?;
    for (name, value) in lines {
        writeln!(out, "{}", wrapped(&format!("  {name:19} {value}"), 22))?;
    }
    Ok(())
}

/// Who wins a game of this outcome.
fn meaning(outcome: cgt::Outcome) -> &'static str {
    match outcome {
        cgt::Outcome::Left => "Left wins, whoever starts",
        cgt::Outcome::Right => "Right wins, whoever starts",
        cgt::Outcome::Next => "who starts wins",
        cgt::Outcome::Previous => "who starts loses",
    }
}
