//! `amazons evaluate`: what the evaluation functions say of a position.

use crate::board::Position;
use crate::board::with_placement;
use crate::eval::distance::Walk;
use crate::eval::{Evaluator, GameProgress, ProgressScale, SQUARE};
use crate::options::values::position;
use crate::output::exit_status::{Outcome, Status};
use crate::output::format::Format;
use crate::render::DistanceMap;
use clap::Args;
use serde::{Serialize, Serializer};
use std::io::{Write, stdout};

/// Print every evaluation of a position with its components, and the distances they come from.
///
/// Values are in squares from the side of the player to move. A function may be given with
/// constants of its own, such as 'lieberum:tie=0.2:a=0'.
#[derive(Debug, Args)]
pub struct Evaluate {
    /// The position as FEN, e.g. 'Q2q/4 w'.
    fen: String,
    /// Only these functions; may be repeated. All of them where none is named.
    #[arg(long = "eval", value_name = "NAME")]
    evaluations: Vec<Evaluator>,
    /// Leave the distance maps out.
    #[arg(long)]
    no_maps: bool,
    /// How the result is printed.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// The result, as `--format json` prints it.
#[derive(Serialize)]
struct Report<'a> {
    fen: &'a str,
    side: char,
    evaluations: Vec<Evaluation>,
    progress: GameProgress,
    #[serde(skip_serializing_if = "Option::is_none")]
    queen_distances: Option<DistanceMap>,
    #[serde(skip_serializing_if = "Option::is_none")]
    king_distances: Option<DistanceMap>,
}

#[derive(Serialize)]
struct Evaluation {
    evaluation: String,
    value: f64,
    #[serde(serialize_with = "as_map")]
    parts: Vec<(String, f64)>,
}

/// Components in the order of the source.
fn as_map<S: Serializer>(parts: &[(String, f64)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(parts.iter().map(|(name, value)| (name, value)))
}

impl Evaluation {
    fn new(evaluator: &Evaluator, position: &Position) -> Self {
        let (placement, frame) = position.smallest_placement();
        let evaluator = evaluator.on(frame);
        let (value, parts) = with_placement!(placement, placement => (
            evaluator.evaluate(&placement, position.side()),
            evaluator.parts(&placement, position.side(), frame),
        ));
        Self {
            evaluation: evaluator.to_string(),
            value: f64::from(value) / f64::from(SQUARE),
            parts: parts
                .into_iter()
                .map(|part| (part.name, (part.value * 1e6).round() / 1e6))
                .collect(),
        }
    }
}

impl Evaluate {
    /// Runs the command.
    pub fn run(self) -> Outcome {
        let position = position(&self.fen)?;
        let chosen = match self.evaluations.as_slice() {
            [] => Evaluator::ALL,
            some => some,
        };
        let map = |walk| (!self.no_maps).then(|| DistanceMap::new(&position, walk));
        let report = Report {
            fen: &self.fen,
            side: position.side().letter(),
            evaluations: chosen.iter().map(|one| Evaluation::new(one, &position)).collect(),
            progress: ProgressScale::of_board(&position).progress(&position),
            queen_distances: map(Walk::Queen),
            king_distances: map(Walk::King),
        };
        match self.format {
            Format::Json => writeln!(stdout(), "{}", serde_json::to_string(&report)?)?,
            Format::Text => report.print(&position)?,
        }
        Ok(Status::Done)
    }
}

impl Report<'_> {
    fn print(&self, position: &Position) -> std::io::Result<()> {
        let mut out = stdout().lock();
        writeln!(out, "Values in squares, for {} to move\n", position.side())?;
        for Evaluation { evaluation, value, parts } in &self.evaluations {
            let parts: Vec<_> =
                parts.iter().map(|(name, value)| format!("{name} {value}")).collect();
            writeln!(out, "{evaluation:<20} {value:>8.2}   {}", parts.join(", "))?;
        }
        let GameProgress { mn, tgp, mgp, mtgp } = self.progress;
        writeln!(
            out,
            "\nGame progress: MN {mn:.0} %, TGP {tgp:.0} %, MGP {mgp:.0} %, MTGP {mtgp:.0} %"
        )?;
        for (map, walk) in [(&self.queen_distances, "queen"), (&self.king_distances, "king")] {
            if let Some(map) = map {
                write!(out, "\nLeast {walk} moves, White/Black\n{}", map.text(position))?;
            }
        }
        Ok(())
    }
}
