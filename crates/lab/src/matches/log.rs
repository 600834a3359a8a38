//! `results.jsonl`: a [ledger](amazons::ledger) of finished games.

use super::settings::MatchSettings;
use amazons::board::Color;
use amazons::ledger::{Entry, Fact, Header, LedgerError, PartOf, Reader};
use amazons::records::Game;
use amazons::util::start_of::start_of;
use hashbrown::HashSet;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::iter::zip;
use std::path::Path;
use std::time::Duration;

/// What identifies a match: a different header means a different match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchHeader {
    /// Version of the lines.
    pub version: u64,
    /// What results call the participants.
    pub players: Vec<String>,
    /// The texts that make them, if any was given a name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub specs: Option<Vec<String>>,
    /// Who meets whom, openings, time control and adjudication.
    pub settings: MatchSettings,
    /// The part of the games; absent for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<PartOf>,
}

impl MatchHeader {
    /// Makes the header of a match.
    pub fn new(players: Vec<String>, settings: MatchSettings) -> Self {
        let (_, version) = Self::VERSION;
        Self { version, players, specs: None, settings, part: None }
    }

    /// Returns the settings as an SGF file has them, with the players behind names.
    pub(super) fn settings_text(&self) -> String {
        let mut text = self.settings.to_string();
        for (name, spec) in zip(&self.players, self.specs.iter().flatten()) {
            if name != spec {
                text += &format!(", {}", named(name, spec));
            }
        }
        text
    }
}

impl Header for MatchHeader {
    const VERSION: (&'static str, u64) = ("version", 1);

    fn facts(&self) -> Vec<Fact> {
        let players: Vec<String> = match &self.specs {
            None => self.players.clone(),
            Some(specs) => {
                zip(&self.players, specs).map(|(name, spec)| named(name, spec)).collect()
            }
        };
        [vec![Fact::new("list of players", players.join(" – "))], self.settings.facts()].concat()
    }

    fn part(&self) -> Option<PartOf> {
        self.part
    }
}

/// Returns a player with the name that results give it.
pub(super) fn named(name: &str, spec: &str) -> String {
    if name == spec { name.to_owned() } else { format!("{name}={spec}") }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Termination {
    /// The loser had no move left.
    NoMove,
    /// The exact judge proved who wins.
    Judged,
    /// The loser resigned.
    Resigned,
    /// The loser took too long.
    TimeOut,
    /// The loser's engine ended, could not be started or was not understood.
    Crash,
    /// The loser's move was illegal.
    IllegalMove,
}

impl Termination {
    /// Returns whether the loser failed rather than lost.
    pub fn is_failure(self) -> bool {
        matches!(self, Self::TimeOut | Self::Crash | Self::IllegalMove)
    }

    /// Returns whether the loser's engine crashed or moved illegally.
    pub fn is_defect(self) -> bool {
        matches!(self, Self::Crash | Self::IllegalMove)
    }

    /// Returns whether the loser was asked for a last move that the game does not have.
    pub fn lacks_a_move(self) -> bool {
        self.is_failure() || self == Self::Resigned
    }

    /// Returns the result in SGF: `W+`, `B+Time` and so on.
    pub fn sgf(self, winner: Color) -> String {
        let how = match self {
            Self::NoMove | Self::Judged => "",
            Self::Resigned => "Resign",
            Self::TimeOut => "Time",
            Self::Crash | Self::IllegalMove => "Forfeit",
        };
        format!("{}+{how}", winner.letter().to_ascii_uppercase())
    }
}

/// The tolerance for searches that look at the clock only now and then.
const LATE: Duration = Duration::from_millis(10);

/// What one side of a game used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SideLine {
    /// The moves that it was asked for.
    pub moves: u32,
    /// Wall time of all of them in seconds.
    pub seconds: f64,
    /// Moves that took over 10 ms longer than they should.
    pub late: u32,
    /// The longest time over the limit of a move, in seconds.
    pub overshoot: f64,
    /// Nodes of all of them, as the player counts them; 0 if it does not say.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub nodes: u64,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl SideLine {
    /// Counts a move.
    pub fn add(&mut self, taken: Duration, limit: Option<Duration>, nodes: u64) {
        self.moves += 1;
        self.nodes += nodes;
        self.seconds += taken.as_secs_f64();
        if let Some(over) = limit.and_then(|limit| taken.checked_sub(limit)) {
            self.late += u32::from(over > LATE);
            self.overshoot = self.overshoot.max(over.as_secs_f64());
        }
    }
}

/// One finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameLine {
    /// The number of the game, from 0.
    pub game: usize,
    /// White's number in the header's list of players.
    pub white: usize,
    /// Black's number.
    pub black: usize,
    /// The number of the opening.
    pub opening: usize,
    /// Who won; written as `w` or `b`.
    #[serde(with = "letter")]
    pub winner: Color,
    /// How it ended.
    pub reason: Termination,
    /// What went wrong, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// How White's program named itself, if it is a foreign one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white_id: Option<String>,
    /// How Black's program named itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub black_id: Option<String>,
    /// What White used, not counting the moves of the opening.
    pub white_side: SideLine,
    /// What Black used.
    pub black_side: SideLine,
    /// The position where it starts, as FEN.
    pub start: String,
    /// All its moves, those of the opening first, separated by blanks.
    pub moves: String,
}

