//! The container of every table file: a header, sections, and checksums of everything.
//!
//! All numbers are little endian.
//!
//! ```text
//! header, 64 bytes
//!    0..8    magic: 0x89 "AMZTAB" 0x0A
//!    8..12   format version (1)
//!   12..16   rules version (1)
//!   16..20   kind: 1 shapes, 2 scores of regions, 3 judged problems, 4 dictionary of game values,
//!            5 game values of regions, 6 atlas
//!   20..24   number of sections s
//!   24..32   length of the file
//!   32..64   four numbers that depend on the kind
//! sections, each at the next multiple of 64, with zeros between
//! checksums of blocks: for each section, in order, XXH3-64 of every 16 KiB of it
//! section table: for each section 32 bytes
//!    0..4    what it is, see the kinds
//!    4..8    zero
//!    8..16   offset in the file
//!   16..24   length
//!   24..32   XXH3-64 of its checksums of blocks
//! last 8 bytes: XXH3-64 of the header and the section table
//! ```
//!
//! Opening checks everything except the blocks. A block is checked when it is first read, so no
//! value comes from a damaged block; [`Container::verify`] checks them all. Sections that a program
//! does not know are skipped, which leaves room for more data about the same entries.

use super::bytes::Bytes;
use crate::tables::error::TableError;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

pub(crate) const MAGIC: [u8; 8] = *b"\x89AMZTAB\n";
/// The version of the layout of table files.
pub const FORMAT_VERSION: u32 = 1;
/// The version of the rules of the score.
pub const RULES_VERSION: u32 = 1;

pub(crate) const HEADER: usize = 64;
pub(crate) const SECTION: usize = 32;
pub(crate) const ALIGNMENT: u64 = 64;
pub(crate) const BLOCK: usize = 16 << 10;
const MAX_SECTIONS: usize = 16;

/// The kind of a table file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum TableKind {
    /// The list of shapes of one size, in the order that numbers them.
    Shapes = 1,
    /// Scores of regions of one size and class.
    Regions = 2,
    /// Judged problems.
    Judged = 3,
    /// The dictionary of game values.
    Dictionary = 4,
    /// Game values of regions of one size and class.
    Values = 5,
    /// The smallest regions of each value of a dictionary.
    Atlas = 6,
}

impl TableKind {
    fn of(number: u32) -> Option<Self> {
        let all = [
            Self::Shapes,
            Self::Regions,
            Self::Judged,
            Self::Dictionary,
            Self::Values,
            Self::Atlas,
        ];
        all.into_iter().find(|kind| *kind as u32 == number)
    }
}

/// The name of a section within its kind.
pub(crate) type SectionName = u32;

/// An open table file.
#[derive(Debug)]
pub struct Container {
    path: PathBuf,
    bytes: Bytes,
    kind: TableKind,
    numbers: [u64; 4],
    sections: Vec<Section>,
}

/// One section of an open file.
#[derive(Debug)]
pub(crate) struct Section {
    name: SectionName,
    offset: usize,
    length: usize,
    /// The offset of its checksums of blocks.
    sums: usize,
    /// One bit per block: whether it was checked.
    checked: Box<[AtomicU64]>,
}

impl Section {
    fn blocks(&self) -> usize {
        self.length.div_ceil(BLOCK)
    }
}

fn number<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    bytes[at..at + N].try_into().expect("the range has N bytes")
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(number(bytes, at))
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(number(bytes, at))
}

impl Container {
    /// Maps a file and checks everything except its blocks.
    ///
    /// # Errors
    /// It cannot be read, is not a table, is of another version, or is damaged.
    pub fn open(path: &Path) -> Result<Self, TableError> {
        Self::new(path, Bytes::map(path)?)
    }

    /// Opens a table from bytes in memory. `name` stands in for its path.
    ///
    /// # Errors
    /// The bytes are not a table, are of another version, or are damaged.
    pub fn from_bytes(name: &Path, bytes: Vec<u8>) -> Result<Self, TableError> {
        Self::new(name, Bytes::Owned(bytes))
    }

    /// Opens a table that is part of the program. `name` stands in for its path.
    ///
    /// # Errors
    /// The bytes are not a table, are of another version, or are damaged.
    pub fn from_static(name: &Path, bytes: &'static [u8]) -> Result<Self, TableError> {
        Self::new(name, Bytes::Static(bytes))
    }

