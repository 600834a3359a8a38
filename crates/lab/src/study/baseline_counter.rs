//! The baselines of a problem set that no method has run on.

use super::features::{Features, ONE_PLY};
use super::record::Problem;
use super::statistics::Baselines;
use amazons::problems;
use amazons::solvers::{Solver, solver};
use amazons::util::opaque_debug;
use std::collections::HashMap;

/// Counts what methods without search get right, problem by problem, as the report of a study does.
pub struct BaselineCounter {
    one_ply: Option<Box<dyn Solver>>,
    /// Numbers of the regions.
    regions: HashMap<String, usize>,
    /// The region, the chance and the success of one ply, of each problem with known moves.
    known: Vec<(usize, f64, bool)>,
}

opaque_debug!([] BaselineCounter, "BaselineCounter");

impl Default for BaselineCounter {
    fn default() -> Self {
        Self { one_ply: solver(ONE_PLY).ok(), regions: HashMap::new(), known: Vec::new() }
    }
}

impl BaselineCounter {
    /// Takes in the next problem, if its optimal moves are known.
    pub fn add(&mut self, problem: &problems::Problem) {
        let features = Features::of(&Problem::from(problem), self.one_ply.as_deref());
        if let (Some(chance), Some(right)) = (features.chance(), features.one_ply) {
            let next = self.regions.len();
            let region = *self.regions.entry(problem.region_id()).or_insert(next);
            self.known.push((region, chance, right));
        }
    }

    /// Returns the baselines; `None` if no problem's optimal moves are known.
    pub fn finish(&self) -> Option<Baselines> {
        Baselines::of(&self.known)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use amazons::problems::Judgement;

    #[test]
    fn a_set_has_the_baselines_of_its_solved_problems() {
        let mut counter = BaselineCounter::default();
        assert_eq!(counter.finish(), None);
        for (fen, optimal) in [("Q3q w", &["a1-b1/a1", "a1-b1/c1", "a1-c1/b1"][..]), ("Q3q b", &[])]
        {
            let mut problem = problems::Problem::new(fen.parse().unwrap(), None);
            if !optimal.is_empty() {
                problem.judgement = Judgement::Solved {
                    score: "W+1".parse().unwrap(),
                    legal_moves: 9,
                    optimal: optimal.iter().map(|mv| mv.parse().unwrap()).collect(),
                };
            }
            counter.add(&problem);
        }
        let baselines = counter.finish().unwrap();
        assert_eq!((baselines.problems, baselines.one_ply.of), (1, 1));
        assert!((baselines.chance - 1.0 / 3.0).abs() < 1e-12);
    }
}
