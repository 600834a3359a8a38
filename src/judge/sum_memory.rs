//! What the judge keeps for finding the winners of sums.

use crate::game_value::SumWinner;
use crate::tables::{TableValues, Tables};
use std::sync::Arc;

/// The search for winners of sums, made when it is first needed.
pub(super) struct Sums {
    winners: Option<Box<SumWinner>>,
    tables: Option<Arc<Tables>>,
    pub(super) memory: usize,
}

impl Sums {
    /// The approximate number of steps with game values that take as long as one node of the
    /// search.
    pub const STEPS_A_NODE: u64 = 10;
    /// The most steps, in nodes, that one question may take.
    pub const MOST: u64 = 1 << 22;
    /// The steps, in nodes, of a first try. Each further try, which first repeats what the last one
    /// found, takes twice as many. The judge can be interrupted between two tries.
    pub const FIRST: u64 = 1 << 15;
    /// The least bytes with which game values are tried.
    pub const LEAST: usize = 3 << 20;

    pub fn new(memory: usize, tables: Option<Arc<Tables>>) -> Self {
        Self { winners: None, tables, memory }
    }

    /// The search, which knows the values in tables.
    pub fn winners(&mut self) -> &mut SumWinner {
        self.winners.get_or_insert_with(|| {
            let winners = SumWinner::new(self.memory);
            Box::new(match TableValues::maybe_of(self.tables.as_ref()) {
                Some(known) => winners.knowing(known),
                None => winners,
            })
        })
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.winners = None;
    }
}
