//! Workers: each takes the open part on which least was spent, and spends as much again. They share
//! what they prove, because parts have many positions in common.

use super::directory::Directory;
use super::merge::merge_part;
use super::part::{Effort, work_on};
use super::state::{PartState, State, line_of};
use super::tree::{OpenPart, Standing, Survey, Tree};
use crate::board::Position;
use crate::ledger::Partition;
use crate::limits::{Abort, Limits};
use crate::proof::error::ProofError;
use crate::proof::prover::{Prover, Verdict};
use crate::util::threads;
use hashbrown::HashSet;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

/// How the work is done.
#[derive(Clone, Debug)]
pub struct Work {
    /// Memory for all workers together, in bytes.
    pub memory: usize,
    /// The number of workers, each on one part.
    pub threads: usize,
    /// The parts to work on, if several runs share them.
    pub partition: Option<Partition>,
    /// Nodes of the first search of a part; each later one takes as many as all before it.
    pub first_nodes: u64,
    /// Total nodes after which a part is divided. This is not a time, so it does not depend on how
    /// busy a machine is.
    pub divide_nodes: u64,
    /// Wall time of this run.
    pub time: Option<Duration>,
    /// Ends the run.
    pub abort: Abort,
}

impl Work {
    /// The default nodes of the first search of a part.
    pub const FIRST_NODES: u64 = 1 << 16;
    /// The default of total nodes after which a part is divided: about ten minutes on a 6 × 5
    /// board, always less than an hour for boards of one word.
    pub const DIVIDE_NODES: u64 = 1 << 28;
    /// How long a worker trusts its survey of all parts.
    const FRESH: Duration = Duration::from_secs(1);
    /// The longest wait for a part that other workers have.
    const WAIT: Duration = Duration::from_millis(500);
}

/// What a worker did.
#[derive(Clone, Debug)]
pub struct WorkedPart {
    /// The part, as one line of moves that leads there.
    pub line: String,
    /// What became of it.
    pub state: State,
    /// Total nodes spent on it.
    pub nodes: u64,
    /// Total seconds spent on it.
    pub seconds: f64,
}

impl Directory {
    /// Works on open parts until the claim is decided, nothing is left in the partition, or the
    /// time is up. `report` is called for every part that was worked on.
    ///
    /// # Errors
    /// A file cannot be read or written; what is finished is kept.
    pub fn work(
        &self,
        work: &Work,
        report: &(dyn Fn(WorkedPart) + Sync),
    ) -> Result<Verdict<()>, ProofError> {
        let deadline = Limits::new(work.time, None).deadline(Instant::now());
        let failures = Failures::default();
        let mut provers = Prover::several(work.memory, threads::that_fit(work.threads)).into_iter();
        let first = provers.next().expect("there is one at least");
        let worker = |prover| {
            if let Err(error) = self.work_alone(work, prover, deadline, &failures, report) {
                work.abort.set();
                failures.note(error);
            }
        };
        thread::scope(|scope| {
            threads::team(scope, "prover", provers.map(|prover| || worker(prover)));
            worker(first);
        });
        match failures.first.into_inner().expect("nobody panics with it") {
            Some(error) => Err(error),
            None => self.verdict(),
        }
    }

    /// Returns whether the claim is decided.
    ///
    /// # Errors
    /// A state cannot be read.
    pub fn verdict(&self) -> Result<Verdict<()>, ProofError> {
        Ok(match Tree::new(self).survey()?.0 {
            Standing::Proved => Verdict::Proved(()),
            Standing::Refuted => Verdict::Refuted,
            Standing::Open => Verdict::Open,
        })
    }

