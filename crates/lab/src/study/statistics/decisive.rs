//! Mistakes that decide a win or a loss.

use super::case::Case;
use super::share::Share;
use crate::study::features::size_group;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What one solver makes of the problems that the first player is proved to win. (Where he loses,
/// no move can be the mistake that decides.)
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Decisive {
    /// The solver's spec.
    pub solver: String,
    /// All these problems.
    pub all: WonProblems,
    /// Lost wins, of those problems for which it is known; the interval is clustered by region.
    pub share: Share,
    /// The same problems by their empty squares, in fives.
    pub sizes: Vec<WonBySize>,
}

/// What became of problems that are won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WonProblems {
    /// How many are won.
    pub won: usize,
    /// Those in which the returned move loses.
    pub lost: usize,
    /// Those without a move.
    pub unsolved: usize,
    /// Those in which it is open whether the returned move still wins.
    pub open: usize,
}

/// The won problems of some sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WonBySize {
    /// The fewest empty squares.
    pub from: usize,
    /// The most empty squares.
    pub to: usize,
    /// What became of them.
    #[serde(flatten)]
    pub problems: WonProblems,
}

/// Whether a solver's move on a won problem loses; `None` if the bounds do not decide. No move
/// loses nothing.
fn loses(case: &Case, solver: usize) -> Option<bool> {
    match case.rows[solver].rank {
        None => Some(false),
        Some(rank) if rank.low.wins() => Some(false),
        Some(rank) if !rank.high.wins() => Some(true),
        Some(_) => None,
    }
}

impl WonProblems {
    fn count(&mut self, case: &Case, solver: usize) {
        self.won += 1;
        self.unsolved += usize::from(case.rows[solver].rank.is_none());
        self.lost += usize::from(loses(case, solver) == Some(true));
        self.open += usize::from(loses(case, solver).is_none());
    }
}

impl Decisive {
    pub(super) fn new(spec: &str, solver: usize, cases: &[Case]) -> Self {
        let won = || cases.iter().filter(|case| case.rows[0].best.low.wins());
        let mut all = WonProblems::default();
        let mut sizes = BTreeMap::<(usize, usize), WonProblems>::new();
        for case in won() {
            all.count(case, solver);
            sizes.entry(size_group(case.features.empties)).or_default().count(case, solver);
        }
        let known = won().filter_map(|case| Some((case.features.region, loses(case, solver)?)));
        let size = |((from, to), problems)| WonBySize { from, to, problems };
        Self {
            solver: spec.to_owned(),
            all,
            share: Share::clustered(known),
            sizes: sizes.into_iter().map(size).collect(),
        }
    }
}
