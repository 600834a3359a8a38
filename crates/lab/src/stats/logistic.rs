//! Logistic regression with standard errors for clusters.

use super::linear_equations::solve;
use statrs::distribution::{ContinuousCDF, Normal};
use std::collections::BTreeMap;

/// One trial: its predictors (the first is usually 1, for the constant), whether it succeeded, and
/// its cluster.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Observation<const K: usize> {
    /// The predictors.
    pub predictors: [f64; K],
    /// Whether it succeeded.
    pub success: bool,
    /// The cluster within which trials depend on each other.
    pub cluster: usize,
}

/// A coefficient: by how much the log-odds of success grow with one unit of its predictor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coefficient {
    /// The estimate.
    pub value: f64,
    /// Its cluster-robust standard error.
    pub error: f64,
}

/// A fitted model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LogisticModel<const K: usize> {
    /// The coefficients, in the order of the predictors.
    pub coefficients: [Coefficient; K],
    /// The number of trials.
    pub observations: usize,
    /// The number of clusters.
    pub clusters: usize,
}

/// A step below which the estimate is settled, in log-odds.
const SETTLED: f64 = 1e-10;

/// The most steps; five to ten are usual.
const MOST_STEPS: usize = 60;

/// Two-sided 95 % quantile of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

impl Coefficient {
    /// Returns the 95 % confidence interval.
    pub fn interval(&self) -> (f64, f64) {
        (self.value - Z * self.error, self.value + Z * self.error)
    }

    /// Returns the two-sided p-value of the hypothesis that the coefficient is 0 (Wald's test).
    pub fn p(&self) -> f64 {
        2.0 * Normal::standard().cdf(-(self.value / self.error).abs())
    }
}

