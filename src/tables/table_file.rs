//! Table files of any kind.

use super::error::TableError;
use crate::limits::Abort;
use crate::tables::complete::region_table::RegionTable;
use crate::tables::complete::shape_list::ShapeList;
use crate::tables::format::container::{Container, TableKind};
use crate::tables::judged::segment::Segment;
use crate::tables::values::atlas_index::AtlasIndex;
use crate::tables::values::dictionary::Dictionary;
use crate::tables::values::value_table::ValueTable;
use std::path::Path;

/// An open table of any kind.
#[derive(Debug)]
pub enum TableFile {
    /// A list of shapes.
    Shapes(ShapeList),
    /// Scores of regions.
    Regions(RegionTable),
    /// Judged problems.
    Judged(Segment),
    /// The dictionary of game values.
    Dictionary(Dictionary),
    /// Game values of regions.
    Values(ValueTable),
    /// The index of an atlas.
    Atlas(AtlasIndex),
}

impl TableFile {
    /// Opens a file.
    ///
    /// # Errors
    /// It cannot be used.
    pub fn open(path: &Path) -> Result<Self, TableError> {
        Self::new(Container::open(path)?)
    }

    /// Reads the table in an open container.
    ///
    /// # Errors
    /// Its numbers and sections do not fit each other.
    pub fn new(container: Container) -> Result<Self, TableError> {
        Ok(match container.kind() {
            TableKind::Shapes => Self::Shapes(ShapeList::new(container)?),
            TableKind::Regions => Self::Regions(RegionTable::new(container)?),
            TableKind::Judged => Self::Judged(Segment::new(container)?),
            TableKind::Dictionary => Self::Dictionary(Dictionary::new(container)?),
            TableKind::Values => Self::Values(ValueTable::new(container)?),
            TableKind::Atlas => Self::Atlas(AtlasIndex::new(container)?),
        })
    }

    /// Returns the file.
    pub fn container(&self) -> &Container {
        match self {
            Self::Shapes(list) => list.container(),
            Self::Regions(table) => table.container(),
            Self::Judged(segment) => segment.container(),
            Self::Dictionary(dictionary) => dictionary.container(),
            Self::Values(table) => table.container(),
            Self::Atlas(index) => index.container(),
        }
    }

    /// Checks every byte, and that every entry makes sense.
    ///
    /// # Errors
    /// The first damage found.
    pub fn verify(&self) -> Result<(), TableError> {
        self.container().verify()?;
        match self {
            Self::Shapes(list) => list.check(),
            Self::Regions(table) => table.check(&Abort::new()),
            Self::Judged(segment) => segment.check(),
            Self::Dictionary(dictionary) => dictionary.check(&Abort::new()),
            Self::Values(table) => table.check(&Abort::new()),
            Self::Atlas(index) => index.check(),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::tables::format::container::TableKind;
    use crate::tables::format::writer::TableWriter;
    use proptest::prelude::*;
    use std::io::Write;

    proptest! {
        /// Content that no program wrote, in a container with the right checksums.
        #[test]
        fn foreign_content_does_no_harm(
            kind in prop::sample::select(vec![
                TableKind::Shapes,
                TableKind::Regions,
                TableKind::Judged,
                TableKind::Dictionary,
                TableKind::Values,
                TableKind::Atlas,
            ]),
            small in [0u64..200, 0u64..100, 0u64..100, 0u64..300],
            class in prop::sample::select(vec![[1u8, 0], [1, 1], [2, 1], [2, 2], [3, 1], [0, 1]]),
            squares in 0u8..12,
            width in 0u8..5,
            lengths in [0usize..5_000, 0usize..5_000],
            fitting: bool,
            bytes in prop::collection::vec(any::<u8>(), 10_000),
        ) {
            let mut numbers = small;
            let mut lengths = lengths;
            match kind {
                TableKind::Shapes => {
                    numbers[2] = (small[1] + 1).next_power_of_two();
                    if fitting {
                        lengths = [16 * numbers[1] as usize, 4 * numbers[2] as usize];
                    }
                }
                TableKind::Regions => {
                    let reach = if class[1] == 0 { 0 } else { squares.saturating_sub(class[0] + class[1] + 1) };
                    let packed = [class[0], class[1], squares, width, reach, 0, 0, 0];
                    numbers[0] = u64::from_le_bytes(packed);
                    if fitting && let Some((class, _)) = crate::tables::Material::of(class[0].into(), class[1].into()) {
                        numbers[2] %= 20;
                        lengths[0] = numbers[3] as usize * (4 * usize::from(reach) + 2);
                        lengths[1] = numbers[2] as usize * class.placements(squares.into()) * usize::from(width);
                    }
                }
                TableKind::Judged => {
                    if fitting {
                        lengths[0] = 4 * (numbers[0] as usize + 1);
                    }
                }
                TableKind::Values => {
                    let width = 1 + u8::from(small[3] > 0x100);
                    let packed = [class[0], class[1], squares, width, 0, 0, 0, 0];
                    numbers[0] = u64::from_le_bytes(packed);
                    if fitting && let Some((class, _)) = crate::tables::Material::of(class[0].into(), class[1].into()) {
                        numbers[2] %= 20;
                        lengths[0] = 8;
                        lengths[1] = numbers[2] as usize * class.placements(squares.into()) * usize::from(width);
                    }
                }
                TableKind::Atlas => {
                    if fitting {
                        lengths = [4 * (numbers[1] as usize + 1), 4 * small[3] as usize];
                    }
                }
                TableKind::Dictionary => {
                    if fitting {
                        numbers[3] = 0;
                        lengths[0] = 12 * (numbers[0] + numbers[1]) as usize;
                    }
                }
            }
            let mut sections = vec![(1, lengths[0] as u64), (2, lengths[1] as u64)];
            if kind == TableKind::Dictionary {
                // Thermographs and birthdays, and empty sections where there are no tables.
                let thermographs = 24 * numbers[2] as usize;
                sections.extend([(3, thermographs as u64), (4, 800), (5, 0), (6, 0), (7, 40)]);
                lengths[1] += thermographs + 840;
            }
            if kind == TableKind::Atlas {
                let others = [4 * (numbers[0] + 1), 16 * numbers[2], 400, 4 * numbers[0], 12];
                sections.extend((3..).zip(others));
                lengths[1] += others.iter().sum::<u64>() as usize;
            }
            let mut out = TableWriter::new(Vec::new(), kind, numbers, &sections).unwrap();
            let mut content = bytes.iter().copied().cycle();
            // Numbers in the sections of judged problems mostly ascend, as real ones do.
            for at in 0..lengths[0] {
                let byte = content.next().unwrap();
                let start = kind == TableKind::Judged && fitting;
                let byte = match at % 4 {
                    0 if start => (at / 4 * 9) as u8,
                    1 if start => (at / 4 * 9 / 256) as u8,
                    _ if start => 0,
                    _ => byte,
                };
                out.write_all(&[byte]).unwrap();
            }
            for _ in 0..lengths[1] {
                out.write_all(&[content.next().unwrap() % 19]).unwrap();
            }
            crate::testing::ask_table(out.finish().unwrap());
        }
    }
}
