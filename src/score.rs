//! The score of a position played out alone, and its rank for one player.

use crate::board::Color;
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
/// Ranks are consecutive integers. The opponent's rank of the same score is −1−rank.
pub type Rank = i32;

impl Score {
    /// Returns the score whose rank for `player` is `rank`.
    pub fn from_rank(rank: Rank, player: Color) -> Self {
        if rank >= 0 {
            Self { winner: player, by: rank as u32 }
        } else {
            Self { winner: player.other(), by: (-1 - rank) as u32 }
        }
    }

    /// Returns the rank of the score for `player`.
    pub fn rank(self, player: Color) -> Rank {
        let by = self.by as Rank;
        if self.winner == player { by } else { -1 - by }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.winner.letter().to_ascii_uppercase(), self.by)
    }
}

/// The proved bounds of a whole number, which lies from `low` to `high`, both included.
///
/// The number is a [`Rank`] or, within the judge, x = rank + 1: the first player's moves minus the
/// opponent's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Interval {
    /// The number is at least this.
    #[serde(rename = "at_least")]
    pub low: i32,
    /// The number is at most this.
    #[serde(rename = "at_most")]
    pub high: i32,
}

impl Interval {
    /// The interval that holds every number: nothing is known.
    pub const OPEN: Self = Self { low: i32::MIN, high: i32::MAX };

    /// Returns the interval that holds only `number`.
    pub const fn exactly(number: i32) -> Self {
        Self { low: number, high: number }
    }

    /// Returns an interval that contains the rank of every position with `empties` empty squares:
    /// neither player can make more moves than that.
    pub const fn of_size(empties: usize) -> Self {
        Self { low: -1 - empties as Rank, high: empties as Rank }
    }

    /// Returns the number if it is known exactly.
    pub fn exact(self) -> Option<i32> {
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
        Self { low: -1 - self.high, high: -1 - self.low }
    }

    /// Returns the interval shifted by `by`.
    #[must_use]
    pub const fn shifted(self, by: i32) -> Self {
        Self { low: self.low + by, high: self.high + by }
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

    /// Returns the bound that decides whether the number is ≥ `target`, if there is one.
    #[inline(always)]
    pub fn answer(self, target: i32) -> Option<i32> {
        if self.low >= target { Some(self.low) } else { (self.high < target).then_some(self.high) }
    }

    /// Returns the target to ask about next, the one nearest to a guess, unless the number is
    /// known.
    ///
    /// As answers narrow the interval, each target is next to the previous one: neighbouring
    /// questions share most of their proofs.
    pub fn next_target(self, guess: i32) -> Option<i32> {
        (self.low < self.high).then(|| guess.clamp(self.low + 1, self.high))
    }

    /// Narrows the interval by the bound that answers whether the number is ≥ `target`.
    pub fn learn(&mut self, target: i32, bound: i32) {
        if bound >= target {
            self.low = self.low.max(bound);
        } else {
            self.high = self.high.min(bound);
        }
    }
}

/// The error for a text that is not a score.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a score; expected W+k or B+k")]
pub struct ParseScoreError(String);

impl FromStr for Score {
    type Err = ParseScoreError;
    fn from_str(text: &str) -> Result<Self, ParseScoreError> {
        let error = || ParseScoreError(text.chars().take(20).collect());
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
        serializer.collect_str(self)
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

    #[test]
    fn bounds_meet_mirror_and_contradict() {
        let low = Interval { low: -3, high: 1 };
        let high = Interval { low: 1, high: 4 };
        assert_eq!(low.and(high), Some(Interval::exactly(1)));
        assert_eq!(low.and(high).unwrap().exact(), Some(1));
        assert_eq!(low.and(Interval { low: 2, high: 4 }), None);
        assert_eq!(low.for_opponent(), Interval { low: -2, high: 2 });
        assert_eq!(low.for_opponent().for_opponent(), low);
        assert_eq!(Interval::of_size(3).for_opponent(), Interval::of_size(3));
    }

    #[test]
    fn ranks_are_consecutive_and_mirror() {
        for rank in -5..5 {
            let score = Score::from_rank(rank, Color::White);
            assert_eq!(score.rank(Color::White), rank);
            assert_eq!(score.rank(Color::Black), -1 - rank);
            assert_eq!(score.to_string().parse(), Ok(score));
        }
        assert_eq!(Score::from_rank(-1, Color::White).to_string(), "B+0");
    }

    #[test]
    fn bad_scores_are_refused() {
        for text in ["", "W", "W+", "W+-1", "W++1", "w+1", "W+99999"] {
            assert!(text.parse::<Score>().is_err(), "{text}");
        }
    }
}
