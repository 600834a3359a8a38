//! The game values of all placements of one class on shapes of one size.
//!
//! ```text
//! numbers   see complete/region_facts.rs; different values
//! section 1 checksum of the table of scores of the same regions
//! section 2 entries: numbers of values in the list that the dictionary has for this table, with the
//!           stronger side in White
//! ```
//!
//! The most frequent value has number 0; among equally frequent ones, those that the dictionary has
//! first come first. So the file says nothing about the place of its values in the dictionary, and
//! stays as it is when that grows.

use super::dictionary::{Dictionary, ListedTable};
use crate::limits::Abort;
use crate::tables::complete::material::Material;
use crate::tables::complete::region_facts::{ENTRIES, RegionEntries, RegionFacts};
use crate::tables::complete::region_table::RegionTable;
use crate::tables::complete::shape::SHAPE_COUNTS;
use crate::tables::error::{TableError, stop_if};
use crate::tables::format::container::{Container, SectionName, TableKind};
use crate::tables::format::writer::{CompleteTable, TableWriter};
use amazons_cgt::Outcome;
use std::io::Write;
use std::ops::Range;
use std::path::Path;

const SCORES: SectionName = 1;

/// An open table of game values.
#[derive(Debug)]
pub struct ValueTable {
    entries: RegionEntries,
    scores: u64,
}

impl ValueTable {
    /// The end of the names of tables of values.
    pub const ENDING: &str = ".values.amt";

    /// Returns the usual name of a file with these shapes.
    pub fn file_name(class: Material, squares: usize, shapes: &Range<usize>) -> String {
        RegionFacts::file_name(class, squares, shapes).replace(".amt", Self::ENDING)
    }

    /// Returns the usual name of a file that covers this.
    pub(crate) fn name_for(RegionFacts { class, squares, shapes, .. }: &RegionFacts) -> String {
        Self::file_name(*class, *squares, shapes)
    }

