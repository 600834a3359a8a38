//! A problem set: its header, which says how it was made, and its problems.

use super::funnel::Funnel;
use super::problem::{Problem, Provenance};
use crate::board::Position;
use crate::ledger::Fact;

/// The program and version, for the provenance of what it makes.
pub const GENERATOR: &str = concat!("amazons ", env!("CARGO_PKG_VERSION"));

/// A problem set in memory. [`SetReader`](crate::problems::SetReader) and
/// [`SetWriter`](crate::problems::SetWriter) process one problem at a time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProblemSet {
    /// How the set was made.
    pub header: Header,
    /// Its problems, in the order of the file.
    pub problems: Vec<Problem>,
}

/// How a set was made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// The set's title; may be empty.
    pub title: String,
    /// The extractions whose problems it holds.
    pub extractions: Vec<Extraction>,
    /// What was selected from them since, oldest first.
    pub selections: Vec<Selection>,
}

/// One run of the extractor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Extraction {
    /// Program and version.
    pub generator: String,
    /// The feature filter, in the words of the command line.
    pub filter: String,
    /// The part of the games that it read, such as `1/4`; `None` for all.
    pub part: Option<String>,
    /// The records it read.
    pub records: Vec<RecordFile>,
    /// What became of the regions it saw. A part does not apply limits, which are for all parts
    /// together.
    pub funnel: Funnel,
    /// For a part: regions that fit but gave no problems, in the order of the games. With them, a
    /// merge makes the set that one run makes.
    pub passed_over: Vec<PassedOver>,
}

/// A region that fits a part's filter but gave no problems there: it was kept before, or either
/// player moving first blocks the other at once.
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
    /// XXH3 of the file's uncompressed text, 16 hexadecimal digits.
    pub hash: String,
    /// Games in the file.
    pub games: u64,
    /// What the first game says about how the games were made: its players and its comment (`PW`,
    /// `PB`, `GC`), where self-play writes the seed. `None` for games without a comment.
    pub made_by: Option<String>,
}

/// A selection among the problems of a set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// Program and version.
    pub generator: String,
    /// The filter, in the words of the command line.
    pub filter: String,
    /// The number of problems before.
    pub from: u64,
    /// The number of problems after.
    pub kept: u64,
}

impl Header {
    /// Returns what all parts of a set agree in.
    pub fn facts(&self) -> Vec<Fact> {
        let (extractions, selections) = (&self.extractions, &self.selections);
        let programs = extractions.iter().map(|one| &one.generator);
        let programs = programs.chain(selections.iter().map(|one| &one.generator));
        let filters = extractions.iter().map(|one| &one.filter);
        let filters = filters.chain(selections.iter().map(|one| &one.filter));
        let records = self.records().map(|record| format!("{} ({})", record.name, record.hash));
        let listed = |texts: Vec<&str>| texts.join("; ");
        vec![
            Fact::new("title", &self.title),
            Fact::new("list of records", records.collect::<Vec<_>>().join(", ")),
            Fact::new("filter", listed(filters.map(String::as_str).collect())),
            Fact::new("program", listed(programs.map(String::as_str).collect())),
        ]
    }

    /// Yields all records; [`Provenance::record`](crate::problems::Provenance::record) is an index
    /// into them.
    pub fn records(&self) -> impl Iterator<Item = &RecordFile> {
        self.extractions.iter().flat_map(|extraction| &extraction.records)
    }

    /// Returns the record at an index into all of them.
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
