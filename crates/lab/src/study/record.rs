//! What a study records while it runs: JSON objects in `log.jsonl`, one per line.
//!
//! The first line is the [`Header`]. The [`Problem`]s follow, one per line, then answers and
//! judgements in the order in which they were finished. Ranks are those of the problem's first
//! player.

use super::{describe_limits, describe_with_memory};
use crate::engine::program::Program;
use crate::play::MoveLimit;
use amazons::board::{Color, Move, Position};
use amazons::ledger::{Entry, Fact, PartOf};
use amazons::limits::{Abort, Limits};
use amazons::score::Interval;
use amazons::score::Rank;
use amazons::solvers::{Answer, IterationEnd, Spec};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;
use xxhash_rust::xxh3::Xxh3;

/// The version of the log's format; a log of another version is refused.
pub const LOG_VERSION: u64 = 1;

/// What identifies a study.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The version of the format, [`LOG_VERSION`].
    pub log_version: u64,
    /// The version of the program.
    pub program: String,
    /// What the program was built from; absent if a caller of the library runs the study.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub build: Option<Build>,
    /// When the study began, such as `2026-11-28T10:00:00Z`, for information.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub started: Option<String>,
    /// The problem set's name, for information.
    pub set: String,
    /// A hash of the chosen problems and their solutions, 32 hexadecimal digits.
    pub set_hash: String,
    /// How the problems were chosen from the set, for information.
    pub selection: String,
    /// The number of problems.
    pub problems: usize,
    /// The solvers: the names that they were given, or else their specs.
    pub solvers: Vec<String>,
    /// The specs of those that were given names.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub named: BTreeMap<String, String>,
    /// What one iteration of a proof-number solver, or one whole choice of another solver, may use.
    pub limits: StudyLimits,
    /// How the methods without a limit of their own got one for equal processor time; absent if
    /// that was not asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub equal_time: Option<EqualTime>,
    /// What the judge may use for one position.
    pub judge_limits: StudyLimits,
    /// How late a foreign program may answer; absent if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine_grace: Option<Duration>,
    /// Where the study runs.
    pub machine: Machine,
    /// The studies that were joined into this one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub joined: Vec<Joined>,
    /// Which part of the chosen problems this is; absent if it is all of them. The hash is always
    /// that of all chosen problems.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<PartOf>,
}

impl Header {
    /// The spec of a solver, which has its own limit among the options if it has one.
    pub fn spec_of<'a>(&'a self, solver: &'a str) -> &'a str {
        self.named.get(solver).map_or(solver, String::as_str)
    }

    /// All solvers by what results call them, each with its spec.
    pub fn specs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.solvers.iter().map(|solver| (solver.as_str(), self.spec_of(solver)))
    }

    /// How limits for equal processor time were found, of this study or of those joined into it.
    pub fn equal_times(&self) -> impl Iterator<Item = &EqualTime> {
        self.equal_time.iter().chain(self.joined.iter().filter_map(|one| one.equal_time.as_ref()))
    }

    /// All measured rates, to give methods other names.
    pub(super) fn rates_mut(&mut self) -> impl Iterator<Item = &mut Rate> {
        let joined = self.joined.iter_mut().filter_map(|one| one.equal_time.as_mut());
        self.equal_time.iter_mut().chain(joined).flat_map(|equal| &mut equal.rates)
    }

    /// The commit of the program.
    pub fn commit(&self) -> &str {
        let commit = self.build.as_ref().and_then(|build| build.commit.as_deref());
        commit.unwrap_or("unknown")
    }

    /// The solvers as one text, as `NAME=METHOD` where they have names.
    fn list_of_solvers(&self) -> String {
        let text = |(name, spec): (&str, &str)| match name == spec {
            true => spec.to_owned(),
            false => format!("{name}={spec}"),
        };
        self.specs().map(text).collect::<Vec<_>>().join(" ")
    }

    /// What the solver of a spec may use: its own limit, or else the study's.
    pub(super) fn limits_of(&self, spec: &str) -> StudyLimits {
        self.limits.or_own(own_limit(spec).unwrap_or_default())
    }

    /// What a method may use: its own limit, or else that of the study that it was joined from, or
    /// else this study's.
    pub fn limits_of_method(&self, name: &str) -> StudyLimits {
        let own = own_limit(self.spec_of(name)).unwrap_or_default();
        let has = |study: &&Joined| study.solvers.iter().any(|solver| solver == name);
        self.joined.iter().find(has).map_or(self.limits, |study| study.limits).or_own(own)
    }

    /// Whether the methods have different limits.
    pub fn limits_differ(&self) -> bool {
        let mut limits = self.solvers.iter().map(|name| self.limits_of_method(name));
        let first = limits.next();
        limits.any(|limits| Some(limits) != first)
    }

    /// Whether the time of a solver is limited, which makes times worth comparing.
    pub fn is_timed(&self) -> bool {
        self.specs().any(|(_, spec)| self.limits_of(spec).time.is_some())
    }

    /// The limit in readable form, such as `1s` or `200000 nodes, or what the method names`.
    pub fn describe_limits(&self) -> String {
        let of_study = match &self.equal_time {
            Some(equal) => equal.describe(),
            None => describe_limits(&self.limits),
        };
        let measured = |name: &str| self.equal_time.as_ref().is_some_and(|equal| equal.has(name));
        let own = self.specs().filter(|(name, spec)| own_limit(spec).is_some() && !measured(name));
        match own.count() {
            0 => of_study,
            own if own == self.solvers.len() => "what the method names".to_owned(),
            _ => format!("{of_study}, or what the method names"),
        }
    }
}

