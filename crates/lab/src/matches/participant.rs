//! The participants of a match: players of this program, or external engines.

use crate::engine::MoveFailure;
use crate::engine::external::Engine;
use crate::engine::given_name::named;
use crate::engine::process::EngineLog;
use crate::engine::program::{Dialect, Program, or_a_program};
use crate::engine::protocol::GoLimits;
use crate::play::{MoveLimit, Player, PlayerAtGame};
use amazons::board::{Move, Position};
use amazons::limits::Abort;
use amazons::records::Game;
use amazons::solvers::{SpecError, Watch};
use amazons::util::opaque_debug;
use std::time::Duration;

/// A participant of a match, made from a text: a player's spec, or a foreign program as
/// `engine:COMMAND`, `uci:COMMAND` or `gtp:COMMAND`. `NAME=PLAYER` gives it the name that results
/// call it by.
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
    Engine { program: Program, limit: MoveLimit },
}

/// A participant at the board: what one thread needs to let it play.
pub struct Seat<'a> {
    participant: &'a Participant,
    player: Option<PlayerAtGame<'a>>,
    engine: Option<Engine>,
    /// How the engine named itself.
    id: Option<String>,
    /// The nodes of the engine's last move.
    nodes: u64,
    /// Why the engine could not be started.
    failed: Option<MoveFailure>,
    log: Option<&'a EngineLog>,
}

/// What a participant may use for a move.
#[derive(Clone, Copy, Debug)]
pub struct Allowance {
    /// What it should use.
    pub time: Option<Duration>,
    /// The clocks of the game, if there are any.
    pub clock: Option<ClockNow>,
    /// An engine that takes longer has lost.
    pub patience: Duration,
}

/// The clocks of a game before a move.
#[derive(Clone, Copy, Debug)]
pub struct ClockNow {
    /// What is left for the player to move, and for the opponent.
    pub left: [Duration; 2],
    /// What a clock gains with each move.
    pub increment: Duration,
}

opaque_debug!([] Seat<'_>, "Seat");

impl Participant {
    /// Reads a text. One without a limit of its own gets `limit` for each move.
    ///
    /// # Errors
    /// The player's spec, the command or the name is wrong.
    pub fn from_text(text: &str, limit: MoveLimit) -> Result<Self, SpecError> {
        let is_player = |name: &str| Player::from_spec(name, MoveLimit::default()).is_ok();
        let (name, text) = named(text, is_player)?;
        let kind = match Program::from_text(text).transpose()? {
            Some(program) => {
                let own =
                    Some(program.command().limit()).filter(|own| *own != MoveLimit::default());
                Kind::Engine { limit: own.unwrap_or(limit), program }
            }
            None => Kind::Player(
                Player::from_spec(text, limit)
                    .map_err(|error| or_a_program(error, text, &Dialect::ALL))?,
            ),
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
            Kind::Engine { program, .. } => program.to_string(),
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

    /// Rejects a position that a player cannot play from, or that the protocol of an engine cannot
    /// set up; the engine itself is asked when it is greeted.
    ///
    /// # Errors
    /// The error says what would fit.
    pub fn check_board(&self, position: &Position) -> Result<(), SpecError> {
        match &self.kind {
            Kind::Player(player) => player.check_board(position),
            Kind::Engine { program, .. } => program.check_start(position),
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
            Kind::Engine { program, limit } => {
                let mut engine = Engine::start(program, *limit, log, abort)?;
                starts.iter().try_for_each(|start| engine.try_board(start, abort))
            }
        }
    }

    /// Returns a word of its command that looks like an option of a player, but goes to the program.
    pub fn looks_like_a_limit(&self) -> Option<&str> {
        match &self.kind {
            Kind::Player(_) => None,
            Kind::Engine { program, .. } => program.command().looks_like_a_limit(),
        }
    }

    /// Makes a seat for it; what its engine writes to standard error goes to `log`.
    pub fn seat<'a>(&'a self, log: Option<&'a EngineLog>) -> Seat<'a> {
        let player = match &self.kind {
            Kind::Player(player) => Some(PlayerAtGame::new(player, None)),
            Kind::Engine { .. } => None,
        };
        Seat { participant: self, player, engine: None, id: None, nodes: 0, failed: None, log }
    }
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
    /// that is not running is started here, before any clock runs, and told of the new game. If
    /// that fails, it loses when it is asked for a move.
    pub fn begin(&mut self, seed: Option<u64>, abort: &Abort) {
        match &self.participant.kind {
            Kind::Player(player) => self.player = Some(PlayerAtGame::new(player, seed)),
            Kind::Engine { program, limit } => {
                let running = self
                    .engine
                    .take()
                    .map_or_else(|| Engine::start(program, *limit, self.log, abort), Ok);
                let ready = running.and_then(|mut engine| {
                    engine.begin_game(abort)?;
                    Ok(engine)
                });
                match ready {
                    Ok(engine) => {
                        self.id = engine.id().map(str::to_owned);
                        self.engine = Some(engine);
                    }
                    Err(failure) => self.failed = Some(failure),
                }
            }
        }
    }

    /// Returns how its engine names itself.
    pub fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    /// Returns the nodes of the last move; 0 for an engine that does not say.
    pub fn nodes(&self) -> u64 {
        self.player.as_ref().map_or(self.nodes, PlayerAtGame::nodes)
    }

    /// Chooses a move in the game's position.
    ///
    /// # Errors
    /// It offers no move. Whether a move is legal is for the referee to check.
    pub fn choose(
        &mut self,
        game: &Game,
        allowance: Allowance,
        abort: &Abort,
    ) -> Result<Move, MoveFailure> {
        let Allowance { time, clock, patience } = allowance;
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
                // An engine divides its clock itself.
                let time = if clock.is_some() { limit.time } else { time };
                let limits = GoLimits {
                    time,
                    nodes: limit.nodes,
                    clock: clock.map(|clock| clock.left),
                    increment: clock.map(|clock| clock.increment).filter(|more| !more.is_zero()),
                };
                let nobody = &mut Watch::nobody();
                let chosen =
                    engine.choose(game.start(), game.moves(), &limits, patience, abort, nobody);
                self.nodes = chosen.as_ref().ok().and_then(|found| found.nodes).unwrap_or(0);
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
        let unknown = read("stockfish").unwrap_err().to_string();
        assert!(unknown.ends_with("or a program: engine:COMMAND, uci:COMMAND, gtp:COMMAND"));
    }
}
