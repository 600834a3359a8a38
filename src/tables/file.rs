//! A table file of any kind.

use super::container::{Container, Kind};
use super::error::TableError;
use super::region_table::RegionTable;
use super::segment::Segment;
use super::shape_list::ShapeList;
use std::path::Path;

/// An opened table of any kind.
#[derive(Debug)]
pub enum TableFile {
    /// A list of shapes.
    Shapes(ShapeList),
    /// Scores of regions.
    Regions(RegionTable),
    /// Judged problems.
    Judged(Segment),
}

impl TableFile {
    /// Opens a file.
    ///
    /// # Errors
    /// It cannot be used.
    pub fn open(path: &Path) -> Result<Self, TableError> {
        let container = Container::open(path)?;
        Ok(match container.kind() {
            Kind::Shapes => Self::Shapes(ShapeList::new(container)?),
            Kind::Regions => Self::Regions(RegionTable::new(container)?),
            Kind::Judged => Self::Judged(Segment::new(container)?),
        })
    }

    /// The file.
    pub fn container(&self) -> &Container {
        match self {
            Self::Shapes(list) => list.container(),
            Self::Regions(table) => table.container(),
            Self::Judged(segment) => segment.container(),
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
            Self::Regions(table) => table.check(),
            Self::Judged(segment) => segment.check(),
        }
    }
}