/// The limit that a spec or a command names; `None` if it names none.
pub(super) fn own_limit(spec: &str) -> Option<MoveLimit> {
    let limit = match Program::from_text(spec) {
        Some(program) => program.ok()?.command().limit(),
        None => MoveLimit::take(&mut Spec::parse(spec).ok()?).ok()?,
    };
    (limit != MoveLimit::default()).then_some(limit)
}

impl amazons::ledger::Header for Header {
    const VERSION: (&'static str, u64) = ("log_version", LOG_VERSION);

    fn facts(&self) -> Vec<Fact> {
        let Self { set, selection, set_hash, .. } = self;
        let grace = humantime::format_duration(self.engine_grace.unwrap_or_default());
        let equal_time = self.equal_time.as_ref().map(|equal| equal.time);
        let equal_time = equal_time.map(|time| humantime::format_duration(time).to_string());
        vec![
            Fact::new("set of problems", set_hash)
                .shown_as(format!("{set} ({selection}, {set_hash})")),
            Fact::new("equal time", equal_time.unwrap_or_else(|| "not asked for".to_owned())),
            Fact::new("list of solvers", self.list_of_solvers()),
            Fact::new("limit", describe_with_memory(&self.limits)),
            Fact::new("judge's limit", describe_with_memory(&self.judge_limits)),
            Fact::new("grace", grace),
            Fact::new("program's version", &self.program),
            Fact::new("commit", self.commit()),
        ]
    }

    fn part(&self) -> Option<PartOf> {
        self.part
    }

    fn facts_of_run(&self) -> Vec<Fact> {
        let part = self.part.map_or("the whole".to_owned(), |part| part.to_string());
        // Times from two machines do not belong in one table; node counts do.
        let machine = if self.is_timed() { self.machine.to_string() } else { "any".to_owned() };
        vec![Fact::new("part", part), Fact::new("machine", machine)]
    }
}

/// Limits in nodes for equal processor time: what each method does in that time was measured before
/// the study began.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EqualTime {
    /// The processor time of each iteration of a proof-number solver, and of the whole choice of
    /// any other.
    pub time: Duration,
    /// On how many of the study's problems the rates were measured.
    pub problems: usize,
    /// The methods that were measured; those with a limit of their own were not.
    pub rates: Vec<Rate>,
}

/// What a method does in a second of processor time, and the limit that follows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rate {
    /// What results call the method.
    pub solver: String,
    /// How many runs were measured; of a proof-number solver, the longest iteration of each.
    pub runs: usize,
    /// Whether they are the runs that the time ended; if it ended none, they are all.
    pub ended_by_time: bool,
    /// Their nodes.
    pub nodes: u64,
    /// Their processor time, seconds; the wall time of foreign programs and if the system does not
    /// tell.
    pub seconds: f64,
    /// The method's limit in the study, nodes.
    pub limit: u64,
}

impl EqualTime {
    /// The limit in words.
    pub fn describe(&self) -> String {
        format!("the nodes of {} of processor time", humantime::format_duration(self.time))
    }

