//! The index of an atlas: from each value of a dictionary to its smallest regions, and from each
//! thermograph to its values.
//!
//! ```text
//! numbers   values n and thermographs m of the dictionary; places; checksum of the dictionary
//! section 1 for each thermograph, and at the end, the number of values listed before it in section
//!           2, 4 bytes each
//! section 2 values that regions have, by thermograph, then by number, 4 bytes each
//! section 3 for each value, and at the end, the number of places before its own, 4 bytes each
//! section 4 places, 16 bytes each: table (its number in the dictionary, 2 bytes); 1 if the table
//!           has the value's negative (1 byte); entries in section 5 (1 byte); regions, 4 bytes; its
//!           first entry in section 5, 4 bytes; 0, 4 bytes
//! section 5 entries of tables, 4 bytes each
//! section 6 for each value its properties (2 bytes) and its atomic weight (2 bytes)
//! section 7 atomic weights as text, each with its negative, a line each
//! ```
//!
//! A place says that a table has regions of the value, or of its negative: these have the value with
//! the colours swapped. Regions that differ by a symmetry, or by the colours where both sides have
//! equally many amazons, count once. Of the regions of a place, the first few are listed.

use super::dictionary::Dictionary;
use crate::tables::error::TableError;
use crate::tables::format::container::{Container, SectionName, TableKind};
use crate::tables::format::writer::TableWriter;
use std::io::Write;
use std::ops::Range;
use std::path::Path;

const BY_THERMOGRAPH: SectionName = 1;
const VALUES: SectionName = 2;
const BY_VALUE: SectionName = 3;
const PLACES: SectionName = 4;
const ENTRIES: SectionName = 5;
const PROPERTIES: SectionName = 6;
const WEIGHTS: SectionName = 7;

const PLACE: usize = 16;

/// An open index.
#[derive(Debug)]
pub struct AtlasIndex {
    container: Container,
    values: usize,
    thermographs: usize,
    places: usize,
    dictionary: u64,
    by_thermograph_at: usize,
    values_at: usize,
    by_value_at: usize,
    places_at: usize,
    entries_at: usize,
    properties_at: usize,
    weights_at: usize,
}

/// What a value is, apart from its thermograph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ValueProperties {
    bits: u16,
    /// 0 for none; otherwise one more than the place of a pair among the texts; see `WEIGHTS`.
    weight: u16,
}

/// A table in which regions have a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AtlasPlace {
    /// The number of the table in the dictionary.
    pub table: usize,
    /// Whether its regions have the negative: with the colours swapped they have the value.
    pub negated: bool,
    /// How many regions.
    pub regions: u32,
    /// The first of the listed entries in their section, and how many these are.
    first: u32,
    listed: u8,
}

/// A place that is to be written.
#[derive(Debug)]
pub(crate) struct PlaceContent {
    pub table: usize,
    pub negated: bool,
    pub regions: u32,
    /// The entries of the first regions.
    pub entries: Vec<u32>,
}

/// The content of an index that is to be written.
#[derive(Debug, Default)]
pub(crate) struct AtlasContent {
    /// The checksum of the dictionary.
    pub dictionary: u64,
    /// The values that regions have, for each thermograph.
    pub by_thermograph: Vec<Vec<u32>>,
    /// The number of places of each value.
    pub places_of: Vec<u32>,
    /// The places, by value.
    pub places: Vec<PlaceContent>,
    /// By value.
    pub properties: Vec<ValueProperties>,
    /// Each weight and its negative.
    pub weights: Vec<[String; 2]>,
}

impl ValueProperties {
    const NIMBER: u16 = 1;
    const ALL_SMALL: u16 = 2;
    const SWITCH: u16 = 4;
    const TINY: u16 = 8;
    const OWN_NEGATIVE: u16 = 16;
    /// Stands for an atomic weight that is beyond the limits.
    const UNKNOWN: u16 = u16::MAX;

