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
        /// What they are; `None` in matches of older versions, which did not write it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        content: Option<OpeningContent>,
    },
}

/// What tells openings of one file apart from others that it held before, or that other options
/// take from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpeningContent {
    /// How many moves of each game are taken; `None` for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<usize>,
    /// XXH3 of the openings, in hexadecimal digits.
    pub xxh3: String,
}

/// As older versions wrote them, in words, or as they are written now.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum WrittenSettings {
    /// Typed.
    Typed(Box<MatchSettings>),
    /// In words.
    Words(String),
}

impl PartialEq for WrittenSettings {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Typed(a), Self::Typed(b)) if a.knows_openings() && b.knows_openings() => a == b,
            (Self::Typed(a), Self::Typed(b)) => a.of_older_versions() == b.of_older_versions(),
            _ => self.in_older_words() == other.in_older_words(),
        }
    }
}

impl WrittenSettings {
    /// The words that matches of older versions are known by.
    fn in_older_words(&self) -> String {
        match self {
            Self::Typed(settings) => settings.of_older_versions().to_string(),
            Self::Words(words) => words.clone(),
        }
    }
}

impl MatchSettings {
    /// Whether they say all of the openings that there is to say.
    fn knows_openings(&self) -> bool {
        !matches!(self.openings, OpeningSettings::File { content: None, .. })
    }

    /// What older versions wrote of them.
    fn of_older_versions(&self) -> Self {
        let mut settings = self.clone();
        if let OpeningSettings::File { content, .. } = &mut settings.openings {
            *content = None;
        }
        settings
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
            Self::File { path, count, content } => {
                write!(f, "{count} openings of {path}")?;
                let Some(OpeningContent { plies, xxh3 }) = content else { return Ok(()) };
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
        let typed = WrittenSettings::Typed(Box::new(settings()));
        let text = serde_json::to_string(&typed).unwrap();
        assert_eq!(serde_json::from_str::<WrittenSettings>(&text).unwrap(), typed);
        let other = MatchSettings { judge_nodes: 0, ..settings() };
        assert_ne!(typed, WrittenSettings::Typed(Box::new(other)));
    }

    #[test]
    fn other_openings_of_the_same_file_are_another_match() {
        let of = |content: Option<(Option<usize>, &str)>| {
            let content =
                content.map(|(plies, xxh3)| OpeningContent { plies, xxh3: xxh3.to_owned() });
            let openings = OpeningSettings::File { path: "o.sgf".to_owned(), count: 8, content };
            WrittenSettings::Typed(Box::new(MatchSettings { openings, ..settings() }))
        };
        let played = of(Some((Some(4), "1f")));
        let text = serde_json::to_string(&played).unwrap();
        assert_eq!(serde_json::from_str::<WrittenSettings>(&text).unwrap(), played);
        for other in [of(Some((Some(6), "2e"))), of(Some((Some(4), "2e")))] {
            assert_ne!(played, other);
            assert_ne!(played.to_string(), other.to_string());
        }
        // Older versions wrote no more than the path and how many there are.
        assert_eq!(played, of(None));
        let words = "round robin, 8 openings of o.sgf, nodes=50 a move, grace 1s, judge 2000";
        assert_eq!(played, WrittenSettings::Words(words.to_owned()));
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
