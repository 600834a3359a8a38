//! The progress of an experiment.

use std::fmt;

/// How much of an experiment is done; as text, `3 of 8 games`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Portion {
    there: usize,
    wanted: usize,
    what: &'static str,
}

impl Portion {
    pub(super) fn of_games(there: usize, wanted: usize) -> Self {
        Self { there, wanted, what: "games" }
    }

    pub(super) fn of_networks(there: usize, wanted: usize) -> Self {
        Self { there, wanted, what: "networks" }
    }

    pub(super) fn of_sums(there: usize, wanted: usize) -> Self {
        Self { there, wanted, what: "sums" }
    }

    /// The portion, if something is missing.
    pub(super) fn if_partial(self) -> Option<Self> {
        (self.there < self.wanted).then_some(self)
    }
}

impl fmt::Display for Portion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} {}", self.there, self.wanted, self.what)
    }
}
