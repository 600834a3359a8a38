//! What a table of values covers.

use crate::tables::complete::material::Material;
use crate::tables::complete::region_table::RegionFacts;
use std::ops::Range;

/// The contents of a table of values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueTableFacts {
    /// The amazons.
    pub class: Material,
    /// Squares of the shapes.
    pub squares: usize,
    /// Numbers of the shapes in their list.
    pub shapes: Range<usize>,
    /// Different values.
    pub values: usize,
}

impl ValueTableFacts {
    /// The end of the names of tables of values.
    pub(crate) const ENDING: &str = ".values.amt";

    /// Returns the bytes of an entry.
    pub fn width(&self) -> usize {
        match self.values {
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
        let scores = RegionFacts::file_name(class, squares, shapes);
        scores.replace(".amt", Self::ENDING)
    }

    /// Returns the usual name of its own file.
    pub fn name(&self) -> String {
        Self::file_name(self.class, self.squares, &self.shapes)
    }

    /// The numbers in the header of the file.
    pub(crate) fn numbers(&self) -> [u64; 4] {
        let amazons = [self.class.strong(), self.class.weak(), self.squares, self.width()];
        let packed = amazons.iter().rev().fold(0, |packed, &byte| packed << 8 | byte as u64);
        [packed, self.shapes.start as u64, self.shapes.len() as u64, self.values as u64]
    }
}
