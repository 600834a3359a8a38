//! One problem on several threads.
//!
//! All threads work on the same question, over one table of proofs and one of proof numbers: each
//! runs the proof-number search from the root, turns to other moves than those that another thread
//! is at, and finds what the others left in the tables (Kaneko 2010, "Parallel depth first proof
//! number search"). Whoever has the answer first ends the question for all. Afterwards the threads
//! share the moves. What is proved does not depend on who proved it, so the answers are those of one
//! thread; only the work differs.

use super::alpha_beta::{Role, Search};
use super::interval_table::Bounds;
use super::memory::{Memory, Own, Shared};
use super::node::{Node, Stopped};
use super::ordering;
use super::search_params::SearchParams;
use super::{INTERVAL, Judge, Query, Solution, Task, with_task};
use crate::board::{Bitboard, PlacementMove, Position};
use crate::limits::{Budget, Limits};
use crate::score::Rank;
use std::iter::once;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Several judges that work on one problem.
pub struct Team<'a> {
    judges: &'a mut [Judge],
}

/// What a thread is asked next: whether x reaches a target, at the root or behind a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Job {
    /// The move's place in the list of moves.
    mv: Option<usize>,
    target: i32,
}

/// What a thread has to say about a job: the bound that answers it, and the nodes it took.
struct Report {
    worker: usize,
    bound: Result<i32, Stopped>,
    nodes: u64,
    panicked: bool,
}

/// How often the flag that interrupts all is looked at.
const LOOK: Duration = Duration::from_millis(2);

impl<'a> Team<'a> {
    /// A team of judges, who use the techniques of the first.
    ///
    /// # Panics
    /// There is none.
    pub fn new(judges: &'a mut [Judge]) -> Self {
        assert!(!judges.is_empty(), "a team has members");
        Self { judges }
    }

    /// As [`Judge::ask`], on as many threads as there are judges. Only time limits it.
    pub fn ask(
        &mut self,
        problem: &Position,
        question: Query,
        time: Option<Duration>,
        abort: &AtomicBool,
        progress: &mut dyn FnMut(Rank, Rank),
    ) -> Solution {
        if self.judges.len() == 1 {
            let limits = Limits { time, ..Limits::NONE };
            return self.judges[0].ask(problem, question, &limits, abort, progress);
        }
        with_task!(problem, question, task => self.ask_on(task, time, abort, progress))
    }

    fn ask_on<B: Bitboard>(
        &mut self,
        task: Task<'_, B>,
        time: Option<Duration>,
        abort: &AtomicBool,
        progress: &mut dyn FnMut(Rank, Rank),
    ) -> Solution {
        let start = Instant::now();
        let Task { placement, side, question, .. } = task;
        let moves: Vec<PlacementMove> = placement.moves(side);
        let stops: Vec<AtomicBool> = self.judges.iter().map(|_| AtomicBool::new(false)).collect();
        let deadline = time.map(|time| start + time);
        let verdict = thread::scope(|scope| {
            let (send, reports) = channel();
            let mut jobs = Vec::new();
            let (first, others) = self.judges.split_first_mut().expect("a team has members");
            let Judge { memory: Memory { shared, own: first }, params } = first;
            // The others' shared memory is lent to the first.
            shared.clear(1 + others.len());
            others.iter_mut().for_each(|judge| judge.memory.shared.clear(1));
            let (shared, params) = (&*shared, *params);
            let owns = once(first).chain(others.iter_mut().map(|judge| &mut judge.memory.own));
            for (worker, (own, stop)) in owns.zip(&stops).enumerate() {
                let (to, from) = channel();
                jobs.push(to);
                let send = send.clone();
                let moves = &moves;
                let work = Work { task, moves, deadline, params, shared, stop };
                scope.spawn(move || work.run(worker, own, &from, &send));
            }
            let mut lead = Lead {
                jobs,
                running: vec![None; stops.len()],
                stops: &stops,
                reports,
                abort,
                nodes: 0,
                over: false,
            };
            let e = placement.empty.count() as i32;
            let mut bounds = Bounds { low: -e, high: e };
            let guess = ordering::guess(&Node::of(placement, side));
            let known =
                lead.narrow(&mut bounds, question, guess, |b| progress(b.low - 1, b.high - 1));
            let ranked = if known && question.wants_moves() {
                lead.moves(moves.len(), bounds.low, question)
            } else {
                None
            };
            // Without jobs the threads end.
            lead.jobs.clear();
            let ranked = ranked.map(|ranks| {
                let found = moves.iter().zip(ranks);
                task.ranked(found.filter_map(|(&mv, x)| Some((mv, x?))).collect())
            });
            Solution::new(bounds, question, ranked, lead.nodes, start.elapsed())
        });
        // Each has its own memory again.
        self.judges[0].memory.shared.clear(1);
        verdict
    }
}

