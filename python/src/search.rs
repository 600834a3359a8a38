//! The results of searches: scores, game values, thermographs.

use crate::arguments::{self, Integer, side_name};
use crate::errors::LimitReached;
use crate::game_value::{GameValue, Thermograph};
use crate::interrupt::interruptible;
use crate::position::Position;
use crate::request::{GAME_VALUES, Request, Trouble, memory_or_default};
use crate::tables::Tables;
use crate::value::Value;
use amazons::answers::Valuer;
use amazons::board::Color;
use amazons::cgt::Effort;
use amazons::game_value::{GameValueAnalyzer, GameValueReport};
use amazons::score::Interval;
use amazons::tables::TableValues;
use amazons::{Abort, Limits};
use pyo3::prelude::*;
use std::sync::Mutex;

#[pymethods]
impl Position {
    /// Exact scores for either first player, with the optimal moves, and the game value.
    ///
    /// time (seconds, timedelta or text) and nodes limit each of the two problems; without them the
    /// search continues until everything is proved. first is white or black for one problem only.
    /// moves is best, all or none; winner=True stops as soon as the winner is proved. game_values
    /// is the time for game values (a fixed number of steps by default); 0 leaves them out. With
    /// estimate=True, a quarter of the limits goes to an estimate where the score is not proved.
    /// tables are asked before anything is searched; those built in are asked for game values.
    /// progress is called now and then with the first player and the proved bounds (at least, at
    /// most, from White's side). Ctrl-C ends the search.
    #[pyo3(signature = (
        time=None, nodes=None, *, first=None, moves="best", winner=false, game_values=None,
        estimate=false, threads=None, memory=None, tables=None, progress=None
    ))]
    #[expect(clippy::too_many_arguments, reason = "named arguments of Python")]
    fn value(
        &self,
        py: Python<'_>,
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
    ) -> PyResult<Value> {
        let request =
            Request::new(time, nodes, first, moves, winner, game_values, GAME_VALUES, estimate)?;
        let threads = request.useful_threads(arguments::threads(threads)?);
        let memory = memory_or_default(memory)?;
        let results = tables.map(Tables::results).transpose()?;
        let seen: Mutex<[Option<Interval>; 2]> = Mutex::default();
        let news = |first: Color, known| {
            if let Ok(mut seen) = seen.lock() {
                seen[first as usize] = Some(known);
            }
        };
        let watch = |py: Python<'_>| {
            let Some(progress) = &progress else { return Ok(()) };
            let news = seen.lock().map(|mut seen| std::mem::take(&mut *seen)).unwrap_or_default();
            for first in Color::BOTH {
                if let Some(known) = news[first as usize] {
                    let (least, most) = known.scores(first);
                    let bounds = (side_name(first), least.to_string(), most.to_string());
                    progress.call1(py, bounds)?;
                }
            }
            Ok(())
        };
        let trouble = Trouble::default();
        let value = interruptible(py, &request.limits.abort, watch, || {
            let builtin = amazons::tables::Tables::shared_builtin();
            let valuer = Valuer::new(results.as_deref(), memory, threads);
            let mut valuer = valuer.knowing_values_of(builtin);
            request.answer(&mut valuer, &self.0, &news, &trouble)
        })?;
        if let Some(text) = trouble.into_inner().ok().flatten() {
            arguments::warn(py, &format!("tables: {text}; continuing without them"))?;
        }
        Ok(Value(value))
    }

    /// The position's value in a sum: canonical form, outcome, mean, temperature and stops.
    ///
    /// What is not found within the time is None, and stopped says why.
    #[pyo3(signature = (time=None, *, memory=None))]
    fn game_value(
        &self,
        py: Python<'_>,
        time: Option<&Bound<'_, PyAny>>,
        memory: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<GameValue> {
        Ok(GameValue(self.drawn(py, time, memory)?.0))
    }

    /// The thermograph of the sum of the regions. Raises LimitReached if the time is not enough.
    #[pyo3(signature = (time=None, *, memory=None))]
    fn thermograph(
        &self,
        py: Python<'_>,
        time: Option<&Bound<'_, PyAny>>,
        memory: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Thermograph> {
        match self.drawn(py, time, memory)? {
            (worth, Some(thermograph)) => {
                Ok(Thermograph { worth, thermograph, title: self.0.to_fen() })
            }
            (worth, None) => Err(LimitReached::new_err(worth.to_string())),
        }
    }
}

type Drawn = (GameValueReport, Option<amazons::Thermograph>);

impl Position {
    fn drawn(
        &self,
        py: Python<'_>,
        time: Option<&Bound<'_, PyAny>>,
        memory: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Drawn> {
        let abort = Abort::new();
        let limits = Limits::new(arguments::time(time)?, None).until(&abort);
        let memory = memory_or_default(memory)?;
        interruptible(
            py,
            &abort,
            |_| Ok(()),
            || {
                let known = TableValues::maybe_of(amazons::tables::Tables::shared_builtin());
                let mut analyzer = GameValueAnalyzer::new(memory).maybe_knowing(known);
                analyzer.thermograph(&self.0, Effort::new(&limits))
            },
        )
    }
}
