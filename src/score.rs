//! The score of a position played out alone, and its rank for one player.

use crate::ParseError;
use crate::board::Color;
use crate::util::short_text::ShortText;
use std::fmt;
use std::str::FromStr;

/// The result of a position played out: who wins, and by how many further moves.
///
/// Text: `W+3`, `B+0`. A win by 0 is a win: the opponent ran out first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Score {
    /// The player who does not run out first.
    pub winner: Color,
    /// How many more moves the winner can make alone.
    pub by: u32,
}

/// A score as an integer, seen from one player: a win by k is k, a loss by k is −k−1.
///
/// Ranks are consecutive integers, and a higher one is better for the player. The error of a move
/// is the difference of two ranks.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(transparent)]
pub struct Rank(i32);

impl Rank {
    /// A win by 0, the lowest rank that wins.
    pub const WIN: Self = Self(0);
    /// Below every rank that a position can have.
    pub const LOWEST: Self = Self(i32::MIN);
    /// Above every rank that a position can have.
    pub const HIGHEST: Self = Self(i32::MAX);

    /// Returns the rank with this number: k for a win by k, −k−1 for a loss by k.
    pub const fn new(number: i32) -> Self {
        Self(number)
    }

    /// Returns the rank as a number.
    pub const fn get(self) -> i32 {
        self.0
    }

    /// Returns whether the player wins.
    pub const fn wins(self) -> bool {
        self.0 >= 0
    }

    /// Returns the opponent's rank of the same score.
    #[must_use]
    pub const fn for_opponent(self) -> Self {
        Self(-1 - self.0)
    }

    /// Returns x, the player's moves minus the opponent's: one more than the rank.
    pub const fn x(self) -> i32 {
        self.0.saturating_add(1)
    }

    /// Returns the rank for x, the player's moves minus the opponent's.
    pub const fn of_x(x: i32) -> Self {
        Self(x.saturating_sub(1))
    }

    /// Returns the rank that is better by one.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }

    /// Returns the rank that is worse by one.
    #[must_use]
    pub const fn previous(self) -> Self {
        Self(self.0.saturating_sub(1))
    }

    /// Returns by how many ranks this one is better than `other`: the error of a move of rank
    /// `other` if this is the best one's.
    pub const fn above(self, other: Self) -> i32 {
        self.0.saturating_sub(other.0)
    }
}

/// The rank as a number.
impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Score {
    /// Returns the score whose rank for `player` is `rank`.
    pub fn from_rank(rank: Rank, player: Color) -> Self {
        if rank.wins() {
            Self { winner: player, by: rank.0 as u32 }
        } else {
            Self { winner: player.other(), by: (-1 - rank.0) as u32 }
        }
    }

    /// Returns the rank of the score for `player`.
    pub fn rank(self, player: Color) -> Rank {
        let rank = Rank(self.by as i32);
        if self.winner == player { rank } else { rank.for_opponent() }
    }
}

impl Score {
    fn text(self) -> ShortText {
        let winner = match self.winner {
            Color::White => b'W',
            Color::Black => b'B',
        };
        ShortText::default().with(winner).with(b'+').with_number(self.by.into())
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text().as_str())
    }
}

/// The proved interval of a [`Rank`], which lies from `low` to `high`, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Interval {
    /// The rank is at least this.
    #[serde(rename = "at_least")]
    pub low: Rank,
    /// The rank is at most this.
    #[serde(rename = "at_most")]
    pub high: Rank,
}

impl Interval {
    /// The interval that holds every rank: nothing is known.
    pub const OPEN: Self = Self { low: Rank::LOWEST, high: Rank::HIGHEST };

    /// Returns the interval that holds only `rank`.
    pub const fn exactly(rank: Rank) -> Self {
        Self { low: rank, high: rank }
    }

    /// Returns an interval that contains the rank of every position with `empties` empty squares:
    /// neither player can make more moves than that.
    pub const fn of_size(empties: usize) -> Self {
        let high = Rank::new(empties as i32);
        Self { low: high.for_opponent(), high }
    }

    /// Returns the rank if it is known exactly.
    pub fn exact(self) -> Option<Rank> {
        (self.low == self.high).then_some(self.low)
    }

    /// Returns the intersection of two intervals, or `None` if they contradict each other.
    #[must_use]
    pub fn and(self, other: Self) -> Option<Self> {
        let both = Self { low: self.low.max(other.low), high: self.high.min(other.high) };
        (both.low <= both.high).then_some(both)
    }

    /// Returns the interval of the same result in the opponent's ranks.
    #[must_use]
    pub const fn for_opponent(self) -> Self {
        Self { low: self.high.for_opponent(), high: self.low.for_opponent() }
    }

    /// Returns the worst and the best score for White among those that this interval of `player`'s
    /// ranks allows.
    pub fn scores(self, player: Color) -> (Score, Score) {
        let (low, high) = (Score::from_rank(self.low, player), Score::from_rank(self.high, player));
        match player {
            Color::White => (low, high),
            Color::Black => (high, low),
        }
    }

    /// Returns whether the rank is ≥ `target`, if the interval decides it.
    pub fn reaches(self, target: Rank) -> Option<bool> {
        self.x().answer(target.x()).map(|x| x >= target.x())
    }

