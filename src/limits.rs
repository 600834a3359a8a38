//! Limits of a search, the flag that ends it early, and the budget that is spent against both.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Ends searches and long work early. Clones share one flag.
///
/// Everything that hears of it keeps what is finished.
#[derive(Clone, Debug, Default)]
pub struct Abort(Arc<AtomicBool>);

impl Abort {
    /// A flag that is not set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the flag; whether it was set before.
    pub fn set(&self) -> bool {
        self.0.swap(true, Ordering::Relaxed)
    }

    /// Takes it back, for a search that begins.
    pub fn clear(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether it is set.
    #[inline(always)]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// How much one search may use, and what ends it early.
///
/// For the proof-number solvers time and nodes are those of one iteration; for all others, of the
/// whole choice.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Wall time.
    pub time: Option<Duration>,
    /// Nodes, as the search counts them.
    pub nodes: Option<u64>,
    /// Ends the search once it is set.
    pub abort: Abort,
}

impl Limits {
    /// No limit.
    pub fn none() -> Self {
        Self::default()
    }

    /// A limit in wall time.
    pub fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::default() }
    }

    /// A limit in nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// Limits where they are given, in time and in nodes.
    pub fn new(time: Option<Duration>, nodes: Option<u64>) -> Self {
        Self { time, nodes, ..Self::default() }
    }

    /// The same limits, ended early by `abort`.
    #[must_use]
    pub fn until(self, abort: &Abort) -> Self {
        Self { abort: abort.clone(), ..self }
    }

    /// What is left of the limits after so much time.
    #[must_use]
    pub fn after(&self, spent: Duration) -> Self {
        let time = self.time.map(|time| time.saturating_sub(spent));
        Self { time, ..self.clone() }
    }

    /// When the time is up that began at `start`; `None` also where no clock tells a time so far away.
    pub fn deadline(&self, start: Instant) -> Option<Instant> {
        start.checked_add(self.time?)
    }

    /// Whether there is no limit in time or nodes.
    pub fn are_open(&self) -> bool {
        self.time.is_none() && self.nodes.is_none()
    }
}

/// Such as `10s or 20000 nodes`, whichever comes first.
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

/// Counts nodes and looks at the clock and the abort flag now and then.
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
    /// Starts the clock. `interval` is the number of nodes between two looks at it: it should
    /// take well below a millisecond.
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

    /// Counts one node; `false` once a limit is reached, and ever after.
    #[inline(always)]
    pub fn tick(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.check_at { self.check() } else { !self.exhausted }
    }

    /// For work within a node, such as one of thousands of children: looks at the limits now and
    /// then without counting a node.
    #[inline(always)]
    pub fn pulse(&mut self) -> bool {
        self.pulses = self.pulses.wrapping_add(1);
        if self.pulses.is_multiple_of(8) { self.check() } else { !self.exhausted }
    }

    /// Looks at every limit now; `false` once one is reached, and ever after.
    #[inline(never)]
    pub fn check(&mut self) -> bool {
        self.check_at = (self.nodes + self.interval).min(self.node_limit);
        self.exhausted |= self.nodes >= self.node_limit
            || self.abort.is_set()
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        !self.exhausted
    }

    /// What ends the search early.
    pub fn abort(&self) -> &Abort {
        &self.abort
    }

    /// Whether a limit was reached.
    #[inline(always)]
    pub fn exhausted(&self) -> bool {
        self.exhausted
    }

    /// Nodes counted so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Nodes until the limit.
    pub fn nodes_left(&self) -> u64 {
        self.node_limit.saturating_sub(self.nodes)
    }

    /// Time until the limit, if there is one.
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// Counts work that was worth so many nodes; `false` if that reached a limit.
    pub fn spend(&mut self, nodes: u64) -> bool {
        self.nodes += nodes;
        self.check()
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
}
