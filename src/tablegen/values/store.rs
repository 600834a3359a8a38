//! The dictionary while tables are built: its games in an arena, and the tables it lists.

use super::arrangement::Arrangement;
use super::value::Value;
use crate::tables::{
    AtlasIndex, Container, Dictionary, Material, RegionFacts, TableError, TableToList, ValueId,
    ValueTable,
};
use crate::util::atomic_file::remove_if_there;
use amazons_cgt::{Arena, Game};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// All games of the tables of values, and which tables have which.
pub(super) struct Store {
    path: PathBuf,
    games: Arena,
    tables: Vec<Listed>,
    /// Whether the file lists exactly these tables.
    written: bool,
}

/// A listed table with its values in the arena.
struct Listed {
    facts: RegionFacts,
    /// By their numbers in the entries.
    values: Vec<Value>,
    checksum: u64,
}

impl Listed {
    /// Its place among the tables of a dictionary.
    fn place(&self) -> (usize, Material, usize) {
        (self.facts.squares, self.facts.class, self.facts.shapes.start)
    }
}

impl Store {
    /// Reads a dictionary, if there is one. Its games may take so much memory in the end.
    pub fn open(path: &Path, memory: usize) -> Result<Self, TableError> {
        let mut games = Arena::new(memory);
        let mut tables = Vec::new();
        let mut written = true;
        if path.exists() {
            let container = Container::open(path)?;
            container.verify()?;
            let dictionary = Dictionary::new(container)?;
            let values = values_of(&dictionary, &mut games)?;
            for table in dictionary.tables() {
                let list = (0..table.facts.distinct).map(|number| {
                    let id = dictionary.value(table, number)?;
                    value_in(&mut games, &values, id)
                });
                let values = list.collect::<Result<_, _>>()?;
                let (facts, checksum) = (table.facts.clone(), table.checksum);
                let listed = Listed { facts, values, checksum };
                // A kill may have come before the table was moved to its place, or it was removed.
                if path.with_file_name(ValueTable::name_for(&listed.facts)).exists() {
                    tables.push(listed);
                } else {
                    written = false;
                }
            }
        }
        Ok(Self { path: path.to_owned(), games, tables, written })
    }

    /// The number of games of all tables.
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// Lends the arena.
    pub fn take_games(&mut self) -> Arena {
        std::mem::replace(&mut self.games, Arena::new(0))
    }

    /// Takes the arena back.
    pub fn give_back(&mut self, games: Arena) {
        self.games = games;
    }

    /// Whether this is a listed table.
    pub fn lists(&self, table: &ValueTable) -> bool {
        self.find(table).is_some()
    }

    fn find(&self, table: &ValueTable) -> Option<&Listed> {
        let checksum = table.container().checksum();
        let mut all = self.tables.iter();
        all.find(|listed| listed.checksum == checksum && listed.facts == *table.facts())
    }

    /// The values of a listed table.
    pub fn values(&self, table: &ValueTable) -> &[Value] {
        self.find(table).map_or(&[], |listed| &listed.values)
    }

    /// The shapes of the listed tables of a class and size.
    pub fn listed_shapes(
        &self,
        class: Material,
        squares: usize,
    ) -> impl Iterator<Item = Range<usize>> {
        let own = self.tables.iter().map(|listed| &listed.facts);
        let own = own.filter(move |facts| (facts.class, facts.squares) == (class, squares));
        own.map(|facts| facts.shapes.clone())
    }

