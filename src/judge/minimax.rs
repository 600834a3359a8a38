//! Plain full minimax on the rules of the score, the reference for every faster search.
//!
//! No bounds, no splitting, and no table except an exact memory of whole positions: slow and
//! obviously correct. Usable up to about ten empty squares.

use crate::board::with_placement;
use crate::board::{Bitboard, Move, Placement, Position};
use crate::board::{Color, Frame};
use crate::limits::Abort;
use crate::score::Rank;
use hashbrown::HashMap;

/// The placement, and the side that moves next.
type Key<B> = (Placement<B>, Color);

struct Memory<'a, B> {
    ranks: HashMap<Key<B>, Rank>,
    alone: HashMap<Key<B>, u32>,
    /// Once this is set, returned values have no meaning.
    abort: &'a Abort,
}

impl<'a, B: Bitboard> Memory<'a, B> {
    fn new(abort: &'a Abort) -> Self {
        Self { ranks: HashMap::new(), alone: HashMap::new(), abort }
    }

    /// The most moves that `color` can make if the opponent always passes.
    fn alone(&mut self, placement: Placement<B>, color: Color) -> u32 {
        if let Some(&count) = self.alone.get(&(placement, color)) {
            return count;
        }
        if self.abort.is_set() {
            return 0;
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

    /// The rank of the position for `side`, which is to move.
    fn rank(&mut self, placement: Placement<B>, side: Color) -> Rank {
        if let Some(&rank) = self.ranks.get(&(placement, side)) {
            return rank;
        }
        if self.abort.is_set() {
            return Rank::WIN;
        }
        let best = placement
            .moves(side)
            .into_iter()
            .map(|mv| self.rank(placement.after(side, mv), side.other()).for_opponent())
            .max()
            .unwrap_or_else(|| {
                Rank::new(self.alone(placement, side.other()) as i32).for_opponent()
            });
        self.ranks.insert((placement, side), best);
        best
    }
}

/// Returns the rank of a position for the side to move.
pub fn rank(position: &Position) -> Rank {
    rank_until(position, &Abort::new())
}

fn rank_until(position: &Position, abort: &Abort) -> Rank {
    let (placement, _) = position.smallest_placement();
    with_placement!(placement, placement => Memory::new(abort).rank(placement, position.side()))
}

/// Returns every legal move of the side to move with its rank for that side.
pub fn move_ranks(position: &Position) -> Vec<(Move, Rank)> {
    move_ranks_until(position, &Abort::new())
}

fn move_ranks_until(position: &Position, abort: &Abort) -> Vec<(Move, Rank)> {
    fn all<B: Bitboard>(
        placement: Placement<B>,
        frame: Frame,
        side: Color,
        abort: &Abort,
    ) -> Vec<(Move, Rank)> {
        let mut memory = Memory::new(abort);
        placement
            .moves(side)
            .into_iter()
            .map(|mv| {
                let rank = memory.rank(placement.after(side, mv), side.other()).for_opponent();
                (frame.outward_move::<B>(mv), rank)
            })
            .collect()
    }
    let (placement, frame) = position.smallest_placement();
    with_placement!(placement, placement => all(placement, frame, position.side(), abort))
}

/// Returns the position's [`rank`] and its [`move_ranks`]. If there are moves, the rank is theirs.
pub fn rank_and_moves(position: &Position) -> (Rank, Vec<(Move, Rank)>) {
    ranks_until(position, &Abort::new())
}

/// Like [`rank_and_moves`], or `None` if `abort` was set before the end.
pub fn rank_and_moves_until(
    position: &Position,
    abort: &Abort,
) -> Option<(Rank, Vec<(Move, Rank)>)> {
    let found = ranks_until(position, abort);
    (!abort.is_set()).then_some(found)
}

fn ranks_until(position: &Position, abort: &Abort) -> (Rank, Vec<(Move, Rank)>) {
    let moves = move_ranks_until(position, abort);
    let best = moves.iter().map(|&(_, rank)| rank).max();
    (best.unwrap_or_else(|| rank_until(position, abort)), moves)
}

/// Returns the most moves that `color` can make if the opponent's amazons never move.
pub fn filling(position: &Position, color: Color) -> u32 {
    let (placement, _) = position.smallest_placement();
    let abort = Abort::new();
    with_placement!(placement, placement => Memory::new(&abort).alone(placement, color))
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
        // White has run out at once, and Black fills two squares.
        assert_eq!(score("Q*q2 w"), "B+2");
        // White moves, and Black has run out.
        assert_eq!(score("Q2*q w"), "W+1");
        assert_eq!(score("Q*q w"), "B+0");
        assert_eq!(score("Q*q b"), "W+0");
    }

    #[test]
    fn nothing_is_said_once_the_flag_is_set() {
        let position: Position = "Q3/4/3q w".parse().unwrap();
        let abort = Abort::new();
        let found = rank_and_moves_until(&position, &abort);
        assert_eq!(found, Some(rank_and_moves(&position)));
        abort.set();
        assert_eq!(rank_and_moves_until(&position, &abort), None);
    }
}
