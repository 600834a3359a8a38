//! What is proved of a position's mean, temperature and stops.

use amazons_cgt::{Dyadic, Outcome, Thermograph};

/// Intervals that hold a position's mean, temperature and stops. White is Left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Narrowed {
    /// Who wins, if that is known.
    pub outcome: Option<Outcome>,
    /// The mean.
    pub mean: [Dyadic; 2],
    /// The temperature; from −1 where it may be that of a number.
    pub temperature: [Dyadic; 2],
    /// The left stop.
    pub left_stop: [Dyadic; 2],
    /// The right stop.
    pub right_stop: [Dyadic; 2],
}

fn sum(numbers: impl Iterator<Item = Dyadic>) -> Dyadic {
    numbers.fold(Dyadic::ZERO, |sum, x| sum + x)
}

impl Narrowed {
    /// What a thermograph and the outcome say.
    pub fn of(thermograph: &Thermograph, outcome: Outcome) -> Self {
        Self {
            outcome: Some(outcome),
            mean: [thermograph.mean(); 2],
            temperature: [thermograph.temperature(); 2],
            left_stop: [thermograph.left_stop(); 2],
            right_stop: [thermograph.right_stop(); 2],
        }
    }

    /// What follows for a sum.
    ///
    /// Means add. The temperature of a sum is at most the highest of its parts, and that one if no
    /// other part is as hot. If Left starts in one part and always answers in the same part as Right,
    /// Left gets that part's left stop and the right stops of the others. No stop is further from the
    /// mean than the temperature.
    pub fn of_sum(parts: &[Self]) -> Self {
        let mean = [0, 1].map(|end| sum(parts.iter().map(|part| part.mean[end])));
        let lefts = sum(parts.iter().map(|part| part.left_stop[1]));
        let rights = sum(parts.iter().map(|part| part.right_stop[0]));
        let first = |part: &Self| part.left_stop[0] - part.right_stop[0];
        let last = |part: &Self| part.left_stop[1] - part.right_stop[1];
        let gain = parts.iter().map(first).max().unwrap_or_default();
        let loss = parts.iter().map(last).max().unwrap_or_default();
        let hottest = parts.iter().map(|part| part.temperature[1]).max().unwrap_or(-Dyadic::ONE);
        let reach = hottest.max(Dyadic::ZERO);
        let alone = |i: &usize| {
            let others = || parts.iter().enumerate().filter(|(j, _)| j != i);
            let [low, _] = parts[*i].temperature;
            low >= Dyadic::ZERO && others().all(|(_, part)| part.temperature[1] < low)
        };
        let coldest = match parts {
            [only] => only.temperature[0],
            _ => (0..parts.len()).find(alone).map_or(-Dyadic::ONE, |i| parts[i].temperature[0]),
        };
        let left_stop = [mean[0].max(rights + gain), lefts.min(mean[1] + reach)];
        let right_stop = [rights.max(mean[0] - reach), mean[1].min(lefts - loss)];
        let outcome = match parts {
            [only] => only.outcome,
            _ if right_stop[0] > Dyadic::ZERO => Some(Outcome::Left),
            _ if left_stop[1] < Dyadic::ZERO => Some(Outcome::Right),
            _ => None,
        };
        Self { outcome, mean, temperature: [coldest, hottest], left_stop, right_stop }
    }

    /// What both together prove.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let both = |a: [Dyadic; 2], b: [Dyadic; 2]| [a[0].max(b[0]), a[1].min(b[1])];
        Self {
            outcome: self.outcome.or(other.outcome),
            mean: both(self.mean, other.mean),
            temperature: both(self.temperature, other.temperature),
            left_stop: both(self.left_stop, other.left_stop),
            right_stop: both(self.right_stop, other.right_stop),
        }
    }

    /// Returns whether mean, temperature and stops are known.
    pub fn is_exact(&self) -> bool {
        [self.mean, self.temperature, self.left_stop, self.right_stop].iter().all(|[a, b]| a == b)
    }
}
