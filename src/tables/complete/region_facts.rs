//! What a table about regions covers, and its entries: a number for every placement on every one of
//! its shapes.
//!
//! ```text
//! numbers   bytes 0..8: stronger side's amazons, weaker side's, squares, bytes of an entry (1 to
//!           3), D in tables of scores, 0, 0, 0; first shape; shapes; different numbers
//! section 2 entries, for each shape in the order of its list and each placement on it in the order
//!           of Material::place
//! ```

use super::material::{MAX_SQUARES, Material};
use super::shape::SHAPE_COUNTS;
use crate::tables::error::TableError;
use crate::tables::format::container::{Container, SectionName};
use std::io::Write;
use std::ops::Range;
use std::path::Path;

/// The section of the entries.
pub(crate) const ENTRIES: SectionName = 2;

/// What a table about regions covers, and how its entries are stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionFacts {
    /// The amazons.
    pub class: Material,
    /// Squares of the shapes.
    pub squares: usize,
    /// Numbers of the shapes in their list.
    pub shapes: Range<usize>,
    /// How many different numbers the entries are: functions of the number of spare moves in a table
    /// of scores, values in a table of values.
    pub distinct: usize,
}

impl RegionFacts {
    /// Returns D of a table of scores; see [`Scores`](crate::tables::Scores).
    pub fn reach(&self) -> usize {
        self.class.reach(self.squares)
    }

    /// Returns the bytes of an entry.
    pub fn width(&self) -> usize {
        match self.distinct {
            0..=0x100 => 1,
            0x101..=0x1_0000 => 2,
            _ => 3,
        }
    }

    /// Returns the number of entries.
    pub fn entries(&self) -> usize {
        self.shapes.len() * self.class.placements(self.squares)
    }

    /// Returns the usual name of a file of scores with these shapes.
    pub fn file_name(class: Material, squares: usize, shapes: &Range<usize>) -> String {
        if *shapes == (0..SHAPE_COUNTS[squares]) {
            format!("{class}-{squares}.amt")
        } else {
            format!("{class}-{squares}-shapes-{}-{}.amt", shapes.start, shapes.end)
        }
    }

    /// Returns the length of the section of entries.
    pub(crate) fn bytes(&self) -> u64 {
        (self.entries() * self.width()) as u64
    }

    /// Returns the numbers of the file.
    pub(crate) fn numbers(&self, reach: usize) -> [u64; 4] {
        let bytes = [self.class.strong(), self.class.weak(), self.squares, self.width(), reach];
        let packed = bytes.iter().rev().fold(0, |packed, &byte| packed << 8 | byte as u64);
        [packed, self.shapes.start as u64, self.shapes.len() as u64, self.distinct as u64]
    }

    /// Writes entries that are numbers below `distinct`.
    pub(crate) fn write_entries(
        &self,
        path: &Path,
        out: &mut impl Write,
        entries: impl Iterator<Item = Result<u32, TableError>>,
    ) -> Result<(), TableError> {
        let width = self.width();
        for entry in entries {
            let entry = entry?;
            debug_assert!((entry as usize) < self.distinct);
            out.write_all(&entry.to_le_bytes()[..width]).map_err(TableError::io(path))?;
        }
        Ok(())
    }
}

/// The entries of an open table.
#[derive(Debug)]
pub(crate) struct RegionEntries {
    pub container: Container,
    pub facts: RegionFacts,
    at: usize,
}

impl RegionEntries {
    /// Reads the numbers of an open file. `reach` is D, or 0 if it is a table of values.
    ///
    /// # Errors
    /// The file's numbers and sections do not fit each other.
    pub fn new(
        container: Container,
        reach: impl Fn(&RegionFacts) -> usize,
    ) -> Result<Self, TableError> {
        let [packed, first, shapes, distinct] = container.numbers();
        let [strong, weak, squares, ..] = packed.to_le_bytes();
        let class = match Material::of(strong.into(), weak.into()) {
            Some((class, false)) if (1..=MAX_SQUARES).contains(&squares.into()) => class,
            _ => return Err(container.damaged("numbers", packed, "a class and 1 to 10 squares")),
        };
        if first.max(shapes).max(distinct) > 1 << 24 {
            let expected = "at most 2^24 shapes and different entries";
            return Err(container.damaged("numbers", distinct, expected));
        }
        let shapes = first as usize..(first + shapes) as usize;
        let distinct = distinct as usize;
        let facts = RegionFacts { class, squares: squares.into(), shapes, distinct };
        let numbers = facts.numbers(reach(&facts));
        if numbers != container.numbers() {
            return Err(container.damaged("numbers", packed, numbers[0]));
        }
        let at = container.section(ENTRIES, Some(facts.bytes()))?;
        Ok(Self { container, facts, at })
    }

    /// Returns the number in an entry.
    ///
    /// # Errors
    /// The file is damaged or has no such entry.
    #[inline]
    pub fn number(&self, entry: usize) -> Result<usize, TableError> {
        let width = self.facts.width();
        let bytes = self.container.read(self.at, entry * width..(entry + 1) * width)?;
        Ok(bytes.iter().rev().fold(0, |number, &byte| number << 8 | usize::from(byte)))
    }

    /// Returns the entry of a placement, numbered as by [`Material::place`], on the shape of this
    /// number, or `None` if the table does not have the shape.
    #[inline]
    pub fn place(&self, shape: usize, placement: usize) -> Option<usize> {
        let RegionFacts { class, squares, shapes, .. } = &self.facts;
        let first = class.placements(*squares) * shape.checked_sub(shapes.start)?;
        (shape < shapes.end).then_some(first + placement)
    }

    /// Returns the error of an entry whose number is too large.
    pub fn beyond(&self, entry: usize, number: usize) -> TableError {
        let expected = format!("below {}", self.facts.distinct);
        self.container.damaged(format!("entry {entry}"), number, expected)
    }
}
