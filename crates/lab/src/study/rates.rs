//! Measures how many nodes each method does in a time, so that limits in nodes give all methods the
//! same time and yet the same results on every machine.

use super::cores::pin_to;
use super::found::longest_part;
use super::plan::Plan;
use super::record::{AnswerLine, EqualTime, Problem, Rate, StudyLimits};
use super::sample::stratified_sample;
use amazons::limits::Abort;
use amazons::util::parallel::as_finished;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// On how many problems of a study a rate is measured.
const PROBLEMS: usize = 24;

/// The seed of the sample of these problems.
const SEED: u64 = 1;

/// The rate of a method cannot be measured.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RateError {
    /// All methods have limits of their own.
    #[error("every method names its own limit; equal time needs a method that does not")]
    NothingToMeasure,
    /// A method does not count nodes.
    #[error(
        "{0} counts no nodes, so no number of nodes stands for a time; give it a limit of its own, such as time=1s"
    )]
    NoNodes(String),
    /// A method failed on every problem.
    #[error(
        "{solver} failed on each of the {problems} problems on which its rate was measured, first by: {failure}"
    )]
    Failed {
        /// The method.
        solver: String,
        /// The number of problems.
        problems: usize,
        /// What went wrong on one of them.
        failure: String,
    },
}

/// What one run did, or the longest iteration of a proof-number solver.
struct Measured {
    nodes: u64,
    seconds: f64,
    ended_by_time: bool,
    failure: Option<String>,
}

/// Where rates are measured.
#[derive(Clone, Copy, Debug)]
pub struct RateRunner<'a> {
    /// The number of runs at once, at least 1: as many as in the study.
    pub jobs: usize,
    /// The processors that they are pinned to; empty for no pinning.
    pub cores: &'a [usize],
    /// Ends the work early when set.
    pub abort: &'a Abort,
}

impl RateRunner<'_> {
    /// Runs each method of a plan that has no limit of its own with this time on a sample of the
    /// plan's problems, and finds its limit in nodes: for each iteration of a proof-number solver,
    /// for the whole choice of any other. `on_run` is called after each run. Returns `None` if
    /// `abort` was set.
    ///
    /// # Errors
    /// Every method has a limit of its own, or one counts no nodes or fails on every problem.
    pub fn measure(
        &self,
        plan: &Plan,
        time: Duration,
        mut on_run: impl FnMut(),
    ) -> Result<Option<EqualTime>, RateError> {
        let solvers: Vec<usize> =
            (0..plan.solvers.len()).filter(|&s| !plan.solvers[s].has_own_limit()).collect();
        if solvers.is_empty() {
            return Err(RateError::NothingToMeasure);
        }
        let problems = sample(plan);
        let limits = StudyLimits { time: Some(time), nodes: None, ..plan.header.limits };
        let runs = problems.iter().flat_map(|&problem| solvers.iter().map(move |&s| (s, problem)));
        let workers = AtomicUsize::new(0);
        let pinned = || {
            let core = self.cores.get(workers.fetch_add(1, Ordering::Relaxed));
            core.map(|&core| pin_to(core))
        };
        let run = |_: &mut Option<bool>, (s, problem): (usize, &Problem)| {
            let (solver, name) = (&plan.solvers[s], &plan.header.solvers[s]);
            let answer = solver.answer(problem, name, &limits, self.abort);
            (s, measured(answer, solver.limits_each_iteration()))
        };
        let mut of_solver: Vec<Vec<Measured>> = plan.solvers.iter().map(|_| Vec::new()).collect();
        let aborted = as_finished(runs, self.jobs, pinned, run, |_, (s, measured)| {
            of_solver[s].push(measured);
            on_run();
            if self.abort.is_set() { Err(()) } else { Ok(()) }
        });
        if aborted.is_err() || self.abort.is_set() {
            return Ok(None);
        }
        let rate = |&s: &usize| rate(&plan.header.solvers[s], &of_solver[s], time);
        let rates = solvers.iter().map(rate).collect::<Result<_, _>>()?;
        Ok(Some(EqualTime { time, problems: problems.len(), rates }))
    }

    /// The number of runs that measuring takes.
    pub fn runs(plan: &Plan) -> usize {
        let solvers = plan.solvers.iter().filter(|solver| !solver.has_own_limit());
        solvers.count() * plan.problems.len().min(PROBLEMS)
    }
}

