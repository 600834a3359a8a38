//! Alpha-beta as game-playing programs use it: iterative deepening with an evaluation function.
//!
//! D. E. Knuth and R. W. Moore, "An Analysis of Alpha/Beta Pruning", Artificial Intelligence 6
//! (1975); in the form of principal variation search, with a transposition table and moves ordered
//! by the table, by evaluation, by killers and history. Late moves are searched less deep unless
//! they turn out well. Moves whose positions seem too far below α are left out, except by the
//! search that can reach the end of every line. Depth n + 1 follows depth n until a limit is
//! reached, or until nothing had to be estimated at the horizon: then the value is the score.
//!
//! The search looks at the whole board move by move and knows nothing of regions. A line ends when
//! the player to move has run out; what the opponent can still fill is then counted exactly. It
//! ends earlier if squares that the players hold safely decide. Evaluations and scores share one
//! scale (see [`exact_leaf`](crate::solvers::exact_leaf)), so a larger win is preferred to a
//! smaller one, proved or estimated.

use super::category_order::{CategoryOrder, MoveOrdering};
use super::estimates::Estimates;
use super::in_progress::{BestAtRoot, InProgress, Mark};
use super::move_order::MoveOrder;
use super::transposition::{Bound, Key, Known, PROVED, Table};
use crate::board::with_placement;
use crate::board::{Bitboard, Color, Frame, Move, Placement, PlacementMove, Position};
use crate::eval::{Evaluator, SQUARE, Value};
use crate::limits::{Abort, Budget, Limits};
use crate::region::filling::Filler;
use crate::region::safe_squares::Safety;
use crate::score::{Interval, Rank};
use crate::solvers::exact_leaf::{
    Ends, ExactLeaves, Found, rank_of_value, value_of_estimate, value_of_margin,
};
use crate::solvers::options::{Configured, Options};
use crate::solvers::solver::{Answer, Iteration, IterationEnd};
use crate::solvers::spec::Spec;
use crate::solvers::watch::{Thought, Variation, Watch};
use crate::util::threads::team;
use std::cmp::Reverse;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The solver `alphabeta`.
///
/// Options:
/// - `eval=NAME`: the evaluation function; the default is `accessibility`.
/// - `tt=SIZE`: memory of the transposition table; the default is what the limits allow.
/// - `width=N`: nodes searched deeper than one ply look only at the N moves of best evaluation; 0,
///   the default, means all. Upper bounds are then rarely proved.
/// - `depth=N`: no deeper than N plies; 0, the default, means any depth.
/// - `order=ORDER`: what moves are ordered by, apart from the table, killers and history:
///   `evaluation` (the default), `none`, or their categories with weights that shift with game
///   progress: `mn`, `tgp`, `mgp`, `mtgp`, `evaluation-tgp`, or that stay the same: `fixed`
///   (docs/evaluations.md).
/// - `reduce=N`: if three plies or more are left, moves after the first N are searched one ply less
///   deep, after 5 N two, and to the full depth only if they come out above α (late move
///   reductions); 0 means none, the default is 10.
/// - `ends=score` (the default in problems) or `win` (in whole games): the end of a game is worth
///   its margin, or more than any estimate.
/// - `futility=S`: where a move has to show that it is better than α and at most 6 plies are left,
///   it is not searched if the estimate of its position lies S squares per ply below α (extended
///   futility pruning: E. A. Heinz, ICCA Journal 21, 1998); 0 means never, the default is 0.5, or 0
///   with `bounds=false`.
/// - `fill=true`: a position without a contested region is worth its fillings, without search.
/// - `threads=N` (in whole games): N threads search together and share the table, so that the moves
///   differ from run to run; the default is 1.
/// - `bounds=false`: without the bounds of every position from squares that a player holds safely
///   (`region/safe_squares.rs`), as in published programs. With them, most searches of endgames end
///   with a proof, and estimates stay within what is proved.
///
/// A node is a position visited or evaluated. The memory is the table's plus a few MB a thread.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AlphaBeta {
    evaluation: Evaluator,
    table: Option<usize>,
    width: usize,
    pub(super) depth: u8,
    order: MoveOrdering,
    reduce: usize,
    futility: f32,
    fill: bool,
    bounds: bool,
    ends: Ends,
    pub(super) for_games: bool,
    threads: usize,
    /// Bytes in total.
    memory: usize,
}

/// A value above every value.
const INFINITY: Value = 30_000;