    fn work_alone(
        &self,
        work: &Work,
        mut prover: Prover,
        deadline: Option<Instant>,
        failures: &Failures,
        report: &(dyn Fn(WorkedPart) + Sync),
    ) -> Result<(), ProofError> {
        let mut tree = Tree::new(self);
        let left = || deadline.map(|end| end.saturating_duration_since(Instant::now()));
        let is_over = || left().is_some_and(|left| left.is_zero()) || work.abort.is_set();
        loop {
            let (standing, survey) = tree.survey()?;
            self.finish(&mut tree, &survey, &mut prover, &is_over, &work.abort, failures)?;
            if standing != Standing::Open || is_over() {
                return Ok(());
            }
            let mut open: Vec<OpenPart> =
                survey.open.into_iter().filter(|p| p.belongs_to(work.partition)).collect();
            open.retain(|part| !failures.hold(&part.position));
            if open.is_empty() {
                return Ok(());
            }
            open.sort_by_key(|part| (!part.early, part.state.nodes));
            // Continue with parts that need no more nodes than the first one no other worker has,
            // as long as the survey is fresh: what others found since may make them unnecessary.
            let surveyed = Instant::now();
            let mut most = None;
            for part in open {
                let nodes = part.next_nodes(work.first_nodes);
                let done =
                    most.is_some_and(|most| nodes > most || surveyed.elapsed() > Work::FRESH);
                if done || is_over() {
                    break;
                }
                let Some(_lock) = self.lock(&part.position)? else { continue };
                most = most.or(Some(nodes));
                let OpenPart { position, early, state, .. } = part;
                // Another worker may have been here since the survey.
                let state = match self.load(&position)? {
                    Some(now) if now.state != State::Open || now.nodes != state.nodes => continue,
                    Some(now) => now,
                    None => PartState { line: tree.on_the_board(&state.line), ..state },
                };
                let effort = Effort { nodes, divide_nodes: work.divide_nodes, divide_now: early };
                let limits = Limits::new(left(), None).until(&work.abort);
                let worked = work_on(self, &position, state, &mut prover, effort, &limits);
                let Some(state) = failures.sift(&position, worked)? else { continue };
                let changes_the_tree = matches!(state.state, State::Divided | State::Refuted);
                report(reported(&state));
                if changes_the_tree {
                    break;
                }
            }
            if most.is_none() {
                thread::sleep(Work::WAIT);
            }
        }
    }

    /// Notes what became of divided parts.
    fn finish(
        &self,
        tree: &mut Tree<'_>,
        survey: &Survey,
        prover: &mut Prover,
        is_over: &dyn Fn() -> bool,
        abort: &Abort,
        failures: &Failures,
    ) -> Result<(), ProofError> {
        for (part, state, standing) in &survey.finished {
            if is_over() {
                return Ok(());
            }
            if failures.hold(part) {
                continue;
            }
            let Some(_lock) = self.lock(part)? else { continue };
            if self.load(part)?.is_none_or(|now| now.state != State::Divided) {
                continue;
            }
            let state = match standing {
                Standing::Refuted => PartState { state: State::Refuted, ..state.clone() },
                Standing::Proved => {
                    // What was begun is finished: a run with little time would never complete it.
                    let only_abort = Limits::none().until(abort);
                    let merged = merge_part(self, tree, part, prover, &only_abort);
                    let Some(merged) = failures.sift(part, merged)? else { continue };
                    let Some(proof) = merged else { return Ok(()) };
                    state.clone().proved(&proof.save(&self.file(part, "proof"))?)
                }
                Standing::Open => continue,
            };
            self.store(part, &state)?;
        }
        Ok(())
    }
}

/// Parts that are decided but have no proof. The work continues without them, and ends with the
/// first error.
#[derive(Default)]
struct Failures {
    parts: Mutex<HashSet<Position>>,
    first: Mutex<Option<ProofError>>,
}

impl Failures {
    fn hold(&self, part: &Position) -> bool {
        self.parts.lock().expect("nobody panics with it").contains(part)
    }

    fn note(&self, error: ProofError) {
        self.first.lock().expect("nobody panics with it").get_or_insert(error);
    }

    /// Returns what came of a part, or nothing if the failure is the part's own. Other errors, such
    /// as a full disk, end the work.
    fn sift<T>(
        &self,
        part: &Position,
        result: Result<T, ProofError>,
    ) -> Result<Option<T>, ProofError> {
        match result {
            Ok(came) => Ok(Some(came)),
            Err(error @ (ProofError::Io { .. } | ProofError::Directory { .. })) => Err(error),
            Err(error) => {
                self.parts.lock().expect("nobody panics with it").insert(part.clone());
                self.note(error);
                Ok(None)
            }
        }
    }
}

fn reported(state: &PartState) -> WorkedPart {
    let PartState { state: is, nodes, seconds, line, .. } = state;
    WorkedPart { line: line_of(line), state: *is, nodes: *nodes, seconds: *seconds }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;

    #[test]
    fn a_part_without_a_proof_stops_no_other_and_a_full_disk_all() {
        let part = Position::start(4, 4).unwrap();
        let failures = Failures::default();
        let fen = part.to_fen();
        assert!(failures.sift::<()>(&part, Err(ProofError::NoMove { fen })).unwrap().is_none());
        assert!(failures.hold(&part) && !failures.hold(&part.clone().with_side(Color::Black)));
        assert!(matches!(*failures.first.lock().unwrap(), Some(ProofError::NoMove { .. })));
        let full = ProofError::io("x".as_ref())(std::io::ErrorKind::StorageFull.into());
        assert!(failures.sift::<()>(&part, Err(full)).is_err());
    }
}
