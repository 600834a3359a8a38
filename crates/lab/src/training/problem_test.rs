//! How often an evaluation's first choice is right: the test that training monitors.

use super::labels::LabelledProblem;
use super::labels::region_key;
use amazons::board::{AnyPlacement, Color, PlacementMove, Position, with_placement};
use amazons::problems::{Judgement, SetError, SetReader};
use hashbrown::HashSet;
use std::path::Path;

/// Problems with their optimal moves.
#[derive(Clone, Debug, Default)]
pub struct ProblemTest {
    /// The test's name in reports.
    pub name: String,
    problems: Vec<Case>,
    /// The canonical regions, as text.
    pub regions: HashSet<Box<str>>,
}

#[derive(Clone, Debug)]
struct Case {
    placement: AnyPlacement,
    mover: Color,
    optimal: Vec<PlacementMove>,
}

impl ProblemTest {
    /// The solved problems of a set that have a move and at most `most` empty squares. The regions
    /// are those of all problems.
    ///
    /// # Errors
    /// The set cannot be read.
    pub fn of_set(path: &Path, most: usize) -> Result<Self, SetError> {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let mut test = Self { name, ..Self::default() };
        for problem in SetReader::open(path)? {
            let problem = problem?;
            let position: &Position = &problem.position;
            test.regions.insert(region_key(position));
            let Judgement::Solved { optimal, .. } = &problem.judgement else { continue };
            if optimal.is_empty() || position.empties() > most {
                continue;
            }
            let (placement, frame) = position.smallest_placement();
            let optimal = match placement {
                AnyPlacement::Small(_) => {
                    optimal.iter().map(|&mv| frame.inward_move::<u64>(mv)).collect()
                }
                AnyPlacement::Medium(_) => {
                    optimal.iter().map(|&mv| frame.inward_move::<u128>(mv)).collect()
                }
                AnyPlacement::Large(_) => optimal
                    .iter()
                    .map(|&mv| frame.inward_move::<amazons::board::Wide>(mv))
                    .collect(),
            };
            test.problems.push(Case { placement, mover: position.side(), optimal });
        }
        Ok(test)
    }

    /// A test of labelled problems.
    pub fn of_labels(name: &str, problems: &[LabelledProblem], regions: HashSet<Box<str>>) -> Self {
        let cases = problems.iter().map(|problem| {
            let best = problem.best();
            let optimal = problem.moves.iter().take_while(|(_, rank)| *rank == best);
            Case {
                placement: problem.placement,
                mover: problem.mover,
                optimal: optimal.map(|(mv, _)| *mv).collect(),
            }
        });
        Self { name: name.to_owned(), problems: cases.collect(), regions }
    }

    /// The number of problems in the test.
    pub fn len(&self) -> usize {
        self.problems.len()
    }

    /// Whether there is no problem.
    pub fn is_empty(&self) -> bool {
        self.problems.is_empty()
    }

    /// The share of problems whose first choice is optimal; `None` without problems. If several
    /// moves have the best value, the optimal share of them counts.
    pub fn share_right(&self, weights: &amazons::eval::Weights) -> Option<f64> {
        let right: f64 = self.problems.iter().map(|case| case.right(weights)).sum();
        (!self.problems.is_empty()).then(|| right / self.problems.len() as f64)
    }
}

impl Case {
    fn right(&self, weights: &amazons::eval::Weights) -> f64 {
        with_placement!(self.placement, placement => {
            self.right_of(placement.moves(self.mover), |mv| {
                -weights.evaluate(&placement.after(self.mover, mv), self.mover.other())
            })
        })
    }

    fn right_of(&self, moves: Vec<PlacementMove>, value: impl Fn(PlacementMove) -> i32) -> f64 {
        let values: Vec<i32> = moves.iter().map(|&mv| value(mv)).collect();
        let most = values.iter().max().copied().unwrap_or_default();
        let best: Vec<_> = moves.iter().zip(&values).filter(|(_, value)| **value == most).collect();
        let right = best.iter().filter(|(mv, _)| self.optimal.contains(mv)).count();
        right as f64 / best.len().max(1) as f64
    }
}
