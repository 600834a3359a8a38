//! Why a player gave no legal move.

/// Why a player gave no legal move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MoveFailure {
    /// It took too long.
    #[error("time-out: {0}")]
    TimeOut(String),
    /// It ended, could not be started, or reported an error.
    #[error("crash: {0}")]
    Crash(String),
    /// It refuses an option of its command line.
    #[error("option {0}")]
    Option(String),
    /// It does not play on the board of a match.
    #[error("refuses the board {0}")]
    Board(String),
    /// Its answer is not a line of the protocol.
    #[error("not understood: {0}")]
    NotUnderstood(String),
    /// Its move is illegal.
    #[error("illegal move: {0}")]
    IllegalMove(String),
    /// It gave up.
    #[error("resigned")]
    Resigned,
    /// Not its fault: the match was interrupted.
    #[error("interrupted")]
    Aborted,
}

impl MoveFailure {
    /// A program's refusal of an option of its command line.
    pub(super) fn option(name: &str, value: &str, problem: &str) -> Self {
        Self::Option(format!("{name}={value}: {problem}"))
    }
}
