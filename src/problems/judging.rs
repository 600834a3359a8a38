//! Filling in the solutions of a problem set with the judge.

use super::journal::{Journal, JournalError};
use super::problem::{Judgement, Problem, both_bounds};
use super::set::ProblemSet;
use crate::judge::{Judge, Query, Solution};
use crate::known::{Lookup, ResultStore};
use crate::limits::{Abort, Limits};
use crate::score::{Interval, Score};
use crate::tables::TableError;
use crate::util::parallel::as_finished;

/// The limit of one problem as text, `60s`, `1000 nodes`, or `none`.
fn spent(limits: &Limits) -> String {
    match (limits.time, limits.nodes) {
        (None, None) => "none".to_owned(),
        (Some(time), None) => humantime::format_duration(time).to_string(),
        (None, Some(nodes)) => format!("{nodes} nodes"),
        (Some(time), Some(nodes)) => {
            format!("{} or {nodes} nodes", humantime::format_duration(time))
        }
    }
}

/// How a set is judged.
#[derive(Clone, Copy, Debug)]
pub struct Judging<'a> {
    /// Limits of one problem, and what ends the whole run early.
    pub limits: &'a Limits,
    /// Bytes of all threads together.
    pub memory: usize,
    /// Problems judged at once.
    pub threads: usize,
    /// Whether the score of every move is wanted too. A set holds the optimal moves only: the
    /// scores go into the tables.
    pub all_moves: bool,
    /// What is known, and takes what is found out.
    pub results: Option<&'a ResultStore>,
}

impl Judging<'_> {
    fn question(&self) -> Query {
        if self.all_moves { Query::AllMoves } else { QUESTION }
    }

    /// Whether there is work on a problem. One that ended at the same limit before is left as it
    /// is; a solved one is asked again only for move scores that the tables lack.
    fn is_open(&self, problem: &Problem, spent: &str, lookup: &mut Option<Lookup>) -> bool {
        match &problem.judgement {
            Judgement::Open => true,
            Judgement::Bounded { spent: before, .. } => before != spent,
            Judgement::Solved { .. } if !self.all_moves => false,
            Judgement::Solved { .. } => !lookup.as_mut().is_some_and(|lookup| {
                lookup.answer(&problem.position, Query::AllMoves).is_ok_and(|known| known.is_some())
            }),
        }
    }
}

/// Judges every problem of a set that is not solved yet, small ones first. What the journal holds
/// is not judged again; what gets finished goes into the journal at once, then into the set, and
/// `done` is told. What the known results cover is not judged, what is judged is added to them.
///
/// # Errors
/// The journal cannot be written.
pub fn judge_all(
    set: &mut ProblemSet,
    journal: &mut Journal,
    judging: Judging<'_>,
    mut done: impl FnMut(&Problem, Option<TableError>),
) -> Result<(), JournalError> {
    let Judging { limits, memory, threads, results, .. } = judging;
    let spent = spent(limits);
    let abort = &limits.abort;
    let mut lookup = results.map(ResultStore::lookup);
    let mut open: Vec<usize> = (0..set.problems.len())
        .filter(|&i| judging.is_open(&set.problems[i], &spent, &mut lookup))
        .collect();
    open.sort_by_key(|&i| set.problems[i].empties());
    let problems: Vec<Problem> = open.iter().map(|&i| set.problems[i].clone()).collect();
    let question = judging.question();
    as_finished(
        problems.iter().take_while(|_| !abort.is_set()),
        threads,
        || {
            let judge = Judge::builder().memory(memory / threads.max(1));
            let judge = judge.maybe_tables(results.map(ResultStore::tables)).build();
            (judge, results.map(ResultStore::lookup))
        },
        |(judge, lookup), problem| {
            let mut trouble = None;
            let known = lookup.as_mut().map(|lookup| lookup.answer(&problem.position, question));
            let known = known.and_then(|known| {
                known.unwrap_or_else(|error| {
                    trouble = Some(error);
                    None
                })
            });
            if let Some(judgement) = known.and_then(|verdict| solved(problem, &verdict)) {
                return (Some(judgement), trouble);
            }
            let verdict = ask(problem, judge, question, limits);
            if let Some(Err(error)) = results.map(|all| all.add(&problem.position, &verdict)) {
                trouble = Some(error);
            }
            (judgement(problem, &verdict, abort, &spent), trouble)
        },
        |index, (judgement, trouble)| {
            let Some(judgement) = judgement else { return Ok(()) };
            let problem = &mut set.problems[open[index]];
            journal.append(problem.position.to_fen(), &judgement)?;
            problem.judgement = judgement;
            done(problem, trouble);
            Ok(())
        },
    )
}

