//! Gives the problems of a set their parts, development or test.

use super::problem::Problem;
use super::set::{Header, ProblemSet};
use super::split::Split;
use hashbrown::HashMap;

/// The part that a problem of a set with this header has by the rule: that of its game, or of its
/// region if it is from none.
pub(super) fn split_of(problem: &Problem, header: &Header) -> Split {
    let record = problem.provenance.and_then(|from| Some((header.record(from.record)?, from.game)));
    match record {
        Some((record, game)) => Split::of_game(&record.hash, game),
        None => Split::of_region(&problem.position),
    }
}

/// Gives every problem its part by the rule. Problems of one region, which may be from two games,
/// get the part of the first.
pub fn split_by_game(set: &mut ProblemSet) {
    for problem in &mut set.problems {
        problem.split = Some(split_of(problem, &set.header));
    }
    keep_regions_together(&mut set.problems);
}

/// Gives all problems of a region the part of the first that has one: they may be from two games.
pub fn keep_regions_together(problems: &mut [Problem]) {
    let regions: Vec<String> = problems.iter().map(Problem::region_id).collect();
    let mut first = HashMap::new();
    for (problem, region) in problems.iter().zip(&regions) {
        if let Some(split) = problem.split {
            first.entry(region.as_str()).or_insert(split);
        }
    }
    for (problem, region) in problems.iter_mut().zip(&regions) {
        problem.split = first.get(region.as_str()).copied();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::problems::problem::Provenance;
    use crate::problems::set::{Extraction, RecordFile};

    #[test]
    fn problems_of_a_region_lie_in_one_part_whatever_their_games() {
        let record = RecordFile { hash: "f0c2ed69e06ac43d".into(), ..RecordFile::default() };
        let extraction = Extraction { records: vec![record], ..Extraction::default() };
        let header = Header { extractions: vec![extraction], ..Header::default() };
        let of = |part| (1..).find(|&game| Split::of_game("f0c2ed69e06ac43d", game) == part);
        let [development, test] = Split::ALL.map(|part| of(part).unwrap());
        let region: Position = "Q2q/4/1*2 w".parse().unwrap();
        let problem = |position: Position, game| {
            let corner = "a1".parse().unwrap();
            Problem::new(position, Some(Provenance { record: 0, game, ply: 9, corner }))
        };
        let problems = vec![
            problem(region.clone(), test),
            problem(region.swapped(), development),
            problem(region.with_side(region.side().other()).transformed(3), development),
            problem("Q3q w".parse().unwrap(), development),
            problem("Q4q w".parse().unwrap(), test),
        ];
        let mut set = ProblemSet { header, problems };
        split_by_game(&mut set);
        let parts: Vec<_> = set.problems.iter().map(|problem| problem.split.unwrap()).collect();
        use Split::{Development, Test};
        assert_eq!(parts, [Test, Test, Test, Development, Test]);
    }
}
