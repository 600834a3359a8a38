//! Asking the tables of game values for the smallest regions of a value.

use super::answer::{AtlasAnswer, AtlasRegion, SearchedTable};
use super::condition::Condition;
use super::question::AtlasQuestion;
use crate::answers::calculus::{CalculusError, read_game};
use crate::board::{Color, Position};
use crate::limits::{Abort, Limits};
use crate::tablegen::atlas_index;
use crate::tables::{
    AtlasIndex, AtlasPlace, Dictionary, DifferentRegions, ListedTable, RegionValue, ShapeList,
    TableError, Tables, ValueFacts, ValueId, ValueProperties, ValueTable, ValueTexts,
};
use amazons_cgt::{Arena, Dyadic, Effort, Game};
use std::sync::Arc;
use std::time::Duration;

/// The tables of game values, asked for the regions of a value.
///
/// ```
/// use amazons::answers::{Atlas, AtlasQuestion};
/// use amazons::limits::Abort;
/// use amazons::tables::Tables;
///
/// let atlas = Atlas::of(Tables::builtin()?, &Abort::new())?;
/// let question = AtlasQuestion { value: Some("1/8".into()), ..AtlasQuestion::default() };
/// let answer = atlas.ask(&question, &Abort::new())?;
/// assert_eq!((answer.found[0].squares, answer.found[0].class.to_string()), (6, "1v1".into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Atlas {
    tables: Arc<Tables>,
    /// The index, if the tables came without it.
    made: Option<AtlasIndex>,
}

