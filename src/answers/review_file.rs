//! Review files: a first line that says what was asked, then one line of JSON per game.
//!
//! The file is written as the work proceeds, so a review of many games can be continued after the
//! last complete line. The files of parts can be merged into the file that one run writes.

use super::review::GameReview;
use crate::records::Game;
use crate::util::PartOf;
use crate::util::append_log::{AppendLog, WholeLines};
use crate::util::grown_file::GrownFile;
use crate::util::parts::{PartsError, deal_out, in_order, other};
use serde::{Deserialize, Serialize};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The first line: what was asked, and about which games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewHeader {
    /// The program and its version.
    pub generator: String,
    /// The records, in order.
    pub records: Vec<String>,
    /// The number of games in all of them.
    pub games: u64,
    /// The limits for a ply, and whether only the winner was asked for, in words.
    pub limits: String,
    /// The part of the games; null for all.
    pub part: Option<PartOf>,
}

/// The line of a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ReviewLine {
    /// The review of the game.
    Review(Box<GameReview>),
    /// The game could not be read at all.
    Defective {
        /// The record's name.
        record: String,
        /// Number of the game in its record, from 1.
        game: usize,
        /// The reason.
        error: String,
    },
}

impl ReviewLine {
    /// The record and the number of the game.
    fn place(&self) -> (&str, usize) {
        match self {
            Self::Review(review) => (&review.record, review.game),
            Self::Defective { record, game, .. } => (record, *game),
        }
    }

    /// Reads the line of that number in a file.
    fn read(path: &Path, number: usize, text: &[u8]) -> Result<Self, ReviewFileError> {
        serde_json::from_slice(text).map_err(|error| ReviewFileError::Line {
            path: path.to_owned(),
            line: number,
            reason: error.to_string(),
        })
    }

    /// Returns whether this is the line of a game: the same place, start and moves.
    fn is_of(&self, record: &str, number: usize, game: Option<&Game>) -> bool {
        let same = match (self, game) {
            (Self::Review(review), Some(game)) => {
                let moves = review.plies.iter().map(|ply| ply.mv);
                review.start == game.start().to_fen() && moves.eq(game.moves().iter().copied())
            }
            (Self::Defective { .. }, None) => true,
            _ => false,
        };
        same && self.place() == (record, number)
    }
}

/// Why a review file cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReviewFileError {
    /// Reading or writing failed.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// A line is not one that a review writes.
    #[error("{}, line {line}: {reason}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line number, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// The file belongs to another review.
    #[error(
        "{} belongs to another review: found {found}, expected {expected}; choose another output",
        path.display()
    )]
    Other {
        /// The file.
        path: PathBuf,
        /// What the file says.
        found: String,
        /// What was asked for.
        expected: String,
    },
    /// The parts do not make one whole.
    #[error(transparent)]
    Parts(#[from] PartsError),
}

impl ReviewHeader {
    fn text(&self) -> String {
        serde_json::to_string(self).expect("a header is plain data")
    }

    /// Reads the first line of a file.
    fn read(path: &Path, line: &[u8]) -> Result<Self, ReviewFileError> {
        serde_json::from_slice(line).map_err(|error| ReviewFileError::Line {
            path: path.to_owned(),
            line: 1,
            reason: format!("expected what a review asks: {error}"),
        })
    }
}

/// A review file that is being written.
#[derive(Debug)]
pub struct ReviewFile(AppendLog);

