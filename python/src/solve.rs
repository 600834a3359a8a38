//! The solvers under study.

use crate::arguments::{self, Integer};
use crate::errors::value_error;
use crate::interrupt::interruptible;
use crate::position;
use crate::request::memory_or_default;
use amazons::util::parallel::in_order;
use amazons::{Abort, Color, Limits, Score};
use pyo3::prelude::*;
use std::convert::Infallible;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What a solver found about a problem, whose first player is the side to move.
#[pyclass(frozen, module = "amazons")]
pub struct Answer {
    answer: amazons::Answer,
    first: Color,
    solver: String,
}

/// One iteration of a solver.
#[pyclass(frozen, get_all, module = "amazons")]
pub struct Iteration {
    /// The rank asked for, the depth, or the playouts so far.
    target: i32,
    /// proved, refuted or limit.
    outcome: &'static str,
    /// Its nodes.
    nodes: u64,
    /// Its wall time.
    seconds: f64,
}

#[pymethods]
impl Iteration {
    fn __repr__(&self) -> String {
        format!("<Iteration {}: {} in {} nodes>", self.target, self.outcome, self.nodes)
    }
}

#[pymethods]
impl Answer {
    /// The solver with its options.
    #[getter]
    fn solver(&self) -> &str {
        &self.solver
    }

    /// The chosen move; None if the problem is unsolved or there is no move.
    #[getter]
    fn r#move(&self) -> Option<String> {
        self.answer.best.map(|mv| mv.to_string())
    }

    /// The score, if the solver proved it.
    #[getter]
    fn score(&self) -> Option<String> {
        let rank = self.answer.interval.exact()?;
        Some(Score::from_rank(rank, self.first).to_string())
    }

    /// Proved: the score is at least this good for White.
    #[getter]
    fn at_least(&self) -> String {
        self.answer.interval.scores(self.first).0.to_string()
    }

    /// Proved: the score is at most this good for White.
    #[getter]
    fn at_most(&self) -> String {
        self.answer.interval.scores(self.first).1.to_string()
    }

    /// The iterations, in order.
    #[getter]
    fn iterations(&self) -> Vec<Iteration> {
        use amazons::solvers::IterationEnd::{Limit, Proved, Refuted};
        let one = |iteration: &amazons::solvers::Iteration| Iteration {
            target: iteration.target,
            outcome: match iteration.outcome {
                Proved => "proved",
                Refuted => "refuted",
                Limit => "limit",
            },
            nodes: iteration.nodes,
            seconds: iteration.time.as_secs_f64(),
        };
        self.answer.iterations.iter().map(one).collect()
    }

    /// Total nodes.
    #[getter]
    fn nodes(&self) -> u64 {
        self.answer.nodes
    }

    /// Total wall time, in seconds.
    #[getter]
    fn seconds(&self) -> f64 {
        self.answer.time.as_secs_f64()
    }

    fn __repr__(&self) -> String {
        let mv = self.r#move().unwrap_or_else(|| "no move".to_owned());
        format!("<Answer of {}: {mv}, {} to {}>", self.solver, self.at_least(), self.at_most())
    }
}

/// Runs a solver, such as dfpn, wpns:tt=64MB or mcts:seed=7, on a problem.
///
/// position is a Position or a FEN; its side to move is the first player. time and nodes limit each
/// iteration of a proof-number solver and the whole choice of any other; one of them should be
/// given for solvers that improve for as long as they run. Ctrl-C ends the search.
#[pyfunction]
#[pyo3(signature = (position, solver="alphabeta", time=None, nodes=None, *, memory=None))]
pub fn solve(
    py: Python<'_>,
    position: &Bound<'_, PyAny>,
    solver: &str,
    time: Option<&Bound<'_, PyAny>>,
    nodes: Option<Integer>,
    memory: Option<&Bound<'_, PyAny>>,
) -> PyResult<Answer> {
    let position = position::from_argument(position)?;
    let memory = memory.map_or(Ok(256 << 20), arguments::memory)?;
    let solver = amazons::solvers::solver_within(solver, memory).map_err(value_error)?;
    amazons::solvers::check_board(&solver.spec(), &position).map_err(value_error)?;
    let abort = Abort::new();
    let limits = Limits::new(arguments::time(time)?, arguments::nodes(nodes)?).until(&abort);
    let answer = interruptible(py, &abort, |_| Ok(()), || solver.solve(&position, &limits))?;
    Ok(Answer { answer, first: position.side(), solver: solver.spec() })
}

/// Runs a solver on many problems, on several threads; answers in the order of the problems.
///
/// The arguments are those of solve, except that threads defaults to the number of cores, and that
/// memory is that of all threads together. progress is called with the number of finished problems
/// and of all, a few times a second.
#[pyfunction]
#[pyo3(signature = (
    positions, solver="alphabeta", time=None, nodes=None, *, threads=None, memory=None,
    progress=None
))]
#[expect(clippy::too_many_arguments, reason = "named arguments of Python")]
pub fn solve_many(
    py: Python<'_>,
    positions: &Bound<'_, PyAny>,
    solver: &str,
    time: Option<&Bound<'_, PyAny>>,
    nodes: Option<Integer>,
    threads: Option<Integer>,
    memory: Option<&Bound<'_, PyAny>>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Vec<Answer>> {
    let threads = arguments::threads(threads)?;
    let memory = memory_or_default(memory)? / threads.max(1);
    let positions = positions
        .try_iter()?
        .map(|item| position::from_argument(&item?))
        .collect::<PyResult<Vec<amazons::Position>>>()?;
    let new = || amazons::solvers::solver_within(solver, memory);
    let spec = new().map_err(value_error)?.spec();
    for position in &positions {
        amazons::solvers::check_board(&spec, position).map_err(value_error)?;
    }
    let abort = Abort::new();
    let limits = Limits::new(arguments::time(time)?, arguments::nodes(nodes)?).until(&abort);
    let (done, total) = (AtomicUsize::new(0), positions.len());
    let tell = |py: Python<'_>| match &progress {
        Some(progress) => progress.call1(py, (done.load(Ordering::Relaxed), total)).map(drop),
        None => Ok(()),
    };
    let answers = interruptible(py, &abort, tell, || {
        let mut answers = Vec::with_capacity(total);
        let Ok(()) = in_order(
            positions.iter().take_while(|_| !abort.is_set()),
            threads,
            || new().expect("the same solver was made before"),
            |solver, position| {
                let answer = solver.solve(position, &limits);
                done.fetch_add(1, Ordering::Relaxed);
                Answer { answer, first: position.side(), solver: spec.clone() }
            },
            |answer| {
                answers.push(answer);
                Ok::<(), Infallible>(())
            },
        );
        answers
    })?;
    tell(py)?;
    Ok(answers)
}

/// The names of all solvers.
#[pyfunction]
pub fn solver_names() -> Vec<&'static str> {
    amazons::solvers::SOLVERS.iter().map(|entry| entry.name).collect()
}
