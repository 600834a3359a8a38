//! Checks what a problem set says against the rules.

use super::problem::{Judgement, Problem};
use super::puzzle::SolutionTree;
use super::set::Header;
use super::split::Split;
use crate::board::{Color, Position};
use crate::region::Canonical;
use crate::score::Score;
use crate::util::terminal::is_control;
use hashbrown::{HashMap, HashSet};
use serde::Serialize;
use xxhash_rust::xxh3::xxh3_128;

/// A violation of the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The problem's id.
    pub problem: String,
    /// What was found and what was expected.
    pub finding: String,
}

/// Checks problems one by one and remembers them to find duplicates.
///
/// A problem takes its id and about 120 bytes more: of ids and canonical positions only the
/// fingerprints of 128 bits are kept, among which two equal ones are not to be expected.
#[derive(Debug, Default)]
pub struct Validator {
    /// All ids, one behind the other.
    ids: String,
    /// Where the ids end.
    ends: Vec<usize>,
    /// Fingerprints of the ids.
    seen: HashSet<u128>,
    /// Numbers of the problems by the fingerprint of the canonical position.
    numbers: HashMap<u128, u32>,
    /// The part of each region, by the fingerprint of its canonical form.
    splits: HashMap<u128, Option<Split>>,
}

impl Validator {
    /// Returns everything that is wrong with a problem: its id or canonical form appears twice, its
    /// board is not cut to its open squares, or its provenance or solution is impossible.
    pub fn check(&mut self, problem: &Problem, header: &Header) -> Vec<Finding> {
        let mut wrong = Vec::new();
        if !self.seen.insert(xxh3_128(problem.id.as_bytes())) {
            wrong.push("duplicate id".to_owned());
        }
        if let Some(control) = problem.id.chars().find(|&c| is_control(c)) {
            let control = control.escape_unicode();
            wrong.push(format!("its id holds the control character {control}"));
        }
        let number = self.ends.len() as u32;
        self.ids += &problem.id;
        self.ends.push(self.ids.len());
        let canonical = Canonical::of(&problem.position).position.to_fen();
        if let Some(other) = self.numbers.insert(xxh3_128(canonical.as_bytes()), number) {
            let other = self.id(other as usize);
            wrong.push(format!("is the same problem as {other}, up to symmetry and colours"));
        }
        if problem.position != problem.position.cropped() {
            let cropped = problem.position.cropped();
            wrong.push(format!("has blocked squares around its region; expected '{cropped}'"));
        }
        if let Some(from) = problem.provenance
            && let Some(record) = header.record(from.record)
            && (from.game == 0 || u64::from(from.game) > record.games)
        {
            wrong.push(format!("game {}: {} has {} games", from.game, record.name, record.games));
        }
        let region = Canonical::of_region(&problem.position).position.to_fen();
        let of_region = self.splits.entry(xxh3_128(region.as_bytes())).or_insert(problem.split);
        if *of_region != problem.split {
            let name = |split: Option<Split>| split.map_or("none", Split::name);
            let (found, expected) = (name(problem.split), name(*of_region));
            wrong.push(format!(
                "is in the part {found}; expected {expected}, where its region has another problem"
            ));
        }
        check_judgement(problem, &mut wrong);
        check_puzzle(problem, &mut wrong);
        let id = &problem.id;
        wrong.into_iter().map(|finding| Finding { problem: id.clone(), finding }).collect()
    }

    /// The id of the problem with this number, counted from 0.
    fn id(&self, number: usize) -> &str {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.ids[start..self.ends[number]]
    }
}

fn check_judgement(problem: &Problem, wrong: &mut Vec<String>) {
    let position = &problem.position;
    match &problem.judgement {
        Judgement::Open => {}
        Judgement::Bounded { at_least, at_most, .. } => {
            if at_least.rank(Color::White) > at_most.rank(Color::White) {
                wrong.push(format!("at least {at_least} and at most {at_most} exclude each other"));
            }
            check_score(*at_least, position, wrong);
            check_score(*at_most, position, wrong);
        }
        Judgement::Solved { score, legal_moves, optimal } => {
            check_score(*score, position, wrong);
            let legal = position.placement().count_moves(position.side());
            if *legal_moves != legal {
                wrong.push(format!("{legal_moves} legal moves; expected {legal}"));
            }
            for mv in optimal {
                if let Err(illegal) = position.check(*mv) {
                    wrong.push(format!("optimal move {illegal}"));
                }
            }
            let texts: Vec<String> = optimal.iter().map(ToString::to_string).collect();
            if !texts.is_sorted_by(|a, b| a < b) {
                wrong.push("the optimal moves are not sorted, or one is repeated".to_owned());
            }
            if optimal.is_empty() != (legal == 0) {
                wrong.push(format!("{} optimal of {legal} legal moves", optimal.len()));
            }
        }
    }
}