/// The reason why an atlas has no answer.
#[derive(Clone, Debug, thiserror::Error)]
pub enum AtlasError {
    /// The value cannot be read or is beyond the limits.
    #[error(transparent)]
    Value(#[from] CalculusError),
    /// The tables cannot be used.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// A value that meets the conditions, and the regions of it that do.
struct Candidate {
    number: usize,
    /// Whether the value, its negative, or both meet the conditions.
    signs: [bool; 2],
    /// Where its smallest regions are.
    first: AtlasPlace,
    /// All of its regions.
    regions: u64,
}

impl Candidate {
    /// The value to show: as the table of its smallest regions has it, if both signs will do.
    fn id(&self) -> ValueId {
        let negated = match self.signs {
            [true, true] => self.first.negated,
            [positive, _] => !positive,
        };
        ValueId::new(self.number, negated)
    }
}

/// The condition on the atomic weight, for each weight of the index and its negative.
struct Weights(Vec<[bool; 2]>);

impl Atlas {
    /// The most bytes for the value that is asked for.
    const MEMORY: usize = 256 << 20;
    /// The longest time for it.
    const TIME: Duration = Duration::from_secs(10);

    /// Makes an atlas of tables. If they have no index, it is made in memory.
    ///
    /// # Errors
    /// There are no game values among the tables, a file is damaged, or `abort` was set.
    pub fn of(tables: impl Into<Arc<Tables>>, abort: &Abort) -> Result<Self, TableError> {
        let tables: Arc<Tables> = tables.into();
        let Some(dictionary) = tables.dictionaries().first() else {
            let problem = format!(
                "{}: no game values, which an atlas is made of; 'amazons tables build --values \
                 CLASS:SQUARES' adds them to tables of scores",
                tables.directory().display()
            );
            return Err(TableError::Refused(problem));
        };
        let made = match tables.atlas_index(dictionary) {
            Some(_) => None,
            None => Some(atlas_index(&tables, dictionary, abort)?),
        };
        Ok(Self { tables, made })
    }

    pub(super) fn dictionary(&self) -> &Dictionary {
        &self.tables.dictionaries()[0]
    }

    pub(super) fn index(&self) -> &AtlasIndex {
        let own = self.made.as_ref();
        own.or_else(|| self.tables.atlas_index(self.dictionary())).expect("it is there or was made")
    }

    /// Returns the tables that it is made of.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// Answers a question.
    ///
    /// # Errors
    /// The value cannot be read, a file is damaged, or `abort` was set.
    pub fn ask(&self, question: &AtlasQuestion, abort: &Abort) -> Result<AtlasAnswer, AtlasError> {
        let mut games = Arena::new(Self::MEMORY);
        games.set_effort(Effort::new(&Limits::new(Some(Self::TIME), None).until(abort)));
        let wanted = match &question.value {
            Some(text) => Some(read_game(&mut games, text)?),
            None => None,
        };
        let weights = match &question.atomic_weight {
            Some(text) => Some(Weights::meeting(text, &self.index().weights()?, &mut games)?),
            None => None,
        };
        let value = wanted
            .and_then(|game| games.text(game, crate::game_value::GameValueReport::LONGEST_TEXT));
        let listed = self.dictionary().tables();
        let searched: Vec<bool> =
            listed.iter().map(|table| self.is_searched(table, question)).collect();
        let conditions = Conditions { question, weights, searched: &searched, atlas: self };
        let mut candidates = match wanted {
            Some(game) => conditions.of_value(&games, game)?,
            None => conditions.of_properties(abort)?,
        };
        let values = candidates.len();
        let regions = candidates.iter().map(|candidate| candidate.regions).sum();
        let most = question.most();
        // The smallest regions first; of equally large ones the simplest values.
        let order = |candidate: &Candidate| (candidate.first.table, candidate.number);
        if candidates.len() > most && most > 0 {
            candidates.select_nth_unstable_by_key(most - 1, order);
        }
        candidates.truncate(most);
        candidates.sort_unstable_by_key(order);
        let mut texts = ValueTexts::new();
        let mut found = Vec::new();
        for candidate in &candidates {
            let here = if wanted.is_some() { most } else { 1 };
            self.add_regions((&conditions, candidate), here, &mut texts, &mut found)?;
        }
        let searched = listed.iter().zip(&searched).filter(|(_, searched)| **searched);
        let searched = searched.map(|(table, _)| SearchedTable::of(&table.facts)).collect();
        Ok(AtlasAnswer { value, values, regions, found, searched })
    }

    /// Whether a listed table is there and has the class and size that are asked for.
    pub(super) fn is_searched(&self, listed: &ListedTable, question: &AtlasQuestion) -> bool {
        let facts = &listed.facts;
        question.class.is_none_or(|class| class == facts.class)
            && question.squares.is_none_or(|squares| squares.met_by(size(facts.squares)))
            && self.tables.listed_table(listed).is_some()
            && self.tables.shape_list(facts.squares).is_some()
    }

    /// Adds the first regions of a value.
    fn add_regions(
        &self,
        (conditions, candidate): (&Conditions<'_>, &Candidate),
        most: usize,
        texts: &mut ValueTexts,
        found: &mut Vec<AtlasRegion>,
    ) -> Result<(), AtlasError> {
        let dictionary = self.dictionary();
        let id = candidate.id();
        let end = found.len().saturating_add(most);
        for place in self.index().places_of(candidate.number)? {
            if !conditions.is_kept(candidate.number, &place)? {
                continue;
            }
            let room = end - found.len();
            if room == 0 {
                break;
            }
            let source = Source::of(self, &place)?;
            for entry in source.entries(candidate.number, &place, room)? {
                let region = source.region(candidate.number, &place, entry)?;
                let position = if place.negated == id.negated() {
                    region
                } else {
                    region.swapped().with_side(Color::White)
                };
                let facts = &source.listed.facts;
                let value = RegionValue::new(dictionary, 0, id);
                let worth = texts.report(&value)?;
                let properties = self.index().properties(candidate.number)?;
                let scores = self.tables.probe(position.placement())?;
                let score = |first| scores.as_ref().map(|scores| scores.score(first, 0));
                let one_sided = !facts.class.contested();
                found.push(AtlasRegion {
                    fen: position.to_fen(),
                    class: facts.class,
                    squares: facts.squares,
                    thermograph: value.thermograph()?,
                    properties: names(&value.facts()?, properties),
                    atomic_weight: self.weight(id, properties)?,
                    defect: one_sided
                        .then(|| defect(source.listed, &value.facts().ok()?))
                        .flatten(),
                    regions: candidate.regions,
                    white_first: score(Color::White),
                    black_first: score(Color::Black),
                    position,
                    worth,
                });
            }
        }
        Ok(())
    }

    /// The atomic weight of a value, if it has one.
    fn weight(
        &self,
        id: ValueId,
        properties: ValueProperties,
    ) -> Result<Option<Option<String>>, TableError> {
        let Some(weight) = AtlasIndex::weight(properties) else { return Ok(None) };
        let weights = self.index().weights()?;
        let both = weight.and_then(|number| weights.get(number));
        Ok(Some(both.map(|both| both[usize::from(id.negated())].to_owned())))
    }
}

/// How many squares the longest filling of a one-sided region with this value leaves empty.
fn defect(listed: &ListedTable, facts: &ValueFacts) -> Option<usize> {
    let filled = facts.mean.to_integer()?.unsigned_abs() as usize;
    (listed.facts.squares - listed.facts.class.amazons()).checked_sub(filled)
}

fn size(squares: usize) -> Dyadic {
    Dyadic::integer(squares as i32)
}

/// The names of what a value is.
fn names(facts: &ValueFacts, properties: ValueProperties) -> Vec<&'static str> {
    let infinitesimal = [facts.left_stop, facts.right_stop] == [Dyadic::ZERO; 2];
    let all = [
        ("number", facts.is_number),
        ("integer", facts.is_number && facts.mean.to_integer().is_some()),
        ("nimber", properties.is_nimber()),
        ("infinitesimal", infinitesimal),
        ("all small", properties.is_all_small()),
        ("switch", properties.is_switch()),
        ("tiny", properties.is_tiny()),
        ("hot", facts.left_stop > facts.right_stop),
    ];
    all.into_iter().filter_map(|(name, is)| is.then_some(name)).collect()
}

impl Weights {
    /// Which weights and negatives meet a condition on a number, or equal a game.
    fn meeting(text: &str, all: &[[&str; 2]], games: &mut Arena) -> Result<Self, AtlasError> {
        let condition: Option<Condition> = text.parse().ok();
        let canonical = match condition {
            Some(_) => None,
            None => {
                let game = read_game(games, text)?;
                games.text(game, usize::MAX)
            }
        };
        let meets = |weight: &str| match condition {
            Some(condition) => weight.parse().is_ok_and(|number| condition.met_by(number)),
            None => canonical.as_deref() == Some(weight),
        };
        Ok(Self(all.iter().map(|both| both.map(meets)).collect()))
    }

    /// For a value and its negative, whether the weight meets the condition.
    fn met_by(&self, properties: ValueProperties) -> [bool; 2] {
        let known = AtlasIndex::weight(properties).flatten();
        known.and_then(|number| self.0.get(number)).copied().unwrap_or([false; 2])
    }
}

/// The conditions of a question on values and tables.
struct Conditions<'a> {
    question: &'a AtlasQuestion,
    weights: Option<Weights>,
    /// By the number of a table.
    searched: &'a [bool],
    atlas: &'a Atlas,
}

impl Conditions<'_> {
    /// The value of a game, if regions have it and it meets all other conditions.
    fn of_value(&self, games: &Arena, game: Game) -> Result<Vec<Candidate>, TableError> {
        let dictionary = self.atlas.dictionary();
        let Some(id) = dictionary.find(games, game)? else { return Ok(Vec::new()) };
        let sign = usize::from(id.negated());
        let facts = dictionary.facts(ValueId::new(id.number(), false))?;
        let mut signs = self.signs(&facts);
        signs[1 - sign] = false;
        Ok(self.candidate(id.number(), signs)?.into_iter().collect())
    }

