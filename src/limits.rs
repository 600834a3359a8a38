//! Limits of a search, the flag that ends it early, and the budget that counts against both.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A flag that ends searches and other long work early. Clones share one flag.
///
/// Work that is stopped keeps what it has finished.
#[derive(Clone, Debug, Default)]
pub struct Abort(Arc<AtomicBool>);

impl Abort {
    /// Returns a flag that is not set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the flag and returns whether it was already set.
    pub fn set(&self) -> bool {
        self.0.swap(true, Ordering::Relaxed)
    }

    /// Clears the flag before a new search.
    pub fn clear(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Returns whether the flag is set.
    #[inline(always)]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The time and nodes that one search may use, and a flag that ends it early.
///
/// For the proof-number solvers, the limits of time and nodes apply to each iteration; for all
/// other solvers, to the choice of a move as a whole.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Wall time.
    pub time: Option<Duration>,
    /// Nodes, counted as the search counts them.
    pub nodes: Option<u64>,
    /// When the search ends at the latest, even one whose iterations each have the wall time.
    pub end: Option<Instant>,
    /// The flag that ends the search early.
    pub abort: Abort,
}

impl Limits {
    /// Returns limits that limit nothing.
    pub fn none() -> Self {
        Self::default()
    }

    /// Returns a limit of wall time.
    pub fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::default() }
    }

    /// Returns a limit of nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// Returns limits of time and of nodes, each optional.
    pub fn new(time: Option<Duration>, nodes: Option<u64>) -> Self {
        Self { time, nodes, ..Self::default() }
    }

    /// Returns the same limits with `abort` as the flag that ends the search early.
    #[must_use]
    pub fn until(self, abort: &Abort) -> Self {
        Self { abort: abort.clone(), ..self }
    }

    /// Returns the same limits for a search that as a whole takes no longer than the wall time from
    /// `start` on.
    #[must_use]
    pub fn starting_at(self, start: Instant) -> Self {
        Self { end: self.time.and_then(|time| start.checked_add(time)), ..self }
    }

    /// Returns what remains of the limits after `spent` time.
    #[must_use]
    pub fn after(&self, spent: Duration) -> Self {
        let time = self.time.map(|time| time.saturating_sub(spent));
        Self { time, ..self.clone() }
    }

    /// Returns the instant at which the time of a search that began at `start` is up.
    ///
    /// Also `None` if that instant is too far away to be represented.
    pub fn deadline(&self, start: Instant) -> Option<Instant> {
        let own = self.time.and_then(|time| start.checked_add(time));
        [own, self.end].into_iter().flatten().min()
    }

    /// Returns whether neither time nor nodes are limited.
    pub fn are_open(&self) -> bool {
        self.time.is_none() && self.nodes.is_none()
    }
}

/// Such as `10s or 20000 nodes`: the search ends at whichever comes first.
impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.time.map(humantime::format_duration), self.nodes) {
            (Some(time), Some(nodes)) => write!(f, "{time} or {nodes} nodes"),
            (Some(time), None) => write!(f, "{time}"),
            (None, Some(nodes)) => write!(f, "{nodes} nodes"),
            (None, None) => f.write_str("no limit"),
        }
    }
}

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
