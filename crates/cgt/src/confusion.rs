//! The confusion interval: the numbers with which a game is confused (*Winning Ways*, chapter 6).

use super::arena::Arena;
use super::dyadic::Dyadic;
use super::game::Game;
use std::fmt;

/// The numbers with which a game is confused: all between two ends, each of which belongs to them or
/// not.
///
/// Every number below it is below the game, and every number above it is above the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[non_exhaustive]
pub struct ConfusionInterval {
    /// The lower end, the right stop.
    pub low: Dyadic,
    /// Whether the lower end is confused with the game.
    pub low_belongs: bool,
    /// The upper end, the left stop.
    pub high: Dyadic,
    /// Whether the upper end is confused with the game.
    pub high_belongs: bool,
}

impl ConfusionInterval {
    /// Returns whether a number is confused with the game.
    pub fn contains(&self, x: Dyadic) -> bool {
        (self.low < x || (self.low_belongs && self.low == x))
            && (x < self.high || (self.high_belongs && self.high == x))
    }
}

/// With brackets at ends that belong to the interval: `(1, 3]`.
impl fmt::Display for ConfusionInterval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (open, close) =
            (if self.low_belongs { '[' } else { '(' }, if self.high_belongs { ']' } else { ')' });
        write!(f, "{open}{}, {}{close}", self.low, self.high)
    }
}

impl Arena {
    /// Returns the numbers with which the game is confused, or `None` if it is comparable with all.
    ///
    /// ```
    /// # use amazons_cgt::Arena;
    /// # let mut games = Arena::new(1 << 20);
    /// let [hot, up] = ["{3|{1|0}}", "^"].map(|text| games.parse(text).unwrap());
    /// assert_eq!(games.confusion_interval(hot).unwrap().to_string(), "(1, 3]");
    /// assert_eq!(games.confusion_interval(up), None);
    /// ```
    pub fn confusion_interval(&self, game: Game) -> Option<ConfusionInterval> {
        let walls = self.walls(game);
        let interval = ConfusionInterval {
            low: walls.right_stop,
            low_belongs: !walls.at_least(walls.right_stop),
            high: walls.left_stop,
            high_belongs: !walls.at_most(walls.left_stop),
        };
        let is_empty =
            interval.low == interval.high && !(interval.low_belongs && interval.high_belongs);
        (!is_empty).then_some(interval)
    }
}
