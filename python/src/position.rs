//! Positions: what is known about one without a search.

use crate::arguments::{Integer, mv, side, side_name, texts};
use crate::errors::value_error;
use crate::evaluation::Evaluation;
use amazons::Move;
use amazons::answers;
use amazons::board::Color;
use amazons::eval::{Evaluator, GameProgress, ProgressScale};
use amazons::render::{SvgOptions, svg, text};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

/// A board and the side to move.
///
/// The FEN lists the ranks from the top, with Q and q for amazons, * for blocked squares and
/// numbers for runs of empty ones, then w or b. Rows separated by | are accepted too (X is White,
/// O is Black, # is blocked). Positions are immutable; they can be compared and hashed.
#[pyclass(frozen, module = "amazons")]
pub struct Position(pub amazons::Position);

#[pymethods]
impl Position {
    #[new]
    fn new(fen: &str) -> PyResult<Self> {
        from_fen(fen).map(Self)
    }

    /// The start of a game; boards other than 10 x 10 have the standard start scaled to them.
    #[staticmethod]
    #[pyo3(
        signature = (columns=Integer::from(10), rows=Integer::from(10)),
        text_signature = "(columns=10, rows=10)"
    )]
    fn start(columns: Integer, rows: Integer) -> PyResult<Self> {
        let side = |count: Integer| {
            let wrong = || value_error(format!("{count} columns or rows; expected 4 to 16"));
            count.within(0..=255).ok_or_else(wrong)
        };
        amazons::Position::start(side(columns)?, side(rows)?).map(Self).map_err(value_error)
    }

    /// The position as FEN.
    #[getter]
    fn fen(&self) -> String {
        self.0.to_fen()
    }

    /// The side to move: white or black.
    #[getter]
    fn side(&self) -> &'static str {
        side_name(self.0.side())
    }

    /// The number of columns.
    #[getter]
    fn width(&self) -> usize {
        self.0.width()
    }

    /// The number of rows.
    #[getter]
    fn height(&self) -> usize {
        self.0.height()
    }

    /// The number of empty squares.
    #[getter]
    fn empties(&self) -> usize {
        self.0.empties()
    }

    /// The number of amazons of White and of Black.
    #[getter]
    fn amazons(&self) -> (usize, usize) {
        (self.0.amazons(Color::White), self.0.amazons(Color::Black))
    }

    /// The legal moves of the side to move, such as d1-d7/g7, sorted.
    fn moves(&self) -> Vec<String> {
        texts(&self.0.legal_moves())
    }

    /// The position after a move. An illegal move raises a ValueError that says why.
    #[pyo3(name = "play")]
    fn play_move(&self, r#move: &str) -> PyResult<Self> {
        self.0.play(mv(r#move)?).map(Self).map_err(value_error)
    }

    /// The same board with this side to move: white or black.
    fn with_side(&self, side: &str) -> PyResult<Self> {
        Ok(Self(self.0.with_side(self::side(side)?)))
    }

    /// The canonical form, which is the same for all positions that are equal up to symmetry,
    /// translation and a swap of colours.
    fn canonical(&self) -> Self {
        Self(amazons::region::Canonical::of(&self.0).position)
    }

    /// The results of evaluation functions, from the side of the player to move; of all functions
    /// if none is named. A function may have constants of its own: lieberum:tie=0.2.
    #[pyo3(signature = (*functions))]
    fn evaluate(&self, functions: Vec<String>) -> PyResult<Vec<Evaluation>> {
        let functions = functions
            .iter()
            .map(|text| text.parse::<Evaluator>().map_err(value_error))
            .collect::<PyResult<Vec<_>>>()?;
        let all = answers::Evaluations::new("", &self.0, &functions, false).map_err(value_error)?;
        Ok(all.evaluations.into_iter().map(Evaluation).collect())
    }

    /// How far the game has progressed by four measures (mn, tgp, mgp, mtgp), in percent.
    fn progress(&self) -> std::collections::BTreeMap<&'static str, f64> {
        let GameProgress { mn, tgp, mgp, mtgp } =
            ProgressScale::of_board(&self.0).progress(&self.0);
        [("mn", mn), ("tgp", tgp), ("mgp", mgp), ("mtgp", mtgp)].map(|(k, v)| (k, v)).into()
    }

    /// The board as an SVG image, with moves marked and a caption below.
    #[pyo3(signature = (moves=Vec::new(), *, caption="", square=40))]
    fn svg(&self, moves: Vec<String>, caption: &str, square: u32) -> PyResult<String> {
        let moves = moves.iter().map(|text| mv(text)).collect::<PyResult<Vec<Move>>>()?;
        let (columns, rows) = (self.0.width(), self.0.height());
        let is_on = |square: amazons::board::Square| {
            usize::from(square.file) < columns && usize::from(square.rank) < rows
        };
        if let Some(mv) = moves.iter().find(|m| ![m.from, m.to, m.arrow].into_iter().all(is_on)) {
            return Err(value_error(format!("{mv} is not on a board of {columns}x{rows} squares")));
        }
        let options =
            SvgOptions { moves, caption: caption.to_owned(), square, ..Default::default() };
        Ok(svg(&self.0, &options))
    }

    /// The board as lines of text.
    fn text(&self) -> String {
        text(&self.0)
    }

    fn _repr_svg_(&self) -> String {
        svg(&self.0, &SvgOptions::default())
    }

    fn __repr__(&self) -> String {
        format!("Position('{}')", self.0)
    }

    fn __str__(&self) -> String {
        self.0.to_fen()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.0.to_fen(),)
    }
}

/// A position, or its FEN.
pub fn from_argument(argument: &Bound<'_, PyAny>) -> PyResult<amazons::Position> {
    if let Ok(position) = argument.cast::<Position>() {
        return Ok(position.get().0.clone());
    }
    match argument.extract::<String>() {
        Ok(fen) => from_fen(&fen),
        Err(_) => {
            let found = argument.get_type().name()?;
            Err(PyTypeError::new_err(format!("a position or a FEN is expected, not {found}")))
        }
    }
}

/// The position of a FEN.
pub fn from_fen(fen: &str) -> PyResult<amazons::Position> {
    fen.parse().map_err(|error| value_error(format_args!("position '{fen}': {error}")))
}
