//! Games in JSON: this program's own (`start`, `moves`, `tags`; the results of its matches, whose
//! first object names the players), and Kaggle's replays of OpenSpiel (`actionHistory`). Objects may
//! stand one a line, one after another, or in an array.

use super::defect::Defect;
use super::error::Reason;
use super::game_reader::{GameReader, ReadGame};
use super::move_list::begun::Begun;
use super::move_list::tags::property;
use super::move_list::words::words;
use super::openspiel::{board_size, game_of};
use super::start::Start;
use serde::de::{Error as _, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;
use std::io::{BufRead, Read};

/// The most bytes of a file in JSON that are read: Kaggle's replays repeat the board at every step.
const MOST: usize = 256 << 20;

/// A record; what is not named here is skipped.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Record {
    #[serde(alias = "fen")]
    start: Option<String>,
    moves: Option<Moves>,
    tags: Option<Tags>,
    action_history: Option<Vec<Action>>,
    info: Option<Info>,
    configuration: Option<Configuration>,
    rewards: Option<Vec<Option<f64>>>,
    /// In the header of a match: the names of its players, and their texts.
    players: Option<Loose<Vec<String>>>,
    specs: Option<Loose<Vec<String>>>,
    /// In a game of a match: the numbers of the players, and who won.
    white: Option<Loose<usize>>,
    black: Option<Loose<usize>>,
    winner: Option<Loose<String>>,
}

/// A value that other records may have under the same key, but in another form.
#[derive(Deserialize)]
#[serde(untagged)]
enum Loose<T> {
    Fits(T),
    Other(IgnoredAny),
}

impl<T> Loose<T> {
    fn fits(self) -> Option<T> {
        match self {
            Self::Fits(value) => Some(value),
            Self::Other(_) => None,
        }
    }
}

/// Tags in the order of the record.
struct Tags(Vec<(String, String)>);

impl<'de> Deserialize<'de> for Tags {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Pairs;
        impl<'de> Visitor<'de> for Pairs {
            type Value = Tags;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("tags such as {\"PW\": \"name\"}")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Tags, M::Error> {
                let mut tags = Vec::new();
                while let Some(tag) = map.next_entry()? {
                    tags.push(tag);
                }
                Ok(Tags(tags))
            }
        }
        deserializer.deserialize_map(Pairs)
    }
}

/// Moves as texts, in lists of any depth.
#[derive(Deserialize)]
#[serde(untagged)]
enum Moves {
    Text(String),
    List(Vec<Moves>),
}

/// A cell's number, which Kaggle writes as text.
#[derive(Deserialize)]
#[serde(untagged)]
enum Action {
    Number(usize),
    Text(String),
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Info {
    action_history: Option<Vec<Action>>,
    open_spiel_game_string_resolved: Option<String>,
    #[serde(rename = "TeamNames")]
    team_names: Option<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Configuration {
    open_spiel_game_string: Option<String>,
}

pub(crate) struct JsonReader<R> {
    /// The input before it is read.
    input: Option<R>,
    asked: Option<Start>,
    bytes: Vec<u8>,
    at: usize,
    /// The line of `at`, from 1.
    line: usize,
    /// Whether the last record was one of Kaggle's.
    kaggle: bool,
    /// The players of the match to which the records belong.
    players: Vec<String>,
}

impl<R: BufRead> JsonReader<R> {
    pub(crate) fn new(input: R, asked: Option<Start>) -> Self {
        let (bytes, players) = (Vec::new(), Vec::new());
        Self { input: Some(input), asked, bytes, at: 0, line: 1, kaggle: false, players }
    }

    /// Counts lines from this one on: the input is the rest of a file.
    pub(crate) fn counting_from(self, line: usize) -> Self {
        Self { line, ..self }
    }

    fn advance(&mut self, to: usize) {
        let passed = &self.bytes[self.at..to];
        self.line += passed.iter().filter(|&&byte| byte == b'\n').count();
        self.at = to;
    }

    /// Skips what stands between objects.
    fn skip_between(&mut self) {
        let rest = &self.bytes[self.at..];
        let between = |byte: &u8| byte.is_ascii_whitespace() || b"[],".contains(byte);
        let skipped = rest.iter().take_while(|byte| between(byte)).count();
        self.advance(self.at + skipped);
    }

    /// Skips to the next line that begins with an object.
    fn skip_broken(&mut self) {
        let rest = &self.bytes[self.at..];
        let next = rest.windows(2).position(|two| two == b"\n{").map_or(rest.len(), |at| at + 1);
        self.advance(self.at + next);
    }
}

impl<R: BufRead> GameReader for JsonReader<R> {
    fn format(&self) -> &'static str {
        if self.kaggle { "kaggle" } else { "json" }
    }

    fn next(&mut self) -> Option<ReadGame> {
        let failed = |line, reason| {
            let game = Err(Defect { line, ply: None, reason, legal_part: None });
            Some(ReadGame { game, decisions: Vec::new() })
        };
        if let Some(input) = self.input.take() {
            if let Err(error) = input.take(MOST as u64 + 1).read_to_end(&mut self.bytes) {
                return failed(1, error.into());
            }
            if self.bytes.len() > MOST {
                self.bytes.clear();
                return failed(1, Reason::TooLong { what: "a file in JSON", limit: MOST });
            }
        }
        loop {
            self.skip_between();
            if self.at == self.bytes.len() {
                return None;
            }
            let line = self.line;
            let mut stream =
                serde_json::Deserializer::from_slice(&self.bytes[self.at..]).into_iter::<Record>();
            let record = stream.next()?;
            let end = self.at + stream.byte_offset();
            match record {
                Ok(mut record) => {
                    self.advance(end);
                    if let Some(players) = record.take_players_of_match() {
                        self.players = players;
                        continue;
                    }
                    self.kaggle = record.is_kaggles();
                    record.take_result_of_match(&self.players);
                    return Some(read(record, line, self.asked.as_ref()));
                }
                Err(error) if error.is_eof() => {
                    self.advance(self.bytes.len());
                    return failed(line, Reason::Truncated("the input ends within the object"));
                }
                Err(error) => {
                    let place = line + error.line().saturating_sub(1);
                    self.skip_broken();
                    return failed(place, error.into());
                }
            }
        }
    }
}

impl Record {
    fn is_kaggles(&self) -> bool {
        let info = self.info.as_ref().and_then(|info| info.action_history.as_ref());
        self.action_history.as_ref().or(info).is_some()
    }