    /// Makes the properties of a value; `weight` is the number of its atomic weight, if it is known.
    pub(crate) fn new(properties: [bool; 5], weight: Option<Option<u16>>) -> Self {
        let bits = [Self::NIMBER, Self::ALL_SMALL, Self::SWITCH, Self::TINY, Self::OWN_NEGATIVE];
        let all = bits.iter().zip(properties).filter(|(_, has)| *has);
        Self {
            bits: all.fold(0, |all, (bit, _)| all | bit),
            weight: match weight {
                None => 0,
                Some(None) => Self::UNKNOWN,
                Some(Some(number)) => number + 1,
            },
        }
    }

    fn has(self, bit: u16) -> bool {
        self.bits & bit != 0
    }

    /// Returns whether it is a nimber; 0 is one.
    pub fn is_nimber(self) -> bool {
        self.has(Self::NIMBER)
    }

    /// Returns whether it is all small; 0 is.
    pub fn is_all_small(self) -> bool {
        self.has(Self::ALL_SMALL)
    }

    /// Returns whether it is a switch {x|y} of numbers x > y.
    pub fn is_switch(self) -> bool {
        self.has(Self::SWITCH)
    }

    /// Returns whether it is tiny x, {0||0|-x} with a number x above 0, or the negative.
    pub fn is_tiny(self) -> bool {
        self.has(Self::TINY)
    }
}

impl AtlasContent {
    fn sections(&self) -> [(SectionName, u64); 7] {
        let entries: usize = self.places.iter().map(|place| place.entries.len()).sum();
        let listed: usize = self.by_thermograph.iter().map(Vec::len).sum();
        let lengths = [
            (BY_THERMOGRAPH, 4 * (self.by_thermograph.len() + 1)),
            (VALUES, 4 * listed),
            (BY_VALUE, 4 * (self.places_of.len() + 1)),
            (PLACES, PLACE * self.places.len()),
            (ENTRIES, 4 * entries),
            (PROPERTIES, 4 * self.properties.len()),
            (WEIGHTS, self.weight_text().len()),
        ];
        lengths.map(|(name, length)| (name, length as u64))
    }

    fn numbers(&self) -> [u64; 4] {
        let counts = [self.places_of.len(), self.by_thermograph.len(), self.places.len()];
        let [values, thermographs, places] = counts.map(|count| count as u64);
        [values, thermographs, places, self.dictionary]
    }

    fn weight_text(&self) -> String {
        self.weights.iter().flatten().map(|text| format!("{text}\n")).collect()
    }

    /// Writes the index.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), TableError> {
        let sections = self.sections();
        let mut out = TableWriter::create(path, TableKind::Atlas, self.numbers(), &sections)?;
        let written = self.write_sections(&mut out).and_then(|()| out.commit());
        written.map_err(TableError::io(path))
    }

    /// Returns the index in memory, with a name that stands in for its path.
    ///
    /// # Errors
    /// The content makes no index.
    pub fn in_memory(&self, name: &Path) -> Result<AtlasIndex, TableError> {
        let sections = self.sections();
        let out = TableWriter::new(Vec::new(), TableKind::Atlas, self.numbers(), &sections);
        let written = out.and_then(|mut out| {
            self.write_sections(&mut out)?;
            out.finish()
        });
        let bytes = written.map_err(TableError::io(name))?;
        AtlasIndex::new(Container::from_bytes(name, bytes)?)
    }

    fn write_sections(&self, out: &mut impl Write) -> std::io::Result<()> {
        let mut before = 0u32;
        let counts = self.by_thermograph.iter().map(|values| values.len() as u32);
        for count in counts.chain([0]) {
            out.write_all(&before.to_le_bytes())?;
            before += count;
        }
        for value in self.by_thermograph.iter().flatten() {
            out.write_all(&value.to_le_bytes())?;
        }
        let mut before = 0u32;
        for count in self.places_of.iter().copied().chain([0]) {
            out.write_all(&before.to_le_bytes())?;
            before += count;
        }
        let mut first = 0u32;
        for PlaceContent { table, negated, regions, entries } in &self.places {
            let mut place = [0; PLACE];
            place[..2].copy_from_slice(&(*table as u16).to_le_bytes());
            place[2] = u8::from(*negated);
            place[3] = entries.len() as u8;
            place[4..8].copy_from_slice(&regions.to_le_bytes());
            place[8..12].copy_from_slice(&first.to_le_bytes());
            out.write_all(&place)?;
            first += entries.len() as u32;
        }
        for entry in self.places.iter().flat_map(|place| &place.entries) {
            out.write_all(&entry.to_le_bytes())?;
        }
        for ValueProperties { bits, weight } in &self.properties {
            out.write_all(&bits.to_le_bytes())?;
            out.write_all(&weight.to_le_bytes())?;
        }
        out.write_all(self.weight_text().as_bytes())
    }
}

