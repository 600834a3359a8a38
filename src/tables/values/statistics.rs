//! How many different values there are.

use super::dictionary::Dictionary;
use super::thermographs::ValueFacts;
use super::value_id::ValueId;
use super::value_table::ValueTable;
use crate::tables::error::TableError;
use ahash::AHashSet;
use amazons_cgt::Dyadic;
use serde::Serialize;

/// Counts of the values of a table or of a dictionary.
#[derive(Clone, Debug, Serialize)]
pub struct ValueStatistics {
    /// Different values.
    pub different_values: usize,
    /// Those known by their thermographs alone, because the canonical form is beyond the limit.
    pub not_expanded: usize,
    /// Different combinations of outcome, mean, temperature and stops.
    pub different_facts: usize,
    /// Numbers.
    pub numbers: usize,
    /// The highest temperature.
    pub hottest: Dyadic,
    /// Whether a value and its negative count once, as in a dictionary.
    #[serde(skip)]
    pub shared_by_negatives: bool,
}

impl ValueStatistics {
    fn of(
        dictionary: &Dictionary,
        values: impl Iterator<Item = Result<ValueId, TableError>>,
    ) -> Result<Self, TableError> {
        let mut statistics = Self {
            different_values: 0,
            not_expanded: 0,
            different_facts: 0,
            numbers: 0,
            hottest: -Dyadic::ONE,
            shared_by_negatives: false,
        };
        let mut different = AHashSet::new();
        for value in values {
            let value = value?;
            let facts = dictionary.facts(value)?;
            let ValueFacts { outcome, mean, temperature, left_stop, right_stop, is_number } = facts;
            statistics.different_values += 1;
            statistics.not_expanded += usize::from(value.number() >= dictionary.expanded());
            statistics.numbers += usize::from(is_number);
            statistics.hottest = statistics.hottest.max(temperature);
            different.insert((outcome, mean, temperature, left_stop, right_stop));
        }
        statistics.different_facts = different.len();
        Ok(statistics)
    }
}

impl Dictionary {
    /// Counts its values. A value and its negative count once.
    ///
    /// # Errors
    /// The file is damaged.
    pub fn statistics(&self) -> Result<ValueStatistics, TableError> {
        let values = (0..self.len()).map(|number| Ok(ValueId::new(number, false)));
        let statistics = ValueStatistics::of(self, values)?;
        Ok(ValueStatistics { shared_by_negatives: true, ..statistics })
    }
}

impl ValueTable {
    /// Counts the values of the entries, with the dictionary beside the file.
    ///
    /// # Errors
    /// A file is damaged, or the dictionary does not belong to the table.
    pub fn statistics(&self) -> Result<ValueStatistics, TableError> {
        let dictionary = self.dictionary_beside()?;
        let (_, listed) = self.listed_in(std::slice::from_ref(&dictionary))?;
        let values = (0..listed.facts.distinct).map(|number| dictionary.value(&listed, number));
        ValueStatistics::of(&dictionary, values)
    }
}
