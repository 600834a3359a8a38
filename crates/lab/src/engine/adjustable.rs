//! A player whose options can be changed between two moves.

use crate::play::clock::share_of_clock;
use crate::play::{Choice, MoveLimit, Player};
use amazons::board::Position;
use amazons::limits::Abort;
use amazons::solvers::{OptionInfo, OptionKind, Spec, SpecError, Watch, parse_bytes};
use std::fmt;
use std::time::{Duration, Instant};

/// The option for the bytes that the solver may take; it is not part of a player's text.
pub(super) const MEMORY: &str = "memory";

/// A player and the current values of its options.
#[derive(Debug)]
pub struct AdjustablePlayer {
    player: Player,
    /// Its current options and memory.
    now: Spec,
    /// Its options and memory at the start, to which an option is reset.
    start: Spec,
    /// What it may use for each move if nothing else is set.
    limit: MoveLimit,
    /// What was in force at the start: `start` and, if it has no limit of its own, `limit`.
    in_force: Spec,
    /// The position of its last move, and what was left of its own clock then.
    last: Option<(Position, Option<Duration>)>,
}

/// An option as an engine lists it: `option NAME KIND [CHOICE …] [default VALUE]`.
struct Listed(OptionInfo);

impl fmt::Display for Listed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let OptionInfo { name, kind, choices, default, .. } = &self.0;
        write!(f, "option {name} {kind}")?;
        choices.iter().try_for_each(|choice| write!(f, " {choice}"))?;
        default.iter().try_for_each(|default| write!(f, " default {default}"))
    }
}

impl AdjustablePlayer {
    /// Makes the player of a text; a player without a limit of its own gets `limit` for each move.
    ///
    /// # Errors
    /// There is no such solver, or an option is unknown or impossible.
    pub fn new(text: &str, limit: MoveLimit) -> Result<Self, SpecError> {
        let player = Player::from_spec(text, limit)?;
        // In full and in order, with every option under its own name. `limit` is left out: it gives
        // way to any limit that is set.
        let start = Spec::parse(&Player::from_spec(text, MoveLimit::default())?.spec())?;
        let in_force = Spec::parse(&player.spec())?;
        Ok(Self { player, now: start.clone(), start, limit, in_force, last: None })
    }

    /// Returns the player with its current options.
    pub fn player(&self) -> &Player {
        &self.player
    }

    /// Chooses a move as [`Player::choose_watched`] does. Its own clock runs on, and it remembers what
    /// it has searched, as long as a position can follow from the last one; otherwise a new game
    /// begins.
    pub fn choose(
        &mut self,
        position: &Position,
        time: Option<Duration>,
        nodes: Option<u64>,
        abort: &Abort,
        watch: &mut Watch<'_>,
    ) -> Option<Choice> {
        let begun = Instant::now();
        self.follow(position);
        let has_own = time.is_none() && nodes.is_none();
        let share = self.share_of_own_clock(position).filter(|_| has_own);
        let (time, nodes) = match share {
            Some(share) => (Some(share), self.player.limit().nodes),
            None => (time, nodes),
        };
        let choice = self.player.choose_watched(position, time, nodes, abort, watch);
        self.moved_in(position, share.map_or(Duration::ZERO, |_| begun.elapsed()));
        choice
    }

    /// Chooses a move as [`choose`](Self::choose) does in a position that may come up next. Its own
    /// clock stands still.
    pub fn ponder(
        &mut self,
        position: &Position,
        time: Option<Duration>,
        nodes: Option<u64>,
        abort: &Abort,
        watch: &mut Watch<'_>,
    ) -> Option<Choice> {
        self.follow(position);
        self.player.choose_watched(position, time, nodes, abort, watch)
    }

    /// Returns the time that it gives itself for a move.
    pub fn own_time(&self, position: &Position) -> Option<Duration> {
        self.player.limit().time.or_else(|| self.share_of_own_clock(position))
    }

