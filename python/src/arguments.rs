//! Arguments of functions: texts as on the command line, or Python's own types.

use crate::errors::value_error;
use amazons::board::Color;
use amazons::judge::Query;
use amazons::{Move, solvers};
use pyo3::Borrowed;
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::ops::RangeInclusive;
use std::time::Duration;

/// The maximum number of threads; a larger number is a mistake.
const MOST_THREADS: usize = 1024;

/// The maximum memory in bytes; no machine has more.
const MOST_MEMORY: usize = 1 << 46;

/// The maximum time; clocks cannot count forever.
const LONGEST: Duration = Duration::from_secs(1 << 32);

/// A move as text.
pub fn mv(text: &str) -> PyResult<Move> {
    text.parse().map_err(value_error)
}

/// A time above 0: seconds, a `timedelta`, or a text such as `500ms`; `None` if none is given.
pub fn time(argument: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Duration>> {
    let time = span(argument)?;
    match time {
        Some(time) if time.is_zero() => {
            Err(value_error("expected a time above 0, such as 0.5, '500ms' or '10s'"))
        }
        time => Ok(time),
    }
}

/// Like [`time`], but it may be 0.
pub fn span(argument: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Duration>> {
    let Some(argument) = argument else { return Ok(None) };
    let time = if let Ok(seconds) = argument.extract::<f64>() {
        Duration::try_from_secs_f64(seconds).ok()
    } else if let Ok(text) = argument.extract::<String>() {
        humantime::parse_duration(&text).ok()
    } else {
        argument.extract::<Duration>().ok()
    };
    let expected = "expected a time such as 0.5, '500ms' or '10s'";
    time.filter(|time| *time <= LONGEST)
        .map(Some)
        .ok_or_else(|| value_error(format!("{expected}, not {argument}")))
}

/// A Python integer of any size.
pub struct Integer {
    /// The nearest number that fits.
    value: i128,
    text: String,
}

impl FromPyObject<'_, '_> for Integer {
    type Error = PyErr;

    fn extract(integer: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let value = match integer.extract::<i128>() {
            Err(error) if error.is_instance_of::<PyOverflowError>(integer.py()) => {
                if integer.lt(0)? { i128::MIN } else { i128::MAX }
            }
            value => value?,
        };
        Ok(Self { value, text: integer.to_string() })
    }
}

impl From<i64> for Integer {
    fn from(value: i64) -> Self {
        Self { value: value.into(), text: value.to_string() }
    }
}

impl Integer {
    /// Returns the number if it is in a range.
    pub fn within<T: TryFrom<i128>>(&self, range: RangeInclusive<i128>) -> Option<T> {
        range.contains(&self.value).then(|| T::try_from(self.value).ok())?
    }
}

impl std::fmt::Display for Integer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

/// A number of nodes.
pub fn nodes(nodes: Option<Integer>) -> PyResult<Option<u64>> {
    let Some(nodes) = nodes else { return Ok(None) };
    nodes.within(1..=u64::MAX.into()).map(Some).ok_or_else(|| {
        let expected = match nodes.value {
            ..1 => "at least 1 node".to_owned(),
            _ => format!("at most {} nodes", u64::MAX),
        };
        value_error(format!("expected {expected}, not {nodes}"))
    })
}

/// A size in bytes: a number, or a text such as `64MB`.
pub fn memory(argument: &Bound<'_, PyAny>) -> PyResult<usize> {
    let bytes = match argument.extract::<String>() {
        Ok(text) => solvers::parse_bytes(&text),
        Err(_) => argument.extract::<usize>().ok(),
    };
    bytes.filter(|bytes| *bytes <= MOST_MEMORY).ok_or_else(|| {
        value_error(format!("expected a size such as 1 << 26, '64MB' or '1GiB', not {argument}"))
    })
}

/// A number of threads; by default the number of cores.
pub fn threads(threads: Option<Integer>) -> PyResult<usize> {
    let Some(threads) = threads else {
        return Ok(std::thread::available_parallelism().map_or(1, usize::from));
    };
    threads
        .within(1..=MOST_THREADS as i128)
        .ok_or_else(|| value_error(format!("expected 1 to {MOST_THREADS} threads, not {threads}")))
}

/// A side: `white` or `black`.
pub fn side(text: &str) -> PyResult<Color> {
    match text {
        "white" | "w" => Ok(Color::White),
        "black" | "b" => Ok(Color::Black),
        _ => Err(value_error(format!("'{text}' is not a side; expected white or black"))),
    }
}

/// The name of a side.
pub fn side_name(side: Color) -> &'static str {
    match side {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// The question that `moves` and `winner` ask.
pub fn query(moves: &str, winner: bool) -> PyResult<Query> {
    match (moves, winner) {
        // It is the default.
        ("best", true) => Ok(Query::Winner),
        ("all" | "none", true) => {
            Err(value_error("winner=True proves no moves; leave out moves or winner"))
        }
        ("best", false) => Ok(Query::BestMoves),
        ("all", false) => Ok(Query::AllMoves),
        ("none", false) => Ok(Query::Score),
        _ => Err(value_error(format!("moves='{moves}': expected best, all or none"))),
    }
}

/// A text, an integer or a Fraction as text; `None` if it is something else.
pub fn number_or_text(argument: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    let is_number = argument.hasattr("numerator")? && argument.hasattr("denominator")?;
    let is_text = argument.is_instance_of::<PyString>();
    Ok((is_number || is_text).then(|| argument.to_string()))
}

/// What happens with an invalid part of a file.
#[derive(Clone, Copy)]
pub enum OnError {
    /// It is raised; the iteration can continue after it.
    Raise,
    /// It becomes a warning, and the rest is read.
    Warn,
}

impl OnError {
    /// Parses `raise` or `warn`.
    pub fn parse(text: &str) -> PyResult<Self> {
        match text {
            "raise" => Ok(Self::Raise),
            "warn" => Ok(Self::Warn),
            _ => Err(value_error(format!("on_error='{text}': expected raise or warn"))),
        }
    }
}

/// Issues a Python warning.
pub fn warn(py: Python<'_>, text: &str) -> PyResult<()> {
    py.import("warnings")?.call_method1("warn", (text,)).map(drop)
}

/// Moves as texts.
pub fn texts(moves: &[Move]) -> Vec<String> {
    moves.iter().map(Move::to_string).collect()
}

/// The dict of an object that was written as JSON.
pub fn as_dict(py: Python<'_>, json: serde_json::Result<String>) -> PyResult<Bound<'_, PyAny>> {
    let json = json.expect("an object has no maps with odd keys");
    py.import("json")?.call_method1("loads", (json,))
}
