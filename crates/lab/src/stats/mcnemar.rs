//! McNemar's test of two methods on the same problems.

use super::sign_test::sign_test;

/// Returns the exact two-sided p-value of the hypothesis that two methods solve the same share of
/// problems, from the numbers of problems that only the first and only the second solves.
///
/// Problems that both or neither solve say nothing about the difference. Of the others each method
/// would have half (Q. McNemar, "Note on the sampling error of the difference between correlated
/// proportions or percentages", Psychometrika 12, 1947; exact rather than by χ²). Problems are
/// taken to be independent; [`sign_flip_test`](super::sign_flip_test) holds for groups of problems.
pub fn mcnemar(only_first: u64, only_second: u64) -> f64 {
    sign_test(only_first, only_second)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn p_values_are_those_of_published_examples() {
        // A. Agresti, Categorical Data Analysis, 2nd ed. 2002, table 10.1: ratings of a prime
        // minister in two surveys, 150 and 86 changed their minds; z² = 17.36, p = 3.1e-5.
        let p = mcnemar(150, 86);
        assert!((p - 3.716e-5).abs() < 1e-8, "{p}");
        // DFPN and WPNS in the paper of 2008.
        assert!((mcnemar(17, 57) - 3.397e-6).abs() < 1e-9);
    }
}