/// Nodes between two looks at the clock; a node takes a few microseconds.
const CLOCK_INTERVAL: u64 = 32;

/// At most this many positions are remembered per second, so a shorter search needs no larger
/// table.
const ENTRIES_PER_SECOND: f64 = 1_000_000.0;

/// Nodes of the filling search for one ending, and the bytes in which it remembers fillings.
const FILLING_NODES: u32 = 2_000;
const FILLING_MEMORY: usize = 1 << 18;

/// After this many times as many moves as are not reduced, moves are reduced by two plies.
const FAR: usize = 5;

/// The most plies left at which `futility` leaves moves out. With more plies, proofs become rarer.
const FUTILE_PLIES: u8 = 6;

/// The fewest plies left at which a thread puts off what another one searches; with fewer, searching is
/// as fast as asking.
const SHARED_PLIES: u8 = 2;

/// The number of a node's moves that are picked one by one before the rest is sorted.
const PICKED: usize = 6;

/// A limit ended the search.
struct Stopped;

impl AlphaBeta {
    /// The most positions that a search within these limits can remember.
    fn entries(&self, limits: &Limits) -> usize {
        let by_nodes = limits.nodes.map_or(usize::MAX, |nodes| nodes as usize);
        let by_time = limits
            .time
            .map_or(usize::MAX, |time| (time.as_secs_f64() * ENTRIES_PER_SECOND) as usize);
        let by_depth = match self.depth {
            1 | 2 => 1 << 14,
            _ => usize::MAX,
        };
        by_nodes.min(by_time).min(by_depth).max(1 << 10)
    }

    /// The most bytes that a table may take.
    pub(super) fn most_table_bytes(&self) -> usize {
        let allowed = self.memory.saturating_sub(1 << 20);
        self.table.unwrap_or(allowed).min(allowed)
    }

    /// Bytes of the table: what is allowed, but no more than the search can fill.
    fn table_bytes(&self, limits: &Limits) -> usize {
        self.most_table_bytes().min(self.entries(limits).saturating_mul(48))
    }

    /// Chooses a move with a table made by `table`, which gets its bytes and the place on the board
    /// of the positions in it.
    pub(super) fn search(
        &self,
        problem: &Position,
        limits: &Limits,
        watch: &mut Watch<'_>,
        table: impl FnOnce(usize, Frame) -> Table,
    ) -> (Answer, Table) {
        let (placement, frame) = problem.smallest_placement();
        let table = table(self.table_bytes(limits), frame);
        let answer = with_placement!(placement, placement => {
            let options = Self { evaluation: self.evaluation.on(frame), ..*self };
            let root = Root { problem, placement: &placement, mover: problem.side(), frame };
            search_together(options, &root, limits, watch, &table)
        });
        (answer, table)
    }
}

impl Configured for AlphaBeta {
    const NAME: &'static str = "alphabeta";

    fn unset(spec: &Spec) -> Self {
        let (for_games, memory) = (spec.is_for_games(), spec.memory());
        Self { for_games, memory, ..Self::default() }
    }

    fn each_option(&mut self, options: &mut Options<'_>) {
        options.evaluation(&mut self.evaluation, "eval=");
        options.size("tt", &mut self.table);
        options.value("width", &mut self.width, 0);
        let orders = MoveOrdering::choices();
        options.choice("order", &mut self.order, &orders, MoveOrdering::DEFAULT);
        options.value("depth", &mut self.depth, 0);
        options.value("reduce", &mut self.reduce, 10);
        options.value("bounds", &mut self.bounds, true);
        // Published programs had neither.
        let futility = if self.bounds { 0.5 } else { 0.0 };
        options.within("futility", &mut self.futility, futility, 0.0..=100.0);
        options.require(
            self.futility == 0.0 || self.futility == futility || self.order.evaluation,
            "futility needs estimates; expected an order by evaluation",
        );
        options.value("fill", &mut self.fill, false);
        options.choice("ends", &mut self.ends, &Ends::CHOICES, Ends::usual(self.for_games));
        options.within("threads", &mut self.threads, 1, 1..=256);
        options.require(
            self.threads == 1 || self.for_games,
            "threads are for whole games; problems are solved side by side",
        );
    }
}

/// A move to try, with what speaks for it.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    mv: PlacementMove,
    promise: i32,
    /// The estimate of its position for the player who moves; [`INFINITY`] if there is none.
    estimate: Value,
}

