//! Game records.

use crate::arguments::{Integer, OnError, texts, warn};
use crate::errors::{os_error, value_error};
use crate::position::Position;
use crate::read_ahead::{ReadAhead, waiting};
use amazons::Game as PlainGame;
use amazons::board::Color;
use amazons::records::{Lines, Reason, RecordError, RecordOptions, Start};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

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
    records: ReadAhead<Read>,
    on_error: OnError,
}

/// A game, and what the reader remarked on it.
type Read = (Result<PlainGame, RecordError>, Vec<String>);

#[pymethods]
impl Games {
    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Game>> {
        loop {
            let Some((game, notes)) = self.records.next(py)? else { return Ok(None) };
            for note in notes {
                warn(py, &note)?;
            }
            match game {
                Ok(game) => return Ok(Some(Game(game))),
                Err(mut error) => match self.on_error {
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

/// Reads the games of a file in any format of docs/formats.md; - is standard input.
///
/// An invalid game raises a ValueError with file, game, ply and reason, and the iteration can
/// continue with the next game. With on_error='warn' it is a warning, and the legal part is used.
///
/// start says where games begin whose record does not: a Position, a FEN, 'standard', 'cross'
/// (Little Golem's), or a size such as '8x8'. lines says how lines of a move list are read that
/// could be read in two ways: 'decided', 'apart' or 'joined'. A warning tells of each such place.
#[pyfunction]
#[pyo3(signature = (path, *, on_error="raise", start=None, lines="decided"))]
pub fn read_games(
    py: Python<'_>,
    path: PathBuf,
    on_error: &str,
    start: Option<&Bound<'_, PyAny>>,
    lines: &str,
) -> PyResult<Games> {
    let on_error = OnError::parse(on_error)?;
    let notes = Arc::new(Mutex::new(Vec::new()));
    let noted = Arc::clone(&notes);
    let taken = move || std::mem::take(&mut *notes.lock().unwrap_or_else(PoisonError::into_inner));
    let mut options = RecordOptions::default().lines(lines_of(lines)?).on_note(move |note| {
        noted.lock().unwrap_or_else(PoisonError::into_inner).push(note.to_string());
    });
    if let Some(start) = start {
        options = options.start(start_of(start)?);
    }
    let records = waiting(py, move || options.open(&path))?.map_err(|error| raised(&error))?;
    Ok(Games { records: ReadAhead::of(records.map(move |game| (game, taken())))?, on_error })
}

/// How lines are read that could be read in two ways.
fn lines_of(text: &str) -> PyResult<Lines> {
    text.parse().map_err(|error| value_error(format_args!("lines '{text}': {error}")))
}

/// Where games begin: a position or a text.
fn start_of(argument: &Bound<'_, PyAny>) -> PyResult<Start> {
    if let Ok(position) = argument.cast::<Position>() {
        return Ok(position.get().0.clone().into());
    }
    let text = argument.extract::<String>()?;
    text.parse().map_err(|error| value_error(format_args!("start '{text}': {error}")))
}
