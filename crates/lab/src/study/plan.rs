//! Makes the problems and the header of a study from a problem set and options.

use super::cores::this_machine;
use super::error::StudyError;
use super::log::Contents;
use super::method::{EngineRules, Method};
use super::record::{EqualTime, Header, LOG_VERSION, Problem, StudyLimits, hash_problems};
use super::sample::stratified_sample;
use amazons::ledger::{PartOf, Partition};
use amazons::limits::Abort;
use amazons::problems::{self, JUDGE, ProblemSet, SelectError, Selecting, Selector};
use amazons::score::Interval;
use amazons::solvers::{Solver, SpecError};
use std::collections::HashSet;

/// A study before it runs: its header, problems and solvers.
#[derive(Debug)]
pub struct Plan {
    /// The log's first line.
    pub header: Header,
    /// The chosen problems, in the set's order.
    pub problems: Vec<Problem>,
    /// The solvers, in the order of the header's specs.
    pub solvers: Vec<Method>,
}

/// Which problems of a set are chosen.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// The features of the problems.
    pub features: Selector,
    /// The number of problems and the seed of a sample, stratified by size; `None` for no sampling.
    pub sample: Option<(usize, u64)>,
    /// Only this part of the problems that are then left, which are dealt to the parts in turn.
    pub part: Option<Partition>,
}

/// The options do not make a study.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// A solver's text is invalid.
    #[error(transparent)]
    Solver(#[from] SpecError),
    /// A solver does not support the board of a problem.
    #[error("problem '{problem}': {source}")]
    Board {
        /// The problem.
        problem: String,
        /// What is wrong.
        source: SpecError,
    },
    /// There is no solver.
    #[error("no solver given; expected at least one, such as dfpn,alphabeta")]
    NoSolver,
    /// Two texts name the same solver with the same options.
    #[error("solver '{0}' is given twice")]
    SameSolver(String),
    /// No problem of the set is left.
    #[error("the set has {}; nothing to study", match total {
        0 => "no problem".to_owned(),
        total => format!("{total} problems, and 0 of them are chosen"),
    })]
    NoProblem {
        /// The number of problems in the set.
        total: usize,
    },
    /// Two problems have the same id.
    #[error("problem '{0}' is in the set twice")]
    SameProblem(String),
    /// The features do not fit the set.
    #[error(transparent)]
    Select(#[from] SelectError),
}

impl Plan {
    /// Chooses problems from the set called `name` and makes the solvers of `specs`, which may
    /// include programs that speak the line protocol (`engine:COMMAND`).
    ///
    /// # Errors
    /// A spec is invalid or given twice, no problem is left, one occurs twice, or one is on a board
    /// that a solver does not support.
    pub fn new(
        name: &str,
        set: &ProblemSet,
        choice: &Choice,
        specs: &[String],
        engines: &EngineRules,
        limits: StudyLimits,
        judge_limits: StudyLimits,
    ) -> Result<Self, PlanError> {
        let method = |spec: &String| Method::from_text(spec, limits.memory, engines);
        let solvers: Vec<Method> = specs.iter().map(method).collect::<Result<_, _>>()?;
        Self::of_methods(name, set, choice, solvers, limits, judge_limits)
    }

    /// Like [`new`](Self::new), but for solvers that exist already, such as the caller's own.
    ///
    /// # Errors
    /// There is no solver, two have the same text, no problem is left, one occurs twice, or one is
    /// on a board that a solver does not support.
    pub fn of_solvers(
        name: &str,
        set: &ProblemSet,
        choice: &Choice,
        solvers: Vec<Box<dyn Solver>>,
        limits: StudyLimits,
        judge_limits: StudyLimits,
    ) -> Result<Self, PlanError> {
        let methods = solvers.into_iter().map(Method::from).collect();
        Self::of_methods(name, set, choice, methods, limits, judge_limits)
    }

    /// Checks that every foreign program that still has problems to answer can be started and
    /// greets. `done` is what exists of the study already.
    ///
    /// # Errors
    /// A program cannot be started, or it does not greet.
    pub fn greet(&self, done: Option<&Contents>, abort: &Abort) -> Result<(), StudyError> {
        for (solver, name) in self.solvers.iter().zip(&self.header.solvers) {
            let answered = |problem: &Problem| {
                done.is_some_and(|done| done.answer(&problem.id, name).is_some())
            };
            if !self.problems.iter().all(answered) {
                solver.greet(abort)?;
            }
        }
        Ok(())
    }