/// Searches with as many threads as the options say. All deepen from the root and share the table,
/// in which each finds what the others have searched, and puts off what they are at. The first one
/// answers. A limit of nodes is for all of them together.
fn search_together<B: Bitboard>(
    options: AlphaBeta,
    root: &Root<'_, B>,
    limits: &Limits,
    watch: &mut Watch<'_>,
    table: &Table,
) -> Answer {
    let others = (options.threads > 1).then(InProgress::new);
    let search = |limits: &Limits, watch: &mut Watch<'_>| {
        let mut filler = Filler::new(FILLING_MEMORY);
        Search::new(options, root, limits, &mut filler, (table, others.as_ref()))
            .deepen(root, watch)
    };
    if others.is_none() {
        return search(limits, watch);
    }
    let (done, helped) = (Abort::new(), AtomicU64::new(0));
    let share = limits.nodes.map(|nodes| nodes / options.threads as u64);
    let helping = Limits { nodes: share, abort: done.clone(), ..limits.clone() };
    let answer = std::thread::scope(|scope| {
        let (search, helping, helped) = (&search, &helping, &helped);
        let members = (1..options.threads).map(|_| {
            || {
                let answer = search(helping, &mut Watch::nobody());
                helped.fetch_add(answer.nodes, Ordering::Relaxed);
            }
        });
        let helpers = team(scope, "search", members) as u64;
        let nodes = limits.nodes.zip(share).map(|(nodes, share)| nodes - helpers * share);
        let answer = search(&Limits { nodes, ..limits.clone() }, watch);
        done.set();
        answer
    });
    Answer { nodes: answer.nodes + helped.into_inner(), ..answer }
}

/// A running search.
struct Search<'a, B> {
    options: AlphaBeta,
    budget: Budget,
    table: &'a Table,
    /// What the other threads are at, if there are any.
    others: Option<&'a InProgress>,
    estimates: Estimates,
    endings: ExactLeaves,
    safety: Option<Safety<'a, B>>,
    order: MoveOrder<B>,
    categories: Option<CategoryOrder>,
    /// One list of candidates per ply, for reuse.
    lists: Vec<Vec<Candidate>>,
    /// Moves at the root, with the ranks that they are proved to reach.
    reached: Vec<(PlacementMove, Rank)>,
    /// Whether moves are reduced or left out; not by the search that can reach the end of every
    /// line.
    reducing: bool,
    /// `futility` in units of value.
    margin: Value,
    /// The values of the first moves of the root, best first, as many as are asked for.
    values: Vec<Value>,
    /// The first moves of the root after the last finished iteration, with their values.
    before: Vec<(PlacementMove, Value)>,
    /// The best move that was told last.
    told: Option<PlacementMove>,
}

/// Before this much time a new best move is told only with the end of its iteration.
const QUIET: Duration = Duration::from_millis(100);

/// The root of a search.
struct Root<'a, B> {
    problem: &'a Position,
    placement: &'a Placement<B>,
    mover: Color,
    frame: Frame,
}

/// The window (α, β) of a search, and how deep it looks.
#[derive(Clone, Copy, Debug)]
struct Task {
    depth: u8,
    ply: usize,
    alpha: Value,
    beta: Value,
}

/// The results of the moves of a node tried so far.
struct SoFar {
    key: Key,
    /// α, raised by them.
    alpha: Value,
    best: Found,
    best_move: Option<PlacementMove>,
    /// Whether the values of all of them are proved.
    all_proved: bool,
    tried: usize,
    /// Moves that other threads were at, with how many were before them.
    put_off: Vec<(PlacementMove, usize)>,
    /// The result of the node, if another thread has stored it meanwhile.
    found_by_others: Option<Found>,
}

impl<'a, B: Bitboard> Search<'a, B> {
    fn new(
        options: AlphaBeta,
        root: &Root<'_, B>,
        limits: &Limits,
        filler: &'a mut Filler,
        (table, others): (&'a Table, Option<&'a InProgress>),
    ) -> Self {
        let plies = root.placement.empty.count() as usize + 1;
        let order = options.order.categories;
        Self {
            options,
            budget: Budget::new(limits, CLOCK_INTERVAL),
            table,
            others,
            estimates: Estimates::new(options.entries(limits)),
            endings: ExactLeaves::new(FILLING_MEMORY, FILLING_NODES, options.ends),
            safety: options.bounds.then(|| Safety::new(filler)),
            order: MoveOrder::new(plies),
            categories: order.map(|shift| CategoryOrder::new(root.problem, shift)),
            lists: vec![Vec::new(); plies],
            reached: Vec::new(),
            reducing: true,
            margin: (options.futility * SQUARE as f32).round() as Value,
            values: Vec::new(),
            before: Vec::new(),
            told: None,
        }
    }

