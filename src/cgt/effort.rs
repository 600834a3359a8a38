//! What a computation with games may use before it stops.

use crate::limits::{Abort, Limits};
use std::time::Instant;

/// Why a value was not expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stopped {
    /// The memory allowed is used up.
    #[error("not expanded: the memory allowed is used up")]
    Memory,
    /// The time is up.
    #[error("not expanded: the time is up")]
    Time,
    /// The computation was interrupted.
    #[error("not expanded: interrupted")]
    Interrupted,
    /// The steps allowed are used up.
    #[error("not expanded: the work allowed is used up")]
    Steps,
    /// A part is larger than the method can take.
    #[error("not expanded: a region is too large")]
    TooLarge,
    /// A number with a denominator above 2^40 came up.
    #[error("not expanded: a number is finer than 1/2^40")]
    TooFine,
}

/// The time and the steps a computation may take; looks at the clock now and then.
#[derive(Clone, Debug)]
pub struct Effort {
    deadline: Option<Instant>,
    abort: Option<Abort>,
    most_steps: u64,
    steps: u64,
}

impl Effort {
    /// No limit.
    pub const UNLIMITED: Self =
        Self { deadline: None, abort: None, most_steps: u64::MAX, steps: 0 };
    /// Steps between two looks at the clock, of some 100 ns each.
    const INTERVAL: u64 = 1024;

    /// Within these limits from now on; a node is a step.
    pub fn new(limits: &Limits) -> Self {
        let deadline = limits.deadline(Instant::now());
        let most_steps = limits.nodes.unwrap_or(u64::MAX);
        Self { deadline, abort: Some(limits.abort.clone()), most_steps, steps: 0 }
    }

    /// The same for at most so many steps, or up to a thousand more.
    #[must_use]
    pub fn within(self, most_steps: u64) -> Self {
        Self { most_steps, ..self }
    }

    /// Counts a step.
    ///
    /// # Errors
    /// [`Stopped::Steps`], [`Stopped::Interrupted`], [`Stopped::Time`].
    #[inline(always)]
    pub fn step(&mut self) -> Result<(), Stopped> {
        self.steps += 1;
        if self.steps.is_multiple_of(Self::INTERVAL) { self.look() } else { Ok(()) }
    }

    /// Looks at the clock and the flag at once.
    ///
    /// # Errors
    /// [`Stopped::Steps`], [`Stopped::Interrupted`], [`Stopped::Time`].
    #[inline(never)]
    pub fn look(&self) -> Result<(), Stopped> {
        if self.steps >= self.most_steps {
            return Err(Stopped::Steps);
        }
        if self.abort.as_ref().is_some_and(Abort::is_set) {
            return Err(Stopped::Interrupted);
        }
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if late { Err(Stopped::Time) } else { Ok(()) }
    }

    /// Steps counted so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }
}
