//! The problems with the largest proved errors.

use super::report_data::Report;
use crate::study::record::Problem;
use crate::study::verdict::{Row, Verdict};
use amazons::board::Move;
use std::cmp::Reverse;

/// A problem with the largest error that a solver made on it.
pub struct WorstProblem<'a> {
    /// The problem.
    pub problem: &'a Problem,
    /// The row of the largest error.
    pub row: &'a Row,
    /// Every solver's row.
    pub rows: Vec<&'a Row>,
    /// An optimal move, if one is known.
    pub best: Option<Move>,
}

/// At most `count` problems, largest proved error first; ties put small problems first.
pub fn worst_problems(report: &Report, count: usize) -> Vec<WorstProblem<'_>> {
    let error = |row: &Row| row.error.map_or(0, |error| error.low);
    let mut worst: Vec<_> = report
        .rows
        .chunk_by(|a, b| a.problem == b.problem)
        .filter_map(|rows| {
            let row = rows.iter().rev().max_by_key(|row| error(row))?;
            (error(row) > 0).then_some((row, rows))
        })
        .collect();
    worst.sort_by_key(|(row, _)| (Reverse(error(row)), row.empties));
    worst.truncate(count);
    worst
        .into_iter()
        .filter_map(|(row, rows)| {
            let problem = report.problems.iter().find(|p| p.id == row.problem)?;
            let found = rows.iter().find(|r| r.verdict == Verdict::Correct).and_then(|r| r.mv);
            let listed = problem.optimal.as_ref().and_then(|all| all.first().copied());
            Some(WorstProblem { problem, row, rows: rows.iter().collect(), best: found.or(listed) })
        })
        .collect()
}
