//! Exact scores.

use crate::arguments::{as_dict, side_name, texts};
use crate::game_value::GameValue;
use crate::position;
use crate::region::{Region, region_list};
use amazons::answers::{self, Source};
use amazons::{Score, game_value};
use pyo3::prelude::*;

/// The value of a position: the answer of `amazons value`, with the same names.
#[pyclass(frozen, module = "amazons")]
pub struct Value(pub answers::Value);

/// The answer for one first player. Scores are texts such as W+3.
#[pyclass(frozen, module = "amazons")]
pub struct FirstValue(answers::FirstValue);

/// What a search believes about a position. Nothing of it is proved, except that it keeps within the
/// bounds that are.
#[pyclass(frozen, module = "amazons")]
pub struct Estimate(amazons::Estimate);

/// How one first player plays a sum of regions.
#[pyclass(frozen, module = "amazons")]
pub struct Play(game_value::Play);

fn text(score: Option<Score>) -> Option<String> {
    score.map(|score| score.to_string())
}

#[pymethods]
impl FirstValue {
    /// The score, such as W+3; None if a limit was reached first.
    #[getter]
    fn score(&self) -> Option<String> {
        text(self.0.score)
    }

    /// The lowest possible score for White; the score itself if it is known.
    #[getter]
    fn at_least(&self) -> Option<String> {
        text(self.0.score.or(self.0.at_least))
    }

    /// The highest possible score for White; the score itself if it is known.
    #[getter]
    fn at_most(&self) -> Option<String> {
        text(self.0.score.or(self.0.at_most))
    }

    /// Who wins, white or black; None if it is not proved.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        let proved = self.0.winner.flatten().or_else(|| {
            let (least, most) =
                (self.0.score.or(self.0.at_least)?, self.0.score.or(self.0.at_most)?);
            (least.winner == most.winner).then_some(least.winner)
        });
        proved.map(side_name)
    }

    /// Every optimal move, sorted; empty if there is no move, None if a limit was reached first or
    /// none were asked for.
    #[getter]
    fn best_moves(&self) -> Option<Vec<String>> {
        self.0.best_moves.as_ref()?.as_ref().map(|moves| texts(moves))
    }

    /// With moves='all': every move and its score, best first.
    #[getter]
    fn moves(&self) -> Option<Vec<(String, String)>> {
        let moves = self.0.moves.as_ref()?.as_ref()?;
        Some(moves.iter().map(|one| (one.mv.to_string(), one.score.to_string())).collect())
    }

    /// With estimate=True: what a search believes; None where the score is proved, or the winner if
    /// only that was asked for.
    #[getter]
    fn estimate(&self) -> Option<Estimate> {
        self.0.estimate.clone().flatten().map(Estimate)
    }

    /// Whether everything that was asked is known.
    #[getter]
    fn complete(&self) -> bool {
        self.0.complete()
    }

    fn __repr__(&self) -> String {
        format!("<FirstValue {}>", self.0)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }
}

#[pymethods]
impl Estimate {
    /// The lead in squares, positive for White: a win by k is a lead of k + 0.5.
    #[getter]
    fn lead(&self) -> f64 {
        self.0.lead
    }

    /// The chance that White wins, from 0 to 1.
    #[getter]
    fn white_wins(&self) -> f64 {
        self.0.white_wins
    }

    /// The move that seems best; None if there is none.
    #[getter]
    fn r#move(&self) -> Option<String> {
        self.0.mv.map(|mv| mv.to_string())
    }

    /// The expected moves, from the best one on.
    #[getter]
    fn line(&self) -> Vec<String> {
        texts(&self.0.line)
    }

    /// The nodes of the search.
    #[getter]
    fn nodes(&self) -> u64 {
        self.0.nodes
    }

    fn __repr__(&self) -> String {
        format!("<Estimate {}>", self.0)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }
}

