//! A directory of tables, open for look-ups.

use super::error::TableError;
use super::table_file::TableFile;
use crate::board::{Bitboard, Placement, Position};
use crate::region::Canonical;
use crate::tables::complete::material::{MAX_SQUARES, Material};
use crate::tables::complete::region_table::RegionTable;
use crate::tables::complete::scores::Scores;
use crate::tables::complete::shape::ShapeEmbedding;
use crate::tables::complete::shape_list::ShapeList;
use crate::tables::format::container::Container;
use crate::tables::judged::entry::Judged;
use crate::tables::judged::segment::Segment;
use crate::tables::values::atlas_index::AtlasIndex;
use crate::tables::values::bound::BoundValues;
use crate::tables::values::dictionary::{Dictionary, ListedTable};
use crate::tables::values::region_value::RegionValue;
use crate::tables::values::value_table::ValueTable;
use std::fs;
use std::path::{Path, PathBuf};

/// The extension of table files.
pub const EXTENSION: &str = "amt";

/// All tables of a directory. Threads share it. Files are mapped and read only where needed.
#[derive(Debug)]
pub struct Tables {
    directory: PathBuf,
    shapes: Vec<Option<ShapeList>>,
    /// By class and squares: several files that cover different shapes.
    regions: Vec<Vec<Vec<RegionTable>>>,
    segments: Vec<Segment>,
    dictionaries: Vec<Dictionary>,
    indexes: Vec<AtlasIndex>,
    /// By class and squares, as the scores.
    values: Vec<Vec<Vec<BoundValues>>>,
    unusable_files: Vec<TableError>,
}

/// Files of a directory that are bound to others, until all of these are open.
#[derive(Debug, Default)]
struct Unbound(Vec<ValueTable>);

/// A shape that has been looked up, so placements on it are found without mapping it again.
#[derive(Clone, Copy, Debug)]
pub struct KnownShape<'a> {
    tables: &'a Tables,
    embedding: ShapeEmbedding,
    squares: usize,
    number: usize,
}

impl Tables {
    /// Opens every table of a directory.
    ///
    /// A file that cannot be used does not affect the others: it is kept among the
    /// [`unusable_files`](Self::unusable_files), and a probe that would need it fails.
    ///
    /// # Errors
    /// The directory cannot be read.
    pub fn open(directory: impl AsRef<Path>) -> Result<Self, TableError> {
        let directory = directory.as_ref();
        let mut tables = Self::none(directory);
        let mut unbound = Unbound::default();
        for path in table_files(directory)? {
            match TableFile::open(&path) {
                Ok(file) => tables.add(file, &mut unbound),
                // Another process has merged it into another file in the meantime.
                Err(_) if !path.exists() => {}
                Err(error) => tables.unusable_files.push(error),
            }
        }
        for table in unbound.0 {
            match tables.bind(table) {
                Err(error) if error.path().is_some_and(Path::exists) => {
                    tables.unusable_files.push(error);
                }
                _ => {}
            }
        }
        tables.refuse_foreign_indexes();
        tables.sort();
        Ok(tables)
    }

