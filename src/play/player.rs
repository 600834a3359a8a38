//! Players: a solver with a limit for each move.

use crate::board::{Move, Position};
use crate::search::{Dice, Limits, Solver, Spec, SpecError, solver_of};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What a player may use for each move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
}

impl Player {
    /// Reads a solver's spec, which may set the limit of a move besides: `time=100ms`,
    /// `nodes=10000` or, the same by another name, `playouts=10000`. Any of them takes the place
    /// of `limit`.
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
        let own = MoveLimit { time, nodes: nodes.or(playouts) };
        let limit = if own == MoveLimit::default() { limit } else { own };
        Ok(Self { solver: solver_of(spec)?, limit })
    }

    /// The text that makes this player again.
    pub fn spec(&self) -> String {
        let solver = self.solver.spec();
        if self.limit == MoveLimit::default() {
            return solver;
        }
        let separator = if solver.contains(':') { ',' } else { ':' };
        format!("{solver}{separator}{}", self.limit)
    }

    /// What it may use for each move.
    pub fn limit(&self) -> MoveLimit {
        self.limit
    }

    /// Chooses a move; `None` if there is none, or `abort` was set. Where the solver finds
    /// nothing within its limit, any legal move is played.
    pub fn choose(&self, position: &Position, abort: &AtomicBool) -> Option<Move> {
        let limits = Limits { time: self.limit.time, nodes: self.limit.nodes, ..Limits::NONE };
        let answer = self.solver.solve(position, &limits, abort);
        if abort.load(Ordering::Relaxed) {
            return None;
        }
        answer.best.or_else(|| {
            let moves = position.legal_moves();
            let mut dice = Dice::of_position(0, position);
            (!moves.is_empty()).then(|| moves[dice.below(moves.len())])
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let error = |text| Player::from_spec(text, limit).err().unwrap().to_string();
        assert!(error("alphabeta:nodes=0").contains("nodes=0"));
        assert!(error("alphabeta:nodes=1,playouts=1").contains("same limit"));
        assert!(error("deepblue").contains("expected one of"));
    }

    #[test]
    fn the_only_move_is_found_and_a_lost_position_has_none() {
        let abort = AtomicBool::new(false);
        for text in ["alphabeta", "one-ply", "random", "dfpn"] {
            let player = Player::from_spec(text, MoveLimit::default()).unwrap();
            let choose = |fen: &str| player.choose(&fen.parse().unwrap(), &abort);
            assert_eq!(choose("Q1*q w").unwrap().to_string(), "a1-b1/a1");
            assert_eq!(choose("Q*1q w"), None);
        }
    }
}