impl ReviewFile {
    /// Opens or creates a file for the reviews of `games`: each one's record, number in it and legal
    /// part. Returns it with what an earlier run wrote about the first of them. A last line without
    /// its end is cut off.
    ///
    /// # Errors
    /// The file cannot be read or written, is in use by another run, or belongs to another review
    /// or other games.
    pub fn open<'a>(
        path: &Path,
        header: &ReviewHeader,
        mut games: impl Iterator<Item = (&'a str, usize, Option<&'a Game>)>,
    ) -> Result<(Self, EarlierReviews), ReviewFileError> {
        let io = |source| ReviewFileError::Io { path: path.to_owned(), source };
        let other = |found, expected| {
            Err(ReviewFileError::Other { path: path.to_owned(), found, expected })
        };
        let mut log = AppendLog::open(path).map_err(io)?;
        let mut lines = log.lines().map_err(io)?;
        while let Some((number, text)) = lines.next_line().map_err(io)? {
            if number == 1 {
                let found = ReviewHeader::read(path, text)?;
                if found != *header {
                    return other(found.text(), header.text());
                }
                continue;
            }
            let line = ReviewLine::read(path, number, text)?;
            let (record, game) = line.place();
            let found = format!("game {game} of {record}");
            match games.next() {
                None => return other(found, "no more games than the records have".to_owned()),
                Some((record, number, game)) if !line.is_of(record, number, game) => {
                    return other(found, format!("game {number} of {record} as it is"));
                }
                Some(_) => {}
            }
        }
        let (whole, torn) = (lines.length(), lines.torn());
        // An incomplete first line may be cut off only if it is the beginning of this header.
        if whole == 0 && !torn.is_empty() && !header.text().as_bytes().starts_with(torn) {
            return other("not a file of reviews".to_owned(), header.text());
        }
        log.cut(whole).map_err(io)?;
        if whole == 0 {
            log.append(header.text() + "\n").map_err(io)?;
        }
        let mut lines = log.lines().map_err(io)?;
        lines.next_line().map_err(io)?;
        Ok((Self(log), EarlierReviews { path: path.to_owned(), lines }))
    }

    /// Appends the line of a game.
    ///
    /// # Errors
    /// Writing failed.
    pub fn append(&mut self, line: &ReviewLine) -> Result<(), ReviewFileError> {
        let text = serde_json::to_string(line).expect("a review is plain data") + "\n";
        let written = self.0.append(text);
        written.map_err(|source| ReviewFileError::Io { path: self.0.path().to_owned(), source })
    }
}

/// What an earlier run wrote, game by game in their order. It is to be read before anything is
/// appended.
#[derive(Debug)]
pub struct EarlierReviews {
    path: PathBuf,
    lines: WholeLines,
}

impl Iterator for EarlierReviews {
    type Item = Result<ReviewLine, ReviewFileError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.lines.next_line() {
            Ok(line) => line.map(|(number, text)| ReviewLine::read(&self.path, number, text)),
            Err(source) => Some(Err(ReviewFileError::Io { path: self.path.clone(), source })),
        }
    }
}

/// Writes the lines of all parts of a review in the order of the games: the same bytes that one run
/// writes. Returns the number of games.
///
/// # Errors
/// A part is missing, appears twice, is incomplete or belongs to another review; the output has
/// anything else than the beginning of the result; or a file cannot be read or written.
pub fn merge_reviews(parts: &[PathBuf], output: &Path) -> Result<u64, ReviewFileError> {
    let io = |path: &Path| {
        let path = path.to_owned();
        move |source| ReviewFileError::Io { path, source }
    };
    let mut opened = Vec::new();
    for path in parts {
        let mut lines = WholeLines::open(path).map_err(io(path))?;
        let first = lines.next_line().map_err(io(path))?;
        let header = first.map(|(_, text)| ReviewHeader::read(path, text)).transpose()?;
        let part = header.as_ref().and_then(|header| header.part);
        opened.push((path.clone(), part, (header, path.clone(), lines)));
    }
    let parts = in_order(opened)?;
    let whole = |header: &Option<ReviewHeader>| {
        let header = header.clone().map(|header| ReviewHeader { part: None, ..header });
        header.map(|header| header.text()).unwrap_or_default()
    };
    let (first, header) = (parts[0].0.clone(), whole(&parts[0].2.0));
    for (path, _, (found, ..)) in &parts {
        if whole(found) != header {
            return Err(other(path, &first, "question", whole(found), header).into());
        }
    }
    let mut file = GrownFile::create(output).map_err(io(output))?;
    writeln!(file, "{header}").map_err(io(output))?;
    let games = deal_out(
        parts,
        "game",
        |(_, path, lines)| {
            let whole = lines.next_line().map_err(io(path))?.map(|(_, text)| text.to_vec());
            let torn = whole.is_none() && !lines.torn().is_empty();
            Ok::<_, ReviewFileError>((whole.is_some() || torn).then_some(whole))
        },
        |_, _, whole| {
            let Some(line) = whole else { return Ok(false) };
            file.write_all(&line).and_then(|()| writeln!(file)).map_err(io(output))?;
            Ok(true)
        },
    )?;
    file.commit().map_err(io(output))?;
    Ok(games)
}
