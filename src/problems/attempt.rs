//! What a solver made of a problem within a limit, beside the solution that the judge proved.

use serde::{Deserialize, Serialize};

/// The name under which the judge itself is tried on problems, to count its nodes.
pub const JUDGE: &str = "judge";

/// One solver's try at a problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempt {
    /// The solver with its options, such as `dfpn`, or [`JUDGE`].
    pub by: String,
    /// What it was allowed, such as `100000 nodes each iteration`.
    pub limit: String,
    /// Nodes in total.
    pub nodes: u64,
    /// Nodes of the largest iteration, for a solver whose limit is that of an iteration.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub iteration: Option<u64>,
    /// Whether it proved the exact score.
    pub solved: bool,
}

impl Attempt {
    /// Whether this is the same solver under the same limit.
    pub fn is_like(&self, other: &Self) -> bool {
        self.by == other.by && self.limit == other.limit
    }
}

/// Adds attempts to those known: of two by one solver under one limit, the first stays.
pub(super) fn add_attempts(known: &mut Vec<Attempt>, new: impl IntoIterator<Item = Attempt>) {
    for attempt in new {
        if !known.iter().any(|one| one.is_like(&attempt)) {
            known.push(attempt);
        }
    }
}