    /// Opens tables that are part of the program, given as names and bytes. `name` stands in for
    /// their directory.
    ///
    /// # Errors
    /// One of them is damaged.
    pub fn of_program(name: &Path, files: &[(&str, &'static [u8])]) -> Result<Self, TableError> {
        let mut tables = Self::none(name);
        let mut unbound = Unbound::default();
        for (file, bytes) in files {
            let file = TableFile::new(Container::from_static(&name.join(file), bytes)?)?;
            tables.add(file, &mut unbound);
        }
        unbound.0.into_iter().try_for_each(|table| tables.bind(table))?;
        tables.sort();
        Ok(tables)
    }

    fn none(directory: &Path) -> Self {
        fn no_files<T>() -> Vec<Vec<Vec<T>>> {
            let sizes = || (0..=MAX_SQUARES).map(|_| Vec::new()).collect();
            Material::ALL.iter().map(|_| sizes()).collect()
        }
        Self {
            directory: directory.to_owned(),
            shapes: (0..=MAX_SQUARES).map(|_| None).collect(),
            regions: no_files(),
            segments: Vec::new(),
            dictionaries: Vec::new(),
            indexes: Vec::new(),
            values: no_files(),
            unusable_files: Vec::new(),
        }
    }

    fn sort(&mut self) {
        for files in self.regions.iter_mut().flatten() {
            files.sort_by_key(|table| table.facts().shapes.start);
        }
        for files in self.values.iter_mut().flatten() {
            files.sort_by_key(|values| values.table().facts().shapes.start);
        }
    }

    fn add(&mut self, file: TableFile, unbound: &mut Unbound) {
        match file {
            TableFile::Shapes(list) => {
                let squares = list.squares();
                self.shapes[squares] = Some(list);
            }
            TableFile::Regions(table) => {
                let (class, squares) = (table.facts().class, table.facts().squares);
                self.regions[class.index()][squares].push(table);
            }
            TableFile::Judged(segment) => self.segments.push(segment),
            TableFile::Dictionary(dictionary) => self.dictionaries.push(dictionary),
            TableFile::Values(table) => unbound.0.push(table),
            TableFile::Atlas(index) => self.indexes.push(index),
        }
    }

    /// Adds a table of values to the scores and the dictionary that it was made with.
    fn bind(&mut self, table: ValueTable) -> Result<(), TableError> {
        let (class, squares) = (table.facts().class, table.facts().squares);
        let scores = &self.regions[class.index()][squares];
        let bound = BoundValues::new(table, scores, &self.dictionaries)?;
        self.values[class.index()][squares].push(bound);
        Ok(())
    }

    /// Keeps the indexes of the dictionaries that are there.
    fn refuse_foreign_indexes(&mut self) {
        for index in std::mem::take(&mut self.indexes) {
            match index.made_with(&self.dictionaries) {
                Ok(()) => self.indexes.push(index),
                Err(error) => self.unusable_files.push(error),
            }
        }
    }

    /// Fills what these tables lack from others: shapes without a list, and regions that no table
    /// here covers.
    #[must_use]
    pub fn filled_from(mut self, others: Self) -> Self {
        for (list, other) in self.shapes.iter_mut().zip(others.shapes) {
            if list.is_none() {
                *list = other;
            }
        }
        let sizes = self.regions.iter_mut().flatten();
        for (tables, others) in sizes.zip(others.regions.into_iter().flatten()) {
            // A look-up takes the first that covers the shape.
            tables.extend(others);
        }
        let own = self.dictionaries.len();
        let sizes = self.values.iter_mut().flatten();
        for (tables, others) in sizes.zip(others.values.into_iter().flatten()) {
            tables.extend(others.into_iter().map(|values| values.behind(own)));
        }
        self.dictionaries.extend(others.dictionaries);
        self.indexes.extend(others.indexes);
        self.segments.extend(others.segments);
        self
    }

    /// Returns the directory.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// Returns the files that cannot be used, and why.
    pub fn unusable_files(&self) -> &[TableError] {
        &self.unusable_files
    }

    /// Returns why a file with game values, or with their index, cannot be used, if that is so.
    pub fn unusable_values(&self) -> Option<&TableError> {
        let is_one = |error: &&TableError| {
            let name = error.path().and_then(Path::file_name).unwrap_or_default();
            let name = name.to_string_lossy();
            name.ends_with(ValueTable::ENDING) || name == AtlasIndex::FILE_NAME
        };
        self.unusable_files.iter().find(is_one)
    }

    /// Returns the list of shapes of this size.
    pub fn shape_list(&self, squares: usize) -> Option<&ShapeList> {
        self.shapes.get(squares)?.as_ref()
    }

    /// Returns the tables of a class and size, in the order of their shapes.
    pub fn region_tables(&self, class: Material, squares: usize) -> &[RegionTable] {
        self.regions[class.index()].get(squares).map_or(&[], Vec::as_slice)
    }

    /// Returns the tables of game values of a class and size, in the order of their shapes.
    pub fn value_tables(
        &self,
        class: Material,
        squares: usize,
    ) -> impl Iterator<Item = &ValueTable> {
        self.values[class.index()].get(squares).into_iter().flatten().map(BoundValues::table)
    }

    /// Returns the dictionaries of game values: one for each set of tables.
    pub fn dictionaries(&self) -> &[Dictionary] {
        &self.dictionaries
    }

    /// Returns the index of a dictionary, if it was made.
    pub fn atlas_index(&self, dictionary: &Dictionary) -> Option<&AtlasIndex> {
        let checksum = dictionary.container().checksum();
        self.indexes.iter().find(|index| index.dictionary_checksum() == checksum)
    }

    /// Returns the table of values that a dictionary lists, if it is there.
    pub fn listed_table(&self, listed: &ListedTable) -> Option<&ValueTable> {
        let mut tables = self.value_tables(listed.facts.class, listed.facts.squares);
        tables.find(|table| table.container().checksum() == listed.checksum)
    }

    /// Returns the game value of a region, which must be all of the placement's open squares, or
    /// `None` if no table of values covers it.
    ///
    /// ```
    /// use amazons::tables::Tables;
    ///
    /// let region: amazons::board::Position = "1q*/1Q1/*1* w".parse()?;
    /// let tables = Tables::builtin()?;
    /// let value = tables.probe_value(region.placement())?.expect("built in to seven squares");
    /// assert_eq!(value.facts()?.mean.to_string(), "1/8");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A table that would cover it is damaged.
    pub fn probe_value<B: Bitboard>(
        &self,
        region: &Placement<B>,
    ) -> Result<Option<RegionValue<'_>>, TableError> {
        let (white, black) = (region.white.count() as usize, region.black.count() as usize);
        let Some((class, _)) = Material::of(white, black) else { return Ok(None) };
        let squares = region.open().count() as usize;
        if squares > MAX_SQUARES
            || (self.unusable_files.is_empty() && self.values[class.index()][squares].is_empty())
        {
            return Ok(None);
        }
        match self.shape(region.open())? {
            Some(shape) => shape.probe_value(region),
            None => Ok(None),
        }
    }

    /// Returns the scores of a region, which must be all of the placement's open squares, or `None`
    /// if no table covers it.
    ///
    /// ```
    /// use amazons::board::Color;
    /// use amazons::tables::Tables;
    /// use std::path::Path;
    ///
    /// let tables = Tables::open(Path::new("tables"))?;
    /// let region: amazons::board::Position = "Q2/1*q/2* w".parse()?;
    /// let scores = tables.probe(region.placement())?.expect("shipped tables cover seven squares");
    /// assert_eq!(scores.score(Color::White, 0).to_string(), "W+0");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A table that would cover it is damaged.
    #[inline]
    pub fn probe<B: Bitboard>(
        &self,
        region: &Placement<B>,
    ) -> Result<Option<Scores<'_>>, TableError> {
        let (white, black) = (region.white.count() as usize, region.black.count() as usize);
        let Some((class, _)) = Material::of(white, black) else { return Ok(None) };
        let squares = region.open().count() as usize;
        // Most regions that a search asks about are too large, and rejected here.
        if squares > MAX_SQUARES
            || (self.unusable_files.is_empty() && self.region_tables(class, squares).is_empty())
        {
            return Ok(None);
        }
        match self.shape(region.open())? {
            Some(shape) => shape.probe(region),
            None => Ok(None),
        }
    }

