//! How many problems are solved within how much time or nodes.

use super::case::Case;
use super::share::Share;
use crate::study::verdict::{Row, WasRight};
use serde::{Deserialize, Serialize};

/// What effort is measured in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Wall time.
    Seconds,
    /// Nodes, which for different methods are different things.
    Nodes,
}

/// The numbers of a cactus plot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SolvedWithin<T> {
    /// Efforts, 1, 2, 5, 10 and so on, from where the first problem is solved to where all are.
    pub efforts: Vec<T>,
    /// One entry per solver.
    pub solvers: Vec<SolvedBy>,
}

/// One solver's solved problems.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SolvedBy {
    /// The solver's spec.
    pub solver: String,
    /// The judged problems on which its move is optimal and its run took at most each effort; the
    /// intervals are clustered by region.
    pub finished: Vec<Share>,
    /// The same, but only up to the iteration that found the move; `null` for a method whose log
    /// does not tell.
    pub found: Option<Vec<Share>>,
    /// Of the judged problems whose optimal moves the set lists, those on which the method would
    /// have returned an optimal move if each effort had been its limit in all; `null` for a method
    /// whose log does not tell.
    pub anytime: Option<Vec<Share>>,
}

impl Unit {
    /// The effort of a whole run.
    pub fn whole(self, row: &Row) -> f64 {
        match self {
            Self::Seconds => row.seconds,
            Self::Nodes => row.nodes as f64,
        }
    }

    /// The effort up to the end of the iteration that found the returned move.
    pub fn found(self, row: &Row) -> Option<f64> {
        match self {
            Self::Seconds => row.found_seconds,
            Self::Nodes => row.found_nodes.map(|nodes| nodes as f64),
        }
    }

    /// The effort from which on a move was held.
    fn of(self, held: &WasRight) -> f64 {
        match self {
            Self::Seconds => held.seconds,
            Self::Nodes => held.nodes as f64,
        }
    }

    /// The least effort that is drawn: a tenth of a millisecond, or one node.
    pub const fn least(self) -> f64 {
        match self {
            Self::Seconds => 1e-4,
            Self::Nodes => 1.0,
        }
    }
}

impl SolvedWithin<u64> {
    /// The same with efforts in real numbers.
    pub(super) fn real(&self) -> SolvedWithin<f64> {
        let efforts = self.efforts.iter().map(|&effort| effort as f64).collect();
        SolvedWithin { efforts, solvers: self.solvers.clone() }
    }
}

impl SolvedWithin<f64> {
    /// The same with whole efforts, which those from one on are.
    pub(super) fn whole(self) -> SolvedWithin<u64> {
        let efforts = self.efforts.into_iter().map(|effort| effort as u64).collect();
        SolvedWithin { efforts, solvers: self.solvers }
    }

    pub(super) fn new(unit: Unit, solvers: &[String], judged: &[&Case]) -> Self {
        let solved = || {
            let all = (0..solvers.len()).flat_map(|s| judged.iter().map(move |case| (s, case)));
            all.filter(|(s, case)| case.correct(*s)).map(|(s, case)| case.rows[s])
        };
        let least = solved()
            .map(|row| unit.found(row).unwrap_or(unit.whole(row)))
            .fold(f64::INFINITY, f64::min);
        let most = solved().map(|row| unit.whole(row)).fold(0.0, f64::max);
        let efforts = if most > 0.0 { steps(least.max(unit.least()), most) } else { Vec::new() };
        let within = |solver: usize, effort: &dyn Fn(&Row) -> f64| -> Vec<Share> {
            let at = |limit: &f64| {
                Share::of_cases(judged, |case| {
                    case.correct(solver) && effort(case.rows[solver]) <= *limit
                })
            };
            efforts.iter().map(at).collect()
        };
        let by = |(index, solver): (usize, &String)| {
            let tells = judged.iter().any(|case| unit.found(case.rows[index]).is_some());
            SolvedBy {
                solver: solver.clone(),
                finished: within(index, &|row| unit.whole(row)),
                found: tells
                    .then(|| within(index, &|row| unit.found(row).unwrap_or(unit.whole(row)))),
                anytime: anytime(unit, index, &efforts, judged),
            }
        };
        let solvers = solvers.iter().enumerate().map(by).collect();
        Self { efforts, solvers }
    }
}

/// How many problems a solver would have solved with each effort as its limit. An answer whose log
/// does not tell its course, such as a failure, counts from its end on.
fn anytime(unit: Unit, solver: usize, efforts: &[f64], judged: &[&Case]) -> Option<Vec<Share>> {
    let listed = |case: &&&Case| case.features.best_moves.is_some_and(|moves| moves > 0);
    let listed: Vec<&Case> = judged.iter().filter(listed).copied().collect();
    let right = |case: &Case, limit: f64| match &case.rows[solver].course {
        Some(course) => {
            let within = course.iter().take_while(|held| unit.of(held) <= limit);
            within.last().is_some_and(|held| held.right)
        }
        None => case.correct(solver) && unit.whole(case.rows[solver]) <= limit,
    };
    let share = |&limit: &f64| Share::of_cases(&listed, |case| right(case, limit));
    let tells = listed.iter().any(|case| case.rows[solver].course.is_some());
    tells.then(|| efforts.iter().map(share).collect())
}

/// 1, 2 and 5 times powers of ten: the last at most `from`, all between, and the first at least
/// `to`.
fn steps(from: f64, to: f64) -> Vec<f64> {
    let mut steps = Vec::new();
    for exponent in from.log10().floor() as i32..=to.log10().ceil() as i32 {
        // A division where that is exact.
        let power = |factor: f64| match exponent {
            0.. => factor * 10f64.powi(exponent),
            _ => factor / 10f64.powi(-exponent),
        };
        steps.extend([1.0, 2.0, 5.0].map(power));
    }
    let first = steps.iter().rposition(|&step| step <= from).unwrap_or(0);
    let last = steps.iter().position(|&step| step >= to).unwrap_or(steps.len() - 1);
    steps[first..=last.max(first)].to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn efforts_are_round_numbers_around_what_was_spent() {
        assert_eq!(steps(3.0, 40.0), [2.0, 5.0, 10.0, 20.0, 50.0]);
        assert_eq!(steps(0.0015, 0.002), [0.001, 0.002]);
        assert_eq!(steps(1.0, 1.0), [1.0]);
    }
}
