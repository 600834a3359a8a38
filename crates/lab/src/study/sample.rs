//! Samples of a problem set that keep the proportions of its sizes.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::collections::BTreeMap;

/// Chooses `count` of the items with these sizes and returns their indices in increasing order.
///
/// Each size gets its share of the sample, rounded by the largest remainders, but at least one
/// item if the sample has room for all sizes. The same seed chooses the same items.
pub fn stratified_sample(sizes: &[usize], count: usize, seed: u64) -> Vec<usize> {
    let count = count.min(sizes.len());
    let mut strata: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (index, &size) in sizes.iter().enumerate() {
        strata.entry(size).or_default().push(index);
    }
    let counts: Vec<usize> = strata.values().map(Vec::len).collect();
    let shares = apportion(&counts, count);

    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut chosen = Vec::with_capacity(count);
    for (stratum, share) in strata.values_mut().zip(shares) {
        // The first `share` places of a Fisher–Yates shuffle.
        for place in 0..share {
            let left = (stratum.len() - place) as u64;
            // Unbiased up to one part in 2^32.
            let pick = place + (rng.next_u64() % left) as usize;
            stratum.swap(place, pick);
        }
        chosen.extend_from_slice(&stratum[..share]);
    }
    chosen.sort_unstable();
    chosen
}

/// Shares of `count` in proportion to `counts`, none larger than its count.
fn apportion(counts: &[usize], count: usize) -> Vec<usize> {
    let total: usize = counts.iter().sum();
    let count = count.min(total);
    let least = usize::from(count >= counts.len());
    let mut shares: Vec<usize> =
        counts.iter().map(|&n| (n * count / total.max(1)).max(least)).collect();
    // Hand out what is missing, or take back what the minimum gave in excess, one at a time to the
    // stratum farthest from its exact share: its deviation is share·total − n·count.
    let deviation =
        |shares: &[usize], i: usize| (shares[i] * total) as i128 - (counts[i] * count) as i128;
    loop {
        let given: usize = shares.iter().sum();
        let next = match given.cmp(&count) {
            std::cmp::Ordering::Equal => return shares,
            std::cmp::Ordering::Less => (0..counts.len())
                .filter(|&i| shares[i] < counts[i])
                .min_by_key(|&i| deviation(&shares, i))
                .map(|i| (i, shares[i] + 1)),
            std::cmp::Ordering::Greater => (0..counts.len())
                .filter(|&i| shares[i] > least)
                .max_by_key(|&i| deviation(&shares, i))
                .map(|i| (i, shares[i] - 1)),
        };
        let Some((stratum, share)) = next else { return shares };
        shares[stratum] = share;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn shares_follow_the_counts() {
        assert_eq!(apportion(&[50, 30, 20], 10), [5, 3, 2]);
        assert_eq!(apportion(&[100, 1, 1], 10), [8, 1, 1]);
        assert_eq!(apportion(&[3, 3, 3], 2), [1, 1, 0]);
        assert_eq!(apportion(&[2, 2], 9), [2, 2]);
        assert_eq!(apportion(&[], 5), [0usize; 0]);
    }

    proptest! {
        #[test]
        fn samples_are_distinct_complete_and_repeatable(
            sizes in proptest::collection::vec(1usize..8, 0..60),
            count in 0usize..70,
            seed: u64,
        ) {
            let sample = stratified_sample(&sizes, count, seed);
            prop_assert_eq!(sample.len(), count.min(sizes.len()));
            prop_assert_eq!(stratified_sample(&sizes, usize::MAX, seed).len(), sizes.len());
            prop_assert!(sample.windows(2).all(|pair| pair[0] < pair[1]));
            prop_assert_eq!(stratified_sample(&sizes, count, seed), sample);
        }
    }
}
