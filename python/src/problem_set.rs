//! Problem sets.

use crate::arguments::{OnError, as_dict, texts, warn};
use crate::errors::{os_error, value_error};
use crate::position::Position;
use crate::read_ahead::{ReadAhead, waiting};
use amazons::problems::{Header, ProblemRow, SetError, SetReader, SetReason};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// A problem of a set: a position whose side to move is the first player, where it comes from, and
/// what is known about it.
#[pyclass(frozen, module = "amazons")]
pub struct Problem {
    position: amazons::Position,
    row: ProblemRow,
}

#[pymethods]
impl Problem {
    /// Its name in the set.
    #[getter]
    fn id(&self) -> &str {
        &self.row.id
    }

    /// The position; the side to move is the first player.
    #[getter]
    fn position(&self) -> Position {
        Position(self.position.clone())
    }

    /// The position as FEN.
    #[getter]
    fn fen(&self) -> &str {
        &self.row.fen
    }

    /// The number of empty squares.
    #[getter]
    fn empties(&self) -> usize {
        self.row.empties
    }

    /// The number of amazons of White and of Black.
    #[getter]
    fn amazons(&self) -> (usize, usize) {
        (self.row.white_amazons, self.row.black_amazons)
    }

    /// The number of legal moves of the first player.
    #[getter]
    fn legal_moves(&self) -> u64 {
        self.row.legal_moves
    }

    /// The exact score; None if it is not known.
    #[getter]
    fn score(&self) -> Option<String> {
        self.row.score.map(|score| score.to_string())
    }

    /// The optimal moves; None if they are not known.
    #[getter]
    fn best_moves(&self) -> Option<Vec<String>> {
        self.row.best_moves.as_ref().map(|moves| texts(moves))
    }

    /// Lower bound of the score from White's side, if a limit ended the judging.
    #[getter]
    fn at_least(&self) -> Option<String> {
        self.row.at_least.map(|score| score.to_string())
    }

    /// Upper bound of the score, like at_least.
    #[getter]
    fn at_most(&self) -> Option<String> {
        self.row.at_most.map(|score| score.to_string())
    }

    /// The limit with which the bounds were found.
    #[getter]
    fn spent(&self) -> Option<&str> {
        self.row.spent.as_deref()
    }

    /// What the problem is for, 'development' or 'test', by its game.
    #[getter]
    fn split(&self) -> Option<&str> {
        self.row.split.map(amazons::problems::Split::name)
    }

    /// The record in which the problem was found.
    #[getter]
    fn record(&self) -> Option<&str> {
        self.row.record.as_deref()
    }

    /// The number of the game in its record, from 1.
    #[getter]
    fn game(&self) -> Option<u32> {
        self.row.game
    }

    /// The number of moves played before the region was taken.
    #[getter]
    fn ply(&self) -> Option<u32> {
        self.row.ply
    }

    /// The position of its lower left corner on the board of the game.
    #[getter]
    fn corner(&self) -> Option<&str> {
        self.row.corner.as_deref()
    }

    /// Everything about the problem, with the keys of `amazons set list --format json`.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        as_dict(py, serde_json::to_string(&self.row))
    }

    fn __repr__(&self) -> String {
        format!("<Problem {}>", self.row)
    }

    fn _repr_svg_(&self) -> String {
        let moves = self.row.best_moves.iter().flatten().copied().take(3).collect();
        let options = amazons::render::SvgOptions { moves, ..Default::default() };
        amazons::render::svg(&self.position, &options)
    }
}

/// A problem set in a file. It can be iterated any number of times, one problem at a time.
#[pyclass(frozen, module = "amazons")]
pub struct ProblemSet {
    path: PathBuf,
    header: Header,
    on_error: OnError,
    count: Mutex<Option<usize>>,
}

/// The problems of a set, one after another.
#[pyclass(frozen, module = "amazons")]
pub struct Problems {
    reader: ReadAhead<Result<Problem, SetError>>,
    on_error: OnError,
}

fn raised(error: &SetError) -> PyErr {
    match &*error.reason {
        SetReason::Io(io) => os_error(io.kind(), error),
        _ => value_error(error),
    }
}

