//! Counts of the values of each table: what an atlas shows of a class and size as a whole.

use super::atlas_tables::{Atlas, AtlasError};
use super::question::AtlasQuestion;
use crate::board::Color;
use crate::limits::Abort;
use crate::tables::{
    DifferentRegions, ListedTable, Material, SHAPE_COUNTS, TableError, ValueFacts, ValueId,
};
use amazons_cgt::Dyadic;
use serde::Serialize;

/// The values of a class and size. A value and its negative count once, and so do regions that differ
/// by a symmetry or by the colours.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct TableSurvey {
    /// The class.
    #[serde(serialize_with = "super::answer::as_text")]
    pub class: Material,
    /// The squares of the regions.
    pub squares: usize,
    /// Whether these are the regions of all shapes.
    pub complete: bool,
    /// Regions.
    pub regions: u64,
    /// Different values.
    pub values: usize,
    /// Numbers, 0 included.
    pub numbers: usize,
    /// Switches {x|y} of numbers.
    pub switches: usize,
    /// Infinitesimals other than 0.
    pub infinitesimals: usize,
    /// Nimbers other than 0.
    pub nimbers: usize,
    /// All-small values other than 0.
    pub all_small: usize,
    /// Tiny x with a number x.
    pub tinies: usize,
    /// Values that are known by their thermographs alone.
    pub not_expanded: usize,
    /// The largest denominator of a number.
    pub finest: Dyadic,
    /// The highest temperature.
    pub hottest: Option<Extreme>,
    /// The largest difference between a mean and a score, White's moves minus Black's in the region
    /// alone, for either first player; null without a table of scores.
    pub largest_gap: Option<Extreme>,
    /// The same among regions that are worth a number.
    pub largest_gap_of_numbers: Option<Extreme>,
}

/// A number, and the first region that has it.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Extreme {
    /// The number.
    pub amount: Dyadic,
    /// The region, with the stronger side in white.
    pub fen: String,
}

/// The largest number so far, and its entry.
#[derive(Clone, Copy, Default)]
struct Largest(Option<(Dyadic, usize)>);

impl Largest {
    fn add(&mut self, amount: Dyadic, entry: usize) {
        if self.0.is_none_or(|(largest, _)| amount > largest) {
            self.0 = Some((amount, entry));
        }
    }

    fn extreme(self, regions: &DifferentRegions<'_>) -> Result<Option<Extreme>, TableError> {
        let Some((amount, entry)) = self.0 else { return Ok(None) };
        Ok(Some(Extreme { amount, fen: regions.region(entry)?.to_fen() }))
    }
}

impl Atlas {
    /// Counts the values of every table that has the class and size that are asked for, which takes a
    /// look at all regions.
    ///
    /// # Errors
    /// A file is damaged, or `abort` was set.
    pub fn survey(
        &self,
        question: &AtlasQuestion,
        abort: &Abort,
    ) -> Result<Vec<TableSurvey>, AtlasError> {
        let listed = self.dictionary().tables().iter();
        let searched = listed.filter(|listed| self.is_searched(listed, question));
        Ok(searched.map(|listed| self.survey_of(listed, abort)).collect::<Result<_, _>>()?)
    }

    fn survey_of(&self, listed: &ListedTable, abort: &Abort) -> Result<TableSurvey, TableError> {
        let facts = &listed.facts;
        let mut survey = TableSurvey {
            class: facts.class,
            squares: facts.squares,
            complete: facts.shapes == (0..SHAPE_COUNTS[facts.squares]),
            regions: 0,
            values: 0,
            numbers: 0,
            switches: 0,
            infinitesimals: 0,
            nimbers: 0,
            all_small: 0,
            tinies: 0,
            not_expanded: 0,
            finest: Dyadic::ONE,
            hottest: None,
            largest_gap: None,
            largest_gap_of_numbers: None,
        };
        let ids = (0..facts.distinct).map(|value| self.dictionary().value(listed, value));
        let ids = ids.collect::<Result<Vec<ValueId>, _>>()?;
        self.count_values(&ids, &mut survey)?;
        self.walk(listed, &ids, &mut survey, abort)?;
        Ok(survey)
    }

    fn count_values(&self, ids: &[ValueId], survey: &mut TableSurvey) -> Result<(), TableError> {
        let mut numbers: Vec<usize> = ids.iter().map(|id| id.number()).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let dictionary = self.dictionary();
        survey.values = numbers.len();
        for number in numbers {
            let facts = dictionary.facts(ValueId::new(number, false))?;
            let properties = self.index().properties(number)?;
            let stops = [facts.left_stop, facts.right_stop];
            // 0 has the first number of every dictionary.
            let other = number != ValueId::ZERO.number();
            survey.numbers += usize::from(facts.is_number);
            survey.switches += usize::from(properties.is_switch());
            survey.infinitesimals += usize::from(other && stops == [Dyadic::ZERO; 2]);
            survey.nimbers += usize::from(other && properties.is_nimber());
            survey.all_small += usize::from(other && properties.is_all_small());
            survey.tinies += usize::from(properties.is_tiny());
            survey.not_expanded += usize::from(number >= dictionary.expanded());
            if facts.is_number {
                // The temperature of n/2^k is -1/2^k.
                survey.finest = survey.finest.min(-facts.temperature);
            }
        }
        Ok(())
    }

    /// Looks at every region of a table.
    fn walk(
        &self,
        listed: &ListedTable,
        ids: &[ValueId],
        survey: &mut TableSurvey,
        abort: &Abort,
    ) -> Result<(), TableError> {
        let facts = &listed.facts;
        let parts = (self.tables().listed_table(listed), self.tables().shape_list(facts.squares));
        let (Some(table), Some(shapes)) = parts else { return Ok(()) };
        let values = ids.iter().map(|&id| self.dictionary().facts(id));
        let values = values.collect::<Result<Vec<ValueFacts>, _>>()?;
        let different = DifferentRegions::of(table, shapes);
        let scores = self.tables().region_tables(facts.class, facts.squares);
        let placements = facts.class.placements(facts.squares);
        let [mut hottest, mut gap, mut gap_of_numbers] = [Largest::default(); 3];
        for shape in facts.shapes.clone() {
            if abort.is_set() {
                return Err(TableError::Interrupted);
            }
            let scores = scores.iter().find(|scores| scores.facts().shapes.contains(&shape));
            for entry in different.on_shape(shape)? {
                let number = table.entry(entry)?;
                let Some(value) = values.get(number) else {
                    let expected = format!("below {}", values.len());
                    let place = format!("entry {entry}");
                    return Err(table.container().damaged(place, number, expected));
                };
                survey.regions += 1;
                hottest.add(value.temperature, entry);
                let Some(scores) = scores else { continue };
                let Some(scores) = scores.scores(shape, entry % placements, false)? else {
                    continue;
                };
                for first in Color::BOTH {
                    let difference = Dyadic::integer(scores.excess(first, 0)) - value.mean;
                    let amount = difference.max(-difference);
                    gap.add(amount, entry);
                    if value.is_number {
                        gap_of_numbers.add(amount, entry);
                    }
                }
            }
        }
        survey.hottest = hottest.extreme(&different)?;
        survey.largest_gap = gap.extreme(&different)?;
        survey.largest_gap_of_numbers = gap_of_numbers.extreme(&different)?;
        Ok(())
    }
}
