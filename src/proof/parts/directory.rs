//! The directory of a long search, and the claim it belongs to.

use super::state::{PartState, State};
use crate::board::Position;
use crate::proof::claim::Claim;
use crate::proof::error::ProofError;
use crate::proof::file::{ProofFile, bytes_of};
use crate::proof::leaf_rule::LeafRule;
use crate::score::Score;
use crate::util::atomic_file::{self, append_alone, remove_if_there};
use crate::util::directory;
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// How a claim is divided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Division {
    /// What is to be proved.
    pub claim: Claim,
    /// Where proofs may stop.
    pub rule: LeafRule,
    /// Plies from the claim's position to the parts.
    pub plies: u32,
}

/// A [`Division`] as a file.
#[derive(Debug, Serialize, Deserialize)]
struct ClaimFile {
    format: String,
    version: u32,
    fen: String,
    score: String,
    rule: String,
    split: u32,
}

const FORMAT: &str = "amazons search for a proof";
const VERSION: u32 = 1;

/// The directory of a long search.
#[derive(Clone, Debug)]
pub struct Directory {
    path: PathBuf,
    /// The claim and its division.
    pub division: Division,
}

impl Directory {
    /// Returns whether a path looks like such a directory.
    pub fn is_one(path: &Path) -> bool {
        path.join("claim.json").is_file()
    }

    /// Makes the directory of a claim, or opens it to continue.
    ///
    /// # Errors
    /// The directory belongs to another claim, holds something else, or cannot be written to.
    pub fn create(path: &Path, division: Division) -> Result<Self, ProofError> {
        if path.exists() && !path.is_dir() {
            return Err(ProofError::directory(path, "is not a directory; name another place"));
        }
        if Self::is_one(path) {
            let there = Self::open(path)?;
            if there.division != division {
                return Err(there.of_another_claim());
            }
            return Ok(there);
        }
        // A run that could not write the claim, as on a full disk, may have left the place for the
        // parts.
        let directory = Self { path: path.to_owned(), division };
        let parts = directory.parts();
        let holds = |directory: &Path, but: Option<&Path>| {
            let entries = fs::read_dir(directory).into_iter().flatten().flatten();
            entries.map(|entry| entry.path()).any(|entry| Some(entry.as_path()) != but)
        };
        if holds(path, Some(&parts)) || holds(&parts, None) {
            let problem = "holds other files but no search; name an empty or new directory";
            return Err(ProofError::directory(path, problem));
        }
        directory::make(&parts).map_err(ProofError::io(&parts))?;
        let Division { claim, rule, plies } = &directory.division;
        let file = ClaimFile {
            format: FORMAT.into(),
            version: VERSION,
            fen: claim.position.to_fen(),
            score: Score { winner: claim.winner, by: claim.by }.to_string(),
            rule: rule.to_string(),
            split: *plies,
        };
        let text = serde_json::to_string_pretty(&file).expect("it is plain data") + "\n";
        write_whole(&path.join("claim.json"), text.as_bytes())?;
        Ok(directory)
    }

    /// Opens a directory made earlier.
    ///
    /// # Errors
    /// It is not such a directory, has a newer format, or cannot be read.
    pub fn open(path: &Path) -> Result<Self, ProofError> {
        let name = path.join("claim.json");
        if !name.is_file() {
            let problem = "holds no search for a proof (no claim.json); make one with 'amazons \
                           prove FEN --split PLIES -o DIR'";
            return Err(ProofError::directory(path, problem));
        }
        let text = fs::read_to_string(&name).map_err(ProofError::io(&name))?;
        let file: ClaimFile = serde_json::from_str(&text)
            .map_err(|error| ProofError::file(&name, format!("not readable: {error}")))?;
        if file.format != FORMAT || file.version != VERSION {
            let problem = format!(
                "found '{}' version {}; expected '{FORMAT}' version {VERSION}",
                file.format, file.version
            );
            return Err(ProofError::file(&name, problem));
        }
        let wrong = |error: &dyn std::fmt::Display| ProofError::file(&name, error.to_string());
        let position: Position = file.fen.parse().map_err(|error| wrong(&error))?;
        let score: Score = file.score.parse().map_err(|error| wrong(&error))?;
        let rule: LeafRule = file.rule.parse().map_err(|error| wrong(&error))?;
        let division = Division { claim: Claim::new(position, score), rule, plies: file.split };
        let directory = Self { path: path.to_owned(), division };
        let parts = directory.parts();
        directory::make(&parts).map_err(ProofError::io(&parts))?;
        Ok(directory)
    }

    /// The error of a directory that is used for a claim other than its own.
    pub(super) fn of_another_claim(&self) -> ProofError {
        let Division { claim, rule, plies } = &self.division;
        let fen = claim.position.to_fen();
        let problem = format!(
            "holds the search for another claim ({claim} in {fen}, leaf rule {rule}, split at \
             {plies} plies); name another directory, or continue that one with 'amazons prove {}'",
            self.path.display()
        );
        ProofError::directory(&self.path, problem)
    }

