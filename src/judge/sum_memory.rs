//! What the judge keeps to find winners of sums.

use crate::game_value::SumWinner;

/// The search for winners of sums, made when it is first needed.
pub(super) struct Sums {
    pub(super) winners: Option<Box<SumWinner>>,
    pub(super) memory: usize,
}

impl Sums {
    /// Steps with game values that take as long as a node of the search, about.
    pub const STEPS_A_NODE: u64 = 10;
    /// Nodes' worth of steps that one question may take.
    pub const MOST: u64 = 1 << 22;
    /// Nodes' worth of steps of a first try; each further one, which finds again what the last one
    /// found, takes twice as many. Between two tries the judge can be interrupted.
    pub const FIRST: u64 = 1 << 15;
    /// Bytes without which it is not tried.
    pub const LEAST: usize = 3 << 20;

    pub fn new(memory: usize) -> Self {
        Self { winners: None, memory }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.winners = None;
    }
}
