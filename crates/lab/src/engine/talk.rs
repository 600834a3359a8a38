//! The lines between this program and a foreign one, in any protocol.

use super::command_line::CommandLine;
use super::move_failure::MoveFailure;
use super::process::{EngineLog, LONGEST_LINE, Process, Silence};
use amazons::limits::Abort;
use amazons::util::bounded_line::Line;
use std::fmt;
use std::time::Instant;

/// A running program that is spoken to.
pub struct Talk {
    process: Process,
}

impl Talk {
    /// Starts a program. What it writes to standard error also goes to `log`.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn start(command: &CommandLine, log: Option<&EngineLog>) -> Result<Self, MoveFailure> {
        let process = Process::start(command, log).map_err(|error| {
            MoveFailure::Crash(format!("{command}: cannot be started: {error}"))
        })?;
        Ok(Self { process })
    }

    /// Drops the lines that have come so far: a late answer to an earlier request must not count as
    /// one to the next.
    pub fn forget_lines(&mut self) {
        self.process.forget_lines();
    }

    /// Sends a line.
    ///
    /// # Errors
    /// The program no longer reads.
    pub fn send(&mut self, line: &dyn fmt::Display) -> Result<(), MoveFailure> {
        self.process.send(line).map_err(failure)
    }

    /// Reads the next line, which may be blank.
    ///
    /// # Errors
    /// There is none before `deadline`, there will be none any more, it is too long, or `abort` is
    /// set.
    pub fn any_line(&mut self, deadline: Instant, abort: &Abort) -> Result<String, MoveFailure> {
        match self.process.line(deadline, abort).map_err(failure)? {
            Line::Whole(line) => Ok(line),
            Line::TooLong => {
                let problem = format!("a line longer than {LONGEST_LINE} bytes");
                Err(MoveFailure::NotUnderstood(problem))
            }
        }
    }

    /// Reads the next line that is not blank.
    ///
    /// # Errors
    /// As for [`any_line`](Self::any_line).
    pub fn line(&mut self, deadline: Instant, abort: &Abort) -> Result<String, MoveFailure> {
        loop {
            let line = self.any_line(deadline, abort)?;
            if !line.trim().is_empty() {
                return Ok(line);
            }
        }
    }
}

fn failure(silence: Silence) -> MoveFailure {
    match silence {
        Silence::TimeOut => MoveFailure::TimeOut("no answer in time".to_owned()),
        Silence::Aborted => MoveFailure::Aborted,
        Silence::Ended(how) => MoveFailure::Crash(how),
    }
}
