//! A problem set: its header, which says how it was made, and its problems.

use super::funnel::Funnel;
use super::problem::Problem;
use crate::problems::xml::error::SetError;
use crate::problems::xml::read::SetReader;
use crate::problems::xml::write::SetWriter;
use std::io::{BufWriter, Write};
use std::path::Path;

/// A problem set in memory. [`SetReader`] and [`SetWriter`] go through one problem by problem.
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
    /// What became of the regions it saw.
    pub funnel: Funnel,
}

/// A record that problems come from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordFile {
    /// File name without directories.
    pub name: String,
    /// XXH3 of the file's bytes, 16 hexadecimal digits.
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
}

impl ProblemSet {
    /// Reads a whole set.
    ///
    /// # Errors
    /// The first defect of the file. [`SetReader`] passes over problems that are wrong.
    pub fn load(path: &Path) -> Result<Self, SetError> {
        let mut reader = SetReader::open(path)?;
        let problems = reader.by_ref().collect::<Result<_, _>>()?;
        Ok(Self { header: reader.into_header(), problems })
    }

    /// Writes a set.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: impl Write) -> std::io::Result<()> {
        let mut writer = SetWriter::new(BufWriter::new(out), &self.header)?;
        for problem in &self.problems {
            writer.problem(problem)?;
        }
        writer.finish()?.flush()
    }
}
