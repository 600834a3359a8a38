//! The winner's moves that are known before a strategy is written down: those of proofs of its parts.

use super::symmetry::Symmetries;
use crate::board::{Bitboard, Placement, PlacementMove};
use hashbrown::HashMap;

/// The winner's moves by canonical positions, turned like these.
pub(super) struct Book<B> {
    symmetries: Symmetries,
    moves: HashMap<Placement<B>, PlacementMove>,
    /// Moves against a loser who has run out.
    alone: HashMap<Placement<B>, Vec<PlacementMove>>,
}

impl<B: Bitboard> Book<B> {
    /// No moves so far, of a game with these symmetries.
    pub fn new(symmetries: Symmetries) -> Self {
        Self { symmetries, moves: HashMap::new(), alone: HashMap::new() }
    }

    /// Notes the winner's move in a position.
    pub fn insert(&mut self, board: &Placement<B>, mv: PlacementMove) {
        let (canonical, to) = self.symmetries.canonical(board);
        self.moves.insert(canonical, self.symmetries.image(to, mv));
    }

    /// Notes the winner's moves in a row, against a loser who has run out.
    pub fn insert_alone(&mut self, board: &Placement<B>, moves: &[PlacementMove]) {
        let (canonical, to) = self.symmetries.canonical(board);
        let images = moves.iter().map(|&mv| self.symmetries.image(to, mv)).collect();
        self.alone.insert(canonical, images);
    }

    /// Whether two positions are images of each other.
    pub fn is_image(&self, one: &Placement<B>, other: &Placement<B>) -> bool {
        self.symmetries.canonical(one).0 == self.symmetries.canonical(other).0
    }

    /// The winner's move in a position, if it is known.
    pub fn mv(&self, board: &Placement<B>) -> Option<PlacementMove> {
        let (canonical, to) = self.symmetries.canonical(board);
        let mv = self.moves.get(&canonical)?;
        Some(self.symmetries.image(self.symmetries.inverse(to), *mv))
    }

    /// The same against a loser who has run out.
    pub fn alone(&self, board: &Placement<B>) -> Option<Vec<PlacementMove>> {
        let (canonical, to) = self.symmetries.canonical(board);
        let back = self.symmetries.inverse(to);
        let moves = self.alone.get(&canonical)?;
        Some(moves.iter().map(|&mv| self.symmetries.image(back, mv)).collect())
    }
}
