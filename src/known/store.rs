//! Known results: looked up in tables, and added to them.

use super::lookup::Lookup;
use crate::board::Position;
use crate::judge::Solution;
use crate::tables::{Judged, KnownMoves, Recorder, TableError, Tables};
use std::path::Path;
use std::sync::Arc;

/// The tables in which a run looks results up, and the recorder that stores new ones. Threads share
/// it.
#[derive(Debug)]
pub struct ResultStore {
    tables: Arc<Tables>,
    recorder: Option<Result<Recorder, TableError>>,
}

impl ResultStore {
    /// The fewest nodes of a search that is worth adding; a shorter one is quickly repeated.
    pub const WORTH_KEEPING: u64 = 1_000;

    /// Makes a store that only looks results up, in `others` what the directory does not cover.
    ///
    /// # Errors
    /// The directory cannot be read.
    pub fn reading(directory: &Path, others: Option<Tables>) -> Result<Self, TableError> {
        Ok(Self::of(opened(directory, others)?))
    }

    /// Makes a store that only looks results up in these tables.
    pub fn of(tables: Tables) -> Self {
        Self { tables: Arc::new(tables), recorder: None }
    }

    /// Returns whether results are also added.
    pub fn adds(&self) -> bool {
        self.recorder.is_some()
    }

    /// Makes a store that looks results up, in `others` what the directory does not cover, and
    /// adds to the directory.
    ///
    /// If the directory cannot be written to, the error is only reported when there is something to
    /// add.
    ///
    /// # Errors
    /// The directory cannot be read.
    pub fn adding(directory: &Path, others: Option<Tables>) -> Result<Self, TableError> {
        // Open the recorder first: it saves what killed runs have found.
        let recorder = Some(Recorder::open(directory));
        Ok(Self { tables: Arc::new(opened(directory, others)?), recorder })
    }

    /// Returns what is wrong with files of the directory: tables that cannot be used, and journals of
    /// killed runs with damaged lines.
    pub fn troubles(&self) -> impl Iterator<Item = &TableError> {
        let recorder = self.recorder.as_ref().and_then(|recorder| recorder.as_ref().ok());
        let journals = recorder.map_or(&[][..], Recorder::damaged);
        self.tables.unusable_files().iter().chain(journals)
    }

    /// Returns the tables.
    pub fn tables(&self) -> &Arc<Tables> {
        &self.tables
    }

    /// Makes a look-up for one thread.
    pub fn lookup(&self) -> Lookup {
        Lookup::new(Arc::clone(&self.tables))
    }

    /// Adds what a search proved about a problem, if it proved the score.
    ///
    /// # Errors
    /// It cannot be written, or contradicts what was added before.
    pub fn add(&self, problem: &Position, verdict: &Solution) -> Result<(), TableError> {
        let (Some(recorder), Some(rank)) = (&self.recorder, verdict.rank()) else { return Ok(()) };
        let recorder = recorder.as_ref().map_err(Clone::clone)?;
        let moves = match (&verdict.moves, &verdict.best_moves) {
            (Some(all), _) => KnownMoves::All(all.clone()),
            (None, Some(best)) => KnownMoves::Best(best.clone()),
            (None, None) => KnownMoves::None,
        };
        recorder.add(problem, Judged { rank, moves })
    }

    /// Makes a table of the results that were added.
    ///
    /// # Errors
    /// It cannot be written; the results are kept for the next run.
    pub fn finish(self) -> Result<(), TableError> {
        match self.recorder {
            Some(Ok(recorder)) => recorder.finish().map(drop),
            _ => Ok(()),
        }
    }
}

fn opened(directory: &Path, others: Option<Tables>) -> Result<Tables, TableError> {
    let tables = Tables::open(directory)?;
    Ok(match others {
        Some(others) => tables.filled_from(others),
        None => tables,
    })
}
