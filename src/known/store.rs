//! Results that are known: looked up in tables, and added to them.

use super::lookup::Lookup;
use crate::board::Position;
use crate::judge::Solution;
use crate::tables::{Judged, KnownMoves, Recorder, TableError, Tables};
use std::path::Path;
use std::sync::Arc;

/// The tables that a run asks, and the recorder that takes what it finds out. Threads share it.
#[derive(Debug)]
pub struct ResultStore {
    tables: Arc<Tables>,
    recorder: Option<Result<Recorder, TableError>>,
}

impl ResultStore {
    /// Only asks tables.
    ///
    /// # Errors
    /// The directory cannot be read.
    pub fn reading(directory: &Path) -> Result<Self, TableError> {
        Ok(Self { tables: Arc::new(Tables::open(directory)?), recorder: None })
    }

    /// Only asks these tables.
    pub fn of(tables: Tables) -> Self {
        Self { tables: Arc::new(tables), recorder: None }
    }

    /// Whether it adds to them too.
    pub fn adds(&self) -> bool {
        self.recorder.is_some()
    }

    /// Asks tables and adds to them. That a directory cannot be written to is told when there is
    /// something to add.
    ///
    /// # Errors
    /// The directory cannot be read.
    pub fn adding(directory: &Path) -> Result<Self, TableError> {
        // First the recorder: it saves what killed runs have found.
        let recorder = Some(Recorder::open(directory));
        Ok(Self { tables: Arc::new(Tables::open(directory)?), recorder })
    }

    /// The tables.
    pub fn tables(&self) -> &Arc<Tables> {
        &self.tables
    }

    /// A look-up for one thread.
    pub fn lookup(&self) -> Lookup {
        Lookup::new(Arc::clone(&self.tables))
    }

    /// Adds what a search proved about a problem, if that is its score.
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

    /// Makes a table of what was added.
    ///
    /// # Errors
    /// It cannot be written; what was added is kept for the next run.
    pub fn finish(self) -> Result<(), TableError> {
        match self.recorder {
            Some(Ok(recorder)) => recorder.finish().map(drop),
            _ => Ok(()),
        }
    }
}