    /// The estimate of a position for its mover, on the scale of scores.
    fn estimate(&mut self, placement: &Placement<B>, mover: Color) -> Value {
        let evaluation = &self.options.evaluation;
        self.estimates.of(Key::new(placement, mover), || {
            value_of_estimate(evaluation.evaluate(placement, mover))
        })
    }

    /// The values between which the value of a position certainly lies, for its mover.
    fn bounds(&mut self, placement: &Placement<B>, mover: Color) -> (Value, Value) {
        let Some(safety) = &mut self.safety else { return (-INFINITY, INFINITY) };
        let (own, enemy) = (placement.amazons(mover), placement.amazons(mover.other()));
        let ranks = safety.bounds(placement.empty, own, enemy).ranks();
        let ends = self.options.ends;
        (ends.value_of_rank(ranks.low), ends.value_of_rank(ranks.high))
    }

    /// Iterative deepening from the root.
    fn deepen(mut self, root: &Root<'_, B>, watch: &mut Watch<'_>) -> Answer {
        let &Root { placement, mover, frame, .. } = root;
        let empties = placement.empty.count();
        let mut answer = Answer::unknown(empties as usize);
        let mut moves = self.root_moves(placement, mover);
        if moves.is_empty() {
            let found = self.ran_out(placement, mover);
            if let Ok(Found { value, proved: true }) = found {
                answer.interval = Interval::exactly(rank_of_value(value));
            }
        }
        answer.best = moves.first().map(|first| frame.outward_move::<B>(first.mv));
        let deepest = if self.options.depth == 0 { PROVED - 1 } else { self.options.depth };
        for depth in 1..=empties.min(u32::from(deepest)) as u8 {
            let settled = answer.interval.low == answer.interval.high;
            if moves.is_empty() || settled || self.budget.exhausted() {
                break;
            }
            let (nodes, time) = (self.budget.nodes(), self.budget.elapsed());
            self.reducing = u32::from(depth) < empties;
            let ended = self.iterate(root, depth, &mut moves, &mut answer, watch);
            if watch.lines() == 1 {
                self.adopt(root, (depth, ended.is_ok()), &mut moves, &mut answer);
            }
            answer.best = Some(frame.outward_move::<B>(moves[0].mv));
            answer.iterations.push(Iteration {
                target: depth.into(),
                outcome: if ended.is_ok() { IterationEnd::Proved } else { IterationEnd::Limit },
                nodes: self.budget.nodes() - nodes,
                time: self.budget.elapsed().saturating_sub(time),
                best: answer.best,
            });
            if ended.is_err() {
                // What is played is told.
                if self.told != Some(moves[0].mv) {
                    self.tell(root, (depth, false), &moves, watch);
                }
                break;
            }
        }
        answer.nodes = self.budget.nodes();
        answer.time = self.budget.elapsed();
        answer
    }

    /// The moves at the root in the chosen order; by evaluation only those that the limits allow.
    fn root_moves(&mut self, placement: &Placement<B>, mover: Color) -> Vec<Candidate> {
        let mut moves = Vec::new();
        let weights = self.categories.map(|order| order.weights(placement, mover));
        placement.each_move(mover, |mv| {
            let promise = if !self.options.order.evaluation {
                weights.map_or(0, |weights| weights.promise(mv))
            } else if !self.budget.exhausted() && self.budget.tick() {
                -self.estimate(&placement.after(mover, mv), mover.other())
            } else {
                -INFINITY
            };
            moves.push(Candidate { mv, promise, estimate: INFINITY });
            true
        });
        moves.sort_by_key(|candidate| -candidate.promise);
        moves
    }

