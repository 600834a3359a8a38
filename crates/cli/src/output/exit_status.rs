//! How a command ends, and its exit code.

use std::io;
use std::process::ExitCode;

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Everything was done.
    Done,
    /// Done, but the answer is negative: a check failed, a limit ended a search.
    Negative,
    /// Part of the input was wrong; the rest was processed and the errors were printed.
    BadInput,
}

impl Status {
    /// The worse of two, which decides the exit code.
    #[must_use]
    pub fn worse(self, other: Self) -> Self {
        use Status::{BadInput, Done, Negative};
        match (self, other) {
            (BadInput, _) | (_, BadInput) => BadInput,
            (Negative, _) | (_, Negative) => Negative,
            (Done, Done) => Done,
        }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(match status {
            Status::Done => 0,
            Status::Negative => 1,
            Status::BadInput => 2,
        })
    }
}

/// The result of a command; an error is printed with its causes and exits with 2.
pub type Exit = anyhow::Result<Status>;

/// Whether the reader of standard output has gone, which is not an error: a pipe was closed or,
/// after a signal, a terminal hung up.
pub fn is_reader_gone(error: &anyhow::Error, signalled: bool) -> bool {
    let closed = |cause: &(dyn std::error::Error + 'static)| {
        cause.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
    };
    error.chain().any(closed) || signalled && is_hang_up(error)
}

/// Whether a system error that concerns no named file is the one of a terminal that hung up.
fn is_hang_up(error: &anyhow::Error) -> bool {
    /// EIO.
    const ERROR_OF_DEVICE: i32 = 5;
    let system = error.downcast_ref::<io::Error>().filter(|_| error.chain().count() == 1);
    cfg!(unix) && system.and_then(io::Error::raw_os_error) == Some(ERROR_OF_DEVICE)
}