    /// Whether a method was measured.
    pub fn has(&self, solver: &str) -> bool {
        self.rates.iter().any(|rate| rate.solver == solver)
    }
}

impl fmt::Display for EqualTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = humantime::format_duration(self.time);
        let problems = self.problems;
        write!(f, "nodes for {time} of processor time, by rates measured on {problems} problems:")?;
        for (index, rate) in self.rates.iter().enumerate() {
            let comma = if index > 0 { ";" } else { "" };
            let Rate { solver, limit, .. } = rate;
            write!(f, "{comma} {solver} {:.0} a second, limit {limit}", rate.per_second())?;
            if !rate.ended_by_time {
                f.write_str(" (no run took the time)")?;
            }
        }
        Ok(())
    }
}

impl Rate {
    /// Nodes in a second.
    pub fn per_second(&self) -> f64 {
        self.nodes as f64 / self.seconds
    }
}

/// What a program was built from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Build {
    /// The commit, followed by `, modified` if files differed from it; `null` if not known.
    pub commit: Option<String>,
    /// The target of the compiler.
    pub target: String,
    /// The compiler's name and version.
    pub compiler: String,
    /// The features of the program.
    pub features: Vec<String>,
}

impl fmt::Display for Build {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { commit, target, compiler, features } = self;
        let commit = commit.as_deref().unwrap_or("unknown");
        write!(f, "commit {commit}, {compiler} for {target}")?;
        match features.is_empty() {
            true => Ok(()),
            false => write!(f, ", features {}", features.join(" ")),
        }
    }
}

/// A study that was joined with others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Joined {
    /// The name of its directory.
    pub study: String,
    /// The version of the program that ran it.
    pub program: String,
    /// The commit of that program.
    pub commit: String,
    /// Its problem set's name.
    pub set: String,
    /// How its problems were chosen.
    pub selection: String,
    /// Its solvers, as the joined study calls them.
    pub solvers: Vec<String>,
    /// Its limits.
    pub limits: StudyLimits,
    /// How limits for equal processor time were found; absent if that was not asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub equal_time: Option<EqualTime>,
    /// Its judge's limits.
    pub judge_limits: StudyLimits,
    /// Where it ran.
    pub machine: Machine,
}

impl Joined {
    /// Its limit in readable form.
    pub fn describe_limits(&self) -> String {
        self.equal_time.as_ref().map_or_else(|| describe_limits(&self.limits), EqualTime::describe)
    }
}

/// The machine that times are measured on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// The processor's name, or its architecture if the name is not known.
    pub processor: String,
    /// Physical cores that the process may use.
    pub cores: usize,
    /// The operating system.
    pub system: String,
    /// The version of its kernel; absent if not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kernel: Option<String>,
    /// The machine's memory, bytes; absent if not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<u64>,
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {} cores, {}", self.processor, self.cores, self.system)?;
        if let Some(kernel) = &self.kernel {
            write!(f, " {kernel}")?;
        }
        match self.memory {
            Some(bytes) => write!(f, ", {:.0} GiB", bytes as f64 / f64::from(1 << 30)),
            None => Ok(()),
        }
    }
}

/// One problem of the study: a position and the player who moves first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// Its name in the set; unique within a study.
    pub id: String,
    /// The position; its side to move is the first player.
    pub fen: Position,
    /// What the set says about the first player's rank.
    pub best: Interval,
    /// Every optimal move, sorted as text, if the set lists them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub optimal: Option<Vec<Move>>,
    /// The nodes with which the judge solved it alone, if the set tells, for information.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub judge_nodes: Option<u64>,
}

impl Problem {
    /// The player who moves first.
    pub fn first(&self) -> Color {
        self.fen.side()
    }

    /// The problem's size.
    pub fn empties(&self) -> usize {
        self.fen.empties()
    }
}

/// A hash that distinguishes choices of problems.
pub fn hash_problems(problems: &[Problem]) -> String {
    let mut hash = Xxh3::new();
    for problem in problems {
        hash.update(problem.id.as_bytes());
        hash.update(b"\n");
        hash.update(problem.fen.to_fen().as_bytes());
        hash.update(&problem.best.low.get().to_le_bytes());
        hash.update(&problem.best.high.get().to_le_bytes());
        // Unknown optimal moves differ from "no move is optimal".
        let optimal = problem.optimal.as_ref().map_or(u32::MAX, |moves| moves.len() as u32);
        hash.update(&optimal.to_le_bytes());
        for mv in problem.optimal.iter().flatten() {
            hash.update(mv.to_string().as_bytes());
        }
    }
    format!("{:032x}", hash.digest128())
}