fn u32_at(bytes: &[u8], at: usize) -> usize {
    u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes")) as usize
}

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes(bytes[at..at + 2].try_into().expect("two bytes"))
}

/// Reads a place.
fn place(bytes: &[u8]) -> AtlasPlace {
    AtlasPlace {
        table: u16_at(bytes, 0).into(),
        negated: bytes[2] != 0,
        regions: u32_at(bytes, 4) as u32,
        first: u32_at(bytes, 8) as u32,
        listed: bytes[3],
    }
}

impl AtlasIndex {
    /// The name of the file.
    pub const FILE_NAME: &str = "atlas.amt";

    /// Reads the index in an open file.
    ///
    /// # Errors
    /// The file's numbers and sections do not fit each other.
    pub fn new(container: Container) -> Result<Self, TableError> {
        let [values, thermographs, places, dictionary] = container.numbers();
        if values.max(thermographs).max(places) > 1 << 30 {
            return Err(container.damaged("numbers", values, "at most 2^30 values"));
        }
        let section = |name, length| container.section(name, Some(length));
        Ok(Self {
            values: values as usize,
            thermographs: thermographs as usize,
            places: places as usize,
            dictionary,
            by_thermograph_at: section(BY_THERMOGRAPH, 4 * (thermographs + 1))?,
            values_at: container.section(VALUES, None)?,
            by_value_at: section(BY_VALUE, 4 * (values + 1))?,
            places_at: section(PLACES, PLACE as u64 * places)?,
            entries_at: container.section(ENTRIES, None)?,
            properties_at: section(PROPERTIES, 4 * values)?,
            weights_at: container.section(WEIGHTS, None)?,
            container,
        })
    }

    /// Returns the file.
    pub fn container(&self) -> &Container {
        &self.container
    }

    /// Returns the checksum of the dictionary that it is about.
    pub fn dictionary_checksum(&self) -> u64 {
        self.dictionary
    }

    /// Returns the number of values of the dictionary.
    pub fn values(&self) -> usize {
        self.values
    }

    /// Returns the number of places: of a table and a value that its regions have.
    pub fn places(&self) -> usize {
        self.places
    }

    /// Checks that one of these dictionaries is the one that it was made with.
    ///
    /// # Errors
    /// None of them is.
    pub(crate) fn made_with(&self, dictionaries: &[Dictionary]) -> Result<(), TableError> {
        let is_its = |dictionary: &Dictionary| {
            self.dictionary == dictionary.container().checksum()
                && self.values == dictionary.len()
                && self.thermographs == dictionary.thermographs()
        };
        if dictionaries.iter().any(is_its) {
            return Ok(());
        }
        let name = Dictionary::FILE_NAME;
        let reason = match dictionaries {
            [] => format!("useless without {name}, which is not beside it"),
            _ => format!("does not belong to the {name} beside it; remove it or build it again"),
        };
        Err(TableError::Apart { path: self.container.path().to_owned(), reason })
    }

    /// The range between a number of a list of ascending ones and the next.
    fn range(&self, section: usize, at: usize, most: usize) -> Result<Range<usize>, TableError> {
        let bytes = self.container.read(section, 4 * at..4 * at + 8)?;
        let (start, end) = (u32_at(bytes, 0), u32_at(bytes, 4));
        if start <= end && end <= most {
            return Ok(start..end);
        }
        let place = format!("number {at} of section {section}");
        let found = format!("{start} to {end}");
        Err(self.container.damaged(place, found, format!("ascending, up to {most}")))
    }