    /// Returns the bounds of x for these ranks.
    pub const fn x(self) -> Bounds {
        Bounds { low: self.low.x(), high: self.high.x() }
    }
}

/// Proved bounds of a whole number that is not a rank: of x, the mover's moves minus the opponent's,
/// with which searches count and which is one more than the [`Rank`]; or of the error of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Bounds {
    /// The number is at least this.
    #[serde(rename = "at_least")]
    pub low: i32,
    /// The number is at most this.
    #[serde(rename = "at_most")]
    pub high: i32,
}

impl Bounds {
    /// The bounds that hold for every number: nothing is known.
    pub const OPEN: Self = Self { low: i32::MIN, high: i32::MAX };

    /// Returns the bounds that hold for `number` alone.
    pub const fn exactly(number: i32) -> Self {
        Self { low: number, high: number }
    }

    /// Returns the number if it is known exactly.
    pub fn exact(self) -> Option<i32> {
        (self.low == self.high).then_some(self.low)
    }

    /// Returns the intersection of two bounds, or `None` if they contradict each other.
    #[must_use]
    pub fn and(self, other: Self) -> Option<Self> {
        let both = Self { low: self.low.max(other.low), high: self.high.min(other.high) };
        (both.low <= both.high).then_some(both)
    }

    /// Returns the bounds shifted by `by` spare moves.
    #[must_use]
    pub const fn shifted(self, by: i32) -> Self {
        Self { low: self.low + by, high: self.high + by }
    }

    /// Returns the interval of ranks for these bounds.
    pub const fn ranks(self) -> Interval {
        Interval { low: Rank::of_x(self.low), high: Rank::of_x(self.high) }
    }

    /// Returns the bound that decides whether x is ≥ `target`, if there is one.
    #[inline(always)]
    pub fn answer(self, target: i32) -> Option<i32> {
        if self.low >= target { Some(self.low) } else { (self.high < target).then_some(self.high) }
    }

    /// Returns the target to ask about next, the one nearest to a guess, unless x is known.
    ///
    /// As answers narrow the bounds, each target is next to the previous one: neighbouring
    /// questions share most of their proofs.
    pub fn next_target(self, guess: i32) -> Option<i32> {
        (self.low < self.high).then(|| guess.clamp(self.low + 1, self.high))
    }

    /// Narrows the bounds by the one that answers whether x is ≥ `target`.
    pub fn learn(&mut self, target: i32, bound: i32) {
        if bound >= target {
            self.low = self.low.max(bound);
        } else {
            self.high = self.high.min(bound);
        }
    }
}

impl FromStr for Score {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let expected = "is not a score; expected W+k or B+k";
        let error = || ParseError::of(text.chars().take(20).collect(), expected);
        let (winner, by) = text.split_once('+').ok_or_else(error)?;
        let winner = match winner {
            "W" => Color::White,
            "B" => Color::Black,
            _ => return Err(error()),
        };
        if by.is_empty() || !by.bytes().all(|b| b.is_ascii_digit()) {
            return Err(error());
        }
        let by = by.parse().ok().filter(|by| *by <= 1_000).ok_or_else(error)?;
        Ok(Self { winner, by })
    }
}

impl serde::Serialize for Score {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.text().as_str())
    }
}

impl<'de> serde::Deserialize<'de> for Score {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn interval(low: i32, high: i32) -> Interval {
        Interval { low: Rank::new(low), high: Rank::new(high) }
    }

    #[test]
    fn intervals_meet_mirror_and_contradict() {
        let (low, high) = (interval(-3, 1), interval(1, 4));
        assert_eq!(low.and(high), Some(Interval::exactly(Rank::new(1))));
        assert_eq!(low.and(high).unwrap().exact(), Some(Rank::new(1)));
        assert_eq!(low.and(interval(2, 4)), None);
        assert_eq!(low.for_opponent(), interval(-2, 2));
        assert_eq!(low.for_opponent().for_opponent(), low);
        assert_eq!(Interval::of_size(3).for_opponent(), Interval::of_size(3));
        assert_eq!(low.x().ranks(), low);
        assert_eq!(Interval::OPEN.x().high, i32::MAX);
        assert_eq!((high.reaches(Rank::WIN), low.reaches(Rank::WIN)), (Some(true), None));
    }

    #[test]
    fn ranks_are_consecutive_and_mirror() {
        for rank in (-5..5).map(Rank::new) {
            let score = Score::from_rank(rank, Color::White);
            assert_eq!(score.rank(Color::White), rank);
            assert_eq!(score.rank(Color::Black), rank.for_opponent());
            assert_eq!(score.to_string().parse(), Ok(score));
            assert_eq!(Rank::of_x(rank.x()), rank);
        }
        assert_eq!(Score::from_rank(Rank::new(-1), Color::White).to_string(), "B+0");
    }

    #[test]
    fn bad_scores_are_refused() {
        for text in ["", "W", "W+", "W+-1", "W++1", "w+1", "W+99999"] {
            assert!(text.parse::<Score>().is_err(), "{text}");
        }
    }
}
