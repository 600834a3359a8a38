//! Games with their winners; unfinished ones through the filter of indisputable wins of M. Fugers,
//! *A data-driven approach for making a quick evaluation function for Amazons*, 2017, section 5.2.
//!
//! A game that stops early is played on: a simple player takes the side that is ahead, a good one
//! the other. Where the simple player wins, the win was not in dispute. All other games are left out.

use crate::board::{Color, with_placement};
use crate::eval::Evaluator;
use crate::limits::Abort;
use crate::play::{MoveLimit, Player};
use crate::records::Game;
use crate::solvers::SpecError;
use serde::Serialize;

/// Who plays unfinished games on, and who says who is ahead.
pub struct IndisputableWins {
    judge: Evaluator,
    simple: Player,
    good: Player,
}

/// What became of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// It was played to its end.
    Finished,
    /// The side that was ahead won it after so many more plies.
    Accepted {
        /// Plies that were played on.
        plies: usize,
    },
    /// That side lost it.
    Rejected {
        /// Plies that were played on.
        plies: usize,
    },
    /// The last position is even.
    Even,
    /// It has no move.
    Empty,
}

/// A game whose winner is known, and what became of it.
#[derive(Clone, Debug, PartialEq)]
pub struct DecidedGame {
    /// The game, as it was recorded.
    pub game: Game,
    /// Who wins it.
    pub winner: Color,
    /// How the winner is known.
    pub fate: Fate,
}

impl IndisputableWins {
    /// The thesis's players: `one-ply:minimal-distance` for the side ahead, `alphabeta:lieberum` with
    /// so many nodes a move for the other. Lieberum's function says who is ahead, which the thesis
    /// leaves open.
    ///
    /// # Errors
    /// None in practice: the players are known.
    pub fn new(nodes: u64) -> Result<Self, SpecError> {
        let limit = MoveLimit { time: None, nodes: Some(nodes) };
        Ok(Self {
            judge: "lieberum".parse().expect("it is known"),
            simple: Player::from_spec("one-ply:minimal-distance", MoveLimit::default())?,
            good: Player::from_spec("alphabeta:lieberum", limit)?,
        })
    }

    /// The winner of a game, if it is known or not in dispute, and what became of the game; `None` if
    /// `abort` was set.
    pub fn judge(&self, game: &Game, abort: &Abort) -> Option<(Option<Color>, Fate)> {
        if game.moves().is_empty() {
            return Some((None, Fate::Empty));
        }
        let mut now = game.now().clone();
        if !now.can_move() {
            return Some((Some(now.side().other()), Fate::Finished));
        }
        let (placement, _) = now.smallest_placement();
        let value =
            with_placement!(placement, placement => self.judge.evaluate(&placement, now.side()));
        let ahead = match value.signum() {
            1 => now.side(),
            -1 => now.side().other(),
            _ => return Some((None, Fate::Even)),
        };
        let mut plies = 0;
        while now.can_move() {
            let player = if now.side() == ahead { &self.simple } else { &self.good };
            let mv = player.choose(&now, abort)?;
            now = now.play(mv).expect("solvers return legal moves");
            plies += 1;
        }
        let won = now.side() != ahead;
        Some(if won {
            (Some(ahead), Fate::Accepted { plies })
        } else {
            (None, Fate::Rejected { plies })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    fn game(start: &str, moves: usize) -> Game {
        let start: Position = start.parse().unwrap();
        let mut game = Game::new(start);
        for _ in 0..moves {
            let mv = game.now().legal_moves()[0];
            game.push(mv).unwrap();
        }
        game
    }

    #[test]
    fn unfinished_games_are_accepted_or_left_out() {
        let filter = IndisputableWins::new(500).unwrap();
        let judge = |game: &Game| filter.judge(game, &Abort::new()).unwrap();
        assert_eq!(judge(&game("Q2/3/2q w", 0)), (None, Fate::Empty));
        // White has a large territory of its own.
        let clear = game("Q3*q/4*1/4*1/4*1 w", 1);
        let (winner, fate) = judge(&clear);
        assert_eq!(winner, Some(Color::White));
        assert!(matches!(fate, Fate::Accepted { plies } if plies > 3), "{fate:?}");
        let finished = game("Q1*q w", 1);
        assert_eq!(judge(&finished), (Some(Color::White), Fate::Finished));
        let interrupted = Abort::new();
        interrupted.set();
        assert_eq!(filter.judge(&clear, &interrupted), None);
    }
}