/// Fills in the solutions of the problems that are not solved and that the tables know; returns
/// how many.
///
/// # Errors
/// A table that is needed is damaged; the problems before are filled in.
pub fn solve_known(set: &mut ProblemSet, lookup: &mut Lookup) -> Result<usize, TableError> {
    let mut count = 0;
    for problem in &mut set.problems {
        if matches!(problem.judgement, Judgement::Solved { .. }) {
            continue;
        }
        let known = lookup.answer(&problem.position, QUESTION)?;
        if let Some(judgement) = known.and_then(|verdict| solved(problem, &verdict)) {
            problem.judgement = judgement;
            count += 1;
        }
    }
    Ok(count)
}

/// What a set says of each problem.
const QUESTION: Query = Query::BestMoves;

/// Asks the judge about a problem; what is known of its score is not proved again.
fn ask(problem: &Problem, judge: &mut Judge, question: Query, limits: &Limits) -> Solution {
    let rank = |score: Score| score.rank(problem.first());
    let (a, b) = match problem.judgement {
        Judgement::Open => return judge.ask(&problem.position, question, limits),
        Judgement::Bounded { at_least, at_most, .. } => (rank(at_least), rank(at_most)),
        Judgement::Solved { score, .. } => (rank(score), rank(score)),
    };
    // The set's bounds are seen by White.
    let known = Interval { low: a.min(b), high: a.max(b) };
    judge.ask_within(known, &problem.position, question, limits)
}

/// The judgement of a verdict that leaves nothing open.
fn solved(problem: &Problem, verdict: &Solution) -> Option<Judgement> {
    let (rank, optimal) = (verdict.rank()?, verdict.best_moves.clone()?);
    let score = Score::from_rank(rank, problem.first());
    let legal_moves = problem.position.placement().count_moves(problem.first());
    Some(Judgement::Solved { score, legal_moves, optimal })
}

/// The judgement of a verdict; `None` if it was interrupted before its limit.
fn judgement(
    problem: &Problem,
    verdict: &Solution,
    abort: &Abort,
    spent: &str,
) -> Option<Judgement> {
    let solved = solved(problem, verdict);
    if solved.is_some() {
        return solved;
    }
    if matches!(problem.judgement, Judgement::Solved { .. }) {
        return Some(problem.judgement.clone());
    }
    if abort.is_set() {
        return None;
    }
    let mut bounds = verdict.interval.scores(problem.first());
    // What an earlier run proved stays proved, though this one may have spent less.
    if let Judgement::Bounded { at_least, at_most, .. } = problem.judgement {
        bounds = both_bounds(bounds, (at_least, at_most));
    }
    let (at_least, at_most) = bounds;
    Some(Judgement::Bounded { at_least, at_most, spent: spent.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn earlier_bounds_are_kept() {
        let score = |text: &str| text.parse::<Score>().unwrap();
        let mut problem = Problem::new("Q4/5/5/4q w".parse().unwrap(), None);
        let mut judge = Judge::builder().memory(1 << 20).build();
        let abort = Abort::new();
        let mut bounds = |problem: &Problem| {
            let limits = Limits::nodes(1);
            let verdict = ask(problem, &mut judge, QUESTION, &limits);
            match judgement(problem, &verdict, &abort, "1 nodes") {
                Some(Judgement::Bounded { at_least, at_most, .. }) => (at_least, at_most),
                other => panic!("{other:?}"),
            }
        };
        let (_, at_most) = bounds(&problem);
        let (earlier, loose) = (score("W+1"), score("W+99"));
        problem.judgement =
            Judgement::Bounded { at_least: earlier, at_most: loose, spent: "1h".into() };
        assert_eq!(bounds(&problem), (earlier, at_most));
    }
}
