//! Review files: [ledgers](crate::ledger) whose header says what was asked, with one entry for each
//! game, in their order.

use super::review::GameReview;
use crate::ledger::{
    Entry, Fact, GrownFile, Header, Ledger, LedgerError, MergeError, Part, PartOf, Partition,
    Parts, Reader, line,
};
use crate::problems::GENERATOR;
use crate::records::Game;
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The first line: what was asked, and about which games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewHeader {
    version: u64,
    /// The program and its version.
    generator: String,
    /// The records, in order.
    records: Vec<String>,
    /// The number of games in all of them.
    games: u64,
    /// The limits for a ply, and whether only the winner was asked for, in words.
    limits: String,
    /// The part of the games; null for all.
    part: Option<PartOf>,
}

impl ReviewHeader {
    /// Makes the header of a review of so many games, or of a part of them. The limits are those of
    /// a ply, in words.
    pub fn new(records: Vec<String>, games: u64, limits: String, part: Option<Partition>) -> Self {
        let part = part.map(|part| PartOf { part, items: games });
        let (_, version) = Self::VERSION;
        Self { version, generator: GENERATOR.to_owned(), records, games, limits, part }
    }
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

impl Header for ReviewHeader {
    const VERSION: (&'static str, u64) = ("version", 1);

    fn facts(&self) -> Vec<Fact> {
        vec![
            Fact::new("program", &self.generator),
            Fact::new("list of records", self.records.join(", ")),
            Fact::new("number of games", self.games),
            Fact::new("limit", &self.limits),
        ]
    }

    fn part(&self) -> Option<PartOf> {
        self.part
    }
}

impl Entry for ReviewLine {
    const LEDGER: &'static str = "review";
    const BEGINS: &'static [&'static str] = &["{\"version\":1,\"generator\":"];
}

/// Opens or creates a file for the reviews of `games`: each one's record, number in it and legal
/// part. Returns it with a reader of what an earlier run wrote about the first of them, which is to
/// be read before anything is appended.
///
/// # Errors
/// Those of [`Ledger::continued`]; or the file has reviews of other games.
pub fn open_reviews<'a>(
    path: &Path,
    header: &ReviewHeader,
    mut games: impl Iterator<Item = (&'a str, usize, Option<&'a Game>)>,
) -> Result<(Ledger<ReviewLine>, Reader<ReviewLine>), LedgerError> {
    let ledger = Ledger::continued(path, header, |line: ReviewLine| match games.next() {
        Some((record, number, game)) if line.is_of(record, number, game) => Ok(()),
        expected => {
            let (record, number) = line.place();
            let expected = match expected {
                Some((record, number, _)) => format!("game {number} of {record} as it is"),
                None => "no more games than the records have".to_owned(),
            };
            Err(format!("game {number} of {record}; expected {expected}; choose another output"))
        }
    })?;
    let mut earlier = Reader::open(path)?;
    earlier.header::<ReviewHeader>()?;
    Ok((ledger, earlier))
}

/// Writes the lines of all parts of a review in the order of the games: the same bytes that one run
/// writes. Returns the number of games.
///
/// # Errors
/// A part is missing, appears twice, is incomplete or belongs to another review; the output has
/// anything else than the beginning of the result; or a file cannot be read or written.
pub fn merge_reviews(parts: &[PathBuf], output: &Path) -> Result<u64, MergeError> {
    let mut opened = Vec::new();
    let mut header = None;
    for path in parts {
        let mut lines = Reader::<ReviewLine>::open(path)?;
        let of_part: ReviewHeader =
            lines.header()?.ok_or_else(|| MergeError::NoPart(path.clone()))?;
        let (part, facts) = (of_part.part, of_part.facts());
        opened.push(Part { file: path.clone(), part, facts, items: lines.of_part() });
        header.get_or_insert(ReviewHeader { part: None, ..of_part });
    }
    let parts = Parts::new(opened)?;
    let header = header.ok_or(MergeError::None)?;
    let failed = MergeError::io(output);
    let mut file = GrownFile::create(output).map_err(&failed)?;
    let mut add = |text: String| file.write_all(text.as_bytes()).map_err(&failed);
    add(line(&header))?;
    let games = parts.in_turn("game", |_, review| add(line(&review)).map(|()| true))?;
    file.commit().map_err(&failed)?;
    Ok(games)
}
