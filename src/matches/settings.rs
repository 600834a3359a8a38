//! What identifies a match beside its players: compared as values when it is continued.

use super::schedule::Pairing;
use super::time_control::TimeControl;
use crate::board::Position;
use crate::play::MoveLimit;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The settings of a match. With other settings it is another match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchSettings {
    /// Who meets whom.
    pub pairing: Pairing,
    /// Where games begin.
    pub openings: OpeningSettings,
    /// What players without a limit of their own may use for a move.
    pub limit: MoveLimit,
    /// How time is given.
    pub time: TimeControl,
    /// Nodes of the judge that ends decided games; 0 for none.
    pub judge_nodes: u64,
    /// The seed from which each game gives its players seeds of their own; without one they keep
    /// theirs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seeds: Option<u64>,
}

/// Where the games of a match begin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningSettings {
    /// After balanced random moves.
    Random {
        /// Random moves, both sides together.
        plies: usize,
        /// Their seed.
        seed: u64,
        /// Where they start.
        start: Position,
    },
    /// In positions or games of a file.
    File {
        /// Its path as it was given.
        path: String,
        /// How many it holds.
        count: usize,
    },
}

/// As older versions wrote them, in words, or as they are written now.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
#[expect(clippy::large_enum_variant, reason = "there is one a match")]
pub enum WrittenSettings {
    /// Typed.
    Typed(Box<MatchSettings>),
    /// In words.
    Words(String),
}

impl PartialEq for WrittenSettings {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Typed(a), Self::Typed(b)) => a == b,
            _ => self.to_string() == other.to_string(),
        }
    }
}

impl fmt::Display for WrittenSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Typed(settings) => settings.fmt(f),
            Self::Words(words) => f.write_str(words),
        }
    }
}

impl fmt::Display for OpeningSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random { plies, seed, start } => {
                write!(f, "{plies} random plies of seed {seed} from {start}")
            }
            Self::File { path, count } => write!(f, "{count} openings of {path}"),
        }
    }
}

impl fmt::Display for MatchSettings {
    /// The words that matches of older versions are known by.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { pairing, openings, limit, time, judge_nodes, seeds } = self;
        let limit = match *limit == MoveLimit::default() {
            true => "no limit".to_owned(),
            false => limit.to_string(),
        };
        write!(f, "{pairing}, {openings}, {limit} a move, {time}, judge {judge_nodes}")?;
        seeds.map_or(Ok(()), |seed| write!(f, ", players seeded from {seed}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn settings() -> MatchSettings {
        MatchSettings {
            pairing: Pairing::RoundRobin,
            openings: OpeningSettings::Random {
                plies: 4,
                seed: 1,
                start: "Q2q w".parse().unwrap(),
            },
            limit: MoveLimit { time: None, nodes: Some(50) },
            time: TimeControl::PerMove { grace: Duration::from_secs(1) },
            judge_nodes: 2000,
            seeds: None,
        }
    }

    #[test]
    fn settings_read_back_and_tell_matches_apart() {
        let typed = WrittenSettings::Typed(Box::new(settings()));
        let text = serde_json::to_string(&typed).unwrap();
        assert_eq!(serde_json::from_str::<WrittenSettings>(&text).unwrap(), typed);
        let other = MatchSettings { judge_nodes: 0, ..settings() };
        assert_ne!(typed, WrittenSettings::Typed(Box::new(other)));
    }

    #[test]
    fn the_words_of_older_versions_are_known() {
        let words = "round robin, 4 random plies of seed 1 from Q2q w, nodes=50 a move, grace 1s, judge 2000";
        assert_eq!(
            WrittenSettings::Words(words.to_owned()),
            WrittenSettings::Typed(Box::new(settings()))
        );
    }
}
