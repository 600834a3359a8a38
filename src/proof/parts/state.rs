//! What is kept about one part of a long search.

use crate::board::{Move, Position};
use crate::proof::file::Saved;
use serde::{Deserialize, Serialize};

/// Returns the moves that lead to a part as text, with blanks between them.
pub(super) fn line_of(moves: &[Move]) -> String {
    let moves: Vec<String> = moves.iter().map(Move::to_string).collect();
    moves.join(" ")
}

/// The state of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// Not decided.
    Open,
    /// The claim holds there; the proof is in a file beside the state.
    Proved,
    /// The claim does not hold there.
    Refuted,
    /// Its moves are parts themselves.
    Divided,
}

/// What is kept about a part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct PartState {
    /// The position, in the canonical form under the symmetries of the board.
    pub fen: String,
    /// Moves that lead there from the claim's position, or to an image of it.
    pub line: Vec<Move>,
    pub state: State,
    /// Nodes searched, and the time this took.
    pub nodes: u64,
    pub seconds: f64,
    /// The number of stored moves of the proof, and the checksum at the end of its file.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub positions: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub checksum: Option<String>,
    /// The winner's moves in a divided part where the winner is to move, most promising first.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub choices: Vec<Move>,
    /// Whether it was ever divided, so that its moves are parts. Older states do not say so of parts
    /// where the loser is to move.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub divided: bool,
}

impl PartState {
    /// The state of a part about which nothing is known yet.
    pub fn new(part: &Position, line: Vec<Move>) -> Self {
        Self {
            fen: part.to_fen(),
            line,
            state: State::Open,
            nodes: 0,
            seconds: 0.0,
            positions: None,
            checksum: None,
            choices: Vec::new(),
            divided: false,
        }
    }

    /// The state after its proof was written.
    pub fn proved(self, proof: &Saved) -> Self {
        Self {
            state: State::Proved,
            positions: Some(proof.moves),
            checksum: Some(format!("{:08x}", proof.checksum)),
            ..self
        }
    }

    /// The state after its proof was lost: open again, with a new search. A part that was divided
    /// still has its parts.
    pub fn without_proof(self) -> Self {
        let divided = self.divided || !self.choices.is_empty();
        let (state, nodes) = if divided { (State::Divided, self.nodes) } else { (State::Open, 0) };
        Self { state, nodes, positions: None, checksum: None, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lost(state: PartState) -> PartState {
        PartState { nodes: 7, ..state.proved(&Saved { moves: 3, bytes: 60, checksum: 5 }) }
            .without_proof()
    }

    #[test]
    fn a_part_that_lost_its_proof_is_searched_anew_unless_its_moves_are_parts() {
        let new = PartState::new(&"Q2/2q w".parse().unwrap(), Vec::new());
        let part = lost(new.clone());
        assert_eq!((part.state, part.nodes), (State::Open, 0));
        assert_eq!((part.positions, part.checksum), (None, None));
        // The loser's moves are all parts; nothing of them is stored.
        let losers = lost(PartState { divided: true, ..new.clone() });
        assert_eq!((losers.state, losers.nodes, losers.checksum), (State::Divided, 7, None));
        // Older states say it only by the winner's choices.
        let choices = vec!["a2-b2/a2".parse().unwrap()];
        let winners = lost(PartState { choices: choices.clone(), ..new });
        assert_eq!((winners.state, winners.choices), (State::Divided, choices));
    }
}
