//! `amazons perft`: count move sequences.

use crate::board::{Position, perft};
use crate::output::exit_status::{Outcome, Status};
use anyhow::Context;
use clap::Args;
use std::io::{Write, stdout};

/// Count the move sequences from a position.
#[derive(Debug, Args)]
pub struct Perft {
    /// The position as FEN, e.g. 'Q2q/4 w'.
    fen: String,
    /// Plies.
    #[arg(long, default_value_t = 1)]
    depth: u32,
}

impl Perft {
    /// Runs the command.
    pub fn run(self) -> Outcome {
        let position: Position =
            self.fen.parse().with_context(|| format!("position '{}'", self.fen))?;
        writeln!(stdout(), "{}", perft(&position, self.depth))?;
        Ok(Status::Done)
    }
}