/// The problems on which rates are measured, with the plan's proportions of sizes.
fn sample(plan: &Plan) -> Vec<&Problem> {
    let sizes: Vec<usize> = plan.problems.iter().map(Problem::empties).collect();
    let chosen = stratified_sample(&sizes, PROBLEMS, SEED);
    chosen.into_iter().map(|index| &plan.problems[index]).collect()
}

fn measured(answer: AnswerLine, each_iteration: bool) -> Measured {
    let (nodes, seconds) = longest_part(&answer, each_iteration);
    let ended_by_time = answer.overshoot.seconds.is_some();
    Measured { nodes, seconds, ended_by_time, failure: answer.failure }
}

/// The rate of a method from its runs. Short runs may be faster, since their tables fit into the
/// caches, so those count that the time ended, if there are any.
fn rate(solver: &str, runs: &[Measured], time: Duration) -> Result<Rate, RateError> {
    let sound = || runs.iter().filter(|run| run.failure.is_none());
    if let Some(failure) = runs.iter().find_map(|run| run.failure.clone())
        && sound().next().is_none()
    {
        let (solver, problems) = (solver.to_owned(), runs.len());
        return Err(RateError::Failed { solver, problems, failure });
    }
    let ended_by_time = sound().any(|run| run.ended_by_time);
    let counted: Vec<_> = sound().filter(|run| run.ended_by_time == ended_by_time).collect();
    let nodes = counted.iter().map(|run| run.nodes).sum::<u64>();
    let seconds = counted.iter().map(|run| run.seconds).sum::<f64>();
    if nodes == 0 || seconds <= 0.0 {
        return Err(RateError::NoNodes(solver.to_owned()));
    }
    let limit = three_digits(nodes as f64 / seconds * time.as_secs_f64());
    let (solver, runs) = (solver.to_owned(), counted.len());
    Ok(Rate { solver, runs, ended_by_time, nodes, seconds, limit })
}

/// A number of nodes with three digits, at least 1: more would say more than was measured.
fn three_digits(nodes: f64) -> u64 {
    let step = 10f64.powi((nodes.max(1.0).log10().floor() as i32 - 2).max(0));
    ((nodes / step).round() * step).max(1.0) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(nodes: u64, seconds: f64, ended_by_time: bool) -> Measured {
        Measured { nodes, seconds, ended_by_time, failure: None }
    }

    #[test]
    fn runs_that_the_time_ended_tell_the_rate() {
        let time = Duration::from_millis(500);
        let runs = [run(9_000, 0.001, false), run(1_001_000, 1.0, true), run(999_500, 1.0, true)];
        let found = rate("dfpn", &runs, time).unwrap();
        assert_eq!((found.runs, found.ended_by_time, found.limit), (2, true, 500_000));
        let found = rate("dfpn", &runs[..1], time).unwrap();
        assert_eq!((found.runs, found.ended_by_time, found.limit), (1, false, 4_500_000));
    }

    #[test]
    fn methods_without_nodes_and_those_that_fail_have_no_rate() {
        let time = Duration::from_secs(1);
        let error = |runs: &[Measured]| rate("mine", runs, time).unwrap_err().to_string();
        assert!(error(&[run(0, 1.0, true)]).contains("mine counts no nodes"));
        let failed = || Measured { failure: Some("crashed".into()), ..run(5, 1.0, false) };
        assert!(error(&[failed(), failed()]).contains("each of the 2 problems"));
        assert_eq!(rate("mine", &[failed(), run(7, 1.0, true)], time).unwrap().limit, 7);
    }

    #[test]
    fn a_limit_has_three_digits_and_a_node_at_least() {
        let rounded = [0.0, 0.4, 9.6, 1234.0, 99_960.0, 2_345_678.0].map(three_digits);
        assert_eq!(rounded, [1, 1, 10, 1230, 100_000, 2_350_000]);
    }
}