    /// Returns the numbers of the values with this thermograph that regions have, ascending.
    ///
    /// # Errors
    /// The file is damaged or has no such thermograph.
    pub fn with_thermograph(
        &self,
        thermograph: usize,
    ) -> Result<impl Iterator<Item = usize>, TableError> {
        let most = self.container.length(self.values_at) / 4;
        let range = self.range(self.by_thermograph_at, thermograph, most)?;
        let bytes = self.container.read(self.values_at, 4 * range.start..4 * range.end)?;
        Ok(bytes.chunks_exact(4).map(|bytes| u32_at(bytes, 0)))
    }

    /// Returns the places of the value with this number, in the order of the tables: the smallest
    /// regions first.
    ///
    /// # Errors
    /// The file is damaged or has no such value.
    pub fn places_of(&self, number: usize) -> Result<impl Iterator<Item = AtlasPlace>, TableError> {
        let range = self.range(self.by_value_at, number, self.places)?;
        let bytes = self.container.read(self.places_at, PLACE * range.start..PLACE * range.end)?;
        Ok(bytes.chunks_exact(PLACE).map(place))
    }

    /// Returns the entries, in its table, of the first regions of a place.
    ///
    /// # Errors
    /// The file is damaged.
    pub fn entries_of(
        &self,
        place: &AtlasPlace,
    ) -> Result<impl Iterator<Item = usize>, TableError> {
        let first = place.first as usize;
        let entries = 4 * first..4 * (first + usize::from(place.listed));
        let bytes = self.container.read(self.entries_at, entries)?;
        Ok(bytes.chunks_exact(4).map(|bytes| u32_at(bytes, 0)))
    }

    /// Returns what the value with this number is.
    ///
    /// # Errors
    /// The file is damaged or has no such value.
    pub fn properties(&self, number: usize) -> Result<ValueProperties, TableError> {
        let bytes = self.container.read(self.properties_at, 4 * number..4 * number + 4)?;
        Ok(ValueProperties { bits: u16_at(bytes, 0), weight: u16_at(bytes, 2) })
    }

    /// Returns the atomic weights, each with its negative.
    ///
    /// # Errors
    /// The file is damaged.
    pub fn weights(&self) -> Result<Vec<[&str; 2]>, TableError> {
        let bytes =
            self.container.read(self.weights_at, 0..self.container.length(self.weights_at))?;
        let wrong = || self.container.damaged("atomic weights", "something else", "lines of text");
        let lines: Vec<&str> = std::str::from_utf8(bytes).map_err(|_| wrong())?.lines().collect();
        let (pairs, []) = lines.as_chunks::<2>() else { return Err(wrong()) };
        Ok(pairs.to_vec())
    }

    /// Returns the number of the atomic weight of a value among [`weights`](Self::weights): `None` if
    /// the value has none, `Some(None)` if it is beyond the limits.
    pub fn weight(properties: ValueProperties) -> Option<Option<usize>> {
        match properties.weight {
            0 => None,
            ValueProperties::UNKNOWN => Some(None),
            number => Some(Some(usize::from(number) - 1)),
        }
    }

    /// Checks that the lists are in order.
    ///
    /// # Errors
    /// The first thing that is not.
    pub fn check(&self) -> Result<(), TableError> {
        let weights = self.weights()?.len();
        for thermograph in 0..self.thermographs {
            let values: Vec<usize> = self.with_thermograph(thermograph)?.collect();
            if !values.is_sorted_by(|a, b| a < b) || values.iter().any(|&n| n >= self.values) {
                let place = format!("values of thermograph {thermograph}");
                return Err(self.container.damaged(place, "another order", "ascending values"));
            }
        }
        for number in 0..self.values {
            let places: Vec<AtlasPlace> = self.places_of(number)?.collect();
            let in_order = places.is_sorted_by_key(|place| (place.table, place.negated));
            let counted =
                |place: &AtlasPlace| (1..=place.regions).contains(&u32::from(place.listed));
            for place in &places {
                self.entries_of(place).map(drop)?;
            }
            let known = Self::weight(self.properties(number)?).flatten();
            if !in_order || !places.iter().all(counted) || known.is_some_and(|n| n >= weights) {
                let place = format!("value {number}");
                return Err(self.container.damaged(place, "something else", "places in order"));
            }
        }
        Ok(())
    }
}
