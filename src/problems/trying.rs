//! Tries a solver on the problems of a set, and keeps who solved what beside the solutions.

use super::attempt::{Attempt, JUDGE};
use super::journal::{Finished, Found};
use super::judging::{JudgingError, disproved, spent};
use super::merge::{Contradicted, text, united};
use super::problem::{Judgement, Problem};
use super::set::ProblemSet;
use crate::board::Position;
use crate::judge::{Judge, Query};
use crate::ledger::{Ledger, run};
use crate::limits::Limits;
use crate::score::Interval;
use crate::solvers::{Solver, Spec, SpecError, check_board, solver};

/// What is tried on problems: a solver, or the judge, to count its nodes.
#[derive(Debug)]
pub struct Contender(Kind);

#[derive(Debug)]
enum Kind {
    Solver(Box<dyn Solver>),
    Judge,
}

/// What came out of one try.
struct Tried {
    interval: Interval,
    nodes: u64,
    iteration: Option<u64>,
}

impl Contender {
    /// Makes the contender of this name: `judge`, or a solver with its options.
    ///
    /// # Errors
    /// There is no such solver, or an option is impossible.
    pub fn from_text(text: &str) -> Result<Self, SpecError> {
        Ok(Self(if text == JUDGE { Kind::Judge } else { Kind::Solver(solver(text)?) }))
    }

    /// Returns what sets call it.
    pub fn name(&self) -> String {
        match &self.0 {
            Kind::Solver(solver) => solver.spec(),
            Kind::Judge => JUDGE.to_owned(),
        }
    }

    /// Refuses a problem on a board that the solver does not support.
    ///
    /// # Errors
    /// The board is not supported.
    pub fn check_board(&self, position: &Position) -> Result<(), SpecError> {
        check_board(&self.name(), position)
    }

    /// Returns the limit of one problem as sets have it.
    pub fn limit(&self, limits: &Limits) -> String {
        let limit = spent(limits);
        if self.limits_each_iteration() { format!("{limit} each iteration") } else { limit }
    }

    /// Returns whether it solved a problem with this limit; `None` if it was not tried on it.
    pub fn solved(&self, problem: &Problem, limits: &Limits) -> Option<bool> {
        let (by, limit) = (self.name(), self.limit(limits));
        let attempt = problem.attempts.iter().find(|one| one.by == by && one.limit == limit);
        attempt.map(|attempt| attempt.solved)
    }

    fn limits_each_iteration(&self) -> bool {
        match &self.0 {
            Kind::Solver(solver) => solver.limits_each_iteration(),
            Kind::Judge => false,
        }
    }

    fn attempt(&self, position: &Position, limits: &Limits) -> Tried {
        match &self.0 {
            Kind::Solver(solver) => {
                let answer = solver.solve(position, limits);
                let largest = answer.iterations.iter().map(|iteration| iteration.nodes).max();
                let iteration = largest.filter(|_| solver.limits_each_iteration());
                Tried { interval: answer.interval, nodes: answer.nodes, iteration }
            }
            Kind::Judge => {
                // A judge of its own, without tables: the nodes are the problem's alone.
                let mut judge = Judge::builder().memory(Spec::MEMORY).build();
                let solution = judge.ask(position, Query::BestMoves, limits);
                let proved = solution.best_moves.is_some();
                // Without all optimal moves it is not what a set calls solved.
                let interval = match proved {
                    true => solution.interval,
                    false => Interval::of_size(position.empties()),
                };
                Tried { interval, nodes: solution.nodes, iteration: None }
            }
        }
    }
}

/// How a contender is tried.
#[derive(Clone, Copy, Debug)]
pub struct Trying<'a> {
    /// The contender.
    pub contender: &'a Contender,
    /// The limits for one problem, or for one iteration, and what ends the whole run early.
    pub limits: &'a Limits,
    /// The number of problems tried at once.
    pub threads: usize,
}

