//! What the evaluation functions say about a position: the answer of `amazons evaluate`.

use crate::ParseError;
use crate::board::{Position, with_placement};
use crate::eval::Walk;
use crate::eval::{Evaluator, GameProgress, ProgressScale, SQUARE};
use crate::render::DistanceMap;
use serde::{Serialize, Serializer};

/// Every evaluation of a position, from the side of the player to move.
#[derive(Clone, Debug, Serialize)]
pub struct Evaluations {
    /// The position as given.
    pub fen: String,
    /// The side to move, `w` or `b`.
    pub side: char,
    /// The functions in the order requested.
    pub evaluations: Vec<EvaluationReport>,
    /// How far the game has come, in percent.
    pub progress: GameProgress,
    /// Least queen moves to every square, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub queen_distances: Option<DistanceMap>,
    /// Least king moves to every square, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub king_distances: Option<DistanceMap>,
}

/// The result of one function.
#[derive(Clone, Debug, Serialize)]
pub struct EvaluationReport {
    /// Its name with its constants.
    pub evaluation: String,
    /// Its value in squares.
    pub value: f64,
    /// The components of the value, in the order of the source.
    #[serde(serialize_with = "as_map")]
    pub parts: Vec<(String, f64)>,
}

/// Serializes components in the order of the source.
fn as_map<S: Serializer>(parts: &[(String, f64)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(parts.iter().map(|(name, value)| (name, value)))
}

impl EvaluationReport {
    fn new(evaluator: &Evaluator, position: &Position) -> Self {
        let (placement, frame) = position.smallest_placement();
        let evaluator = evaluator.on(frame);
        let (value, parts) = with_placement!(placement, placement => (
            evaluator.evaluate(&placement, position.side()),
            evaluator.terms(&placement, position.side(), frame),
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
    /// Evaluates a position with the chosen functions, or with all if none is chosen, and with the
    /// distance maps if requested.
    ///
    /// # Errors
    /// A network was made for a smaller board.
    pub fn new(
        fen: &str,
        position: &Position,
        chosen: &[Evaluator],
        maps: bool,
    ) -> Result<Self, ParseError> {
        let chosen = if chosen.is_empty() { Evaluator::ALL } else { chosen };
        chosen.iter().try_for_each(|one| one.check_board(position))?;
        let map = |walk| maps.then(|| DistanceMap::new(position, walk));
        Ok(Self {
            fen: fen.to_owned(),
            side: position.side().letter(),
            evaluations: chosen.iter().map(|one| EvaluationReport::new(one, position)).collect(),
            progress: ProgressScale::of_board(position).progress(position),
            queen_distances: map(Walk::Queen),
            king_distances: map(Walk::King),
        })
    }
}
