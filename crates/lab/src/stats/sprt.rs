//! When a match between two players has shown enough.

/// A sequential probability ratio test (A. Wald, *Sequential Tests of Statistical Hypotheses*,
/// 1945) of "A is `elo1` Elo stronger than B" against "`elo0` Elo", over pairs of games.
///
/// The two games of an opening, played with colours swapped, are not independent trials: an opening
/// that is lost for White gives each player one win. So the trial is the pair, of which A wins
/// none, one or both games. With f the shares of these three among n pairs, the generalised
/// log-likelihood ratio is n Σ fᵢ ln(p¹ᵢ / p⁰ᵢ), where p⁰ and p¹ are the most likely distributions
/// whose mean score is 1 / (1 + 10^(−Elo/400)) for the two differences (M. Van den Bergh, *Comments
/// on normalized Elo* and *The generalized sequential probability ratio test*; this is the test of
/// the engines' frameworks, where draws make five outcomes of the three here).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference that is not enough.
    pub elo0: f64,
    /// The difference sought.
    pub elo1: f64,
    /// The probability of accepting `elo1` when `elo0` is true.
    pub alpha: f64,
    /// The probability of accepting `elo0` when `elo1` is true.
    pub beta: f64,
}

/// The state of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtVerdict {
    /// More games are needed.
    Open,
    /// `elo0` is accepted.
    Elo0,
    /// `elo1` is accepted.
    Elo1,
}

/// The numbers of pairs of games of which A won none, one and both.
pub type PairCounts = [u64; 3];

/// The score of a pair, 0 to 1, by the number of its games that A won.
const SCORES: [f64; 3] = [0.0, 0.5, 1.0];

/// The count given to an outcome that was never seen, so that it is not held impossible.
const UNSEEN: f64 = 1e-3;

impl Sprt {
    /// The largest difference in Elo, either way, that can be tested: 315 of 316 games. Far beyond
    /// it, shares are 0 or 1, for which there is no ratio.
    pub const MOST_ELO: f64 = 1000.0;

    /// Returns the log-likelihood ratio after these pairs.
    pub fn llr(&self, pairs: PairCounts) -> f64 {
        if pairs.iter().sum::<u64>() == 0 {
            return 0.0;
        }
        let counts = pairs.map(|count| if count == 0 { UNSEEN } else { count as f64 });
        let all: f64 = counts.iter().sum();
        let share = counts.map(|count| count / all);
        let mean = |elo: f64| 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
        let [p0, p1] = [self.elo0, self.elo1].map(|elo| most_likely(share, mean(elo)));
        (0..3).map(|i| counts[i] * (p1[i] / p0[i]).ln()).sum()
    }

    /// Returns the ratios at which the test ends: it accepts `elo0` below the first, `elo1` above
    /// the second.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// Returns the verdict after these pairs.
    pub fn verdict(&self, pairs: PairCounts) -> SprtVerdict {
        let (llr, (low, high)) = (self.llr(pairs), self.bounds());
        if llr <= low {
            SprtVerdict::Elo0
        } else if llr >= high {
            SprtVerdict::Elo1
        } else {
            SprtVerdict::Open
        }
    }
}

/// The distribution with mean `mean` under which `share` is most likely: pᵢ = fᵢ / (1 + θ (aᵢ −
/// mean)), with the θ at which the means agree.
fn most_likely(share: [f64; 3], mean: f64) -> [f64; 3] {
    let at = |theta: f64| [0, 1, 2].map(|i| share[i] / (1.0 + theta * (SCORES[i] - mean)));
    // Between these bounds all pᵢ are positive, and Σ pᵢ (aᵢ − mean) falls as θ grows.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        let p = at(middle);
        let excess: f64 = (0..3).map(|i| p[i] * (SCORES[i] - mean)).sum();
        if excess > 0.0 { low = middle } else { high = middle }
    }
    at(f64::midpoint(low, high))
}

#[cfg(test)]
mod tests {
    use super::*;
    use amazons::util::SeededRng;

    const TEST: Sprt = Sprt { elo0: 0.0, elo1: 100.0, alpha: 0.05, beta: 0.05 };

    #[test]
    fn a_ratio_is_a_number_up_to_the_largest_difference() {
        let most = Sprt::MOST_ELO;
        for (elo0, elo1) in [(0.0, most), (-most, 0.0), (-most, most), (most - 1.0, most)] {
            let test = Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 };
            for pairs in [[1_000_000, 0, 0], [0, 0, 1_000_000], [1, 1, 1], [0, 1, 0]] {
                assert!(test.llr(pairs).is_finite(), "{elo0} {elo1} {pairs:?}");
            }
        }
    }

    #[test]
    fn a_test_ends_when_enough_is_known() {
        assert_eq!(TEST.verdict([0, 0, 0]), SprtVerdict::Open);
        assert_eq!(TEST.verdict([2, 2, 2]), SprtVerdict::Open);
        assert_eq!(TEST.verdict([2, 8, 20]), SprtVerdict::Elo1);
        assert_eq!(TEST.verdict([20, 8, 2]), SprtVerdict::Elo0);
        let (low, high) = TEST.bounds();
        assert!((high - 2.944).abs() < 1e-3 && (low + 2.944).abs() < 1e-3);
    }

    #[test]
    fn distributions_have_the_mean_that_they_should_have() {
        for share in [[0.2, 0.5, 0.3], [0.001, 0.009, 0.99], [0.6, 0.001, 0.399]] {
            for mean in [0.1, 0.5, 0.64, 0.9] {
                let p = most_likely(share, mean);
                let (sum, found): (f64, f64) = (p.iter().sum(), p[1] / 2.0 + p[2]);
                assert!((sum - 1.0).abs() < 1e-9 && (found - mean).abs() < 1e-9, "{p:?}");
            }
        }
    }

    #[test]
    fn openings_that_decide_games_tell_sooner() {
        // The same share of wins: where the colour decides most games, chance decides fewer pairs.
        let balanced = TEST.llr([10, 20, 18]);
        let decided = TEST.llr([2, 36, 10]);
        assert!(decided > balanced && balanced > 0.0, "{decided} {balanced}");
    }

    #[test]
    fn wrong_verdicts_are_about_as_rare_as_they_may_be() {
        let mut dice = SeededRng::new(27);
        let mut wrong = 0;
        for _ in 0..400 {
            let mut pairs = [0; 3];
            let verdict = loop {
                // Equal players; White wins half of all openings, whoever plays it.
                pairs[[0, 1, 1, 1, 1, 1, 1, 2][dice.below(8)]] += 1;
                let verdict = TEST.verdict(pairs);
                if verdict != SprtVerdict::Open {
                    break verdict;
                }
            };
            wrong += usize::from(verdict == SprtVerdict::Elo1);
        }
        assert!(wrong < 32, "{wrong} of 400");
    }
}