/// Tries a contender on every problem that it was not yet tried on with this limit, small ones
/// first. A finished problem goes at once into the journal, then into the set, and `done` is
/// called. Scores, bounds and moves of the set stay as they are.
///
/// # Errors
/// The journal cannot be written, or what the contender proved contradicts the set.
pub fn try_all(
    set: &mut ProblemSet,
    journal: &mut Ledger<Finished>,
    trying: Trying<'_>,
    mut done: impl FnMut(&Problem),
) -> Result<(), JudgingError> {
    let Trying { contender, limits, threads } = trying;
    let abort = &limits.abort;
    let mut open: Vec<usize> = (0..set.problems.len())
        .filter(|&place| contender.solved(&set.problems[place], limits).is_none())
        .collect();
    open.sort_by_key(|&place| set.problems[place].empties());
    let problems: Vec<Problem> = open.iter().map(|&place| set.problems[place].clone()).collect();
    run(
        open.into_iter().zip(&problems),
        threads,
        abort,
        || (),
        |(), (place, problem)| {
            let Tried { interval, nodes, iteration } = contender.attempt(&problem.position, limits);
            let solved = interval.exact().is_some();
            if !solved && abort.is_set() {
                return None;
            }
            let (by, limit) = (contender.name(), contender.limit(limits));
            let attempt = Attempt { by, limit, nodes, iteration, solved };
            Some((place, checked(problem, interval, &attempt.by).map(|()| attempt)))
        },
        |(place, attempt)| {
            let (problem, attempt) = (&mut set.problems[place], attempt?);
            let fen = problem.position.to_fen();
            journal.append(&Finished { fen, found: Found::Tried(attempt.clone()) })?;
            problem.attempts.push(attempt);
            done(problem);
            Ok(())
        },
    )
}

/// Checks that what a contender proved agrees with the set.
fn checked(problem: &Problem, interval: Interval, by: &str) -> Result<(), Contradicted> {
    let (at_least, at_most) = interval.scores(problem.first());
    let proved = Judgement::Bounded { at_least, at_most, spent: String::new() };
    match united(&problem.judgement, &proved) {
        Some(_) => Ok(()),
        None => Err(disproved(problem, &problem.judgement, &format!("{} by {by}", text(&proved)))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problems::journal::open_journal;
    use crate::testing::RandomPositions;

    fn set() -> ProblemSet {
        let mut random = RandomPositions::new(11);
        let problems = (0..12).map(|i| Problem::new(random.board(5, 4, 50 + i % 5, [1, 1]), None));
        ProblemSet { problems: problems.collect(), ..ProblemSet::default() }
    }

    fn tried(set: &mut ProblemSet, name: &str, limits: &Limits) -> Result<usize, String> {
        let directory = tempfile::tempdir().unwrap();
        let (mut journal, _) = open_journal(&directory.path().join("journal")).unwrap();
        let contender = Contender::from_text(name).unwrap();
        let trying = Trying { contender: &contender, limits, threads: 2 };
        let mut count = 0;
        try_all(set, &mut journal, trying, |_| count += 1).map_err(|error| error.to_string())?;
        Ok(count)
    }

    #[test]
    fn a_set_says_who_solved_what_with_how_many_nodes() {
        let mut set = set();
        let plenty = Limits::nodes(1_000_000);
        assert_eq!(tried(&mut set, "dfpn", &plenty), Ok(12));
        let needed = |problem: &Problem| problem.attempts[0].iteration.unwrap();
        let mut all: Vec<u64> = set.problems.iter().map(needed).collect();
        assert!(set.problems.iter().all(|problem| problem.attempts[0].solved));
        all.sort_unstable();
        // Half of them need more.
        let limits = Limits::nodes(all[6]);
        assert_eq!(tried(&mut set, "dfpn", &limits), Ok(12));
        for problem in &set.problems {
            let attempt = &problem.attempts[1];
            assert_eq!(attempt.limit, format!("{} nodes each iteration", all[6]));
            assert!(attempt.iteration.is_some_and(|nodes| nodes <= all[6]));
            if needed(problem) != all[6] {
                assert_eq!(attempt.solved, needed(problem) < all[6], "{attempt:?}");
            }
        }
        assert!(set.problems.iter().all(|problem| problem.judgement == Judgement::Open));
        // Once with each limit.
        assert_eq!(tried(&mut set, "dfpn", &limits), Ok(0));
        assert_eq!(tried(&mut set, JUDGE, &plenty), Ok(12));
        assert!(set.problems.iter().all(|problem| problem.attempts[2].iteration.is_none()));
    }

    #[test]
    fn a_proof_that_contradicts_the_set_is_an_error() {
        let mut set = set();
        set.problems.truncate(1);
        let score = "W+99".parse().unwrap();
        set.problems[0].judgement = Judgement::Solved { score, legal_moves: 0, optimal: vec![] };
        let error = tried(&mut set, "dfpn", &Limits::none()).unwrap_err();
        assert!(error.contains("found W+99") && error.contains("by dfpn"), "{error}");
        assert!(set.problems[0].attempts.is_empty());
    }

    #[test]
    fn unknown_solvers_are_refused() {
        assert!(Contender::from_text("nobody").is_err());
        assert!(Contender::from_text("judge:x=1").is_err());
    }
}
