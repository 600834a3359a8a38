//! `amazons engine`: a player as an engine for other programs.

use crate::output::exit_status::{Outcome, Status};
use amazons::util::threads;
use amazons_lab::engine::{AdjustablePlayer, serve};
use amazons_lab::play::{MoveLimit, Player};
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
    #[arg(default_value = Player::DEFAULT)]
    player: String,
}

impl Engine {
    /// Runs the command.
    pub fn run(self) -> Outcome {
        #[cfg(unix)]
        end_without_a_reader()?;
        let limit = MoveLimit { time: Some(Duration::from_secs(1)), nodes: None };
        serve(AdjustablePlayer::new(&self.player, limit)?, stdin(), stdout().lock())?;
        Ok(Status::Done)
    }
}

/// Ends the process once nobody can read its answers any more: a search may take hours.
#[cfg(unix)]
fn end_without_a_reader() -> std::io::Result<()> {
    use rustix::event::{PollFd, PollFlags, poll};
    let wait = || {
        let output = stdout();
        let mut output = [PollFd::new(&output, PollFlags::empty())];
        // Nothing is asked for but what is always told: an error, or that the other end is closed.
        while poll(&mut output, None).is_err() {}
        if output[0].revents().intersects(PollFlags::ERR | PollFlags::HUP) {
            std::process::exit(0);
        }
    };
    threads::start("reader of answers", wait).map(drop)
}