    /// Gives the methods that were measured their limits in nodes. They keep their names.
    pub fn limit_by(&mut self, equal_time: EqualTime) {
        for (solver, name) in self.solvers.iter_mut().zip(&self.header.solvers) {
            let rate = equal_time.rates.iter().find(|rate| rate.solver == *name);
            if let Some(rate) = rate.filter(|_| !solver.has_own_limit()) {
                solver.limit_nodes(rate.limit);
                self.header.named.insert(name.clone(), solver.spec());
            }
        }
        self.header.equal_time = Some(equal_time);
    }

    fn of_methods(
        name: &str,
        set: &ProblemSet,
        choice: &Choice,
        solvers: Vec<Method>,
        limits: StudyLimits,
        judge_limits: StudyLimits,
    ) -> Result<Self, PlanError> {
        if solvers.is_empty() {
            return Err(PlanError::NoSolver);
        }
        let mut seen = HashSet::new();
        let mut names = solvers.iter().map(Method::name);
        if let Some(twice) = names.find(|name| !seen.insert(name.clone())) {
            return Err(PlanError::SameSolver(twice));
        }
        let total = set.problems.len();
        let (problems, selection) = choice.of(set)?;
        if problems.is_empty() {
            return Err(PlanError::NoProblem { total });
        }
        let mut ids = HashSet::new();
        if let Some(twice) = problems.iter().find(|problem| !ids.insert(problem.id.as_str())) {
            return Err(PlanError::SameProblem(twice.id.clone()));
        }
        let (set_hash, items) = (hash_problems(&problems), problems.len() as u64);
        let mut index = 0..items;
        let mut problems = problems;
        problems.retain(|_| {
            let index = index.next().unwrap_or_default();
            choice.part.is_none_or(|part| part.holds(index))
        });
        let mut boards = HashSet::new();
        for Problem { id, fen, .. } in &problems {
            let unseen = boards.insert((fen.width(), fen.height()));
            let fits = solvers.iter().try_for_each(|solver| {
                if unseen {
                    solver.check_board(fen)?;
                }
                solver.check_start(fen)
            });
            fits.map_err(|source| PlanError::Board { problem: id.clone(), source })?;
        }
        let header = Header {
            log_version: LOG_VERSION,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            build: None,
            started: None,
            set: name.to_owned(),
            set_hash,
            selection,
            problems: problems.len(),
            solvers: solvers.iter().map(Method::name).collect(),
            named: solvers
                .iter()
                .filter(|solver| solver.is_named())
                .map(|solver| (solver.name(), solver.spec()))
                .collect(),
            limits,
            equal_time: None,
            judge_limits,
            engine_grace: solvers.iter().find_map(Method::grace),
            machine: this_machine(),
            joined: Vec::new(),
            part: choice.part.map(|part| PartOf { part, items }),
        };
        Ok(Self { header, problems, solvers })
    }
}

impl Choice {
    /// The chosen problems, and how they were chosen, in words.
    fn of(&self, set: &ProblemSet) -> Result<(Vec<Problem>, String), SelectError> {
        let mut selecting = Selecting::new(&self.features);
        let mut chosen = Vec::new();
        for problem in &set.problems {
            if selecting.takes(problem, &set.header)? {
                chosen.push(problem);
            }
        }
        let (selected, mut numbers) = (selecting.finish()?, 0..);
        chosen.retain(|_| numbers.next().is_some_and(|number| selected.keeps(number)));
        if let Some((count, seed)) = self.sample {
            let sizes: Vec<_> = chosen.iter().map(|problem| problem.empties()).collect();
            let sample = stratified_sample(&sizes, count, seed);
            chosen = sample.into_iter().map(|index| chosen[index]).collect();
        }
        let words = self.describe(set.problems.len());
        Ok((chosen.into_iter().map(Problem::from).collect(), words))
    }

    fn describe(&self, total: usize) -> String {
        let Selector { min_empties, max_empties, .. } = self.features;
        let sizes = match (min_empties, max_empties) {
            (None, None) => None,
            (Some(least), None) => Some(format!("{least} empty squares or more")),
            (None, Some(most)) => Some(format!("{most} empty squares or fewer")),
            (Some(least), Some(most)) => Some(format!("{least} to {most} empty squares")),
        };
        let others = Selector { min_empties: None, max_empties: None, ..self.features.clone() };
        let others = Some(others.to_string()).filter(|options| !options.is_empty());
        let sample = self.sample.map(|(count, seed)| {
            format!("a sample of {count} stratified by size with seed {seed}")
        });
        let words: Vec<String> = [sizes, others, sample].into_iter().flatten().collect();
        match words.is_empty() {
            true => format!("all {total} of the set"),
            false => format!("{}, of the set's {total}", words.join(", ")),
        }
    }
}

