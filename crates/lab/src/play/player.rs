//! Players: a solver with a limit for each move.

use super::clock::share_of_clock;
use super::finish::Finish;
use amazons::board::{Move, Position};
use amazons::limits::{Abort, Limits};
use amazons::score::Interval;
use amazons::solvers::{
    OptionInfo, OptionKind, STRONGEST, Solver, Spec, SpecError, Thought, Variation, Watch,
    check_board, options_for, solver_of,
};
use amazons::util::SeededRng;
use std::fmt;
use std::time::{Duration, Instant};

/// What a player may use for each move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct MoveLimit {
    /// Wall time.
    pub time: Option<Duration>,
    /// Nodes as the solver counts them: for `mcts` and `uct`, a node is a playout.
    pub nodes: Option<u64>,
}

impl fmt::Display for MoveLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = self.time.map(|time| format!("time={}", humantime::format_duration(time)));
        let nodes = self.nodes.map(|nodes| format!("nodes={nodes}"));
        let parts: Vec<_> = [time, nodes].into_iter().flatten().collect();
        f.write_str(&parts.join(","))
    }
}

impl MoveLimit {
    /// Takes the options `time=100ms`, `nodes=10000` and, by another name, `playouts=10000` of a
    /// spec.
    ///
    /// # Errors
    /// One is not such a value, or the nodes are given twice.
    pub fn take(spec: &mut Spec) -> Result<Self, SpecError> {
        let time = spec.take_time("time")?;
        let nodes = spec.take_count("nodes")?;
        let playouts = spec.take_count("playouts")?;
        if nodes.is_some() && playouts.is_some() {
            return Err(spec.error("nodes and playouts are the same limit; give only one"));
        }
        Ok(Self { time, nodes: nodes.or(playouts) })
    }

    /// Adds the limit to a spec, which may have other options.
    #[must_use]
    pub fn added_to(self, spec: String) -> String {
        match self {
            Self { time: None, nodes: None } => spec,
            _ => with_option(spec, &self.to_string()),
        }
    }
}

/// Returns a spec with one more option.
fn with_option(mut spec: String, option: &str) -> String {
    spec.push(if spec.contains(':') { ',' } else { ':' });
    spec.push_str(option);
    spec
}

/// A player made from a text such as `alphabeta:width=20` or `mcts:playouts=1000,seed=7`.
#[derive(Debug)]
pub struct Player {
    solver: Box<dyn Solver>,
    limit: MoveLimit,
    /// The time for a whole game, if the player keeps its own time.
    clock: Option<Duration>,
    finish: bool,
}

/// Who chooses the last moves, and whether that is the judge.
const FINISH: [(&str, bool); 2] = [("none", false), ("judge", true)];

/// Whether the judge chooses the last moves of a solver unless its options say otherwise: only those
/// of the strongest player. The others stand for their methods alone.
fn usual_finish(solver: &dyn Solver) -> bool {
    let strongest = STRONGEST.split_once(':');
    let is_strongest =
        |spec: &Spec| strongest == spec.value("eval").map(|evaluation| (spec.name(), evaluation));
    Spec::parse(&solver.spec()).is_ok_and(|spec| is_strongest(&spec))
}

/// The name of a value of the option `finish`.
fn finish_name(by_judge: bool) -> &'static str {
    FINISH[usize::from(by_judge)].0
}

impl Player {
    /// The player that plays unless another one is asked for.
    pub const DEFAULT: &str = STRONGEST;

    /// Reads a solver's spec, which may also set the limit for a move: `time=100ms`, `nodes=10000`
    /// or, by another name, `playouts=10000`. Any of them, a fixed depth or a limit for each half of a hybrid replaces `limit`. With
    /// `finish=judge`, the default of the strongest player, the exact judge looks at a position first
    /// once every contested region has at most 32 empty squares: it chooses the move, or sees to it
    /// that a win that it has proved is kept. With `clock=5m`, the player
    /// keeps its own time: this much for a whole game, an even share of what is left for each move.
    /// The solver is made for whole games, in which only the winner counts (`ends=win`).
    ///
    /// # Errors
    /// There is no such solver, or an option is unknown or impossible.
    pub fn from_spec(text: &str, limit: MoveLimit) -> Result<Self, SpecError> {
        Self::of(Spec::parse(text)?, limit)
    }