    /// Tells what the first moves of the root are worth, after a depth or within it.
    fn tell(
        &mut self,
        root: &Root<'_, B>,
        (depth, finished): (u8, bool),
        moves: &[Candidate],
        watch: &mut Watch<'_>,
    ) {
        if !watch.is_watched() {
            return;
        }
        // Moves that this iteration has not reached have their values from the one before.
        let value_of = |(at, first): (usize, &Candidate)| {
            let before = || self.before.iter().find(|(mv, _)| *mv == first.mv);
            self.values.get(at).copied().or_else(|| before().map(|(_, value)| *value))
        };
        let valued = moves.iter().take(watch.lines()).enumerate().map_while(|(at, first)| {
            let value = Some(value_of_margin(value_of((at, first))?));
            Some(Variation { value, moves: self.line(root, first.mv, depth) })
        });
        let lines = valued.collect();
        let (nodes, time) = (self.budget.nodes(), self.budget.elapsed());
        watch.tell(&Thought { depth: depth.into(), finished, nodes, time, lines });
        self.told = moves.first().map(|first| first.mv);
    }

    /// The moves that the table expects, from one of the root on.
    fn line(&self, root: &Root<'_, B>, first: PlacementMove, depth: u8) -> Vec<Move> {
        let (mut placement, mut mover) = (*root.placement, root.mover);
        let mut moves = Vec::new();
        let mut next = Some(first);
        while let Some(mv) = next.filter(|mv| placement.is_legal(mover, *mv)) {
            moves.push(root.frame.outward_move::<B>(mv));
            (placement, mover) = (placement.after(mover, mv), mover.other());
            let mut known = self.table.probe(Key::new(&placement, mover));
            next = known.find_map(|known| known.best).filter(|_| moves.len() < depth.into());
        }
        moves
    }

    /// One iteration at the root. The best move so far is always the first of `moves`, even if a
    /// limit ends the iteration. Where several lines are asked for, as many first moves are in
    /// order, and a move is compared with the last of them.
    fn iterate(
        &mut self,
        root: &Root<'_, B>,
        depth: u8,
        moves: &mut [Candidate],
        answer: &mut Answer,
        watch: &mut Watch<'_>,
    ) -> Result<(), Stopped> {
        let Root { placement, mover, .. } = *root;
        self.values.clear();
        let width = self.width(depth, moves.len());
        let mut all_proved = width == moves.len();
        let empties = placement.empty.count() as usize;
        let mut best = -INFINITY;
        let (mut next, mut put_off) = (0..width, VecDeque::new());
        let together = self.others.filter(|_| watch.lines() == 1);
        // The greatest α that came from another thread.
        let mut floor = -INFINITY;
        loop {
            let first_time = next.next();
            let Some(i) = first_time.or_else(|| {
                let mv = put_off.pop_front()?;
                moves.iter().position(|one| one.mv == mv)
            }) else {
                break;
            };
            let child = placement.after(mover, moves[i].mv);
            let mark = self.mark(&child, mover.other(), depth);
            if mark.is_none() && first_time.is_some() && i > 0 {
                put_off.push_back(moves[i].mv);
                continue;
            }
            let full = self.values.len() == watch.lines();
            let mut alpha = self.values.last().copied().filter(|_| full).unwrap_or(-INFINITY);
            // One less than another thread's best, so that its move is seen to be the best here too.
            let best_of_others = together.and_then(InProgress::best);
            if let Some(other) = best_of_others.filter(|other| other.depth == depth) {
                floor = floor.max(other.value - 1);
                alpha = alpha.max(floor);
            }
            let tried = if alpha > -INFINITY { i } else { 0 };
            let task = Task { depth, ply: 0, alpha, beta: INFINITY };
            let found = self.child(&child, mover.other(), task, tried)?;
            all_proved &= found.proved;
            if found.value <= alpha {
                continue;
            }
            let place = self.values.partition_point(|&value| value >= found.value);
            self.values.insert(place, found.value);
            self.values.truncate(watch.lines());
            moves[place..=i].rotate_right(1);
            if place == 0 {
                best = found.value;
                let mv = moves[0].mv;
                if found.proved {
                    self.reached.push((mv, rank_of_value(best)));
                }
                if let Some(together) = together {
                    together.raise(BestAtRoot { depth, value: best, mv });
                }
                answer.interval.low = self.least_rank(mv, empties);
                if i > 0 && self.budget.elapsed() > QUIET {
                    self.tell(root, (depth, false), moves, watch);
                }
            }
        }
        self.before = moves.iter().map(|one| one.mv).zip(self.values.iter().copied()).collect();
        self.tell(root, (depth, true), moves, watch);
        if all_proved && best >= floor {
            answer.interval.high = answer.interval.high.min(rank_of_value(best));
        }
        Ok(())
    }

