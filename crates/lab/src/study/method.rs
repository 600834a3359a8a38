//! A method under study: a solver of this program, or a foreign program.

use super::cores::thread_time;
use super::error::StudyError;
use super::record::{AnswerLine, Overshoot, Problem, StudyLimits};
use crate::engine::external::{Engine, PATIENCE};
use crate::engine::given_name::named;
use crate::engine::process::EngineLog;
use crate::engine::protocol::{BestMove, GoLimits, ITERATIONS};
use crate::engine::{Dialect, MoveFailure, Program, or_a_program};
use crate::play::MoveLimit;
use amazons::board::Position;
use amazons::limits::{Abort, Limits};
use amazons::score::{Interval, Score};
use amazons::solvers::{
    Answer, Iteration, IterationEnd, Solver, Spec, SpecError, Thought, Watch, check_board,
    solver_of, solver_within,
};
use amazons::util::threads;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// One of the methods that a study compares.
#[derive(Debug)]
pub struct Method {
    /// What results call it, if it was given a name.
    name: Option<String>,
    kind: Kind,
    /// Its own limit, if it has one, in place of the study's.
    limit: MoveLimit,
}

#[derive(Debug)]
enum Kind {
    /// A solver of this program.
    Solver(Box<dyn Solver>),
    /// A foreign program.
    Engine(ForeignSolver),
}

/// How foreign programs are run.
#[derive(Clone, Debug)]
pub struct EngineRules {
    /// How late an answer may be before the program is killed.
    pub grace: Duration,
    /// Where their standard error is logged.
    pub log: Option<EngineLog>,
}

/// A foreign program. It is restarted for each problem, so that no answer depends on an earlier one.
#[derive(Debug)]
pub struct ForeignSolver {
    program: Program,
    grace: Duration,
    log: Option<EngineLog>,
}

/// The result of running a method on a problem.
#[derive(Debug)]
pub struct Run {
    /// What it found; empty if it failed.
    pub answer: Answer,
    /// The processor time that it used, if known.
    pub cpu_time: Option<Duration>,
    /// What went wrong: an illegal move, no move in time, or a crash.
    pub failure: Option<String>,
    /// Whether a foreign program announced that its limit is that of each iteration.
    pub limits_each_iteration: bool,
}

impl Default for EngineRules {
    /// One second, as in a match.
    fn default() -> Self {
        Self { grace: Duration::from_secs(1), log: None }
    }
}

impl Method {
    /// Parses a method: a solver, which may use `memory` bytes, or a foreign program such as
    /// `engine:COMMAND`. `NAME=METHOD` gives it the name that results call it by; `nodes=N` or
    /// `time=T` among its options or words is its own limit.
    ///
    /// # Errors
    /// The name, the solver's spec or the command is invalid.
    pub fn from_text(text: &str, memory: usize, rules: &EngineRules) -> Result<Self, SpecError> {
        let (name, text) = named(text, |name| solver_within(name, memory).is_ok())?;
        let Some(program) = Program::from_text(text).transpose()? else {
            let mut spec = Spec::parse(text)?.within(memory);
            let limit = MoveLimit::take(&mut spec)?;
            let solver = solver_of(spec)
                .map_err(|error| or_a_program(error, text, &Dialect::OF_POSITIONS))?;
            return Ok(Self { name, kind: Kind::Solver(solver), limit });
        };
        let limit = program.command().limit();
        let engine = ForeignSolver { program, grace: rules.grace, log: rules.log.clone() };
        Ok(Self { name, kind: Kind::Engine(engine), limit })
    }

    /// What results call it: the name that it was given, or else its spec.
    pub fn name(&self) -> String {
        self.name.clone().unwrap_or_else(|| self.spec())
    }

    /// Whether it was given a name.
    pub fn is_named(&self) -> bool {
        self.name.is_some()
    }

    /// The text from which [`from_text`](Self::from_text) makes this method, without its name.
    pub fn spec(&self) -> String {
        match &self.kind {
            Kind::Solver(solver) => self.limit.added_to(solver.spec()),
            // Its limit is one of its words.
            Kind::Engine(engine) => match engine.program.command().limit() == self.limit {
                true => engine.program.to_string(),
                false => format!("{} {}", engine.program, self.limit),
            },
        }
    }

