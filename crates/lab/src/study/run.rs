//! Running a study: every solver on every problem, then the judge on every returned move.
//!
//! A worker takes one problem at a time, runs all solvers on it one after another and has their
//! moves judged. Each finished answer and judgement is sent to the caller's thread, which appends
//! it to the log at once, so that an interruption loses only unfinished work. Every run starts
//! with an empty memory of its solver and judge, so results do not depend on the order of work:
//! under node limits, any number of workers gives the same results.

use super::cores::pin_to;
use super::error::StudyError;
use super::log::Contents;
use super::method::Method;
use super::record::{AnswerLine, Judgement, Line, Problem, StudyLimits};
use super::verdict::questions;
use amazons::board::Move;
use amazons::judge::{Judge, Query};
use amazons::known::ResultStore;
use amazons::ledger::Ledger;
use amazons::limits::Abort;
use amazons::score::Interval;
use amazons::tables::TableError;
use amazons::util::threads;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};

/// What runs a study, apart from its log.
#[derive(Debug)]
pub struct Runner<'a> {
    /// The solvers, in the order of the header's.
    pub solvers: &'a [Method],
    /// The number of workers, at least 1.
    pub jobs: usize,
    /// The processors that workers are pinned to, one each; empty for no pinning.
    pub cores: &'a [usize],
    /// Known results, which are not judged again; new judgements are added to them.
    pub results: Option<&'a ResultStore>,
    /// Ends the work early when set.
    pub abort: &'a Abort,
}

