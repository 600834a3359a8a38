//! Sum and spread of what runs took: of seconds as real numbers, of nodes as whole ones.

use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// What runs take. A count stays whole, however large its sum is.
pub trait Quantity: Copy + Default {
    /// Which of two is less.
    fn order(&self, other: &Self) -> Ordering;
    /// The sum of all.
    fn sum(all: &[Self]) -> Self;
    /// The nearest real number, for means and drawings.
    fn real(self) -> f64;
}

impl Quantity for f64 {
    fn order(&self, other: &Self) -> Ordering {
        self.total_cmp(other)
    }

    fn sum(all: &[Self]) -> Self {
        all.iter().sum()
    }

    fn real(self) -> f64 {
        self
    }
}

impl Quantity for u64 {
    fn order(&self, other: &Self) -> Ordering {
        self.cmp(other)
    }

    fn sum(all: &[Self]) -> Self {
        all.iter().fold(0, |sum: Self, one| sum.saturating_add(*one))
    }

    fn real(self) -> f64 {
        self as f64
    }
}

/// Sum and spread of one quantity over the problems.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Effort<T> {
    /// The sum.
    pub total: T,
    /// The mean.
    pub mean: f64,
    /// The median.
    pub median: T,
    /// 95 % of the problems took at most this.
    pub p95: T,
    /// The maximum.
    pub max: T,
}

/// How far runs went beyond their limit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Overrun<T> {
    /// Runs that reached the limit.
    pub runs: usize,
    /// The median.
    pub median: T,
    /// 95 % of them went at most this far.
    pub p95: T,
    /// The maximum.
    pub max: T,
}

impl<T: Quantity> Effort<T> {
    pub(super) fn of(mut values: Vec<T>) -> Self {
        values.sort_by(T::order);
        let Some(&max) = values.last() else { return Self::default() };
        let total = T::sum(&values);
        Self {
            total,
            mean: total.real() / values.len() as f64,
            median: quantile(&values, 0.5),
            p95: quantile(&values, 0.95),
            max,
        }
    }

    /// The effort of those values, if there are any.
    pub(super) fn of_any(values: Vec<T>) -> Option<Self> {
        (!values.is_empty()).then(|| Self::of(values))
    }
}

impl<T: Quantity> Overrun<T> {
    pub(super) fn of(values: Vec<T>) -> Option<Self> {
        let runs = values.len();
        let Effort { median, p95, max, .. } = Effort::of_any(values)?;
        Some(Self { runs, median, p95, max })
    }

    /// The same in real numbers, to show it.
    pub fn real(self) -> Overrun<f64> {
        let Self { runs, median, p95, max } = self;
        Overrun { runs, median: median.real(), p95: p95.real(), max: max.real() }
    }
}

/// The smallest of the sorted values that at least a share `q` of them do not exceed. There must be
/// values.
pub(super) fn quantile<T: Copy>(sorted: &[T], q: f64) -> T {
    let rank = (q * sorted.len() as f64).ceil() as usize;
    sorted[rank.clamp(1, sorted.len()) - 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_values_that_occur() {
        let values: Vec<f64> = (1..=20).map(f64::from).collect();
        assert_eq!(quantile(&values, 0.5), 10.0);
        assert_eq!(quantile(&values, 0.95), 19.0);
        assert_eq!(quantile(&[7.0], 0.95), 7.0);
    }

    #[test]
    fn sums_of_nodes_are_exact_and_whole() {
        let large = 1 << 53;
        let effort = Effort::of(vec![1, large, 2]);
        assert_eq!((effort.total, effort.median, effort.max), (large + 3, 2, large));
        let text = serde_json::to_string(&effort).unwrap();
        assert!(text.starts_with("{\"total\":9007199254740995,\"mean\":"), "{text}");
        assert_eq!(serde_json::from_str::<Effort<u64>>(&text).unwrap(), effort);
        assert_eq!(Effort::of(vec![u64::MAX, 1]).total, u64::MAX);
    }
}