    fn new(path: &Path, bytes: Bytes) -> Result<Self, TableError> {
        let damaged = |place: &str, found: u64, expected: &dyn std::fmt::Display| {
            TableError::damaged(path, place, found, expected)
        };
        if bytes.len() >= MAGIC.len() && bytes[..MAGIC.len()] != MAGIC {
            return Err(TableError::Foreign { path: path.to_owned() });
        }
        let least = HEADER + 8;
        if bytes.len() < least {
            let expected = format!("at least {least} bytes");
            return Err(damaged("its end", bytes.len() as u64, &expected));
        }
        let versions = [("format", 8, FORMAT_VERSION), ("rules", 12, RULES_VERSION)];
        for (what, at, expected) in versions {
            let found = u32_at(&bytes, at);
            if found != expected {
                return Err(TableError::Version { path: path.to_owned(), what, found, expected });
            }
        }
        let length = u64_at(&bytes, 24);
        if length != bytes.len() as u64 {
            return Err(damaged("its end", bytes.len() as u64, &format!("{length} bytes")));
        }
        let count = u32_at(&bytes, 20) as usize;
        let table = bytes.len().checked_sub(8 + count.min(MAX_SECTIONS + 1) * SECTION);
        let Some(table) = table.filter(|&at| at >= HEADER && count <= MAX_SECTIONS) else {
            return Err(damaged("the number of sections", count as u64, &MAX_SECTIONS));
        };
        let mut hash = Xxh3::new();
        hash.update(&bytes[..HEADER]);
        hash.update(&bytes[table..bytes.len() - 8]);
        let (found, expected) = (hash.digest(), u64_at(&bytes, bytes.len() - 8));
        if found != expected {
            return Err(damaged("header or section table", found, &format!("checksum {expected}")));
        }
        let kind = u32_at(&bytes, 16);
        let kind = TableKind::of(kind).ok_or_else(|| damaged("kind", kind.into(), &"1 to 6"))?;
        let sections = Self::sections(path, &bytes, table, count)?;
        let numbers = std::array::from_fn(|i| u64_at(&bytes, 32 + 8 * i));
        Ok(Self { path: path.to_owned(), kind, numbers, sections, bytes })
    }

