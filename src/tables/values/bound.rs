//! A table of values together with what it was made with.

use super::dictionary::{Dictionary, ListedTable};
use super::region_value::RegionValue;
use super::value_table::ValueTable;
use crate::tables::complete::region_table::RegionTable;
use crate::tables::error::TableError;

/// A table of values of which the scores and the dictionary are there.
#[derive(Debug)]
pub(crate) struct BoundValues {
    table: ValueTable,
    /// The place of its dictionary among those of the tables.
    dictionary: usize,
    listed: ListedTable,
}

impl BoundValues {
    /// Finds the dictionary that a table belongs to, and checks that one of these tables of scores,
    /// those of its class and size, is the one that it was made with.
    pub fn new(
        table: ValueTable,
        scores: &[RegionTable],
        dictionaries: &[Dictionary],
    ) -> Result<Self, TableError> {
        table.made_with(scores)?;
        let (dictionary, listed) = table.listed_in(dictionaries)?;
        Ok(Self { table, dictionary, listed })
    }

    /// The table.
    pub fn table(&self) -> &ValueTable {
        &self.table
    }

    /// The same table, with so many more dictionaries before its own.
    pub fn behind(self, others: usize) -> Self {
        Self { dictionary: self.dictionary + others, ..self }
    }

    /// The value of a placement on a shape, or `None` if the table does not have the shape.
    #[inline]
    pub fn value<'a>(
        &self,
        dictionaries: &'a [Dictionary],
        shape: usize,
        placement: usize,
        swapped: bool,
    ) -> Result<Option<RegionValue<'a>>, TableError> {
        let Some(entry) = self.table.place(shape, placement) else { return Ok(None) };
        let dictionary = &dictionaries[self.dictionary];
        let id = dictionary.value(&self.listed, self.table.entry(entry)?)?;
        Ok(Some(RegionValue::new(dictionary, self.dictionary, id.negated_if(swapped))))
    }
}
