//! The judge: exact scores of positions and of their moves, by search.
//!
//! A position is reduced to its contested regions and one integer, the spare moves of all other
//! regions (`node`). The judge asks a series of questions "is x ≥ target?", where x is the mover's
//! moves minus the opponent's. Every answer narrows one interval (`interval_table`).
//!
//! | step | file |
//! |---|---|
//! | the questions, one after another | `single`, on several threads `parallel` |
//! | all moves side by side | `all_moves` |
//! | what is asked of a node; the state of a search | `question`, `search` |
//! | a node's children, made and settled by their bounds | `children`, `child` |
//! | null-window alpha-beta, first on every new node | `alpha_beta` |
//! | weak proof-number search over the hard nodes that are left | `proof_number`, `proof_table` |
//! | bounds without search: squares that a player holds safely | `../region/safe_squares.rs` |
//! | one answer to all moves that stay out of its way | `relevance_zones`, `two_move_zones` |
//! | which move first | `ordering`, `killers`, `similar_positions`, `decisions` |
//! | several regions: who wins, without pairs that cancel, and by game values | `pairs`, `sums`, `sum_memory` |
//! | the winner's moves, read out of the tables after a proof | `strategy` |
//! | the plain search that all of it is checked against | `minimax` |
//!
//! `docs/judge.md` explains why it is fast.

mod all_moves;
mod alpha_beta;
mod child;
mod children;
mod decisions;
mod in_progress;
mod interval_table;
mod killers;
mod memory;
pub mod minimax;
mod node;
mod ordering;
mod packed_move;
mod pairs;
mod parallel;
mod proof_number;
mod proof_table;
mod question;
mod relevance_zones;
mod search;
mod search_params;
mod similar_positions;
mod single;
mod solution;
pub(crate) mod strategy;
mod sum_memory;
mod sums;
mod task;
mod two_move_zones;

pub use search_params::SearchParams;
pub use solution::{Query, Solution};

use crate::board::{Color, Move, Position};
use crate::limits::Limits;
use crate::score::{Bounds, Interval};
use crate::tables::Tables;
use crate::util::{opaque_debug, threads};
use memory::Memory;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread;
use task::with_task;

/// An exact solver and its memory, on one thread or several.
///
/// ```
/// use amazons::{Judge, Limits, Position};
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let position: Position = "Q2q/1**1 w".parse()?;
/// let solution = Judge::builder().memory(64 << 20).build().solve(&position, &Limits::none());
/// assert_eq!(solution.score(), Some("W+3".parse()?));
/// # Ok(())
/// # }
/// ```
pub struct Judge {
    /// One per thread. When threads share a problem, the others' memory is lent to the first.
    memories: Vec<Memory>,
    params: SearchParams,
}

opaque_debug!([] Judge, "Judge");

/// A builder of a [`Judge`].
#[derive(Clone, Debug)]
pub struct JudgeBuilder {
    memory: usize,
    threads: usize,
    params: SearchParams,
    tables: Option<Arc<Tables>>,
}

impl Default for JudgeBuilder {
    fn default() -> Self {
        Self { memory: Self::MEMORY, threads: 1, params: SearchParams::ALL, tables: None }
    }
}

impl JudgeBuilder {
    /// The default limit of a judge's memory: 256 MiB.
    pub const MEMORY: usize = 256 << 20;

    /// Sets the most bytes that all threads take together. The bytes taken grow with the problem.
    #[must_use]
    pub fn memory(self, bytes: usize) -> Self {
        Self { memory: bytes, ..self }
    }

    /// Sets the number of threads, at least one.
    ///
    /// Several threads work together on each problem without a limit of nodes, and prove the same
    /// as one. Where the system refuses threads, fewer do the work.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads: threads.max(1), ..self }
    }

    /// Sets complete tables in which small regions are looked up instead of searched.
    #[must_use]
    pub fn tables(self, tables: impl Into<Arc<Tables>>) -> Self {
        Self { tables: Some(tables.into()), ..self }
    }

    /// Sets complete tables in which small regions are looked up, if there are any.
    #[must_use]
    pub fn maybe_tables(self, tables: Option<&Arc<Tables>>) -> Self {
        Self { tables: tables.cloned(), ..self }
    }

    /// Sets the search parameters, to measure or test the search without some of its parts.
    #[must_use]
    pub fn params(self, params: SearchParams) -> Self {
        Self { params, ..self }
    }

    /// Builds the judge.
    pub fn build(self) -> Judge {
        let Self { memory, params, tables, .. } = self;
        let threads = threads::that_fit(self.threads);
        let memory = || Memory::new(memory / threads, tables.clone(), params.sums);
        Judge { memories: (0..threads).map(|_| memory()).collect(), params }
    }
}

