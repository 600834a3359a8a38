//! A problem set: its header, which says how it was made, and its problems.

use super::funnel::Funnel;
use super::problem::{Problem, Provenance};
use crate::board::Position;

/// The program and version that goes into the provenance of what it makes.
pub const GENERATOR: &str = concat!("amazons ", env!("CARGO_PKG_VERSION"));

/// A problem set in memory. [`SetReader`](crate::problems::SetReader) and
/// [`SetWriter`](crate::problems::SetWriter) go through one problem by problem.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProblemSet {
    /// How the set was made.
    pub header: Header,
    /// Its problems in the order of the file.
    pub problems: Vec<Problem>,
}

/// How a set was made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// What the set is called; may be empty.
    pub title: String,
    /// The extractions whose problems it holds.
    pub extractions: Vec<Extraction>,
    /// What was chosen out of them since, oldest first.
    pub selections: Vec<Selection>,
}

/// One run of the extractor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Extraction {
    /// Program and version.
    pub generator: String,
    /// The feature filter in the words of the command line.
    pub filter: String,
    /// The part of the games it read, such as `1/4`; `None` for all.
    pub part: Option<String>,
    /// The records it read.
    pub records: Vec<RecordFile>,
    /// What became of the regions it saw. A part knows nothing of limits, which are over all parts.
    pub funnel: Funnel,
    /// Of a part: regions that fit and gave no problems, in the order of the games. With them a
    /// merge makes the set that one run makes.
    pub passed_over: Vec<PassedOver>,
}

/// A region that fits a part's filter and gave no problems there: it was kept before, or whoever
/// moves first blocks the other at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassedOver {
    /// How many of the part's problems come before it.
    pub after: u64,
    /// The region; White moves first.
    pub region: Position,
    /// Where it was seen; its record is counted within the extraction.
    pub from: Provenance,
}

/// A record that problems come from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordFile {
    /// File name without directories.
    pub name: String,
    /// XXH3 of the file's text, without compression, 16 hexadecimal digits.
    pub hash: String,
    /// Games in the file.
    pub games: u64,
    /// What the first game says about how the games were made: its players and its comment (`PW`,
    /// `PB`, `GC`), where self-play writes the seed. `None` for games without a comment.
    pub made_by: Option<String>,
}

/// A choice among the problems of a set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// Program and version.
    pub generator: String,
    /// The filter in the words of the command line.
    pub filter: String,
    /// Problems before.
    pub from: u64,
    /// Problems after.
    pub kept: u64,
}

impl Header {
    /// All records; [`Provenance::record`](crate::problems::Provenance::record) is an index into them.
    pub fn records(&self) -> impl Iterator<Item = &RecordFile> {
        self.extractions.iter().flat_map(|extraction| &extraction.records)
    }

    /// The record of an index into all of them.
    pub fn record(&self, mut index: usize) -> Option<&RecordFile> {
        for Extraction { records, .. } in &self.extractions {
            match index.checked_sub(records.len()) {
                None => return records.get(index),
                Some(behind) => index = behind,
            }
        }
        None
    }
}
