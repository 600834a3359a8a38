//! The walk through the winner's strategy, in the order that `docs/proofs.md` fixes for files.
//!
//! The same walk writes a proof, with moves from a search, and reads one, with moves from its file.

use super::claim::Claim;
use super::leaf_rule::{LeafRule, Leaves};
use super::symmetry::{Symmetries, in_place};
use crate::board::{Bitboard, Color, Frame, Placement, PlacementMove, Position};
use hashbrown::HashSet;

/// Where the winner's moves come from.
pub(super) trait Moves<B> {
    /// Why there is no move.
    type Error;

    /// Returns the winner's move in a position with the winner to move. `leaves` says where the
    /// walk stops.
    fn next(
        &mut self,
        board: &Placement<B>,
        leaves: &mut Leaves,
    ) -> Result<PlacementMove, Self::Error>;

    /// Returns `by` successive moves of the winner, against a loser who has run out.
    fn alone(&mut self, board: &Placement<B>, by: u32) -> Result<Vec<PlacementMove>, Self::Error>;

    /// Stores a move by its number among all moves of the position; called for every move, in
    /// order.
    fn stored(&mut self, board: &Placement<B>, mv: PlacementMove) -> Result<(), Self::Error>;
}

/// A walk through the strategy of one claim.
pub(super) struct Walk<B> {
    symmetries: Symmetries,
    leaves: Leaves,
    winner: Color,
    by: u32,
    seen: HashSet<Placement<B>>,
}

impl<B: Bitboard> Walk<B> {
    /// Makes a walk that begins at the claim's position.
    pub fn new(claim: &Claim, rule: LeafRule) -> Self {
        Self {
            symmetries: Symmetries::of::<B>(&claim.position),
            leaves: Leaves::new(rule, claim.winner, claim.by),
            winner: claim.winner,
            by: claim.by,
            seen: HashSet::new(),
        }
    }

    /// Walks the whole strategy.
    pub fn run<M: Moves<B>>(&mut self, start: &Position, moves: &mut M) -> Result<(), M::Error> {
        let board = in_place::<B>(start);
        if start.side() == self.winner { self.won(&board, moves) } else { self.lost(&board, moves) }
    }

    /// Walks on with the winner to move.
    fn won<M: Moves<B>>(&mut self, board: &Placement<B>, moves: &mut M) -> Result<(), M::Error> {
        let (canonical, _) = self.symmetries.canonical(board);
        if self.seen.contains(&canonical) || self.leaves.won(board) {
            return Ok(());
        }
        let mv = moves.next(board, &mut self.leaves)?;
        moves.stored(board, mv)?;
        self.seen.insert(canonical);
        self.lost(&board.after(self.winner, mv), moves)
    }

    /// Walks on with the loser to move.
    fn lost<M: Moves<B>>(&mut self, board: &Placement<B>, moves: &mut M) -> Result<(), M::Error> {
        if self.leaves.lost(board) {
            return Ok(());
        }
        let loser = self.winner.other();
        if board.can_move(loser) {
            for from in board.amazons(loser).squares() {
                let vacated = board.empty | B::bit(from);
                for to in B::queen(from, board.empty).squares() {
                    let targets = B::queen(to, vacated.without(B::bit(to)));
                    for arrow in targets.squares() {
                        let [from, to, arrow] = [from, to, arrow].map(|square| square as u16);
                        let reply = PlacementMove { from, to, arrow };
                        self.won(&board.after(loser, reply), moves)?;
                    }
                }
            }
            return Ok(());
        }
        let mut board = *board;
        for mv in moves.alone(&board, self.by)? {
            moves.stored(&board, mv)?;
            board = board.after(self.winner, mv);
        }
        Ok(())
    }
}

/// The number of a move among a player's moves, in the order of squares.
pub(super) fn number_of<B: Bitboard>(
    board: &Placement<B>,
    mover: Color,
    mv: PlacementMove,
) -> usize {
    let mut number = 0;
    board.each_move(mover, |other| {
        let goes_on = other != mv;
        number += usize::from(goes_on);
        goes_on
    });
    number
}

/// The move with a number.
pub(super) fn numbered<B: Bitboard>(
    board: &Placement<B>,
    mover: Color,
    number: usize,
) -> Option<PlacementMove> {
    let (mut left, mut found) = (number, None);
    board.each_move(mover, |mv| {
        if left == 0 {
            found = Some(mv);
        }
        left = left.wrapping_sub(1);
        found.is_none()
    });
    found
}

/// A placement of the claim's board as a position.
pub(super) fn position_of<B: Bitboard>(
    start: &Position,
    board: &Placement<B>,
    side: Color,
) -> Position {
    let carry = |set: B| {
        set.squares().fold(crate::board::Wide::NONE, |all, square| {
            let square = Frame::WHOLE.outward::<B>(square);
            all | crate::board::Wide::bit(Frame::WHOLE.inward::<crate::board::Wide>(square))
        })
    };
    let placement = Placement {
        empty: carry(board.empty),
        white: carry(board.white),
        black: carry(board.black),
    };
    Position::new(start.width(), start.height(), placement, side)
        .expect("its open squares are those of the board that it comes from, or fewer")
}