    /// What a move of the root is proved to reach, now or at a lower depth: an estimate may have
    /// replaced a proved loss.
    fn least_rank(&self, mv: PlacementMove, empties: usize) -> Rank {
        let ranks = self.reached.iter().filter(|(other, _)| *other == mv);
        ranks.map(|(_, rank)| *rank).max().unwrap_or(Interval::of_size(empties).low)
    }

    /// Puts the move first that another thread has found to be better, in an iteration that has ended
    /// here, or in a deeper one if a limit has stopped this one.
    fn adopt(
        &self,
        root: &Root<'_, B>,
        (depth, finished): (u8, bool),
        moves: &mut [Candidate],
        answer: &mut Answer,
    ) {
        let Some(best) = self.others.and_then(InProgress::best) else { return };
        let own = self.values.first().copied().unwrap_or(-INFINITY);
        let better = best.depth == depth && best.value > own || best.depth > depth && !finished;
        let Some(place) = moves.iter().position(|one| one.mv == best.mv).filter(|_| better) else {
            return;
        };
        moves[..=place].rotate_right(1);
        answer.interval.low = self.least_rank(best.mv, root.placement.empty.count() as usize);
    }

    /// How many of a node's moves are searched.
    fn width(&self, depth: u8, moves: usize) -> usize {
        if depth < 2 || self.options.width == 0 { moves } else { moves.min(self.options.width) }
    }

    /// By how many plies a move is searched less deep, if `tried` moves of its node were tried
    /// before.
    fn reduction(&self, depth: u8, tried: usize) -> u8 {
        let first = self.options.reduce;
        if !self.reducing || first == 0 || depth < 3 || tried < first {
            0
        } else if tried < FAR * first {
            1
        } else {
            2
        }
    }

    /// The value of a child of the node of `task`, for the player who moved there. The first child,
    /// with none `tried` before, gets the whole window; the others must first show that they are
    /// better.
    fn child(
        &mut self,
        child: &Placement<B>,
        mover: Color,
        task: Task,
        tried: usize,
    ) -> Result<Found, Stopped> {
        let Task { depth, ply, alpha, beta } = task;
        let below = Task { depth: depth - 1, ply: ply + 1, alpha: -beta, beta: -alpha };
        let scout = Task { alpha: -alpha - 1, ..below };
        let reduction = self.reduction(depth, tried);
        if reduction > 0 {
            let reduced = Task { depth: below.depth - reduction, ..scout };
            let found = self.search(child, mover, reduced)?.negated();
            if found.value <= alpha {
                return Ok(found);
            }
        }
        if tried > 0 && beta - alpha > 1 {
            let found = self.search(child, mover, scout)?.negated();
            if found.value <= alpha || found.value >= beta {
                return Ok(found);
            }
        }
        Ok(self.search(child, mover, below)?.negated())
    }

    /// The result if `mover` has run out.
    fn ran_out(&mut self, placement: &Placement<B>, mover: Color) -> Result<Found, Stopped> {
        let Self { endings, budget, .. } = self;
        let found = endings.ran_out(placement, mover, &mut || !budget.exhausted() && budget.tick());
        if self.budget.exhausted() { Err(Stopped) } else { Ok(found) }
    }

    /// The result if no region is contested, if the option asks for it.
    fn settled(
        &mut self,
        placement: &Placement<B>,
        mover: Color,
    ) -> Result<Option<Found>, Stopped> {
        if !self.options.fill {
            return Ok(None);
        }
        let Self { endings, budget, .. } = self;
        let found = endings.settled(placement, mover, &mut || !budget.exhausted() && budget.tick());
        if self.budget.exhausted() { Err(Stopped) } else { Ok(found) }
    }

