//! The judge: exact scores of positions and of their moves, by search.

pub(crate) mod alpha_beta;
pub(crate) mod decisions;
pub(crate) mod in_progress;
pub(crate) mod interval_table;
pub(crate) mod killers;
pub(crate) mod memory;
pub mod minimax;
pub(crate) mod node;
pub(crate) mod ordering;
pub(crate) mod packed_move;
pub(crate) mod parallel;
pub(crate) mod proof_number;
pub(crate) mod proof_table;
pub(crate) mod relevance_zones;
pub(crate) mod search_params;
pub(crate) mod similar_positions;
pub(crate) mod static_bounds;
pub(crate) mod sum_memory;
pub(crate) mod sums;
pub(crate) mod two_move_zones;

pub use parallel::Team;
pub use search_params::SearchParams;

use crate::board::{Bitboard, Color, Frame, Move, Placement, PlacementMove, Position};
use crate::limits::{Budget, Limits};
use crate::score::Rank;
use crate::tables::Tables;
use alpha_beta::Search;
use interval_table::Bounds;
use memory::Memory;
use node::{Node, Stopped};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What the judge is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Query {
    /// Only who wins.
    Winner,
    /// The score.
    Score,
    /// The score and every optimal move.
    #[default]
    BestMoves,
    /// The score, and the score of every move.
    AllMoves,
}

impl Query {
    /// The target to ask next, with bounds and a guess of x. Who wins is asked most, so it is settled
    /// first: x ≥ 1 is a win of the first player.
    fn next_target(self, bounds: Bounds, guess: i32) -> Option<i32> {
        match bounds.answer(1) {
            None => Some(1),
            Some(_) if self == Self::Winner => None,
            Some(_) => bounds.next_target(guess),
        }
    }

    /// Whether it goes on with the moves once the score is known.
    fn wants_moves(self) -> bool {
        matches!(self, Self::BestMoves | Self::AllMoves)
    }
}

/// What the judge proved, in ranks of the first player (the side to move).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The first player reaches at least this rank.
    pub at_least: Rank,
    /// He reaches no more than this rank.
    pub at_most: Rank,
    /// For [`Query::BestMoves`] and [`Query::AllMoves`]: the optimal moves sorted as text,
    /// `None` where a limit came before all were known.
    pub best_moves: Option<Vec<Move>>,
    /// For [`Query::AllMoves`]: every move with its rank, best first, `None` where a limit
    /// came first.
    pub moves: Option<Vec<(Move, Rank)>>,
    /// Nodes searched, those of fillings included.
    pub nodes: u64,
    /// Wall time.
    pub time: Duration,
}

impl Solution {
    /// What bounds of x and, where they were found, moves with their ranks say.
    fn new(
        bounds: Bounds,
        question: Query,
        moves: Option<Vec<(Move, Rank)>>,
        nodes: u64,
        time: Duration,
    ) -> Self {
        let best_moves = moves.as_ref().map(|list| {
            list.iter().filter(|(_, rank)| *rank == bounds.low - 1).map(|(mv, _)| *mv).collect()
        });
        Self {
            at_least: bounds.low - 1,
            at_most: bounds.high - 1,
            best_moves,
            moves: moves.filter(|_| question == Query::AllMoves),
            nodes,
            time,
        }
    }

    /// The rank, where it is proved.
    pub fn rank(&self) -> Option<Rank> {
        (self.at_least == self.at_most).then_some(self.at_least)
    }

    /// Whether the first player wins, where it is proved.
    pub fn first_wins(&self) -> Option<bool> {
        if self.at_least >= 0 {
            Some(true)
        } else if self.at_most < 0 {
            Some(false)
        } else {
            None
        }
    }
}

/// An exact solver with its memory. One thread uses one judge.
pub struct Judge {
    memory: Memory,
    params: SearchParams,
}

/// Nodes between two looks at the clock: far below a millisecond.
const INTERVAL: u64 = 64;

impl Judge {
    /// A judge that takes at most `memory` bytes. What it takes grows with the problem.
    pub fn new(memory: usize) -> Self {
        Self::with_params(memory, SearchParams::ALL)
    }

    /// A judge whose search may lack some of its parts.
    pub fn with_params(memory: usize, params: SearchParams) -> Self {
        Self { memory: Memory::new(memory), params }
    }

    /// The judge, looking up small regions in complete tables instead of searching them.
    #[must_use]
    pub fn asking(mut self, tables: Option<&Arc<Tables>>) -> Self {
        self.memory.own.tables = tables.map(Arc::clone);
        self
    }

    /// Proves what is asked about a problem, or as much of it as the limits allow. `progress` is
    /// called with the proved interval whenever it narrowed.
    pub fn ask(
        &mut self,
        problem: &Position,
        question: Query,
        limits: &Limits,
        abort: &AtomicBool,
        progress: &mut dyn FnMut(Rank, Rank),
    ) -> Solution {
        // Neither player can make more moves than there are empty squares.
        let e = problem.empties() as i32;
        self.ask_from((-e - 1, e - 1), problem, question, limits, abort, progress)
    }

