//! Fills in the solutions of a problem set with the judge.

use super::journal::{Finished, Found};
use super::merge::{Contradicted, text, united};
use super::problem::{Judgement, Problem};
use super::set::ProblemSet;
use crate::board::{Color, Move};
use crate::judge::{Judge, Query, Solution};
use crate::known::{Lookup, ResultStore};
use crate::ledger::{Ledger, LedgerError, run};
use crate::limits::{Abort, Limits};
use crate::score::Score;
use crate::tables::TableError;

/// The limit of one problem as text: `60s`, `1000 nodes`, or `none`.
pub(super) fn spent(limits: &Limits) -> String {
    match (limits.time, limits.nodes) {
        (None, None) => "none".to_owned(),
        (Some(time), None) => humantime::format_duration(time).to_string(),
        (None, Some(nodes)) => format!("{nodes} nodes"),
        (Some(time), Some(nodes)) => {
            format!("{} or {nodes} nodes", humantime::format_duration(time))
        }
    }
}

/// Why the judging of a set cannot continue.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JudgingError {
    /// The journal cannot be written.
    #[error(transparent)]
    Journal(#[from] LedgerError),
    /// The set is wrong.
    #[error(transparent)]
    Contradicted(#[from] Contradicted),
}

/// How a set is judged.
#[derive(Clone, Copy, Debug)]
pub struct Judging<'a> {
    /// The limits for one problem, and what ends the whole run early.
    pub limits: &'a Limits,
    /// Bytes for all threads together.
    pub memory: usize,
    /// The number of problems judged at once.
    pub threads: usize,
    /// Whether the score of every move is wanted too. A set holds only the optimal moves; the
    /// scores go into the tables.
    pub all_moves: bool,
    /// Known results, to which new ones are added.
    pub results: Option<&'a ResultStore>,
}

impl Judging<'_> {
    fn question(&self) -> Query {
        if self.all_moves { Query::AllMoves } else { QUESTION }
    }

    /// Whether a problem needs work. One that ended at the same limit before is left as it is. A
    /// solved one is judged again only if the tables lack its move scores or contradict it.
    fn is_open(&self, problem: &Problem, spent: &str, lookup: &mut Option<Lookup>) -> bool {
        match &problem.judgement {
            Judgement::Open => true,
            Judgement::Bounded { spent: before, .. } => before != spent,
            Judgement::Solved { .. } if !self.all_moves => false,
            Judgement::Solved { .. } => !lookup.as_mut().is_some_and(|lookup| {
                let known = lookup.answer(&problem.position, Query::AllMoves);
                known.is_ok_and(|known| {
                    known.is_some_and(|known| together(problem, &known, spent).is_ok())
                })
            }),
        }
    }
}

/// Judges every unsolved problem of a set, small ones first. What the journal holds is not judged
/// again. A finished problem goes at once into the journal, then into the set, and `done` is
/// called. What the known results cover is not judged, and what is judged is added to them.
///
/// What the set says is compared with what is proved but never taken as proved itself, so none of
/// it enters the results.
///
/// # Errors
/// The journal cannot be written, or what the set says is wrong. Either sets the flag that ends the
/// searches of other threads.
pub fn judge_all(
    set: &mut ProblemSet,
    journal: &mut Ledger<Finished>,
    judging: Judging<'_>,
    mut done: impl FnMut(&Problem, Option<TableError>),
) -> Result<(), JudgingError> {
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
    run(
        open.into_iter().zip(&problems),
        threads,
        abort,
        || {
            let judge = Judge::builder().memory(memory / threads.max(1));
            let judge = judge.maybe_tables(results.map(ResultStore::tables)).build();
            (judge, results.map(ResultStore::lookup))
        },
        |(judge, lookup), (place, problem)| {
            let mut trouble = None;
            let known = lookup.as_mut().map(|lookup| lookup.answer(&problem.position, question));
            let known = known.and_then(|known| {
                known.unwrap_or_else(|error| {
                    trouble = Some(error);
                    None
                })
            });
            let known = known.filter(|verdict| solved(problem, verdict).is_some());
            let is_new = known.is_none();
            let verdict = known.unwrap_or_else(|| judge.ask(&problem.position, question, limits));
            let judgement = judgement(problem, &verdict, abort, &spent);
            if is_new
                && judgement.is_ok()
                && let Some(Err(error)) = results.map(|all| all.add(&problem.position, &verdict))
            {
                trouble = Some(error);
            }
            Some((place, judgement.transpose()?, trouble))
        },
        |(place, judgement, trouble)| {
            let problem = &mut set.problems[place];
            let judgement = judgement?;
            let fen = problem.position.to_fen();
            journal.append(&Finished { fen, found: Found::Judged(judgement.clone()) })?;
            problem.judgement = judgement;
            done(problem, trouble);
            Ok(())
        },
    )
}