    /// The players, if this is the header of a match.
    fn take_players_of_match(&mut self) -> Option<Vec<String>> {
        if self.moves.is_some() || self.is_kaggles() {
            return None;
        }
        self.specs.take()?.fits()?;
        self.players.take()?.fits()
    }

    /// Makes tags of what a game of a match between these players says by numbers.
    fn take_result_of_match(&mut self, players: &[String]) {
        let mut tags = Vec::new();
        for (name, number) in [("PW", self.white.take()), ("PB", self.black.take())] {
            if let Some(player) = number.and_then(Loose::fits).and_then(|n| players.get(n)) {
                tags.push((name.to_owned(), player.clone()));
            }
        }
        if let (false, Some(winner)) = (tags.is_empty(), self.winner.take().and_then(Loose::fits)) {
            tags.push(("RE".to_owned(), format!("{}+", winner.to_uppercase())));
        }
        self.tags.get_or_insert_with(|| Tags(Vec::new())).0.extend(tags);
    }
}

fn read(record: Record, line: usize, asked: Option<&Start>) -> ReadGame {
    let (info_actions, resolved, teams) = match record.info {
        Some(info) => (info.action_history, info.open_spiel_game_string_resolved, info.team_names),
        None => (None, None, None),
    };
    if let Some(actions) = record.action_history.or(info_actions) {
        let name = resolved.or(record
            .configuration
            .and_then(|configuration| configuration.open_spiel_game_string));
        let size = name.as_deref().and_then(board_size);
        let cells: Vec<usize> = actions.iter().map(Action::cell).collect();
        let mut read = game_of(&cells, line, size, asked);
        let game = match &mut read.game {
            Ok(game) => Some(game),
            Err(defect) => defect.legal_part.as_deref_mut(),
        };
        if let Some(game) = game {
            for (name, team) in ["PW", "PB"].into_iter().zip(teams.into_iter().flatten()) {
                game.set_tag(name, team);
            }
            match record.rewards.as_deref() {
                Some([Some(first), Some(second)]) if first > second => game.set_tag("RE", "W+"),
                Some([Some(first), Some(second)]) if first < second => game.set_tag("RE", "B+"),
                _ => {}
            }
        }
        return read;
    }
    let Some(moves) = record.moves else {
        let reason = serde_json::Error::custom("found no key 'moves' or 'actionHistory'").into();
        let game = Err(Defect { line, ply: None, reason, legal_part: None });
        return ReadGame { game, decisions: Vec::new() };
    };
    let mut game = Begun::new(asked);
    if let Some(start) = record.start {
        game.begin_from(&start, line);
    }
    for (name, value) in record.tags.into_iter().flat_map(|tags| tags.0) {
        if let Some((name, value)) = property(&name, &value) {
            game.tag(name, value);
        }
    }
    moves.each(&mut |text| {
        for word in words(text) {
            game.word(word, line);
        }
    });
    let (game, decisions) = game.end();
    ReadGame { game, decisions }
}

impl Moves {
    fn each(&self, take: &mut impl FnMut(&str)) {
        match self {
            Self::Text(text) => take(text),
            Self::List(list) => {
                for moves in list {
                    moves.each(take);
                }
            }
        }
    }
}

impl Action {
    fn cell(&self) -> usize {
        match self {
            Self::Number(cell) => *cell,
            Self::Text(text) => text.trim().parse().unwrap_or(usize::MAX),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::Game;

    fn read(text: &str) -> Vec<ReadGame> {
        let mut reader = JsonReader::new(text.as_bytes(), None);
        std::iter::from_fn(|| reader.next()).collect()
    }

    #[test]
    fn kaggles_replays_name_players_and_winner() {
        let games = read(
            r#"{"name":"open_spiel_amazons","info":{"actionHistory":["93","33","36"],
            "openSpielGameStringResolved":"amazons(board_size=10)","TeamNames":["a","b"]},
            "rewards":[-1,1],"steps":[[{"observation":{}}]]}"#,
        );
        let game = games[0].game.as_ref().ok().unwrap();
        assert_eq!(game.moves()[0].to_string(), "d1-d7/g7");
        assert_eq!((game.tag("PW"), game.tag("RE")), (Some("a"), Some("B+")));
    }