    /// The same where an earlier search has proved that the rank is not outside of an interval.
    pub fn ask_from(
        &mut self,
        known: (Rank, Rank),
        problem: &Position,
        question: Query,
        limits: &Limits,
        abort: &AtomicBool,
        progress: &mut dyn FnMut(Rank, Rank),
    ) -> Solution {
        self.memory.clear();
        let mut budget = Budget::new(limits, INTERVAL, abort);
        with_task!(problem, question, task => self.ask_on(task, known, &mut budget, progress))
    }

    fn ask_on<B: Bitboard>(
        &mut self,
        task: Task<'_, B>,
        known: (Rank, Rank),
        budget: &mut Budget<'_>,
        progress: &mut dyn FnMut(Rank, Rank),
    ) -> Solution {
        let mut bounds = Bounds { low: known.0 + 1, high: known.1 + 1 };
        let mut moves = None;
        let problem = Node::of(task.placement, task.side);
        let Memory { shared, own } = &mut self.memory;
        let mut search = Search::new(problem, shared, own, self.params, budget);
        let _ = prove(&mut search, task, &mut bounds, &mut moves, progress);
        let moves = moves.map(|list| task.ranked(list));
        Solution::new(bounds, task.question, moves, budget.nodes(), budget.elapsed())
    }
}

/// Evaluates an expression with the task that a problem sets, in the layout that is searched fastest.
macro_rules! with_task {
    ($problem:expr, $question:expr, $task:ident => $body:expr) => {
        match ($problem.smallest_placement(), $problem.placement().fit::<$crate::board::Flat>()) {
            (($crate::board::AnyPlacement::Medium(_), _), Some((placement, frame))) => {
                let $task = Task::new(&placement, frame, $problem, $question);
                $body
            }
            ((placement, frame), _) => $crate::with_placement!(placement, placement => {
                let $task = Task::new(&placement, frame, $problem, $question);
                $body
            }),
        }
    };
}
use with_task;

/// A problem in the layout that it is searched in, and what is asked about it.
#[derive(Clone, Copy)]
struct Task<'a, B> {
    placement: &'a Placement<B>,
    /// Leads back to the squares of the problem.
    frame: Frame,
    side: Color,
    question: Query,
}

impl<'a, B: Bitboard> Task<'a, B> {
    fn new(placement: &'a Placement<B>, frame: Frame, problem: &Position, question: Query) -> Self {
        Self { placement, frame, side: problem.side(), question }
    }

    /// Moves with their x as moves of the problem with their ranks, best first.
    fn ranked(&self, moves: Vec<(PlacementMove, i32)>) -> Vec<(Move, Rank)> {
        let outward = |(mv, x)| (self.frame.outward_move::<B>(mv), x - 1);
        let mut list: Vec<(Move, Rank)> = moves.into_iter().map(outward).collect();
        list.sort_by_cached_key(|(mv, rank)| (-rank, mv.to_string()));
        list
    }
}

/// Narrows the bounds of x and lists the moves with their x, optimal ones only or all.
fn prove<B: Bitboard>(
    search: &mut Search<'_, '_, B>,
    task: Task<'_, B>,
    bounds: &mut Bounds,
    moves: &mut Option<Vec<(PlacementMove, i32)>>,
    progress: &mut dyn FnMut(Rank, Rank),
) -> Result<(), Stopped> {
    let Task { placement, side, question, .. } = task;
    let root = search.reduce(Node::of(placement, side))?;
    let known = search.bounds(&root);
    bounds.low = bounds.low.max(known.low);
    bounds.high = bounds.high.min(known.high);
    let mut report = |bounds: Bounds| progress(bounds.low - 1, bounds.high - 1);
    report(*bounds);
    let guess = if search.params.guess { ordering::guess(&root) } else { i32::MIN };
    while let Some(target) = question.next_target(*bounds, guess) {
        bounds.learn(target, search.prove(&root, target)?);
        report(*bounds);
    }
    if !question.wants_moves() {
        return Ok(());
    }
    let best = bounds.low;
    let mut list = Vec::new();
    for mv in placement.moves(side) {
        let child = search.reduce(Node::of(&placement.after(side, mv), side.other()))?;
        if question == Query::AllMoves {
            let mut bounds = search.bounds(&child);
            while let Some(target) = bounds.next_target(1 - best) {
                bounds.learn(target, search.prove(&child, target)?);
            }
            list.push((mv, 1 - bounds.low));
        } else if search.prove(&child, 2 - best)? < 2 - best {
            list.push((mv, best));
        }
    }
    *moves = Some(list);
    Ok(())
}
