//! Building complete tables of regions, from smaller to larger ones.
//!
//! A position is solved for all numbers of spare moves at once; see `spare_profile`. Each move
//! leaves smaller regions. One-sided regions count as spare moves, and a contested region is looked
//! up in the finished tables. Two contested regions are searched together, since their scores do
//! not add.

pub(crate) mod atlas;
pub(crate) mod chunk;
pub(crate) mod component;
pub(crate) mod event;
pub(crate) mod finished_tables;
pub(crate) mod merge;
pub(crate) mod pieces;
pub(crate) mod plan;
pub(crate) mod shape_board;
pub(crate) mod solve;
pub(crate) mod spare_profile;
pub(crate) mod two_regions;
pub(crate) mod values;

pub use atlas::{atlas_index, check_atlas_index, write_atlas_index};
pub use event::BuildEvent;
pub use merge::merge_into;
pub use plan::{Step, Target, steps};
pub use values::ValueBuilding;

use crate::ledger::Partition;
use crate::limits::Abort;
use crate::tables::{
    Container, RegionFacts, RegionTable, SHAPE_COUNTS, Shape, ShapeList, TableError, ValueTable,
    table_files,
};
use crate::util::directory;
use chunk::{Chunk, build_piece};
use finished_tables::FinishedTables;
use pieces::{complete, one_after_another, remove_files};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The settings for building tables.
#[derive(Clone, Copy, Debug)]
pub struct Building<'a> {
    /// The directory of the tables, old and new.
    pub directory: &'a Path,
    /// Number of threads.
    pub threads: usize,
    /// The part of each target's largest table that is built here, if not all of it.
    pub part: Option<Partition>,
    /// The most entries built at once. Larger tables are built in pieces, each of which is kept,
    /// and then merged. This bounds the memory, and the work that a kill can lose.
    pub piece: usize,
    /// Ends the work early. Finished files are kept.
    pub abort: &'a Abort,
}