    /// Says that it has moved in a position, and for how long its own clock ran.
    pub fn moved_in(&mut self, position: &Position, elapsed: Duration) {
        let left = self.left().map(|left| left.saturating_sub(elapsed));
        self.last = Some((position.clone(), left));
    }

    /// Begins a new game unless the position can follow from the last one.
    fn follow(&mut self, position: &Position) {
        if !self.last.as_ref().is_some_and(|(before, _)| may_follow(position, before)) {
            self.begin_game();
        }
    }

    /// What is left of its own clock.
    fn left(&self) -> Option<Duration> {
        let clock = self.player.clock()?;
        Some(self.last.as_ref().and_then(|(_, left)| *left).unwrap_or(clock))
    }

    fn share_of_own_clock(&self, position: &Position) -> Option<Duration> {
        Some(share_of_clock(self.left()?, Duration::ZERO, position))
    }

    /// Begins a new game: the player's own clock is full again, and nothing is remembered.
    pub fn begin_game(&mut self) {
        self.last = None;
        self.player.begin_game();
    }

    /// Returns its options, each with its value at the start.
    pub fn options(&self) -> Vec<OptionInfo> {
        let mut options = self.player.options();
        for option in &mut options {
            if let Some(set) = self.in_force.value(&option.name) {
                option.default = Some(set.to_owned());
            }
        }
        let memory = format!("{}MiB", self.start.memory() >> 20);
        options.push(OptionInfo::new(MEMORY, OptionKind::Size, Some(memory)));
        options
    }

    /// Returns one line for each option: its name, its values, and its value at the start.
    pub fn lines(&self) -> Vec<String> {
        self.options().into_iter().map(|option| Listed(option).to_string()).collect()
    }

    /// Sets an option; without a value, resets it to what it was at the start. If it cannot be set,
    /// nothing changes.
    ///
    /// # Errors
    /// There is no such option, or its value is impossible, alone or with the others; the text says
    /// which.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<(), String> {
        let options = self.options();
        if !options.iter().any(|option| option.name == name) {
            let known: Vec<_> = options.into_iter().map(|option| option.name).collect();
            return Err(format!("no option '{name}'; expected one of {}", known.join(", ")));
        }
        let mut new = self.now.clone();
        match (name, value) {
            (MEMORY, None) => new = new.within(self.start.memory()),
            (MEMORY, Some(size)) => {
                let bytes = parse_bytes(size).filter(|&bytes| bytes > 0);
                let expected = || format!("memory {size} is not a size; expected e.g. 64MB");
                new = new.within(bytes.ok_or_else(expected)?);
            }
            (_, value) => {
                new.set(name, value.or_else(|| self.start.value(name)));
                // A time per move and a clock for the game exclude each other: the newer one wins.
                match (name, value) {
                    ("clock", Some(_)) => new.set("time", None),
                    ("time", Some(_)) => new.set("clock", None),
                    _ => {}
                }
            }
        }
        self.player =
            Player::of(new.clone(), self.limit).map_err(|error: SpecError| error.to_string())?;
        self.player.begin_game();
        self.now = new;
        if name == "clock"
            && let Some((_, left)) = &mut self.last
        {
            *left = None;
        }
        Ok(())
    }
}

/// Whether a position may be a later one of the same game: more squares are blocked.
fn may_follow(position: &Position, before: &Position) -> bool {
    let (now, then) = (position.placement().open(), before.placement().open());
    let size = |position: &Position| (position.width(), position.height());
    size(position) == size(before) && now != then && now & then == now
}

#[cfg(test)]
mod tests {
    use super::*;

    fn adjustable(text: &str) -> AdjustablePlayer {
        let limit = MoveLimit { time: Some(Duration::from_secs(1)), nodes: None };
        AdjustablePlayer::new(text, limit).unwrap()
    }

