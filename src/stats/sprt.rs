//! When a match of two has told enough.

/// A sequential probability ratio test (A. Wald, *Sequential Tests of Statistical Hypotheses*,
/// 1945) of "A is `elo1` Elo stronger than B" against "`elo0` Elo", for games without draws.
///
/// After w wins and l losses of A the log-likelihood ratio is w ln(p₁/p₀) + l ln((1−p₁)/(1−p₀)),
/// where p = 1 / (1 + 10^(−Elo/400)). The two games of a colour-swapped pair count as independent,
/// which errs on the side of a longer match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference that is not enough.
    pub elo0: f64,
    /// The difference looked for.
    pub elo1: f64,
    /// The probability of accepting `elo1` where `elo0` is true.
    pub alpha: f64,
    /// The probability of accepting `elo0` where `elo1` is true.
    pub beta: f64,
}

/// How a test stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtVerdict {
    /// More games are needed.
    Open,
    /// `elo0` is accepted.
    Elo0,
    /// `elo1` is accepted.
    Elo1,
}

impl Sprt {
    /// The log-likelihood ratio after these games.
    pub fn llr(&self, wins: u64, losses: u64) -> f64 {
        let share = |elo: f64| 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
        let (p0, p1) = (share(self.elo0), share(self.elo1));
        wins as f64 * (p1 / p0).ln() + losses as f64 * ((1.0 - p1) / (1.0 - p0)).ln()
    }

    /// The ratios at which the test ends: `elo0` below the first, `elo1` above the second.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// How the test stands after these games.
    pub fn verdict(&self, wins: u64, losses: u64) -> SprtVerdict {
        let (llr, (low, high)) = (self.llr(wins, losses), self.bounds());
        if llr <= low {
            SprtVerdict::Elo0
        } else if llr >= high {
            SprtVerdict::Elo1
        } else {
            SprtVerdict::Open
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_ends_when_enough_is_known() {
        let sprt = Sprt { elo0: 0.0, elo1: 100.0, alpha: 0.05, beta: 0.05 };
        assert_eq!(sprt.verdict(5, 5), SprtVerdict::Open);
        assert_eq!(sprt.verdict(30, 10), SprtVerdict::Elo1);
        assert_eq!(sprt.verdict(10, 30), SprtVerdict::Elo0);
        let (low, high) = sprt.bounds();
        assert!((high - 2.944).abs() < 1e-3 && (low + 2.944).abs() < 1e-3);
        // A win and a loss at even odds: p₁ (1 − p₁) is below 1/4.
        assert!(sprt.llr(1, 1) < 0.0);
    }
}
