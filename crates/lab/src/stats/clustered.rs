//! Means and shares of observations that come in clusters, such as the two problems of a region.

use super::tally::score_interval;
use statrs::distribution::{ContinuousCDF, StudentsT};
use std::collections::BTreeMap;

/// A mean with the standard error that clusters leave it.
///
/// With y_g the sum and m_g the number of the observations of cluster g, the mean is the ratio
/// r = Σ y_g / Σ m_g, and its variance is estimated by
/// G / (G − 1) · Σ (y_g − r m_g)² / (Σ m_g)² (W. G. Cochran, *Sampling Techniques*, 3rd ed. 1977,
/// section 6.4 with equation 6.13, no finite population; the same as the cluster-robust variance of
/// K.-Y. Liang and S. L. Zeger, Biometrika 73, 1986, for a mean). Clusters are independent of each
/// other, and observations within a cluster depend on each other in any way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClusteredMean {
    /// The mean of all observations.
    pub mean: f64,
    /// Its standard error; infinite for a single cluster.
    pub error: f64,
    /// The number of observations.
    pub observations: usize,
    /// The number of clusters.
    pub clusters: usize,
}

impl ClusteredMean {
    /// Computes the mean of values, each with its cluster; `None` without values.
    pub fn of(values: impl IntoIterator<Item = (usize, f64)>) -> Option<Self> {
        let mut sums = BTreeMap::<usize, (f64, usize)>::new();
        for (cluster, value) in values {
            let (sum, count) = sums.entry(cluster).or_default();
            *sum += value;
            *count += 1;
        }
        let (clusters, observations) = (sums.len(), sums.values().map(|(_, count)| count).sum());
        if observations == 0 {
            return None;
        }
        let mean = sums.values().map(|(sum, _)| sum).sum::<f64>() / observations as f64;
        let squares: f64 =
            sums.values().map(|(sum, count)| (sum - mean * *count as f64).powi(2)).sum();
        let error = match clusters {
            1 => f64::INFINITY,
            g => (g as f64 / (g - 1) as f64 * squares).sqrt() / observations as f64,
        };
        Some(Self { mean, error, observations, clusters })
    }

    /// Returns the 95 % confidence interval by Student's t with one degree of freedom less than
    /// there are clusters, within `range`.
    pub fn interval(&self, range: (f64, f64)) -> (f64, f64) {
        if !self.error.is_finite() {
            return range;
        }
        let half = critical(self.clusters) * self.error;
        ((self.mean - half).max(range.0), (self.mean + half).min(range.1))
    }
}

/// The quantile of Student's t that 95 % intervals from this many clusters take, two or more.
fn critical(clusters: usize) -> f64 {
    let freedom = (clusters - 1) as f64;
    StudentsT::new(0.0, 1.0, freedom).expect("freedom is at least 1").inverse_cdf(0.975)
}

/// Returns the 95 % confidence interval of a share of successes, each with its cluster: Wilson's
/// score interval for the effective number of trials, n divided by the design effect; 0 to 1 for
/// fewer than two clusters.
///
/// The design effect is the clustered variance over p (1 − p) / n, at least 1, so the interval is
/// never narrower than Wilson's for independent trials (N. Dean and M. Pagano, Journal of Survey
/// Statistics and Methodology 3, 2015; the limit to 1 and Student's t are those of E. L. Korn and
/// B. I. Graubard, Survey Methodology 24, 1998). Where all or none succeed the data do not show the
/// design effect, and each cluster counts as one trial.
pub fn clustered_share(outcomes: impl IntoIterator<Item = (usize, bool)>) -> (f64, f64) {
    let values =
        outcomes.into_iter().map(|(cluster, success)| (cluster, f64::from(u8::from(success))));
    let Some(share) = ClusteredMean::of(values).filter(|share| share.clusters > 1) else {
        return (0.0, 1.0);
    };
    let (p, n) = (share.mean, share.observations as f64);
    let variance = p * (1.0 - p) / n;
    let effective = match variance > 0.0 {
        true => n / (share.error.powi(2) / variance).max(1.0),
        false => share.clusters as f64,
    };
    score_interval(p, effective, critical(share.clusters))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::wilson;

    const VALUES: [f64; 12] = [1.0, 1.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0, 1.0, 0.0];
    const CLUSTERS: [usize; 12] = [0, 0, 1, 1, 2, 2, 3, 4, 4, 5, 5, 6];

    #[test]
    fn errors_of_means_are_those_of_statsmodels() {
        // OLS(y, 1).fit(cov_type="cluster", use_correction=False), times sqrt(G / (G − 1)).
        let mean = ClusteredMean::of(CLUSTERS.into_iter().zip(VALUES)).unwrap();
        assert!((mean.mean - 0.583_333_33).abs() < 1e-8);
        let expected = 0.151_827_85 * (7.0f64 / 6.0).sqrt();
        assert!((mean.error - expected).abs() < 1e-8, "{mean:?}");
        assert_eq!((mean.observations, mean.clusters), (12, 7));
        // t with 6 degrees of freedom: 2.4469 (SciPy).
        let (low, high) = mean.interval((0.0, 1.0));
        assert!((low - (mean.mean - 2.446_911_85 * mean.error)).abs() < 1e-6, "{low}");
        assert!((high - (mean.mean + 2.446_911_85 * mean.error)).abs() < 1e-6, "{high}");
    }

    #[test]
    fn pairs_of_equal_outcomes_count_once() {
        let outcomes = |copies: usize| {
            (0..400).flat_map(move |cluster| vec![(cluster, cluster % 4 != 0); copies])
        };
        let (low, high) = clustered_share(outcomes(2));
        let (once_low, once_high) = clustered_share(outcomes(1));
        assert!((low - once_low).abs() < 1e-9 && (high - once_high).abs() < 1e-9);
        let (wilson_low, wilson_high) = wilson(300, 400);
        assert!((low - wilson_low).abs() < 5e-4 && (high - wilson_high).abs() < 5e-4);
        assert!(low <= wilson_low && high >= wilson_high);
    }

    #[test]
    fn one_cluster_and_no_failure_leave_room() {
        assert_eq!(clustered_share([(3, true), (3, true)]), (0.0, 1.0));
        assert_eq!(clustered_share([]), (0.0, 1.0));
        let (low, high) = clustered_share((0..600).map(|index| (index / 2, true)));
        assert!((0.985..0.99).contains(&low) && high == 1.0, "{low} {high}");
        let one = ClusteredMean::of([(0, 0.5)]).unwrap();
        assert_eq!(one.interval((-1.0, 1.0)), (-1.0, 1.0));
        assert_eq!(ClusteredMean::of([]), None);
    }
}
