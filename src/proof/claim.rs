//! What a proof claims.

use crate::board::{Color, Position};
use crate::score::Score;
use std::fmt;

/// A claim that the winner wins a position by `by` moves or more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The position; either player may be to move.
    pub position: Position,
    /// Who wins.
    pub winner: Color,
    /// The least margin in moves; 0 claims only a win.
    pub by: u32,
}

impl Claim {
    /// Claims that `score` or better is reached by its winner.
    pub fn new(position: Position, score: Score) -> Self {
        Self { position, winner: score.winner, by: score.by }
    }

    /// Returns the other player.
    pub fn loser(&self) -> Color {
        self.winner.other()
    }

    /// Returns the x, a player's moves minus the opponent's, that `mover` wants to reach: the
    /// winner to prove the claim, the loser to refute it.
    pub fn target(&self, mover: Color) -> i32 {
        let by = self.by as i32;
        if mover == self.winner { by + 1 } else { 1 - by }
    }

    /// Returns the same claim about another position of the game.
    #[must_use]
    pub fn at(&self, position: Position) -> Self {
        Self { position, ..*self }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { winner, by, .. } = self;
        match by {
            0 => write!(f, "{winner} wins"),
            by => write!(f, "{winner} wins by {by} or more"),
        }
    }
}
