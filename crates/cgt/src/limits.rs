//! Limits of a computation or search, and the flag that ends it early.

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

    /// Returns `part` of `whole` equal parts of the limits.
    #[must_use]
    pub fn share(&self, part: u32, whole: u32) -> Self {
        let time = self.time.map(|time| time / whole * part);
        let nodes = self.nodes.map(|nodes| nodes / u64::from(whole) * u64::from(part));
        Self { time, nodes, ..self.clone() }
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
