//! Building the game values of the regions in complete tables, from smaller to larger regions.
//!
//! Each move of a position leaves regions whose values are known: the value of the position follows
//! from theirs alone (`evaluator`). Threads work in arenas of their own, which begin with all games
//! of the build, and bring what they find together (`collection`). Finished tables list their values
//! in one dictionary, whose order follows from the values alone (`arrangement`). So the bytes of the
//! files do not depend on threads or pieces, nor on what was built when.

pub(crate) mod arrangement;
pub(crate) mod collection;
pub(crate) mod evaluator;
pub(crate) mod finished_values;
pub(crate) mod option_sets;
pub(crate) mod store;
pub(crate) mod value;

use super::event::BuildEvent;
use super::finished_tables::FinishedTables;
use super::pieces::{complete, one_after_another, remove_files};
use super::plan::Step;
use super::shape_board::ShapeBoard;
use crate::board::Color;
use crate::limits::Abort;
use crate::tables::{
    Container, RegionFacts, RegionTable, SHAPE_COUNTS, Scores, ShapeList, TableError, ValueTable,
};
use crate::util::atomic_file::Alone;
use crate::util::parallel::in_order;
use amazons_cgt::Outcome;
use collection::Collection;
use evaluator::{Evaluator, Sources};
use finished_values::FinishedValues;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use store::Store;
use value::Value;

/// The number of positions that a thread evaluates at a time.
const CHUNK: usize = 1 << 13;

/// The settings for building the values of tables.
#[derive(Clone, Copy, Debug)]
pub struct ValueBuilding<'a> {
    /// The directory of the tables, in which those of scores are finished.
    pub directory: &'a Path,
    /// Number of threads.
    pub threads: usize,
    /// The most bytes of memory, mapped files apart.
    pub memory: usize,
    /// The most options of a canonical form, Left's and Right's together. Of a value with more, only
    /// the thermograph is kept.
    pub most_options: usize,
    /// The entries built at once, or as many as the dictionary has games if these are more: it is
    /// written whole after every piece. Larger tables are built in pieces, each of which is kept,
    /// and then merged. This bounds the work that a kill can lose.
    pub piece: usize,
    /// Ends the work early. Finished files are kept.
    pub abort: &'a Abort,
}

/// A table of values that is being built.
struct Task<'a> {
    step: Step,
    scores: &'a RegionTable,
    /// The whole table.
    path: PathBuf,
}

