//! Merges several sets into one.

use super::attempt::add_attempts;
use super::problem::both_bounds;
use super::problem::{Judgement, Problem};
use super::set::{Extraction, Header, ProblemSet};
use super::split_by_game::keep_regions_together;
use crate::board::{Color, Move};
use crate::region::Canonical;
use crate::score::Score;
use hashbrown::{HashMap, HashSet};

/// What is said about a problem contradicts what is known about it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("problem {problem}: found {found}; expected {expected}")]
pub struct Contradicted {
    /// The problem's id, and the file that speaks of it if there are several.
    pub problem: String,
    /// What is said.
    pub found: String,
    /// What is known, and whence.
    pub expected: String,
}

/// Collects the problems of several sets. A problem in more than one of them, including symmetric
/// and colour-swapped forms, is kept once with everything known about it.
#[derive(Debug, Default)]
pub struct Merger {
    set: ProblemSet,
    records: usize,
    /// The index of every problem, by its canonical form.
    known: HashMap<Box<str>, usize>,
    ids: HashSet<String>,
    collapsed: u64,
}

impl Merger {
    /// Adds the header of the next set; the problems added after it belong to that set.
    pub fn header(&mut self, header: &Header) {
        self.records = self.set.header.records().count();
        let all = &mut self.set.header;
        if all.title.is_empty() {
            all.title.clone_from(&header.title);
        }
        // What a part passed over says nothing about a set made from some of the parts.
        let whole =
            |extraction: &Extraction| Extraction { passed_over: Vec::new(), ..extraction.clone() };
        all.extractions.extend(header.extractions.iter().map(whole));
        all.selections.extend(header.selections.iter().cloned());
    }

    /// Adds a problem of the set in `file`.
    ///
    /// # Errors
    /// What is known about the problem contradicts what was known before; it is left out.
    pub fn problem(&mut self, mut problem: Problem, file: &str) -> Result<(), Contradicted> {
        if let Some(from) = &mut problem.provenance {
            from.record += self.records;
        }
        let form = Canonical::of(&problem.position);
        let key = form.position.to_fen();
        let Some(&index) = self.known.get(key.as_str()) else {
            self.known.insert(key.into(), self.set.problems.len());
            // Sets made by hand may use the same names for different problems.
            if !self.ids.insert(problem.id.clone()) {
                problem.id = Problem::id_of(&problem.position);
                self.ids.insert(problem.id.clone());
            }
            self.set.problems.push(problem);
            return Ok(());
        };
        self.collapsed += 1;
        let known = &mut self.set.problems[index];
        // A solution tree is kept only in the coordinates in which it was found.
        if known.puzzle.is_none() && known.position == problem.position {
            known.puzzle.clone_from(&problem.puzzle);
        }
        known.split = known.split.or(problem.split);
        add_attempts(&mut known.attempts, problem.attempts);
        let image = carried(&problem.judgement, &form, &Canonical::of(&known.position));
        match united(&known.judgement, &image) {
            Some(judgement) => known.judgement = judgement,
            None => return Err(contradiction(&known.id, file, &image, &known.judgement)),
        }
        Ok(())
    }

    /// Returns the number of problems that were there before.
    pub fn collapsed(&self) -> u64 {
        self.collapsed
    }

    /// Returns the parts of an extraction that are missing or appear more than once, as sentences.
    pub fn gaps(&self) -> Vec<String> {
        let mut runs: Vec<(String, u64, Vec<u64>)> = Vec::new();
        for extraction in &self.set.header.extractions {
            let parsed = extraction.part.as_deref().and_then(|part| {
                let (part, of) = part.split_once('/')?;
                Some((part.parse::<u64>().ok()?, of.parse::<u64>().ok()?))
            });
            let Some((part, of)) = parsed else { continue };
            let hashes: Vec<&str> = extraction.records.iter().map(|r| r.hash.as_str()).collect();
            let key = format!("{} of {}", extraction.filter, hashes.join(" "));
            match runs.iter_mut().find(|run| run.0 == key && run.1 == of) {
                Some(run) => run.2.push(part),
                None => runs.push((key, of, vec![part])),
            }
        }
        let mut gaps = Vec::new();
        for (_, of, parts) in runs {
            for part in 1..=of.min(10_000) {
                match parts.iter().filter(|found| **found == part).count() {
                    0 => gaps.push(format!("part {part}/{of} of an extraction is missing")),
                    1 => {}
                    count => gaps.push(format!("part {part}/{of} is given {count} times")),
                }
            }
        }
        gaps
    }

