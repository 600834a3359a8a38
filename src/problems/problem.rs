//! One problem: a position whose side to move is the first player, where it comes from, and what is
//! known about it.

use super::attempt::Attempt;
use super::puzzle::Puzzle;
use super::split::Split;
use crate::board::{Color, Move, Position, Square};
use crate::region::Canonical;
use crate::score::Score;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

/// A problem of a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Its name within a set, see [`Problem::id_of`].
    pub id: String,
    /// The region cut out of its board; the side to move is the first player.
    pub position: Position,
    /// Where it was found; `None` for a problem that was made by hand.
    pub provenance: Option<Provenance>,
    /// Whether it is for development or for tests; `None` until its set is made or read.
    pub split: Option<Split>,
    /// What is known about it.
    pub judgement: Judgement,
    /// What solvers made of it.
    pub attempts: Vec<Attempt>,
    /// What makes it a puzzle, if it is one.
    pub puzzle: Option<Puzzle>,
}

/// The place in a game record where a problem's region was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Provenance {
    /// Index of the record among all records of the set's header.
    pub record: usize,
    /// Number of the game in its record, from 1.
    pub game: u32,
    /// Number of moves played before the region was taken.
    pub ply: u32,
    /// Where the lower left corner of the problem's rectangle lies on the board of the game.
    pub corner: Square,
}

/// What is known about a problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Judgement {
    /// Nothing: it was never judged.
    #[serde(skip)]
    Open,
    /// A limit ended the judging: what was proved by then.
    Bounded {
        /// The score is at least this good for White.
        at_least: Score,
        /// The score is at most this good for White.
        at_most: Score,
        /// The limit that was spent, such as `60s`.
        spent: String,
    },
    /// The exact score and every optimal move.
    Solved {
        /// The score.
        score: Score,
        /// Number of legal moves of the first player.
        legal_moves: u64,
        /// The optimal moves, sorted as text.
        optimal: Vec<Move>,
    },
}

/// What two proved intervals say together: the higher lower bound and the lower upper bound, seen
/// from White.
pub(super) fn both_bounds(a: (Score, Score), b: (Score, Score)) -> (Score, Score) {
    let rank = |score: Score| score.rank(Color::White);
    (if rank(a.0) >= rank(b.0) { a.0 } else { b.0 }, if rank(a.1) <= rank(b.1) { a.1 } else { b.1 })
}

/// The name of a region in its canonical form.
fn id_of_region(region: &Position) -> String {
    format!("e{}-{:012x}", region.empties(), xxh3_64(region.to_fen().as_bytes()) >> 16)
}

impl Problem {
    /// Makes a problem with its own id.
    pub fn new(position: Position, provenance: Option<Provenance>) -> Self {
        let id = Self::id_of(&position);
        let (split, judgement, attempts, puzzle) = (None, Judgement::Open, Vec::new(), None);
        Self { id, position, provenance, split, judgement, attempts, puzzle }
    }

    /// Returns the name of a problem. `e14-0f3a9c2b7d51-a` has 14 empty squares; the middle part is
    /// a hash of the region's canonical form, so a region has the same name in every set; `a` and
    /// `b` are its two problems.
    pub fn id_of(position: &Position) -> String {
        let region = Canonical::of_region(position).position;
        let half = if Canonical::of(position).position == region { 'a' } else { 'b' };
        format!("{}-{half}", id_of_region(&region))
    }

    /// Returns the name of the region, which its two problems share, whatever their own names are.
    pub fn region_id(&self) -> String {
        id_of_region(&Canonical::of_region(&self.position).position)
    }

    /// Returns the player who moves first.
    pub fn first(&self) -> Color {
        self.position.side()
    }

    /// Returns the number of empty squares.
    pub fn empties(&self) -> usize {
        self.position.empties()
    }

    /// Returns the number of amazons of both sides.
    pub fn amazons(&self) -> usize {
        Color::BOTH.iter().map(|&color| self.position.amazons(color)).sum()
    }

    /// Returns the exact score, if it is known.
    pub fn score(&self) -> Option<Score> {
        match self.judgement {
            Judgement::Solved { score, .. } => Some(score),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_those_of_the_canonical_problem() {
        let position: Position = "Q2q/1*2/2Q1 w".parse().unwrap();
        let id = Problem::id_of(&position);
        for symmetry in 0..8 {
            let image = position.transformed(symmetry);
            assert_eq!(Problem::id_of(&image), id);
            assert_eq!(Problem::id_of(&image.swapped()), id);
            let other = Problem::new(image.with_side(Color::Black), None);
            assert_ne!(other.id, id);
            assert_eq!(other.region_id(), &id[..id.len() - 2]);
        }
        assert!(id.starts_with("e8-"));
    }
}
