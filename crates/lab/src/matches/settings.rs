//! What identifies a match besides its players: compared as values when it is continued.

use super::schedule::Pairing;
use super::time_control::TimeControl;
use crate::play::MoveLimit;
use amazons::board::Position;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The settings of a match. Other settings make another match.
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
    /// The seed from which each game derives seeds for its players; without it they keep their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seeds: Option<u64>,
}

/// Where the games of a match begin. Two files with the same openings are the same place.
#[derive(Clone, Debug, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningSettings {
    /// After balanced random moves.
    Random {
        /// Random moves of both sides together.
        plies: usize,
        /// The seed of the moves.
        seed: u64,
        /// The position where they start.
        start: Position,
    },
    /// In positions or games of a file.
    File {
        /// Its path as given.
        path: String,
        /// How many it holds.
        count: usize,
        /// What the openings are.
        content: OpeningContent,
    },
}

/// What distinguishes the openings of a file from others that it held before, or that other options
/// take from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpeningContent {
    /// How many moves of each game are taken; `None` for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<usize>,
    /// XXH3 of the openings, in hexadecimal digits.
    pub xxh3: String,
}

impl PartialEq for OpeningSettings {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (
                Self::Random { plies, seed, start },
                Self::Random { plies: other_plies, seed: other_seed, start: other_start },
            ) => (plies, seed, start) == (other_plies, other_seed, other_start),
            (
                Self::File { path: _, count, content },
                Self::File { path: _, count: other_count, content: other_content },
            ) => (count, content) == (other_count, other_content),
            _ => false,
        }
    }
}

impl fmt::Display for OpeningSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random { plies, seed, start } => {
                write!(f, "{plies} random plies of seed {seed} from {start}")
            }
            Self::File { path, count, content } => {
                write!(f, "{count} openings of {path}")?;
                let OpeningContent { plies, xxh3 } = content;
                plies.map_or(Ok(()), |plies| write!(f, " to ply {plies}"))?;
                write!(f, " (xxh3 {xxh3})")
            }
        }
    }
}

impl fmt::Display for MatchSettings {
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
        let text = serde_json::to_string(&settings()).unwrap();
        assert_eq!(serde_json::from_str::<MatchSettings>(&text).unwrap(), settings());
        assert_ne!(settings(), MatchSettings { judge_nodes: 0, ..settings() });
    }

    #[test]
    fn other_openings_of_the_same_file_are_another_match() {
        let of = |plies, xxh3: &str| {
            let content = OpeningContent { plies: Some(plies), xxh3: xxh3.to_owned() };
            let openings = OpeningSettings::File { path: "o.sgf".to_owned(), count: 8, content };
            MatchSettings { openings, ..settings() }
        };
        let played = of(4, "1f");
        let text = serde_json::to_string(&played).unwrap();
        assert_eq!(serde_json::from_str::<MatchSettings>(&text).unwrap(), played);
        let text = text.replace("o.sgf", "copies/o.sgf");
        assert_eq!(serde_json::from_str::<MatchSettings>(&text).unwrap(), played);
        for other in [of(6, "2e"), of(4, "2e")] {
            assert_ne!(played, other);
            assert_ne!(played.to_string(), other.to_string());
        }
    }
}