    fn sections(
        path: &Path,
        bytes: &[u8],
        table: usize,
        count: usize,
    ) -> Result<Vec<Section>, TableError> {
        let fields = |i: usize, at: usize| u64_at(bytes, table + i * SECTION + at);
        let blocks = |length: u64| length.div_ceil(BLOCK as u64);
        let total = (0..count).try_fold(0u64, |sum, i| sum.checked_add(blocks(fields(i, 16))));
        let sums = total.and_then(|total| (table as u64).checked_sub(total.checked_mul(8)?));
        let misplaced = |i: usize| {
            let place = format!("section {i}");
            let found = if i < count { fields(i, 8).to_string() } else { "none".to_owned() };
            TableError::damaged(path, place, found, "an offset and a length inside the file")
        };
        let mut sums = sums.ok_or_else(|| misplaced(0))?;
        let mut end = HEADER as u64;
        let data_end = sums;
        let mut sections = Vec::new();
        for i in 0..count {
            let (offset, length) = (fields(i, 8), fields(i, 16));
            let place = end.next_multiple_of(ALIGNMENT);
            end = offset.checked_add(length).ok_or_else(|| misplaced(i))?;
            if offset != place || end > data_end {
                return Err(misplaced(i));
            }
            let list = sums as usize..(sums + 8 * blocks(length)) as usize;
            let (found, expected) = (xxh3_64(&bytes[list.clone()]), fields(i, 24));
            if found != expected {
                let place = format!("checksums of section {i}");
                return Err(TableError::damaged(path, place, found, expected));
            }
            sections.push(Section {
                name: u32_at(bytes, table + i * SECTION),
                offset: offset as usize,
                length: length as usize,
                sums: list.start,
                checked: (0..blocks(length).div_ceil(64)).map(|_| AtomicU64::new(0)).collect(),
            });
            sums = list.end as u64;
        }
        if end.next_multiple_of(ALIGNMENT) != data_end {
            return Err(misplaced(count.saturating_sub(1)));
        }
        Ok(sections)
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the kind of the table.
    pub fn kind(&self) -> TableKind {
        self.kind
    }

    /// Returns the length of the file in bytes.
    pub fn bytes(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// Returns the file's last 8 bytes: the checksum of its header and section table and, through the
    /// checksums in these, of every byte. Other tables name the file by it.
    pub fn checksum(&self) -> u64 {
        u64_at(&self.bytes, self.bytes.len() - 8)
    }

    /// The header's numbers, whose meaning depends on the kind.
    pub(crate) fn numbers(&self) -> [u64; 4] {
        self.numbers
    }

    /// The index of the section of this name.
    ///
    /// # Errors
    /// There is no such section, or its length is not the expected one.
    pub(crate) fn section(
        &self,
        name: SectionName,
        length: Option<u64>,
    ) -> Result<usize, TableError> {
        let index = self.sections.iter().position(|section| section.name == name);
        let Some(index) = index else {
            return Err(self.damaged(
                "section table",
                "no such section",
                format!("section {name}"),
            ));
        };
        let found = self.sections[index].length as u64;
        match length {
            Some(length) if length != found => Err(self.damaged(
                format!("section {index}"),
                format!("{found} bytes"),
                format!("{length} bytes"),
            )),
            _ => Ok(index),
        }
    }

    pub(crate) fn damaged(
        &self,
        place: impl Into<String>,
        found: impl ToString,
        expected: impl ToString,
    ) -> TableError {
        TableError::damaged(&self.path, place, found, expected)
    }

    /// The length of a section in bytes.
    pub(crate) fn length(&self, section: usize) -> usize {
        self.sections[section].length
    }

    /// Bytes of a section, checked.
    ///
    /// # Errors
    /// The range is not within the section, or a block of it is damaged.
    #[inline]
    pub(crate) fn read(&self, section: usize, range: Range<usize>) -> Result<&[u8], TableError> {
        let at = &self.sections[section];
        if range.start > range.end || range.end > at.length {
            return Err(self.beyond(section, range));
        }
        if range.start < range.end {
            for block in range.start / BLOCK..=(range.end - 1) / BLOCK {
                if at.checked[block / 64].load(Ordering::Relaxed) >> (block % 64) & 1 == 0 {
                    self.check(section, block)?;
                }
            }
        }
        Ok(&self.bytes[at.offset + range.start..at.offset + range.end])
    }

    #[cold]
    fn beyond(&self, section: usize, range: Range<usize>) -> TableError {
        let length = self.sections[section].length;
        self.damaged(format!("section {section}"), format!("{length} bytes"), range.end)
    }

    #[cold]
    fn check(&self, section: usize, block: usize) -> Result<(), TableError> {
        let at = &self.sections[section];
        let start = at.offset + block * BLOCK;
        let end = (start + BLOCK).min(at.offset + at.length);
        let (found, expected) =
            (xxh3_64(&self.bytes[start..end]), u64_at(&self.bytes, at.sums + 8 * block));
        if found != expected {
            let place = format!("bytes {start}..{end}");
            let found = format!("checksum {found:016x}");
            return Err(self.damaged(place, found, format!("{expected:016x}")));
        }
        at.checked[block / 64].fetch_or(1 << (block % 64), Ordering::Relaxed);
        Ok(())
    }

    /// Checks every byte.
    ///
    /// # Errors
    /// The first damage found.
    pub fn verify(&self) -> Result<(), TableError> {
        let mut end = HEADER;
        for (index, section) in self.sections.iter().enumerate() {
            self.zeros(end..section.offset)?;
            for block in 0..section.blocks() {
                self.check(index, block)?;
            }
            end = section.offset + section.length;
        }
        self.zeros(end..end.next_multiple_of(ALIGNMENT as usize))
    }

    fn zeros(&self, range: Range<usize>) -> Result<(), TableError> {
        match self.bytes[range.clone()].iter().position(|&byte| byte != 0) {
            None => Ok(()),
            Some(at) => Err(self.damaged(
                format!("byte {}", range.start + at),
                self.bytes[range.start + at],
                "zeros between sections",
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::format::writer::TableWriter;
    use std::io::Write;

    fn table(sections: &[(SectionName, Vec<u8>)]) -> Vec<u8> {
        let lengths: Vec<_> = sections.iter().map(|(n, bytes)| (*n, bytes.len() as u64)).collect();
        let mut writer =
            TableWriter::new(Vec::new(), TableKind::Regions, [1, 2, 3, 4], &lengths).unwrap();
        for (_, bytes) in sections {
            writer.write_all(bytes).unwrap();
        }
        writer.finish().unwrap()
    }

    fn open(bytes: &[u8]) -> Result<Container, TableError> {
        Container::from_bytes(Path::new("table"), bytes.to_vec())
    }

    #[test]
    fn a_table_without_sections_is_refused() {
        // The header alone, with 64 bytes too many before an empty section table.
        let mut bytes = [vec![0; HEADER + 64], vec![0; 8]].concat();
        bytes[8..12].copy_from_slice(&FORMAT_VERSION.to_le_bytes());
        bytes[12..16].copy_from_slice(&RULES_VERSION.to_le_bytes());
        bytes[16..20].copy_from_slice(&1u32.to_le_bytes());
        crate::tables::format::mend::mend_checksums(&mut bytes);
        assert!(matches!(open(&bytes), Err(TableError::Damaged { .. })));
    }

    fn some() -> (Vec<(SectionName, Vec<u8>)>, Vec<u8>) {
        let long: Vec<u8> = (0..40_000u32).map(|i| ((i * i) >> 5) as u8).collect();
        let sections = vec![(7, vec![1, 2, 3]), (8, vec![]), (9, long), (11, vec![5; 64])];
        let bytes = table(&sections);
        (sections, bytes)
    }

    /// Whether every section reads as it was written, or an error reports that it does not.
    fn right_or_refused(sections: &[(SectionName, Vec<u8>)], bytes: &[u8]) -> bool {
        let Ok(container) = open(bytes) else { return true };
        let _ = container.verify();
        container.numbers() == [1, 2, 3, 4]
            && sections.iter().all(|(name, content)| {
                let Ok(at) = container.section(*name, None) else { return true };
                let whole = 0..container.sections[at].length;
                container.read(at, whole).is_err()
                    || container.read(at, 0..content.len()).unwrap() == content
            })
    }

    #[test]
    fn sections_come_back() {
        let (sections, bytes) = some();
        let container = open(&bytes).unwrap();
        assert_eq!((container.kind(), container.numbers()), (TableKind::Regions, [1, 2, 3, 4]));
        container.verify().unwrap();
        for (name, content) in &sections {
            let at = container.section(*name, Some(content.len() as u64)).unwrap();
            assert_eq!(container.read(at, 0..content.len()).unwrap(), content);
            assert!(container.read(at, 0..content.len() + 1).is_err());
            assert!(container.section(*name, Some(1)).is_err());
        }
        assert!(container.section(1, None).is_err());
        assert!(open(&table(&[])).unwrap().verify().is_ok());
    }

    #[test]
    fn every_cut_is_refused() {
        let (_, bytes) = some();
        for length in (0..bytes.len()).filter(|i| *i < 300 || i % 61 == 0 || bytes.len() - i < 300)
        {
            assert!(open(&bytes[..length]).is_err(), "{length}");
        }
        let mut longer = bytes.clone();
        longer.push(0);
        assert!(open(&longer).is_err());
    }

    #[test]
    fn flipped_bits_are_found() {
        let (sections, bytes) = some();
        let mut random = crate::testing::RandomPositions::new(5);
        for _ in 0..20_000 {
            let mut flipped = bytes.clone();
            let bit = random.below(8 * bytes.len());
            flipped[bit / 8] ^= 1 << (bit % 8);
            assert!(right_or_refused(&sections, &flipped), "bit {bit}");
            assert!(open(&flipped).is_err() || open(&flipped).unwrap().verify().is_err());
        }
    }

    #[test]
    fn versions_and_foreign_files_are_named() {
        let (_, bytes) = some();
        for (at, what) in [(8, "format version 9"), (12, "rules version 9")] {
            let mut other = bytes.clone();
            other[at] = 9;
            let error = open(&other).unwrap_err().to_string();
            assert!(error.contains(what) && error.contains("rebuild"), "{error}");
        }
        assert!(matches!(open(b"PNG is no table"), Err(TableError::Foreign { .. })));
    }

    proptest::proptest! {
        #[test]
        fn arbitrary_bytes_do_no_harm(
            bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..400),
            as_table: bool,
        ) {
            let mut bytes = bytes;
            if as_table && bytes.len() >= HEADER {
                let length = bytes.len();
                bytes[..8].copy_from_slice(&MAGIC);
                bytes[8..16].copy_from_slice(&[1, 0, 0, 0, 1, 0, 0, 0]);
                bytes[24..32].copy_from_slice(&(length as u64).to_le_bytes());
                bytes[20] %= 8;
                bytes[21..24].fill(0);
                // Even if the checksum of header and section table is right.
                let table = length.saturating_sub(8 + SECTION * usize::from(bytes[20]));
                if table >= HEADER {
                    let hashed = [&bytes[..HEADER], &bytes[table..length - 8]].concat();
                    bytes[length - 8..].copy_from_slice(&xxh3_64(&hashed).to_le_bytes());
                }
            }
            if let Ok(container) = open(&bytes) {
                let _ = container.verify();
            }
        }
    }
}
