//! The questions that searches of values are asked.

use crate::arguments::{Integer, memory, nodes, query, side, span, time};
use amazons::Limits;
use amazons::answers::{self, Asked, Valuer};
use amazons::board::Color;
use amazons::judge::Query;
use amazons::known::ResultStore;
use amazons::score::Interval;
use pyo3::prelude::*;
use std::ops::Deref;
use std::sync::Mutex;

/// The default memory of one call, in bytes.
const MEMORY: usize = 1 << 30;

/// The memory of one call.
pub fn memory_or_default(argument: Option<&Bound<'_, PyAny>>) -> PyResult<usize> {
    argument.map_or(Ok(MEMORY), memory)
}

/// What the arguments of `value` and `judge_many` ask for.
pub struct Request {
    first: Option<Color>,
    query: Query,
    pub limits: Limits,
    game_values: Option<Limits>,
    estimate: bool,
}

/// The error of a table that cannot be used, if there was one.
pub type Trouble = Mutex<Option<String>>;

/// The default number of steps for the game values of one position, that of the program.
pub const GAME_VALUES: Option<u64> = Some(50_000);

impl Request {
    /// Parses the arguments; `steps`, or `nodes` if these are fewer, are for game values if
    /// `game_values` is not given.
    #[expect(clippy::too_many_arguments, reason = "named arguments of Python")]
    pub fn new(
        time_limit: Option<&Bound<'_, PyAny>>,
        node_limit: Option<Integer>,
        first: Option<&str>,
        moves: &str,
        winner: bool,
        game_values: Option<&Bound<'_, PyAny>>,
        steps: Option<u64>,
        estimate: bool,
    ) -> PyResult<Self> {
        let limits = Limits::new(time(time_limit)?, nodes(node_limit)?);
        let game_values = match span(game_values)? {
            None => steps.map(|steps| Limits::nodes(limits.nodes.unwrap_or(steps).min(steps))),
            Some(time) if time.is_zero() => None,
            Some(time) => Some(Limits::time(time)),
        };
        Ok(Self {
            first: first.map(side).transpose()?,
            query: query(moves, winner)?,
            game_values: game_values.map(|own| own.until(&limits.abort)),
            limits,
            estimate,
        })
    }

    /// The question.
    pub fn asked(&self) -> Asked<'static> {
        let first: &[Color] = match self.first {
            None => &Color::BOTH,
            Some(Color::White) => &[Color::White],
            Some(Color::Black) => &[Color::Black],
        };
        let estimate = self.estimate.then_some(1);
        Asked { fen: None, first, query: self.query, estimate }
    }

    /// How many of `threads` can work on one position. Two problems are solved in parallel; a
    /// single one is shared out unless nodes are limited, since a node count is that of one thread.
    pub fn useful_threads(&self, threads: usize) -> usize {
        threads.min(match self.first {
            Some(_) if self.limits.nodes.is_some() => 1,
            Some(_) => usize::MAX,
            None => 2,
        })
    }

    /// The answer about a position.
    pub fn answer<R: Deref<Target = ResultStore>>(
        &self,
        valuer: &mut Valuer<R>,
        position: &amazons::Position,
        progress: &(dyn Fn(Color, Interval) + Sync),
        trouble: &Trouble,
    ) -> answers::Value {
        let note = |error: &amazons::TableError| {
            if let Ok(mut trouble) = trouble.lock() {
                *trouble = Some(error.to_string());
            }
        };
        let game_values = self.game_values.as_ref();
        valuer.value(position, self.asked(), &self.limits, game_values, progress, &note)
    }
}
