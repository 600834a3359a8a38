//! The participants of a match: players of this program, or external engines.

use crate::engine::MoveFailure;
use crate::engine::external::Engine;
use crate::engine::process::{CommandLine, ENGINE, EngineLog};
use crate::engine::protocol::GoLimits;
use crate::play::{MoveLimit, Player, PlayerAtGame};
use amazons::board::{Move, Position};
use amazons::limits::Abort;
use amazons::records::Game;
use amazons::solvers::SpecError;
use amazons::util::opaque_debug;
use std::time::Duration;

/// A participant of a match, made from a text: a player's spec or `engine:COMMAND`. `NAME=PLAYER`
/// gives it the name that results call it by.
#[derive(Debug)]
pub struct Participant {
    name: Option<String>,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    /// A player of this program.
    Player(Player),
    /// A program to start, and what it may use for each move.
    Engine { command: CommandLine, limit: MoveLimit },
}

/// The longest name of a participant, in bytes.
const LONGEST_NAME: usize = 60;

/// A participant at the board: what one thread needs to let it play.
pub struct Seat<'a> {
    participant: &'a Participant,
    player: Option<PlayerAtGame<'a>>,
    engine: Option<Engine>,
    /// Why the engine could not be started.
    failed: Option<MoveFailure>,
    log: Option<&'a EngineLog>,
}

