//! The dictionary of game values: every value of the regions in a directory of tables, once.
//!
//! ```text
//! numbers   values in canonical form n; values known by their thermographs alone m; thermographs;
//!           tables
//! section 1 values, 12 bytes each: number of the first option, of Left's options (2 bytes), of
//!           Right's (2 bytes); number of the thermograph
//! section 2 options, 4 bytes each: twice the number of a value before this one, plus 1 for its
//!           negative; those of a value ascend on either side, Left's first
//! section 3 thermographs, 24 bytes each, and section 4 their corners: see `thermographs`
//! section 5 tables, 32 bytes each: amazons of the stronger side, of the weaker side, squares, 0
//!           (1 byte each); 0; first shape; shapes; values; 0 (4 bytes each); checksum of the file
//! section 6 values of the tables, 4 bytes each as in section 2: those of an entry of the first
//!           table with number 0, 1, …, then those of the second table, …
//! section 7 for each birthday from 0, and at the end, the number of the first value, 4 bytes each
//! ```
//!
//! Of a value and its negative, one is stored: the one with the larger mean; with mean 0, the one that
//! Left wins; otherwise the one whose lists of options (Left's, then Right's) come first. Values stand
//! in the order of their birthdays (a value with options has one day more than the oldest of them),
//! then of Left's options, then of Right's, so their order follows from the values alone. Values known
//! only by their thermographs come last.

use super::thermographs::{CORNER, RECORD, ThermographRecord, ValueFacts, WrittenThermograph};
use super::value_id::ValueId;
use crate::limits::Abort;
use crate::tables::complete::material::{MAX_SQUARES, Material};
use crate::tables::complete::region_facts::RegionFacts;
use crate::tables::error::{TableError, stop_if};
use crate::tables::format::container::{Container, SectionName, TableKind};
use crate::tables::format::writer::TableWriter;
use amazons_cgt::{Arena, Game, Thermograph};
use std::io::Write;
use std::ops::Range;
use std::path::Path;

const VALUES: SectionName = 1;
const OPTIONS: SectionName = 2;
const THERMOGRAPHS: SectionName = 3;
const CORNERS: SectionName = 4;
const TABLES: SectionName = 5;
const LISTS: SectionName = 6;
const BIRTHDAYS: SectionName = 7;

const VALUE: usize = 12;
const TABLE: usize = 32;

/// An open dictionary.
#[derive(Debug)]
pub struct Dictionary {
    container: Container,
    expanded: usize,
    cooled: usize,
    tables: Vec<ListedTable>,
    values_at: usize,
    options_at: usize,
    thermographs_at: usize,
    corners_at: usize,
    lists_at: usize,
    birthdays_at: usize,
}

/// A table whose values a dictionary holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedTable {
    /// What it covers.
    pub facts: RegionFacts,
    /// The checksum of the file.
    pub checksum: u64,
    /// The place of its first value in the list of all.
    first: usize,
}

/// The content of a dictionary that is to be written. Values are in the order of a dictionary.
#[derive(Debug, Default)]
pub(crate) struct DictionaryContent {
    /// Options of Left and of Right, and the number of the thermograph.
    pub values: Vec<(Range<usize>, usize, u32)>,
    /// Options of all values; a value's range of it holds Left's, as many as its second number
    /// says, then Right's.
    pub options: Vec<ValueId>,
    /// Thermographs of the values that are known by these alone.
    pub cooled: Vec<u32>,
    pub thermographs: Vec<WrittenThermograph>,
    /// The number of the first value of each birthday.
    pub birthdays: Vec<u32>,
}

/// A table to be listed: what it covers, its checksum, and its values.
#[derive(Debug)]
pub(crate) struct TableToList {
    pub facts: RegionFacts,
    pub checksum: u64,
    pub values: Vec<ValueId>,
}

