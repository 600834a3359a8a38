//! `results.jsonl`: a header line, then one line per finished game.

use super::settings::MatchSettings;
use amazons::board::Color;
use amazons::records::Game;
use amazons::util::PartOf;
use amazons::util::append_log::{may_be_torn, whole_lines};
use amazons::util::sealed_line::{seal, unseal};
use amazons::util::start_of::start_of;
use hashbrown::HashMap;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The version of the lines.
const VERSION: u32 = 1;

/// How a log begins.
const HEAD: &[u8] = b"{\"version\":1,\"players\":[";

/// What identifies a match: a different header means a different match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchHeader {
    /// Version of the lines.
    pub version: u32,
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
        Self { version: VERSION, players, specs: None, settings, part: None }
    }
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

/// Why a log cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MatchLogError {
    /// The file cannot be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// A line does not belong to a match.
    #[error("{}, line {line}: {problem}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
}

/// Returns a line of the log, with its checksum and its line end.
///
/// # Errors
/// The value has no JSON form.
pub fn to_line(value: &impl Serialize) -> io::Result<String> {
    Ok(seal(&serde_json::to_string(value)?) + "\n")
}

fn read_line<T: DeserializeOwned>(line: &[u8]) -> Result<T, String> {
    let line = unseal(line).map_err(|error| error.to_string())?;
    serde_json::from_slice(&line).map_err(|error| error.to_string())
}

/// Returns whether a file begins like a log.
///
/// # Errors
/// The file cannot be read.
pub fn begins_as_log(path: &Path) -> io::Result<bool> {
    let mut begin = Vec::new();
    fs::File::open(path)?.take(HEAD.len() as u64).read_to_end(&mut begin)?;
    Ok(begin == HEAD)
}

/// Reads a log; `None` if there is none yet, or only a torn header. A torn last line is left out.
///
/// # Errors
/// The file cannot be read, or a line that is not the last is wrong.
pub fn read_match(path: &Path) -> Result<Option<(MatchHeader, Vec<GameLine>)>, MatchLogError> {
    match fs::read(path) {
        Ok(text) => read_match_text(&text, path),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(MatchLogError::File { path: path.to_owned(), source }),
    }
}

/// Reads a log as [`read_match`] does, from the text of the log at `path`.
///
/// # Errors
/// A line that is not the last is wrong, or belongs to another match.
pub fn read_match_text(
    text: impl AsRef<[u8]>,
    path: &Path,
) -> Result<Option<(MatchHeader, Vec<GameLine>)>, MatchLogError> {
    // What a crash tore off has no line end, and may end in the middle of a character.
    let text = text.as_ref();
    let mut lines = whole_lines(text);
    let wrong = |line, problem| MatchLogError::Line { path: path.to_owned(), line, problem };
    let foreign = |problem| {
        wrong(1, format!("not the beginning of a match ({problem}); name another directory"))
    };
    let Some((_, first)) = lines.next() else {
        // Nothing but a torn header may be written over.
        return match may_be_torn(text, HEAD) {
            true => Ok(None),
            false => Err(foreign("it has no line end".to_owned())),
        };
    };
    let header: MatchHeader = read_line(first).map_err(foreign)?;
    let (mut games, mut known) = (Vec::new(), HashMap::new());
    for (line, text) in lines {
        let game: GameLine = read_line(text).map_err(|problem| wrong(line, problem))?;
        let (white, black, players) = (game.white, game.black, header.players.len());
        if white == black || white.max(black) >= players {
            let found = format!("players {white} and {black}");
            return Err(wrong(line, format!("{found}; expected two of {players}, counted from 0")));
        }
        if let Some(first) = known.insert(game.game, line) {
            let found = format!("game {}, which is already in line {first}", game.game);
            return Err(wrong(line, format!("{found}; expected each game once")));
        }
        if game.replayed().is_none() {
            let found = format!("game {}, whose moves cannot be played", game.game);
            return Err(wrong(line, format!("{found} from {}", start_of(&game.start))));
        }
        games.push(game);
    }
    Ok(Some((header, games)))
}