    /// Whether it has a limit of its own.
    pub fn has_own_limit(&self) -> bool {
        self.limit != MoveLimit::default()
    }

    /// Gives a method without a limit this one. Results call it as before.
    pub(super) fn limit_nodes(&mut self, nodes: u64) {
        self.name = Some(self.name());
        self.limit = MoveLimit { time: None, nodes: Some(nodes) };
    }

    /// What it may use in a study with these limits.
    pub fn limits(&self, of_study: &StudyLimits) -> StudyLimits {
        of_study.or_own(self.limit)
    }

    /// Refuses a problem on a board that the solver does not support; a foreign program refuses
    /// such boards itself.
    ///
    /// # Errors
    /// The board is not supported; the error names the supported boards.
    pub fn check_board(&self, problem: &Position) -> Result<(), SpecError> {
        match &self.kind {
            Kind::Solver(solver) => check_board(&solver.spec(), problem),
            Kind::Engine(_) => Ok(()),
        }
    }

    /// Refuses a problem that the protocol of a foreign program cannot set up.
    ///
    /// # Errors
    /// It cannot be set up; the error says what can.
    pub fn check_start(&self, problem: &Position) -> Result<(), SpecError> {
        match &self.kind {
            Kind::Solver(_) => Ok(()),
            Kind::Engine(engine) => engine.program.check_start(problem),
        }
    }

    /// How late its answers may be; `None` for solvers of this program.
    pub fn grace(&self) -> Option<Duration> {
        match &self.kind {
            Kind::Solver(_) => None,
            Kind::Engine(engine) => Some(engine.grace),
        }
    }

    /// Whether limits apply to each iteration. For a foreign program they apply to the whole
    /// choice, unless a run tells otherwise.
    pub fn limits_each_iteration(&self) -> bool {
        match &self.kind {
            Kind::Solver(solver) => solver.limits_each_iteration(),
            Kind::Engine(_) => false,
        }
    }

    /// Checks that a foreign program can be started and greets.
    ///
    /// # Errors
    /// It cannot be started, or it does not greet.
    pub fn greet(&self, abort: &Abort) -> Result<(), StudyError> {
        let Kind::Engine(engine) = &self.kind else { return Ok(()) };
        match Engine::start(&engine.program, self.limit, engine.log.as_ref(), abort) {
            Ok(_) | Err(MoveFailure::Aborted) => Ok(()),
            Err(failure) => {
                let engine = self.name();
                let problem = format!("{engine} cannot be used: {failure}; nothing was run");
                Err(StudyError::Refused(problem))
            }
        }
    }

    /// Makes it choose a move within these limits, as results call it by `name`. What `abort` cuts
    /// short is not an answer.
    pub(super) fn answer(
        &self,
        problem: &Problem,
        name: &str,
        limits: &StudyLimits,
        abort: &Abort,
    ) -> AnswerLine {
        let run = self.run(&problem.fen, &limits.limits(abort));
        // What a foreign program took for each of its iterations is its own affair.
        let overshoot = match run.limits_each_iteration {
            true => Overshoot::default(),
            false => Overshoot::of(&run.answer, limits, self.limits_each_iteration()),
        };
        AnswerLine {
            cpu_seconds: run.cpu_time.map(|time| time.as_secs_f64()),
            failure: run.failure,
            limited_each_iteration: run.limits_each_iteration,
            ..AnswerLine::new(problem, name, &run.answer, overshoot)
        }
    }

    /// Makes it choose a move. An illegal move is a failure too.
    pub fn run(&self, problem: &Position, limits: &Limits) -> Run {
        let run = match &self.kind {
            Kind::Solver(solver) => run_solver(solver.as_ref(), problem, limits),
            Kind::Engine(engine) => engine.run(problem, limits),
        };
        match run.answer.best.map(|mv| problem.check(mv)) {
            Some(Err(illegal)) => {
                let failed = Run::failed(problem, &run.answer, format!("illegal move: {illegal}"));
                Run { limits_each_iteration: run.limits_each_iteration, ..failed }
            }
            _ => run,
        }
    }
}

