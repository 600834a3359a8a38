//! Who takes part in a match: a player of this program, or an external engine.

use crate::board::{Move, Position};
use crate::engine::MoveFailure;
use crate::engine::external::Engine;
use crate::engine::process::{CommandLine, ENGINE, ErrorLog};
use crate::engine::protocol::GoLimits;
use crate::limits::Abort;
use crate::play::{MoveLimit, Player, PlayerAtGame};
use crate::records::Game;
use crate::solvers::SpecError;
use std::time::Duration;

/// One who takes part in a match, made from a text: a player's spec, or `engine:COMMAND`.
pub enum Participant {
    /// A player of this program.
    Player(Player),
    /// A program to be started.
    Engine {
        /// The program and its arguments, as for a shell.
        command: CommandLine,
        /// What it may use for each move.
        limit: MoveLimit,
    },
}

/// A contestant at the board: what one thread needs to let him play.
pub struct Seat<'a> {
    contestant: &'a Participant,
    player: Option<PlayerAtGame<'a>>,
    engine: Option<Engine>,
    /// Why the engine could not be started.
    failed: Option<MoveFailure>,
    log: Option<&'a ErrorLog>,
}

impl Participant {
    /// Reads a text. An engine, and a player without a limit of his own, gets `limit` a move.
    ///
    /// # Errors
    /// The player's spec or the command is wrong.
    pub fn from_text(text: &str, limit: MoveLimit) -> Result<Self, SpecError> {
        match text.strip_prefix(ENGINE) {
            Some(command) => match command.parse() {
                Ok(command) => Ok(Self::Engine { command, limit }),
                Err(error) => Err(SpecError::new(text, format!("{error}"))),
            },
            None => Ok(Self::Player(Player::from_spec(text, limit)?)),
        }
    }

    /// The text that makes him again, and by which results name him.
    pub fn name(&self) -> String {
        match self {
            Self::Player(player) => player.spec(),
            Self::Engine { command, .. } => format!("{ENGINE}{command}"),
        }
    }

    /// His limit a move.
    pub fn limit(&self) -> MoveLimit {
        match self {
            Self::Player(player) => player.limit(),
            Self::Engine { limit, .. } => *limit,
        }
    }

    /// Whether he is known to play the same game from the same opening against one of his kind.
    pub fn repeats_himself(&self) -> bool {
        match self {
            Self::Player(player) => player.repeats_itself(),
            Self::Engine { .. } => false,
        }
    }

    /// Refuses a position on a board that a player cannot play on; an engine says so itself.
    ///
    /// # Errors
    /// It is one; the error names the boards.
    pub fn check_board(&self, position: &Position) -> Result<(), SpecError> {
        match self {
            Self::Player(player) => player.check_board(position),
            Self::Engine { .. } => Ok(()),
        }
    }

    /// Finds out whether an engine can be started and greets.
    ///
    /// # Errors
    /// It cannot, or does not.
    pub fn greet(&self, log: Option<&ErrorLog>, abort: &Abort) -> Result<(), MoveFailure> {
        match self {
            Self::Player(_) => Ok(()),
            Self::Engine { command, .. } => Engine::start(command, log, abort).map(drop),
        }
    }

    /// A seat for them; what their engine writes to standard error goes to `log`.
    pub fn seat<'a>(&'a self, log: Option<&'a ErrorLog>) -> Seat<'a> {
        let player = match self {
            Self::Player(player) => Some(PlayerAtGame::new(player, None)),
            Self::Engine { .. } => None,
        };
        Seat { contestant: self, player, engine: None, failed: None, log }
    }
}

impl Seat<'_> {
    /// Who sits here.
    pub fn contestant(&self) -> &Participant {
        self.contestant
    }

    /// Begins a game, with this seed of a player's random choices in place of its own. An engine that
    /// does not run is started here, before anybody's clock: one that cannot be loses by it when it
    /// is asked for a move.
    pub fn begin(&mut self, seed: Option<u64>, abort: &Abort) {
        match self.contestant {
            Participant::Player(player) => self.player = Some(PlayerAtGame::new(player, seed)),
            Participant::Engine { command, .. } if self.engine.is_none() => {
                match Engine::start(command, self.log, abort) {
                    Ok(engine) => self.engine = Some(engine),
                    Err(failure) => self.failed = Some(failure),
                }
            }
            Participant::Engine { .. } => {}
        }
    }

    /// Nodes of the last move; 0 for an engine.
    pub fn nodes(&self) -> u64 {
        self.player.as_ref().map_or(0, PlayerAtGame::nodes)
    }

    /// Chooses a move in the game's position. `time` is what he should use, `clock` what is left
    /// of the game's time for him and his opponent, and after `patience` an engine has lost.
    ///
    /// # Errors
    /// He has none to offer; whether it is legal is for the referee to see.
    pub fn choose(
        &mut self,
        game: &Game,
        time: Option<Duration>,
        clock: Option<[Duration; 2]>,
        patience: Duration,
        abort: &Abort,
    ) -> Result<Move, MoveFailure> {
        match (self.contestant, &mut self.player) {
            (Participant::Player(_), Some(player)) => {
                match player.choose_within(game.now(), time, abort) {
                    Some(mv) => Ok(mv),
                    None if abort.is_set() => Err(MoveFailure::Aborted),
                    None => Err(MoveFailure::Crash("found no move".to_owned())),
                }
            }
            (Participant::Player(_), None) => {
                Err(MoveFailure::Crash("nobody sits here".to_owned()))
            }
            (Participant::Engine { limit, .. }, _) => {
                let Some(engine) = &mut self.engine else {
                    let unknown = || MoveFailure::Crash("nobody sits here".to_owned());
                    return Err(self.failed.take().unwrap_or_else(unknown));
                };
                let time = if clock.is_some() { None } else { time };
                let limits = GoLimits { time, nodes: limit.nodes, clock };
                let chosen = engine.choose(game.start(), game.moves(), limits, patience, abort);
                let chosen = chosen.and_then(|found| found.mv.ok_or(MoveFailure::Resigned));
                // One that failed is started afresh for the next game.
                if chosen.is_err() {
                    self.engine = None;
                }
                chosen
            }
        }
    }

    /// The engine's move was illegal: it is started afresh for the next game.
    pub fn dismiss(&mut self) {
        self.engine = None;
    }
}
