//! Neighbouring sizes with few problems, taken together.

use super::case::Case;
use super::effort::{Quantity, quantile};
use super::share::Share;
use super::strata::regions;
use crate::study::verdict::Row;
use serde::{Deserialize, Serialize};

/// The fewest judged problems for which a share is drawn: with fewer, one would see only chance.
pub const FEWEST: usize = 10;

/// The problems of one size, or of neighbouring ones with fewer than `FEWEST` judged problems.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SizePool {
    /// The smallest number of empty squares.
    pub from: usize,
    /// The largest.
    pub to: usize,
    /// Problems judged.
    pub judged: usize,
    /// Problems run but not judged.
    pub unjudged: usize,
    /// Optimal moves of the judged problems, per solver, with intervals clustered by region.
    pub correct: Vec<Share>,
    /// The median wall time of the problems run, per solver, seconds.
    pub seconds: Vec<Median<f64>>,
    /// The median nodes of the problems run, per solver.
    pub nodes: Vec<Median<u64>>,
}

/// A median with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Median<T> {
    /// The median.
    pub median: T,
    /// The lower end of the interval.
    pub low: T,
    /// The upper end.
    pub high: T,
}

impl<T: Quantity> Median<T> {
    /// The median of values of so many clusters. The interval is that between order statistics,
    /// n/2 ± 0.98 n/√G (R. S. Woodruff, Journal of the American Statistical Association 47, 1952),
    /// as if the values of a cluster were all equal: the widest that clusters can make it.
    fn of(mut values: Vec<T>, clusters: usize) -> Self {
        values.sort_by(T::order);
        let half = 0.98 / (clusters.max(1) as f64).sqrt();
        let at = |share: f64| quantile(&values, share.clamp(0.0, 1.0));
        Self { median: at(0.5), low: at(0.5 - half), high: at(0.5 + half) }
    }

    /// The medians of a quantity over these problems, one a solver.
    fn of_each(solvers: usize, cases: &[&Case], value: fn(&Row) -> T) -> Vec<Self> {
        let clusters = regions(cases);
        let of = |s: usize| cases.iter().map(|case| value(case.rows[s])).collect();
        (0..solvers).map(|s| Self::of(of(s), clusters)).collect()
    }

    /// The same in real numbers, to draw it.
    pub fn real(self) -> Median<f64> {
        let Self { median, low, high } = self;
        Median { median: median.real(), low: low.real(), high: high.real() }
    }
}

/// The sizes in order, pooled so that each pool has at least `FEWEST` judged problems, if there
/// are that many in all. `by_size` are the problems of each size.
pub(super) fn size_pools(by_size: &[Vec<&Case>], solvers: usize) -> Vec<SizePool> {
    let judged = |cases: &[&Case]| cases.iter().filter(|case| case.judged()).count();
    let mut pools: Vec<Vec<&Case>> = Vec::new();
    for cases in by_size {
        match pools.last_mut() {
            Some(last) if judged(last) < FEWEST => last.extend(cases),
            _ => pools.push(cases.clone()),
        }
    }
    // A remainder at the end joins the pool before it.
    if let Some(rest) = pools.pop_if(|last| judged(last) < FEWEST) {
        match pools.last_mut() {
            Some(last) => last.extend(rest),
            None => pools.push(rest),
        }
    }
    pools.iter().map(|cases| SizePool::new(cases, solvers)).collect()
}

impl SizePool {
    fn new(cases: &[&Case], solvers: usize) -> Self {
        let judged: Vec<&Case> = cases.iter().copied().filter(|case| case.judged()).collect();
        let sizes = || cases.iter().map(|case| case.features.empties);
        Self {
            from: sizes().min().unwrap_or_default(),
            to: sizes().max().unwrap_or_default(),
            judged: judged.len(),
            unjudged: cases.len() - judged.len(),
            correct: (0..solvers)
                .map(|solver| Share::of_cases(&judged, |case| case.correct(solver)))
                .collect(),
            seconds: Median::of_each(solvers, cases, |row| row.seconds),
            nodes: Median::of_each(solvers, cases, |row| row.nodes),
        }
    }

    /// The middle of the sizes.
    pub fn middle(&self) -> f64 {
        (self.from + self.to) as f64 / 2.0
    }
}
