//! `amazons evaluate`: the values that evaluation functions give to a position.

use crate::options::values::position;
use crate::output::exit_status::{Exit, Status};
use crate::output::format::Format;
use amazons::answers::{EvaluationReport, Evaluations};
use amazons::board::Position;
use amazons::eval::{Evaluator, GameProgress};
use amazons::util::terminal::stdout;
use amazons_lab::drawing::wrapped;
use clap::Args;
use std::io::Write;

/// Print every evaluation of a position with its components, and the distances behind them.
///
/// Values are in squares, from the point of view of the player to move. A function may be given its
/// own constants, such as 'lieberum:tie=0.2:a=0'. A network made by 'train GAMES' handles boards of
/// its own size and smaller ones.
#[derive(Debug, Args)]
pub struct Evaluate {
    /// The position as FEN, e.g. 'Q2q/4 w'.
    fen: String,
    /// Function to print, may be repeated; defaults to all of them.
    #[arg(long = "eval", value_name = "NAME")]
    evaluations: Vec<Evaluator>,
    /// Leave out the distance maps.
    #[arg(long)]
    no_maps: bool,
    /// Output format.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Evaluate {
    /// Runs the command.
    pub fn run(self) -> Exit {
        let position = position(&self.fen)?;
        let report = Evaluations::new(&self.fen, &position, &self.evaluations, !self.no_maps)?;
        match self.format {
            Format::Json => writeln!(stdout(), "{}", serde_json::to_string(&report)?)?,
            Format::Text => print(&report, &position)?,
        }
        Ok(Status::Done)
    }
}

/// A space at which lines are not broken.
const HARD: &str = "\u{a0}";

fn print(report: &Evaluations, position: &Position) -> std::io::Result<()> {
    let mut out = stdout();
    writeln!(out, "Values in squares, for {} to move\n", position.side())?;
    for EvaluationReport { evaluation, value, parts } in &report.evaluations {
        // A name stays beside its value if the line is broken.
        let part = |(name, value): &(String, f64)| format!("{name} {value}").replace(' ', HARD);
        let parts: Vec<_> = parts.iter().map(part).collect();
        let line = format!("{evaluation:<20} {value:>8.2}   {}", parts.join(", "));
        writeln!(out, "{}", wrapped(line.trim_end(), 32).replace(HARD, " "))?;
    }
    let GameProgress { mn, tgp, mgp, mtgp } = report.progress;
    writeln!(
        out,
        "\nGame progress: MN {mn:.0} %, TGP {tgp:.0} %, MGP {mgp:.0} %, MTGP {mtgp:.0} %"
    )?;
    for (map, walk) in [(&report.queen_distances, "queen"), (&report.king_distances, "king")] {
        if let Some(map) = map {
            write!(out, "\nLeast {walk} moves, White/Black\n{}", map.text(position))?;
        }
    }
    Ok(())
}