impl DictionaryContent {
    /// Writes a dictionary of these values and tables.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, path: &Path, tables: &[TableToList]) -> Result<(), TableError> {
        let values = self.values.len() + self.cooled.len();
        let corners: usize = self.thermographs.iter().map(WrittenThermograph::corners).sum();
        let listed: usize = tables.iter().map(|table| table.values.len()).sum();
        let numbers = [self.values.len(), self.cooled.len(), self.thermographs.len(), tables.len()];
        let sections = [
            (VALUES, VALUE * values),
            (OPTIONS, 4 * self.options.len()),
            (THERMOGRAPHS, RECORD * self.thermographs.len()),
            (CORNERS, CORNER * corners),
            (TABLES, TABLE * tables.len()),
            (LISTS, 4 * listed),
            (BIRTHDAYS, 4 * (self.birthdays.len() + 1)),
        ];
        let sections = sections.map(|(name, length)| (name, length as u64));
        let numbers = numbers.map(|number| number as u64);
        let mut out = TableWriter::create(path, TableKind::Dictionary, numbers, &sections)?;
        let written = self.write_sections(&mut out, tables).and_then(|()| out.commit());
        written.map_err(TableError::io(path))
    }

    fn write_sections(&self, out: &mut impl Write, tables: &[TableToList]) -> std::io::Result<()> {
        for (options, lefts, thermograph) in &self.values {
            let rights = options.len() - lefts;
            out.write_all(&(options.start as u32).to_le_bytes())?;
            out.write_all(&(*lefts as u16).to_le_bytes())?;
            out.write_all(&(rights as u16).to_le_bytes())?;
            out.write_all(&thermograph.to_le_bytes())?;
        }
        for thermograph in &self.cooled {
            out.write_all(&[0; 8])?;
            out.write_all(&thermograph.to_le_bytes())?;
        }
        for option in &self.options {
            out.write_all(&option.to_bits().to_le_bytes())?;
        }
        let mut first = 0;
        for thermograph in &self.thermographs {
            out.write_all(&thermograph.record(first))?;
            first += thermograph.corners() as u32;
        }
        for thermograph in &self.thermographs {
            out.write_all(&thermograph.corner_bytes().collect::<Vec<u8>>())?;
        }
        for table in tables {
            let RegionFacts { class, squares, shapes, distinct } = &table.facts;
            let amazons = [class.strong(), class.weak(), *squares, 0];
            out.write_all(&amazons.map(|number| number as u8))?;
            let shapes = [0, shapes.start, shapes.len(), *distinct, 0];
            for number in shapes {
                out.write_all(&(number as u32).to_le_bytes())?;
            }
            out.write_all(&table.checksum.to_le_bytes())?;
        }
        for value in tables.iter().flat_map(|table| &table.values) {
            out.write_all(&value.to_bits().to_le_bytes())?;
        }
        for first in self.birthdays.iter().copied().chain([self.values.len() as u32]) {
            out.write_all(&first.to_le_bytes())?;
        }
        Ok(())
    }
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"))
}

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes(bytes[at..at + 2].try_into().expect("two bytes"))
}

impl Dictionary {
    /// The name of the file.
    pub const FILE_NAME: &str = "dictionary.values.amt";

    /// Reads the dictionary in an open file.
    ///
    /// # Errors
    /// The file's numbers and sections do not fit each other.
    pub fn new(container: Container) -> Result<Self, TableError> {
        let [expanded, cooled, thermographs, tables] = container.numbers();
        let most = ValueId::MOST as u64;
        if expanded == 0 || expanded.max(cooled).max(thermographs).max(tables) > most / 2 {
            return Err(container.damaged("numbers", expanded, "1 to 2^30 values"));
        }
        let mut dictionary = Self {
            expanded: expanded as usize,
            cooled: cooled as usize,
            tables: Vec::new(),
            values_at: container.section(VALUES, Some(VALUE as u64 * (expanded + cooled)))?,
            options_at: container.section(OPTIONS, None)?,
            thermographs_at: container.section(THERMOGRAPHS, Some(RECORD as u64 * thermographs))?,
            corners_at: container.section(CORNERS, None)?,
            lists_at: container.section(LISTS, None)?,
            birthdays_at: container.section(BIRTHDAYS, None)?,
            container,
        };
        dictionary.tables = dictionary.read_tables(tables as usize)?;
        Ok(dictionary)
    }

