//! One problem on several threads.
//!
//! All threads work on the same query, with one table of proofs and one of proof numbers. Each runs
//! the proof-number search from the root, prefers moves that no other thread is working on, and
//! finds in the tables what the others proved (Kaneko 2010, "Parallel depth first proof number
//! search"). The first thread that has the answer ends the query for all. Afterwards the threads
//! share the moves. What is proved does not depend on which thread proved it, so the answers are
//! those of one thread; only the amount of work differs.

use super::memory::{Memory, Own, Shared};
use super::node::{Node, Stopped};
use super::ordering;
use super::search::{Role, Search};
use super::search_params::SearchParams;
use super::single::{self, INTERVAL};
use super::solution::{Query, Solution};
use super::task::Task;
use crate::board::{Bitboard, Move, PlacementMove};
use crate::limits::{Abort, Budget, Limits};
use crate::score::{Bounds, Interval, Rank};
use crate::util::threads;
use std::iter::{self, repeat};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// The next question for a thread: whether x reaches a target, at the root or after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Job {
    /// The move's place in the list of moves.
    mv: Option<usize>,
    target: i32,
}

/// The result of a job: the bound that answers it, and the nodes that it took.
struct JobResult {
    worker: usize,
    bound: Result<i32, Stopped>,
    nodes: u64,
    panicked: bool,
}

/// The interval at which the flag that interrupts all threads is checked.
const LOOK: Duration = Duration::from_millis(2);

/// Answers a query about a problem whose rank is known to lie in an interval, on as many threads as
/// there are memories, or as the system allows. A limit of nodes is ignored.
///
/// # Panics
/// There is no memory.
pub(super) fn solve<B: Bitboard>(
    memories: &mut [Memory],
    params: SearchParams,
    task: Task<'_, B>,
    known: Interval,
    limits: &Limits,
    progress: &mut dyn FnMut(Interval),
) -> Solution {
    let start = Instant::now();
    let Task { placement, side, query, .. } = task;
    let moves: Vec<PlacementMove> = placement.moves(side);
    let stops: Vec<Abort> = memories.iter().map(|_| Abort::new()).collect();
    let deadline = limits.deadline(start);
    let solution = thread::scope(|scope| {
        let (send, reports) = channel();
        let mut jobs = Vec::new();
        let (first, others) = memories.split_first_mut().expect("a judge has a thread");
        let Memory { shared, own: first } = first;
        // The others' shared memory is lent to the first.
        shared.clear(1 + others.len());
        others.iter_mut().for_each(|memory| memory.shared.clear(1));
        let shared = &*shared;
        let owns = iter::once(first).chain(others.iter_mut().map(|memory| &mut memory.own));
        let owns: Vec<&mut Own> = owns.collect();
        let team = owns.into_iter().zip(&stops).enumerate().map(|(worker, (own, stop))| {
            let (to, from) = channel();
            jobs.push(to);
            let send = send.clone();
            let work = Work { task, moves: &moves, deadline, params, shared, stop };
            move || work.run(worker, own, &from, &send)
        });
        let given = threads::team(scope, "judge", team);
        if given == 0 {
            return None;
        }
        jobs.truncate(given);
        let mut lead = Lead {
            running: vec![None; jobs.len()],
            stops: &stops[..jobs.len()],
            jobs,
            reports,
            abort: &limits.abort,
            params,
            nodes: 0,
            over: false,
            behind: Vec::new(),
        };
        let mut x = known.x();
        let ranked = lead.answer(task, &moves, &mut x, progress);
        // Without jobs, the threads end.
        lead.jobs.clear();
        let open = query == Query::AllMoves && ranked.is_none();
        let solution = Solution::new(side, x.ranks(), query, ranked, lead.nodes, start.elapsed());
        let behind = lead.behind.iter().copied().chain(repeat(Bounds::OPEN));
        let move_bounds = open.then(|| task.bounded(moves.iter().copied().zip(behind), x));
        Some(Solution { move_bounds, ..solution })
    });
    // Each thread gets its own memory back.
    memories[0].shared.clear(1);
    solution.unwrap_or_else(|| {
        // The system refuses every thread.
        memories[0].clear();
        single::solve(&mut memories[0], params, task, known, limits, progress)
    })
}

/// What a thread works with.
struct Work<'a, B> {
    task: Task<'a, B>,
    moves: &'a [PlacementMove],
    deadline: Option<Instant>,
    params: SearchParams,
    shared: &'a Shared,
    stop: &'a Abort,
}

impl<B: Bitboard> Work<'_, B> {
    /// Does jobs until there are no more.
    fn run(&self, worker: usize, own: &mut Own, jobs: &Receiver<Job>, reports: &Sender<JobResult>) {
        own.clear();
        for job in jobs {
            let left = self.deadline.map(|end| end.saturating_duration_since(Instant::now()));
            let limits = Limits::new(left, None).until(self.stop);
            let mut budget = Budget::new(&limits, INTERVAL);
            // Do not wait for a thread that panicked.
            let answer = AssertUnwindSafe(|| self.answer(worker, job, own, &mut budget));
            let (bound, panic) = match catch_unwind(answer) {
                Ok(bound) => (bound, None),
                Err(panic) => (Err(Stopped), Some(panic)),
            };
            let (nodes, panicked) = (budget.nodes(), panic.is_some());
            let sent = reports.send(JobResult { worker, bound, nodes, panicked });
            if let Some(panic) = panic {
                resume_unwind(panic);
            }
            if sent.is_err() {
                return;
            }
        }
    }

    fn answer(
        &self,
        worker: usize,
        job: Job,
        own: &mut Own,
        budget: &mut Budget,
    ) -> Result<i32, Stopped> {
        let Task { placement, side, .. } = self.task;
        let problem = Node::of(placement, side);
        let mut search = Search::new(problem, self.shared, own, self.params, budget);
        if job.mv.is_none() {
            search.role = if worker == 0 { Role::First } else { Role::Helper };
        }
        let node = match job.mv {
            None => problem,
            Some(mv) => Node::of(&placement.after(side, self.moves[mv]), side.other()),
        };
        let node = search.reduce(node)?;
        search.prove(&node, job.target)
    }
}

