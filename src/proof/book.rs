//! The winner's moves known before a strategy is written down: those from proofs of its parts.

use super::symmetry::Symmetries;
use crate::board::{Bitboard, Placement, PlacementMove};
use hashbrown::HashMap;

/// The winner's moves by canonical position, transformed with it.
pub(super) struct Book<B> {
    symmetries: Symmetries,
    moves: HashMap<Placement<B>, PlacementMove>,
    /// Moves against a loser who has run out.
    alone: HashMap<Placement<B>, Vec<PlacementMove>>,
}

impl<B: Bitboard> Book<B> {
    /// Makes an empty book for a game with these symmetries.
    pub fn new(symmetries: Symmetries) -> Self {
        Self { symmetries, moves: HashMap::new(), alone: HashMap::new() }
    }

    /// Notes the winner's move in a position.
    pub fn insert(&mut self, board: &Placement<B>, mv: PlacementMove) {
        let (canonical, to) = self.symmetries.canonical(board);
        self.moves.insert(canonical, self.symmetries.image(to, mv));
    }

    /// Notes the winner's successive moves against a loser who has run out.
    pub fn insert_alone(&mut self, board: &Placement<B>, moves: &[PlacementMove]) {
        let (canonical, to) = self.symmetries.canonical(board);
        let images = moves.iter().map(|&mv| self.symmetries.image(to, mv)).collect();
        self.alone.insert(canonical, images);
    }

    /// Returns whether two positions are images of each other.
    pub fn is_image(&self, one: &Placement<B>, other: &Placement<B>) -> bool {
        self.symmetries.canonical(one).0 == self.symmetries.canonical(other).0
    }

    /// Returns the winner's move in a position, if it is known.
    pub fn mv(&self, board: &Placement<B>) -> Option<PlacementMove> {
        let (canonical, to) = self.symmetries.canonical(board);
        let mv = self.moves.get(&canonical)?;
        Some(self.symmetries.image(self.symmetries.inverse(to), *mv))
    }

    /// Returns the winner's successive moves against a loser who has run out, if they are known.
    pub fn alone(&self, board: &Placement<B>) -> Option<Vec<PlacementMove>> {
        let (canonical, to) = self.symmetries.canonical(board);
        let back = self.symmetries.inverse(to);
        let moves = self.alone.get(&canonical)?;
        Some(moves.iter().map(|&mv| self.symmetries.image(back, mv)).collect())
    }
}