    /// The value of a position for its mover. Outside the window (α, β) it is a bound: a result of
    /// at most α is an upper bound of the value, a result of at least β a lower bound.
    fn search(
        &mut self,
        placement: &Placement<B>,
        mover: Color,
        task: Task,
    ) -> Result<Found, Stopped> {
        if !self.budget.tick() {
            return Err(Stopped);
        }
        if !placement.can_move(mover) {
            return self.ran_out(placement, mover);
        }
        if let Some(found) = self.settled(placement, mover)? {
            return Ok(found);
        }
        let (low, high) = self.bounds(placement, mover);
        if low >= task.beta || low == high {
            return Ok(Found { value: low, proved: true });
        }
        if high <= task.alpha {
            return Ok(Found { value: high, proved: true });
        }
        if task.depth == 0 {
            let value = self.estimate(placement, mover).clamp(low, high);
            return Ok(Found { value, proved: false });
        }
        let task = Task { alpha: task.alpha.max(low), beta: task.beta.min(high), ..task };
        let key = Key::new(placement, mover);
        let (found, hash_move) = self.known(key, task);
        if let Some(found) = found {
            return Ok(found);
        }
        let mut so_far = SoFar {
            key,
            alpha: task.alpha,
            best: Found { value: low, proved: false },
            best_move: None,
            all_proved: true,
            tried: 0,
            put_off: Vec::new(),
            found_by_others: None,
        };
        // Most searches end with one of these, before all moves are made and ordered.
        let killers = self.order.killers(task.ply);
        let early = [hash_move, killers[0], killers[1]];
        let mut cut = false;
        for (i, mv) in early.iter().enumerate() {
            let Some(mv) = mv.filter(|mv| placement.is_legal(mover, *mv)) else { continue };
            if !early[..i].contains(&Some(mv)) {
                cut = cut || self.try_move(placement, mover, task, mv, &mut so_far)?;
            }
        }
        if !cut {
            let mut list = std::mem::take(&mut self.lists[task.ply]);
            let result = self
                .candidates(placement, mover, task, &early, &mut list, &mut so_far)
                .and_then(|()| self.try_list(placement, mover, task, &mut list, &mut so_far));
            self.lists[task.ply] = list;
            result?;
        }
        if let Some(found) = so_far.found_by_others {
            return Ok(found);
        }
        for (mv, number) in std::mem::take(&mut so_far.put_off) {
            if so_far.alpha < task.beta {
                let child = placement.after(mover, mv);
                self.try_child(&child, mover, task, (mv, number), &mut so_far)?;
            }
        }
        Ok(self.remember(key, task, so_far))
    }

    /// What the table knows about a node: its result, if that is known well enough, or a move.
    #[inline(always)]
    fn known(&self, key: Key, task: Task) -> (Option<Found>, Option<PlacementMove>) {
        let mut hash_move = None;
        for known in self.table.probe(key) {
            let decides = match known.bound {
                Bound::Exact => true,
                Bound::Lower => known.value >= task.beta,
                Bound::Upper => known.value <= task.alpha,
            };
            if decides && known.depth >= task.depth {
                let found = Found { value: known.value, proved: known.depth == PROVED };
                return (Some(found), None);
            }
            hash_move = hash_move.or(known.best);
        }
        (None, hash_move)
    }

    /// Fills `list` with the moves, except those tried `early`, and with what speaks for them.
    fn candidates(
        &mut self,
        placement: &Placement<B>,
        mover: Color,
        task: Task,
        early: &[Option<PlacementMove>],
        list: &mut Vec<Candidate>,
        so_far: &mut SoFar,
    ) -> Result<(), Stopped> {
        list.clear();
        let by_evaluation = task.depth >= 2 && self.options.order.evaluation;
        let weights = match by_evaluation {
            true => None,
            false => self.categories.map(|order| order.weights(placement, mover)),
        };
        placement.each_move(mover, |mv| {
            if early.contains(&Some(mv)) {
                return true;
            }
            let learned = self.order.promise(mover, mv);
            let mut estimate = INFINITY;
            let promise = if by_evaluation {
                // Evaluating a child is cheap compared with the search of its children. History is
                // worth up to a square.
                let child = placement.after(mover, mv);
                let (least, most) = self.bounds(&child, mover.other());
                let (low, high) = (-most, -least);
                if low >= task.beta {
                    so_far.best = Found { value: low, proved: true };
                    so_far.best_move = Some(mv);
                    so_far.alpha = low;
                    return false;
                }
                if high <= so_far.alpha {
                    so_far.best.value = so_far.best.value.max(high);
                    return self.budget.tick();
                }
                estimate = (-self.estimate(&child, mover.other())).clamp(low, high);
                estimate * 16 + learned.min(SQUARE * 16)
            } else {
                learned + weights.map_or(0, |weights| weights.promise(mv))
            };
            list.push(Candidate { mv, promise, estimate });
            !by_evaluation || self.budget.tick()
        });
        if self.budget.exhausted() { Err(Stopped) } else { Ok(()) }
    }

