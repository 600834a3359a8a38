//! Players: a solver with a limit for each move.

use super::finish::perfect_move;
use crate::board::{Move, Position};
use crate::limits::{Abort, Limits};
use crate::solvers::{Solver, Spec, SpecError, solver_of};
use crate::util::SeededRng;
use std::fmt;
use std::time::Duration;

/// What a player may use for each move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct MoveLimit {
    /// Wall time.
    pub time: Option<Duration>,
    /// Nodes, as the solver counts them: for `mcts` and `uct` a node is a playout.
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

/// A player made from a text such as `alphabeta:width=20` or `mcts:playouts=1000,seed=7`.
pub struct Player {
    solver: Box<dyn Solver>,
    limit: MoveLimit,
    finish: bool,
}

/// Takes the option `finish`.
fn take_finish(spec: &mut Spec) -> Result<bool, SpecError> {
    match spec.take_text("finish").as_deref() {
        None | Some("none") => Ok(false),
        Some("judge") => Ok(true),
        Some(other) => Err(spec.error(format!("no finish '{other}'; expected none or judge"))),
    }
}

impl Player {
    /// Reads a solver's spec, which may set the limit of a move besides: `time=100ms`,
    /// `nodes=10000` or, the same by another name, `playouts=10000`. Any of them, or a fixed depth,
    /// takes the place of `limit`. With `finish=judge` the exact judge chooses the move once every
    /// contested region has at most 16 empty squares and it finds the score within 200,000 nodes,
    /// or the game values of the regions do where there are several.
    ///
    /// # Errors
    /// There is no such solver, or an option is unknown or impossible.
    pub fn from_spec(text: &str, limit: MoveLimit) -> Result<Self, SpecError> {
        let mut spec = Spec::parse(text)?;
        let time = spec.take_time("time")?;
        let nodes = spec.take_count("nodes")?;
        let playouts = spec.take_count("playouts")?;
        if nodes.is_some() && playouts.is_some() {
            return Err(spec.error("nodes and playouts are the same limit; give one of them"));
        }
        let finish = take_finish(&mut spec)?;
        let own = MoveLimit { time, nodes: nodes.or(playouts) };
        // A search of fixed depth needs no other limit.
        let limit = if own != MoveLimit::default() || spec.has("depth") { own } else { limit };
        Ok(Self { solver: solver_of(spec)?, limit, finish })
    }

    /// The text that makes this player again.
    pub fn spec(&self) -> String {
        let mut text = self.solver.spec();
        let finish = self.finish.then(|| "finish=judge".to_owned());
        let limit = (self.limit != MoveLimit::default()).then(|| self.limit.to_string());
        for option in [finish, limit].into_iter().flatten() {
            text.push(if text.contains(':') { ',' } else { ':' });
            text.push_str(&option);
        }
        text
    }

    /// What it may use for each move.
    pub fn limit(&self) -> MoveLimit {
        self.limit
    }

    /// Chooses a move; `None` if there is none, or `abort` was set. Where the solver finds
    /// nothing within its limit, any legal move is played.
    pub fn choose(&self, position: &Position, abort: &Abort) -> Option<Move> {
        self.choose_limited(position, self.limit.time, self.limit.nodes, abort)
    }

    /// As [`choose`](Self::choose), in this time in place of the player's own.
    pub fn choose_within(
        &self,
        position: &Position,
        time: Option<Duration>,
        abort: &Abort,
    ) -> Option<Move> {
        self.choose_limited(position, time, self.limit.nodes, abort)
    }

    /// As [`choose`](Self::choose), with these limits in place of the player's own, unless both
    /// are left out.
    pub fn choose_limited(
        &self,
        position: &Position,
        time: Option<Duration>,
        nodes: Option<u64>,
        abort: &Abort,
    ) -> Option<Move> {
        let own = MoveLimit { time, nodes };
        let MoveLimit { time, nodes } = if own == MoveLimit::default() { self.limit } else { own };
        let limits = Limits::new(time, nodes).until(abort);
        if self.finish
            && let Some(mv) = perfect_move(position, &limits)
        {
            return Some(mv);
        }
        let answer = self.solver.solve(position, &limits);
        if abort.is_set() {
            return None;
        }
        answer.best.or_else(|| {
            let moves = position.legal_moves();
            let mut dice = SeededRng::of_position(0, position);
            (!moves.is_empty()).then(|| moves[dice.below(moves.len())])
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::minimax::move_ranks;
    use crate::testing::RandomPositions;

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
        assert_eq!(spec("uct:finish=judge,playouts=9", limit), "uct:finish=judge,nodes=9");
        let error = |text| Player::from_spec(text, limit).err().unwrap().to_string();
        assert!(error("alphabeta:nodes=0").contains("nodes=0"));
        assert!(error("alphabeta:nodes=1,playouts=1").contains("same limit"));
        assert!(error("uct:finish=x").contains("expected none or judge"));
        assert!(error("deepblue").contains("expected one of"));
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