#[pymethods]
impl Play {
    /// The first player: white or black.
    #[getter]
    fn first(&self) -> &'static str {
        side_name(self.0.first)
    }

    /// Who wins: white or black.
    #[getter]
    fn winner(&self) -> &'static str {
        side_name(self.0.winner)
    }

    /// Every move that wins, sorted; None if this is not known for all moves.
    #[getter]
    fn winning_moves(&self) -> Option<Vec<String>> {
        self.0.winning_moves.as_ref().map(|moves| texts(moves))
    }

    /// A good move; None if there is none.
    #[getter]
    fn recommended(&self) -> Option<String> {
        self.0.recommended.as_ref().map(|best| best.mv.to_string())
    }

    /// The region of the recommended move, from 0.
    #[getter]
    fn region(&self) -> Option<usize> {
        self.0.recommended.as_ref().map(|best| best.region)
    }

    /// Why the move is recommended.
    #[getter]
    fn reason(&self) -> Option<String> {
        self.0.recommended.as_ref().map(|best| best.reason.clone())
    }

    fn __repr__(&self) -> String {
        format!("<Play {}>", self.0)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }
}

impl Value {
    fn sum(&self) -> Option<GameValue> {
        self.0.worth.as_ref().map(|board| GameValue(board.sum.clone()))
    }
}

#[pymethods]
impl Value {
    /// The position.
    #[getter]
    fn fen(&self) -> &str {
        &self.0.fen
    }

    /// The number of empty squares.
    #[getter]
    fn empties(&self) -> usize {
        self.0.empties
    }

    /// The problem in which White moves first; None if it was not asked for.
    #[getter]
    fn white_first(&self) -> Option<FirstValue> {
        self.0.white_first.clone().map(FirstValue)
    }

    /// The problem in which Black moves first; None if it was not asked for.
    #[getter]
    fn black_first(&self) -> Option<FirstValue> {
        self.0.black_first.clone().map(FirstValue)
    }

    /// Wall time in seconds, game values included.
    #[getter]
    fn seconds(&self) -> f64 {
        self.0.seconds
    }

    /// Nodes searched.
    #[getter]
    fn nodes(&self) -> u64 {
        self.0.nodes
    }

    /// search or table.
    #[getter]
    fn source(&self) -> &'static str {
        match self.0.source {
            Source::Search => "search",
            Source::Table => "table",
        }
    }

    /// The canonical form of the sum of the regions; None if it is not expanded.
    #[getter]
    fn game_value(&self) -> Option<String> {
        self.sum()?.game_value()
    }

    /// The outcome class of the sum: L, R, N or P.
    #[getter]
    fn outcome(&self) -> Option<String> {
        self.sum()?.outcome()
    }

    /// The mean of the sum, such as 5/8.
    #[getter]
    fn mean(&self) -> Option<String> {
        self.sum()?.mean()
    }

    /// The temperature of the sum.
    #[getter]
    fn temperature(&self) -> Option<String> {
        self.sum()?.temperature()
    }

    /// The left stop of the sum: White is Left.
    #[getter]
    fn left_stop(&self) -> Option<String> {
        self.sum()?.left_stop()
    }

    /// The right stop of the sum.
    #[getter]
    fn right_stop(&self) -> Option<String> {
        self.sum()?.right_stop()
    }

    /// The regions with their values; empty if no game values were asked for.
    #[getter]
    fn regions(&self, py: Python<'_>) -> PyResult<Vec<Region>> {
        let Some(board) = &self.0.worth else { return Ok(Vec::new()) };
        let worths = board.regions.iter().map(|region| region.worth.clone()).collect();
        let position = position::from_fen(&self.0.fen)?;
        region_list(py, &position, Some(worths))
    }

    /// How White, and how Black, plays the sum moving first; None if this is not known.
    #[getter]
    fn play(&self) -> Option<(Play, Play)> {
        let [white, black] = self.0.worth.as_ref()?.play.clone()?;
        Some((Play(white), Play(black)))
    }

    /// Whether everything that was asked is known.
    #[getter]
    fn complete(&self) -> bool {
        self.0.complete()
    }

    /// The object that `amazons value --format json` prints, as text.
    fn to_json(&self) -> String {
        serde_json::to_string(&self.0).expect("a value has no maps with odd keys")
    }

    /// The same as a dict.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        as_dict(py, serde_json::to_string(&self.0))
    }

    fn __repr__(&self) -> String {
        format!("<Value of {}>", self.0.fen)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }
}