    /// Returns what is known about a judged problem with its first player to move, in any form
    /// equivalent to the recorded one, or `None` if no segment has it.
    ///
    /// # Errors
    /// A segment is damaged, or two contradict each other.
    pub fn judged(&self, problem: &Position) -> Result<Option<Judged>, TableError> {
        let mut known: Option<(Judged, &Segment)> = None;
        if self.segments.is_empty() {
            return Ok(None);
        }
        let canonical = Canonical::of(problem);
        for segment in &self.segments {
            let Some(found) = segment.find(&canonical.position)? else { continue };
            let together = match known {
                None => found,
                Some((judged, other)) => {
                    judged.together(found).ok_or_else(|| TableError::Contradiction {
                        path: segment.container().path().to_owned(),
                        other: other.container().path().to_owned(),
                        what: format!("the problem {}", canonical.position.to_fen()),
                    })?
                }
            };
            known = Some((together, segment));
        }
        Ok(known.map(|(judged, _)| judged.mapped(|mv| canonical.outward(mv))))
    }

    /// Looks up the shape of a set of squares. Returns `None` if they are not connected or if the
    /// directory has no list of this size.
    ///
    /// # Errors
    /// The list is damaged.
    #[inline]
    pub fn shape<B: Bitboard>(&self, squares: B) -> Result<Option<KnownShape<'_>>, TableError> {
        let Some(embedding) = ShapeEmbedding::of(squares) else { return Ok(None) };
        let squares = embedding.shape().size();
        let Some(list) = &self.shapes[squares] else {
            return self.missing(&format!("shapes-{squares}"), ".amt").map(|()| None);
        };
        let number = list.find(embedding.shape())?;
        Ok(number.map(|number| KnownShape { tables: self, embedding, squares, number }))
    }

    /// Returns an error if a file whose name is `stem`, or `stem` followed by a dash and more, before
    /// this ending is there and cannot be used.
    #[cold]
    fn missing(&self, stem: &str, ending: &str) -> Result<(), TableError> {
        let meant = |path: &Path| {
            let file = path.file_name().map(|name| name.to_string_lossy().into_owned());
            let rest = file.as_deref().and_then(|file| file.strip_prefix(stem));
            let part = rest.and_then(|rest| rest.strip_suffix(ending));
            part.is_some_and(|part| part.is_empty() || part.starts_with('-') && !part.contains('.'))
        };
        match self.unusable_files.iter().find(|error| error.path().is_some_and(meant)) {
            Some(error) => Err(error.clone()),
            None => Ok(()),
        }
    }
}

