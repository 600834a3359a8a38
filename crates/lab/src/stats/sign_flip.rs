//! A paired test for problems that come in groups: McNemar's test, by group.

use super::sign_test::fair_trials;
use std::collections::BTreeMap;

/// Returns the exact two-sided p-value of the hypothesis that two methods are exchangeable within
/// each group of problems, from the difference of their successes in each group.
///
/// Under the hypothesis the difference of a group would be as likely with the other sign: p is the
/// share of all choices of signs for which the sum is at least as far from 0 (R. A. Fisher's test
/// of paired differences, *The Design of Experiments*, 1935, section 21). With groups of one problem
/// it is McNemar's exact test. Problems of one group may depend on each other in any way.
pub fn sign_flip_test(differences: impl IntoIterator<Item = i64>) -> f64 {
    let (mut sum, mut groups) = (0i64, BTreeMap::<u64, u64>::new());
    for difference in differences.into_iter().filter(|difference| *difference != 0) {
        sum += difference;
        *groups.entry(difference.unsigned_abs()).or_default() += 1;
    }
    if sum == 0 {
        return 1.0;
    }
    // X = Σ m B_m is the sum of the groups that keep a positive sign, where B_m of the n_m groups
    // with |difference| = m do. The signed sum is 2 X − Σ m n_m.
    let mut likely = vec![1.0];
    for (&size, &count) in &groups {
        let positive = fair_trials(count);
        let size = size as usize;
        let mut next = vec![0.0; likely.len() + size * count as usize];
        for (x, before) in likely.iter().enumerate().filter(|(_, before)| **before > 0.0) {
            for (positive, p) in positive.iter().enumerate() {
                next[x + size * positive] += before * p;
            }
        }
        likely = next;
    }
    let most = (likely.len() - 1) as u64;
    let tail = (most - sum.unsigned_abs()) as usize / 2;
    (2.0 * likely[..=tail].iter().sum::<f64>()).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::mcnemar;

    fn repeated(parts: &[(i64, usize)]) -> f64 {
        sign_flip_test(parts.iter().flat_map(|&(value, times)| vec![value; times]))
    }

    #[test]
    fn groups_of_one_problem_give_mcnemars_test() {
        for (a, b) in [(17, 57), (0, 5), (9, 1), (4, 4), (300, 120)] {
            let p = repeated(&[(1, a), (-1, b), (0, 100)]);
            let expected = mcnemar(a as u64, b as u64);
            assert!((p - expected).abs() < 1e-12 + 1e-9 * expected, "{a} {b}: {p} {expected}");
        }
        assert_eq!(repeated(&[]), 1.0);
    }

    #[test]
    fn pairs_of_equal_results_count_once() {
        // Five groups with two successes each are five trials rather than ten.
        assert!((repeated(&[(2, 5)]) - 0.0625).abs() < 1e-12);
        // By hand: signs of 2, 1, 1 with |sum| ≥ 4, 2 and 0.
        assert!((repeated(&[(2, 1), (1, 2)]) - 0.25).abs() < 1e-12);
        assert!((repeated(&[(2, 1), (1, 1), (-1, 1)]) - 0.75).abs() < 1e-12);
        assert_eq!(repeated(&[(2, 1), (-1, 2)]), 1.0);
    }
}