    /// Makes the player of a parsed spec, which may say how much memory the player may take.
    ///
    /// # Errors
    /// As for [`from_spec`](Self::from_spec).
    pub fn of(spec: Spec, limit: MoveLimit) -> Result<Self, SpecError> {
        let mut spec = spec.for_games(true);
        let clock = spec.take_time("clock")?;
        let own = MoveLimit::take(&mut spec)?;
        let names_finish = spec.value("finish").is_some();
        let finish = spec.take_choice("finish", &FINISH, false)?;
        if clock.is_some() && own.time.is_some() {
            return Err(spec.error("time is for a move and clock for a game; give only one"));
        }
        let solver = solver_of(spec)?;
        let has_own = own != MoveLimit::default() || solver.ends_by_itself() || clock.is_some();
        let limit = if has_own { own } else { limit };
        let finish = if names_finish { finish } else { usual_finish(&*solver) };
        Ok(Self { solver, limit, clock, finish })
    }

    /// Begins a game: from now on, the solver may remember from one search what still holds in the
    /// next, and nothing from before.
    pub fn begin_game(&mut self) {
        if let Some(solver) = self.solver.for_one_game() {
            self.solver = solver;
        }
    }

    /// Returns the text that makes this player again.
    pub fn spec(&self) -> String {
        let is_usual = self.finish == usual_finish(&*self.solver);
        let finish = (!is_usual).then(|| format!("finish={}", finish_name(self.finish)));
        let clock = self.clock.map(|clock| format!("clock={}", humantime::format_duration(clock)));
        let options = [finish, clock].into_iter().flatten();
        self.limit.added_to(options.fold(self.solver.spec(), |text, one| with_option(text, &one)))
    }

    /// Returns the options that can be set: those of the solver, then those of every player, each
    /// with the value in force if it is not set.
    pub fn options(&self) -> Vec<OptionInfo> {
        let spec = self.solver.spec();
        let name = spec.split(':').next().unwrap_or_default();
        let mut options = options_for(name, true);
        options.extend([
            OptionInfo::new("time", OptionKind::Time, None),
            OptionInfo::new("nodes", OptionKind::Number, None),
            OptionInfo::new("clock", OptionKind::Time, None),
            OptionInfo {
                choices: FINISH.map(|(name, _)| name.to_owned()).to_vec(),
                ..OptionInfo::new(
                    "finish",
                    OptionKind::Choice,
                    Some(finish_name(usual_finish(&*self.solver)).to_owned()),
                )
            },
        ]);
        options
    }

    /// Rejects a position whose board is larger than the board of the player's network.
    ///
    /// # Errors
    /// The board is too large; the error names both boards.
    pub fn check_board(&self, position: &Position) -> Result<(), SpecError> {
        check_board(&self.solver.spec(), position)
    }

    /// Returns what it may use for each move.
    pub fn limit(&self) -> MoveLimit {
        self.limit
    }

    /// Returns the time that it gives itself for a whole game.
    pub fn clock(&self) -> Option<Duration> {
        self.clock
    }

    /// Returns whether it always plays the same move in the same position: none of its limits is a
    /// time.
    pub fn repeats_itself(&self) -> bool {
        self.limit.time.is_none() && self.clock.is_none()
    }

    /// Chooses a move; `None` if there is none or `abort` was set. If the solver finds nothing
    /// within its limit, any legal move is played. A player with a clock uses the share that a move
    /// may take of the full clock; [`PlayerAtGame`] keeps track of what is left.
    pub fn choose(&self, position: &Position, abort: &Abort) -> Option<Move> {
        let choice = self.choose_limited(position, None, None, abort)?;
        (!abort.is_set()).then_some(choice.mv)
    }

    /// Chooses a move as [`choose`](Self::choose) does, with these limits instead of the player's
    /// own, unless both are `None`. Once `abort` is set, the move is the best found so far.
    pub fn choose_limited(
        &self,
        position: &Position,
        time: Option<Duration>,
        nodes: Option<u64>,
        abort: &Abort,
    ) -> Option<Choice> {
        self.choose_watched(position, time, nodes, abort, &mut Watch::nobody())
    }

    /// Chooses a move as [`choose_limited`](Self::choose_limited) does, and tells what the search
    /// has found while it runs.
    pub fn choose_watched(
        &self,
        position: &Position,
        time: Option<Duration>,
        nodes: Option<u64>,
        abort: &Abort,
        watch: &mut Watch<'_>,
    ) -> Option<Choice> {
        let own = MoveLimit { time, nodes };
        let share = || self.clock.map(|clock| share_of_clock(clock, Duration::ZERO, position));
        let limit = match own == MoveLimit::default() {
            true => MoveLimit { time: self.limit.time.or_else(share), nodes: self.limit.nodes },
            false => own,
        };
        choose_with(&*self.solver, self.finish, position, limit, abort, watch)
    }
}

/// A chosen move, and what the search found.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// Whether the solver found the move; otherwise it is any legal move.
    pub searched: bool,
    /// The nodes searched.
    pub nodes: u64,
    /// What is proved about the position, from its mover's side.
    pub interval: Interval,
}