impl<'a> KnownShape<'a> {
    /// Returns the scores of amazons on the shape, on the same squares that were looked up, or
    /// `None` if no table covers the class.
    ///
    /// # Errors
    /// A table that would cover it is damaged.
    #[inline]
    pub fn probe<B: Bitboard>(
        &self,
        region: &Placement<B>,
    ) -> Result<Option<Scores<'a>>, TableError> {
        let Some((class, placement, swapped)) = self.place(region) else { return Ok(None) };
        for table in self.tables.region_tables(class, self.squares) {
            let scores = table.scores(self.number, placement, swapped)?;
            if scores.is_some() {
                return Ok(scores);
            }
        }
        self.tables.missing(&format!("{class}-{}", self.squares), ".amt").map(|()| None)
    }

    /// Returns the game value of amazons on the shape, on the same squares that were looked up, or
    /// `None` if no table of values covers the class.
    ///
    /// # Errors
    /// A table that would cover it is damaged.
    pub fn probe_value<B: Bitboard>(
        &self,
        region: &Placement<B>,
    ) -> Result<Option<RegionValue<'a>>, TableError> {
        let Some((class, placement, swapped)) = self.place(region) else { return Ok(None) };
        for values in &self.tables.values[class.index()][self.squares] {
            let dictionaries = &self.tables.dictionaries;
            let value = values.value(dictionaries, self.number, placement, swapped)?;
            if value.is_some() {
                return Ok(value);
            }
        }
        self.tables.missing(&format!("{class}-{}", self.squares), ValueTable::ENDING).map(|()| None)
    }

    /// The class of amazons on the shape, the number of their placement, and whether the colours
    /// are swapped there.
    #[inline]
    fn place<B: Bitboard>(&self, region: &Placement<B>) -> Option<(Material, usize, bool)> {
        let (white, black) = (region.white.count() as usize, region.black.count() as usize);
        let (class, black_stronger) = Material::of(white, black)?;
        let (white, black) =
            (self.embedding.place(region.white), self.embedding.place(region.black));
        let (strong, weak) = if black_stronger { (black, white) } else { (white, black) };
        let (placement, swapped) = class.place(strong, weak);
        Some((class, placement, swapped ^ black_stronger))
    }
}

/// Returns the files of a directory that are tables by their names, sorted. A temporary file left
/// behind by a killed run is not among them.
///
/// # Errors
/// The directory cannot be read.
pub fn table_files(directory: &Path) -> Result<Vec<PathBuf>, TableError> {
    let mut files = Vec::new();
    for entry in fs::read_dir(directory).map_err(TableError::io(directory))? {
        let path = entry.map_err(TableError::io(directory))?.path();
        if path.extension().is_some_and(|extension| extension == EXTENSION) && path.is_file() {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