    /// Returns its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the files that it consists of.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn files(&self) -> Result<Vec<PathBuf>, ProofError> {
        let parts = self.parts();
        let mut files = vec![self.path.join("claim.json")];
        for entry in fs::read_dir(&parts).map_err(ProofError::io(&parts))? {
            files.push(entry.map_err(ProofError::io(&parts))?.path());
        }
        Ok(files)
    }

    fn parts(&self) -> PathBuf {
        self.path.join("parts")
    }

    /// Returns the path of a part's file.
    pub(super) fn file(&self, part: &Position, ending: &str) -> PathBuf {
        self.parts().join(format!("{:032x}.{ending}", name_of(part)))
    }

    /// Returns what is known about a part. Damaged files count as [`Directory::examine`] says.
    pub(super) fn load(&self, part: &Position) -> Result<Option<PartState>, ProofError> {
        Ok(self.examine(part)?.0)
    }

    /// Returns what is known about a part, and which of its files is damaged or missing. An
    /// unreadable state counts as none. A proof other than the one its state names counts as not
    /// yet made. The next search corrects both.
    pub(super) fn examine(
        &self,
        part: &Position,
    ) -> Result<(Option<PartState>, Option<ProofError>), ProofError> {
        let path = self.file(part, "json");
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok((None, None)),
            Err(error) => return Err(ProofError::io(&path)(error)),
        };
        let damaged = |problem| Ok((None, Some(ProofError::file(&path, problem))));
        let state: PartState = match serde_json::from_slice(&bytes) {
            Ok(state) => state,
            Err(error) => return damaged(format!("not readable: {error}")),
        };
        if state.fen != part.to_fen() {
            return damaged(format!("is about {}; expected {}", state.fen, part.to_fen()));
        }
        // Earlier versions divided parts whose loser has no move, though nothing below proves them.
        let stuck = part.side() != self.division.claim.winner && !part.can_move();
        if state.state == State::Divided && stuck {
            return Ok((Some(PartState { state: State::Open, ..state }), None));
        }
        if state.state != State::Proved {
            return Ok((Some(state), None));
        }
        match self.check_proof(part, &state) {
            Ok(()) => Ok((Some(state), None)),
            Err(ProofError::Io { path, source }) if source.kind() != io::ErrorKind::NotFound => {
                Err(ProofError::Io { path, source })
            }
            Err(error) => Ok((Some(state.without_proof()), Some(error))),
        }
    }

    /// Checks that the proof of a part is intact, proves the claim there, and is the one that its
    /// state names.
    fn check_proof(&self, part: &Position, state: &PartState) -> Result<(), ProofError> {
        let path = self.file(part, "proof");
        let bytes = bytes_of(&path)?;
        let ProofFile { claim, rule, count: moves, checksum, .. } = ProofFile::read(&path, &bytes)?;
        self.check_claim(&path, part, &claim, rule)?;
        let found = (moves, format!("{checksum:08x}"));
        let expected = (
            state.positions.unwrap_or(moves),
            state.checksum.clone().unwrap_or_else(|| found.1.clone()),
        );
        if found != expected {
            let problem = format!(
                "holds {} positions with checksum {}; expected {} with {}",
                found.0, found.1, expected.0, expected.1
            );
            return Err(ProofError::file(&path, problem));
        }
        Ok(())
    }

    /// Checks that a file proves the claim about a part.
    pub(super) fn check_claim(
        &self,
        path: &Path,
        part: &Position,
        claim: &Claim,
        rule: LeafRule,
    ) -> Result<(), ProofError> {
        let expected = self.division.claim.at(part.clone());
        if (claim, rule) == (&expected, self.division.rule) {
            return Ok(());
        }
        let told = |claim: &Claim, rule| format!("'{claim}' in {} by rule {rule}", claim.position);
        let (found, expected) = (told(claim, rule), told(&expected, self.division.rule));
        Err(ProofError::file(path, format!("proves {found}; expected {expected}")))
    }

    /// Stores what is known about a part. Unless it is open, its search and lock files are removed.
    pub(super) fn store(&self, part: &Position, state: &PartState) -> Result<(), ProofError> {
        let text = serde_json::to_string_pretty(state).expect("it is plain data") + "\n";
        write_whole(&self.file(part, "json"), text.as_bytes())?;
        if state.state != State::Open {
            for ending in ["search", "search.damaged", "lock"] {
                let path = self.file(part, ending);
                remove_if_there(&path).map_err(ProofError::io(&path))?;
            }
        }
        Ok(())
    }

    /// Locks a part for this worker until the file is closed; `None` if another worker has it.
    pub(super) fn lock(&self, part: &Position) -> Result<Option<File>, ProofError> {
        let path = self.file(part, "lock");
        match append_alone(&path) {
            Ok(file) => Ok(Some(file)),
            Err(error) if error.kind() == io::ErrorKind::ResourceBusy => Ok(None),
            Err(error) => Err(ProofError::io(&path)(error)),
        }
    }
}

/// The name of a part: a hash of its text, which the state repeats in full.
pub(super) fn name_of(part: &Position) -> u128 {
    xxhash_rust::xxh3::xxh3_128(part.to_fen().as_bytes())
}

/// Writes a file whole or not at all.
pub(super) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), ProofError> {
    atomic_file::write_whole(path, bytes).map_err(ProofError::io(path))
}