    /// All values that meet the conditions.
    fn of_properties(&self, abort: &Abort) -> Result<Vec<Candidate>, TableError> {
        let (dictionary, index) = (self.atlas.dictionary(), self.atlas.index());
        let mut found = Vec::new();
        for thermograph in 0..dictionary.thermographs() {
            let signs = self.signs(&dictionary.thermograph_facts(thermograph)?);
            if signs == [false; 2] {
                continue;
            }
            if abort.is_set() {
                return Err(TableError::Interrupted);
            }
            for number in index.with_thermograph(thermograph)? {
                found.extend(self.candidate(number, signs)?);
            }
        }
        Ok(found)
    }

    /// Whether a value with these facts, and its negative, meet the conditions on a thermograph.
    fn signs(&self, facts: &ValueFacts) -> [bool; 2] {
        let AtlasQuestion { temperature, mean, number, infinitesimal, .. } = self.question;
        // What these are has stops of 0.
        let small = *infinitesimal
            || self.question.nimber
            || self.question.all_small
            || self.question.tiny
            || self.weights.is_some();
        [*facts, facts.negative()].map(|facts| {
            let stops = [facts.left_stop, facts.right_stop];
            temperature.is_none_or(|condition| condition.met_by(facts.temperature))
                && mean.is_none_or(|condition| condition.met_by(facts.mean))
                && (!number || facts.is_number)
                && (!small || stops == [Dyadic::ZERO; 2])
        })
    }