    /// Writes a table beside its place. `scores` is the checksum of the table of scores; entries
    /// are numbers of values.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn write(
        path: &Path,
        facts: &RegionFacts,
        scores: u64,
        entries: impl Iterator<Item = Result<u32, TableError>>,
    ) -> Result<CompleteTable, TableError> {
        let sections = [(SCORES, 8), (ENTRIES, facts.bytes())];
        let mut out = TableWriter::create(path, TableKind::Values, facts.numbers(0), &sections)?;
        out.write_all(&scores.to_le_bytes()).map_err(TableError::io(path))?;
        facts.write_entries(path, &mut out, entries)?;
        out.complete().map_err(TableError::io(path))
    }

    /// Reads the table in an open file.
    ///
    /// # Errors
    /// The file's numbers and sections do not fit each other.
    pub fn new(container: Container) -> Result<Self, TableError> {
        let entries = RegionEntries::new(container, |_| 0)?;
        let at = entries.container.section(SCORES, Some(8))?;
        let scores = entries.container.read(at, 0..8)?.try_into().expect("eight bytes were read");
        Ok(Self { scores: u64::from_le_bytes(scores), entries })
    }

    /// Returns the file.
    pub fn container(&self) -> &Container {
        &self.entries.container
    }

    /// Returns what the table covers.
    pub fn facts(&self) -> &RegionFacts {
        &self.entries.facts
    }

    /// Returns the checksum of the table of scores of the same regions.
    pub fn scores_checksum(&self) -> u64 {
        self.scores
    }

    /// Returns the number of the value of an entry.
    ///
    /// # Errors
    /// The file is damaged or has no such entry.
    #[inline]
    pub fn entry(&self, entry: usize) -> Result<usize, TableError> {
        self.entries.number(entry)
    }

    /// Returns the number of the entry of a placement, numbered as by [`Material::place`], on the
    /// shape of this number, or `None` if the table does not have the shape.
    #[inline]
    pub fn place(&self, shape: usize, placement: usize) -> Option<usize> {
        self.entries.place(shape, placement)
    }

    /// Opens the dictionary beside the file.
    ///
    /// # Errors
    /// There is none, it cannot be used, or it does not list this table.
    pub fn dictionary_beside(&self) -> Result<Dictionary, TableError> {
        let path = self.container().path().with_file_name(Dictionary::FILE_NAME);
        let dictionary = match path.exists() {
            true => vec![Dictionary::new(Container::open(&path)?)?],
            false => Vec::new(),
        };
        self.listed_in(&dictionary)?;
        Ok(dictionary.into_iter().next().expect("it lists the table"))
    }

    /// Finds the dictionary that lists the table, and its place there.
    pub(crate) fn listed_in(
        &self,
        dictionaries: &[Dictionary],
    ) -> Result<(usize, ListedTable), TableError> {
        let mut all = dictionaries.iter().enumerate();
        let found = all.find_map(|(place, dictionary)| {
            Some((place, dictionary.listed(self.facts(), self.container().checksum())?))
        });
        found.map(|(place, listed)| (place, listed.clone())).ok_or_else(|| {
            let name = Dictionary::FILE_NAME;
            self.apart(match dictionaries {
                [] => format!("useless without {name}, which is not beside it; build or fetch it"),
                _ => format!("does not belong to the {name} beside it; build it again"),
            })
        })
    }

    /// Checks that one of these tables of scores, those of its class and size, is the one that it was
    /// made with, and returns it.
    pub(crate) fn made_with<'a>(
        &self,
        scores: &'a [RegionTable],
    ) -> Result<&'a RegionTable, TableError> {
        let mut all = scores.iter();
        all.find(|scores| scores.container().checksum() == self.scores).ok_or_else(|| {
            let all = 0..SHAPE_COUNTS[self.facts().squares];
            let name = RegionFacts::file_name(self.facts().class, self.facts().squares, &all);
            self.apart(match scores {
                [] => format!("useless without {name}, which is not beside it; build or fetch it"),
                _ => format!("made with another {name} than the one beside it; build it again"),
            })
        })
    }

    fn apart(&self, reason: String) -> TableError {
        TableError::Apart { path: self.container().path().to_owned(), reason }
    }

    /// Checks the table against the files beside it: the dictionary lists it, the scores are those
    /// that it was made with, and for every entry both say the same about who wins.
    ///
    /// # Errors
    /// The first thing that does not fit.
    pub fn check_beside(&self) -> Result<(), TableError> {
        let all = 0..SHAPE_COUNTS[self.facts().squares];
        let name = RegionFacts::file_name(self.facts().class, self.facts().squares, &all);
        let path = self.container().path().with_file_name(name);
        let scores = match path.exists() {
            true => vec![RegionTable::new(Container::open(&path)?)?],
            false => Vec::new(),
        };
        let scores = self.made_with(&scores)?;
        let dictionary = self.dictionary_beside()?;
        let (_, listed) = self.listed_in(std::slice::from_ref(&dictionary))?;
        let outcomes = (0..self.facts().distinct)
            .map(|number| Ok(dictionary.facts(dictionary.value(&listed, number)?)?.outcome))
            .collect::<Result<Vec<Outcome>, TableError>>()?;
        let placements = self.facts().class.placements(self.facts().squares);
        for entry in 0..self.facts().entries() {
            let shape = self.facts().shapes.start + entry / placements;
            let Some(scores) = scores.scores(shape, entry % placements, false)? else {
                return Err(self.apart("covers shapes that its scores do not".to_owned()));
            };
            if outcomes.get(self.entry(entry)?) != Some(&scores.outcome()) {
                return Err(TableError::Contradiction {
                    path: self.container().path().to_owned(),
                    other: path,
                    what: format!("the winner of entry {entry}"),
                });
            }
        }
        Ok(())
    }

    /// Checks that every entry has a value, and each value an entry, the most frequent ones first.
    ///
    /// # Errors
    /// The first entry or value for which this does not hold; or `abort` was set.
    pub fn check(&self, abort: &Abort) -> Result<(), TableError> {
        let mut used = vec![0u64; self.facts().distinct];
        for entry in 0..self.facts().entries() {
            stop_if(abort, entry)?;
            let value = self.entry(entry)?;
            *used.get_mut(value).ok_or_else(|| self.entries.beyond(entry, value))? += 1;
        }
        if used.contains(&0) || !used.is_sorted_by(|a, b| a >= b) {
            let expected = "values in use, the most frequent first";
            return Err(self.container().damaged("entries", "another order", expected));
        }
        Ok(())
    }
}
