//! A running foreign program as a player, whatever its protocol.

use super::gtp_speaker::GtpSpeaker;
use super::line_speaker::LineSpeaker;
use super::move_failure::MoveFailure;
use super::process::EngineLog;
use super::program::{Dialect, Program};
use super::protocol::{BestMove, GoLimits};
use super::speaker::Speaker;
use super::uci_speaker::UciSpeaker;
use crate::play::MoveLimit;
use amazons::board::{Move, Position};
use amazons::limits::Abort;
use amazons::solvers::Watch;
use std::time::{Duration, Instant};

/// How long an engine without a time limit may think about a move.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// The longest wait for an answer: about a hundred years, which can still be added to a clock.
const LONGEST: Duration = Duration::from_secs(1 << 32);

/// A running engine.
pub struct Engine {
    speaker: Box<dyn Speaker>,
}

impl Engine {
    /// Starts a program, greets it, and sets the options on its command line. `limit` is what it
    /// may use for each move. What it writes to standard error also goes to `log`.
    ///
    /// # Errors
    /// It cannot be started, does not greet in time, or refuses an option or the limit.
    pub fn start(
        program: &Program,
        limit: MoveLimit,
        log: Option<&EngineLog>,
        abort: &Abort,
    ) -> Result<Self, MoveFailure> {
        let command = program.command();
        let mut speaker: Box<dyn Speaker> = match program.dialect() {
            Dialect::Lines => Box::new(LineSpeaker::start(command, log, abort)?),
            Dialect::Uci => Box::new(UciSpeaker::start(command, log, abort)?),
            Dialect::Gtp => Box::new(GtpSpeaker::start(command, limit.nodes, log, abort)?),
        };
        for (name, value) in command.options() {
            speaker.set(name, value, abort)?;
        }
        Ok(Self { speaker })
    }

    /// Returns how the program names itself.
    pub fn id(&self) -> Option<&str> {
        self.speaker.id()
    }

    /// Tells it that a new game begins, if its protocol has a word for that.
    ///
    /// # Errors
    /// It does not answer.
    pub fn begin_game(&mut self, abort: &Abort) -> Result<(), MoveFailure> {
        self.speaker.begin_game(abort)
    }

    /// Asks for a hasty move in a position, to see whether the engine plays on its board.
    ///
    /// # Errors
    /// It refuses the board. Any other failure is for games to show.
    pub fn try_board(&mut self, start: &Position, abort: &Abort) -> Result<(), MoveFailure> {
        self.speaker.try_board(start, abort)
    }

    /// Asks for a move; after `patience` the engine has lost on time. `watch` is told of its search
    /// as far as its protocol has words for that, without times.
    ///
    /// # Errors
    /// It gives no move.
    pub fn choose(
        &mut self,
        start: &Position,
        moves: &[Move],
        limits: &GoLimits,
        patience: Duration,
        abort: &Abort,
        watch: &mut Watch<'_>,
    ) -> Result<BestMove, MoveFailure> {
        let deadline = Instant::now() + patience.min(LONGEST);
        self.speaker.ask(start, moves, limits, deadline, abort, watch)
    }

    /// Returns whether the program announced a feature of the line protocol.
    pub fn knows(&self, feature: &str) -> bool {
        self.speaker.knows(feature)
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.speaker.quit();
    }
}
