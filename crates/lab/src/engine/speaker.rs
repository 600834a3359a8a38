//! What every protocol can do with a running program.

use super::move_failure::MoveFailure;
use super::protocol::{BestMove, GoLimits};
use amazons::board::{Move, Position};
use amazons::limits::Abort;
use amazons::solvers::Watch;
use std::time::{Duration, Instant};

/// How long a program may take to answer what needs no search.
pub const PROMPT: Duration = Duration::from_secs(10);

/// The limits of the move with which a program shows that it plays on a board.
pub const HASTY: GoLimits = GoLimits {
    time: Some(Duration::from_millis(10)),
    nodes: Some(1),
    clock: None,
    increment: None,
};

/// A running program that was greeted in its protocol.
pub trait Speaker: Send {
    /// Returns how it names itself.
    fn id(&self) -> Option<&str>;

    /// Sets an option of its command line.
    ///
    /// # Errors
    /// It refuses the option, or does not answer.
    fn set(&mut self, name: &str, value: &str, abort: &Abort) -> Result<(), MoveFailure>;

    /// Tells it that a new game begins, if it wants to know.
    ///
    /// # Errors
    /// It does not answer.
    fn begin_game(&mut self, abort: &Abort) -> Result<(), MoveFailure>;

    /// Asks for a move after `moves` from `start`, until `deadline`. `watch` is told of its search,
    /// if its protocol has words for that; the wall time is for the watcher to take.
    ///
    /// # Errors
    /// It gives no move. [`MoveFailure::Board`] is that it does not play from `start`.
    fn ask(
        &mut self,
        start: &Position,
        moves: &[Move],
        limits: &GoLimits,
        deadline: Instant,
        abort: &Abort,
        watch: &mut Watch<'_>,
    ) -> Result<BestMove, MoveFailure>;

    /// Returns whether it announced a feature of the line protocol.
    fn knows(&self, feature: &str) -> bool {
        let _ = feature;
        false
    }

    /// Asks for a hasty move in a position, to see whether the program plays on its board.
    ///
    /// # Errors
    /// It refuses the board. Any other failure is for games to show.
    fn try_board(&mut self, start: &Position, abort: &Abort) -> Result<(), MoveFailure> {
        let deadline = Instant::now() + PROMPT;
        match self.ask(start, &[], &HASTY, deadline, abort, &mut Watch::nobody()) {
            Err(MoveFailure::Board(problem)) => Err(MoveFailure::Board(problem)),
            _ => Ok(()),
        }
    }

    /// Asks it to end.
    fn quit(&mut self);
}
