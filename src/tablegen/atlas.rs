//! Making the index of an atlas: one walk over all entries of the tables of values.

use super::BuildEvent;
use crate::limits::Abort;
use crate::tables::{
    AtlasContent, AtlasIndex, Dictionary, DifferentRegions, PlaceContent, RegionValue, ShapeList,
    TableError, Tables, ValueId, ValueProperties, ValueTable, ValuesInArena,
};
use ahash::AHashMap;
use amazons_cgt::{Arena, Dyadic, Effort};
use std::path::Path;

/// The regions of a value in a table that the index lists.
const LISTED: usize = 4;
/// The most steps for the atomic weight of a value.
const WEIGHT_STEPS: u64 = 10_000_000;
/// The most bytes for atomic weights.
const WEIGHT_MEMORY: usize = 1 << 30;

/// Makes the index of a dictionary in memory, from those of its tables that are there.
///
/// # Errors
/// A table is damaged, or `abort` was set.
pub fn atlas_index(
    tables: &Tables,
    dictionary: &Dictionary,
    abort: &Abort,
) -> Result<AtlasIndex, TableError> {
    let name = dictionary.container().path().with_file_name(AtlasIndex::FILE_NAME);
    content(tables, dictionary, abort)?.in_memory(&name)
}

/// Writes the index of the values in a directory, unless it is there.
///
/// # Errors
/// A table is missing or damaged, the file cannot be written, or `abort` was set.
pub fn write_atlas_index(
    directory: &Path,
    abort: &Abort,
    event: impl FnOnce(BuildEvent<'_>),
) -> Result<(), TableError> {
    let tables = Tables::open(directory)?;
    let Some(dictionary) = tables.dictionaries().first() else {
        let problem = format!("{}: no {}", directory.display(), Dictionary::FILE_NAME);
        return Err(TableError::Refused(problem));
    };
    if tables.atlas_index(dictionary).is_some() {
        return Ok(());
    }
    all_listed(&tables, dictionary)?;
    let content = content(&tables, dictionary, abort)?;
    let path = directory.join(AtlasIndex::FILE_NAME);
    content.write(&path)?;
    event(BuildEvent::Indexed { path: &path, places: content.places.len() });
    Ok(())
}

/// Checks that an index is the one that the tables beside it have.
///
/// # Errors
/// It is another one, a table is missing or damaged, or `abort` was set.
pub fn check_atlas_index(index: &AtlasIndex, abort: &Abort) -> Result<(), TableError> {
    let path = index.container().path();
    let directory = path.parent().filter(|directory| *directory != Path::new(""));
    let tables = Tables::open(directory.unwrap_or(Path::new(".")))?;
    index.made_with(tables.dictionaries())?;
    let checksum = |dictionary: &&Dictionary| dictionary.container().checksum();
    let mut dictionaries = tables.dictionaries().iter();
    let own = dictionaries.find(|it| checksum(it) == index.dictionary_checksum());
    let Some(dictionary) = own else { return Ok(()) };
    all_listed(&tables, dictionary)?;
    let made = atlas_index(&tables, dictionary, abort)?;
    if made.container().checksum() == index.container().checksum() {
        return Ok(());
    }
    Err(TableError::Contradiction {
        path: path.to_owned(),
        other: dictionary.container().path().to_owned(),
        what: "the regions of a value".to_owned(),
    })
}

/// Checks that every table that a dictionary lists is there.
fn all_listed(tables: &Tables, dictionary: &Dictionary) -> Result<(), TableError> {
    let mut missing = dictionary.tables().iter().filter(|it| tables.listed_table(it).is_none());
    let Some(missing) = missing.next() else { return Ok(()) };
    let name = ValueTable::name_for(&missing.facts);
    let reason = format!("lists {name}, which is not beside it; build or fetch it");
    Err(TableError::Apart { path: dictionary.container().path().to_owned(), reason })
}

fn content(
    tables: &Tables,
    dictionary: &Dictionary,
    abort: &Abort,
) -> Result<AtlasContent, TableError> {
    // Tables stand in the order of their squares in the dictionary, so a value's smallest come first.
    let mut found: Vec<(u32, PlaceContent)> = Vec::new();
    for (number, listed) in dictionary.tables().iter().enumerate() {
        let Some(table) = tables.listed_table(listed) else { continue };
        let Some(shapes) = tables.shape_list(listed.facts.squares) else { continue };
        let regions = Regions::of(table, shapes, abort)?;
        for (value, (regions, entries)) in regions.0.into_iter().enumerate() {
            // All regions of a value may be images of regions of its negative.
            if regions > 0 {
                let id = dictionary.value(listed, value)?;
                let place = PlaceContent { table: number, negated: id.negated(), regions, entries };
                found.push((id.number() as u32, place));
            }
        }
    }
    found.sort_by_key(|(value, place)| (*value, place.table, place.negated));
    let mut places_of = vec![0; dictionary.len()];
    found.iter().for_each(|(value, _)| places_of[*value as usize] += 1);
    let mut by_thermograph = vec![Vec::new(); dictionary.thermographs()];
    for (value, _) in places_of.iter().enumerate().filter(|(_, places)| **places > 0) {
        by_thermograph[dictionary.thermograph_number(value)?].push(value as u32);
    }
    let (properties, weights) = properties(dictionary, abort)?;
    Ok(AtlasContent {
        dictionary: dictionary.container().checksum(),
        by_thermograph,
        places_of,
        places: found.into_iter().map(|(_, place)| place).collect(),
        properties,
        weights,
    })
}

/// How many regions each value of a table has, by its number there, and the entries of the first few.
struct Regions(Vec<(u32, Vec<u32>)>);

impl Regions {
    fn of(table: &ValueTable, shapes: &ShapeList, abort: &Abort) -> Result<Self, TableError> {
        let facts = table.facts();
        let mut regions: Vec<(u32, Vec<u32>)> = vec![(0, Vec::new()); facts.distinct];
        let different = DifferentRegions::of(table, shapes);
        for shape in facts.shapes.clone() {
            if abort.is_set() {
                return Err(TableError::Interrupted);
            }
            for entry in different.on_shape(shape)? {
                let value = table.entry(entry)?;
                let Some((count, entries)) = regions.get_mut(value) else {
                    let place = format!("entry {entry}");
                    let expected = format!("below {}", facts.distinct);
                    return Err(table.container().damaged(place, value, expected));
                };
                *count += 1;
                if entries.len() < LISTED {
                    entries.push(entry as u32);
                }
            }
        }
        Ok(Self(regions))
    }
}

/// What every value is, and the atomic weights, each with its negative.
fn properties(
    dictionary: &Dictionary,
    abort: &Abort,
) -> Result<(Vec<ValueProperties>, Vec<[String; 2]>), TableError> {
    let mut kinds = Kinds::default();
    let mut weights = Weights::default();
    let mut all = Vec::with_capacity(dictionary.len());
    for number in 0..dictionary.len() {
        if abort.is_set() {
            return Err(TableError::Interrupted);
        }
        let Some(options) = dictionary.options(number)? else {
            all.push(ValueProperties::new([false; 5], None));
            continue;
        };
        let kind = kinds.add(dictionary, number, &options)?;
        let weight = kind.all_small.then(|| weights.of(dictionary, number)).transpose()?;
        let Kind { nimber, all_small, switch, tiny, own_negative, .. } = kind;
        let flags = [nimber.is_some(), all_small, switch, tiny, own_negative];
        all.push(ValueProperties::new(flags, weight));
    }
    Ok((all, weights.texts))
}

/// What a value in canonical form is.
#[derive(Clone, Copy, Default)]
struct Kind {
    number: Option<Dyadic>,
    nimber: Option<usize>,
    all_small: bool,
    switch: bool,
    tiny: bool,
    own_negative: bool,
}

/// What the values of a dictionary are, from its beginning.
#[derive(Default)]
struct Kinds(Vec<Kind>);

impl Kinds {
    /// Adds the next value, which follows from its options.
    fn add(
        &mut self,
        dictionary: &Dictionary,
        number: usize,
        options: &[Vec<ValueId>; 2],
    ) -> Result<Kind, TableError> {
        let facts = dictionary.facts(ValueId::new(number, false))?;
        let [lefts, rights] = options;
        let all = || lefts.iter().chain(rights).map(|id| &self.0[id.number()]);
        let mut mirrored: Vec<ValueId> = rights.iter().map(|&id| self.negative(id)).collect();
        mirrored.sort_unstable();
        // In canonical form, the options of a nimber are all smaller ones.
        let nimber = lefts == rights && all().all(|option| option.nimber.is_some());
        let all_small = lefts.is_empty() == rights.is_empty()
            && all().all(|option| option.all_small)
            && (!facts.is_number || facts.mean == Dyadic::ZERO);
        let kind = Kind {
            number: facts.is_number.then_some(facts.mean),
            nimber: nimber.then_some(lefts.len()),
            all_small,
            switch: self.is_switch(options),
            tiny: self.is_tiny(dictionary, options)?,
            own_negative: *lefts == mirrored,
        };
        self.0.push(kind);
        Ok(kind)
    }

    fn number(&self, id: ValueId) -> Option<Dyadic> {
        let number = self.0[id.number()].number?;
        Some(if id.negated() { -number } else { number })
    }

    /// The negative, by the only name that a value which is its own negative has among options.
    fn negative(&self, id: ValueId) -> ValueId {
        if self.0[id.number()].own_negative { id } else { id.negative() }
    }

    fn is_switch(&self, [lefts, rights]: &[Vec<ValueId>; 2]) -> bool {
        let ([left], [right]) = (lefts.as_slice(), rights.as_slice()) else { return false };
        let numbers = self.number(*left).zip(self.number(*right));
        numbers.is_some_and(|(left, right)| left > right)
    }

    /// Whether the value is {0||0|-x} with a number x above 0. Its negative is not in a dictionary.
    fn is_tiny(
        &self,
        dictionary: &Dictionary,
        [lefts, rights]: &[Vec<ValueId>; 2],
    ) -> Result<bool, TableError> {
        let (true, [threat]) = (*lefts == [ValueId::ZERO], rights.as_slice()) else {
            return Ok(false);
        };
        let sides = dictionary.options(threat.number())?.unwrap_or_default();
        let negated = |ids: Vec<ValueId>| -> Vec<ValueId> {
            ids.into_iter().map(|id| self.negative(id)).collect()
        };
        let [lefts, rights] = match (threat.negated(), sides) {
            (false, sides) => sides,
            (true, [lefts, rights]) => [negated(rights), negated(lefts)],
        };
        let below = |id: &ValueId| self.number(*id).is_some_and(|x| x < Dyadic::ZERO);
        Ok(lefts == [ValueId::ZERO] && rights.len() == 1 && rights.iter().all(below))
    }
}

/// Atomic weights of the values of a dictionary.
struct Weights {
    games: Arena,
    values: ValuesInArena,
    texts: Vec<[String; 2]>,
    numbers: AHashMap<String, u16>,
}

impl Default for Weights {
    fn default() -> Self {
        Self {
            games: Arena::new(WEIGHT_MEMORY),
            values: ValuesInArena::new(),
            texts: Vec::new(),
            numbers: AHashMap::new(),
        }
    }
}

impl Weights {
    /// The longest text of a weight.
    const LONGEST: usize = 200;
    /// The most different weights: one number stands for an unknown one, one for none.
    const MOST: usize = u16::MAX as usize - 1;

    /// The number of the weight of an all-small value; `None` if it is beyond the limits.
    fn of(&mut self, dictionary: &Dictionary, number: usize) -> Result<Option<u16>, TableError> {
        let value = RegionValue::new(dictionary, 0, ValueId::new(number, false));
        self.games.set_effort(Effort::UNLIMITED.within(WEIGHT_STEPS));
        let Ok(game) = self.values.game(&value, &mut self.games)? else { return Ok(None) };
        let weight = self.games.atomic_weight(game).ok().flatten();
        let both = weight.and_then(|weight| Some([weight, self.games.negative(weight).ok()?]));
        let mut text = |game| self.games.text(game, Self::LONGEST);
        let texts = both.and_then(|[weight, negative]| Some([text(weight)?, text(negative)?]));
        let Some(texts) = texts else { return Ok(None) };
        if let Some(&known) = self.numbers.get(&texts[0]) {
            return Ok(Some(known));
        }
        if self.texts.len() >= Self::MOST {
            return Ok(None);
        }
        let next = self.texts.len() as u16;
        self.numbers.insert(texts[0].clone(), next);
        self.texts.push(texts);
        Ok(Some(next))
    }
}
