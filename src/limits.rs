//! Limits of a search, the flag that ends it early, and the budget that counts against both.

pub use amazons_cgt::limits::{Abort, Limits};

use std::time::{Duration, Instant};

/// A counter of nodes that checks the clock and the abort flag now and then.
#[derive(Debug)]
pub struct Budget {
    nodes: u64,
    node_limit: u64,
    check_at: u64,
    interval: u64,
    pulses: u32,
    start: Instant,
    deadline: Option<Instant>,
    abort: Abort,
    exhausted: bool,
}

impl Budget {
    /// Starts the clock. The clock is checked every `interval` nodes, which should take well below
    /// a millisecond.
    pub fn new(limits: &Limits, interval: u64) -> Self {
        let start = Instant::now();
        let node_limit = limits.nodes.unwrap_or(u64::MAX);
        let interval = interval.max(1);
        Self {
            nodes: 0,
            node_limit,
            check_at: interval.min(node_limit),
            interval,
            pulses: 0,
            start,
            deadline: limits.deadline(start),
            abort: limits.abort.clone(),
            exhausted: node_limit == 0,
        }
    }

    /// Counts one node. Returns `false` once a limit is reached, and from then on.
    #[inline(always)]
    pub fn tick(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.check_at { self.check() } else { !self.exhausted }
    }

    /// Checks the limits now and then without counting a node: for work within a node, such as one
    /// of thousands of children.
    #[inline(always)]
    pub fn pulse(&mut self) -> bool {
        self.pulses = self.pulses.wrapping_add(1);
        if self.pulses.is_multiple_of(8) { self.check() } else { !self.exhausted }
    }

    /// Checks every limit now. Returns `false` once one is reached, and from then on.
    #[inline(never)]
    pub fn check(&mut self) -> bool {
        self.check_at = (self.nodes + self.interval).min(self.node_limit);
        self.exhausted |= self.nodes >= self.node_limit
            || self.abort.is_set()
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        !self.exhausted
    }

    /// Returns the flag that ends the search early.
    pub fn abort(&self) -> &Abort {
        &self.abort
    }

    /// Returns whether a limit was reached.
    #[inline(always)]
    pub fn exhausted(&self) -> bool {
        self.exhausted
    }

    /// Returns the nodes counted so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the nodes left until the limit.
    pub fn nodes_left(&self) -> u64 {
        self.node_limit.saturating_sub(self.nodes)
    }

    /// Returns the time left until the limit, if there is one.
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// Counts work worth `nodes` nodes. Returns `false` if a limit is reached.
    pub fn spend(&mut self, nodes: u64) -> bool {
        self.nodes += nodes;
        self.check()
    }

    /// Returns the time since the start.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
}
