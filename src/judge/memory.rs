//! What the searches of a judge remember, each for itself and shared with those of other threads.

use super::decisions::Decisions;
use super::in_progress::InProgress;
use super::interval_table::Table;
use super::proof_table::ProofTable;
use super::sum_memory::Sums;
use crate::region::filling::Filler;
use crate::tables::Tables;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What one judge remembers.
pub(super) struct Memory {
    pub shared: Shared,
    pub own: Own,
}

/// What the threads that work on one problem share.
pub(super) struct Shared {
    pub table: Arc<Table>,
    proofs: Mutex<ProofTable>,
    pub in_progress: InProgress,
}

/// What each thread has for itself.
pub(super) struct Own {
    pub sums: Sums,
    pub filler: Filler,
    pub decisions: Decisions,
    pub tables: Option<Arc<Tables>>,
}

impl Memory {
    /// The most bytes for fillings. Of the rest, minus a small part for decisions, an eighth is for
    /// game values and the remainder for the two searches.
    const FILLER: usize = 96 << 20;

    /// Makes a memory that takes at most `bytes`, growing with the problem. Small regions are
    /// looked up in `tables`. Game values get a share only if they are used (`sums`).
    pub fn new(bytes: usize, tables: Option<Arc<Tables>>, sums: bool) -> Self {
        let filler = Self::FILLER.min(bytes / 8);
        let decisions = Decisions::BYTES.min(bytes / 64);
        let bytes = bytes - filler - decisions;
        let sums = if sums { bytes / 8 } else { 0 };
        let proofs = (bytes - sums) / 3;
        let shared = Shared {
            table: Arc::new(Table::new(bytes - sums - proofs)),
            proofs: Mutex::new(ProofTable::new(proofs)),
            in_progress: InProgress::new(),
        };
        Self {
            shared,
            own: Own {
                sums: Sums::new(sums, tables.clone()),
                filler: Filler::new(filler),
                decisions: Decisions::new(decisions),
                tables,
            },
        }
    }

    /// Memories that take at most `bytes` together, for concurrent searches of different problems
    /// on one board: what one of them proves is known to all.
    pub fn of_problems(bytes: usize, count: usize) -> Vec<Self> {
        let mut all: Vec<Self> =
            (0..count).map(|_| Self::new(bytes / count, None, false)).collect();
        if let Some((first, others)) = all.split_first_mut() {
            first.shared.table = Arc::new(first.shared.table.emptied(count));
            for other in others {
                other.shared.table = Arc::clone(&first.shared.table);
            }
        }
        all
    }

    /// Forgets everything about the last problem.
    pub fn clear(&mut self) {
        self.shared.clear(1);
        self.own.clear();
    }
}

impl Shared {
    /// Forgets everything about the last problem. The next one may take as much as the memories of
    /// `threads` threads together.
    pub fn clear(&mut self, threads: usize) {
        self.table = Arc::new(self.table.emptied(threads));
        self.forget_numbers(threads);
    }

    /// The same, but keeps what is proved.
    pub fn forget_numbers(&mut self, threads: usize) {
        self.proofs.get_mut().unwrap_or_else(PoisonError::into_inner).clear(threads);
    }

    /// The memory of the proof-number search. It is consistent after every call, so a thread that
    /// panicked leaves nothing half done.
    pub fn proofs(&self) -> MutexGuard<'_, ProofTable> {
        self.proofs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Own {
    /// Forgets everything about the last problem.
    pub fn clear(&mut self) {
        self.sums.clear();
        self.filler.clear();
        self.decisions.clear();
    }
}
