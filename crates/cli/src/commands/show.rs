//! `amazons show`: draw a position.

use crate::options::one_game::{self, OneGame};
use crate::options::outputs;
use crate::options::records::ReadingOptions;
use crate::options::values::{parse_number, position};
use crate::output::exit_status::{Exit, Status};
use crate::output::format::{Format, print_json};
use amazons::board::{Cell, Color, Move, Position};
use amazons::render;
use amazons::render::SvgOptions;
use anyhow::{Context, anyhow, bail};
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Draw a position, given as FEN or as a place in a game record.
///
/// A game with a defect is used up to the defect; without --ply the exit code is then 2.
#[derive(Debug, Args)]
pub struct Show {
    /// The position as FEN, e.g. 'Q2q/4 w'.
    #[arg(required_unless_present = "record", conflicts_with = "record")]
    fen: Option<String>,
    /// Take the position from a game record, in any format that 'convert' reads; - for standard input.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Number of the game in the record, from 1; defaults to the first.
    #[arg(long, value_parser = parse_number::<usize>)]
    game: Option<usize>,
    /// Number of moves played; defaults to the whole game.
    #[arg(long, value_parser = parse_number::<usize>)]
    ply: Option<usize>,
    #[command(flatten)]
    reading: ReadingOptions,
    /// A move to mark in the SVG; may be repeated.
    #[arg(long = "mark", value_name = "MOVE", requires = "svg")]
    marks: Vec<Move>,
    /// Also write the picture as SVG.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Output format.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

#[derive(Serialize)]
struct Shown {
    fen: String,
    width: usize,
    height: usize,
    empties: usize,
    white_amazons: usize,
    black_amazons: usize,
    white_moves: u64,
    black_moves: u64,
}

impl Shown {
    fn of(position: &Position) -> Self {
        Self {
            fen: position.to_fen(),
            width: position.width(),
            height: position.height(),
            empties: position.empties(),
            white_amazons: position.amazons(Color::White),
            black_amazons: position.amazons(Color::Black),
            white_moves: position.placement().count_moves(Color::White),
            black_moves: position.placement().count_moves(Color::Black),
        }
    }
}

impl Show {
    /// Runs the command.
    pub fn run(self) -> Exit {
        let (position, status) = match (&self.fen, &self.record) {
            (Some(_), _) if self.game.is_some() || self.ply.is_some() => {
                bail!("--game and --ply select from a record; give one with --record FILE")
            }
            (Some(_), _) if self.reading.is_given() => {
                bail!("--start and --lines are about a record; give one with --record FILE")
            }
            (Some(fen), _) => (position(fen)?, Status::Done),
            (None, Some(record)) => {
                from_record(record, self.game.unwrap_or(1), self.ply, &self.reading)?
            }
            (None, None) => bail!("no position; expected a FEN or --record FILE"),
        };
        for &mark in &self.marks {
            let color = match position.cell(mark.from) {
                Cell::Amazon(color) => color,
                _ => position.side(),
            };
            position.with_side(color).check(mark).context("--mark")?;
        }
        if let Some(path) = &self.svg {
            let options = SvgOptions { moves: self.marks, ..SvgOptions::default() };
            let inputs: Vec<&Path> = self.record.iter().map(PathBuf::as_path).collect();
            outputs::write(path, &inputs, &render::svg(&position, &options))?;
        }
        let mut out = outputs::beside_any(self.svg.as_deref());
        match self.format {
            Format::Text => {
                write!(out, "{}", render::text(&position))?;
                // Other commands ask for the FEN.
                if self.record.is_some() {
                    writeln!(out, "{position}")?;
                }
            }
            Format::Json => print_json(&mut out, &Shown::of(&position))?,
        }
        Ok(status)
    }
}

/// A position of a record, and whether the game could be read up to the ply asked for.
fn from_record(
    path: &Path,
    number: usize,
    ply: Option<usize>,
    reading: &ReadingOptions,
) -> anyhow::Result<(Position, Status)> {
    // The start position alone is shown only if it was asked for.
    let least = ply.map_or(1, |ply| ply.min(1));
    let OneGame { game, whole } = one_game::read(path, number, least, reading)?;
    let last = game.moves().len();
    let position = game.position_at(ply.unwrap_or(last)).ok_or_else(|| {
        let to = if whole { "" } else { " up to its defect" };
        anyhow!(
            "{}: game {number} has {last} plies{to}; there is no ply {}",
            path.display(),
            ply.unwrap_or(last)
        )
    })?;
    Ok((position, if whole || ply.is_some() { Status::Done } else { Status::BadInput }))
}
