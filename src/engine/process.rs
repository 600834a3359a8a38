//! An external engine: a process that speaks the line protocol.

use super::move_failure::MoveFailure;
use super::protocol::{GoLimits, Reply, Request, VERSION};
use crate::board::{Move, Position};
use crate::limits::Abort;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

/// How long an engine may take to start and to greet.
const START: Duration = Duration::from_secs(10);

/// The longest line an engine may send, in bytes.
const LONGEST_LINE: u64 = 1 << 16;

/// How often a waiting match looks at its abort flag.
const GLANCE: Duration = Duration::from_millis(50);

/// A running engine.
pub struct Engine {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Engine {
    /// Starts a program, given with its arguments divided by blanks, and greets it.
    pub fn start(command: &str, abort: &Abort) -> Result<Self, MoveFailure> {
        let crash = |problem: String| MoveFailure::Crash(format!("{command}: {problem}"));
        let mut words = command.split_whitespace();
        let program = words.next().ok_or_else(|| crash("no program".to_owned()))?;
        let mut child = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| crash(format!("cannot be started: {error}")))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(crash("has no pipes".to_owned()));
        };
        let (send, lines) = sync_channel(64);
        // Ends when the engine closes its output, or when this side stops listening.
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Ok(Some(line)) = read_line(&mut output) {
                if send.send(line).is_err() {
                    break;
                }
            }
        });
        let mut engine = Self { child, input, lines };
        engine.send(&Request::Hello(VERSION))?;
        let deadline = Instant::now() + START;
        while engine.reply(deadline, abort)? != Reply::Ready {}
        Ok(engine)
    }

    /// Asks for a move; after `patience` it has lost on time.
    pub fn choose(
        &mut self,
        start: &Position,
        moves: &[Move],
        limits: GoLimits,
        patience: Duration,
        abort: &Abort,
    ) -> Result<Move, MoveFailure> {
        self.send(&Request::Position(start.clone(), moves.to_vec()))?;
        self.send(&Request::Go(limits))?;
        let deadline = Instant::now() + patience;
        loop {
            match self.reply(deadline, abort)? {
                Reply::BestMove(Some(mv)) => return Ok(mv),
                Reply::BestMove(None) => return Err(MoveFailure::Resigned),
                Reply::Error(problem) => {
                    return Err(MoveFailure::Crash(format!("error {problem}")));
                }
                _ => {}
            }
        }
    }

    fn send(&mut self, request: &Request) -> Result<(), MoveFailure> {
        let written = writeln!(self.input, "{request}").and_then(|()| self.input.flush());
        written.map_err(|error| MoveFailure::Crash(self.obituary(&error.to_string())))
    }

    /// The next line that means something.
    fn reply(&mut self, deadline: Instant, abort: &Abort) -> Result<Reply, MoveFailure> {
        loop {
            if abort.is_set() {
                return Err(MoveFailure::Aborted);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(MoveFailure::TimeOut("no answer in time".to_owned()));
            }
            match self.lines.recv_timeout(left.min(GLANCE)) {
                Ok(line) if line.trim().is_empty() => {}
                Ok(line) => {
                    return Reply::parse(&line).map_err(MoveFailure::NotUnderstood);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(MoveFailure::Crash(self.obituary("closed its output")));
                }
            }
        }
    }

    /// What is known of how the engine ended.
    fn obituary(&mut self, symptom: &str) -> String {
        // Its exit may be a moment behind the closing of its pipes.
        for _ in 0..20 {
            if let Ok(Some(status)) = self.child.try_wait() {
                return format!("{symptom}; {status}");
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        symptom.to_owned()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // One that takes its leave may; one that hangs is ended.
        let _ = writeln!(self.input, "{}", Request::Quit).and_then(|()| self.input.flush());
        for _ in 0..20 {
            if let Ok(Some(_)) = self.child.try_wait() {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The next line, cut where it is too long; `None` at the end.
fn read_line(output: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let read = output.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)?;
    Ok((read > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
}
