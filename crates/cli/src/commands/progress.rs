//! `amazons progress`: how far a game had progressed at each ply.

use crate::options::one_game::{self, OneGame};
use crate::options::outputs;
use crate::options::records::ReadingOptions;
use crate::options::values::parse_number;
use crate::output::exit_status::{Exit, Status};
use crate::output::format::{Format, print_json};
use amazons::eval::{GameProgress, ProgressScale};
use amazons_lab::drawing::{Curve, Plot};
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

/// Print and plot the progress of a game after every ply.
///
/// Progress is given by territory (TGP), mobility (MGP), both (MTGP) and move number (MN), in
/// percent.
///
/// A game with a defect is used up to the defect, and the exit code is then 2.
#[derive(Debug, Args)]
pub struct Progress {
    /// The game record, in any format that 'convert' reads; - for standard input.
    record: PathBuf,
    /// Number of the game in the record, from 1.
    #[arg(long, default_value_t = 1, value_parser = parse_number::<usize>)]
    game: usize,
    #[command(flatten)]
    reading: ReadingOptions,
    /// Also write the plot as SVG.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Output format.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// One line of the result, as `--format json` prints it.
#[derive(Serialize)]
struct Line {
    ply: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    r#move: Option<String>,
    #[serde(flatten)]
    progress: GameProgress,
    shares: Shares,
}

/// The same from 0 to 1, like all other shares.
#[derive(Serialize)]
struct Shares {
    mn: f64,
    tgp: f64,
    mgp: f64,
    mtgp: f64,
}

impl Shares {
    fn of(progress: &GameProgress) -> Self {
        let [mn, tgp, mgp, mtgp] =
            [progress.mn, progress.tgp, progress.mgp, progress.mtgp].map(|percent| percent / 100.0);
        Self { mn, tgp, mgp, mtgp }
    }
}

impl Progress {
    /// Runs the command.
    pub fn run(self) -> Exit {
        let OneGame { game, whole } = one_game::read(&self.record, self.game, 1, &self.reading)?;
        let scale = ProgressScale::from_start(game.start());
        let moves = std::iter::once(None).chain(game.moves().iter().map(|mv| Some(mv.to_string())));
        let lines: Vec<Line> = (game.positions().zip(moves).enumerate())
            .map(|(ply, (position, r#move))| {
                let progress = scale.progress(&position);
                Line { ply, r#move, shares: Shares::of(&progress), progress }
            })
            .collect();
        let plot = plot(&lines);
        if let Some(path) = &self.svg {
            outputs::write(path, &[&self.record], &plot.svg()?)?;
        }
        let mut out = outputs::beside_any(self.svg.as_deref());
        match self.format {
            Format::Json => {
                for line in &lines {
                    print_json(&mut out, line)?;
                }
            }
            Format::Text => {
                writeln!(
                    out,
                    "{:>4} {:14} {:>5} {:>5} {:>5} {:>5}",
                    "ply", "move", "TGP", "MGP", "MTGP", "MN"
                )?;
                for Line { ply, r#move, progress: p, .. } in &lines {
                    let mv = r#move.as_deref().unwrap_or_default();
                    writeln!(
                        out,
                        "{ply:>4} {mv:14} {:>5.0} {:>5.0} {:>5.0} {:>5.0}",
                        p.tgp, p.mgp, p.mtgp, p.mn
                    )?;
                }
                write!(out, "\n{}", plot.text(1.0))?;
            }
        }
        Ok(if whole { Status::Done } else { Status::BadInput })
    }
}

fn plot(lines: &[Line]) -> Plot {
    let curve = |name: &str, of: fn(&GameProgress) -> f64| Curve {
        name: name.to_owned(),
        points: lines.iter().map(|line| (line.ply as f64, of(&line.progress))).collect(),
    };
    Plot {
        title: "Game progress".to_owned(),
        x_title: "ply".to_owned(),
        y_title: "progress, %".to_owned(),
        y: 0.0..100.0,
        curves: vec![
            curve("t: TGP", |p| p.tgp),
            curve("m: MGP", |p| p.mgp),
            curve("c: MTGP", |p| p.mtgp),
            curve("n: MN", |p| p.mn),
        ],
    }
}
