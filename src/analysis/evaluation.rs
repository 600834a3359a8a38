//! What the evaluation functions say of a position: the answer of `amazons evaluate`.

use crate::board::{Position, with_placement};
use crate::eval::distance::Walk;
use crate::eval::{Evaluator, GameProgress, ProgressScale, SQUARE};
use crate::render::DistanceMap;
use serde::{Serialize, Serializer};

/// The evaluations of a position.
#[derive(Clone, Debug, Serialize)]
pub struct Evaluations {
    /// The position as it was given.
    pub fen: String,
    /// The player to move, from whose side the values are: `w` or `b`.
    pub side: char,
    /// What each function says.
    pub evaluations: Vec<NamedEvaluation>,
    /// How far the game is.
    pub progress: GameProgress,
    /// Least queen moves to each square, where asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub queen_distances: Option<DistanceMap>,
    /// Least king moves to each square, where asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub king_distances: Option<DistanceMap>,
}

/// What one function says.
#[derive(Clone, Debug, Serialize)]
pub struct NamedEvaluation {
    /// The function, with its constants where they are not the usual ones.
    pub evaluation: String,
    /// The value in squares.
    pub value: f64,
    /// What the value is made of, in the order of the source.
    #[serde(serialize_with = "as_map")]
    pub parts: Vec<(String, f64)>,
}

fn as_map<S: Serializer>(parts: &[(String, f64)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(parts.iter().map(|(name, value)| (name, value)))
}

impl NamedEvaluation {
    /// What a function says of a position.
    pub fn new(evaluator: &Evaluator, position: &Position) -> Self {
        let (placement, frame) = position.smallest_placement();
        let (value, parts) = with_placement!(placement, placement => (
            evaluator.evaluate(&placement, position.side()),
            evaluator.parts(&placement, position.side(), frame),
        ));
        Self {
            evaluation: evaluator.to_string(),
            value: f64::from(value) / f64::from(SQUARE),
            parts: parts
                .into_iter()
                .map(|part| (part.name, (part.value * 1e6).round() / 1e6))
                .collect(),
        }
    }
}

impl Evaluations {
    /// Asks the functions, all of them where none is named, and measures the distances where
    /// `maps` says so.
    pub fn new(position: &Position, functions: &[Evaluator], maps: bool) -> Self {
        let functions = if functions.is_empty() { Evaluator::ALL } else { functions };
        let map = |walk| maps.then(|| DistanceMap::new(position, walk));
        Self {
            fen: position.to_fen(),
            side: position.side().letter(),
            evaluations: functions.iter().map(|one| NamedEvaluation::new(one, position)).collect(),
            progress: ProgressScale::of_board(position).progress(position),
            queen_distances: map(Walk::Queen),
            king_distances: map(Walk::King),
        }
    }
}
