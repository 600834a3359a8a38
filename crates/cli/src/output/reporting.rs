//! Standard output for commands that do more than print.

use amazons::util::terminal::{Fit, stdout};
use std::io::{self, ErrorKind, Stdout, Write};

/// Standard output of a command that also writes files or checks something: if the reader goes away
/// (`| head`), the command does the rest of its work, and its exit code is that of the whole work.
pub struct Reporting(Fit<Stdout>);

/// Returns such a standard output.
pub fn reporting() -> Reporting {
    Reporting(stdout())
}

fn unless_gone<T>(result: io::Result<T>, otherwise: T) -> io::Result<T> {
    match result {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(otherwise),
        result => result,
    }
}

impl Write for Reporting {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        unless_gone(self.0.write(bytes), bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        unless_gone(self.0.flush(), ())
    }
}