/// Hands out the jobs and combines the answers.
struct Lead<'a> {
    jobs: Vec<Sender<Job>>,
    running: Vec<Option<Job>>,
    stops: &'a [Abort],
    reports: Receiver<JobResult>,
    abort: &'a Abort,
    params: SearchParams,
    nodes: u64,
    /// The time is up, or everything was interrupted.
    over: bool,
    /// What is proved about x after each move, if a limit came before all were known.
    behind: Vec<Bounds>,
}

impl Lead<'_> {
    /// Narrows the bounds of x and lists the moves with their ranks, if they are wanted and no
    /// limit came first.
    fn answer<B: Bitboard>(
        &mut self,
        task: Task<'_, B>,
        moves: &[PlacementMove],
        x: &mut Bounds,
        progress: &mut dyn FnMut(Interval),
    ) -> Option<Vec<(Move, Rank)>> {
        let root = Node::of(task.placement, task.side);
        let guess = if self.params.guess { ordering::guess(&root) } else { i32::MIN };
        if !self.narrow(x, task.query, guess, |x| progress(x.ranks())) || !task.query.wants_moves()
        {
            return None;
        }
        let found = moves.iter().zip(self.moves(moves.len(), x.low, task.query)?);
        Some(task.ranked(found.filter_map(|(&mv, x)| Some((mv, x?))).collect()))
    }

    fn give(&mut self, worker: usize, job: Job) {
        self.stops[worker].clear();
        self.running[worker] = Some(job);
        self.jobs[worker].send(job).expect("the thread waits for jobs");
    }

    fn idle(&self) -> Option<usize> {
        self.running.iter().position(Option::is_none)
    }

    /// The next job that a thread finished, with its answer, or `None` if no thread is working.
    fn next(&mut self) -> Option<(Job, Result<i32, Stopped>)> {
        while self.running.iter().any(Option::is_some) {
            if self.abort.is_set() {
                self.over = true;
            }
            if self.over {
                self.stops.iter().for_each(|stop| _ = stop.set());
            }
            match self.reports.recv_timeout(LOOK) {
                Ok(report) => {
                    self.nodes += report.nodes;
                    let job = self.running[report.worker].take().expect("it had a job");
                    // A thread that stopped without being told to has reached the limit.
                    let told = self.stops[report.worker].is_set();
                    self.over |= report.panicked || (report.bound.is_err() && !told);
                    return Some((job, report.bound));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
        None
    }

    /// Narrows the bounds of x until the query for the winner or the score is answered, the winner
    /// first. Returns `false` if a limit came first. All threads work on the same target.
    fn narrow(
        &mut self,
        bounds: &mut Bounds,
        query: Query,
        guess: i32,
        mut progress: impl FnMut(Bounds),
    ) -> bool {
        loop {
            let target = query.next_target(*bounds, guess);
            if let Some(target) = target.filter(|_| !self.over) {
                while let Some(worker) = self.idle() {
                    self.give(worker, Job { mv: None, target });
                }
            }
            let Some((job, bound)) = self.next() else { return target.is_none() };
            let Ok(x) = bound else { continue };
            if bounds.answer(job.target).is_some() {
                // Too late: another thread has already answered.
                continue;
            }
            bounds.learn(job.target, x);
            progress(*bounds);
            for (stop, running) in self.stops.iter().zip(&self.running) {
                if running.is_some_and(|job| bounds.answer(job.target).is_some()) {
                    stop.set();
                }
            }
        }
    }

    /// The x that each move leaves the mover with, for all moves or only for those that keep the
    /// best. `None` if a limit came first.
    fn moves(&mut self, count: usize, best: i32, query: Query) -> Option<Vec<Option<i32>>> {
        // No move yields more than the best.
        let mut known = vec![Bounds { low: 1 - best, ..Bounds::OPEN }; count];
        let mut next = 0;
        let mut open: Vec<Job> = Vec::new();
        loop {
            while !self.over
                && let Some(worker) = self.idle()
            {
                // A move keeps the best if and only if its child does not reach 2 − best.
                let job = open.pop().or_else(|| {
                    next += 1;
                    (next <= count).then_some(Job { mv: Some(next - 1), target: 2 - best })
                });
                let Some(job) = job else { break };
                self.give(worker, job);
            }
            let Some((job, bound)) = self.next() else { break };
            let Ok(x) = bound else { continue };
            let child = &mut known[job.mv.expect("a move's job")];
            child.learn(job.target, x);
            if query == Query::AllMoves
                && let Some(target) = child.next_target(1 - best)
            {
                open.push(Job { target, ..job });
            }
        }
        if self.over {
            self.behind = known;
            return None;
        }
        let keeps = |child: &Bounds| (child.high == 1 - best).then_some(best);
        let exact = |child: &Bounds| (child.low == child.high).then_some(1 - child.low);
        let all = query == Query::AllMoves;
        Some(known.iter().map(|child| if all { exact(child) } else { keeps(child) }).collect())
    }
}