/// What a thread works with.
struct Work<'a, B> {
    task: Task<'a, B>,
    moves: &'a [PlacementMove],
    deadline: Option<Instant>,
    params: SearchParams,
    shared: &'a Shared,
    stop: &'a AtomicBool,
}

impl<B: Bitboard> Work<'_, B> {
    /// Does jobs until there are no more.
    fn run(&self, worker: usize, own: &mut Own, jobs: &Receiver<Job>, reports: &Sender<Report>) {
        own.clear();
        for job in jobs {
            let left = self.deadline.map(|end| end.saturating_duration_since(Instant::now()));
            let limits = Limits { time: left, ..Limits::NONE };
            let mut budget = Budget::new(&limits, INTERVAL, self.stop);
            // Nobody waits for a thread that panicked.
            let answer = AssertUnwindSafe(|| self.answer(worker, job, own, &mut budget));
            let (bound, panic) = match catch_unwind(answer) {
                Ok(bound) => (bound, None),
                Err(panic) => (Err(Stopped), Some(panic)),
            };
            let (nodes, panicked) = (budget.nodes(), panic.is_some());
            let sent = reports.send(Report { worker, bound, nodes, panicked });
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
        budget: &mut Budget<'_>,
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

/// Gives out the jobs and puts the answers together.
struct Lead<'a> {
    jobs: Vec<Sender<Job>>,
    running: Vec<Option<Job>>,
    stops: &'a [AtomicBool],
    reports: Receiver<Report>,
    abort: &'a AtomicBool,
    nodes: u64,
    /// The time is up, or all was interrupted.
    over: bool,
}

impl Lead<'_> {
    fn give(&mut self, worker: usize, job: Job) {
        self.stops[worker].store(false, Ordering::Relaxed);
        self.running[worker] = Some(job);
        self.jobs[worker].send(job).expect("the thread waits for jobs");
    }

    fn idle(&self) -> Option<usize> {
        self.running.iter().position(Option::is_none)
    }

    /// The next job that a thread ended, with its answer; `None` if nobody works.
    fn next(&mut self) -> Option<(Job, Result<i32, Stopped>)> {
        while self.running.iter().any(Option::is_some) {
            if self.abort.load(Ordering::Relaxed) {
                self.over = true;
            }
            if self.over {
                self.stops.iter().for_each(|stop| stop.store(true, Ordering::Relaxed));
            }
            match self.reports.recv_timeout(LOOK) {
                Ok(report) => {
                    self.nodes += report.nodes;
                    let job = self.running[report.worker].take().expect("it had a job");
                    // A thread that was not told to stop met the limit.
                    let told = self.stops[report.worker].load(Ordering::Relaxed);
                    self.over |= report.panicked || (report.bound.is_err() && !told);
                    return Some((job, report.bound));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
        None
    }

    /// Narrows the bounds of x until the question, who wins or the score, is answered, who wins first;
    /// `false` if a limit came before. All threads work on the same target.
    fn narrow(
        &mut self,
        bounds: &mut Bounds,
        question: Query,
        guess: i32,
        mut progress: impl FnMut(Bounds),
    ) -> bool {
        loop {
            let target = question.next_target(*bounds, guess);
            if let Some(target) = target.filter(|_| !self.over) {
                while let Some(worker) = self.idle() {
                    self.give(worker, Job { mv: None, target });
                }
            }
            let Some((job, bound)) = self.next() else { return target.is_none() };
            let Ok(x) = bound else { continue };
            if bounds.answer(job.target).is_some() {
                // Late: another thread has said so.
                continue;
            }
            bounds.learn(job.target, x);
            progress(*bounds);
            for (stop, running) in self.stops.iter().zip(&self.running) {
                if running.is_some_and(|job| bounds.answer(job.target).is_some()) {
                    stop.store(true, Ordering::Relaxed);
                }
            }
        }
    }

    /// The x that each move leaves the mover with: of all moves, or only of those that keep the
    /// best. `None` if a limit came before.
    fn moves(&mut self, count: usize, best: i32, question: Query) -> Option<Vec<Option<i32>>> {
        // No move leads to more than the best.
        let mut known = vec![Bounds { low: 1 - best, ..Bounds::OPEN }; count];
        let mut next = 0;
        let mut open: Vec<Job> = Vec::new();
        loop {
            while !self.over
                && let Some(worker) = self.idle()
            {
                // A move keeps the best just if its child does not reach 2 − best.
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
            if question == Query::AllMoves
                && let Some(target) = child.next_target(1 - best)
            {
                open.push(Job { target, ..job });
            }
        }
        if self.over {
            return None;
        }
        let keeps = |child: &Bounds| (child.high == 1 - best).then_some(best);
        let exact = |child: &Bounds| (child.low == child.high).then_some(1 - child.low);
        let all = question == Query::AllMoves;
        Some(known.iter().map(|child| if all { exact(child) } else { keeps(child) }).collect())
    }
}
