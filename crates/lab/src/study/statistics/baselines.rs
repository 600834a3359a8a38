//! What methods without search get right on the same problems.

use super::case::Case;
use super::share::Share;
use crate::stats::ClusteredMean;
use serde::{Deserialize, Serialize};

/// The baselines, over the judged problems whose optimal moves the set lists.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Baselines {
    /// How many problems these are.
    pub problems: usize,
    /// The chance that a legal move drawn at random is optimal: the mean, over the problems, of the
    /// share of optimal moves among the legal ones. It is exact for these problems.
    pub chance: f64,
    /// The lower end of its 95 % interval for problems of their kind, clustered by region.
    pub chance_low: f64,
    /// The upper end.
    pub chance_high: f64,
    /// Optimal moves of the method `one-ply`, the best evaluation after one move; its interval is
    /// clustered by region.
    pub one_ply: Share,
}

impl Baselines {
    /// `None` if no problem's optimal moves are known.
    pub(super) fn new(judged: &[&Case]) -> Option<Self> {
        let known = judged.iter().filter_map(|case| {
            let features = case.features;
            Some((features.region, features.chance()?, features.one_ply?))
        });
        Self::of(&known.collect::<Vec<_>>())
    }

    /// The baselines of problems, each with the number of its region, its chance and whether one
    /// ply finds an optimal move; `None` without problems.
    pub fn of(known: &[(usize, f64, bool)]) -> Option<Self> {
        let chance = ClusteredMean::of(known.iter().map(|&(region, chance, _)| (region, chance)))?;
        let (chance_low, chance_high) = chance.interval((0.0, 1.0));
        Some(Self {
            problems: known.len(),
            chance: chance.mean,
            chance_low,
            chance_high,
            one_ply: Share::clustered(known.iter().map(|&(region, _, right)| (region, right))),
        })
    }
}