/// Checks that a puzzle has one right move, with which its solution begins. Whether it is right is
/// for [`prove_puzzle`](super::puzzle_proof::prove_puzzle) to show.
fn check_puzzle(problem: &Problem, wrong: &mut Vec<String>) {
    let Some(puzzle) = &problem.puzzle else { return };
    let right = puzzle.solution.mv;
    match &problem.judgement {
        Judgement::Solved { optimal, .. } if optimal[..] == [right] => {}
        Judgement::Solved { optimal, .. } => {
            let count = optimal.len();
            wrong.push(format!("optimal moves: {count}; expected the puzzle's move {right} alone"));
        }
        _ => wrong.push("a puzzle without a solution".to_owned()),
    }
    check_legal(&problem.position, &puzzle.solution, wrong);
}

fn check_legal(position: &Position, tree: &SolutionTree, wrong: &mut Vec<String>) {
    match position.play(tree.mv) {
        Err(illegal) => wrong.push(format!("the puzzle's move {illegal}")),
        Ok(after) => {
            for (reply, answer) in &tree.replies {
                match after.play(*reply) {
                    Err(illegal) => wrong.push(format!("the puzzle's reply {illegal}")),
                    Ok(next) => check_legal(&next, answer, wrong),
                }
            }
        }
    }
}

/// Checks that nobody wins by more moves than there are empty squares.
fn check_score(score: Score, position: &Position, wrong: &mut Vec<String>) {
    let empties = position.empties();
    if score.by as usize > empties {
        wrong.push(format!("score {score} with {empties} empty squares"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problems::problem::Provenance;

    fn findings(problems: &[Problem]) -> String {
        let mut validator = Validator::default();
        let header = Header {
            extractions: vec![crate::problems::Extraction {
                records: vec![crate::problems::RecordFile { games: 2, ..Default::default() }],
                ..Default::default()
            }],
            ..Header::default()
        };
        let all: Vec<String> = problems
            .iter()
            .flat_map(|problem| validator.check(problem, &header))
            .map(|finding| finding.finding)
            .collect();
        all.join("; ")
    }

    fn solved(fen: &str, score: &str, legal_moves: u64, optimal: &[&str]) -> Problem {
        let judgement = Judgement::Solved {
            score: score.parse().unwrap(),
            legal_moves,
            optimal: optimal.iter().map(|mv| mv.parse().unwrap()).collect(),
        };
        Problem { judgement, ..Problem::new(fen.parse().unwrap(), None) }
    }

    #[test]
    fn sound_problems_pass() {
        let good = solved("Q1q w", "W+0", 1, &["a1-b1/a1"]);
        assert_eq!(findings(std::slice::from_ref(&good)), "");
        assert_eq!(findings(&[good, Problem::new("Q2q b".parse().unwrap(), None)]), "");
    }

    #[test]
    fn each_defect_is_found() {
        let good = solved("Q1q w", "W+0", 1, &["a1-b1/a1"]);
        assert!(findings(&[good.clone(), good.clone()]).contains("duplicate id"));
        let named = findings(&[Problem { id: "a\nb".into(), ..good.clone() }]);
        assert!(named.contains("control character \\u{a}"), "{named}");
        let swapped = Problem { id: "other".into(), position: good.position.swapped(), ..good };
        let same = findings(&[solved("Q1q w", "W+0", 1, &["a1-b1/a1"]), swapped]);
        assert!(same.contains("same problem as e1-"), "{same}");
        for (problem, want) in [
            (solved("Q1q w", "W+2", 1, &["a1-b1/a1"]), "score W+2 with 1 empty squares"),
            (solved("Q1q w", "W+0", 3, &["a1-b1/a1"]), "3 legal moves; expected 1"),
            (solved("Q1q w", "W+0", 1, &["a1-c1/a1"]), "is illegal"),
            (solved("Q1q w", "W+0", 1, &[]), "0 optimal of 1 legal moves"),
            (solved("Q2q w", "W+0", 4, &["a1-c1/b1", "a1-b1/c1"]), "not sorted"),
            (Problem::new("Q1q* w".parse().unwrap(), None), "expected 'Q1q w'"),
        ] {
            let found = findings(&[problem]);
            assert!(found.contains(want), "{found}");
        }
        let mut bounded = Problem::new("Q1q w".parse().unwrap(), None);
        bounded.judgement = Judgement::Bounded {
            at_least: "W+1".parse().unwrap(),
            at_most: "B+0".parse().unwrap(),
            spent: "1s".into(),
        };
        let corner = "a1".parse().unwrap();
        bounded.provenance = Some(Provenance { record: 0, game: 3, ply: 1, corner });
        let found = findings(&[bounded]);
        assert!(found.contains("exclude each other") && found.contains("game 3"), "{found}");
    }
}