/// Chooses a move; once `abort` is set, the best found so far.
fn choose_with(
    solver: &dyn Solver,
    finish: bool,
    position: &Position,
    limit: MoveLimit,
    abort: &Abort,
    watch: &mut Watch<'_>,
) -> Option<Choice> {
    // What the judge takes for the last moves, and all iterations of a solver, share the time.
    let begun = Instant::now();
    let limits = Limits::new(limit.time, limit.nodes).until(abort).starting_at(begun);
    // Who asks for several lines wants what a search makes of them.
    let finish = finish && watch.lines() == 1;
    let mut finish = finish.then(|| Finish::of(position, &limits)).flatten();
    if let Some(Finish { perfect: Some(mv), interval, nodes, .. }) = finish {
        watch.tell(&proved_thought(mv, interval, nodes, begun.elapsed()));
        return Some(Choice { mv, searched: true, nodes, interval });
    }
    let for_search = finish.as_ref().map(Finish::limits_of_search);
    let answer = solver.solve_watched(position, for_search.as_ref().unwrap_or(&limits), watch);
    let best = answer.best.or_else(|| {
        let moves = position.legal_moves();
        let mut dice = SeededRng::of_position(0, position);
        (!moves.is_empty()).then(|| moves[dice.below(moves.len())])
    })?;
    let searched = answer.best.is_some();
    let (mut mv, mut nodes, mut interval) = (best, answer.nodes, answer.interval);
    if let Some(finish) = &mut finish {
        mv = finish.keeping_the_win(best);
        nodes += finish.nodes;
        interval = interval.and(finish.interval).unwrap_or(interval);
        if mv != best {
            watch.tell(&proved_thought(mv, interval, nodes, begun.elapsed()));
        }
    }
    Some(Choice { mv, searched, nodes, interval })
}

/// A move that is played for what is proved of the position, as a search of one ply tells it.
fn proved_thought(mv: Move, interval: Interval, nodes: u64, time: Duration) -> Thought {
    let lines = vec![Variation::proved(mv, interval.exact())];
    Thought { depth: 1, finished: true, nodes, time, lines }
}

/// A player during one game: it keeps track of its clock, and may use the game's seed instead of
/// its own.
#[derive(Debug)]
pub struct PlayerAtGame<'a> {
    player: &'a Player,
    /// The solver with the game's seed and a memory, if it has either.
    own: Option<Box<dyn Solver>>,
    left: Option<Duration>,
    nodes: u64,
}

impl<'a> PlayerAtGame<'a> {
    /// Prepares a player for a game, with this seed if one is given and the player makes random
    /// choices.
    pub fn new(player: &'a Player, seed: Option<u64>) -> Self {
        let seeded = seed.and_then(|seed| player.solver.with_seed(seed));
        let own = seeded.as_deref().unwrap_or(&*player.solver).for_one_game().or(seeded);
        Self { player, own, left: player.clock, nodes: 0 }
    }