    /// Searches the moves of `list`, the most promising first, until one cuts off.
    fn try_list(
        &mut self,
        placement: &Placement<B>,
        mover: Color,
        task: Task,
        list: &mut [Candidate],
        so_far: &mut SoFar,
    ) -> Result<(), Stopped> {
        if so_far.alpha >= task.beta {
            return Ok(());
        }
        let width = self.width(task.depth, list.len() + so_far.tried) - so_far.tried;
        for i in 0..width {
            // The thread that is at a move put off may have ended this node.
            if !so_far.put_off.is_empty() {
                so_far.found_by_others = self.known(so_far.key, task).0;
                if so_far.found_by_others.is_some() {
                    return Ok(());
                }
            }
            // Often few moves are needed, so the first are picked one by one.
            if i < PICKED {
                let next = (i..list.len()).max_by_key(|&j| (list[j].promise, Reverse(j)));
                list.swap(i, next.unwrap_or(i));
            } else if i == PICKED {
                list[i..].sort_unstable_by_key(|next| (Reverse(next.promise), next.mv));
            }
            if let Some(most) = self.futile(task, list[i].estimate, so_far) {
                so_far.best.value = so_far.best.value.max(most);
                so_far.all_proved = false;
                so_far.tried += 1;
            } else if self.try_move(placement, mover, task, list[i].mv, so_far)? {
                return Ok(());
            }
        }
        so_far.all_proved &= width == list.len();
        Ok(())
    }

    /// Marks the position after a move as one that this thread searches, from a node with `depth` plies
    /// left. Returns nothing if another thread is at it.
    fn mark(&self, child: &Placement<B>, mover: Color, depth: u8) -> Option<Option<Mark<'a>>> {
        match self.others {
            Some(others) if depth >= SHARED_PLIES => {
                others.mark(Key::new(child, mover), depth).map(Some)
            }
            _ => Some(None),
        }
    }

    /// The upper limit assumed for a move that is not searched because its position seems to lie
    /// too far below α.
    fn futile(&self, task: Task, estimate: Value, so_far: &SoFar) -> Option<Value> {
        let scout = task.beta - task.alpha == 1 && so_far.tried > 0;
        let most = estimate.saturating_add(self.margin * Value::from(task.depth));
        let prunes = self.margin > 0 && self.reducing && task.depth <= FUTILE_PLIES && scout;
        (prunes && most <= so_far.alpha).then_some(most)
    }

    /// Searches one move, unless it is put off, and returns whether it cuts off.
    fn try_move(
        &mut self,
        placement: &Placement<B>,
        mover: Color,
        task: Task,
        mv: PlacementMove,
        so_far: &mut SoFar,
    ) -> Result<bool, Stopped> {
        let number = so_far.tried;
        so_far.tried += 1;
        let child = placement.after(mover, mv);
        let mark = self.mark(&child, mover.other(), task.depth);
        if mark.is_none() && number > 0 {
            so_far.put_off.push((mv, number));
            return Ok(false);
        }
        self.try_child(&child, mover, task, (mv, number), so_far)
    }

    /// Searches the position after a move that has `number` moves before it.
    fn try_child(
        &mut self,
        child: &Placement<B>,
        mover: Color,
        task: Task,
        (mv, number): (PlacementMove, usize),
        so_far: &mut SoFar,
    ) -> Result<bool, Stopped> {
        let window = Task { alpha: so_far.alpha, ..task };
        let found = self.child(child, mover.other(), window, number)?;
        so_far.all_proved &= found.proved;
        if found.value > so_far.best.value {
            so_far.best = found;
            so_far.best_move = Some(mv);
            so_far.alpha = so_far.alpha.max(found.value);
        }
        if so_far.alpha < task.beta {
            return Ok(false);
        }
        self.order.cut_off(mover, mv, task.ply, task.depth);
        Ok(true)
    }

    /// Stores the result of a node in the table.
    fn remember(&mut self, key: Key, task: Task, so_far: SoFar) -> Found {
        let SoFar { mut best, best_move, all_proved, .. } = so_far;
        let bound = if best.value >= task.beta {
            Bound::Lower
        } else {
            // This needs every move to fail, so every one must be proved.
            best.proved = all_proved;
            if best.value <= task.alpha { Bound::Upper } else { Bound::Exact }
        };
        let depth = if best.proved { PROVED } else { task.depth };
        self.table.store(key, Known { value: best.value, bound, depth, best: best_move });
        best
    }
}
