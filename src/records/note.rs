//! What a reader has to say of a record that could be read in two ways.

use std::fmt;

/// A remark of the reader: a record could be read in two ways, and this is the one that was taken.
/// Its text names the option that takes the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadingNote {
    /// The file's name as given.
    pub file: String,
    /// The number of the game in its file, from 1.
    pub game: usize,
    /// The line in the file, from 1.
    pub line: usize,
    /// What was decided.
    pub decision: Decision,
}

impl fmt::Display for ReadingNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: game {}: {}", self.file, self.line, self.game, self.decision)
    }
}

/// How a record was read that could be read in two ways.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Decision {
    /// A line of one move goes on with a game that was written one move a line so far.
    GoesOn,
    /// A line begins a game and could also go on with the one before.
    BeginsAnew,
    /// A number counts games.
    NumberOfGame {
        /// The number.
        number: usize,
    },
    /// A number contradicts the moves before it.
    NumberMisfit {
        /// The number, with its dots.
        found: String,
        /// The number that fits the moves before it.
        expected: String,
    },
    /// The moves are illegal from the standard start and legal from another.
    OtherStart {
        /// The start that was taken.
        start: String,
    },
    /// The moves are legal from another start too.
    AlsoLegal {
        /// The start that was taken.
        taken: String,
        /// The other start.
        other: String,
    },
    /// The record's own start or size differs from the one asked for.
    OwnStart {
        /// The start that was taken.
        taken: String,
        /// The start that was asked for.
        asked: String,
    },
    /// The record names an unknown encoding.
    Charset {
        /// The name.
        name: String,
    },
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GoesOn => f.write_str(
                "one move a line, read as one game; this line could also begin a game: --lines \
                 apart reads every line as a game",
            ),
            Self::BeginsAnew => f.write_str(
                "this line begins a game; all its moves could also go on with the game before: \
                 --lines joined reads it so",
            ),
            Self::NumberOfGame { number } => write!(
                f,
                "{number} is read as the number of a game: the line's moves cannot go on with the \
                 game before"
            ),
            Self::NumberMisfit { found, expected } => write!(
                f,
                "number {found} stands where {expected} is expected; the moves are read one after \
                 another"
            ),
            Self::OtherStart { start } => write!(
                f,
                "its moves are illegal from the standard start; read from {start} (--start says \
                 which)"
            ),
            Self::AlsoLegal { taken, other } => write!(
                f,
                "read from {taken}; all its moves are also legal from {other}: --start '{other}' \
                 reads it so"
            ),
            Self::OwnStart { taken, asked } => write!(
                f,
                "the record says that it begins from {taken}; --start {asked} was not used"
            ),
            Self::Charset { name } => {
                write!(f, "CA[{name}]: unknown encoding; names were read as UTF-8 or ISO 8859-1")
            }
        }
    }
}

/// Decisions about a game, each with its line, before the file and the game's number are known.
pub(crate) type Decisions = Vec<(usize, Decision)>;