impl From<Box<dyn Solver>> for Method {
    fn from(solver: Box<dyn Solver>) -> Self {
        Self { name: None, kind: Kind::Solver(solver), limit: MoveLimit::default() }
    }
}

impl Run {
    /// A run that found nothing, with what it cost.
    fn failed(problem: &Position, spent: &Answer, failure: String) -> Self {
        let nothing = Answer::unknown(problem.empties());
        let answer = Answer { nodes: spent.nodes, time: spent.time, ..nothing };
        Self { failure: Some(failure), ..Self::of(answer) }
    }

    /// A run with an answer, of which nothing else is known.
    fn of(answer: Answer) -> Self {
        Self { answer, cpu_time: None, failure: None, limits_each_iteration: false }
    }
}

/// Runs a solver. Its crash on one problem is a result, not the end of the study.
fn run_solver(solver: &dyn Solver, problem: &Position, limits: &Limits) -> Run {
    let (begun, start) = (Instant::now(), thread_time());
    match catch_unwind(AssertUnwindSafe(|| solver.solve(problem, limits))) {
        Ok(answer) => {
            let times = start.zip(thread_time());
            let cpu_time = times.map(|(start, end)| end.saturating_sub(start));
            Run { cpu_time, ..Run::of(answer) }
        }
        Err(panic) => {
            let unknown = Answer::unknown(problem.empties());
            let spent = Answer { time: begun.elapsed(), ..unknown };
            let text = threads::panic_text(panic.as_ref()).unwrap_or("no message");
            Run::failed(problem, &spent, format!("crashed: {text}"))
        }
    }
}

impl ForeignSolver {
    fn run(&self, problem: &Position, limits: &Limits) -> Run {
        let mut answer = Answer::unknown(problem.empties());
        // Without a legal move there is nothing to ask.
        if !problem.can_move() {
            return Run::of(answer);
        }
        let limit = MoveLimit { time: limits.time, nodes: limits.nodes };
        let started = Engine::start(&self.program, limit, self.log.as_ref(), &limits.abort);
        let mut engine = match started {
            Ok(engine) => engine,
            Err(failure) => return Run::failed(problem, &answer, failure.to_string()),
        };
        let limits_each_iteration = engine.knows(ITERATIONS);
        // There are no more ranks to ask for than that.
        let iterations = if limits_each_iteration { problem.empties() as u32 + 2 } else { 1 };
        let patience = limits.time.unwrap_or(PATIENCE).saturating_mul(iterations);
        let patience = patience.saturating_add(self.grace);
        let go = GoLimits { time: limits.time, nodes: limits.nodes, ..GoLimits::default() };
        let mut told = Told::new();
        let mut tell = |thought: &Thought| told.add(thought);
        let watch = &mut Watch::new(1, &mut tell);
        let found = engine.choose(problem, &[], &go, patience, &limits.abort, watch);
        answer.time = told.begun.elapsed();
        match found {
            Ok(found) => {
                answer.best = found.mv;
                answer.nodes = found.nodes.unwrap_or(told.nodes);
                // A program that counts nodes at its end alone does not tell when it was where.
                if told.nodes > 0 || answer.nodes == 0 {
                    answer.iterations = told.iterations;
                }
                answer.interval = claim(&found, problem);
                Run { limits_each_iteration, ..Run::of(answer) }
            }
            Err(failure) => {
                let failed = Run::failed(problem, &answer, failure.to_string());
                Run { limits_each_iteration, ..failed }
            }
        }
    }
}

/// What a foreign program tells while it searches, as iterations.
struct Told {
    begun: Instant,
    /// The nodes of its last report.
    nodes: u64,
    iterations: Vec<Iteration>,
}

impl Told {
    fn new() -> Self {
        Self { begun: Instant::now(), nodes: 0, iterations: Vec::new() }
    }