    #[test]
    fn its_own_clock_is_for_a_whole_game() {
        let mut engine = adjustable("uct:clock=1s");
        let start = Position::start(6, 6).unwrap();
        let mut left = |position: &Position| {
            let watch = &mut Watch::nobody();
            let choice = engine.choose(position, None, None, &Abort::new(), watch);
            (choice.map(|choice| choice.mv), engine.left().unwrap())
        };
        let (mut position, mut last) = (start.clone(), Duration::from_secs(1));
        while let (Some(mv), now) = left(&position) {
            assert!(now < last);
            (position, last) = (position.play(mv).unwrap(), now);
        }
        // A new game has the whole clock again, on whichever board.
        let other = Position::start(5, 6).unwrap();
        for start in [&start, &other, &start] {
            assert!(left(start).1 > last + Duration::from_millis(100));
        }
    }

    #[test]
    fn options_are_set_and_go_back_to_what_they_were_at_the_start() {
        let mut engine = adjustable("alphabeta:te,depth=2");
        let start = engine.player().spec();
        engine.set("depth", Some("4")).unwrap();
        engine.set("eval", Some("lieberum:tie=0.2")).unwrap();
        let now = engine.player().spec();
        assert_eq!(now, "alphabeta:eval=lieberum:tie=0.2,depth=4");
        for (name, value, expected) in [
            ("tree", "1", "no option 'tree'; expected one of eval, tt"),
            ("lieberum", "true", "no option 'lieberum'"),
            ("depth", "deep", "depth=deep is impossible"),
            ("ends", "x", "expected score or win"),
            ("memory", "much", "is not a size"),
            ("memory", "0", "is not a size"),
            ("time", "soon", "is not a time"),
        ] {
            let error = engine.set(name, Some(value)).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
            assert_eq!(engine.player().spec(), now);
        }
        for name in ["depth", "eval", "memory", "order"] {
            engine.set(name, None).unwrap();
        }
        assert_eq!(engine.player().spec(), start);
    }

    #[test]
    fn the_usual_limit_gives_way_to_one_that_is_set() {
        let mut engine = adjustable("alphabeta");
        let usual = engine.player().limit();
        let only_nodes = MoveLimit { time: None, nodes: Some(5000) };
        engine.set("nodes", Some("5000")).unwrap();
        assert_eq!(engine.player().limit(), only_nodes);
        engine.set("time", Some("2s")).unwrap();
        assert_eq!(engine.player().spec(), "alphabeta:time=2s,nodes=5000");
        engine.set("time", None).unwrap();
        assert_eq!(engine.player().limit(), only_nodes);
        engine.set("nodes", None).unwrap();
        assert_eq!(engine.player().limit(), usual);
        engine.set("depth", Some("3")).unwrap();
        assert_eq!(engine.player().limit(), MoveLimit::default());
    }

    #[test]
    fn a_value_may_hold_commas() {
        let mut engine = adjustable("hybrid");
        engine.set("first", Some("alphabeta:lieberum,depth=2")).unwrap();
        assert_eq!(engine.player().spec(), "hybrid:first=alphabeta:eval=lieberum+depth=2,time=1s");
    }

    #[test]
    fn every_option_of_every_solver_is_listed_and_takes_its_default() {
        for entry in amazons::solvers::SOLVERS {
            let mut engine = adjustable(entry.name);
            let spec = engine.player().spec();
            for option in engine.options() {
                let Some(default) = option.default else { continue };
                engine.set(&option.name, Some(&default)).unwrap();
                for choice in option.choices {
                    engine.set(&option.name, Some(&choice)).unwrap();
                }
                engine.set(&option.name, None).unwrap();
                assert_eq!(engine.player().spec(), spec, "{}", option.name);
            }
        }
        let lines = adjustable("mcts:lieberum").lines();
        for line in [
            "option eval text default lieberum",
            "option plies number default 4",
            "option prove choice none win score default none",
            "option ends choice score win default win",
            "option time time default 1s",
            "option nodes number",
            "option finish choice none judge default none",
            "option memory size default 256MiB",
        ] {
            assert!(lines.iter().any(|listed| listed == line), "{line}: {lines:?}");
        }
    }
}
