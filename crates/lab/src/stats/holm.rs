//! Holm's correction of p-values for the number of tests.

/// Returns the adjusted p-values, in the same order: those at most α may be called significant
/// together, with a chance of at most α that any of them is a mistake, whatever their dependence.
///
/// The i-th smallest of n becomes the largest of (n + 1 − j) p_(j) over j ≤ i, at most 1 (S. Holm,
/// "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6,
/// 1979).
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&a, &b| p[a].total_cmp(&p[b]));
    let (mut adjusted, mut largest) = (vec![0.0; p.len()], 0.0);
    for (place, index) in order.into_iter().enumerate() {
        largest = f64::max(largest, (p.len() - place) as f64 * p[index]).min(1.0);
        adjusted[index] = largest;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adjusted_values_are_those_of_statsmodels() {
        // statsmodels.stats.multitest.multipletests(p, method="holm").
        let adjusted = holm(&[0.01, 0.04, 0.03, 0.005, 0.2]);
        for (found, expected) in adjusted.iter().zip([0.04, 0.09, 0.09, 0.025, 0.2]) {
            assert!((found - expected).abs() < 1e-12, "{adjusted:?}");
        }
        assert_eq!(holm(&[0.5, 0.6, 1.0]), [1.0; 3]);
        assert_eq!(holm(&[]), [0.0; 0]);
    }
}
