//! Game records.

use crate::arguments::{Integer, OnError, texts, warn};
use crate::errors::{os_error, value_error};
use crate::position::Position;
use crate::read_ahead::{ReadAhead, waiting};
use amazons::board::Color;
use amazons::records::{Reason, RecordError};
use amazons::{Game as PlainGame, Records};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// A game: its start, its legal moves, and what the record says about it.
#[pyclass(frozen, module = "amazons")]
pub struct Game(PlainGame);

#[pymethods]
impl Game {
    /// The position before the first move.
    #[getter]
    fn start(&self) -> Position {
        Position(self.0.start().clone())
    }

    /// The position after the last move.
    #[getter]
    fn last(&self) -> Position {
        Position(self.0.now().clone())
    }

    /// The moves, in turn.
    #[getter]
    fn moves(&self) -> Vec<String> {
        texts(self.0.moves())
    }

    /// The tags of the record by their SGF names: PW, PB, RE and so on.
    #[getter]
    fn tags(&self) -> BTreeMap<String, String> {
        self.0.tags().iter().cloned().collect()
    }

    /// The name of White, if the record gives one.
    #[getter]
    fn white(&self) -> Option<&str> {
        self.0.player(Color::White)
    }

    /// The name of Black, if the record gives one.
    #[getter]
    fn black(&self) -> Option<&str> {
        self.0.player(Color::Black)
    }

    /// The positions before the first move and after each move: one more than there are moves.
    fn positions(&self) -> Vec<Position> {
        self.0.positions().map(Position).collect()
    }

    /// The position after this many moves; a negative number counts from the end.
    fn position(&self, ply: Integer) -> PyResult<Position> {
        let count = self.0.moves().len();
        let last = count as i128;
        ply.within(-last - 1..=last)
            .map(|ply: i128| if ply < 0 { ply + last + 1 } else { ply })
            .and_then(|index| self.0.position_at(index as usize))
            .map(Position)
            .ok_or_else(|| PyIndexError::new_err(format!("ply {ply} of a game of {count} moves")))
    }

    fn __len__(&self) -> usize {
        self.0.moves().len()
    }

    fn __repr__(&self) -> String {
        format!("<Game of {} moves>", self.0.moves().len())
    }

    fn _repr_svg_(&self) -> String {
        amazons::render::svg(self.0.now(), &amazons::render::SvgOptions::default())
    }
}

/// The games of a file, one after another.
#[pyclass(frozen, module = "amazons")]
pub struct Games {
    records: ReadAhead<Result<PlainGame, RecordError>>,
    on_error: OnError,
}

#[pymethods]
impl Games {
    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Game>> {
        loop {
            match self.records.next(py)? {
                None => return Ok(None),
                Some(Ok(game)) => return Ok(Some(Game(game))),
                Some(Err(mut error)) => match self.on_error {
                    OnError::Raise => return Err(raised(&error)),
                    OnError::Warn => {
                        warn(py, &error.to_string())?;
                        if let Some(game) = error.legal_part.take() {
                            return Ok(Some(Game(*game)));
                        }
                    }
                },
            }
        }
    }
}

fn raised(error: &RecordError) -> PyErr {
    match &*error.reason {
        Reason::Io(io) => os_error(io.kind(), error),
        _ => value_error(error),
    }
}

/// Reads the games of an SGF file or a list of moves; - is standard input.
///
/// An invalid game raises a ValueError with file, game, ply and reason, and the iteration can
/// continue with the next game. With on_error='warn' it is a warning, and the legal part is used.
#[pyfunction]
#[pyo3(signature = (path, *, on_error="raise"))]
pub fn read_games(py: Python<'_>, path: PathBuf, on_error: &str) -> PyResult<Games> {
    let on_error = OnError::parse(on_error)?;
    let records = waiting(py, move || Records::open(&path))?.map_err(|error| raised(&error))?;
    Ok(Games { records: ReadAhead::of(records)?, on_error })
}