/// One line of the log after the header.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Line {
    /// A problem. All problems come before anything else.
    Problem(Problem),
    /// What a solver returned.
    Answer(AnswerLine),
    /// What the judge found.
    Judgement(Judgement),
    /// Another build of the program continued the study, by leave of the user.
    Continued(Build),
}

impl Entry for Line {
    const LEDGER: &'static str = "study";
    const BEGINS: &'static [&'static str] = &["{\"log_version\":1,"];
}

/// What one solver returned for one problem.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AnswerLine {
    /// The problem's id.
    pub problem: String,
    /// The solver's spec.
    pub solver: String,
    /// The move; `null` if unsolved.
    #[serde(rename = "move")]
    pub mv: Option<Move>,
    /// What the solver claims to have proved.
    pub claim: Interval,
    /// Its iterations, in order.
    pub iterations: Vec<IterationLine>,
    /// Total nodes.
    pub nodes: u64,
    /// Total wall time, seconds.
    pub seconds: f64,
    /// The processor time, seconds. It is less than the wall time if other programs took the core
    /// away. `null` if the system does not tell, and for foreign programs.
    pub cpu_seconds: Option<f64>,
    /// Whether the limit was that of each iteration because a foreign program announced it so.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub limited_each_iteration: bool,
    /// By how much it exceeded a limit that it reached.
    #[serde(default, skip_serializing_if = "Overshoot::is_none")]
    pub overshoot: Overshoot,
    /// What went wrong: an illegal move, a crash, or a foreign program that did not answer in time.
    /// The move is then `null`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
}

/// One iteration of a solver.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct IterationLine {
    /// The rank asked for, the depth, or the playouts so far.
    pub target: i32,
    /// How it ended.
    pub outcome: IterationEnd,
    /// Its nodes.
    pub nodes: u64,
    /// Its wall time, seconds.
    pub seconds: f64,
    /// The move that a limit after it would have returned; absent if it is not known.
    #[serde(rename = "move", default, skip_serializing_if = "Option::is_none")]
    pub mv: Option<Move>,
}

/// What one run of a solver, or one question to the judge, may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StudyLimits {
    /// Wall time: of each iteration for the proof-number solvers, otherwise of the whole choice.
    pub time: Option<Duration>,
    /// Nodes, counted over the same as the time.
    pub nodes: Option<u64>,
    /// Memory, in bytes.
    pub memory: usize,
}

impl StudyLimits {
    /// These limits for a method with a limit of its own, which it may lack.
    pub(super) fn or_own(self, own: MoveLimit) -> Self {
        match own {
            MoveLimit { time: None, nodes: None } => self,
            MoveLimit { time, nodes } => Self { time, nodes, ..self },
        }
    }

    /// These limits for a search that `abort` ends early.
    pub fn limits(&self, abort: &Abort) -> Limits {
        Limits::new(self.time, self.nodes).until(abort)
    }
}

/// By how much a run exceeded its limits; absent for limits that it did not reach.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Overshoot {
    /// Wall time beyond the limit, seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// Nodes beyond the limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

impl Overshoot {
    fn is_none(&self) -> bool {
        self.seconds.is_none() && self.nodes.is_none()
    }

    /// The overshoot of `answer`; `per_iteration` says whether the limits apply to each iteration.
    pub fn of(answer: &Answer, limits: &StudyLimits, per_iteration: bool) -> Self {
        let (time, nodes) = if per_iteration {
            let longest = answer.iterations.iter().map(|i| i.time).max();
            let largest = answer.iterations.iter().map(|i| i.nodes).max();
            (longest.unwrap_or_default(), largest.unwrap_or_default())
        } else {
            (answer.time, answer.nodes)
        };
        Self {
            seconds: limits.time.and_then(|limit| time.checked_sub(limit)).map(|t| t.as_secs_f64()),
            nodes: limits.nodes.and_then(|limit| nodes.checked_sub(limit)),
        }
    }
}

