//! Plain full minimax over the rules of the score, the reference for everything faster.
//!
//! No bounds, no splitting, no table but exact memory of whole positions: slow and obviously
//! correct. Usable up to about ten empty squares.

use crate::board::with_placement;
use crate::board::{Bitboard, Move, Placement, Position};
use crate::board::{Color, Frame};
use crate::score::Rank;
use hashbrown::HashMap;

/// The side that moves next, and whether the other one has run out.
type Key<B> = (Placement<B>, Color);

struct Memory<B> {
    ranks: HashMap<Key<B>, Rank>,
    alone: HashMap<Key<B>, u32>,
}

impl<B: Bitboard> Memory<B> {
    fn new() -> Self {
        Self { ranks: HashMap::new(), alone: HashMap::new() }
    }

    /// The most moves `color` can make when the opponent passes for ever.
    fn alone(&mut self, placement: Placement<B>, color: Color) -> u32 {
        if let Some(&count) = self.alone.get(&(placement, color)) {
            return count;
        }
        let best = placement
            .moves(color)
            .into_iter()
            .map(|mv| 1 + self.alone(placement.after(color, mv), color))
            .max()
            .unwrap_or(0);
        self.alone.insert((placement, color), best);
        best
    }

    /// The rank of the position for `side`, who is to move.
    fn rank(&mut self, placement: Placement<B>, side: Color) -> Rank {
        if let Some(&rank) = self.ranks.get(&(placement, side)) {
            return rank;
        }
        let best = placement
            .moves(side)
            .into_iter()
            .map(|mv| -1 - self.rank(placement.after(side, mv), side.other()))
            .max()
            .unwrap_or_else(|| -1 - self.alone(placement, side.other()) as Rank);
        self.ranks.insert((placement, side), best);
        best
    }
}

/// The rank of a position for the side to move.
pub fn rank(position: &Position) -> Rank {
    let (placement, _) = position.smallest_placement();
    with_placement!(placement, placement => Memory::new().rank(placement, position.side()))
}

/// Every legal move of the side to move with its rank for that side.
pub fn move_ranks(position: &Position) -> Vec<(Move, Rank)> {
    fn all<B: Bitboard>(placement: Placement<B>, frame: Frame, side: Color) -> Vec<(Move, Rank)> {
        let mut memory = Memory::new();
        placement
            .moves(side)
            .into_iter()
            .map(|mv| {
                let rank = -1 - memory.rank(placement.after(side, mv), side.other());
                (frame.outward_move::<B>(mv), rank)
            })
            .collect()
    }
    let (placement, frame) = position.smallest_placement();
    with_placement!(placement, placement => all(placement, frame, position.side()))
}

/// The position's [`rank`] and its [`move_ranks`], which say it where there is a move.
pub fn rank_and_moves(position: &Position) -> (Rank, Vec<(Move, Rank)>) {
    let moves = move_ranks(position);
    let best = moves.iter().map(|&(_, rank)| rank).max();
    (best.unwrap_or_else(|| rank(position)), moves)
}

/// The most moves `color` can make when the opponent's amazons never move.
pub fn filling(position: &Position, color: Color) -> u32 {
    let (placement, _) = position.smallest_placement();
    with_placement!(placement, placement => Memory::new().alone(placement, color))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Score;

    fn score(fen: &str) -> String {
        let position: Position = fen.parse().unwrap();
        Score::from_rank(rank(&position), position.side()).to_string()
    }

    #[test]
    fn small_scores() {
        // White has run out at once; Black fills two squares.
        assert_eq!(score("Q*q2 w"), "B+2");
        // White moves and Black is out.
        assert_eq!(score("Q2*q w"), "W+1");
        assert_eq!(score("Q*q w"), "B+0");
        assert_eq!(score("Q*q b"), "W+0");
    }
}
