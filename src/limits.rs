//! Limits of a search and the budget that is spent against them.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How much one search may use. For the proof-number solvers time and nodes are those of one
/// iteration; for all others, of the whole choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Limits {
    /// Wall time.
    pub time: Option<Duration>,
    /// Nodes, as the solver counts them.
    pub nodes: Option<u64>,
    /// Bytes that the solver's tables and trees may take.
    pub memory: usize,
}

impl Limits {
    /// Memory of a solver where nothing else is said: 256 MiB.
    pub const MEMORY: usize = 256 << 20;
    /// No limit but the default memory.
    pub const NONE: Self = Self { time: None, nodes: None, memory: Self::MEMORY };

    /// A limit in time alone.
    pub const fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::NONE }
    }

    /// A limit in nodes alone.
    pub const fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::NONE }
    }
}

/// Counts nodes and looks at the clock and the abort flag now and then.
#[derive(Debug)]
pub struct Budget<'a> {
    nodes: u64,
    node_limit: u64,
    check_at: u64,
    interval: u64,
    pulses: u32,
    start: Instant,
    deadline: Option<Instant>,
    abort: &'a AtomicBool,
    exhausted: bool,
}

impl<'a> Budget<'a> {
    /// Starts the clock. `interval` is the number of nodes between two looks at it: it should
    /// take well below a millisecond.
    pub fn new(limits: &Limits, interval: u64, abort: &'a AtomicBool) -> Self {
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
            deadline: limits.time.map(|time| start + time),
            abort,
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
            || self.abort.load(Ordering::Relaxed)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        !self.exhausted
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
