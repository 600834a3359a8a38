//! Review files: a first line that says what was asked, then one line of JSON per game.
//!
//! The file is written as the work proceeds, so a review of many games can be continued after the
//! last complete line. The files of parts can be merged into the file that one run writes.

use super::review::GameReview;
use crate::records::Game;
use crate::util::PartOf;
use crate::util::atomic_file::append_alone;
use crate::util::compression::OutputFile;
use crate::util::parts::{PartsError, in_order, other, surplus};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
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

    /// Returns whether this is the line of a game: the same place, start and moves.
    pub fn is_of(&self, record: &str, number: usize, game: Option<&Game>) -> bool {
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

    /// Reads the first line of a file; `None` if it is torn or missing.
    fn read(path: &Path, line: &[u8]) -> Result<Option<Self>, ReviewFileError> {
        if !line.ends_with(b"\n") {
            return Ok(None);
        }
        let header = serde_json::from_slice(line).map_err(|error| ReviewFileError::Line {
            path: path.to_owned(),
            line: 1,
            reason: format!("expected what a review asks: {error}"),
        })?;
        Ok(Some(header))
    }
}

/// A review file that is being written.
#[derive(Debug)]
pub struct ReviewFile {
    path: PathBuf,
    file: File,
}

impl ReviewFile {
    /// Opens or creates a file, and returns it with the lines that an earlier run wrote. A last
    /// line without its end is cut off.
    ///
    /// # Errors
    /// The file cannot be read or written, is in use by another run, or belongs to another review.
    pub fn open(
        path: &Path,
        header: &ReviewHeader,
    ) -> Result<(Self, Vec<ReviewLine>), ReviewFileError> {
        let io = |source| ReviewFileError::Io { path: path.to_owned(), source };
        let mut file = append_alone(path).map_err(io)?;
        let mut input = BufReader::new(File::open(path).map_err(io)?);
        let (mut text, mut whole, mut lines) = (Vec::new(), 0, Vec::new());
        for line in 1.. {
            text.clear();
            input.read_until(b'\n', &mut text).map_err(io)?;
            if !text.ends_with(b"\n") {
                break;
            }
            if line == 1 {
                let found = ReviewHeader::read(path, &text)?;
                if found.as_ref() != Some(header) {
                    let found = found.map(|found| found.text()).unwrap_or_default();
                    let (path, expected) = (path.to_owned(), header.text());
                    return Err(ReviewFileError::Other { path, found, expected });
                }
            } else {
                let wrong = |error: serde_json::Error| ReviewFileError::Line {
                    path: path.to_owned(),
                    line,
                    reason: error.to_string(),
                };
                lines.push(serde_json::from_slice(&text).map_err(wrong)?);
            }
            whole += text.len() as u64;
        }
        // An incomplete first line may be cut off only if it is the beginning of this header.
        if whole == 0 && !text.is_empty() && !header.text().as_bytes().starts_with(&text) {
            let found = "not a file of reviews".to_owned();
            let (path, expected) = (path.to_owned(), header.text());
            return Err(ReviewFileError::Other { path, found, expected });
        }
        file.set_len(whole).map_err(io)?;
        if whole == 0 {
            file.write_all((header.text() + "\n").as_bytes()).map_err(io)?;
        }
        Ok((Self { path: path.to_owned(), file }, lines))
    }

    /// Appends the line of a game.
    ///
    /// # Errors
    /// Writing failed.
    pub fn append(&mut self, line: &ReviewLine) -> Result<(), ReviewFileError> {
        let text = serde_json::to_string(line).expect("a review is plain data") + "\n";
        let written = self.file.write_all(text.as_bytes());
        written.map_err(|source| ReviewFileError::Io { path: self.path.clone(), source })
    }

    /// Returns the error that a line written by an earlier run belongs to another game.
    pub fn foreign(&self, line: &ReviewLine, record: &str, number: usize) -> ReviewFileError {
        let ((found, game), path) = (line.place(), self.path.clone());
        ReviewFileError::Other {
            path,
            found: format!("game {game} of {found}"),
            expected: format!("game {number} of {record} as it is"),
        }
    }
}

/// Writes the lines of all parts of a review in the order of the games: the same bytes that one run
/// writes. Returns the number of games.
///
/// # Errors
/// A part is missing, appears twice, is incomplete or belongs to another review; or a file cannot
/// be read or written.
pub fn merge_reviews(parts: &[PathBuf], output: &Path) -> Result<u64, ReviewFileError> {
    let io = |path: &Path| {
        let path = path.to_owned();
        move |source| ReviewFileError::Io { path, source }
    };
    let mut opened = Vec::new();
    for path in parts {
        let mut input = BufReader::new(File::open(path).map_err(io(path))?);
        let mut text = Vec::new();
        input.read_until(b'\n', &mut text).map_err(io(path))?;
        let header = ReviewHeader::read(path, &text)?;
        let part = header.as_ref().and_then(|header| header.part);
        opened.push((path.clone(), part, (header, input)));
    }
    let mut parts = in_order(opened)?;
    let whole = |header: &Option<ReviewHeader>| {
        let header = header.clone().map(|header| ReviewHeader { part: None, ..header });
        header.map(|header| header.text()).unwrap_or_default()
    };
    let (first, header) = (parts[0].0.clone(), whole(&parts[0].2.0));
    for (path, _, (found, _)) in &parts {
        if whole(found) != header {
            return Err(other(path, &first, "question", whole(found), header).into());
        }
    }
    let mut file = OutputFile::create(output).map_err(io(output))?;
    writeln!(file, "{header}").map_err(io(output))?;
    let (items, count) = (parts[0].1.items, parts.len() as u64);
    let mut line = Vec::new();
    for number in 0..items {
        let (path, part, (_, input)) = &mut parts[(number % count) as usize];
        line.clear();
        input.read_until(b'\n', &mut line).map_err(io(path))?;
        if !line.ends_with(b"\n") {
            let found = format!("its game {}", number / count + 1);
            let (file, part) = (path.clone(), part.part);
            return Err(PartsError::Incomplete { file, part, found }.into());
        }
        file.write_all(&line).map_err(io(output))?;
    }
    for (path, part, (_, input)) in &mut parts {
        if !input.fill_buf().map_err(io(path))?.is_empty() {
            return Err(surplus(path, part.part, "a line".to_owned()).into());
        }
    }
    file.commit().map_err(io(output))?;
    Ok(items)
}
