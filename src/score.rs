//! Layer 3: the score of a position played out alone, and its rank for one player.

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

/// A score from one player's side: a win by k is k, a loss by k is −k−1.
///
/// Ranks are consecutive integers; the opponent's rank of the same score is −1−rank.
pub type Rank = i32;

impl Score {
    /// The score with this rank for `player`.
    pub fn from_rank(rank: Rank, player: Color) -> Self {
        if rank >= 0 {
            Self { winner: player, by: rank as u32 }
        } else {
            Self { winner: player.other(), by: (-1 - rank) as u32 }
        }
    }

    /// The rank of the score for `player`.
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

/// The text is no score.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no score; expected W+k or B+k")]
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