/// Fits P(success) = 1 / (1 + exp(−Σ β_k x_k)) by maximum likelihood.
///
/// The estimate is found by iteratively reweighted least squares, which for this model are Newton's
/// steps (P. McCullagh and J. A. Nelder, *Generalized Linear Models*, 2nd ed. 1989, section 4.4).
/// Its covariance is A⁻¹ B A⁻¹ with A = Σ p (1 − p) x xᵀ and B = Σ_g s_g s_gᵀ, where s_g is the sum
/// of (y − p) x over cluster g (K.-Y. Liang and S. L. Zeger, Biometrika 73, 1986), times
/// G / (G − 1) · (n − 1) / (n − K) as Stata and statsmodels do.
///
/// `None` if the data do not determine the coefficients: all trials or none succeed, predictors
/// depend on each other, success is separated by them, or there are no more clusters than
/// coefficients.
pub fn logistic<const K: usize>(trials: &[Observation<K>]) -> Option<LogisticModel<K>> {
    let successes = trials.iter().filter(|trial| trial.success).count();
    if successes == 0 || successes == trials.len() {
        return None;
    }
    let chance = |beta: &[f64], trial: &Observation<K>| {
        let odds: f64 = beta.iter().zip(trial.predictors).map(|(b, x)| b * x).sum();
        1.0 / (1.0 + (-odds).exp())
    };
    let excess = |beta: &[f64], trial: &Observation<K>| {
        f64::from(u8::from(trial.success)) - chance(beta, trial)
    };
    let information = |beta: &[f64]| {
        let mut sum = vec![vec![0.0; K]; K];
        for trial in trials {
            let p = chance(beta, trial);
            for (row, a) in sum.iter_mut().zip(trial.predictors) {
                for (cell, b) in row.iter_mut().zip(trial.predictors) {
                    *cell += p * (1.0 - p) * a * b;
                }
            }
        }
        sum
    };

    let mut beta = vec![0.0; K];
    let mut settled = false;
    for _ in 0..MOST_STEPS {
        let mut slope = vec![0.0; K];
        for trial in trials {
            let excess = excess(&beta, trial);
            slope.iter_mut().zip(trial.predictors).for_each(|(sum, x)| *sum += excess * x);
        }
        let step = solve(information(&beta), slope)?;
        beta.iter_mut().zip(&step).for_each(|(b, step)| *b += step);
        if step.iter().all(|step| step.abs() < SETTLED) {
            settled = true;
            break;
        }
    }
    // Where predictors separate success from failure, the steps never end.
    if !settled {
        return None;
    }

    let mut scores = BTreeMap::<usize, [f64; K]>::new();
    for trial in trials {
        let excess = excess(&beta, trial);
        let score = scores.entry(trial.cluster).or_insert([0.0; K]);
        score.iter_mut().zip(trial.predictors).for_each(|(sum, x)| *sum += excess * x);
    }
    let (n, g) = (trials.len() as f64, scores.len() as f64);
    if scores.len() <= K || trials.len() <= K {
        return None;
    }
    let information = information(&beta);
    let correction = g / (g - 1.0) * (n - 1.0) / (n - K as f64);
    let mut coefficients = [Coefficient { value: 0.0, error: 0.0 }; K];
    for (k, coefficient) in coefficients.iter_mut().enumerate() {
        // Row k of A⁻¹; the variance is Σ_g (row · s_g)².
        let unit = (0..K).map(|other| f64::from(u8::from(other == k))).collect();
        let row = solve(information.clone(), unit)?;
        let variance: f64 = scores
            .values()
            .map(|score| row.iter().zip(score).map(|(a, b)| a * b).sum::<f64>().powi(2))
            .sum();
        *coefficient = Coefficient { value: beta[k], error: (correction * variance).sqrt() };
    }
    Some(LogisticModel { coefficients, observations: trials.len(), clusters: scores.len() })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Twenty clusters of two trials.
    fn trials() -> Vec<Observation<3>> {
        let trial = |cluster: i32, k: i32| {
            let (squares, amazons) = (10 + cluster * 7 % 13, 2 + cluster % 3);
            Observation {
                predictors: [1.0, f64::from(squares), f64::from(amazons)],
                success: (cluster * 5 + k * 3) % 11 * 2 > squares - 6 + (amazons - 2) * 3,
                cluster: cluster as usize,
            }
        };
        (0..20).flat_map(|cluster| [trial(cluster, 0), trial(cluster, 1)]).collect()
    }

    #[test]
    fn a_model_is_that_of_statsmodels() {
        // Logit(y, X).fit(cov_type="cluster", cov_kwds={"groups": g}), statsmodels 0.15.
        let model = logistic(&trials()).unwrap();
        let expected = [
            (4.346_459_15, 1.319_573_8, 9.882_308_53e-4),
            (-0.288_308_93, 0.070_566_19, 4.395_310_62e-5),
            (-0.236_211_97, 0.249_497_11, 0.343_765_001),
        ];
        for (found, (value, error, p)) in model.coefficients.iter().zip(expected) {
            assert!((found.value - value).abs() < 1e-7, "{found:?}");
            assert!((found.error - error).abs() < 1e-6, "{found:?}");
            assert!((found.p() - p).abs() < 1e-5 * p.max(0.1), "{found:?} {}", found.p());
        }
        assert_eq!((model.observations, model.clusters), (40, 20));
        let (low, high) = model.coefficients[1].interval();
        assert!((low + 0.426_616).abs() < 1e-5 && (high + 0.150_002).abs() < 1e-5, "{low} {high}");
    }

    #[test]
    fn what_the_data_do_not_determine_is_not_estimated() {
        let all = |success: fn(&Observation<3>) -> bool| {
            let change = |trial| Observation { success: success(&trial), ..trial };
            logistic(&trials().into_iter().map(change).collect::<Vec<_>>())
        };
        assert_eq!(all(|_| true), None);
        assert_eq!(all(|_| false), None);
        assert_eq!(all(|trial| trial.predictors[1] < 15.0), None, "separated by size");
        let mut same = trials();
        same.iter_mut().for_each(|trial| trial.predictors[2] = 2.0);
        assert_eq!(logistic(&same), None, "all have as many amazons");
        assert_eq!(logistic(&trials()[..6]), None, "three clusters");
        assert_eq!(logistic::<3>(&[]), None);
    }
}
