//! A problem as a line of text or a JSON object.

use super::attempt::Attempt;
use super::problem::{Judgement, Problem};
use super::puzzle::Puzzle;
use super::set::Header;
use super::split::Split;
use crate::board::{Color, Move};
use crate::score::Score;
use crate::util::terminal::one_line;
use serde::Serialize;
use std::fmt;

/// Everything about a problem; the field names are the keys of the JSON.
#[derive(Clone, Debug, Serialize)]
pub struct ProblemRow {
    /// Its name.
    pub id: String,
    /// Its position; the side to move is the first player.
    pub fen: String,
    /// Empty squares.
    pub empties: usize,
    /// White amazons.
    pub white_amazons: usize,
    /// Black amazons.
    pub black_amazons: usize,
    /// Legal moves of the first player.
    pub legal_moves: u64,
    /// The record in which it was found; null for one made by hand, like the next three.
    pub record: Option<String>,
    /// Number of the game.
    pub game: Option<u32>,
    /// The moves played before it.
    pub ply: Option<u32>,
    /// Its lower left corner on the board of the game.
    pub corner: Option<String>,
    /// The exact score; null if unknown.
    pub score: Option<Score>,
    /// The optimal moves; null if unknown.
    pub best_moves: Option<Vec<Move>>,
    /// Lower bound of the score from White's side; null if none was proved or the score is exact.
    pub at_least: Option<Score>,
    /// Upper bound of the score from White's side; null like `at_least`.
    pub at_most: Option<Score>,
    /// The limit that was spent for the bounds; null like them.
    pub spent: Option<String>,
    /// Whether it is for development or for tests.
    pub split: Option<Split>,
    /// What solvers made of it; absent if none was tried.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub attempts: Vec<Attempt>,
    /// What makes it a puzzle; absent if it is not one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<Puzzle>,
}

impl ProblemRow {
    /// Describes a problem of a set with this header.
    pub fn new(problem: &Problem, header: &Header) -> Self {
        let position = &problem.position;
        let from = problem.provenance;
        let mut row = Self {
            id: problem.id.clone(),
            fen: position.to_fen(),
            empties: problem.empties(),
            white_amazons: position.amazons(Color::White),
            black_amazons: position.amazons(Color::Black),
            legal_moves: position.placement().count_moves(problem.first()),
            record: from
                .and_then(|from| header.record(from.record))
                .map(|record| record.name.clone()),
            game: from.map(|from| from.game),
            ply: from.map(|from| from.ply),
            corner: from.map(|from| from.corner.to_string()),
            score: None,
            best_moves: None,
            at_least: None,
            at_most: None,
            spent: None,
            split: problem.split,
            attempts: problem.attempts.clone(),
            puzzle: problem.puzzle.clone(),
        };
        match &problem.judgement {
            Judgement::Open => {}
            Judgement::Bounded { at_least, at_most, spent } => {
                row.at_least = Some(*at_least);
                row.at_most = Some(*at_most);
                row.spent = Some(spent.clone());
            }
            Judgement::Solved { score, optimal, .. } => {
                row.score = Some(*score);
                row.best_moves = Some(optimal.clone());
            }
        }
        row
    }
}

impl fmt::Display for ProblemRow {
    /// Writes columns separated by tabs: id, FEN, score or bounds, optimal of legal moves.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\t{}\t", one_line(&self.id), self.fen)?;
        match (&self.score, &self.at_least, &self.at_most) {
            (Some(score), _, _) => write!(f, "{score}")?,
            (None, Some(least), Some(most)) if least == most => write!(f, "{least}")?,
            (None, Some(least), Some(most)) => write!(f, "{least}..{most}")?,
            _ => f.write_str("?")?,
        }
        match &self.best_moves {
            Some(moves) => write!(f, "\t{}/{}", moves.len(), self.legal_moves),
            None => write!(f, "\t?/{}", self.legal_moves),
        }
    }
}
