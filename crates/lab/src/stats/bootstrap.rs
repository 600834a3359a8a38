//! The bootstrap: an interval from resampling the data themselves.

use amazons::util::SeededRng;

/// The number of resamples (B. Efron and R. J. Tibshirani advise 1,000 or more for intervals).
const RESAMPLES: usize = 4000;

/// Returns the 95 % percentile interval of Σ sums / Σ counts over clusters drawn with replacement
/// (B. Efron, "Bootstrap methods: another look at the jackknife", Annals of Statistics 7, 1979; by
/// clusters: A. C. Davison and D. V. Hinkley, *Bootstrap Methods and their Application*, 1997,
/// section 3.8). Each cluster is its sum and its count; a resample whose count is 0 is left out.
///
/// `None` if fewer than two clusters have anything to count. The same seed gives the same interval.
pub fn bootstrap_ratio(clusters: &[(f64, f64)], seed: u64) -> Option<(f64, f64)> {
    if clusters.iter().filter(|(_, count)| *count > 0.0).count() < 2 {
        return None;
    }
    let mut dice = SeededRng::new(seed);
    let mut ratios = Vec::with_capacity(RESAMPLES);
    for _ in 0..RESAMPLES {
        let (mut sum, mut count) = (0.0, 0.0);
        for _ in 0..clusters.len() {
            let drawn = clusters[dice.below(clusters.len())];
            sum += drawn.0;
            count += drawn.1;
        }
        if count > 0.0 {
            ratios.push(sum / count);
        }
    }
    ratios.sort_by(f64::total_cmp);
    let last = ratios.len().checked_sub(1)?;
    let at = |share: f64| ratios[(share * last as f64).round() as usize];
    Some((at(0.025), at(0.975)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_of_a_mean_is_that_of_its_standard_error() {
        // 400 values 0 to 19: mean 9.5, standard error 5.77 / 20.
        let values: Vec<_> = (0..400).map(|i| (f64::from(i % 20), 1.0)).collect();
        let (low, high) = bootstrap_ratio(&values, 7).unwrap();
        let half = 1.96 * 33.25f64.sqrt() / 20.0;
        assert!((low - (9.5 - half)).abs() < 0.05 && (high - (9.5 + half)).abs() < 0.05);
        assert_eq!(bootstrap_ratio(&values, 7), Some((low, high)), "the same for the same seed");
        // Clusters of two equal values: as many independent values as clusters.
        let pairs: Vec<_> = values.iter().map(|(sum, _)| (2.0 * sum, 2.0)).collect();
        assert_eq!(bootstrap_ratio(&pairs, 7), Some((low, high)));
    }

    #[test]
    fn one_value_has_no_interval() {
        assert_eq!(bootstrap_ratio(&[(3.0, 1.0), (0.0, 0.0)], 1), None);
        assert_eq!(bootstrap_ratio(&[], 1), None);
        // Most resamples of rare values are empty; the others count.
        let value = |i: i32| if i < 2 { (f64::from(i + 1), 1.0) } else { (0.0, 0.0) };
        let rare: Vec<_> = (0..50).map(value).collect();
        assert_eq!(bootstrap_ratio(&rare, 1), Some((1.0, 2.0)));
    }
}
