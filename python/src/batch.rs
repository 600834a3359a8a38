//! Many positions at once.

use crate::arguments::{self, Integer};
use crate::interrupt::interruptible;
use crate::position;
use crate::request::{Request, Trouble, memory_or_default};
use crate::tables::Tables;
use crate::value::Value;
use amazons::answers::ValuePool;
use pyo3::prelude::*;
use std::convert::Infallible;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Values of many positions on several threads, in the order of the positions.
///
/// positions are Positions or FENs. All other arguments are those of Position.value, except that
/// game values are left out unless game_values says how long to work on each, and that threads
/// defaults to the number of cores and memory is that of all threads together. progress is called
/// with the number of finished positions and of all, a few times a second.
#[pyfunction]
#[pyo3(signature = (
    positions, time=None, nodes=None, *, first=None, moves="best", winner=false, game_values=None,
    estimate=false, threads=None, memory=None, tables=None, progress=None
))]
#[expect(clippy::too_many_arguments, reason = "named arguments of Python")]
pub fn judge_many(
    py: Python<'_>,
    positions: &Bound<'_, PyAny>,
    time: Option<&Bound<'_, PyAny>>,
    nodes: Option<Integer>,
    first: Option<&str>,
    moves: &str,
    winner: bool,
    game_values: Option<&Bound<'_, PyAny>>,
    estimate: bool,
    threads: Option<Integer>,
    memory: Option<&Bound<'_, PyAny>>,
    tables: Option<&Tables>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Vec<Value>> {
    let request = Request::new(time, nodes, first, moves, winner, game_values, None, estimate)?;
    let threads = arguments::threads(threads)?;
    let memory = memory_or_default(memory)?;
    let results = tables.map(Tables::results).transpose()?;
    let positions = positions
        .try_iter()?
        .map(|item| position::from_argument(&item?))
        .collect::<PyResult<Vec<amazons::Position>>>()?;
    let pool = ValuePool {
        results: results.as_deref(),
        game_values: amazons::tables::Tables::shared_builtin(),
        memory,
        threads,
    };
    let abort = &request.limits.abort;
    let (done, total) = (AtomicUsize::new(0), positions.len());
    let trouble = Trouble::default();
    let tell = |py: Python<'_>| match &progress {
        Some(progress) => progress.call1(py, (done.load(Ordering::Relaxed), total)).map(drop),
        None => Ok(()),
    };
    let values = interruptible(py, abort, tell, || {
        let mut values = Vec::with_capacity(total);
        let Ok(()) = pool.in_order(
            positions.iter().take_while(|_| !abort.is_set()),
            |valuer, position| {
                let value = request.answer(valuer, position, &|_, _| (), &trouble);
                done.fetch_add(1, Ordering::Relaxed);
                value
            },
            |value| {
                values.push(Value(value));
                Ok::<(), Infallible>(())
            },
        );
        values
    })?;
    tell(py)?;
    if let Some(text) = trouble.into_inner().ok().flatten() {
        arguments::warn(py, &format!("tables: {text}; continuing without them"))?;
    }
    Ok(values)
}