    /// Returns the merged set. Where the sets put the problems of a region in different parts,
    /// the first counts.
    pub fn finish(mut self) -> ProblemSet {
        keep_regions_together(&mut self.set.problems);
        self.set
    }
}

/// Converts a judgement of one position to another position with the same canonical form.
pub(super) fn carried(judgement: &Judgement, from: &Canonical, to: &Canonical) -> Judgement {
    let swap = from.swapped != to.swapped;
    let score = |score: Score| {
        let winner = if swap { score.winner.other() } else { score.winner };
        Score { winner, ..score }
    };
    match judgement {
        Judgement::Open => Judgement::Open,
        Judgement::Bounded { at_least, at_most, spent } => {
            let (least, most) = if swap { (at_most, at_least) } else { (at_least, at_most) };
            Judgement::Bounded {
                at_least: score(*least),
                at_most: score(*most),
                spent: spent.clone(),
            }
        }
        Judgement::Solved { score: found, legal_moves, optimal } => {
            let mut optimal: Vec<Move> =
                optimal.iter().map(|mv| to.outward(from.inward(*mv))).collect();
            optimal.sort_by_cached_key(Move::to_string);
            Judgement::Solved { score: score(*found), legal_moves: *legal_moves, optimal }
        }
    }
}

/// The error of a file that contradicts what is known about a problem.
pub(super) fn contradiction(
    problem: &str,
    file: &str,
    found: &Judgement,
    known: &Judgement,
) -> Contradicted {
    Contradicted {
        problem: format!("{problem} in {file}"),
        found: text(found),
        expected: format!("{}, as known before", text(known)),
    }
}

/// Unites two judgements of the same position; `None` if they contradict each other.
pub(super) fn united(a: &Judgement, b: &Judgement) -> Option<Judgement> {
    use Judgement::{Bounded, Open, Solved};
    let rank = |score: &Score| score.rank(Color::White);
    match (a, b) {
        (known, Open) | (Open, known) => Some(known.clone()),
        (
            Solved { score, legal_moves, optimal },
            Solved { score: other_score, legal_moves: other_legal_moves, optimal: other_optimal },
        ) => {
            // Sets made by hand may list the moves in any order.
            let sorted = |moves: &[Move]| {
                let mut moves: Vec<String> = moves.iter().map(Move::to_string).collect();
                moves.sort_unstable();
                moves
            };
            let alike = (score, legal_moves) == (other_score, other_legal_moves);
            (alike && sorted(optimal) == sorted(other_optimal)).then(|| a.clone())
        }
        (solved @ Solved { score, .. }, Bounded { at_least, at_most, .. })
        | (Bounded { at_least, at_most, .. }, solved @ Solved { score, .. }) => {
            (rank(at_least) <= rank(score) && rank(score) <= rank(at_most)).then(|| solved.clone())
        }
        (
            Bounded { at_least: least, at_most: most, spent },
            Bounded { at_least: other_least, at_most: other_most, spent: other_spent },
        ) => {
            let (at_least, at_most) = both_bounds((*least, *most), (*other_least, *other_most));
            let spent = if spent == other_spent {
                spent.clone()
            } else {
                format!("{spent} + {other_spent}")
            };
            (rank(&at_least) <= rank(&at_most)).then_some(Bounded { at_least, at_most, spent })
        }
    }
}

