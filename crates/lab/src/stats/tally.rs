//! Counts of the results of many games.

use amazons::board::Color;
use serde::Serialize;

/// Wins of the two players A and B of a match, by colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Games that A won with White.
    pub a_as_white: u64,
    /// Games that A won with Black.
    pub a_as_black: u64,
    /// Games that B won with White.
    pub b_as_white: u64,
    /// Games that B won with Black.
    pub b_as_black: u64,
}

impl Tally {
    /// Counts one game.
    pub fn count(&mut self, a: Color, winner: Color) {
        *match (winner == a, winner) {
            (true, Color::White) => &mut self.a_as_white,
            (true, Color::Black) => &mut self.a_as_black,
            (false, Color::White) => &mut self.b_as_white,
            (false, Color::Black) => &mut self.b_as_black,
        } += 1;
    }

    /// Returns the number of games that A won.
    pub fn a_wins(&self) -> u64 {
        self.a_as_white + self.a_as_black
    }

    /// Returns the number of games that White won.
    pub fn white_wins(&self) -> u64 {
        self.a_as_white + self.b_as_white
    }

    /// Returns the number of games counted.
    pub fn games(&self) -> u64 {
        self.a_wins() + self.b_as_white + self.b_as_black
    }
}

/// Returns a warning if only `different` of the games differ: intervals assume that games are
/// independent of each other.
pub fn repeats_warning(games: u64, different: u64) -> Option<String> {
    (different < games).then(|| {
        format!(
            "Only {different} of these {games} games differ, the others repeat one of them move \
             for move: intervals and ratings are less certain than they look."
        )
    })
}

/// Returns the 95 % confidence interval of a share by Wilson's score method (E. B. Wilson,
/// "Probable Inference, the Law of Succession, and Statistical Inference", 1927); 0 to 1 without
/// games.
pub fn wilson(wins: u64, games: u64) -> (f64, f64) {
    if games == 0 {
        return (0.0, 1.0);
    }
    score_interval(wins as f64 / games as f64, games as f64, Z)
}

/// Returns the ends of an interval of shares, in percent.
pub(crate) fn percent_interval((low, high): (f64, f64)) -> String {
    format!("{:.1} – {:.1}", 100.0 * low, 100.0 * high)
}

/// The two-sided 95 % quantile of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// Wilson's interval of a share of `n` trials, which need not be a whole number, for the quantile
/// `z` of the estimate's distribution.
pub(super) fn score_interval(share: f64, n: f64, z: f64) -> (f64, f64) {
    let centre = share + z * z / (2.0 * n);
    let spread = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z * z / n;
    // Exact at the ends, where rounding would be off by a hair.
    let low = if share == 0.0 { 0.0 } else { ((centre - spread) / scale).max(0.0) };
    let high = if share == 1.0 { 1.0 } else { ((centre + spread) / scale).min(1.0) };
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wins_are_counted_by_colour() {
        let mut tally = Tally::default();
        tally.count(Color::White, Color::White);
        tally.count(Color::Black, Color::White);
        tally.count(Color::Black, Color::Black);
        assert_eq!((tally.games(), tally.a_wins(), tally.white_wins()), (3, 2, 2));
        assert_eq!((tally.b_as_white, tally.b_as_black), (1, 0));
    }

    #[test]
    fn intervals_match_published_values() {
        let (low, high) = wilson(90, 100);
        assert!((low - 0.8256).abs() < 1e-4 && (high - 0.9448).abs() < 1e-4, "{low} {high}");
        assert_eq!(wilson(0, 0), (0.0, 1.0));
        assert!(wilson(0, 10).0 < 1e-12 && wilson(10, 10).1 > 1.0 - 1e-12);
    }
}
