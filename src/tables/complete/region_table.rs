//! The scores of all placements of one class on shapes of one size.
//!
//! ```text
//! numbers   bytes 0..8: stronger side's amazons, weaker side's, squares, bytes of an entry (1 to
//!           3), D, 0, 0, 0; first shape; shapes; records
//! section 1 records of 2 (2 D + 1) bytes, the most frequent first: x(-D) to x(D) with the
//!           stronger side to move first, then with the weaker side, as signed bytes
//! section 2 entries: the number of the record, for each shape in the order of its list and each
//!           placement on it in the order of Material::place
//! ```
//!
//! There are far fewer different functions x(d) than regions, so an entry of 1 to 3 bytes answers
//! for both first players and any number of spare moves.

use super::material::{MAX_SQUARES, Material};
use super::scores::Scores;
use super::shape::SHAPE_COUNTS;
use crate::limits::Abort;
use crate::tables::error::{TableError, stop_if};
use crate::tables::format::container::{Container, SectionName, TableKind};
use crate::tables::format::writer::TableWriter;
use std::io::Write;
use std::ops::Range;
use std::path::Path;

const RECORDS: SectionName = 1;
const ENTRIES: SectionName = 2;

/// An open table of scores.
#[derive(Debug)]
pub struct RegionTable {
    container: Container,
    facts: RegionFacts,
    record_len: usize,
    records_at: usize,
    entries_at: usize,
}

/// The contents of a table of scores, and how they are stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionFacts {
    /// The amazons.
    pub class: Material,
    /// Squares of the shapes.
    pub squares: usize,
    /// Numbers of the shapes in their list.
    pub shapes: Range<usize>,
    /// Different functions of the number of spare moves.
    pub records: usize,
}

impl RegionFacts {
    /// Returns D; see [`Scores`].
    pub fn reach(&self) -> usize {
        self.class.reach(self.squares)
    }

    /// Returns the bytes of an entry.
    pub fn width(&self) -> usize {
        match self.records {
            0..=0x100 => 1,
            0x101..=0x1_0000 => 2,
            _ => 3,
        }
    }

    /// Returns the number of entries.
    pub fn entries(&self) -> usize {
        self.shapes.len() * self.class.placements(self.squares)
    }

    /// Returns the usual name of a file with these shapes.
    pub fn file_name(class: Material, squares: usize, shapes: &Range<usize>) -> String {
        if *shapes == (0..SHAPE_COUNTS[squares]) {
            format!("{class}-{squares}.amt")
        } else {
            format!("{class}-{squares}-shapes-{}-{}.amt", shapes.start, shapes.end)
        }
    }

    fn numbers(&self) -> [u64; 4] {
        let bytes = [
            self.class.strong(),
            self.class.weak(),
            self.squares,
            self.width(),
            self.reach(),
            0,
            0,
            0,
        ];
        let packed = u64::from_le_bytes(bytes.map(|byte| byte as u8));
        [packed, self.shapes.start as u64, self.shapes.len() as u64, self.records as u64]
    }
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
        let width = facts.width();
        let sections =
            [(RECORDS, records.len() as u64), (ENTRIES, (facts.entries() * width) as u64)];
        let mut out = TableWriter::create(path, TableKind::Regions, facts.numbers(), &sections)?;
        out.write_all(records).map_err(TableError::io(path))?;
        for entry in entries {
            let entry = entry?;
            debug_assert!((entry as usize) < facts.records);
            out.write_all(&entry.to_le_bytes()[..width]).map_err(TableError::io(path))?;
        }
        out.commit().map_err(TableError::io(path))
    }

    /// Reads the table in an open file.
    ///
    /// # Errors
    /// The file's numbers and sections do not fit each other.
    pub fn new(container: Container) -> Result<Self, TableError> {
        let [packed, first, shapes, records] = container.numbers();
        let [strong, weak, squares, ..] = packed.to_le_bytes();
        let class = match Material::of(strong.into(), weak.into()) {
            Some((class, false)) if (1..=MAX_SQUARES).contains(&squares.into()) => class,
            _ => return Err(container.damaged("numbers", packed, "a class and 1 to 10 squares")),
        };
        let small = |number: u64| usize::try_from(number).ok().filter(|n| *n <= 1 << 24);
        let (Some(first), Some(shapes), Some(records)) =
            (small(first), small(shapes), small(records))
        else {
            return Err(container.damaged("numbers", records, "at most 2^24 shapes and records"));
        };
        let facts =
            RegionFacts { class, squares: squares.into(), shapes: first..first + shapes, records };
        if facts.numbers() != container.numbers() {
            return Err(container.damaged("numbers", packed, facts.numbers()[0]));
        }
        let record_len = Scores::record_len(facts.reach());
        Ok(Self {
            record_len,
            records_at: container.section(RECORDS, Some((records * record_len) as u64))?,
            entries_at: container
                .section(ENTRIES, Some((facts.entries() * facts.width()) as u64))?,
            facts,
            container,
        })
    }

    /// Returns the file.
    pub fn container(&self) -> &Container {
        &self.container
    }

    /// Returns what the table covers.
    pub fn facts(&self) -> &RegionFacts {
        &self.facts
    }

    /// Returns the scores of a placement, numbered as by [`Material::place`], on the shape of this
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
        if !self.facts.shapes.contains(&shape) {
            return Ok(None);
        }
        let placements = self.facts.class.placements(self.facts.squares);
        let entry = (shape - self.facts.shapes.start) * placements + placement;
        let record = self.entry(entry)?;
        Ok(Some(Scores::new(self.record(record)?, swapped)))
    }

    /// Checks that every entry has a record.
    ///
    /// # Errors
    /// The first entry without one; or `abort` was set.
    pub fn check(&self, abort: &Abort) -> Result<(), TableError> {
        for entry in 0..self.facts.entries() {
            stop_if(abort, entry)?;
            let record = self.entry(entry)?;
            if record >= self.facts.records {
                let expected = format!("below {}", self.facts.records);
                return Err(self.container.damaged(format!("entry {entry}"), record, expected));
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
        let width = self.facts.width();
        let bytes = self.container.read(self.entries_at, entry * width..(entry + 1) * width)?;
        Ok(bytes.iter().rev().fold(0, |number, &byte| number << 8 | usize::from(byte)))
    }

    /// Returns the bytes of a record.
    ///
    /// # Errors
    /// The file is damaged or has no such record.
    #[inline]
    pub fn record(&self, record: usize) -> Result<&[u8], TableError> {
        let (start, end) = (record * self.record_len, (record + 1) * self.record_len);
        self.container.read(self.records_at, start..end)
    }
}