    #[test]
    fn the_header_of_a_match_names_the_players_of_its_games() {
        let header =
            r#"{"version":1,"players":["a","b"],"specs":["x","y"],"settings":{},"xxh3":"0"}"#;
        let game = r#"{"white":1,"black":0,"winner":"b","start":"Q2q/4 w","moves":"a2-a1/b1"}"#;
        let games = read(&format!("{header}\n{game}\n"));
        let tags = |game: &Game| ["PW", "PB", "RE"].map(|name| game.tag(name).map(str::to_owned));
        let [only] = games.as_slice() else { panic!("{} games", games.len()) };
        let expected = ["b", "a", "B+"].map(|value| Some(value.to_owned()));
        assert_eq!(tags(only.game.as_ref().ok().unwrap()), expected);
        // Elsewhere the keys may mean something else.
        for other in [r#""white":"w","players":{"w":1}"#, r#""players":["a"],"winner":3"#] {
            let text = format!(r#"{{{other},"start":"Q2q/4 w","moves":"a2-a1/b1"}}"#);
            assert_eq!(tags(read(&text)[0].game.as_ref().ok().unwrap()), [None, None, None]);
        }
        assert!(read(r#"{"players":["a","b"]}"#)[0].game.is_err());
    }

    #[test]
    fn games_stand_one_a_line_or_in_an_array() {
        let game = r#"{"start":"Q2q/4 w","moves":["a2-a1/b1"],"tags":{"PW":"x"}}"#;
        for text in [format!("{game}\n{game}\n"), format!("[{game},\n{game}]")] {
            let games = read(&text);
            assert_eq!(games.len(), 2);
            let game = games[1].game.as_ref().ok().unwrap();
            assert_eq!((game.start().to_fen().as_str(), game.moves().len()), ("Q2q/4 w", 1));
            assert_eq!(game.tag("PW"), Some("x"));
        }
        let nested = read(r#"{"moves":[["d1-d7/g7","g10-g8/b3"],["1. a4-a5/c5"]]}"#);
        assert_eq!(nested[0].game.as_ref().ok().unwrap().moves().len(), 3);
    }

    #[test]
    fn a_broken_object_does_not_stop_the_next() {
        let games = read("{\"moves\": 7}\n{\"moves\":[\"d1-d7/g7\"]}\n{\"other\":1}\n{\"moves\":[");
        let reasons: Vec<_> = games
            .iter()
            .map(|read| match &read.game {
                Ok(game) => game.moves().len().to_string(),
                Err(defect) => format!("{}: {}", defect.line, defect.reason),
            })
            .collect();
        assert_eq!(reasons.len(), 4, "{reasons:?}");
        assert!(reasons[0].starts_with("1: ") && reasons[1] == "1", "{reasons:?}");
        assert!(reasons[2].starts_with("3: found no key 'moves'"), "{reasons:?}");
        assert!(reasons[3].contains("ends within the object"), "{reasons:?}");
    }
}
