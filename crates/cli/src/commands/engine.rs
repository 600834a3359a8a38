//! `amazons engine`: a player as an engine for other programs.

use crate::options::values::{parse_threads, threads_up_to_cores};
use crate::output::exit_status::{Exit, Status};
use amazons::util::threads;
use amazons_lab::engine::{AdjustablePlayer, serve, serve_analysis, serve_championship, serve_uci};
use amazons_lab::play::{MoveLimit, Player};
use clap::Args;
use std::io::{stderr, stdin, stdout};
use std::num::NonZeroUsize;
use std::time::Duration;

/// Play as an engine that speaks the line protocol of docs/protocol.md, or UCI.
///
/// Reads requests on standard input and answers them on standard output, including questions to the
/// exact judge. 'setoption NAME VALUE' sets the player's options between moves. With --uci, it is an
/// engine for programs that know Fairy-Stockfish; with --championship, for the platform of China's
/// championships; with --analysis, it answers questions about positions as JSON.
#[derive(Debug, Args)]
pub struct Engine {
    /// The player, such as 'alphabeta:lieberum' or 'mcts:finish=judge'.
    #[arg(default_value = Player::DEFAULT)]
    player: String,
    /// Speak the Universal Chess Interface, with the moves of Fairy-Stockfish: d1d7,d7g7.
    #[arg(long, conflicts_with = "analysis")]
    uci: bool,
    /// Read questions as JSON, one object a line, and answer each as soon as it is known.
    #[arg(long)]
    analysis: bool,
    /// Speak the protocol of China's championships: name?, new black, move DJDDGD, end, quit.
    #[arg(long, conflicts_with_all = ["analysis", "uci"])]
    championship: bool,
    /// Number of questions to answer at once with --analysis; defaults to the number of cores.
    #[arg(long, requires = "analysis", value_parser = parse_threads)]
    threads: Option<NonZeroUsize>,
}

impl Engine {
    /// Runs the command.
    pub fn run(self) -> Exit {
        #[cfg(unix)]
        end_without_a_reader()?;
        let limit = MoveLimit { time: Some(Duration::from_secs(1)), nodes: None };
        if self.analysis {
            Player::from_spec(&self.player, limit)?;
            let jobs = NonZeroUsize::new(threads_up_to_cores(self.threads));
            serve_analysis(
                &self.player,
                limit,
                jobs.unwrap_or(NonZeroUsize::MIN),
                stdin(),
                stdout(),
            )?;
            return Ok(Status::Done);
        }
        let player = AdjustablePlayer::new(&self.player, limit)?;
        if self.uci {
            serve_uci(player, stdin(), stdout())?;
        } else if self.championship {
            serve_championship(player, stdin(), stdout().lock(), stderr())?;
        } else {
            serve(player, stdin(), stdout().lock())?;
        }
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