    /// Adds what is new: another depth or another move. Times are those of this program's clock.
    fn add(&mut self, thought: &Thought) {
        self.nodes = self.nodes.max(thought.nodes);
        let Some(&best) = thought.lines.first().and_then(|line| line.moves.first()) else { return };
        let (target, best) = (i32::try_from(thought.depth).unwrap_or(i32::MAX), Some(best));
        if self.iterations.last().is_some_and(|last| (last.target, last.best) == (target, best)) {
            return;
        }
        let nodes: u64 = self.iterations.iter().map(|one| one.nodes).sum();
        let time: Duration = self.iterations.iter().map(|one| one.time).sum();
        self.iterations.push(Iteration {
            target,
            outcome: IterationEnd::Proved,
            nodes: self.nodes - nodes,
            time: self.begun.elapsed().saturating_sub(time),
            best,
        });
    }
}

/// What is claimed about the first player's rank.
fn claim(found: &BestMove, problem: &Position) -> Interval {
    let side = problem.side();
    let size = Interval::of_size(problem.empties());
    let rank = |score: Option<Score>| score.map(|score| score.rank(side));
    // For Black, White's bounds are swapped.
    let (low, high) = match side {
        amazons::board::Color::White => (found.at_least, found.at_most),
        amazons::board::Color::Black => (found.at_most, found.at_least),
    };
    Interval { low: rank(low).unwrap_or(size.low), high: rank(high).unwrap_or(size.high) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_are_turned_to_the_first_players_side() {
        let found = |at_least: &str, at_most: &str| BestMove {
            at_least: at_least.parse().ok(),
            at_most: at_most.parse().ok(),
            ..BestMove::default()
        };
        let claimed = |fen: &str, found| {
            let interval = claim(&found, &fen.parse().unwrap());
            (interval.low.get(), interval.high.get())
        };
        assert_eq!(claimed("Q3q w", found("B+1", "W+2")), (-2, 2));
        assert_eq!(claimed("Q3q b", found("B+1", "W+2")), (-3, 1));
        assert_eq!(claimed("Q3q b", found("", "W+2")), (-3, 3));
        assert_eq!(claimed("Q3q w", found("W+1", "")), (1, 3));
        assert_eq!(claimed("Q3q w", found("", "")), (-4, 3));
    }

    #[test]
    fn texts_name_solvers_and_programs() {
        let made = |text: &str| Method::from_text(text, 1 << 20, &EngineRules::default());
        let programs = ["engine:./mysolver --fast 'a, b'", "uci:fairy option.Hash=8", "gtp:k gtp"];
        for text in ["dfpn", "wpns:epsilon=0.25"].into_iter().chain(programs) {
            assert_eq!(made(text).unwrap().spec(), text);
        }
        let own = made("fast=dfpn:tt=1MB,nodes=1e4").unwrap();
        assert_eq!(
            (own.name().as_str(), own.spec().as_str()),
            ("fast", "dfpn:tt=1000000,nodes=10000")
        );
        let of_study =
            StudyLimits { time: Some(Duration::from_secs(1)), nodes: None, memory: 1 << 20 };
        let limits = own.limits(&of_study);
        assert_eq!((limits.time, limits.nodes), (None, Some(10_000)));
        assert_eq!(made("dfpn").unwrap().limits(&of_study), of_study);
        // A measured limit is one of its options or words, and results call it as before.
        for (text, limited) in [
            ("dfpn:epsilon=0.25", "dfpn:epsilon=0.25,nodes=700"),
            ("engine:./x 'a b'", "engine:./x 'a b' nodes=700"),
            ("mine=mcts", "mcts:nodes=700"),
        ] {
            let mut method = made(text).unwrap();
            let name = method.name();
            assert!(!method.has_own_limit());
            method.limit_nodes(700);
            assert_eq!((method.name(), method.spec().as_str()), (name, limited));
            let again = made(limited).unwrap();
            assert_eq!((again.spec(), again.limit), (method.spec(), method.limit));
        }
        for (text, expected) in [
            ("engine:", "no program"),
            ("engine:./x 'a", "a quote is not closed"),
            ("nothing", "no such solver"),
            ("nothing", "or a program: engine:COMMAND, uci:COMMAND"),
            ("dfpn=wpns", "before '='"),
            ("dfpn:nodes=0", "not a count"),
        ] {
            let error = made(text).err().unwrap().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
