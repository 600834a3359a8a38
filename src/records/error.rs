//! What is wrong with a record, and where.

use super::game::Game;
use crate::board::{BadBoard, Color, FenError, IllegalMove};
use std::fmt;
use std::io;

/// A defect of a record: file, game, line, ply and reason. What was legal before it is kept.
#[derive(Debug)]
pub struct RecordError {
    /// The file's name as given.
    pub file: String,
    /// The number of the game in its file, from 1; `None` if the defect is in the file itself.
    pub game: Option<usize>,
    /// The line in the file, from 1; `None` if the file cannot be read at all.
    pub line: Option<usize>,
    /// The ply that fails, from 1; `None` if the defect is not in a move.
    pub ply: Option<usize>,
    /// What is wrong.
    pub reason: Box<Reason>,
    /// The game up to the defect, if its start is known.
    pub legal_part: Option<Box<Game>>,
}

impl RecordError {
    /// Whether reading failed, so that the file may hold any number of further games.
    pub fn is_io(&self) -> bool {
        matches!(*self.reason, Reason::Io(_))
    }
}

/// What is wrong with a record.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Reason {
    /// The file cannot be read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The file holds no game in a format that is known.
    #[error("found {found}; expected SGF games such as (;GM[18]…) or moves such as d1-d7/g7")]
    Foreign {
        /// What the file holds instead.
        found: String,
    },
    /// A move cannot be played.
    #[error("{0}")]
    Illegal(#[from] IllegalMove),
    /// Where a move was expected, there is another text.
    #[error("found '{found}'; expected a move such as {expected}")]
    NoMove {
        /// The text.
        found: String,
        /// A move in the file's notation.
        expected: &'static str,
    },
    /// A move that names no square to come from fits none or several of the side's amazons.
    #[error(
        "move '{found}' fits {fits} of the amazons; expected one that exactly one can make, or the \
         square that it comes from, such as Qd1-d6,g9"
    )]
    Short {
        /// The move.
        found: String,
        /// How many amazons can make it.
        fits: usize,
    },
    /// A move lacks its arrow.
    #[error("half move '{found}'; expected its arrow after it")]
    HalfMove {
        /// The move of the amazon.
        found: String,
    },
    /// The other side had to move.
    #[error("{found} moves out of turn; expected a move by {}", found.other())]
    Turn {
        /// The side that moves.
        found: Color,
    },
    /// A start position cannot exist.
    #[error("{0}")]
    Board(#[from] BadBoard),
    /// The start position that the record names cannot be read.
    #[error("{0}")]
    Fen(#[from] FenError),
    /// A record in JSON cannot be read.
    #[error("{}; expected an object with a game", without_place(.0))]
    Json(#[from] serde_json::Error),
    /// A number outside the squares of the board.
    #[error("cell {found}; expected a number from 0 to {last}")]
    Cell {
        /// The number.
        found: String,
        /// The last square's number.
        last: usize,
    },
    /// An SGF property has an impossible value.
    #[error("{property}[{found}]; expected {expected}")]
    Property {
        /// The property's name.
        property: String,
        /// Its value.
        found: String,
        /// What may be there.
        expected: &'static str,
    },
    /// The input ends within a game.
    #[error("truncated: {0}")]
    Truncated(&'static str),
    /// A record of another format outside the games of an SGF file.
    #[error("found moves outside the games; expected games such as (;GM[18]…) or the end")]
    MovesOutside,
    /// A comment or variation of a move list goes on until the next game or the end of the input.
    #[error("the {what} that begins here has no end; expected '{end}'")]
    Unclosed {
        /// What has no end.
        what: &'static str,
        /// How it ends.
        end: char,
    },
    /// A line or value is longer than a game can need.
    #[error("{what} longer than {limit} bytes; no game needs that")]
    TooLong {
        /// What is too long.
        what: &'static str,
        /// Bytes allowed.
        limit: usize,
    },
}

/// The message of an error in JSON without its line, which is counted from the object's beginning:
/// the line in the file stands before it.
fn without_place(error: &serde_json::Error) -> String {
    let text = error.to_string();
    match text.rsplit_once(" at line ") {
        Some((message, _)) => format!("{message} at column {}", error.column()),
        None => text,
    }
}

/// Splits an item of [`Records`](super::Records) into the game, up to its defect if it has one, and
/// the defect.
pub fn up_to_defect(item: Result<Game, RecordError>) -> (Option<Game>, Option<RecordError>) {
    match item {
        Ok(game) => (Some(game), None),
        Err(mut defect) => (defect.legal_part.take().map(|game| *game), Some(defect)),
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        if let Some(game) = self.game {
            write!(f, ": game {game}")?;
        }
        if let Some(ply) = self.ply {
            write!(f, ", ply {ply}")?;
        }
        write!(f, ": {}", self.reason)
    }
}

impl std::error::Error for RecordError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        // The reason is part of the message; its own cause continues the chain.
        std::error::Error::source(&*self.reason)
    }
}
