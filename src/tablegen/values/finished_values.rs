//! The finished tables of values of smaller sizes, prepared for building larger ones.

use super::value::Value;
use crate::tablegen::component::Component;
use crate::tables::{MAX_SQUARES, Material, TableError, ValueTable};

/// Values of the contested regions of finished sizes.
#[derive(Debug)]
pub(super) struct FinishedValues {
    /// By class and squares.
    tables: Vec<Vec<Option<FinishedTable>>>,
}

#[derive(Debug)]
struct FinishedTable {
    table: ValueTable,
    /// The value of each number of an entry.
    values: Vec<Value>,
}

impl FinishedValues {
    pub fn new() -> Self {
        let sizes = || (0..=MAX_SQUARES).map(|_| None).collect();
        Self { tables: Material::ALL.iter().map(|_| sizes()).collect() }
    }

    /// Adds a finished table with its values in the arena of the build.
    pub fn add(&mut self, table: ValueTable, values: Vec<Value>) {
        let (class, squares) = (table.facts().class, table.facts().squares);
        self.tables[class.index()][squares] = Some(FinishedTable { table, values });
    }

    /// The value of a contested part, and whether its negative is meant.
    #[inline]
    pub fn value(
        &self,
        part: &Component,
        white: u16,
        black: u16,
    ) -> Result<(Value, bool), TableError> {
        let squares = usize::from(part.squares);
        let (whites, blacks) = (white.count_ones() as usize, black.count_ones() as usize);
        let missing = || {
            let (strong, weak) = (whites.max(blacks), whites.min(blacks));
            TableError::Refused(format!(
                "building needs the values of {strong}v{weak}-{squares}, which are missing"
            ))
        };
        let (class, black_stronger) = Material::of(whites, blacks).ok_or_else(missing)?;
        let (white, black) = (part.place(white), part.place(black));
        let (strong, weak) = if black_stronger { (black, white) } else { (white, black) };
        let (placement, swapped) = class.place(strong, weak);
        let finished = self.tables[class.index()][squares].as_ref().ok_or_else(missing)?;
        let entry = part.shape as usize * class.placements(squares) + placement;
        let number = finished.table.entry(entry)?;
        let value = finished.values.get(number).ok_or_else(missing)?;
        Ok((*value, swapped ^ black_stronger))
    }
}
