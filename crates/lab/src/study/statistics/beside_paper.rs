//! The methods that the paper ran, on problems of its kind, beside its numbers.

use super::SolverStatistics;
use super::case::Case;
use super::share::Share;
use super::strata::regions;
use crate::study::report::paper::{PaperLine, paper_line, ran_in_paper};
use crate::study::verdict::Verdict;
use serde::{Deserialize, Serialize};

/// The comparison with the paper of 2008.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BesidePaper {
    /// Judged problems that the paper's filter keeps.
    pub problems: usize,
    /// Regions that they are of.
    pub regions: usize,
    /// The solvers that are what the paper ran.
    pub solvers: Vec<PaperSolver>,
}

/// One solver beside the paper's numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PaperSolver {
    /// The name that the solver was given, or else its spec.
    pub solver: String,
    /// The paper's line.
    pub paper: PaperLine,
    /// Optimal moves, of the problems of the paper's kind; intervals here are clustered by region.
    pub correct: Share,
    /// No move returned.
    pub unsolved: Share,
    /// Moves with an error.
    pub badly_solved: Share,
    /// The mean error of the badly solved problems whose error is known exactly.
    pub mean_error: Option<f64>,
    /// The lower end of its 95 % bootstrap interval, clustered by region.
    pub mean_error_low: Option<f64>,
    /// The upper end.
    pub mean_error_high: Option<f64>,
}

impl BesidePaper {
    /// `None` if no solver is what the paper ran, or no problem is of its kind.
    pub(super) fn new(solvers: &[String], specs: &[String], judged: &[&Case]) -> Option<Self> {
        let cases: Vec<&Case> =
            judged.iter().copied().filter(|case| case.features.of_papers_kind).collect();
        let ran = specs.iter().enumerate().filter(|(_, spec)| ran_in_paper(spec));
        let lines: Vec<_> = ran
            .filter_map(|(index, spec)| {
                let share = |verdict: Verdict| {
                    Share::of_cases(&cases, |case| case.verdict(index) == verdict)
                };
                let (mean_error, interval) = SolverStatistics::mean_error(index, &cases);
                Some(PaperSolver {
                    solver: solvers[index].clone(),
                    paper: paper_line(spec)?.clone(),
                    correct: share(Verdict::Correct),
                    unsolved: share(Verdict::Unsolved),
                    badly_solved: share(Verdict::BadlySolved),
                    mean_error,
                    mean_error_low: interval.map(|(low, _)| low),
                    mean_error_high: interval.map(|(_, high)| high),
                })
            })
            .collect();
        let (problems, regions) = (cases.len(), regions(&cases));
        (problems > 0 && !lines.is_empty()).then_some(Self { problems, regions, solvers: lines })
    }
}