impl ValueBuilding<'_> {
    /// Entries of a piece, which takes a minute or two.
    pub const PIECE: usize = 1 << 21;
    /// The default of `most_options`.
    pub const MOST_OPTIONS: usize = 1000;
    /// The default of `memory`.
    pub const MEMORY: usize = 4 << 30;

    /// Returns the number of entries of all steps, for a progress display.
    pub fn entries(&self, steps: &[Step]) -> usize {
        steps.iter().map(entries).sum()
    }

    /// Builds what is missing. Returns `false` if it was interrupted.
    ///
    /// # Errors
    /// A file cannot be read or written, is damaged, or belongs to other tables of scores; another
    /// run builds values in this directory; or the memory or the limit of options is too small.
    pub fn run(
        &self,
        steps: &[Step],
        mut event: impl FnMut(BuildEvent<'_>),
    ) -> Result<bool, TableError> {
        let dictionary = self.directory.join(crate::tables::Dictionary::FILE_NAME);
        let _alone = Alone::with(&dictionary).map_err(TableError::io(&dictionary))?;
        let mut store = Store::open(&dictionary, self.memory / 3)?;
        let mut shapes = FinishedTables::new();
        let mut values = FinishedValues::new();
        let mut squares = 0;
        for step in steps {
            while squares < step.squares {
                squares += 1;
                shapes.add_shapes(&self.directory.join(ShapeList::file_name(squares)))?;
            }
            let all = 0..SHAPE_COUNTS[step.squares];
            let scores = RegionFacts::file_name(step.class, step.squares, &all);
            let scores = self.directory.join(scores);
            let table = RegionTable::new(Container::open(&scores)?)?;
            let path = ValueTable::file_name(step.class, step.squares, &all);
            let task = Task { step: *step, scores: &table, path: self.directory.join(path) };
            let Some(finished) = self.table(&task, &shapes, &values, &mut store, &mut event)?
            else {
                return Ok(false);
            };
            if step.class.contested() {
                let list = store.values(&finished).to_vec();
                values.add(finished, list);
            } else {
                shapes.add_table(&scores)?;
            }
        }
        store.tidy()?;
        Ok(true)
    }

    /// Builds one table, unless it is there. Returns nothing if it was interrupted.
    fn table(
        &self,
        task: &Task<'_>,
        shapes: &FinishedTables,
        values: &FinishedValues,
        store: &mut Store,
        event: &mut impl FnMut(BuildEvent<'_>),
    ) -> Result<Option<ValueTable>, TableError> {
        let entries = entries(&task.step);
        if let Some(table) = self.finished(task, &task.path, store)? {
            // A kill may have come before the pieces were removed.
            remove_files(&self.pieces(task, store)?)?;
            event(BuildEvent::Kept(entries));
            return Ok(Some(table));
        }
        let Step { class, squares, .. } = task.step;
        let goal = 0..SHAPE_COUNTS[squares];
        let sizes = (self.piece.max(store.games()), class.placements(squares));
        let found = self.pieces(task, store)?;
        let built = complete(found, &goal, sizes, event, |range, event| {
            self.piece(task, range, (shapes, values), store, event)
        });
        let Some(mut pieces) = built? else { return Ok(None) };
        let table = match pieces.len() {
            1 => pieces.pop().expect("it has one"),
            _ => match self.merged(task, &pieces, store) {
                Err(TableError::Interrupted) => return Ok(None),
                merged => {
                    let merged = merged?;
                    remove_files(&pieces)?;
                    merged
                }
            },
        };
        event(BuildEvent::Finished { path: &task.path, entries });
        Ok(Some(table))
    }

    /// The table in a file, if it is there and the dictionary lists it. A file that it does not list
    /// is built again.
    fn finished(
        &self,
        task: &Task<'_>,
        path: &Path,
        store: &Store,
    ) -> Result<Option<ValueTable>, TableError> {
        if !path.exists() {
            return Ok(None);
        }
        let table = ValueTable::new(Container::open(path)?)?;
        if table.scores_checksum() != task.scores.container().checksum() {
            let scores = task.scores.container().path().display();
            let reason = format!("made with another table of scores than {scores}; remove it");
            return Err(TableError::Apart { path: path.to_owned(), reason });
        }
        table.container().verify()?;
        Ok(store.lists(&table).then_some(table))
    }

    /// Pieces of a table that an earlier run left behind, each after the previous one.
    fn pieces(&self, task: &Task<'_>, store: &Store) -> Result<Vec<ValueTable>, TableError> {
        let Step { class, squares, .. } = task.step;
        let whole = 0..SHAPE_COUNTS[squares];
        let mut pieces = Vec::new();
        for shapes in store.listed_shapes(class, squares).filter(|shapes| *shapes != whole) {
            let name = ValueTable::file_name(class, squares, &shapes);
            pieces.extend(self.finished(task, &self.directory.join(name), store)?);
        }
        Ok(one_after_another(pieces))
    }

    /// Evaluates every placement on some shapes and writes their table. Returns nothing if it was
    /// interrupted.
    fn piece(
        &self,
        task: &Task<'_>,
        range: Range<usize>,
        (shapes, values): (&FinishedTables, &FinishedValues),
        store: &mut Store,
        event: &mut impl FnMut(BuildEvent<'_>),
    ) -> Result<Option<ValueTable>, TableError> {
        let Step { class, squares, .. } = task.step;
        let placements = class.all_placements(squares);
        let list = shapes.list(squares)?;
        let step = (CHUNK / placements.len()).max(1);
        let chunks = range
            .clone()
            .step_by(step)
            .map(|start| start..(start + step).min(range.end))
            .take_while(|_| !self.abort.is_set());
        let memory = self.memory / 3 * 2 / self.threads.max(1);
        let sources = Sources { scores: shapes, values, most_options: self.most_options, memory };
        let collection = Mutex::new(Collection::new(store.take_games()));
        let mut entries: Vec<u32> = Vec::with_capacity(range.len() * placements.len());
        let done = in_order(
            chunks,
            self.threads,
            || Evaluator::new(sources, &collection),
            |evaluator, chunk| -> Result<Vec<u32>, TableError> {
                let mut numbers = Vec::with_capacity(chunk.len() * placements.len());
                for shape in chunk {
                    if !class.contested() {
                        for placement in 0..placements.len() {
                            let scores = scores_of(task.scores, shape, placement)?;
                            numbers.push(evaluator.integer(scores.excess(Color::White, 0))?);
                        }
                        continue;
                    }
                    let local = ShapeBoard::new(list.shape(shape)?, shapes)?;
                    for (placement, &(strong, weak)) in placements.iter().enumerate() {
                        let (number, outcome) = evaluator.number(&local, strong, weak)?;
                        let scores = scores_of(task.scores, shape, placement)?;
                        check_outcome(task, (shape, placement), &scores, outcome)?;
                        numbers.push(number);
                    }
                }
                Ok(numbers)
            },
            |chunk| {
                let chunk = chunk?;
                event(BuildEvent::Solved(chunk.len()));
                entries.extend(chunk);
                Ok::<(), TableError>(())
            },
        );
        let collection = collection.into_inner();
        let mut collection = collection.unwrap_or_else(|poisoned| poisoned.into_inner());
        let found = collection.take_values();
        store.give_back(collection.games);
        done?;
        if self.abort.is_set() {
            return Ok(None);
        }
        let path = self.directory.join(ValueTable::file_name(class, squares, &range));
        let facts = RegionFacts { class, squares, shapes: range, distinct: found.len() };
        let scores = task.scores.container().checksum();
        let entries = || entries.iter().map(|&entry| Ok(entry));
        store.write(&path, facts, &found, scores, entries).map(Some)
    }

    /// Writes one table of several pieces.
    fn merged(
        &self,
        task: &Task<'_>,
        pieces: &[ValueTable],
        store: &mut Store,
    ) -> Result<ValueTable, TableError> {
        let Step { class, squares, .. } = task.step;
        let mut numbers = ahash::AHashMap::new();
        let mut values: Vec<Value> = Vec::new();
        let mut translated: Vec<Vec<u32>> = Vec::new();
        for piece in pieces {
            piece.container().verify()?;
            let own = store.values(piece).iter().map(|&value| {
                *numbers.entry(value).or_insert_with(|| {
                    values.push(value);
                    values.len() as u32 - 1
                })
            });
            translated.push(own.collect());
        }
        let entries = || {
            pieces.iter().zip(&translated).flat_map(|(piece, numbers)| {
                (0..piece.facts().entries()).map(move |entry| {
                    crate::tables::error::stop_if(self.abort, entry)?;
                    Ok(numbers[piece.entry(entry)?])
                })
            })
        };
        let shapes = 0..SHAPE_COUNTS[squares];
        let facts = RegionFacts { class, squares, shapes, distinct: values.len() };
        store.write(&task.path, facts, &values, task.scores.container().checksum(), entries)
    }
}

fn entries(step: &Step) -> usize {
    SHAPE_COUNTS[step.squares] * step.class.placements(step.squares)
}

/// The scores of an entry of a whole table.
fn scores_of(
    scores: &RegionTable,
    shape: usize,
    placement: usize,
) -> Result<Scores<'_>, TableError> {
    let found = scores.scores(shape, placement, false)?;
    found.ok_or_else(|| {
        let path = scores.container().path().to_owned();
        let reason = "covers only a part of the shapes; merge the parts first".to_owned();
        TableError::Apart { path, reason }
    })
}

/// Checks that the values say the same about who wins as the scores.
fn check_outcome(
    task: &Task<'_>,
    (shape, placement): (usize, usize),
    scores: &Scores<'_>,
    outcome: Outcome,
) -> Result<(), TableError> {
    if scores.outcome() == outcome {
        return Ok(());
    }
    Err(TableError::Contradiction {
        path: task.path.clone(),
        other: task.scores.container().path().to_owned(),
        what: format!("the winner on shape {shape}, placement {placement}"),
    })
}
