//! A problem with every solver's row, as all statistics take it.

use crate::study::features::Features;
use crate::study::verdict::{Row, Verdict};
use std::collections::HashMap;

/// One problem that every solver has run on.
#[derive(Clone, Debug)]
pub(super) struct Case<'a> {
    /// Every solver's row, in the order of the solvers.
    pub rows: Vec<&'a Row>,
    /// The problem.
    pub features: &'a Features,
}

impl<'a> Case<'a> {
    /// The problems that every solver has run on, in the order of their rows.
    pub fn gather(solvers: &[String], rows: &'a [Row], features: &'a [Features]) -> Vec<Self> {
        if solvers.is_empty() {
            return Vec::new();
        }
        let known: HashMap<&str, &Features> =
            features.iter().map(|features| (features.problem.as_str(), features)).collect();
        rows.chunk_by(|a, b| a.problem == b.problem)
            .filter_map(|rows| {
                let of = |solver: &String| rows.iter().find(|row| row.solver == *solver);
                let features = *known.get(rows[0].problem.as_str())?;
                Some(Self { rows: solvers.iter().map(of).collect::<Option<_>>()?, features })
            })
            .collect()
    }

    /// Whether every solver's verdict is known.
    pub fn judged(&self) -> bool {
        self.rows.iter().all(|row| row.verdict != Verdict::Unjudged)
    }

    /// One solver's verdict.
    pub fn verdict(&self, solver: usize) -> Verdict {
        self.rows[solver].verdict
    }

    /// Whether a solver's move is proved optimal.
    pub fn correct(&self, solver: usize) -> bool {
        self.verdict(solver) == Verdict::Correct
    }
}