/// Returns a doubt about a problem's solution or bounds: what is proved contradicts them, or they
/// are not proved within the limits. `None` if there is no doubt, or nothing is known about the
/// problem.
pub fn doubt(problem: &Problem, judge: &mut Judge, limits: &Limits) -> Option<String> {
    if problem.judgement == Judgement::Open {
        return None;
    }
    let verdict = judge.ask(&problem.position, QUESTION, limits);
    match together(problem, &verdict, "") {
        Err(Contradicted { found, expected, .. }) => {
            Some(format!("found {found}; expected {expected}"))
        }
        Ok(_) if is_shown(problem, &verdict) => None,
        Ok(_) => Some(format!("found {}; not proved within {limits}", text(&problem.judgement))),
    }
}

/// Whether a verdict proves everything said about a problem.
fn is_shown(problem: &Problem, verdict: &Solution) -> bool {
    match &problem.judgement {
        Judgement::Open => true,
        Judgement::Solved { .. } => solved(problem, verdict).is_some(),
        Judgement::Bounded { at_least, at_most, .. } => {
            let (low, high) = verdict.interval.scores(problem.first());
            low.rank(Color::White) >= at_least.rank(Color::White)
                && high.rank(Color::White) <= at_most.rank(Color::White)
        }
    }
}

/// Fills in the solutions of unsolved problems that the tables know, and returns how many.
///
/// # Errors
/// A table that is needed is damaged; the problems before it are filled in.
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

/// The question that a set answers about each problem.
const QUESTION: Query = Query::BestMoves;

/// The judgement of a verdict that leaves nothing open.
fn solved(problem: &Problem, verdict: &Solution) -> Option<Judgement> {
    let (rank, optimal) = (verdict.rank()?, verdict.best_moves.clone()?);
    let score = Score::from_rank(rank, problem.first());
    let legal_moves = problem.position.placement().count_moves(problem.first());
    Some(Judgement::Solved { score, legal_moves, optimal })
}

/// What the set and a verdict say together about a problem.
fn together(problem: &Problem, verdict: &Solution, spent: &str) -> Result<Judgement, Contradicted> {
    let (at_least, at_most) = verdict.interval.scores(problem.first());
    let bounds = || Judgement::Bounded { at_least, at_most, spent: spent.to_owned() };
    let proved = solved(problem, verdict).unwrap_or_else(bounds);
    let mut said = problem.judgement.clone();
    if let Judgement::Solved { optimal, .. } = &mut said {
        // In the order of a verdict, however they stand in the set.
        optimal.sort_by_cached_key(Move::to_string);
    }
    united(&said, &proved).ok_or_else(|| {
        let proved = text(&proved) + &other_move(&said, &proved);
        disproved(problem, &said, &proved)
    })
}

/// The error of a set that says something else than what was proved.
pub(super) fn disproved(problem: &Problem, said: &Judgement, proved: &str) -> Contradicted {
    let expected = format!("{proved}, as proved now; correct it, or remove it");
    Contradicted { problem: problem.id.clone(), found: text(said), expected }
}

/// What distinguishes two solutions with the same score and the same number of moves.
fn other_move(said: &Judgement, proved: &Judgement) -> String {
    let (Judgement::Solved { optimal: said, .. }, Judgement::Solved { optimal: proved, .. }) =
        (said, proved)
    else {
        return String::new();
    };
    let other = proved.iter().find(|mv| !said.contains(mv));
    other.map_or(String::new(), |mv| format!(", {mv} among them"))
}

/// The judgement of a verdict; `None` if it was interrupted before its limit. What an earlier run
/// proved stays proved, even if this one has spent less.
fn judgement(
    problem: &Problem,
    verdict: &Solution,
    abort: &Abort,
    spent: &str,
) -> Result<Option<Judgement>, Contradicted> {
    Ok(match together(problem, verdict, spent)? {
        Judgement::Bounded { .. } if abort.is_set() => None,
        Judgement::Bounded { at_least, at_most, .. } => {
            Some(Judgement::Bounded { at_least, at_most, spent: spent.to_owned() })
        }
        judgement => Some(judgement),
    })
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
            let verdict = judge.ask(&problem.position, QUESTION, &limits);
            match judgement(problem, &verdict, &abort, "1 nodes").unwrap() {
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