impl Building<'_> {
    /// Entries of a piece that takes 64 MiB and some seconds to build.
    pub const PIECE: usize = 1 << 24;

    /// Returns the number of entries of all steps, for a progress display.
    pub fn entries(&self, steps: &[Step]) -> usize {
        let shapes = |step: &Step| self.shapes(step).len();
        steps.iter().map(|step| shapes(step) * step.class.placements(step.squares)).sum()
    }

    /// The shapes of a step that are to be built here.
    fn shapes(&self, step: &Step) -> Range<usize> {
        let all = SHAPE_COUNTS[step.squares];
        match self.part {
            Some(part) if step.last => part.range(all),
            _ => 0..all,
        }
    }

    /// Builds what is missing. Returns `false` if it was interrupted.
    ///
    /// # Errors
    /// A file cannot be read or written, or is damaged.
    pub fn run(
        &self,
        steps: &[Step],
        mut event: impl FnMut(BuildEvent<'_>),
    ) -> Result<bool, TableError> {
        directory::make(self.directory).map_err(TableError::io(self.directory))?;
        let mut smaller = FinishedTables::new();
        let largest = steps.iter().map(|step| step.squares).max().unwrap_or(0);
        let mut shapes: Vec<Shape> = Vec::new();
        for squares in 1..=largest {
            let path = self.directory.join(ShapeList::file_name(squares));
            if path.exists() {
                smaller.add_shapes(&path)?;
                shapes.clear();
            } else {
                if squares > 1 && shapes.is_empty() {
                    let list = smaller.list(squares - 1)?;
                    shapes = (0..list.count()).map(|i| list.shape(i)).collect::<Result<_, _>>()?;
                }
                let grown = match squares {
                    1 => Shape::all(1).pop(),
                    _ => Shape::grown(&shapes, self.abort),
                };
                let Some(grown) = grown else { return Ok(false) };
                shapes = grown;
                ShapeList::write(&path, &shapes)?;
                smaller.add_shapes(&path)?;
            }
            for step in steps.iter().filter(|step| step.squares == squares) {
                // There may be more parts than shapes.
                if self.shapes(step).is_empty() {
                    continue;
                }
                match self.step(step, &smaller, &mut event)? {
                    Some(path) => smaller.add_table(&path)?,
                    None => return Ok(false),
                }
            }
        }
        Ok(true)
    }

    /// Builds one table. Returns its file, or nothing if it was interrupted.
    fn step(
        &self,
        step: &Step,
        smaller: &FinishedTables,
        event: &mut impl FnMut(BuildEvent<'_>),
    ) -> Result<Option<PathBuf>, TableError> {
        let goal = self.shapes(step);
        let path = self.path(step, &goal);
        let entries = goal.len() * step.class.placements(step.squares);
        if path.exists() {
            // A kill may have come before the pieces were removed.
            let mut pieces = self.finished_pieces(step, &goal)?;
            pieces.retain(|piece| piece.facts().shapes != goal);
            remove_files(&pieces)?;
            event(BuildEvent::Kept(entries));
            return Ok(Some(path));
        }
        match self.pieces(step, &path, smaller, event) {
            Ok(true) => event(BuildEvent::Finished { path: &path, entries }),
            Ok(false) => return Ok(None),
            // Another run that builds the same table was first, and removed the pieces.
            Err(_) if path.exists() => {}
            Err(error) => return Err(error),
        }
        Ok(Some(path))
    }

    /// The file for some shapes of a step.
    fn path(&self, step: &Step, shapes: &Range<usize>) -> PathBuf {
        self.directory.join(RegionFacts::file_name(step.class, step.squares, shapes))
    }

    /// Builds the missing pieces of a table and merges all of them. Returns `false` if it was
    /// interrupted.
    fn pieces(
        &self,
        step: &Step,
        path: &Path,
        smaller: &FinishedTables,
        event: &mut impl FnMut(BuildEvent<'_>),
    ) -> Result<bool, TableError> {
        let Step { class, squares, .. } = *step;
        let goal = self.shapes(step);
        let sizes = (self.piece, class.placements(squares));
        let found = self.finished_pieces(step, &goal)?;
        let built = complete(found, &goal, sizes, event, |shapes, event| {
            let path = self.path(step, &shapes);
            let solved = |count| event(BuildEvent::Solved(count));
            let piece = Chunk { class, squares, shapes };
            let done = build_piece(&path, smaller, &piece, self.threads, self.abort, solved)?;
            done.then(|| RegionTable::new(Container::open(&path)?)).transpose()
        });
        let Some(mut pieces) = built? else { return Ok(false) };
        if pieces.len() > 1 {
            let merged = merge::check(&mut pieces, self.abort)
                .and_then(|()| merge::write_merged(path, &pieces, self.abort));
            match merged {
                Err(TableError::Interrupted) => return Ok(false),
                merged => merged?,
            }
            remove_files(&pieces)?;
        }
        Ok(true)
    }

    /// Pieces of a table that an earlier run left behind, each within the shapes to build and after
    /// the previous piece.
    fn finished_pieces(
        &self,
        step: &Step,
        goal: &Range<usize>,
    ) -> Result<Vec<RegionTable>, TableError> {
        let prefix = format!("{}-{}-", step.class, step.squares);
        let mut pieces: Vec<RegionTable> = Vec::new();
        for path in table_files(self.directory)? {
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
            let scores =
                |name: &String| name.starts_with(&prefix) && !name.ends_with(ValueTable::ENDING);
            if name.as_ref().is_some_and(scores) {
                match Container::open(&path).and_then(RegionTable::new) {
                    Ok(piece) => pieces.push(piece),
                    // Another run that builds the same table has merged it in the meantime.
                    Err(_) if !path.exists() => {}
                    Err(error) => return Err(error),
                }
            }
        }
        pieces.retain(|piece| {
            let shapes = &piece.facts().shapes;
            (piece.facts().class, piece.facts().squares) == (step.class, step.squares)
                && goal.start <= shapes.start
                && shapes.end <= goal.end
                && !shapes.is_empty()
        });
        Ok(one_after_another(pieces))
    }
}