    /// A value that meets the conditions on its thermograph with these signs, if it meets the others.
    fn candidate(
        &self,
        number: usize,
        mut signs: [bool; 2],
    ) -> Result<Option<Candidate>, TableError> {
        let AtlasQuestion { nimber, all_small, switch, tiny, .. } = self.question;
        let index = self.atlas.index();
        let properties = index.properties(number)?;
        if *nimber && !properties.is_nimber()
            || *all_small && !properties.is_all_small()
            || *switch && !properties.is_switch()
            || *tiny && !properties.is_tiny()
        {
            return Ok(None);
        }
        if let Some(weights) = &self.weights {
            let met = weights.met_by(properties);
            signs = [signs[0] && met[0], signs[1] && met[1]];
        }
        if signs == [false; 2] {
            return Ok(None);
        }
        let (mut first, mut regions) = (None, 0);
        for place in index.places_of(number)? {
            if self.is_kept(number, &place)? {
                first.get_or_insert(place);
                regions += u64::from(place.regions);
            }
        }
        Ok(first.map(|first| Candidate { number, signs, first, regions }))
    }

    /// Whether the table of a place is searched, and its regions have the defect that is asked for.
    fn is_kept(&self, number: usize, place: &AtlasPlace) -> Result<bool, TableError> {
        if self.searched.get(place.table) != Some(&true) {
            return Ok(false);
        }
        let Some(wanted) = self.question.defect else { return Ok(true) };
        let dictionary = self.atlas.dictionary();
        let listed = &dictionary.tables()[place.table];
        if listed.facts.class.contested() {
            return Ok(false);
        }
        let facts = dictionary.facts(ValueId::new(number, false))?;
        Ok(defect(listed, &facts).is_some_and(|defect| wanted.met_by(size(defect))))
    }
}

/// The table of a place.
struct Source<'a> {
    atlas: &'a Atlas,
    listed: &'a ListedTable,
    table: &'a ValueTable,
    regions: DifferentRegions<'a>,
}

impl<'a> Source<'a> {
    fn of(atlas: &'a Atlas, place: &AtlasPlace) -> Result<Self, TableError> {
        let listed = &atlas.dictionary().tables()[place.table];
        let facts = &listed.facts;
        let parts = (atlas.tables.listed_table(listed), atlas.tables.shape_list(facts.squares));
        let (Some(table), Some(shapes)): (Option<&ValueTable>, Option<&ShapeList>) = parts else {
            return Err(TableError::Refused(format!("{} is missing", ValueTable::name_for(facts))));
        };
        Ok(Self { atlas, listed, table, regions: DifferentRegions::of(table, shapes) })
    }

    /// The first entries of a place: as many as are listed, or more by a look through the table.
    fn entries(
        &self,
        number: usize,
        place: &AtlasPlace,
        most: usize,
    ) -> Result<Vec<usize>, TableError> {
        let listed = self.atlas.index().entries_of(place)?;
        let mut entries: Vec<usize> = listed.take(most).collect();
        let wanted = most.min(place.regions as usize);
        let Some(&first) = entries.first().filter(|_| entries.len() < wanted) else {
            return Ok(entries);
        };
        let value = self.table.entry(first)?;
        self.check(number, place, first)?;
        entries.clear();
        'shapes: for shape in self.listed.facts.shapes.clone() {
            for entry in self.regions.on_shape(shape)? {
                if self.table.entry(entry)? == value {
                    entries.push(entry);
                    if entries.len() == wanted {
                        break 'shapes;
                    }
                }
            }
        }
        Ok(entries)
    }

    /// The region of an entry, which must have the value, as the table has it.
    fn region(
        &self,
        number: usize,
        place: &AtlasPlace,
        entry: usize,
    ) -> Result<Position, TableError> {
        self.check(number, place, entry)?;
        self.regions.region(entry)
    }

    /// Checks that the table says the same about an entry as the index.
    fn check(&self, number: usize, place: &AtlasPlace, entry: usize) -> Result<(), TableError> {
        let value = match entry < self.listed.facts.entries() {
            true => {
                let dictionary = self.atlas.dictionary();
                Some(dictionary.value(self.listed, self.table.entry(entry)?)?)
            }
            false => None,
        };
        if value == Some(ValueId::new(number, place.negated)) {
            return Ok(());
        }
        Err(TableError::Contradiction {
            path: self.atlas.index().container().path().to_owned(),
            other: self.table.container().path().to_owned(),
            what: format!("the value of entry {entry}"),
        })
    }
}
