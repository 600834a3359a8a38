//! What plain minimax says about a problem, computed once for all comparisons.

use amazons::board::{Move, Position};
use amazons::judge::minimax;
use amazons::score::Rank;

/// A problem, its rank for the player to move, and the rank of each move.
pub struct Truth {
    pub problem: Position,
    pub rank: Rank,
    pub moves: Vec<(Move, Rank)>,
}

impl Truth {
    pub fn of(problem: Position) -> Self {
        let (rank, moves) = minimax::rank_and_moves(&problem);
        Self { problem, rank, moves }
    }

    /// The rank of a move, which must be legal.
    pub fn rank_of(&self, mv: Move) -> Rank {
        self.moves.iter().find(|(known, _)| *known == mv).expect("a legal move").1
    }
}