impl Judge {
    /// Returns a builder for a judge with one thread and the default memory.
    pub fn builder() -> JudgeBuilder {
        JudgeBuilder::default()
    }

    /// Proves the score of a problem and all optimal moves, or as much as the limits allow.
    ///
    /// The first player is the side to move.
    pub fn solve(&mut self, problem: &Position, limits: &Limits) -> Solution {
        self.ask(problem, Query::BestMoves, limits)
    }

    /// Proves the answer to a query about a problem, or as much of it as the limits allow.
    pub fn ask(&mut self, problem: &Position, query: Query, limits: &Limits) -> Solution {
        self.run(all_ranks(problem), problem, query, limits, &mut |_| ())
    }

    /// Like [`ask`](Self::ask), and calls `progress` with the proved interval of ranks whenever it
    /// has narrowed.
    pub fn ask_reporting(
        &mut self,
        problem: &Position,
        query: Query,
        limits: &Limits,
        progress: &mut dyn FnMut(Interval),
    ) -> Solution {
        self.run(all_ranks(problem), problem, query, limits, progress)
    }

    /// Like [`ask`](Self::ask), given that an earlier search has proved an interval of the rank.
    ///
    /// `known` must be correct. An interval that is impossible, or that the search finds empty, is
    /// ignored; any other wrong interval gives wrong answers.
    pub fn ask_within(
        &mut self,
        known: Interval,
        problem: &Position,
        query: Query,
        limits: &Limits,
    ) -> Solution {
        let all = all_ranks(problem);
        let known = known.and(all).unwrap_or(all);
        let solution = self.run(known, problem, query, limits, &mut |_| ());
        let Interval { low, high } = solution.interval;
        if low <= high || known == all {
            return solution;
        }
        // What is left of the limits goes into a search that believes nothing.
        let nodes = limits.nodes.map(|nodes| nodes.saturating_sub(solution.nodes));
        let left = Limits { nodes, ..limits.after(solution.time) };
        let again = self.ask(problem, query, &left);
        Solution { nodes: solution.nodes + again.nodes, time: solution.time + again.time, ..again }
    }

    fn run(
        &mut self,
        known: Interval,
        problem: &Position,
        query: Query,
        limits: &Limits,
        progress: &mut dyn FnMut(Interval),
    ) -> Solution {
        let params = self.params;
        // A limit of nodes counts the nodes of one thread.
        if self.memories.len() > 1 && limits.nodes.is_none() {
            let memories = &mut self.memories;
            return with_task!(problem, query, task =>
                parallel::solve(memories, params, task, known, limits, progress));
        }
        let memory = &mut self.memories[0];
        memory.clear();
        with_task!(problem, query, task =>
            single::solve(memory, params, task, known, limits, progress))
    }

    /// Proves bounds of the rank of every move for the side to move. The bounds narrow side by
    /// side: first who wins, then the scores.
    ///
    /// Calls `report` for each move whose bounds have narrowed, and returns the bounds of all moves
    /// that are proved within the limits. Works on one thread.
    pub fn narrow_moves(
        &mut self,
        problem: &Position,
        limits: &Limits,
        report: &mut dyn FnMut(Move, Interval),
    ) -> Vec<(Move, Interval)> {
        let params = self.params;
        let memory = &mut self.memories[0];
        memory.clear();
        let widest = Interval::of_size(problem.empties());
        with_task!(problem, Query::AllMoves, task =>
            all_moves::narrow(memory, params, task, widest, limits, report))
    }

    /// Answers a query about a position twice, with White to move first and with Black, at the same
    /// time if there are several threads. Each of the two has the full limits.
    pub fn ask_both(
        &mut self,
        position: &Position,
        query: Query,
        limits: &Limits,
        progress: &(dyn Fn(Color, Interval) + Sync),
    ) -> [Solution; 2] {
        let params = self.params;
        let ask = |memory: &mut Memory, first| {
            let problem = position.with_side(first);
            let progress = &mut |known| progress(first, known);
            let known = all_ranks(&problem);
            memory.clear();
            with_task!(&problem, query, task =>
                single::solve(memory, params, task, known, limits, progress))
        };
        match &mut self.memories[..] {
            [one, other, ..] => thread::scope(|scope| {
                let black = threads::start_scoped(scope, "judge", || ask(other, Color::Black));
                let white = ask(one, Color::White);
                let black = match black {
                    Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
                    Err(_) => ask(one, Color::Black),
                };
                [white, black]
            }),
            memories => Color::BOTH.map(|first| ask(&mut memories[0], first)),
        }
    }
}

/// The ranks that are possible for the side to move: neither player can make more moves than there
/// are empty squares.
fn all_ranks(problem: &Position) -> Interval {
    let e = problem.empties() as i32;
    Bounds { low: -e, high: e }.ranks()
}
