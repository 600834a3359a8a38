//! Regions: the independent parts of a position.

use crate::game_value::GameValue;
use crate::position::Position;
use amazons::board::{Bitboard, Color, Frame, Square, Wide};
use amazons::game_value::GameValueReport;
use amazons::render::{SvgOptions, svg};
use pyo3::prelude::*;

/// A region: a connected component of the squares that are not blocked.
#[pyclass(frozen, get_all, module = "amazons")]
pub struct Region {
    /// Its squares, sorted by file, then rank.
    squares: Vec<String>,
    /// dead, white or black (amazons of one side only), or contested.
    kind: String,
    /// The number of amazons of White and of Black.
    amazons: (usize, usize),
    /// The position with every other square blocked.
    position: Py<Position>,
    /// The region's value in a sum; None if it was not asked for.
    game_value: Option<Py<GameValue>>,
}

#[pymethods]
impl Region {
    fn __repr__(&self) -> String {
        format!(
            "<Region {} of {} squares: {}>",
            self.kind,
            self.squares.len(),
            self.squares.join(" ")
        )
    }

    fn _repr_svg_(&self) -> String {
        svg(&self.position.get().0, &SvgOptions::default())
    }
}

/// The regions of a position in the order of their lowest squares, with their values.
pub fn region_list(
    py: Python<'_>,
    position: &amazons::Position,
    worths: Option<Vec<GameValueReport>>,
) -> PyResult<Vec<Region>> {
    let mut worths = worths.into_iter().flatten();
    amazons::region::regions(position)
        .into_iter()
        .map(|region| {
            let mut squares: Vec<Square> = region
                .squares
                .squares()
                .map(|square| Frame::WHOLE.outward::<Wide>(square))
                .collect();
            squares.sort_unstable();
            let alone = position.restricted(region.squares);
            let worth = worths.next().map(|worth| Py::new(py, GameValue(worth))).transpose()?;
            Ok(Region {
                squares: squares.iter().map(ToString::to_string).collect(),
                kind: region.kind.to_string(),
                amazons: (alone.amazons(Color::White), alone.amazons(Color::Black)),
                position: Py::new(py, Position(alone))?,
                game_value: worth,
            })
        })
        .collect()
}

#[pymethods]
impl Position {
    /// The regions, in the order of their lowest squares.
    fn regions(&self, py: Python<'_>) -> PyResult<Vec<Region>> {
        region_list(py, &self.0, None)
    }
}
