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
    unusable_files: Vec<TableError>,
}

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
        for path in table_files(directory)? {
            match TableFile::open(&path) {
                Ok(file) => tables.add(file),
                // Another process has merged it into another file in the meantime.
                Err(_) if !path.exists() => {}
                Err(error) => tables.unusable_files.push(error),
            }
        }
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
        for (file, bytes) in files {
            tables.add(TableFile::new(Container::from_static(&name.join(file), bytes)?)?);
        }
        tables.sort();
        Ok(tables)
    }

    fn none(directory: &Path) -> Self {
        Self {
            directory: directory.to_owned(),
            shapes: (0..=MAX_SQUARES).map(|_| None).collect(),
            regions: Material::ALL
                .iter()
                .map(|_| (0..=MAX_SQUARES).map(|_| Vec::new()).collect())
                .collect(),
            segments: Vec::new(),
            unusable_files: Vec::new(),
        }
    }

    fn sort(&mut self) {
        for files in self.regions.iter_mut().flatten() {
            files.sort_by_key(|table| table.facts().shapes.start);
        }
    }

    fn add(&mut self, file: TableFile) {
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

    /// Returns the list of shapes of this size.
    pub fn shape_list(&self, squares: usize) -> Option<&ShapeList> {
        self.shapes.get(squares)?.as_ref()
    }

    /// Returns the tables of a class and size, in the order of their shapes.
    pub fn region_tables(&self, class: Material, squares: usize) -> &[RegionTable] {
        self.regions[class.index()].get(squares).map_or(&[], Vec::as_slice)
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
            return self.missing(&ShapeList::file_name(squares)).map(|()| None);
        };
        let number = list.find(embedding.shape())?;
        Ok(number.map(|number| KnownShape { tables: self, embedding, squares, number }))
    }

    /// Returns an error if a file of this name, or of this name followed by a dash and more, is
    /// there and cannot be used.
    #[cold]
    fn missing(&self, name: &str) -> Result<(), TableError> {
        let stem = name.trim_end_matches(".amt");
        let meant = |path: &Path| {
            let file = path.file_name().map(|name| name.to_string_lossy().into_owned());
            file.and_then(|file| file.strip_prefix(stem).map(|rest| rest.starts_with(['.', '-'])))
                .unwrap_or(false)
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
        let (white, black) = (region.white.count() as usize, region.black.count() as usize);
        let Some((class, black_stronger)) = Material::of(white, black) else { return Ok(None) };
        let (white, black) =
            (self.embedding.place(region.white), self.embedding.place(region.black));
        let (strong, weak) = if black_stronger { (black, white) } else { (white, black) };
        let (placement, swapped) = class.place(strong, weak);
        for table in self.tables.region_tables(class, self.squares) {
            let scores = table.scores(self.number, placement, swapped ^ black_stronger)?;
            if scores.is_some() {
                return Ok(scores);
            }
        }
        self.tables.missing(&format!("{class}-{}.amt", self.squares)).map(|()| None)
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
