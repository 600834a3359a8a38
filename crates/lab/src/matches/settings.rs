//! What identifies a match besides its players.

use super::schedule::Pairing;
use super::time_control::TimeControl;
use crate::play::MoveLimit;
use amazons::board::Position;
use amazons::ledger::Fact;
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

/// Where the games of a match begin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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

impl MatchSettings {
    /// Returns what must agree in one match. A copy of a file of openings is the same place.
    pub fn facts(&self) -> Vec<Fact> {
        let Self { pairing, openings, limit, time, judge_nodes, seeds } = self;
        let place = match openings {
            OpeningSettings::Random { .. } => openings.to_string(),
            OpeningSettings::File { count, content, path: _ } => {
                format!("{count} {:?} {}", content.plies, content.xxh3)
            }
        };
        vec![
            Fact::new("pairing", pairing),
            Fact::new("choice of openings", place).shown_as(openings),
            Fact::new("limit of a move", limit_text(limit)),
            Fact::new("time control", time),
            Fact::new("limit of the judge", format!("{judge_nodes} nodes")),
            Fact::new("seed of the players", seeds.map_or("none".to_owned(), |s| s.to_string())),
        ]
    }
}

fn limit_text(limit: &MoveLimit) -> String {
    if *limit == MoveLimit::default() { "no limit".to_owned() } else { limit.to_string() }
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
        let limit = limit_text(limit);
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
        let other = MatchSettings { judge_nodes: 0, ..settings() };
        assert_ne!(settings().facts(), other.facts());
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
        let copy: MatchSettings = serde_json::from_str(&text).unwrap();
        assert_eq!(copy.facts(), played.facts());
        for other in [of(6, "2e"), of(4, "2e")] {
            assert_ne!(played.facts()[1], other.facts()[1]);
            assert_ne!(played.to_string(), other.to_string());
        }
    }
}