    /// Returns the nodes of the last move.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Chooses a move as [`Player::choose`] does, within `time` and the player's own limit, or else
    /// within the share of what is left of the clock.
    pub fn choose_within(
        &mut self,
        position: &Position,
        time: Option<Duration>,
        abort: &Abort,
    ) -> Option<Move> {
        let begun = Instant::now();
        let share = || self.left.map(|left| share_of_clock(left, Duration::ZERO, position));
        let MoveLimit { time: own, nodes } = self.player.limit;
        let time = [time, own].into_iter().flatten().min().or_else(share);
        let limit = MoveLimit { time, nodes };
        let solver = self.own.as_deref().unwrap_or(&*self.player.solver);
        let watch = &mut Watch::nobody();
        let chosen = choose_with(solver, self.player.finish, position, limit, abort, watch);
        self.left = self.left.map(|left| left.saturating_sub(begun.elapsed()));
        let Choice { mv, nodes, .. } = chosen.filter(|_| !abort.is_set())?;
        self.nodes = nodes;
        Some(mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use amazons::judge::minimax::move_ranks;
    use amazons::testing::RandomPositions;

    fn spec(text: &str, limit: MoveLimit) -> String {
        Player::from_spec(text, limit).unwrap().spec()
    }

    #[test]
    fn limits_are_part_of_the_text() {
        let limit = MoveLimit { time: Some(Duration::from_millis(100)), nodes: None };
        assert_eq!(spec("alphabeta", limit), "alphabeta:time=100ms");
        assert_eq!(spec("alphabeta:width=9,nodes=50", limit), "alphabeta:width=9,nodes=50");
        assert_eq!(spec("random:playouts=5", limit), "random:nodes=5");
        assert_eq!(spec("one-ply", MoveLimit::default()), "one-ply");
        assert_eq!(spec("alphabeta:te,depth=2", limit), "alphabeta:eval=territory,depth=2");
        let hybrid = "hybrid:first=alphabeta:eval=lieberum+depth=2,then=uct:reward=win+nodes=9";
        assert_eq!(spec(hybrid, limit), hybrid);
        let half = "hybrid:first=alphabeta:eval=lieberum+nodes=9";
        assert_eq!(spec(half, limit), format!("{half},time=100ms"));
        assert_eq!(spec("uct:finish=judge,playouts=9", limit), "uct:finish=judge,nodes=9");
        assert_eq!(spec("mcts:clock=5m", limit), "mcts:clock=5m");
        assert_eq!(spec("alphabeta:ends=win", limit), "alphabeta:time=100ms");
        // The default, written out, adds nothing.
        assert_eq!(spec("alphabeta:depth=0", limit), "alphabeta:time=100ms");
        let error = |text| Player::from_spec(text, limit).err().unwrap().to_string();
        assert!(error("alphabeta:nodes=0").contains("nodes=0"));
        assert!(error("alphabeta:nodes=1,playouts=1").contains("same limit"));
        assert!(error("uct:finish=x").contains("expected none or judge"));
        assert!(error("uct:clock=1s,time=1s").contains("clock for a game"));
        assert!(error("deepblue").contains("expected one of"));
    }

    #[test]
    fn the_judge_ends_the_games_of_the_strongest_player_alone() {
        let none = MoveLimit::default();
        let strongest = Player::from_spec(Player::DEFAULT, none).unwrap();
        assert!(strongest.finish && !strongest.spec().contains("finish"));
        let without = format!("{},finish=none", Player::DEFAULT);
        assert!(spec(&without, none).ends_with(",finish=none"));
        for other in ["alphabeta", "alphabeta:lieberum", "mcts:learned", "random"] {
            assert!(!Player::from_spec(other, none).unwrap().finish, "{other}");
        }
    }

    #[test]
    fn the_judge_finishes_perfectly_where_asked_to() {
        let mut random = RandomPositions::new(21);
        let player = Player::from_spec("random:finish=judge", MoveLimit::default()).unwrap();
        for _ in 0..100 {
            let position = random.tiny(7);
            let chosen = player.choose(&position, &Abort::new());
            let ranks = move_ranks(&position);
            let most = ranks.iter().map(|&(_, rank)| rank).max();
            let found = ranks.iter().find(|&&(mv, _)| Some(mv) == chosen).map(|&(_, rank)| rank);
            assert_eq!(found, most, "{position}");
        }
    }

    #[test]
    fn a_move_takes_its_time_once() {
        let position = |fen: &str| -> Position { fen.parse().unwrap() };
        // The judge does not finish here, and many ranks can be asked for.
        let open = position("Q3*Q3/4*4/1q2*1q2/4*4/*********/Q3*Q3/4*4/1q2*1q2/4*4 w");
        let wide = position(
            "1*Q*******/2*1******/***2****1/****1**2Q/****3*2/*****q**1*/****3**1/*****Q**2/******4/\
             ******2*1 w",
        );
        for (text, position) in [("alphabeta:finish=judge", &open), ("dfpn", &wide)] {
            let limit = MoveLimit { time: Some(Duration::from_secs(1)), nodes: None };
            let player = Player::from_spec(text, limit).unwrap();
            let begun = Instant::now();
            player.choose(position, &Abort::new()).unwrap();
            assert!(begun.elapsed() < Duration::from_millis(1600), "{text}: {:?}", begun.elapsed());
        }
    }

    #[test]
    fn a_player_keeps_its_own_time() {
        let limit = MoveLimit::default();
        let player = Player::from_spec("uct:clock=300ms", limit).unwrap();
        let mut position = Position::start(6, 6).unwrap();
        let mut at_game = PlayerAtGame::new(&player, Some(3));
        let begun = Instant::now();
        let mut nodes = Vec::new();
        while let Some(mv) = at_game.choose_within(&position, None, &Abort::new()) {
            nodes.push(at_game.nodes());
            position = position.play(mv).unwrap();
        }
        // Without its clock it would take half a second per move.
        assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());
        assert!(nodes.len() > 10 && nodes[0] > 0, "{nodes:?}");
    }

    #[test]
    fn the_only_move_is_found_and_a_lost_position_has_none() {
        let abort = Abort::new();
        for text in ["alphabeta", "one-ply", "random", "dfpn"] {
            let player = Player::from_spec(text, MoveLimit::default()).unwrap();
            let choose = |fen: &str| player.choose(&fen.parse().unwrap(), &abort);
            assert_eq!(choose("Q1*q w").unwrap().to_string(), "a1-b1/a1");
            assert_eq!(choose("Q*1q w"), None);
        }
    }
}
