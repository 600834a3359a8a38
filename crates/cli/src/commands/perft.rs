//! `amazons perft`: count move sequences.

use crate::options::values::{parse_number, position};
use crate::output::exit_status::{Exit, Status};
use crate::output::format::{Format, print_json};
use crate::output::progress::spinner;
use crate::output::say::say;
use amazons::board::{Position, perft};
use amazons::util::terminal::stdout;
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::time::Instant;

/// Count the move sequences from a position.
#[derive(Debug, Args)]
pub struct Perft {
    /// The position as FEN, e.g. 'Q2q/4 w'.
    fen: String,
    /// Number of plies.
    #[arg(long, default_value_t = 1, value_parser = parse_number::<u32>)]
    depth: u32,
    /// Also count the sequences of each first move.
    #[arg(long)]
    divide: bool,
    /// Output format of the counts.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// The counts, as `--format json` prints them.
#[derive(Serialize)]
struct Counts<'a> {
    fen: &'a str,
    depth: u32,
    sequences: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<MoveCount>>,
}

#[derive(Serialize)]
struct MoveCount {
    r#move: String,
    sequences: u64,
}

impl Perft {
    /// Runs the command.
    pub fn run(self) -> Exit {
        let position = position(&self.fen)?;
        let start = Instant::now();
        let bar = spinner();
        bar.set_message("counting");
        let divide = self.divide && self.depth > 0;
        let moves = divide.then(|| divided(&position, self.depth));
        let sequences = match &moves {
            Some(moves) => moves.iter().map(|one| one.sequences).sum(),
            None => perft(&position, self.depth),
        };
        bar.finish_and_clear();
        let seconds = start.elapsed().as_secs_f64();
        let mut out = stdout();
        match self.format {
            Format::Json => {
                let Self { fen, depth, .. } = &self;
                let counts = Counts { fen, depth: *depth, sequences, seconds, moves };
                print_json(&mut out, &counts)?;
            }
            Format::Text => {
                for one in moves.iter().flatten() {
                    writeln!(out, "{} {}", one.r#move, one.sequences)?;
                }
                writeln!(out, "{sequences}")?;
                say!("{seconds:.3} s, {:.0} sequences a second", sequences as f64 / seconds);
            }
        }
        Ok(Status::Done)
    }
}

/// The number of sequences that start with each move, sorted as text.
fn divided(position: &Position, depth: u32) -> Vec<MoveCount> {
    let mut counts: Vec<MoveCount> = position
        .legal_moves()
        .into_iter()
        .filter_map(|mv| {
            let after = position.play(mv).ok()?;
            let sequences = perft(&after, depth - 1);
            Some(MoveCount { r#move: mv.to_string(), sequences })
        })
        .collect();
    counts.sort_by(|a, b| a.r#move.cmp(&b.r#move));
    counts
}
