//! `amazons engine`: a player as an engine for other programs.

use crate::engine::{AdjustablePlayer, serve};
use crate::output::exit_status::{Outcome, Status};
use crate::play::MoveLimit;
use clap::Args;
use std::io::{stdin, stdout};
use std::time::Duration;

/// Play as an engine that speaks the line protocol of docs/protocol.md.
///
/// Reads requests on standard input and answers them on standard output, including questions to the
/// exact judge. 'setoption NAME VALUE' sets the player's options between moves.
#[derive(Debug, Args)]
pub struct Engine {
    /// The player, such as 'alphabeta:lieberum' or 'mcts:finish=judge'.
    #[arg(default_value = "alphabeta:learned")]
    player: String,
}

impl Engine {
    /// Runs the command.
    pub fn run(self) -> Outcome {
        let limit = MoveLimit { time: Some(Duration::from_secs(1)), nodes: None };
        serve(AdjustablePlayer::new(&self.player, limit)?, stdin(), stdout().lock())?;
        Ok(Status::Done)
    }
}