/// A judgement in words.
pub(super) fn text(judgement: &Judgement) -> String {
    match judgement {
        Judgement::Open => "unknown".to_owned(),
        Judgement::Bounded { at_least, at_most, .. } => {
            format!("at least {at_least} and at most {at_most}")
        }
        Judgement::Solved { score, legal_moves, optimal } => {
            format!("{score} with {} of {legal_moves} moves optimal", optimal.len())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problems::problem::Provenance;
    use crate::problems::set::RecordFile;

    fn solved(fen: &str, score: &str, mv: &str) -> Problem {
        let judgement = Judgement::Solved {
            score: score.parse().unwrap(),
            legal_moves: 4,
            optimal: vec![mv.parse().unwrap()],
        };
        Problem { judgement, ..Problem::new(fen.parse().unwrap(), None) }
    }

    fn bounded(fen: &str, at_least: &str, at_most: &str) -> Problem {
        let judgement = Judgement::Bounded {
            at_least: at_least.parse().unwrap(),
            at_most: at_most.parse().unwrap(),
            spent: "1s".into(),
        };
        Problem { judgement, ..Problem::new(fen.parse().unwrap(), None) }
    }

    fn merged(problems: Vec<Problem>) -> Result<Vec<Judgement>, Contradicted> {
        let mut merger = Merger::default();
        for problem in problems {
            merger.problem(problem, "second.xml")?;
        }
        Ok(merger.finish().problems.into_iter().map(|problem| problem.judgement).collect())
    }

    #[test]
    fn what_is_known_is_carried_to_the_image_kept() {
        // Mirrored and with colours swapped, Black's d1-c1/b1 is White's a1-b1/c1.
        let open = Problem::new("Q2q w".parse().unwrap(), None);
        let image = solved("Q2q b", "B+1", "d1-c1/b1");
        let judgements = merged(vec![open, image]).unwrap();
        assert_eq!(judgements, [solved("Q2q w", "W+1", "a1-b1/c1").judgement]);
        let both = merged(vec![bounded("Q2q w", "B+1", "W+1"), bounded("Q2q b", "B+0", "W+2")]);
        assert_eq!(both.unwrap(), [bounded("Q2q w", "B+1", "W+0").judgement]);
    }

    #[test]
    fn names_stay_different() {
        let mut merger = Merger::default();
        for fen in ["Q2q w", "Q3q w"] {
            let position = fen.parse().unwrap();
            let problem = Problem { id: "mine".into(), ..Problem::new(position, None) };
            merger.problem(problem, "second.xml").unwrap();
        }
        let ids: Vec<String> = merger.finish().problems.into_iter().map(|p| p.id).collect();
        assert_eq!(ids, ["mine".to_owned(), Problem::id_of(&"Q3q w".parse().unwrap())]);
    }

    #[test]
    fn contradictions_are_refused() {
        let good = || solved("Q2q w", "W+1", "a1-b1/c1");
        assert_eq!(merged(vec![good(), good()]).unwrap().len(), 1);
        let error = merged(vec![good(), solved("Q2q w", "W+0", "a1-b1/c1")]).unwrap_err();
        assert!(error.to_string().contains("in second.xml: found W+0 with 1 of 4"), "{error}");
        assert!(merged(vec![good(), solved("Q2q w", "W+1", "a1-c1/b1")]).is_err());
        assert!(merged(vec![good(), bounded("Q2q w", "B+1", "W+0")]).is_err());
        assert!(merged(vec![good(), bounded("Q2q w", "B+1", "W+1")]).is_ok());
        assert!(
            merged(vec![bounded("Q2q w", "W+1", "W+2"), bounded("Q2q w", "B+1", "W+0")]).is_err()
        );
    }

    #[test]
    fn records_are_renumbered_and_gaps_found() {
        let header = |part: &str| Header {
            extractions: vec![Extraction {
                part: Some(part.into()),
                records: vec![RecordFile::default(); 2],
                ..Extraction::default()
            }],
            ..Header::default()
        };
        let mut merger = Merger::default();
        merger.header(&header("1/3"));
        merger.header(&header("3/3"));
        let mut problem = Problem::new("Q2q w".parse().unwrap(), None);
        let corner = "a1".parse().unwrap();
        problem.provenance = Some(Provenance { record: 1, game: 1, ply: 1, corner });
        merger.problem(problem, "second.xml").unwrap();
        assert_eq!(merger.gaps(), ["part 2/3 of an extraction is missing"]);
        let set = merger.finish();
        assert_eq!(set.problems[0].provenance.unwrap().record, 3);
    }
}
