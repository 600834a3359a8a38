//! A program that speaks the line protocol of this project; `docs/protocol.md` describes it.

use super::command_line::CommandLine;
use super::move_failure::MoveFailure;
use super::process::EngineLog;
use super::protocol::{BestMove, GoLimits, INCREMENT, NEW_GAME, Reply, Request, VERSION};
use super::search_report::parse_info;
use super::speaker::{HASTY, PROMPT, Speaker};
use super::talk::Talk;
use amazons::board::{Move, Position};
use amazons::limits::Abort;
use amazons::solvers::Watch;
use std::time::Instant;

/// A running program of the line protocol.
pub struct LineSpeaker {
    talk: Talk,
    id: Option<String>,
    /// What it announced of the requests that not every engine knows.
    features: Vec<String>,
}

impl LineSpeaker {
    /// Starts a program and greets it.
    ///
    /// # Errors
    /// It cannot be started, or does not greet in time.
    pub fn start(
        command: &CommandLine,
        log: Option<&EngineLog>,
        abort: &Abort,
    ) -> Result<Self, MoveFailure> {
        let talk = Talk::start(command, log)?;
        let mut new = Self { talk, id: None, features: Vec::new() };
        new.talk.send(&Request::Hello(VERSION))?;
        let deadline = Instant::now() + PROMPT;
        loop {
            match new.reply(deadline, abort)? {
                Reply::Ready => return Ok(new),
                Reply::Error(problem) => {
                    return Err(MoveFailure::Crash(format!("error on greeting: {problem}")));
                }
                Reply::Id(name) => new.id = new.id.or(Some(name)),
                Reply::Info(text) => {
                    let mut words = text.split_whitespace();
                    if words.next() == Some("feature") {
                        new.features.extend(words.map(str::to_owned));
                    }
                }
                _ => {}
            }
        }
    }

    /// Reads the next reply.
    fn reply(&mut self, deadline: Instant, abort: &Abort) -> Result<Reply, MoveFailure> {
        let line = self.talk.line(deadline, abort)?;
        Reply::parse(&line).map_err(MoveFailure::NotUnderstood)
    }
}

impl Speaker for LineSpeaker {
    fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    fn set(&mut self, name: &str, value: &str, abort: &Abort) -> Result<(), MoveFailure> {
        self.talk.send(&Request::SetOption(name.to_owned(), Some(value.to_owned())))?;
        let deadline = Instant::now() + PROMPT;
        loop {
            match self.reply(deadline, abort) {
                Ok(Reply::Ready) => return Ok(()),
                Ok(Reply::Error(problem)) => {
                    return Err(MoveFailure::option(name, value, &problem));
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

    fn begin_game(&mut self, _: &Abort) -> Result<(), MoveFailure> {
        match self.knows(NEW_GAME) {
            true => self.talk.send(&Request::NewGame),
            false => Ok(()),
        }
    }

    fn ask(
        &mut self,
        start: &Position,
        moves: &[Move],
        limits: &GoLimits,
        deadline: Instant,
        abort: &Abort,
        watch: &mut Watch<'_>,
    ) -> Result<BestMove, MoveFailure> {
        self.talk.forget_lines();
        self.talk.send(&Request::Position(start.clone(), moves.to_vec()))?;
        let increment = limits.increment.filter(|_| self.knows(INCREMENT));
        self.talk.send(&Request::Go(GoLimits { increment, ..*limits }))?;
        loop {
            match self.reply(deadline, abort)? {
                Reply::BestMove(found) => return Ok(found),
                Reply::Error(problem) => {
                    return Err(MoveFailure::Crash(format!("error {problem}")));
                }
                Reply::Info(text) => {
                    if let Some(thought) = parse_info(&text, |word| word.parse().ok()) {
                        watch.tell(&thought);
                    }
                }
                _ => {}
            }
        }
    }

    fn knows(&self, feature: &str) -> bool {
        self.features.iter().any(|known| known == feature)
    }

    fn try_board(&mut self, start: &Position, abort: &Abort) -> Result<(), MoveFailure> {
        let asked = self
            .talk
            .send(&Request::Position(start.clone(), Vec::new()))
            .and_then(|()| self.talk.send(&Request::Go(HASTY)));
        let deadline = Instant::now() + PROMPT;
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

    fn quit(&mut self) {
        let _ = self.talk.send(&Request::Quit);
    }
}
