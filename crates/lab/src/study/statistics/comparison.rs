//! How often one solver's move is better than another's.

use super::case::Case;
use crate::study::verdict::{Row, Verdict};
use serde::{Deserialize, Serialize};

/// How often one solver's move was better than another's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Comparison {
    /// One solver.
    pub solver: String,
    /// The other.
    pub other: String,
    /// Problems on which `solver` is strictly better: its move has the higher rank, or it alone
    /// has a move.
    pub better: usize,
    /// Problems on which the bounds of the ranks do not decide.
    pub undecided: usize,
}

impl Comparison {
    pub(super) fn new(solver: (&str, usize), other: (&str, usize), cases: &[Case]) -> Self {
        let (mut better, mut undecided) = (0, 0);
        for case in cases {
            match strictly_better(case.rows[solver.1], case.rows[other.1]) {
                Some(true) => better += 1,
                Some(false) => {}
                None => undecided += 1,
            }
        }
        Self { solver: solver.0.to_owned(), other: other.0.to_owned(), better, undecided }
    }
}

/// Whether row `a` is strictly better than row `b` of the same problem; `None` if the bounds do not
/// decide.
pub(super) fn strictly_better(a: &Row, b: &Row) -> Option<bool> {
    match (a.rank, b.rank) {
        (None, _) => Some(false),
        (Some(_), None) => Some(b.verdict == Verdict::Unsolved),
        (Some(_), Some(_)) if a.mv == b.mv => Some(false),
        // Both are optimal, though the rank itself may be known only within bounds.
        (Some(_), Some(_)) if b.verdict == Verdict::Correct => Some(false),
        (Some(x), Some(y)) if x.low > y.high => Some(true),
        (Some(x), Some(y)) if x.high <= y.low => Some(false),
        (Some(_), Some(_))
            if a.verdict == Verdict::Correct && b.verdict == Verdict::BadlySolved =>
        {
            Some(true)
        }
        _ => None,
    }
}
