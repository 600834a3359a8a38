//! Which matters more, squares or amazons: a logistic model of both.

use super::case::Case;
use crate::stats::{Coefficient, Observation, logistic};
use serde::{Deserialize, Serialize};

/// The model log(p / (1 − p)) = constant + a · empty squares + b · amazons of one solver, where p is
/// the chance that its move on a judged problem is optimal. Standard errors are clustered by region.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SizeModel {
    /// Judged problems.
    pub problems: usize,
    /// Regions that they are of.
    pub regions: usize,
    /// The constant.
    pub constant: f64,
    /// One empty square more.
    pub square: Effect,
    /// One amazon more.
    pub amazon: Effect,
}

/// What one more of something does.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Effect {
    /// The change of the log-odds.
    pub coefficient: f64,
    /// Its standard error.
    pub error: f64,
    /// The factor of the odds p / (1 − p): exp(coefficient).
    pub odds: f64,
    /// The lower end of its 95 % interval.
    pub odds_low: f64,
    /// The upper end.
    pub odds_high: f64,
    /// Wald's test of no effect.
    pub p: f64,
    /// The factor of the odds for one standard deviation of the predictor over the problems.
    pub odds_per_deviation: f64,
}

impl Effect {
    fn new(coefficient: Coefficient, deviation: f64) -> Self {
        let (low, high) = coefficient.interval();
        Self {
            coefficient: coefficient.value,
            error: coefficient.error,
            odds: coefficient.value.exp(),
            odds_low: low.exp(),
            odds_high: high.exp(),
            p: coefficient.p(),
            odds_per_deviation: (coefficient.value * deviation).exp(),
        }
    }
}

impl SizeModel {
    /// `None` if the problems do not determine the model: nearly all or none are solved, or all
    /// have as many amazons or squares.
    pub(super) fn new(solver: usize, judged: &[&Case]) -> Option<Self> {
        let trials: Vec<_> = judged
            .iter()
            .map(|case| Observation {
                predictors: [1.0, case.features.empties as f64, case.features.amazons as f64],
                success: case.correct(solver),
                cluster: case.features.region,
            })
            .collect();
        let model = logistic(&trials)?;
        let deviation = |k: usize| {
            let values = || trials.iter().map(|trial| trial.predictors[k]);
            let mean = values().sum::<f64>() / trials.len() as f64;
            (values().map(|x| (x - mean).powi(2)).sum::<f64>() / trials.len() as f64).sqrt()
        };
        let [constant, square, amazon] = model.coefficients;
        Some(Self {
            problems: model.observations,
            regions: model.clusters,
            constant: constant.value,
            square: Effect::new(square, deviation(1)),
            amazon: Effect::new(amazon, deviation(2)),
        })
    }
}
