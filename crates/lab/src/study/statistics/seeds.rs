//! Methods that ran with several seeds: one method, whose first seed stands for it in paired tests.

use super::case::Case;
use super::share::Share;
use crate::engine::program::names_program;
use serde::{Deserialize, Serialize};

/// How far the results of one method vary with its seed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeedSpread {
    /// The method's spec without its seed.
    pub method: String,
    /// How many seeds it ran with.
    pub seeds: usize,
    /// What results call it with each of them.
    pub solvers: Vec<String>,
    /// The mean share of judged problems that it solves, in percent.
    pub mean: f64,
    /// The lower end of its 95 % interval, clustered by region.
    pub clustered_low: f64,
    /// The upper end.
    pub clustered_high: f64,
    /// The standard deviation over the seeds, in percentage points.
    pub deviation: f64,
    /// The lowest share of a seed, in percent.
    pub low: f64,
    /// The highest share of a seed, in percent.
    pub high: f64,
}

/// All methods with two seeds or more.
pub(super) fn seeds(solvers: &[String], specs: &[String], judged: &[&Case]) -> Vec<SeedSpread> {
    if judged.is_empty() {
        return Vec::new();
    }
    let methods = methods(specs);
    let of_method = |&first: &usize| {
        let seeds: Vec<usize> =
            (0..specs.len()).filter(|&index| methods[index] == methods[first]).collect();
        let shares: Vec<f64> = seeds
            .iter()
            .map(|&seed| judged.iter().filter(|case| case.correct(seed)).count())
            .map(|correct| 100.0 * correct as f64 / judged.len() as f64)
            .collect();
        if shares.len() < 2 {
            return None;
        }
        let mean = shares.iter().sum::<f64>() / shares.len() as f64;
        let squares: f64 = shares.iter().map(|share| (share - mean).powi(2)).sum();
        let outcomes = seeds.iter().flat_map(|&seed| {
            judged.iter().map(move |case| (case.features.region, case.correct(seed)))
        });
        let all = Share::clustered(outcomes);
        Some(SeedSpread {
            method: methods[first].0.clone(),
            seeds: seeds.len(),
            solvers: seeds.iter().map(|&seed| solvers[seed].clone()).collect(),
            mean,
            clustered_low: all.low,
            clustered_high: all.high,
            deviation: (squares / (shares.len() - 1) as f64).sqrt(),
            low: shares.iter().copied().fold(f64::INFINITY, f64::min),
            high: shares.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        })
    };
    first_seeds(specs).iter().filter_map(of_method).collect()
}

/// The index of the first solver of each method.
pub(super) fn first_seeds(specs: &[String]) -> Vec<usize> {
    let methods = methods(specs);
    (0..specs.len()).filter(|&index| !methods[..index].contains(&methods[index])).collect()
}

/// Of each spec, that without its seed, and how often the spec itself occurs before: joined studies
/// may have the same method with the same seed, which is then two methods.
fn methods(specs: &[String]) -> Vec<(String, usize)> {
    let method = |index: usize| {
        let before = specs[..index].iter().filter(|&spec| *spec == specs[index]).count();
        (without_seed(&specs[index]), before)
    };
    (0..specs.len()).map(method).collect()
}

/// A solver's text without its option `seed=N`.
fn without_seed(spec: &str) -> String {
    let Some((name, options)) = spec.split_once(':').filter(|_| !names_program(spec)) else {
        return spec.to_owned();
    };
    let kept: Vec<_> = options.split(',').filter(|option| !option.starts_with("seed=")).collect();
    if kept.is_empty() { name.to_owned() } else { format!("{name}:{}", kept.join(",")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solvers_that_differ_in_their_seed_are_one_method() {
        let solvers = ["mcts:seed=3", "dfpn", "mcts:seed=4", "mcts:plies=4,seed=3", "mcts"];
        let solvers = solvers.map(str::to_owned);
        assert_eq!(first_seeds(&solvers), [0, 1, 3]);
        // The same seeds of a joined study are another method.
        let joined = ["mcts:seed=3", "mcts:seed=4", "mcts:seed=3", "mcts:seed=4", "dfpn", "dfpn"];
        assert_eq!(first_seeds(&joined.map(str::to_owned)), [0, 2, 4, 5]);
        assert_eq!(without_seed("engine:./x --seed=3,seed=4"), "engine:./x --seed=3,seed=4");
    }
}
