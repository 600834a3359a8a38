//! The regions of a table of values, each once.

use super::value_table::ValueTable;
use crate::board::Position;
use crate::tables::complete::material::MAX_SQUARES;
use crate::tables::complete::shape_list::ShapeList;
use crate::tables::error::TableError;

/// The regions of a table of values: entries that a symmetry, or with equally many amazons on both
/// sides a swap of the colours, does not map to an earlier one.
#[derive(Debug)]
pub struct DifferentRegions<'a> {
    table: &'a ValueTable,
    shapes: &'a ShapeList,
    /// The squares of the stronger and of the weaker side, by the number of the placement.
    placements: Vec<(u16, u16)>,
}

impl<'a> DifferentRegions<'a> {
    /// Returns those of a table on the shapes of its size.
    pub fn of(table: &'a ValueTable, shapes: &'a ShapeList) -> Self {
        let facts = table.facts();
        Self { table, shapes, placements: facts.class.all_placements(facts.squares) }
    }

    /// Returns the entries on a shape of the table, ascending.
    ///
    /// # Errors
    /// The list of shapes is damaged.
    pub fn on_shape(&self, shape: usize) -> Result<impl Iterator<Item = usize>, TableError> {
        let symmetries = self.shapes.shape(shape)?.own_symmetries();
        let first = (shape - self.table.facts().shapes.start) * self.placements.len();
        let class = self.table.facts().class;
        Ok(self.placements.iter().enumerate().filter_map(move |(number, &(strong, weak))| {
            let earlier = |places: &[u8; MAX_SQUARES]| {
                let (image, _) = class.place(moved(strong, places), moved(weak, places));
                image < number
            };
            (!symmetries.iter().any(earlier)).then_some(first + number)
        }))
    }

    /// Returns the region of an entry, with the stronger side in white.
    ///
    /// # Errors
    /// The list of shapes is damaged, or the table has no such entry.
    pub fn region(&self, entry: usize) -> Result<Position, TableError> {
        let facts = self.table.facts();
        if entry >= facts.entries() {
            let expected = format!("below {}", facts.entries());
            return Err(self.table.container().damaged("an entry", entry, expected));
        }
        let (strong, weak) = self.placements[entry % self.placements.len()];
        let shape = self.shapes.shape(facts.shapes.start + entry / self.placements.len())?;
        Ok(shape.position(strong, weak))
    }
}

/// A set of squares of a shape after a symmetry of it.
fn moved(set: u16, places: &[u8; MAX_SQUARES]) -> u16 {
    let squares = places.iter().enumerate().filter(|(square, _)| set >> square & 1 != 0);
    squares.fold(0, |all, (_, place)| all | 1 << place)
}