    fn read_tables(&self, count: usize) -> Result<Vec<ListedTable>, TableError> {
        let at = self.container.section(TABLES, Some((TABLE * count) as u64))?;
        let bytes = self.container.read(at, 0..TABLE * count)?;
        let mut first = 0;
        let read = |(number, bytes): (usize, &[u8])| {
            let [strong, weak, squares, ..] = *bytes else { unreachable!("32 bytes were read") };
            let (start, count) = (u32_at(bytes, 8) as usize, u32_at(bytes, 12) as usize);
            let shapes = start..start + count;
            let class = Material::of(strong.into(), weak.into());
            let (Some((class, false)), 1..=MAX_SQUARES) = (class, usize::from(squares)) else {
                let expected = "a class and 1 to 10 squares";
                return Err(self.container.damaged(format!("table {number}"), squares, expected));
            };
            let distinct = u32_at(bytes, 16) as usize;
            let table = ListedTable {
                facts: RegionFacts { class, squares: squares.into(), shapes, distinct },
                checksum: u64::from_le_bytes(bytes[24..32].try_into().expect("eight bytes")),
                first,
            };
            first += distinct;
            Ok(table)
        };
        let tables = bytes.chunks_exact(TABLE).enumerate().map(read).collect::<Result<_, _>>()?;
        self.container.section(LISTS, Some(4 * first as u64))?;
        Ok(tables)
    }

    /// Returns the file.
    pub fn container(&self) -> &Container {
        &self.container
    }

    /// Returns the number of values, those known by their thermographs alone included. A value and
    /// its negative count once.
    pub fn len(&self) -> usize {
        self.expanded + self.cooled
    }

    /// Returns `false`: every dictionary holds 0.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Returns the number of values in canonical form.
    pub fn expanded(&self) -> usize {
        self.expanded
    }

    /// Returns the number of values of which only the thermograph is known.
    pub fn cooled(&self) -> usize {
        self.cooled
    }

    /// Returns the tables whose values it holds.
    pub fn tables(&self) -> &[ListedTable] {
        &self.tables
    }

    /// Returns the entry of the table that covers this and has this checksum, if it is listed.
    pub fn listed(&self, facts: &RegionFacts, checksum: u64) -> Option<&ListedTable> {
        self.tables.iter().find(|listed| listed.checksum == checksum && listed.facts == *facts)
    }

    /// Returns a value of a table by its number there.
    ///
    /// # Errors
    /// The file is damaged or has no such value.
    #[inline]
    pub fn value(&self, table: &ListedTable, number: usize) -> Result<ValueId, TableError> {
        let RegionFacts { class, squares, distinct, .. } = table.facts;
        if number >= distinct {
            let place = format!("value of {class}-{squares}");
            let expected = format!("below {distinct}");
            return Err(self.container.damaged(place, number, expected));
        }
        let at = 4 * (table.first + number);
        let value = u32_at(self.container.read(self.lists_at, at..at + 4)?, 0);
        self.checked(ValueId::from_bits(value), self.len())
    }

    /// A value, if it is one of the first so many.
    fn checked(&self, value: ValueId, before: usize) -> Result<ValueId, TableError> {
        if value.number() < before {
            return Ok(value);
        }
        let expected = format!("below {before}");
        Err(self.container.damaged("the number of a value", value.number(), expected))
    }

    /// The bytes of a value.
    #[inline]
    fn record(&self, number: usize) -> Result<&[u8], TableError> {
        self.container.read(self.values_at, VALUE * number..VALUE * (number + 1))
    }

