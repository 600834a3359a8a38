//! The questions that the threads of a team are working on, so other threads turn to other
//! questions.

use std::sync::atomic::AtomicU8;
use std::sync::atomic::Ordering::Relaxed;

/// The number of threads at work below each question. Questions share counters, which costs only
/// time.
pub(super) struct InProgress {
    counters: Box<[AtomicU8]>,
}

impl InProgress {
    const COUNTERS: usize = 1 << 12;

    pub fn new() -> Self {
        Self { counters: (0..Self::COUNTERS).map(|_| AtomicU8::new(0)).collect() }
    }

    fn counter(&self, key: u128) -> &AtomicU8 {
        &self.counters[(key >> 64) as usize % Self::COUNTERS]
    }

    /// A thread starts work on a question.
    pub fn enter(&self, key: u128) {
        self.counter(key).fetch_add(1, Relaxed);
    }

    /// A thread ends work on a question.
    pub fn leave(&self, key: u128) {
        self.counter(key).fetch_sub(1, Relaxed);
    }

    /// Whether any thread is at work on a question.
    pub fn is_at(&self, key: u128) -> bool {
        self.counter(key).load(Relaxed) > 0
    }
}
