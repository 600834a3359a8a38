//! Every two methods on the same problems: discordant counts, tests and the interval of the
//! difference.

use super::case::Case;
use super::comparison::strictly_better;
use crate::stats::{ClusteredMean, clustered_share, holm, mcnemar, sign_flip_test, sign_test};
use crate::study::verdict::Verdict;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Two methods compared. Counts of solved problems are over those on which both verdicts are known;
/// errors are compared over all problems.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pair {
    /// One solver.
    pub first: String,
    /// The other.
    pub second: String,
    /// Problems that both solve.
    pub both: usize,
    /// Problems that only the first solves.
    pub only_first: usize,
    /// Problems that only the second solves.
    pub only_second: usize,
    /// Problems that neither solves.
    pub neither: usize,
    /// The share of the first minus the share of the second; `null` without problems.
    pub difference: Option<f64>,
    /// The lower end of its 95 % interval, clustered by region.
    pub difference_low: f64,
    /// The upper end of its 95 % interval, clustered by region.
    pub difference_high: f64,
    /// McNemar's exact test of equal shares, which takes problems to be independent.
    pub p: f64,
    /// `p` with Holm's correction over all pairs.
    pub p_holm: f64,
    /// The same test by regions: signs of the regions' differences are flipped.
    pub p_clustered: f64,
    /// `p_clustered` with Holm's correction over all pairs.
    pub p_clustered_holm: f64,
    /// Problems on which the first's move is strictly better, or it alone has a move.
    pub first_better: usize,
    /// Problems on which the second's is.
    pub second_better: usize,
    /// Problems on which the bounds of the ranks do not decide.
    pub undecided: usize,
    /// The sign test of these two counts.
    pub p_errors: f64,
    /// `p_errors` with Holm's correction over all pairs.
    pub p_errors_holm: f64,
}

/// All pairs of methods, each the index of the solver that stands for it.
pub(super) fn pairs(solvers: &[String], methods: &[usize], cases: &[Case]) -> Vec<Pair> {
    let mut pairs: Vec<Pair> = (0..methods.len())
        .flat_map(|a| (a + 1..methods.len()).map(move |b| (a, b)))
        .map(|(a, b)| Pair::new(solvers, (methods[a], methods[b]), cases))
        .collect();
    let corrected = |p: fn(&Pair) -> f64| holm(&pairs.iter().map(p).collect::<Vec<_>>());
    let all = [
        corrected(|pair| pair.p),
        corrected(|pair| pair.p_clustered),
        corrected(|pair| pair.p_errors),
    ];
    for (index, pair) in pairs.iter_mut().enumerate() {
        pair.p_holm = all[0][index];
        pair.p_clustered_holm = all[1][index];
        pair.p_errors_holm = all[2][index];
    }
    pairs
}

impl Pair {
    fn new(solvers: &[String], (a, b): (usize, usize), cases: &[Case]) -> Self {
        let known = |case: &&Case| [a, b].iter().all(|&s| case.verdict(s) != Verdict::Unjudged);
        let cases_of_both: Vec<&Case> = cases.iter().filter(known).collect();
        let count = |first: bool, second: bool| {
            let of = |case: &&&Case| (case.correct(a), case.correct(b)) == (first, second);
            cases_of_both.iter().filter(of).count()
        };
        let (only_first, only_second) = (count(true, false), count(false, true));
        let difference = |case: &Case| i64::from(case.correct(a)) - i64::from(case.correct(b));
        let mut by_region = BTreeMap::<usize, i64>::new();
        for case in &cases_of_both {
            *by_region.entry(case.features.region).or_default() += difference(case);
        }
        let mean = ClusteredMean::of(
            cases_of_both.iter().map(|case| (case.features.region, difference(case) as f64)),
        );
        let (low, high) = match mean {
            None => (-1.0, 1.0),
            // Without a discordant problem the variance is 0: the difference is at most the share
            // of such problems.
            Some(_) if only_first + only_second == 0 => {
                let discordant = cases_of_both.iter().map(|case| (case.features.region, false));
                let (_, most) = clustered_share(discordant);
                (-most, most)
            }
            Some(mean) => mean.interval((-1.0, 1.0)),
        };
        let better = |x: usize, y: usize| {
            let found = cases.iter().map(|case| strictly_better(case.rows[x], case.rows[y]));
            found.filter(|better| *better == Some(true)).count()
        };
        let (first_better, second_better) = (better(a, b), better(b, a));
        let undecided = cases.iter().filter(|case| {
            let (a, b) = (case.rows[a], case.rows[b]);
            [strictly_better(a, b), strictly_better(b, a)].contains(&None)
        });
        Self {
            first: solvers[a].clone(),
            second: solvers[b].clone(),
            both: count(true, true),
            only_first,
            only_second,
            neither: count(false, false),
            difference: mean.map(|mean| mean.mean),
            difference_low: low,
            difference_high: high,
            p: mcnemar(only_first as u64, only_second as u64),
            p_holm: 1.0,
            p_clustered: sign_flip_test(by_region.into_values()),
            p_clustered_holm: 1.0,
            first_better,
            second_better,
            undecided: undecided.count(),
            p_errors: sign_test(first_better as u64, second_better as u64),
            p_errors_holm: 1.0,
        }
    }
}
