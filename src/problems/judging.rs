//! Filling in the solutions of a problem set with the judge.

use super::journal::{Journal, JournalError};
use super::problem::{Judgement, Problem, both_bounds};
use super::set::ProblemSet;
use crate::board::Color;
use crate::parallel::as_finished;
use crate::score::Score;
use crate::search::Limits;
use crate::search::judge::{Judge, Question};
use std::sync::atomic::{AtomicBool, Ordering};

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

/// Judges every problem of a set that is not solved yet, small ones first, on `threads` threads
/// that share the memory of the limits. What the journal holds is not judged again; what gets
/// finished goes into the journal at once, then into the set, and `done` is told. Problems that
/// ended at the same limit before are left as they are.
///
/// # Errors
/// The journal cannot be written.
pub fn judge_all(
    set: &mut ProblemSet,
    journal: &mut Journal,
    limits: &Limits,
    threads: usize,
    abort: &AtomicBool,
    mut done: impl FnMut(&Problem),
) -> Result<(), JournalError> {
    let spent = spent(limits);
    let mut open: Vec<usize> = (0..set.problems.len())
        .filter(|&i| match &set.problems[i].judgement {
            Judgement::Open => true,
            Judgement::Bounded { spent: before, .. } => *before != spent,
            Judgement::Solved { .. } => false,
        })
        .collect();
    open.sort_by_key(|&i| set.problems[i].empties());
    let problems: Vec<Problem> = open.iter().map(|&i| set.problems[i].clone()).collect();
    let limits = Limits { memory: limits.memory / threads.max(1), ..*limits };
    as_finished(
        problems.iter().take_while(|_| !abort.load(Ordering::Relaxed)),
        threads,
        || Judge::new(limits.memory),
        |judge, problem| judge_one(problem, judge, &limits, abort, &spent),
        |index, judgement| {
            let Some(judgement) = judgement else { return Ok(()) };
            let problem = &mut set.problems[open[index]];
            journal.append(problem.position.to_fen(), &judgement)?;
            problem.judgement = judgement;
            done(problem);
            Ok(())
        },
    )
}

/// Judges one problem; `None` if it was interrupted before its limit.
fn judge_one(
    problem: &Problem,
    judge: &mut Judge,
    limits: &Limits,
    abort: &AtomicBool,
    spent: &str,
) -> Option<Judgement> {
    let verdict = judge.ask(&problem.position, Question::BestMoves, limits, abort, &mut |_, _| ());
    let score = |rank| Score::from_rank(rank, problem.first());
    if let (Some(rank), Some(optimal)) = (verdict.rank(), verdict.best_moves) {
        let legal_moves = problem.position.grid().count_moves(problem.first());
        return Some(Judgement::Solved { score: score(rank), legal_moves, optimal });
    }
    if abort.load(Ordering::Relaxed) {
        return None;
    }
    let (least, most) = (score(verdict.at_least), score(verdict.at_most));
    let white_first = problem.first() == Color::White;
    let mut bounds = if white_first { (least, most) } else { (most, least) };
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
        let mut judge = Judge::new(1 << 20);
        let abort = AtomicBool::new(false);
        let mut bounds = |problem: &Problem| {
            let limits = Limits::nodes(1);
            match judge_one(problem, &mut judge, &limits, &abort, "1 nodes") {
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