impl From<&problems::Problem> for Problem {
    fn from(problem: &problems::Problem) -> Self {
        use problems::Judgement::{Bounded, Open, Solved};
        let first = problem.first();
        let (best, optimal) = match &problem.judgement {
            Open => (Interval::of_size(problem.empties()), None),
            Bounded { at_least, at_most, .. } => {
                // The set's bounds are White's: for Black they are swapped.
                let ends = [at_least.rank(first), at_most.rank(first)];
                let best = Interval { low: ends[0].min(ends[1]), high: ends[0].max(ends[1]) };
                (best, None)
            }
            Solved { score, optimal, .. } => {
                (Interval::exactly(score.rank(first)), Some(optimal.clone()))
            }
        };
        let by_judge = problem.attempts.iter().filter(|one| one.by == JUDGE && one.solved);
        let judge_nodes = by_judge.map(|one| one.nodes).min();
        let (id, fen) = (problem.id.clone(), problem.position.clone());
        Self { id, fen, best, optimal, judge_nodes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use amazons::board::Color;
    use amazons::problems::{IdList, Judgement};
    use amazons::score::Rank;

    fn set() -> ProblemSet {
        let problem = |fen: &str| problems::Problem::new(fen.parse().unwrap(), None);
        let problems = ["Q2q w", "Q3q w", "1Q1q b", "Q4q b"].map(problem).to_vec();
        ProblemSet { problems, ..ProblemSet::default() }
    }

    fn sizes(min_empties: Option<usize>, max_empties: Option<usize>) -> Selector {
        Selector { min_empties, max_empties, ..Selector::default() }
    }

    fn plan(choice: &Choice, specs: &[&str]) -> Result<Plan, PlanError> {
        let specs: Vec<_> = specs.iter().map(|&spec| spec.to_owned()).collect();
        let limits = StudyLimits { time: None, nodes: None, memory: 1 << 20 };
        let engines = EngineRules::default();
        Plan::new("set", &set(), choice, &specs, &engines, limits, limits)
    }

    #[test]
    fn choices_are_stated() {
        let all = plan(&Choice::default(), &["dfpn"]).unwrap();
        assert_eq!((all.problems.len(), all.header.selection.as_str()), (4, "all 4 of the set"));
        let some =
            Choice { features: sizes(Some(2), Some(3)), sample: Some((2, 9)), ..Choice::default() };
        let some = plan(&some, &["dfpn", "wpns"]).unwrap();
        assert_eq!(some.problems.len(), 2);
        assert_eq!(
            some.header.selection,
            "2 to 3 empty squares, a sample of 2 stratified by size with seed 9, of the set's 4"
        );
        let features = Selector { first: Some(Color::Black), ..sizes(None, Some(3)) };
        let black = plan(&Choice { features, ..Choice::default() }, &["dfpn"]).unwrap();
        assert_eq!(
            (black.problems.len(), black.header.selection.as_str()),
            (1, "3 empty squares or fewer, --first black, of the set's 4")
        );
    }

    #[test]
    fn impossible_plans_are_refused() {
        let error =
            |choice: &Choice, specs: &[&str]| plan(choice, specs).err().unwrap().to_string();
        let all = Choice::default();
        assert!(error(&all, &[]).contains("no solver given"));
        assert!(error(&all, &["dfpn", "dfpn"]).contains("is given twice"));
        assert!(error(&all, &["nothing"]).contains("no such solver"));
        let none = Choice { features: sizes(Some(50), None), ..Choice::default() };
        assert!(error(&none, &["dfpn"]).contains("0 of them are chosen"));
        let ids = IdList { file: "ids".into(), ids: ["e1-a".to_owned()].into() };
        let features = Selector { ids: Some(ids), ..Selector::default() };
        let unknown = Choice { features, ..Choice::default() };
        assert!(error(&unknown, &["dfpn"]).contains("no problem 'e1-a' in the set"));
    }

    #[test]
    fn bounds_are_turned_to_the_first_players_side() {
        let mut problem = set().problems.remove(2);
        problem.judgement = Judgement::Bounded {
            at_least: "B+2".parse().unwrap(),
            at_most: "W+1".parse().unwrap(),
            spent: "1s".into(),
        };
        assert_eq!(
            Problem::from(&problem).best,
            Interval { low: Rank::new(-2), high: Rank::new(2) }
        );
    }
}
