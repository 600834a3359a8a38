//! A share of problems with an interval.

use super::case::Case;
use crate::stats::{clustered_share, wilson};
use serde::{Deserialize, Serialize};

/// A share with its interval at 95 %: Wilson's score interval, or where it says so, one clustered by
/// region.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Share {
    /// Successes.
    pub count: usize,
    /// Trials.
    pub of: usize,
    /// The lower end of the interval, 0 to 1.
    pub low: f64,
    /// The upper end of the interval, 0 to 1.
    pub high: f64,
}

impl Share {
    /// The share `count` of `of` independent trials. Without trials the interval is 0 to 1.
    pub fn new(count: usize, of: usize) -> Self {
        let (low, high) = wilson(count as u64, of as u64);
        Self { count, of, low, high }
    }

    /// The share of successes among trials of these clusters.
    pub fn clustered(outcomes: impl IntoIterator<Item = (usize, bool)>) -> Self {
        let outcomes: Vec<_> = outcomes.into_iter().collect();
        let (low, high) = clustered_share(outcomes.iter().copied());
        let count = outcomes.iter().filter(|(_, success)| *success).count();
        Self { count, of: outcomes.len(), low, high }
    }

    /// The share of cases that pass a test, clustered by region.
    pub(super) fn of_cases(cases: &[&Case], test: impl Fn(&Case) -> bool) -> Self {
        Self::clustered(cases.iter().map(|case| (case.features.region, test(case))))
    }

    /// The share in percent; `None` without trials.
    pub fn percent(&self) -> Option<f64> {
        (self.of > 0).then(|| 100.0 * self.count as f64 / self.of as f64)
    }
}
