//! The whole answer about positions: look-up, search and game values, of one or of many.

use super::value::{Asked, Value};
use crate::board::{Color, Position};
use crate::game_value::GameValueAnalyzer;
use crate::judge::{Judge, Query, Solution};
use crate::known::{Lookup, ResultStore};
use crate::limits::Limits;
use crate::score::Interval;
use crate::tables::TableError;
use crate::util::parallel::in_order;
use std::ops::Deref;

/// Fewest nodes of a search that goes into the tables; less is done again in no time.
const WORTH_KEEPING: u64 = 1_000;

/// What is asked about a position, and what the answer may take.
#[derive(Clone, Debug)]
pub struct ValueRequest {
    /// The only first player whose problem is meant; `None` for both.
    pub first: Option<Color>,
    /// The question about each problem.
    pub query: Query,
    /// Limits of each problem, and what ends the work early.
    pub limits: Limits,
    /// Limits of game values, nodes being steps of some 100 ns; `None` leaves game values out.
    pub game_values: Option<Limits>,
}

impl ValueRequest {
    /// Steps for game values where nothing else is said.
    pub const GAME_VALUE_STEPS: u64 = 50_000;

    fn first(&self) -> &'static [Color] {
        match self.first {
            None => &Color::BOTH,
            Some(Color::White) => &[Color::White],
            Some(Color::Black) => &[Color::Black],
        }
    }

    /// How many of `threads` can work on one position: two problems are worked on at once, one is
    /// shared out unless nodes are counted, since a count of nodes is one thread's.
    pub fn useful_threads(&self, threads: usize) -> usize {
        let most = match self.first {
            Some(_) if self.limits.nodes.is_some() => 1,
            Some(_) => usize::MAX,
            None => 2,
        };
        threads.clamp(1, most)
    }
}

impl Default for ValueRequest {
    fn default() -> Self {
        Self {
            first: None,
            query: Query::BestMoves,
            limits: Limits::none(),
            game_values: Some(Limits::nodes(Self::GAME_VALUE_STEPS)),
        }
    }
}

/// Answers what positions are worth: tables, a judge, and what computes game values. One thread
/// uses one.
pub struct Valuer<R> {
    results: Option<R>,
    /// Look-ups in the tables, if there are any.
    pub lookup: Option<Lookup>,
    /// Searches what the tables do not cover.
    pub judge: Judge,
    /// Computes game values.
    pub analyzer: GameValueAnalyzer,
}

impl<R: Deref<Target = ResultStore>> Valuer<R> {
    /// Asks the known results first, where there are any, and adds to them what took some work. A
    /// quarter of the memory goes to game values.
    pub fn new(results: Option<R>, memory: usize, threads: usize) -> Self {
        let judge = Judge::builder().memory(memory - memory / 4).threads(threads);
        let judge = judge.maybe_tables(results.as_deref().map(ResultStore::tables)).build();
        let lookup = results.as_deref().map(ResultStore::lookup);
        Self { results, lookup, judge, analyzer: GameValueAnalyzer::new(memory / 4) }
    }

    /// The answer about one position. `progress` is told the first player and the proved interval
    /// of ranks whenever it narrowed, `trouble` of a table that cannot be used.
    pub fn value(
        &mut self,
        position: &Position,
        request: &ValueRequest,
        progress: &(dyn Fn(Color, Interval) + Sync),
        trouble: &dyn Fn(&TableError),
    ) -> Value {
        let asked = Asked { first: request.first(), query: request.query };
        let looked_up = self.lookup.as_mut().and_then(|lookup| {
            Value::looked_up(position, asked, lookup).unwrap_or_else(|error| {
                trouble(&error);
                None
            })
        });
        let results = self.results.as_deref();
        let judged = |solution: &Solution| {
            let results = results.filter(|_| solution.nodes >= WORTH_KEEPING);
            let added = results.map(|all| all.add(&position.with_side(solution.first), solution));
            if let Some(Err(error)) = added {
                trouble(&error);
            }
        };
        let judge = &mut self.judge;
        let mut value = looked_up.unwrap_or_else(|| {
            Value::of(position, asked, judge, &request.limits, progress, judged)
        });
        let limits = request.game_values.clone();
        let limits = limits.map(|limits| limits.until(&request.limits.abort));
        value.worth = limits.map(|limits| self.analyzer.board(position, &limits));
        value
    }
}

/// What many positions are answered with.
#[derive(Clone, Copy, Debug)]
pub struct ValuePool<'a> {
    /// What is known, and takes what is found out.
    pub results: Option<&'a ResultStore>,
    /// Bytes of all threads together.
    pub memory: usize,
    /// Positions answered at once.
    pub threads: usize,
}

impl ValuePool<'_> {
    /// Has every item worked on by one of several threads, each with a [`Valuer`] of its own, and
    /// hands the results to `done` in the order of the items. Stops at the first error of `done`.
    ///
    /// # Errors
    /// Those of `done`.
    pub fn in_order<I: Send, R: Send, E>(
        &self,
        items: impl Iterator<Item = I> + Send,
        work: impl Fn(&mut Valuer<&ResultStore>, I) -> R + Sync,
        done: impl FnMut(R) -> Result<(), E>,
    ) -> Result<(), E> {
        let valuer = || Valuer::new(self.results, self.memory / self.threads.max(1), 1);
        in_order(items, self.threads, valuer, work, done)
    }
}
