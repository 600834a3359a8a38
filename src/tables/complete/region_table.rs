//! The scores of all placements of one class on shapes of one size.
//!
//! ```text
//! numbers   see region_facts.rs; different records
//! section 1 records of 2 (2 D + 1) bytes, the most frequent first: x(-D) to x(D) with the
//!           stronger side to move first, then with the weaker side, as signed bytes
//! section 2 entries: numbers of records
//! ```
//!
//! There are far fewer different functions x(d) than regions, so an entry of 1 to 3 bytes answers
//! for both first players and any number of spare moves.

use super::region_facts::{ENTRIES, RegionEntries, RegionFacts};
use super::scores::Scores;
use crate::limits::Abort;
use crate::tables::error::{TableError, stop_if};
use crate::tables::format::container::{Container, SectionName, TableKind};
use crate::tables::format::writer::TableWriter;
use std::io::Write;
use std::path::Path;

const RECORDS: SectionName = 1;

/// An open table of scores.
#[derive(Debug)]
pub struct RegionTable {
    entries: RegionEntries,
    record_len: usize,
    records_at: usize,
}

impl RegionTable {
    /// Writes a table from its records, each of [`Scores::record_len`] bytes, with the most
    /// frequent first, and from its entries, which are numbers of records.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(
        path: &Path,
        facts: &RegionFacts,
        records: &[u8],
        entries: impl Iterator<Item = Result<u32, TableError>>,
    ) -> Result<(), TableError> {
        let sections = [(RECORDS, records.len() as u64), (ENTRIES, facts.bytes())];
        let numbers = facts.numbers(facts.reach());
        let mut out = TableWriter::create(path, TableKind::Regions, numbers, &sections)?;
        out.write_all(records).map_err(TableError::io(path))?;
        facts.write_entries(path, &mut out, entries)?;
        out.commit().map_err(TableError::io(path))
    }

    /// Reads the table in an open file.
    ///
    /// # Errors
    /// The file's numbers and sections do not fit each other.
    pub fn new(container: Container) -> Result<Self, TableError> {
        let entries = RegionEntries::new(container, RegionFacts::reach)?;
        let record_len = Scores::record_len(entries.facts.reach());
        let records = (entries.facts.distinct * record_len) as u64;
        let records_at = entries.container.section(RECORDS, Some(records))?;
        Ok(Self { entries, record_len, records_at })
    }

    /// Returns the file.
    pub fn container(&self) -> &Container {
        &self.entries.container
    }

    /// Returns what the table covers.
    pub fn facts(&self) -> &RegionFacts {
        &self.entries.facts
    }

    /// Returns the scores of a placement, numbered as by [`Material::place`](crate::tables::Material::place), on the shape of this
    /// number, or `None` if the table does not have the shape.
    ///
    /// # Errors
    /// The file is damaged.
    #[inline]
    pub fn scores(
        &self,
        shape: usize,
        placement: usize,
        swapped: bool,
    ) -> Result<Option<Scores<'_>>, TableError> {
        let Some(entry) = self.entries.place(shape, placement) else { return Ok(None) };
        let record = self.entry(entry)?;
        Ok(Some(Scores::new(self.record(record)?, swapped)))
    }

    /// Checks that every entry has a record.
    ///
    /// # Errors
    /// The first entry without one; or `abort` was set.
    pub fn check(&self, abort: &Abort) -> Result<(), TableError> {
        for entry in 0..self.facts().entries() {
            stop_if(abort, entry)?;
            let record = self.entry(entry)?;
            if record >= self.facts().distinct {
                return Err(self.entries.beyond(entry, record));
            }
        }
        Ok(())
    }

    /// Returns the number of the record of an entry.
    ///
    /// # Errors
    /// The file is damaged or has no such entry.
    #[inline]
    pub fn entry(&self, entry: usize) -> Result<usize, TableError> {
        self.entries.number(entry)
    }

    /// Returns the bytes of a record.
    ///
    /// # Errors
    /// The file is damaged or has no such record.
    #[inline]
    pub fn record(&self, record: usize) -> Result<&[u8], TableError> {
        let (start, end) = (record * self.record_len, (record + 1) * self.record_len);
        self.container().read(self.records_at, start..end)
    }
}
