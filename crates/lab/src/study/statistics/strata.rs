//! The judged problems by features other than their size.

use super::baselines::Baselines;
use super::case::Case;
use super::share::Share;
use crate::study::features::{result_group, size_group};
use amazons::util::named;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashSet};

/// The judged problems, divided by one feature.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Strata {
    /// The feature.
    pub by: Feature,
    /// Its values in order; problems for which it is not known are left out.
    pub groups: Vec<Stratum>,
}

/// A feature of problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Feature {
    /// Empty squares, in fives.
    Empties,
    /// Amazons of both players.
    Amazons,
    /// Optimal moves.
    BestMoves,
    /// Who wins under best play, and by how much.
    Result,
    /// The nodes with which the judge solved the problem alone, in the set or in the study.
    JudgeNodes,
    /// What the position is made of.
    Kind,
}

/// The judged problems with one value of a feature.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stratum {
    /// The value, in words.
    pub value: String,
    /// Judged problems.
    pub problems: usize,
    /// Regions that they are of.
    pub regions: usize,
    /// The chance that a move drawn at random is optimal; `null` if no problem's optimal moves are
    /// known.
    pub chance: Option<f64>,
    /// Optimal moves, per solver, with intervals clustered by region.
    pub correct: Vec<Share>,
}

named!(Feature {
    Empties => "by-empties",
    Amazons => "by-amazons",
    BestMoves => "by-best-moves",
    Result => "by-result",
    JudgeNodes => "by-judge-nodes",
    Kind => "by-kind",
});

impl Feature {
    /// The feature in words.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Empties => "empty squares",
            Self::Amazons => "amazons",
            Self::BestMoves => "best moves",
            Self::Result => "result under best play",
            Self::JudgeNodes => "nodes of the judge",
            Self::Kind => "kind of region",
        }
    }

    /// The value for a problem and its place in the order of values; `None` if it is not known.
    fn of(self, case: &Case) -> Option<(i64, String)> {
        let features = case.features;
        match self {
            Self::Empties => {
                let (from, to) = size_group(features.empties);
                Some((from as i64, format!("{from} to {to}")))
            }
            Self::Amazons => Some((features.amazons as i64, features.amazons.to_string())),
            Self::BestMoves => Some(range(features.best_moves?, &[1, 2, 3, 6, 11, 26])),
            Self::Result => {
                let (order, text) = result_group(case.rows[0].best);
                Some((order.into(), text))
            }
            Self::JudgeNodes => {
                let bounds = [0, 1_000, 10_000, 100_000, 1_000_000, 10_000_000];
                Some(range(features.judge_nodes?, &bounds))
            }
            Self::Kind => Some((features.kind as i64, features.kind.text().to_owned())),
        }
    }
}

/// The range between two neighbouring bounds that a count lies in: from one to below the next.
fn range(count: u64, from: &[u64]) -> (i64, String) {
    let place = from.iter().rposition(|&from| from <= count);
    let text = match place {
        None => format!("below {}", from[0]),
        Some(place) => match from.get(place + 1) {
            Some(next) if next - from[place] == 1 => from[place].to_string(),
            Some(next) => format!("{} to {}", from[place], next - 1),
            None => format!("{} or more", from[place]),
        },
    };
    (place.map_or(-1, |place| place as i64), text)
}

/// The strata of the features that at least one problem has.
pub(super) fn strata(judged: &[&Case], solvers: usize) -> Vec<Strata> {
    let divided = Feature::ALL.into_iter().map(|by| {
        let mut groups = BTreeMap::<(i64, String), Vec<&Case>>::new();
        for case in judged {
            if let Some(value) = by.of(case) {
                groups.entry(value).or_default().push(case);
            }
        }
        let group = |((_, value), cases): ((i64, String), Vec<&Case>)| Stratum {
            value,
            problems: cases.len(),
            regions: regions(&cases),
            chance: Baselines::new(&cases).map(|baselines| baselines.chance),
            correct: (0..solvers)
                .map(|solver| Share::of_cases(&cases, |case| case.correct(solver)))
                .collect(),
        };
        Strata { by, groups: groups.into_iter().map(group).collect() }
    });
    divided.filter(|strata| !strata.groups.is_empty()).collect()
}

/// The number of regions that these problems are of.
pub(super) fn regions(cases: &[&Case]) -> usize {
    cases.iter().map(|case| case.features.region).collect::<HashSet<_>>().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_fall_into_named_ranges() {
        let text = |count| range(count, &[1, 2, 3, 6]).1;
        assert_eq!(
            [1, 2, 3, 5, 6, 99].map(text),
            ["1", "2", "3 to 5", "3 to 5", "6 or more", "6 or more"]
        );
        assert_eq!(text(0), "below 1");
    }
}
