//! What is kept of one part of a long search.

use crate::board::{Move, Position};
use crate::proof::file::Saved;
use serde::{Deserialize, Serialize};

/// How far a part is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// Not decided.
    Open,
    /// The claim holds there; the proof lies beside.
    Proved,
    /// It does not.
    Refuted,
    /// Its moves are parts themselves.
    Divided,
}

/// What is kept of a part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct PartState {
    /// The position, in the canonical form under the symmetries of the board.
    pub fen: String,
    /// Moves that lead there from the claim's position, or to an image of it.
    pub line: Vec<Move>,
    pub state: State,
    /// Nodes searched, and the time that took.
    pub nodes: u64,
    pub seconds: f64,
    /// Stored moves of the proof, and the checksum at the end of its file.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub positions: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub checksum: Option<String>,
    /// Where the winner is to move in a part that is divided: their moves, the most promising first.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub choices: Vec<Move>,
}

impl PartState {
    /// Nothing is known yet.
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
        }
    }

    /// The same of a part whose proof was written.
    pub fn proved(self, proof: &Saved) -> Self {
        Self {
            state: State::Proved,
            positions: Some(proof.moves),
            checksum: Some(format!("{:08x}", proof.checksum)),
            ..self
        }
    }

    /// The same of a part whose proof is lost: it is open again, and its search begins anew. One that
    /// was divided has its parts.
    pub fn without_proof(self) -> Self {
        let divided = !self.choices.is_empty();
        let (state, nodes) = if divided { (State::Divided, self.nodes) } else { (State::Open, 0) };
        Self { state, nodes, positions: None, checksum: None, ..self }
    }
}