opaque_debug!([] Seat<'_>, "Seat");

impl Participant {
    /// Reads a text. An engine, or a player without a limit of its own, gets `limit` for each move.
    ///
    /// # Errors
    /// The player's spec, the command or the name is wrong.
    pub fn from_text(text: &str, limit: MoveLimit) -> Result<Self, SpecError> {
        let (name, text) = match split_name(text) {
            Some((name, text)) => (Some(checked_name(name, text)?), text),
            None => (None, text),
        };
        let kind = match text.strip_prefix(ENGINE) {
            Some(command) => match command.parse() {
                Ok(command) => Kind::Engine { command, limit },
                Err(error) => return Err(SpecError::new(text, format!("{error}"))),
            },
            None => Kind::Player(Player::from_spec(text, limit)?),
        };
        Ok(Self { name, kind })
    }

    /// Returns the name that it was given.
    pub fn given_name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Returns what results call it: the name it was given, or else its text.
    pub fn name(&self) -> String {
        self.name.clone().unwrap_or_else(|| self.spec())
    }

    /// Returns the text that makes it again, without its name.
    pub fn spec(&self) -> String {
        match &self.kind {
            Kind::Player(player) => player.spec(),
            Kind::Engine { command, .. } => format!("{ENGINE}{command}"),
        }
    }

    /// Returns whether it is known to play the same game from the same opening against another
    /// participant that repeats itself.
    pub fn repeats_itself(&self) -> bool {
        match &self.kind {
            Kind::Player(player) => player.repeats_itself(),
            Kind::Engine { .. } => false,
        }
    }

    /// Rejects a position whose board a player cannot play on; an engine says so itself.
    ///
    /// # Errors
    /// The board is too large; the error names both boards.
    pub fn check_board(&self, position: &Position) -> Result<(), SpecError> {
        match &self.kind {
            Kind::Player(player) => player.check_board(position),
            Kind::Engine { .. } => Ok(()),
        }
    }

    /// Checks that an engine can be started, greets, and plays from these positions.
    ///
    /// # Errors
    /// It cannot be started, does not greet, or refuses a position.
    pub fn greet(
        &self,
        starts: &[&Position],
        log: Option<&EngineLog>,
        abort: &Abort,
    ) -> Result<(), MoveFailure> {
        match &self.kind {
            Kind::Player(_) => Ok(()),
            Kind::Engine { command, .. } => {
                let mut engine = Engine::start(command, log, abort)?;
                starts.iter().try_for_each(|start| engine.try_board(start, abort))
            }
        }
    }

    /// Returns a word of its command that looks like a limit of a player, but goes to the program.
    pub fn looks_like_a_limit(&self) -> Option<&str> {
        match &self.kind {
            Kind::Player(_) => None,
            Kind::Engine { command, .. } => command.looks_like_a_limit(),
        }
    }

    /// Makes a seat for it; what its engine writes to standard error goes to `log`.
    pub fn seat<'a>(&'a self, log: Option<&'a EngineLog>) -> Seat<'a> {
        let player = match &self.kind {
            Kind::Player(player) => Some(PlayerAtGame::new(player, None)),
            Kind::Engine { .. } => None,
        };
        Seat { participant: self, player, engine: None, failed: None, log }
    }
}

/// Splits `NAME=PLAYER` into the name and the player. A player's own equals sign follows a colon.
fn split_name(text: &str) -> Option<(&str, &str)> {
    let (name, player) = text.split_once('=')?;
    (!name.contains(':')).then_some((name, player))
}

fn checked_name(name: &str, player: &str) -> Result<String, SpecError> {
    let name = name.trim();
    let sound = !name.is_empty()
        && name.len() <= LONGEST_NAME
        && !name.contains(|c: char| c.is_control() || matches!(c, ',' | '#'))
        && Player::from_spec(name, MoveLimit::default()).is_err();
    if sound {
        return Ok(name.to_owned());
    }
    let problem = format!(
        "the name '{}' before '='; expected 1 to {LONGEST_NAME} bytes without ',' and '#', other \
         than the text of a player",
        name.escape_debug()
    );
    Err(SpecError::new(player, problem))
}

impl Seat<'_> {
    /// Returns the limit for each move of the participant in this seat.
    pub fn limit(&self) -> MoveLimit {
        match &self.participant.kind {
            Kind::Player(player) => player.limit(),
            Kind::Engine { limit, .. } => *limit,
        }
    }

    /// Begins a game, with this seed for a player's random choices instead of its own. An engine
    /// that is not running is started here, before any clock runs. If it cannot be started, it
    /// loses when it is asked for a move.
    pub fn begin(&mut self, seed: Option<u64>, abort: &Abort) {
        match &self.participant.kind {
            Kind::Player(player) => self.player = Some(PlayerAtGame::new(player, seed)),
            Kind::Engine { command, .. } if self.engine.is_none() => {
                match Engine::start(command, self.log, abort) {
                    Ok(engine) => self.engine = Some(engine),
                    Err(failure) => self.failed = Some(failure),
                }
            }
            Kind::Engine { .. } => {}
        }
    }

    /// Returns the nodes of the last move; 0 for an engine.
    pub fn nodes(&self) -> u64 {
        self.player.as_ref().map_or(0, PlayerAtGame::nodes)
    }

    /// Chooses a move in the game's position. `time` is what it should use, and `clock` is what is
    /// left of the game's time for it and its opponent. An engine that takes longer than `patience`
    /// has lost.
    ///
    /// # Errors
    /// It offers no move. Whether a move is legal is for the referee to check.
    pub fn choose(
        &mut self,
        game: &Game,
        time: Option<Duration>,
        clock: Option<[Duration; 2]>,
        patience: Duration,
        abort: &Abort,
    ) -> Result<Move, MoveFailure> {
        match (&self.participant.kind, &mut self.player) {
            (Kind::Player(_), Some(player)) => {
                match player.choose_within(game.now(), time, abort) {
                    Some(mv) => Ok(mv),
                    None if abort.is_set() => Err(MoveFailure::Aborted),
                    None => Err(MoveFailure::Crash("found no move".to_owned())),
                }
            }
            (Kind::Player(_), None) => Err(MoveFailure::Crash("nobody sits here".to_owned())),
            (Kind::Engine { limit, .. }, _) => {
                let Some(engine) = &mut self.engine else {
                    let unknown = || MoveFailure::Crash("nobody sits here".to_owned());
                    return Err(self.failed.take().unwrap_or_else(unknown));
                };
                let time = if clock.is_some() { None } else { time };
                let limits = GoLimits { time, nodes: limit.nodes, clock };
                let chosen = engine.choose(game.start(), game.moves(), limits, patience, abort);
                let chosen = chosen.and_then(|found| found.mv.ok_or(MoveFailure::Resigned));
                // A failed engine is started afresh for the next game.
                if chosen.is_err() {
                    self.engine = None;
                }
                chosen
            }
        }
    }

    /// Ends an engine that moved illegally; it is started afresh for the next game.
    pub fn dismiss(&mut self) {
        self.engine = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stands_before_a_player_and_is_no_option_of_it() {
        let read = |text: &str| Participant::from_text(text, MoveLimit::default());
        let named = read("my engine 2=engine:./x option.depth=3").unwrap();
        assert_eq!(
            (named.name().as_str(), named.spec().as_str()),
            ("my engine 2", "engine:./x option.depth=3")
        );
        let unnamed = read("alphabeta:depth=2").unwrap();
        assert_eq!((unnamed.given_name(), unnamed.name()), (None, unnamed.spec()));
        for text in ["=random", "a,b=random", "a\nb=random", "a #2=random", "random=one-ply"] {
            let error = read(text).expect_err(text).to_string();
            assert!(error.contains("before '='"), "{error}");
        }
        assert!(read("deep=depth=3").is_err());
    }
}