    /// Returns the options in canonical form of the value with this number, Left's and Right's, or
    /// `None` if only its thermograph is known. Options have smaller numbers.
    ///
    /// # Errors
    /// The file is damaged or has no such value.
    pub fn options(&self, number: usize) -> Result<Option<[Vec<ValueId>; 2]>, TableError> {
        let record = self.record(number)?;
        if number >= self.expanded {
            return Ok(None);
        }
        let first = u32_at(record, 0) as usize;
        let lefts: usize = u16_at(record, 4).into();
        let rights: usize = u16_at(record, 6).into();
        let side = |first: usize, count: usize| {
            let bytes = self.container.read(self.options_at, 4 * first..4 * (first + count))?;
            let ids = bytes.chunks_exact(4).map(|bytes| ValueId::from_bits(u32_at(bytes, 0)));
            ids.map(|id| self.checked(id, number)).collect::<Result<Vec<_>, _>>()
        };
        Ok(Some([side(first, lefts)?, side(first + lefts, rights)?]))
    }

    /// Returns the number of different thermographs of its values.
    pub fn thermographs(&self) -> usize {
        self.container.length(self.thermographs_at) / RECORD
    }

    /// Returns the number of the thermograph of the value with this number.
    ///
    /// # Errors
    /// The file is damaged or has no such value.
    pub fn thermograph_number(&self, number: usize) -> Result<usize, TableError> {
        let thermograph = u32_at(self.record(number)?, 8) as usize;
        if thermograph < self.thermographs() {
            return Ok(thermograph);
        }
        Err(self.no_thermograph(number))
    }

    /// Returns the outcome, mean, temperature and stops of the thermograph with this number.
    ///
    /// # Errors
    /// The file is damaged or has no such thermograph.
    pub fn thermograph_facts(&self, thermograph: usize) -> Result<ValueFacts, TableError> {
        let read = self.thermograph_at(thermograph)?;
        let place = || format!("thermograph {thermograph}");
        read.map(|record| record.facts)
            .ok_or_else(|| self.container.damaged(place(), "something else", "walls"))
    }

    fn thermograph_at(&self, thermograph: usize) -> Result<Option<ThermographRecord>, TableError> {
        let at = RECORD * thermograph;
        let bytes = self.container.read(self.thermographs_at, at..at + RECORD)?;
        Ok(ThermographRecord::read(bytes.try_into().expect("24 bytes were read")))
    }

    fn thermograph_record(&self, number: usize) -> Result<ThermographRecord, TableError> {
        let read = self.thermograph_at(u32_at(self.record(number)?, 8) as usize)?;
        read.ok_or_else(|| self.no_thermograph(number))
    }

    fn no_thermograph(&self, number: usize) -> TableError {
        self.container.damaged(format!("thermograph of value {number}"), "something else", "walls")
    }

    /// Returns the outcome, mean, temperature and stops of a value.
    ///
    /// # Errors
    /// The file is damaged or has no such value.
    #[inline]
    pub fn facts(&self, value: ValueId) -> Result<ValueFacts, TableError> {
        let facts = self.thermograph_record(value.number())?.facts;
        Ok(if value.negated() { facts.negative() } else { facts })
    }

    /// Returns the thermograph of a value.
    ///
    /// # Errors
    /// The file is damaged or has no such value.
    pub fn thermograph(&self, value: ValueId) -> Result<Thermograph, TableError> {
        self.leaning_thermograph(value).map(|(thermograph, _)| thermograph)
    }

    /// The thermograph of a value, and whether the first to move on either wall gets the last move.
    pub(crate) fn leaning_thermograph(
        &self,
        value: ValueId,
    ) -> Result<(Thermograph, [bool; 2]), TableError> {
        let record = self.thermograph_record(value.number())?;
        let count: usize = record.corners.iter().sum();
        let corners = CORNER * record.first..CORNER * (record.first + count);
        let corners = self.container.read(self.corners_at, corners)?;
        let [left, right] = record.leans;
        let leans = if value.negated() { [right, left] } else { [left, right] };
        let thermograph = record.thermograph(corners, value.negated());
        let thermograph = thermograph.ok_or_else(|| self.no_thermograph(value.number()))?;
        Ok((thermograph, leans))
    }

    /// Returns the number of birthdays that its values have: they are the numbers below this.
    pub fn birthdays(&self) -> usize {
        (self.container.length(self.birthdays_at) / 4).saturating_sub(1)
    }