impl GameLine {
    /// Returns the number of the player who lost.
    pub fn losing_player(&self) -> usize {
        if self.winner == Color::White { self.black } else { self.white }
    }

    /// Returns the game, without tags; `None` if its moves cannot be played.
    pub fn replayed(&self) -> Option<Game> {
        let mut game = Game::new(self.start.parse().ok()?);
        for mv in self.moves.split_whitespace() {
            game.push(mv.parse().ok()?).ok()?;
        }
        Some(game)
    }

    /// Returns the number of the player who won.
    pub fn winning_player(&self) -> usize {
        if self.winner == Color::White { self.white } else { self.black }
    }
}

/// A player as `w` or `b`, for `#[serde(with = "letter")]`.
mod letter {
    use amazons::board::Color;
    use serde::{Deserialize, Deserializer, Serializer};

    /// Writes the letter.
    pub fn serialize<S: Serializer>(color: &Color, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(color.letter())
    }

    /// Reads the letter.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Color, D::Error> {
        match char::deserialize(deserializer)? {
            'w' => Ok(Color::White),
            'b' => Ok(Color::Black),
            other => {
                Err(serde::de::Error::custom(format!("'{other}' is not a side; expected w or b")))
            }
        }
    }
}

impl Entry for GameLine {
    const LEDGER: &'static str = "match";
    const BEGINS: &'static [&'static str] = &["{\"version\":1,\"players\":["];
}

/// Checks that the games of a log belong into one match.
#[derive(Debug)]
pub(super) struct GameCheck {
    players: usize,
    known: HashSet<usize>,
}

impl GameCheck {
    /// Checks games of a match.
    pub(super) fn of(header: &MatchHeader) -> Self {
        Self { players: header.players.len(), known: HashSet::new() }
    }

    /// Checks the next game.
    ///
    /// # Errors
    /// It is not a game of the match, or was there before.
    pub(super) fn check(&mut self, line: &GameLine) -> Result<(), String> {
        let GameLine { game, white, black, .. } = *line;
        if white == black || white.max(black) >= self.players {
            let expected = format!("expected two of {}, counted from 0", self.players);
            return Err(format!("players {white} and {black}; {expected}"));
        }
        if !self.known.insert(game) {
            return Err(format!("game {game} once more; expected each game once"));
        }
        if line.replayed().is_none() {
            let start = start_of(&line.start);
            return Err(format!("game {game}, whose moves cannot be played from {start}"));
        }
        Ok(())
    }
}

/// Reads a log; `None` if there is none yet, or only a torn header. A torn last line is left out.
///
/// # Errors
/// The file cannot be read, or a line that is not the last is wrong.
pub fn read_match(path: &Path) -> Result<Option<(MatchHeader, Vec<GameLine>)>, LedgerError> {
    match path.exists() {
        true => {
            let file = File::open(path).map_err(LedgerError::io(path))?;
            read_match_from(BufReader::new(file), path)
        }
        false => Ok(None),
    }
}

/// Reads a log as [`read_match`] does, from an input that messages call `path`.
///
/// # Errors
/// Those of [`read_match`].
pub fn read_match_from(
    input: impl BufRead,
    path: &Path,
) -> Result<Option<(MatchHeader, Vec<GameLine>)>, LedgerError> {
    let mut reader = Reader::of(input, path);
    let Some(header) = reader.header()? else { return Ok(None) };
    let (mut check, mut games) = (GameCheck::of(&header), Vec::new());
    while let Some(game) = reader.next() {
        let game = game?;
        check.check(&game).map_err(|problem| reader.wrong(problem))?;
        games.push(game);
    }
    Ok(Some((header, games)))
}
