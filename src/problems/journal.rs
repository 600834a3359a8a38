//! The journal of a judging run: what is finished, one JSON line each with its checksum, safe
//! against a kill at any moment. It stays beside the set until its lines are in the set itself.

use super::merge::{MergeError, contradiction, united};
use super::problem::Judgement;
use super::set::ProblemSet;
use crate::board::Move;
use crate::score::Score;
use crate::util::append_log::{AppendLog, whole_length, whole_lines};
use crate::util::atomic_file::beside;
use crate::util::sealed_line::{seal, unseal};
use hashbrown::HashMap;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};

/// One finished problem.
#[derive(Debug, Serialize, Deserialize)]
struct Line {
    /// The problem's position: an id names a whole class of positions, but moves belong to one.
    fen: String,
    #[serde(flatten)]
    judgement: LineJudgement,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(untagged)]
enum LineJudgement {
    Solved { score: Score, legal_moves: u64, optimal: Vec<Move> },
    Bounded { at_least: Score, at_most: Score, spent: String },
}

/// An open journal.
#[derive(Debug)]
pub struct Journal(AppendLog);

/// Why a journal cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JournalError {
    /// Reading or writing failed.
    #[error("journal {}: {source}", path.display())]
    Io {
        /// The journal.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// A line is not one that a judging run writes.
    #[error("journal {}, line {line}: {reason}; remove the journal to start over", path.display())]
    Line {
        /// The journal.
        path: PathBuf,
        /// The line number, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
}

impl Journal {
    /// Returns the path of the journal for a set's file: its name followed by `.journal`.
    pub fn path_of(set: &Path) -> PathBuf {
        beside(set, ".journal")
    }

    /// Returns the path of the journal.
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Opens or creates a journal, and returns it with its contents by FEN. A last line without its
    /// end, torn by a kill, is cut off.
    ///
    /// # Errors
    /// The file cannot be read or written, is in use by another run, or has a complete line that is
    /// wrong.
    pub fn open(path: PathBuf) -> Result<(Self, HashMap<String, Judgement>), JournalError> {
        let io = |source| JournalError::Io { path: path.clone(), source };
        let log = AppendLog::open(&path).map_err(io)?;
        let text = std::fs::read(&path).map_err(io)?;
        let found = Self::read(&text, &path)?;
        log.cut(whole_length(&text) as u64).map_err(io)?;
        Ok((Self(log), found))
    }

    /// Returns what the bytes of the journal at `path` hold by FEN.
    ///
    /// # Errors
    /// A complete line is wrong.
    #[doc(hidden)]
    pub fn read(text: &[u8], path: &Path) -> Result<HashMap<String, Judgement>, JournalError> {
        let mut found = HashMap::new();
        for (number, line) in whole_lines(text) {
            let wrong = |reason| JournalError::Line { path: path.to_owned(), line: number, reason };
            let line = unseal(line).map_err(|error| wrong(error.to_string()))?;
            let line: Line =
                serde_json::from_slice(&line).map_err(|error| wrong(error.to_string()))?;
            found.insert(line.fen, line.judgement.into());
        }
        Ok(found)
    }

    /// Returns a finished problem as a line; `None` if it is not finished.
    #[doc(hidden)]
    pub fn line(fen: String, judgement: &Judgement) -> io::Result<Option<String>> {
        let Some(judgement) = LineJudgement::of(judgement) else { return Ok(None) };
        Ok(Some(seal(&serde_json::to_string(&Line { fen, judgement })?) + "\n"))
    }

    /// Appends one finished problem.
    ///
    /// # Errors
    /// Writing failed.
    pub fn append(&mut self, fen: String, judgement: &Judgement) -> Result<(), JournalError> {
        let line = Self::line(fen, judgement);
        line.and_then(|line| self.0.append(line.unwrap_or_default()))
            .map_err(|source| JournalError::Io { path: self.path().to_owned(), source })
    }

    /// Removes the journal, once the set holds all its lines.
    ///
    /// # Errors
    /// The file cannot be removed.
    pub fn remove(self) -> Result<(), JournalError> {
        let path = self.path().to_owned();
        std::fs::remove_file(&path).map_err(|source| JournalError::Io { path, source })
    }
}

/// Fills in what the journal at `path` holds. A set that was judged later knows more, which stays;
/// bounds from both apply together.
///
/// # Errors
/// The journal contradicts the set.
pub fn adopt_journal(
    set: &mut ProblemSet,
    found: &HashMap<String, Judgement>,
    path: &Path,
) -> Result<(), MergeError> {
    for problem in &mut set.problems {
        let Some(found) = found.get(&problem.position.to_fen()) else { continue };
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

impl LineJudgement {
    fn of(judgement: &Judgement) -> Option<Self> {
        Some(match judgement.clone() {
            Judgement::Open => return None,
            Judgement::Bounded { at_least, at_most, spent } => {
                Self::Bounded { at_least, at_most, spent }
            }
            Judgement::Solved { score, legal_moves, optimal } => {
                Self::Solved { score, legal_moves, optimal }
            }
        })
    }
}

impl From<LineJudgement> for Judgement {
    fn from(line: LineJudgement) -> Self {
        match line {
            LineJudgement::Bounded { at_least, at_most, spent } => {
                Self::Bounded { at_least, at_most, spent }
            }
            LineJudgement::Solved { score, legal_moves, optimal } => {
                Self::Solved { score, legal_moves, optimal }
            }
        }
    }
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
            let found = HashMap::from([("Q2q w".to_owned(), found)]);
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
        assert!(error.contains("in set.xml.journal: W+2") && error.contains("W+1"), "{error}");
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
        let (mut journal, found) = Journal::open(path.clone()).unwrap();
        assert!(found.is_empty());
        journal.append("Q2q w".into(), &solved).unwrap();
        journal.append("Q2q b".into(), &bounded).unwrap();
        drop(journal);
        AppendLog::open(&path).unwrap().append("{\"fen\": \"Q").unwrap();
        let (mut journal, found) = Journal::open(path.clone()).unwrap();
        assert_eq!((found.len(), &found["Q2q w"], &found["Q2q b"]), (2, &solved, &bounded));
        journal.append("Q3q b".into(), &bounded).unwrap();
        drop(journal);
        assert_eq!(Journal::open(path.clone()).unwrap().1.len(), 3);
        // A changed score is rejected; a line of an older version has no checksum and
        // is read.
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, text.replacen("W+3", "W+4", 1)).unwrap();
        let error = Journal::open(path.clone()).unwrap_err().to_string();
        assert!(error.contains("line 1: damaged"), "{error}");
        let old: String =
            text.lines().map(|line| format!("{}}}\n", &line[..line.len() - 27])).collect();
        assert!(!old.contains("xxh3"), "{old}");
        std::fs::write(&path, old).unwrap();
        assert_eq!(Journal::open(path.clone()).unwrap().1["Q2q w"], solved);
        std::fs::write(&path, "<xml>\n").unwrap();
        let error = Journal::open(path).unwrap_err().to_string();
        assert!(error.contains("line 1"), "{error}");
    }
}
