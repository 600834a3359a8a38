//! Limits of a computation with games.

use crate::Dyadic;
use crate::limits::{Abort, Limits};
use std::time::Instant;

/// The reason why a value was not expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
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
    /// A part is too large for the method.
    #[error("not expanded: a region is too large")]
    TooLarge,
    /// A number with a denominator above 2^40 came up.
    #[error("not expanded: a number is finer than 1/2^40")]
    TooFine,
    /// A number beyond [`Arena::LARGEST`](crate::Arena::LARGEST) came up.
    #[error("not expanded: a number is above 131072 in size")]
    NumberTooLarge,
    /// A game higher than [`Arena::HIGHEST`](crate::Arena::HIGHEST) came up.
    #[error("not expanded: a game of more than 4352 moves that is not a number")]
    TooDeep,
}

/// The reason why an operation has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OperationError {
    /// A game was to be cooled by less than 0.
    #[error("a game is cooled by 0 or more; found {0}")]
    NegativeTemperature(Dyadic),
    /// The unit of a Norton product is not above 0.
    #[error("the unit of a Norton product must be a game above 0")]
    UnitNotPositive,
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// The time and the steps that a computation may take. It looks at the clock now and then.
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
    /// Steps between two looks at the clock, of about 100 ns each.
    const INTERVAL: u64 = 1024;

    /// Starts an effort within these limits. A node counts as a step.
    pub fn new(limits: &Limits) -> Self {
        let deadline = limits.deadline(Instant::now());
        let most_steps = limits.nodes.unwrap_or(u64::MAX);
        Self { deadline, abort: Some(limits.abort.clone()), most_steps, steps: 0 }
    }

    /// Returns the same effort with at most `most_steps` steps; up to a thousand more may be taken.
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

    /// Looks at the clock and the flag now.
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

    /// Returns the steps counted so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }
}
