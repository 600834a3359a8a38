//! The journal of a judging run: a [ledger](crate::ledger) of finished problems, which stays beside the
//! set until its entries are in the set itself.

use super::attempt::{Attempt, add_attempts};
use super::merge::{Contradicted, contradiction, united};
use super::problem::Judgement;
use super::set::ProblemSet;
use crate::ledger::{Entry, Ledger, LedgerError};
use crate::util::atomic_file::beside;
use hashbrown::HashMap;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// One finished problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finished {
    /// The problem's position: an id names a whole class of positions, but moves belong to one.
    pub fen: String,
    /// What came out.
    #[serde(flatten)]
    pub found: Found,
}

/// What was found about a problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Found {
    /// What the judge proved; never [`Judgement::Open`].
    Judged(Judgement),
    /// What another solver made of it.
    Tried(Attempt),
}

/// What a journal holds, by FEN.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FoundBefore {
    /// What the judge proved.
    pub judgements: HashMap<String, Judgement>,
    /// What other solvers made of the problems.
    pub attempts: HashMap<String, Vec<Attempt>>,
}

impl FoundBefore {
    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.judgements.is_empty() && self.attempts.is_empty()
    }

    /// Whether something was found about the problem with this FEN.
    pub fn has(&self, fen: &str) -> bool {
        self.judgements.contains_key(fen) || self.attempts.contains_key(fen)
    }

    fn add(&mut self, Finished { fen, found }: Finished) {
        match found {
            Found::Judged(judgement) => {
                self.judgements.insert(fen, judgement);
            }
            Found::Tried(attempt) => self.attempts.entry(fen).or_default().push(attempt),
        }
    }
}

impl Entry for Finished {
    const LEDGER: &'static str = "journal of a set";
    const BEGINS: &'static [&'static str] = &["{\"fen\":\""];
}

/// Returns the path of the journal for a set's file: its name followed by `.journal`.
pub fn journal_of(set: &Path) -> PathBuf {
    beside(set, ".journal")
}

/// Opens or creates a journal, and returns it with its contents.
///
/// # Errors
/// Those of [`Ledger::of_entries`].
pub fn open_journal(path: &Path) -> Result<(Ledger<Finished>, FoundBefore), LedgerError> {
    let mut found = FoundBefore::default();
    let journal = Ledger::of_entries(path, |finished| {
        found.add(finished);
        Ok(())
    })?;
    Ok((journal, found))
}

/// Fills in what the journal at `path` holds. A set that was judged later knows more, which stays;
/// bounds from both apply together.
///
/// # Errors
/// The journal contradicts the set.
pub fn adopt_journal(
    set: &mut ProblemSet,
    found: &FoundBefore,
    path: &Path,
) -> Result<(), Contradicted> {
    for problem in &mut set.problems {
        let fen = problem.position.to_fen();
        if let Some(attempts) = found.attempts.get(&fen) {
            add_attempts(&mut problem.attempts, attempts.iter().cloned());
        }
        let Some(found) = found.judgements.get(&fen) else { continue };
        let known = &problem.judgement;
        let file = || path.display().to_string();
        let mut judgement = united(known, found)
            .ok_or_else(|| contradiction(&problem.id, &file(), found, known))?;
        // The limit of the run that continues.
        if let (Judgement::Bounded { spent, .. }, Judgement::Bounded { spent: last, .. }) =
            (&mut judgement, found)
        {
            spent.clone_from(last);
        }
        problem.judgement = judgement;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problems::Problem;

    #[test]
    fn a_journal_left_behind_takes_nothing_from_a_set_solved_since() {
        let solved = |score: &str| Judgement::Solved {
            score: score.parse().unwrap(),
            legal_moves: 4,
            optimal: vec!["a1-b1/c1".parse().unwrap()],
        };
        let bounded = |at_least: &str, at_most: &str, spent: &str| Judgement::Bounded {
            at_least: at_least.parse().unwrap(),
            at_most: at_most.parse().unwrap(),
            spent: spent.into(),
        };
        let adopted = |known: Judgement, found: Judgement| {
            let position = "Q2q w".parse().unwrap();
            let problem = Problem { judgement: known, ..Problem::new(position, None) };
            let mut set = ProblemSet { problems: vec![problem], ..ProblemSet::default() };
            let judgements = HashMap::from([("Q2q w".to_owned(), found)]);
            let found = FoundBefore { judgements, ..FoundBefore::default() };
            adopt_journal(&mut set, &found, Path::new("set.xml.journal"))
                .map(|()| set.problems.swap_remove(0).judgement)
                .map_err(|error| error.to_string())
        };
        let old = bounded("B+1", "W+2", "60s");
        assert_eq!(adopted(solved("W+1"), old.clone()), Ok(solved("W+1")));
        assert_eq!(adopted(old.clone(), solved("W+1")), Ok(solved("W+1")));
        let new = bounded("B+2", "W+1", "1h");
        assert_eq!(adopted(new, old), Ok(bounded("B+1", "W+1", "60s")));
        let error = adopted(solved("W+1"), solved("W+2")).unwrap_err();
        assert!(
            error.contains("in set.xml.journal: found W+2") && error.contains("W+1"),
            "{error}"
        );
    }

    #[test]
    fn a_torn_line_is_cut_and_a_foreign_one_refused() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("set.xml.journal");
        let solved = Judgement::Solved {
            score: "W+3".parse().unwrap(),
            legal_moves: 7,
            optimal: vec!["a1-b1/c1".parse().unwrap()],
        };
        let bounded = Judgement::Bounded {
            at_least: "B+3".parse().unwrap(),
            at_most: "W+1".parse().unwrap(),
            spent: "60s".into(),
        };
        let finished = |fen: &str, judgement: &Judgement| Finished {
            fen: fen.to_owned(),
            found: Found::Judged(judgement.clone()),
        };
        let attempt = Attempt {
            by: "dfpn".into(),
            limit: "50 nodes each iteration".into(),
            nodes: 70,
            iteration: Some(40),
            solved: true,
        };
        let tried = Finished { fen: "Q2q b".into(), found: Found::Tried(attempt.clone()) };
        let (mut journal, found) = open_journal(&path).unwrap();
        assert!(found.is_empty());
        journal.append(&finished("Q2q w", &solved)).unwrap();
        journal.append(&finished("Q2q b", &bounded)).unwrap();
        journal.append(&tried).unwrap();
        drop(journal);
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, text + "{\"fen\": \"Q").unwrap();
        let (mut journal, found) = open_journal(&path).unwrap();
        let judged = &found.judgements;
        assert_eq!((judged.len(), &judged["Q2q w"], &judged["Q2q b"]), (2, &solved, &bounded));
        assert_eq!(found.attempts, HashMap::from([("Q2q b".to_owned(), vec![attempt])]));
        journal.append(&finished("Q3q b", &bounded)).unwrap();
        drop(journal);
        assert_eq!(open_journal(&path).unwrap().1.judgements.len(), 3);
        // A changed score is rejected.
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, text.replacen("W+3", "W+4", 1)).unwrap();
        let error = open_journal(&path).unwrap_err().to_string();
        assert!(error.contains("line 1: damaged"), "{error}");
        std::fs::write(&path, "<xml>\n").unwrap();
        let error = open_journal(&path).unwrap_err().to_string();
        assert!(error.contains("line 1"), "{error}");
    }
}
