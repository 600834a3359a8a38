//! Methods that ran with several seeds: one method, whose first seed stands for it in paired tests.

use super::case::Case;
use serde::{Deserialize, Serialize};

/// How far the results of one method vary with its seed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeedSpread {
    /// The method's spec without its seed.
    pub method: String,
    /// How many seeds it ran with.
    pub seeds: usize,
    /// The mean share of judged problems that it solves, in percent.
    pub mean: f64,
    /// The standard deviation over the seeds, in percentage points.
    pub deviation: f64,
    /// The lowest share of a seed, in percent.
    pub low: f64,
    /// The highest share of a seed, in percent.
    pub high: f64,
}

/// All methods with two seeds or more.
pub(super) fn seeds(specs: &[String], judged: &[&Case]) -> Vec<SeedSpread> {
    let share = |index: usize| {
        let correct = judged.iter().filter(|case| case.correct(index)).count();
        100.0 * correct as f64 / judged.len() as f64
    };
    let of_method = |&first: &usize| {
        let method = without_seed(&specs[first]);
        let all = (0..specs.len()).filter(|&index| without_seed(&specs[index]) == method);
        let shares: Vec<f64> = all.map(share).collect();
        if shares.len() < 2 {
            return None;
        }
        let seeds = shares.len();
        let mean = shares.iter().sum::<f64>() / seeds as f64;
        let squares: f64 = shares.iter().map(|share| (share - mean).powi(2)).sum();
        Some(SeedSpread {
            method,
            seeds,
            mean,
            deviation: (squares / (seeds - 1) as f64).sqrt(),
            low: shares.iter().copied().fold(f64::INFINITY, f64::min),
            high: shares.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        })
    };
    if judged.is_empty() {
        return Vec::new();
    }
    first_seeds(specs).iter().filter_map(of_method).collect()
}

/// The index of the first solver of each method.
pub(super) fn first_seeds(solvers: &[String]) -> Vec<usize> {
    let method: Vec<String> = solvers.iter().map(|spec| without_seed(spec)).collect();
    (0..solvers.len()).filter(|&index| !method[..index].contains(&method[index])).collect()
}

/// A solver's text without its option `seed=N`.
fn without_seed(spec: &str) -> String {
    let Some((name, options)) = spec.split_once(':').filter(|(name, _)| *name != "engine") else {
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
        assert_eq!(without_seed("engine:./x --seed=3,seed=4"), "engine:./x --seed=3,seed=4");
    }
}