impl AnswerLine {
    /// Makes the line of an answer.
    pub fn new(problem: &Problem, solver: &str, answer: &Answer, overshoot: Overshoot) -> Self {
        Self {
            problem: problem.id.clone(),
            solver: solver.to_owned(),
            mv: answer.best,
            claim: answer.interval,
            iterations: answer
                .iterations
                .iter()
                .map(|i| IterationLine {
                    target: i.target,
                    outcome: i.outcome,
                    nodes: i.nodes,
                    seconds: i.time.as_secs_f64(),
                    mv: i.best,
                })
                .collect(),
            nodes: answer.nodes,
            seconds: answer.time.as_secs_f64(),
            cpu_seconds: None,
            limited_each_iteration: false,
            overshoot,
            failure: None,
        }
    }
}

/// What the judge found about a problem, or about one of its moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Judgement {
    /// The problem's id.
    pub problem: String,
    /// The judged move; `null` if the problem itself was judged.
    #[serde(rename = "move")]
    pub mv: Option<Move>,
    /// The first player's rank is at least this.
    pub at_least: Rank,
    /// The first player's rank is at most this.
    pub at_most: Rank,
    /// The judge's nodes.
    pub nodes: u64,
    /// The judge's wall time, seconds.
    pub seconds: f64,
}

impl Judgement {
    /// The bounds as an interval.
    pub fn bounds(&self) -> Interval {
        Interval { low: self.at_least, high: self.at_most }
    }
}

#[cfg(test)]
impl Header {
    /// The header of a study of which nothing is known but how many problems and which solvers it
    /// has.
    pub(super) fn without_name(problems: usize, solvers: Vec<String>) -> Self {
        let limits = StudyLimits { time: None, nodes: None, memory: 0 };
        Self {
            log_version: LOG_VERSION,
            program: String::new(),
            build: None,
            started: None,
            set: String::new(),
            set_hash: String::new(),
            selection: String::new(),
            problems,
            solvers,
            named: BTreeMap::new(),
            limits,
            equal_time: None,
            judge_limits: limits,
            engine_grace: None,
            machine: Machine {
                processor: String::new(),
                cores: 1,
                system: String::new(),
                kernel: None,
                memory: None,
            },
            joined: Vec::new(),
            part: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use amazons::solvers::Iteration;
    use std::time::Duration;

    fn answer(iterations: &[u64], total: u64) -> Answer {
        let iterations = iterations.iter().map(|&ms| Iteration {
            target: 0,
            outcome: IterationEnd::Proved,
            nodes: ms,
            time: Duration::from_millis(ms),
            best: None,
        });
        Answer {
            iterations: iterations.collect(),
            nodes: total,
            time: Duration::from_millis(total),
            ..Answer::unknown(5)
        }
    }

    #[test]
    fn overshoot_is_that_of_what_the_limit_is_for() {
        let limits = StudyLimits { time: Some(Duration::from_millis(100)), nodes: None, memory: 0 };
        let answer = answer(&[40, 103, 20], 163);
        assert_eq!(Overshoot::of(&answer, &limits, true).seconds, Some(0.003));
        assert_eq!(Overshoot::of(&answer, &limits, false).seconds, Some(0.063));
        assert_eq!(Overshoot::of(&answer, &limits, false).nodes, None);
        assert_eq!(
            Overshoot::of(&answer, &StudyLimits { time: None, nodes: Some(103), memory: 0 }, true)
                .nodes,
            Some(0)
        );
        assert_eq!(
            Overshoot::of(&answer, &StudyLimits { time: None, nodes: Some(104), memory: 0 }, true)
                .nodes,
            None
        );
    }

    #[test]
    fn lines_survive_the_log() {
        let problem = Problem {
            id: "a".into(),
            fen: "Q2q w".parse().unwrap(),
            best: Interval { low: Rank::new(-3), high: Rank::new(2) },
            optimal: None,
            judge_nodes: None,
        };
        let nothing = Answer::unknown(problem.empties());
        let line = AnswerLine::new(&problem, "dfpn", &nothing, Overshoot::default());
        let failed = AnswerLine { failure: Some("illegal move".into()), ..line };
        for line in [Line::Problem(problem.clone()), Line::Answer(failed)] {
            let text = serde_json::to_string(&line).unwrap();
            assert_eq!(serde_json::from_str::<Line>(&text).unwrap(), line, "{text}");
        }
        let solved = Problem { best: Interval::exactly(Rank::new(1)), ..problem.clone() };
        assert_ne!(hash_problems(&[problem]), hash_problems(&[solved]));
    }
}