fn opened(py: Python<'_>, path: &Path) -> PyResult<SetReader> {
    let path = path.to_owned();
    waiting(py, move || SetReader::open(&path))?.map_err(|error| raised(&error))
}

impl ProblemSet {
    fn problems(&self, py: Python<'_>) -> PyResult<Problems> {
        let mut reader = opened(py, &self.path)?;
        let problems = std::iter::from_fn(move || {
            let next = reader.next()?;
            Some(next.map(|problem| {
                let row = ProblemRow::new(&problem, reader.header());
                Problem { position: problem.position, row }
            }))
        });
        Ok(Problems { reader: ReadAhead::of(problems)?, on_error: self.on_error })
    }
}

#[pymethods]
impl ProblemSet {
    /// Opens a set, which may be compressed (.gz, .zst).
    ///
    /// An invalid problem raises a ValueError that names it, and the iteration can continue after
    /// it; with on_error='warn' it is a warning.
    #[staticmethod]
    #[pyo3(signature = (path, *, on_error="raise"))]
    fn open(py: Python<'_>, path: PathBuf, on_error: &str) -> PyResult<Self> {
        let on_error = OnError::parse(on_error)?;
        let reader = opened(py, &path)?;
        Ok(Self { path, header: reader.into_header(), on_error, count: Mutex::new(None) })
    }

    /// The set's title.
    #[getter]
    fn title(&self) -> &str {
        &self.header.title
    }

    /// The names of the records from which its problems come.
    #[getter]
    fn records(&self) -> Vec<&str> {
        self.header.records().map(|record| record.name.as_str()).collect()
    }

    fn __iter__(&self, py: Python<'_>) -> PyResult<Problems> {
        self.problems(py)
    }

    /// Whether there is a problem, read from the file up to the first.
    fn __bool__(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.problems(py)?.next(py, |_| Ok(()))?.is_some())
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        if let Ok(Some(count)) = self.count.lock().map(|count| *count) {
            return Ok(count);
        }
        let problems = self.problems(py)?;
        let mut counted = 0;
        // Python asks for the length before it goes through a set, which warns then.
        while problems.next(py, |_| Ok(()))?.is_some() {
            counted += 1;
        }
        if let Ok(mut count) = self.count.lock() {
            *count = Some(counted);
        }
        Ok(counted)
    }

    /// All problems as a pandas DataFrame with a column for each key of to_dict; needs pandas.
    fn to_pandas<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let pandas = py.import("pandas")?;
        let rows = PyList::empty(py);
        let problems = self.problems(py)?;
        while let Some(problem) = problems.__next__(py)? {
            rows.append(problem.to_dict(py)?)?;
        }
        let arguments = PyDict::new(py);
        if rows.is_empty() {
            arguments.set_item("columns", ["id", "fen", "empties"])?;
        }
        pandas.call_method("DataFrame", (rows,), Some(&arguments))
    }

    /// Writes all problems to a Parquet file with a column for each key of to_dict; needs pyarrow.
    fn to_parquet<'py>(this: &Bound<'py, Self>, path: PathBuf) -> PyResult<()> {
        let writer = this.py().import("amazons._parquet")?;
        writer.call_method1("write", (this, this.get().title(), path))?;
        Ok(())
    }

    fn __repr__(&self) -> String {
        format!("<ProblemSet {}>", self.path.display())
    }
}

#[pymethods]
impl Problems {
    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Problem>> {
        self.next(py, |error| warn(py, &error.to_string()))
    }
}

impl Problems {
    /// The next problem. `seen` is told of what is not raised.
    fn next(
        &self,
        py: Python<'_>,
        seen: impl Fn(&SetError) -> PyResult<()>,
    ) -> PyResult<Option<Problem>> {
        loop {
            match (self.reader.next(py)?, self.on_error) {
                (None, _) => return Ok(None),
                (Some(Ok(problem)), _) => return Ok(Some(problem)),
                (Some(Err(error)), OnError::Raise) => return Err(raised(&error)),
                (Some(Err(error)), OnError::Warn) => seen(&error)?,
            }
        }
    }
}
