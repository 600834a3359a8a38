//! Arguments of functions: texts as on the command line, or Python's own types.

use crate::errors::value_error;
use amazons::board::Color;
use amazons::judge::Query;
use amazons::{Move, solvers};
use pyo3::prelude::*;
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

/// A number of nodes. Any Python integer is accepted, so that the error for a negative one says
/// what is expected.
pub fn nodes(nodes: Option<i128>) -> PyResult<Option<u64>> {
    let positive = |nodes| u64::try_from(nodes).ok().filter(|nodes| *nodes > 0);
    nodes
        .map(|nodes| {
            positive(nodes)
                .ok_or_else(|| value_error(format!("expected at least 1 node, not {nodes}")))
        })
        .transpose()
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
pub fn threads(threads: Option<i128>) -> PyResult<usize> {
    match threads {
        None => Ok(std::thread::available_parallelism().map_or(1, usize::from)),
        Some(threads) if (1..=MOST_THREADS as i128).contains(&threads) => Ok(threads as usize),
        Some(threads) => {
            Err(value_error(format!("expected 1 to {MOST_THREADS} threads, not {threads}")))
        }
    }
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
    match moves {
        _ if winner => Ok(Query::Winner),
        "best" => Ok(Query::BestMoves),
        "all" => Ok(Query::AllMoves),
        "none" => Ok(Query::Score),
        _ => Err(value_error(format!("moves='{moves}': expected best, all or none"))),
    }
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

/// The Python object of a JSON text.
pub fn from_json<'py>(py: Python<'py>, json: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (json,))
}