    /// Writes a table of these values and lists it. `scores` is the checksum of the table of scores;
    /// `entries` are numbers of the values. The dictionary is written first, so a table that is in its
    /// place is listed.
    pub fn write<E: Iterator<Item = Result<u32, TableError>>>(
        &mut self,
        path: &Path,
        facts: RegionFacts,
        values: &[Value],
        scores: u64,
        entries: impl Fn() -> E,
    ) -> Result<ValueTable, TableError> {
        let mut used = vec![0u64; values.len()];
        for entry in entries() {
            used[entry? as usize] += 1;
        }
        let listed = self.tables.iter().flat_map(|listed| &listed.values);
        let arrangement = Arrangement::of(&self.games, listed.chain(values).copied())?;
        let ids: Vec<ValueId> =
            values.iter().map(|&value| arrangement.id(value, &self.games)).collect();
        // The most frequent values first, equally frequent ones in the order of the dictionary.
        let mut order: Vec<usize> = (0..ids.len()).collect();
        order.sort_unstable_by_key(|&value| (std::cmp::Reverse(used[value]), ids[value]));
        let mut place = vec![0; ids.len()];
        for (at, &value) in order.iter().enumerate() {
            place[value] = at as u32;
        }
        let placed = entries().map(|entry| Ok(place[entry? as usize]));
        let complete = ValueTable::write(path, &facts, scores, placed)?;
        let values = order.iter().map(|&value| values[value]).collect();
        let listed = Listed { facts, values, checksum: complete.checksum };
        // A table that a kill left unlisted, or with another content, is replaced.
        self.tables.retain(|other| {
            other.place() != listed.place() || other.facts.shapes != listed.facts.shapes
        });
        self.tables.push(listed);
        self.tables.sort_by_key(|listed| (listed.place(), listed.facts.shapes.end));
        self.write_dictionary(&arrangement)?;
        complete.commit().map_err(TableError::io(path))?;
        ValueTable::new(Container::open(path)?)
    }

    /// Writes the dictionary of all tables that are there, if the file lists others.
    pub fn tidy(&mut self) -> Result<(), TableError> {
        let there = |listed: &Listed| {
            self.path.with_file_name(ValueTable::name_for(&listed.facts)).exists()
        };
        let all = self.tables.len();
        let kept: Vec<bool> = self.tables.iter().map(there).collect();
        let mut kept = kept.into_iter();
        self.tables.retain(|_| kept.next().unwrap_or(true));
        if self.written && self.tables.len() == all {
            return Ok(());
        }
        let values = self.tables.iter().flat_map(|listed| &listed.values).copied();
        let arrangement = Arrangement::of(&self.games, values)?;
        self.write_dictionary(&arrangement)
    }

    fn write_dictionary(&mut self, arrangement: &Arrangement) -> Result<(), TableError> {
        let tables = self.tables.iter().map(|Listed { facts, values, checksum }| TableToList {
            facts: facts.clone(),
            checksum: *checksum,
            values: values.iter().map(|&value| arrangement.id(value, &self.games)).collect(),
        });
        // The index of another dictionary would be refused.
        let index = self.path.with_file_name(AtlasIndex::FILE_NAME);
        remove_if_there(&index).map_err(TableError::io(&index))?;
        arrangement.content.write(&self.path, &tables.collect::<Vec<_>>())?;
        self.written = true;
        Ok(())
    }
}

/// All values of a dictionary as games and thermographs of an arena.
fn values_of(dictionary: &Dictionary, games: &mut Arena) -> Result<Vec<Value>, TableError> {
    let mut values: Vec<Value> = Vec::with_capacity(dictionary.len());
    for number in 0..dictionary.len() {
        let value = match dictionary.options(number)? {
            Some(options) => {
                let mut sides: [Vec<Game>; 2] = Default::default();
                for (side, ids) in sides.iter_mut().zip(options) {
                    for id in ids {
                        let option = value_in(games, &values, id)?;
                        side.extend(option.game(games));
                    }
                }
                let game = games.with_canonical_options(&sides[0], &sides[1]);
                Value::expanded(game.map_err(super::evaluator::refused)?)
            }
            None => {
                let (thermograph, leans) =
                    dictionary.leaning_thermograph(ValueId::new(number, false))?;
                Value::cooled(games.thermographs_mut().insert(&thermograph, leans))
            }
        };
        values.push(value);
    }
    Ok(values)
}

/// A value of a dictionary, of which `values` are those in the arena.
fn value_in(games: &mut Arena, values: &[Value], id: ValueId) -> Result<Value, TableError> {
    let value = values[id.number()];
    if !id.negated() {
        return Ok(value);
    }
    match value.game(games) {
        Some(game) => games.negative(game).map(Value::expanded).map_err(super::evaluator::refused),
        None => {
            let thermograph = value.thermograph(games);
            Ok(Value::cooled(games.thermographs_mut().negative(thermograph)))
        }
    }
}
