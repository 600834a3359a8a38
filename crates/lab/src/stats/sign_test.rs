//! The sign test: which of two is better more often?

/// Returns the exact two-sided p-value of `one` and `other` successes under the hypothesis that
/// each of these independent trials is as likely to go either way; 1 without trials.
///
/// p = min(1, 2 P(X ≤ min(one, other))) with X binomial of one + other trials of probability ½
/// (J. Arbuthnott 1710; W. J. Conover, *Practical Nonparametric Statistics*, 3rd ed. 1999, section
/// 3.4). Ties do not count as trials.
pub fn sign_test(one: u64, other: u64) -> f64 {
    if one == other {
        return 1.0;
    }
    let tail: f64 = fair_trials(one + other).iter().take(one.min(other) as usize + 1).sum();
    (2.0 * tail).min(1.0)
}

/// The chances of 0, 1, 2, … successes in so many trials of probability ½.
///
/// Neighbours have the ratio C(n, k + 1) / C(n, k) = (n − k) / (k + 1); from the middle outwards, no
/// chance that matters is below the least number.
pub(super) fn fair_trials(trials: u64) -> Vec<f64> {
    let middle = (trials / 2) as usize;
    let mut chances = vec![1.0; trials as usize + 1];
    for k in middle..trials as usize {
        chances[k + 1] = chances[k] * (trials - k as u64) as f64 / (k + 1) as f64;
    }
    for k in (0..middle).rev() {
        chances[k] = chances[k + 1] * (k + 1) as f64 / (trials - k as u64) as f64;
    }
    let sum: f64 = chances.iter().sum();
    chances.iter_mut().for_each(|chance| *chance /= sum);
    chances
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn p_values_are_those_of_scipy() {
        // scipy.stats.binomtest(min(a, b), a + b).pvalue, SciPy 1.17.
        for (a, b, p) in [
            (0, 5, 0.0625),
            (9, 1, 0.021_484_375),
            (12, 12, 1.0),
            (17, 57, 3.397_166_816_991_518_3e-6),
            (30, 70, 7.850_139_645_593_67e-5),
            (193, 36, 3.761_145_537_296_982e-27),
        ] {
            let found = sign_test(a, b);
            assert!((found / p - 1.0).abs() < 1e-9, "{a} {b}: {found}");
        }
        assert_eq!((sign_test(0, 0), sign_test(0, 1)), (1.0, 1.0));
        assert_eq!(sign_test(1572, 4), 0.0, "below every number");
    }
}