/// What a running study reports to its caller.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// An answer was finished.
    Answered(&'a AnswerLine),
    /// A judgement was finished.
    Judged(&'a Judgement),
    /// A worker could not be pinned to its core.
    NotPinned,
    /// A table cannot be used; what it would answer is searched instead.
    Trouble(&'a TableError),
}

enum Message {
    Trouble(TableError),
    Line(Line),
    NotPinned,
}

/// The caller stopped listening because its log cannot be written.
struct HungUp;

impl Runner<'_> {
    /// Runs what `contents` lacks and adds it to `contents` and `log`. Returns whether everything
    /// is done; if not, `abort` was set.
    ///
    /// # Errors
    /// The log cannot be written, or the system refuses every thread; running work ends before this
    /// returns.
    pub fn run(
        &self,
        contents: &mut Contents,
        log: &mut Ledger<Line>,
        mut on_event: impl FnMut(Event<'_>),
    ) -> Result<bool, StudyError> {
        let known = contents.clone();
        let next = AtomicUsize::new(0);
        // No queue: a worker continues once its last line is in the log.
        let (sender, receiver) = sync_channel(0);
        std::thread::scope(|scope| {
            let team = (0..self.jobs.max(1)).map(|worker| {
                let (sender, known, next) = (sender.clone(), &known, &next);
                move || {
                    if let Some(&core) = self.cores.get(worker)
                        && !pin_to(core)
                    {
                        let _ = sender.send(Message::NotPinned);
                    }
                    self.work(known, next, &sender)
                }
            });
            if threads::team(scope, "study", team) == 0 {
                let problem = "no thread can be started; raise ulimit -v or ulimit -u, and run the \
                               same command to continue";
                return Err(StudyError::Refused(problem.to_owned()));
            }
            drop(sender);
            for message in receiver {
                match message {
                    Message::NotPinned => on_event(Event::NotPinned),
                    Message::Trouble(error) => on_event(Event::Trouble(&error)),
                    Message::Line(line) => {
                        // Without a log, nobody needs the other workers' results.
                        log.append(&line).inspect_err(|_| _ = self.abort.set())?;
                        match &line {
                            Line::Answer(answer) => on_event(Event::Answered(answer)),
                            Line::Judgement(judgement) => on_event(Event::Judged(judgement)),
                            Line::Problem(_) | Line::Continued(_) => {}
                        }
                        contents.add(line);
                    }
                }
            }
            Ok(())
        })?;
        Ok(!self.abort.is_set())
    }

    /// Takes problems until there are none left.
    fn work(&self, known: &Contents, next: &AtomicUsize, sender: &SyncSender<Message>) {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(problem) = known.problems.get(index) else { return };
            if self.aborted() || self.one_problem(problem, known, sender).is_err() {
                return;
            }
        }
    }

    fn one_problem(
        &self,
        problem: &Problem,
        known: &Contents,
        sender: &SyncSender<Message>,
    ) -> Result<(), HungUp> {
        let send = |line| sender.send(Message::Line(line)).map_err(|_| HungUp);
        let mut moves: Vec<Move> = Vec::new();
        for (solver, name) in self.solvers.iter().zip(&known.header.solvers) {
            let mv = match known.answer(&problem.id, name) {
                Some(answer) => answer.mv,
                None => {
                    let limits = solver.limits(&known.header.limits);
                    let answer = solver.answer(problem, name, &limits, self.abort);
                    // What an abort cut short is not an answer.
                    if self.aborted() {
                        return Ok(());
                    }
                    let mv = answer.mv;
                    send(Line::Answer(answer))?;
                    mv
                }
            };
            moves.extend(mv);
        }
        for mv in questions(problem, &moves) {
            if known.judgement(&problem.id, mv).is_none() {
                let trouble = |error| {
                    let _ = sender.send(Message::Trouble(error));
                };
                let judgement = self.judge(problem, mv, &known.header.judge_limits, trouble);
                if self.aborted() {
                    return Ok(());
                }
                send(Line::Judgement(judgement))?;
            }
        }
        Ok(())
    }

    /// Judges a move, or the problem itself.
    fn judge(
        &self,
        problem: &Problem,
        mv: Option<Move>,
        limits: &StudyLimits,
        trouble: impl Fn(TableError),
    ) -> Judgement {
        let after = mv.and_then(|mv| problem.fen.play(mv).ok());
        let position = after.as_ref().unwrap_or(&problem.fen);
        let known = self.results.map(|results| results.lookup().answer(position, Query::Score));
        let known = known.and_then(|known| known.map_err(&trouble).ok().flatten());
        let found = known.unwrap_or_else(|| {
            // A judge remembers fillings, so only a new judge always has the same node count.
            let tables = self.results.map(ResultStore::tables);
            let builder = Judge::builder().memory(limits.memory);
            let mut judge = match tables {
                Some(tables) => builder.tables(Arc::clone(tables)),
                None => builder,
            }
            .build();
            let limits = limits.limits(self.abort);
            let found = match after {
                Some(_) => judge.ask(position, Query::Score, &limits),
                // The set's bounds of the problem are not proved again.
                None => judge.ask_within(problem.best, position, Query::Score, &limits),
            };
            // Results that rest on the set's bounds are not proved, and tables hold only proofs.
            let proved = after.is_some() || is_beyond(found.interval, problem);
            let results = self.results.filter(|_| proved);
            if let Some(Err(error)) = results.map(|results| results.add(position, &found)) {
                trouble(error);
            }
            found
        });
        let bounds = found.interval;
        let bounds = if after.is_some() { bounds.for_opponent() } else { bounds };
        Judgement {
            problem: problem.id.clone(),
            mv,
            at_least: bounds.low,
            at_most: bounds.high,
            nodes: found.nodes,
            seconds: found.time.as_secs_f64(),
        }
    }

    fn aborted(&self) -> bool {
        self.abort.is_set()
    }
}

/// Returns whether bounds of a problem rest on nothing that the set claims: each is stricter than
/// the claimed one, or none is claimed.
fn is_beyond(found: Interval, problem: &Problem) -> bool {
    let (claimed, all) = (problem.best, Interval::of_size(problem.fen.empties()));
    (claimed.low <= all.low || found.low > claimed.low)
        && (claimed.high >= all.high || found.high < claimed.high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::cores::this_machine;
    use crate::study::log::{LOG_NAME, open_log, read_log};
    use crate::study::record::{Header, hash_problems};
    use crate::study::report::report_data::Report;
    use crate::study::verdict::{Row, Verdict};
    use amazons::board::Position;
    use amazons::ledger::seal;
    use amazons::limits::Limits;
    use amazons::score::Bounds;
    use amazons::solvers::{Answer, Solver, solver};
    use amazons::testing::RandomPositions;
    use std::fs;
    use std::path::Path;

    /// Plays an illegal move, or crashes if White moves first.
    struct Broken;

    impl Solver for Broken {
        fn spec(&self) -> String {
            "broken".into()
        }

        fn solve(&self, problem: &Position, _: &Limits) -> Answer {
            assert!(problem.side() == amazons::board::Color::Black, "White moves first");
            let best = "a1-p16/a1".parse().ok();
            Answer { best, ..Answer::unknown(problem.empties()) }
        }
    }

    /// Plays the first legal move.
    struct FirstMove;

    impl Solver for FirstMove {
        fn spec(&self) -> String {
            "first".into()
        }

        fn solve(&self, problem: &Position, _: &Limits) -> Answer {
            let best = problem.legal_moves().first().copied();
            Answer { best, nodes: 1, ..Answer::unknown(problem.empties()) }
        }
    }

    fn problems() -> Vec<Problem> {
        let mut random = RandomPositions::new(5);
        (0..24)
            .map(|index| {
                let fen = random.region(6 + index % 3, [1, 1]);
                let best = Interval::of_size(fen.empties());
                Problem { id: format!("p{index}"), fen, best, optimal: None, judge_nodes: None }
            })
            .collect()
    }

    fn solvers() -> Vec<Method> {
        let text = |text| Method::from(solver(text).unwrap());
        let own = |own: Box<dyn Solver>| Method::from(own);
        let (first, broken) = (own(Box::new(FirstMove)), own(Box::new(Broken)));
        vec![text("dfpn:tt=1MB"), text("wpns:tt=1MB"), first, broken]
    }

    fn header(problems: &[Problem], solvers: &[Method], nodes: u64) -> Header {
        Header {
            program: "test".into(),
            set: "test".into(),
            set_hash: hash_problems(problems),
            selection: "all".into(),
            limits: StudyLimits { time: None, nodes: Some(nodes), memory: 1 << 20 },
            judge_limits: StudyLimits { time: None, nodes: Some(5_000), memory: 8 << 20 },
            machine: this_machine(),
            ..Header::without_name(problems.len(), solvers.iter().map(Method::spec).collect())
        }
    }

    /// Runs the study in `directory` until it is done or has `stop_after` answers.
    fn run(directory: &Path, jobs: usize, stop_after: usize) -> bool {
        let (problems, solvers) = (problems(), solvers());
        let header = header(&problems, &solvers, 300);
        let (mut log, mut contents) = open_log(directory, &header, &problems).unwrap();
        let abort = Abort::new();
        let runner = Runner { solvers: &solvers, jobs, cores: &[], results: None, abort: &abort };
        let mut answers = 0;
        runner
            .run(&mut contents, &mut log, |event| {
                answers += usize::from(matches!(event, Event::Answered(_)));
                if answers >= stop_after {
                    abort.set();
                }
            })
            .unwrap()
    }

    /// The rows without their times.
    fn rows(directory: &Path) -> Vec<Row> {
        let report = Report::new(&read_log(directory).unwrap()).unwrap();
        report
            .rows
            .into_iter()
            .map(|row| Row {
                seconds: 0.0,
                cpu_seconds: None,
                found_seconds: None,
                right_seconds: None,
                course: None,
                ..row
            })
            .collect()
    }

    #[test]
    fn node_limited_rows_do_not_depend_on_jobs_or_interruptions() {
        let directory = tempfile::tempdir().unwrap();
        let path = |name: &str| directory.path().join(name);
        assert!(run(&path("one"), 1, usize::MAX));
        let whole = rows(&path("one"));
        assert_eq!(whole.len(), 24 * 4);

        assert!(run(&path("many"), 5, usize::MAX));
        assert_eq!(rows(&path("many")), whole);

        // Stopped twice, then killed in the middle of a line, then finished.
        assert!(!run(&path("stopped"), 2, 7));
        assert!(!run(&path("stopped"), 3, 20));
        let log = path("stopped").join(LOG_NAME);
        let text = fs::read(&log).unwrap();
        fs::write(&log, &text[..text.len() - 30]).unwrap();
        let before = read_log(&path("stopped")).unwrap().answered();
        assert!((20..96).contains(&before), "{before}");
        assert!(run(&path("stopped"), 2, usize::MAX));
        assert_eq!(rows(&path("stopped")), whole);

        // Nothing is left to do the next time.
        assert!(run(&path("stopped"), 2, usize::MAX));
        assert_eq!(fs::read_to_string(&log).unwrap().lines().count(), {
            let one = fs::read_to_string(path("one").join(LOG_NAME)).unwrap();
            one.lines().count()
        });
    }

    #[test]
    fn failures_are_results_and_verdicts_those_of_plain_minimax() {
        let directory = tempfile::tempdir().unwrap();
        run(directory.path(), 2, usize::MAX);
        for row in rows(directory.path()) {
            let problem: Position = row.fen.parse().unwrap();
            if row.solver == "broken" {
                let what = if row.first == "White" { "crashed: White" } else { "illegal" };
                let failure = row.failure.unwrap();
                assert!(failure.contains(what) || !failure.contains("crashed"), "{failure}");
                assert_eq!((row.verdict, row.mv), (Verdict::Unsolved, None));
                continue;
            }
            assert!(!row.false_claim);
            let rank = |p: &Position| amazons::judge::minimax::rank(p);
            let best = rank(&problem);
            assert_eq!(row.best, Interval::exactly(best));
            match row.mv {
                None => assert!(row.verdict == Verdict::Unsolved || !problem.can_move()),
                Some(mv) => {
                    let left = rank(&problem.play(mv).unwrap());
                    let error = best.above(left.for_opponent());
                    assert_eq!(row.error, Some(Bounds::exactly(error)));
                    assert_eq!(row.verdict == Verdict::Correct, error == 0);
                }
            }
        }
    }

    #[test]
    fn another_study_is_refused() {
        let directory = tempfile::tempdir().unwrap();
        let (problems, solvers) = (problems(), solvers());
        let ours = header(&problems, &solvers, 300);
        open_log(directory.path(), &ours, &problems).unwrap();
        let refused = |header: Header, what: &str| {
            let error = open_log(directory.path(), &header, &problems).unwrap_err().to_string();
            assert!(error.contains("another study") && error.contains(what), "{error}");
        };
        refused(
            header(&problems, &solvers, 301),
            "limit is 300 nodes with 1 MiB, here 301 nodes with 1 MiB",
        );
        refused(header(&problems, &solvers[1..], 300), "list of solvers");
        refused(header(&problems[1..], &solvers, 300), "set of problems");
        refused(Header { program: "next".into(), ..ours.clone() }, "version");
        open_log(directory.path(), &ours, &problems).unwrap();
    }

    #[test]
    fn damaged_logs_are_refused_with_their_line() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join(LOG_NAME);
        let error = || read_log(directory.path()).unwrap_err().to_string();
        assert!(error().contains("holds no study"));
        fs::write(&path, "").unwrap();
        assert!(error().contains("line 1: nothing found"));
        fs::write(&path, "{\"a\":1}\n").unwrap();
        assert!(error().contains("line 1: no checksum"));
        fs::write(&path, seal("{\"a\":1}") + "\n").unwrap();
        assert!(error().contains("line 1: not the header of a study"));
        fs::write(&path, seal("{\"log_version\":99}") + "\n").unwrap();
        assert!(error().contains("version 99; expected 1"));

        fs::remove_file(&path).unwrap();
        run(directory.path(), 1, usize::MAX);
        let text = fs::read_to_string(&path).unwrap();
        let damaged: Vec<_> = text
            .lines()
            .enumerate()
            .map(|(index, line)| if index == 40 { "{\"answer\":" } else { line })
            .map(|line| format!("{line}\n"))
            .collect();
        fs::write(&path, damaged.concat()).unwrap();
        assert!(error().contains("line 41: "), "{}", error());
    }
}
