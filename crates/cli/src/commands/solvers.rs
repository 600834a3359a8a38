//! `amazons solvers`: lists the solvers, players and evaluations that options accept.

use crate::output::exit_status::{Exit, Status};
use crate::output::format::{Format, print_json};
use amazons::eval::Evaluator;
use amazons::solvers::{OptionInfo, SOLVERS, options_of};
use amazons::util::terminal::stdout;
use amazons_lab::drawing::wrapped;
use clap::Args;
use serde::Serialize;
use std::io::Write;

/// List solvers, players and evaluation functions with their options and defaults.
///
/// A solver is written NAME:OPTION=VALUE,OPTION=VALUE; every solver is also a player.
#[derive(Debug, Args)]
pub struct Solvers {
    /// Output format.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

#[derive(Serialize)]
struct Listed {
    name: &'static str,
    summary: &'static str,
    options: Vec<OptionInfo>,
}

/// Options of every player, in addition to those of its solver.
const OF_PLAYERS: [(&str, &str); 5] = [
    ("time=100ms", "wall time of a move"),
    ("nodes=N", "nodes of a move"),
    ("playouts=N", "the same; for mcts and uct a node is a playout"),
    ("clock=5m", "wall time of a whole game, in even shares of what is left"),
    ("finish=judge", "the exact judge moves where it can"),
];

/// The description of `net:FILE`.
const NET: &str = "weights from a file that 'train' wrote; those of 'train GAMES' play their own \
                   board and smaller ones, but no larger one";

impl Solvers {
    /// Runs the command.
    pub fn run(self) -> Exit {
        let solvers: Vec<Listed> = SOLVERS
            .iter()
            .map(|entry| Listed {
                name: entry.name,
                summary: entry.summary,
                options: options_of(entry),
            })
            .collect();
        let evaluations: Vec<(&str, Vec<(&str, f32)>)> =
            Evaluator::ALL.iter().map(|one| (one.name(), one.constants_by_name())).collect();
        let mut out = stdout();
        if self.format == Format::Json {
            let players: Vec<&str> =
                OF_PLAYERS.iter().filter_map(|(option, _)| option.split('=').next()).collect();
            let evaluations: Vec<_> = evaluations
                .iter()
                .map(|(name, constants)| {
                    let constants: serde_json::Map<_, _> = constants
                        .iter()
                        .map(|(name, value)| {
                            let value = (f64::from(*value) * 1e6).round() / 1e6;
                            ((*name).to_owned(), value.into())
                        })
                        .collect();
                    serde_json::json!({ "name": name, "constants": constants })
                })
                .collect();
            let list = serde_json::json!({
                "solvers": solvers, "player_options": players, "evaluations": evaluations,
            });
            print_json(&mut out, &list)?;
            return Ok(Status::Done);
        }
        writeln!(out, "Solvers, which are players too:")?;
        for Listed { name, summary, options } in &solvers {
            let options: Vec<String> = options.iter().map(ToString::to_string).collect();
            writeln!(out, "  {name:<10} {summary}")?;
            if !options.is_empty() {
                let line = format!("  {:<10} options: {}", "", options.join(" "));
                writeln!(out, "{}", wrapped(&line, 22))?;
            }
        }
        writeln!(out, "\nOptions of every player:")?;
        for (option, what) in OF_PLAYERS {
            writeln!(out, "  {option:<14} {what}")?;
        }
        writeln!(
            out,
            "  engine:COMMAND is a program that speaks the protocol of docs/protocol.md"
        )?;
        writeln!(out, "\nEvaluations, as eval=NAME:CONSTANT=VALUE:…")?;
        for (name, constants) in &evaluations {
            let constants: Vec<String> =
                constants.iter().map(|(name, value)| format!("{name}={value}")).collect();
            let line = format!("  {name:<20} {}", constants.join(" "));
            writeln!(out, "{}", wrapped(&line, 23))?;
        }
        let line = format!("  {:<20} {NET}", "net:FILE");
        writeln!(out, "{}", wrapped(&line, 23))?;
        Ok(Status::Done)
    }
}