    /// Returns the values of a birthday: of that many moves at most until the end.
    ///
    /// # Errors
    /// The file is damaged.
    pub fn born(&self, birthday: usize) -> Result<Range<usize>, TableError> {
        let bytes = self.container.read(self.birthdays_at, 4 * birthday..4 * birthday + 8)?;
        Ok(u32_at(bytes, 0) as usize..u32_at(bytes, 4) as usize)
    }

    /// Checks everything that can be checked of a dictionary by itself: that each value is in
    /// canonical form, has the thermograph that follows from its options, and is in its place.
    ///
    /// # Errors
    /// The first value for which this does not hold; or `abort` was set.
    pub fn check(&self, abort: &Abort) -> Result<(), TableError> {
        let wrong = |number: usize, expected: &str| {
            self.container.damaged(format!("value {number}"), "something else", expected)
        };
        let mut games = Arena::new(usize::MAX >> 8);
        let mut values: Vec<Game> = Vec::with_capacity(self.expanded);
        let mut last: Option<(usize, [Vec<ValueId>; 2])> = None;
        let mut birthday = 0;
        let mut born = self.born(0)?;
        for number in 0..self.expanded {
            stop_if(abort, number << 8)?;
            while number >= born.end {
                birthday += 1;
                born = self.born(birthday)?;
            }
            let options = self.options(number)?.unwrap_or_default();
            let place = Some((birthday, options));
            let ascending = |ids: &[ValueId]| ids.is_sorted_by(|a, b| a < b);
            let (_, options) = place.as_ref().expect("it was just made");
            if place <= last || !options.iter().all(|ids| ascending(ids)) {
                return Err(wrong(number, "ascending values"));
            }
            let oldest = options.iter().flatten().map(|id| id.number()).max();
            let follows = match (oldest, birthday) {
                (None, day) => day == 0,
                (Some(_), 0) => false,
                (Some(oldest), day) => self.born(day - 1)?.contains(&oldest),
            };
            if !follows {
                return Err(wrong(number, "a birthday one after that of its oldest option"));
            }
            let mut sides = [Vec::new(), Vec::new()];
            for (side, ids) in sides.iter_mut().zip(options) {
                for id in ids {
                    let game = values[id.number()];
                    let game = if id.negated() { games.negative(game) } else { Ok(game) };
                    side.push(game.map_err(|_| wrong(number, "a smaller value"))?);
                }
                side.sort_unstable();
            }
            let game = games.canonical(&sides[0], &sides[1]);
            let game = game.map_err(|_| wrong(number, "a smaller value"))?;
            let (lefts, rights) = (games.left_options(game), games.right_options(game));
            if [lefts, rights] != [sides[0].as_slice(), sides[1].as_slice()] {
                return Err(wrong(number, "a canonical form"));
            }
            let (thermograph, leans) = self.leaning_thermograph(ValueId::new(number, false))?;
            let id = games.thermograph_id(game);
            let own = (games.thermographs().get(id), games.thermographs().leans(id));
            if own != (thermograph, leans) {
                return Err(wrong(number, "the thermograph that follows from its options"));
            }
            values.push(game);
            last = place;
        }
        for number in 0..self.len() {
            stop_if(abort, number)?;
            let facts = self.facts(ValueId::new(number, false))?;
            let thermograph = self.thermograph(ValueId::new(number, false))?;
            let follows = ValueFacts {
                mean: thermograph.mean(),
                temperature: thermograph.temperature(),
                left_stop: thermograph.left_stop(),
                right_stop: thermograph.right_stop(),
                ..facts
            };
            let outcome = values.get(number).map(|&game| games.outcome(game));
            if facts != follows || outcome.is_some_and(|outcome| outcome != facts.outcome) {
                return Err(wrong(number, "the outcome, mean and stops of its thermograph"));
            }
        }
        for table in &self.tables {
            for number in 0..table.facts.distinct {
                self.value(table, number)?;
            }
        }
        Ok(())
    }
}
