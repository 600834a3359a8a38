//! An external engine: a process that speaks the line protocol.

use super::move_failure::MoveFailure;
use super::process::{CommandLine, EngineLog, LONGEST_LINE, Process, Silence};
use super::protocol::{BestMove, GoLimits, Reply, Request, VERSION};
use amazons::board::{Move, Position};
use amazons::limits::Abort;
use amazons::util::bounded_line::Line;
use std::time::{Duration, Instant};

/// How long an engine may take to start and greet.
const START: Duration = Duration::from_secs(10);

/// The time for the move with which an engine shows that it plays on a board.
const HASTE: Duration = Duration::from_millis(10);

/// How long an engine without a time limit may think about a move.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// The longest wait for an answer: about a hundred years, which can still be added to a clock.
const LONGEST: Duration = Duration::from_secs(1 << 32);

/// A running engine.
pub struct Engine {
    process: Process,
}

impl Engine {
    /// Starts a program, greets it, and sets the options on its command line. What it writes to
    /// standard error also goes to `log`.
    ///
    /// # Errors
    /// It cannot be started, does not greet in time, or refuses an option.
    pub fn start(
        command: &CommandLine,
        log: Option<&EngineLog>,
        abort: &Abort,
    ) -> Result<Self, MoveFailure> {
        let process = Process::start(command, log).map_err(|error| {
            MoveFailure::Crash(format!("{command}: cannot be started: {error}"))
        })?;
        let mut engine = Self { process };
        engine.send(&Request::Hello(VERSION))?;
        let deadline = Instant::now() + START;
        loop {
            match engine.reply(deadline, abort)? {
                Reply::Ready => break,
                Reply::Error(problem) => {
                    return Err(MoveFailure::Crash(format!("error on greeting: {problem}")));
                }
                _ => {}
            }
        }
        for (name, value) in command.options() {
            engine.set(name, value, abort)?;
        }
        Ok(engine)
    }

    fn set(&mut self, name: &str, value: &str, abort: &Abort) -> Result<(), MoveFailure> {
        self.send(&Request::SetOption(name.to_owned(), Some(value.to_owned())))?;
        let deadline = Instant::now() + START;
        loop {
            match self.reply(deadline, abort) {
                Ok(Reply::Ready) => return Ok(()),
                Ok(Reply::Error(problem)) => {
                    return Err(MoveFailure::Crash(format!("option {name}={value}: {problem}")));
                }
                Ok(_) => {}
                Err(MoveFailure::TimeOut(_)) => {
                    let problem = format!("option {name}={value}: no answer in time");
                    return Err(MoveFailure::TimeOut(problem));
                }
                Err(failure) => return Err(failure),
            }
        }
    }

    /// Asks for a hasty move in a position, to see whether the engine plays on its board.
    ///
    /// # Errors
    /// It answers with an error. Any other failure is for games to show.
    pub fn try_board(&mut self, start: &Position, abort: &Abort) -> Result<(), MoveFailure> {
        let limits = GoLimits { time: Some(HASTE), nodes: Some(1), clock: None };
        let asked = self
            .send(&Request::Position(start.clone(), Vec::new()))
            .and_then(|()| self.send(&Request::Go(limits)));
        let deadline = Instant::now() + START;
        while asked.is_ok()
            && let Ok(reply) = self.reply(deadline, abort)
        {
            match reply {
                Reply::Error(problem) => {
                    return Err(MoveFailure::Board(format!("'{start}': {problem}")));
                }
                Reply::BestMove(_) => break,
                _ => {}
            }
        }
        Ok(())
    }

    /// Asks for a move; after `patience` the engine has lost on time.
    ///
    /// # Errors
    /// It gives no move.
    pub fn choose(
        &mut self,
        start: &Position,
        moves: &[Move],
        limits: GoLimits,
        patience: Duration,
        abort: &Abort,
    ) -> Result<BestMove, MoveFailure> {
        // A late reply to an earlier request must not count as a reply to this one.
        self.process.forget_lines();
        self.send(&Request::Position(start.clone(), moves.to_vec()))?;
        self.send(&Request::Go(limits))?;
        let deadline = Instant::now() + patience.min(LONGEST);
        loop {
            match self.reply(deadline, abort)? {
                Reply::BestMove(found) => return Ok(found),
                Reply::Error(problem) => {
                    return Err(MoveFailure::Crash(format!("error {problem}")));
                }
                _ => {}
            }
        }
    }

    fn send(&mut self, request: &Request) -> Result<(), MoveFailure> {
        self.process.send(request).map_err(failure)
    }

    /// Reads the next reply.
    fn reply(&mut self, deadline: Instant, abort: &Abort) -> Result<Reply, MoveFailure> {
        match self.process.line(deadline, abort).map_err(failure)? {
            Line::Whole(line) => Reply::parse(&line).map_err(MoveFailure::NotUnderstood),
            Line::TooLong => {
                let problem = format!("a line longer than {LONGEST_LINE} bytes");
                Err(MoveFailure::NotUnderstood(problem))
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

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.process.send(&Request::Quit);
    }
}
