//! The finished tables of smaller sizes, prepared for building larger ones.

use super::component::Component;
use super::spare_profile::WideSpareProfile;
use crate::board::Color;
use crate::tables::{
    Container, MAX_SQUARES, Material, RegionTable, Scores, Shape, ShapeList, TableError,
};
use std::path::Path;

/// Shapes and scores of the finished sizes.
#[derive(Debug, Default)]
pub(super) struct FinishedTables {
    lists: Vec<Option<ShapeList>>,
    /// By amazons and squares: the longest filling of every placement.
    fillings: Vec<Vec<Option<Vec<u8>>>>,
    /// By class and squares.
    contested: Vec<Vec<Option<Contested>>>,
}

#[derive(Debug)]
struct Contested {
    table: RegionTable,
    /// The spare profile of every record, as it is and with the colours swapped.
    profiles: Vec<[WideSpareProfile; 2]>,
}

impl FinishedTables {
    pub fn new() -> Self {
        fn sizes<T>() -> Vec<Option<T>> {
            (0..=MAX_SQUARES).map(|_| None).collect()
        }
        Self {
            lists: sizes(),
            fillings: (0..=3).map(|_| sizes()).collect(),
            contested: Material::ALL.iter().map(|_| sizes()).collect(),
        }
    }

    /// Adds a list of shapes, all of which is checked first.
    pub fn add_shapes(&mut self, path: &Path) -> Result<(), TableError> {
        let list = ShapeList::new(verified(path)?)?;
        let squares = list.squares();
        self.lists[squares] = Some(list);
        Ok(())
    }

    /// Adds a finished table, all of which is checked first.
    pub fn add_table(&mut self, path: &Path) -> Result<(), TableError> {
        let table = RegionTable::new(verified(path)?)?;
        let facts = table.facts();
        let (class, squares) = (facts.class, facts.squares);
        if class.contested() {
            let profiles = |record| -> Result<[WideSpareProfile; 2], TableError> {
                let bytes = table.record(record)?;
                Ok([false, true].map(|swapped| {
                    let scores = Scores::new(bytes, swapped);
                    WideSpareProfile::of(|first, d| scores.excess(first, d))
                }))
            };
            let profiles = (0..facts.distinct).map(profiles).collect::<Result<_, _>>()?;
            self.contested[class.index()][squares] = Some(Contested { table, profiles });
        } else {
            let length = |entry| -> Result<u8, TableError> {
                let record = table.record(table.entry(entry)?)?;
                Ok(Scores::new(record, false).excess(Color::White, 0) as u8)
            };
            let fillings = (0..facts.entries()).map(length).collect::<Result<_, _>>()?;
            self.fillings[class.strong()][squares] = Some(fillings);
        }
        Ok(())
    }

    /// The list of all shapes of a size.
    pub fn list(&self, squares: usize) -> Result<&ShapeList, TableError> {
        self.lists[squares].as_ref().ok_or_else(|| needed(ShapeList::file_name(squares)))
    }

    pub fn shape_number(&self, shape: Shape) -> Result<usize, TableError> {
        let list = self.list(shape.size())?;
        list.find(shape)?
            .ok_or_else(|| needed(format!("a complete {}", list.container().path().display())))
    }

    /// The longest filling of a part by amazons of one colour.
    #[inline]
    pub fn filling(&self, part: &Component, amazons: u16) -> Result<i32, TableError> {
        let squares = usize::from(part.squares);
        let count = amazons.count_ones() as usize;
        let Some((class, _)) = Material::of(count, 0) else {
            return Err(missing(count, 0, squares));
        };
        let Some(fillings) = &self.fillings[count][squares] else {
            return Err(missing(count, 0, squares));
        };
        let (placement, _) = class.place(part.place(amazons), 0);
        let entry = part.shape as usize * class.placements(squares) + placement;
        fillings.get(entry).map(|&length| length.into()).ok_or_else(|| missing(count, 0, squares))
    }

    /// The spare profile of a contested part, with the amazons placed on its shape.
    #[inline]
    pub fn profile(
        &self,
        squares: usize,
        shape: u32,
        white: u16,
        black: u16,
    ) -> Result<&WideSpareProfile, TableError> {
        let (whites, blacks) = (white.count_ones() as usize, black.count_ones() as usize);
        let none = || missing(whites, blacks, squares);
        let (class, black_stronger) = Material::of(whites, blacks).ok_or_else(none)?;
        let (strong, weak) = if black_stronger { (black, white) } else { (white, black) };
        let (placement, swapped) = class.place(strong, weak);
        let contested = self.contested[class.index()][squares].as_ref().ok_or_else(none)?;
        let entry = shape as usize * class.placements(squares) + placement;
        let both = &contested.profiles[contested.table.entry(entry)?];
        Ok(&both[usize::from(swapped ^ black_stronger)])
    }
}

fn verified(path: &Path) -> Result<Container, TableError> {
    let container = Container::open(path)?;
    container.verify()?;
    Ok(container)
}

#[cold]
fn missing(white: usize, black: usize, squares: usize) -> TableError {
    needed(format!("{}v{}-{squares}", white.max(black), white.min(black)))
}

#[cold]
fn needed(what: impl std::fmt::Display) -> TableError {
    TableError::Refused(format!("building needs {what}, which is missing"))
}
