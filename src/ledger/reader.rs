//! The lines of a ledger, read in order, of which one is in memory at a time.

use super::entry::{Entry, Header};
use super::error::{LedgerError, MergeError};
use super::lines::WholeLines;
use super::seal::unseal;
use serde::de::DeserializeOwned;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

/// Reads a ledger: its header, if it has one, then its entries. What a kill tore off at the end is
/// left out.
#[derive(Debug)]
pub struct Reader<E, R = BufReader<File>> {
    path: PathBuf,
    lines: WholeLines<R>,
    entry: PhantomData<fn() -> E>,
}

impl<E: Entry> Reader<E> {
    /// Opens a ledger, which others may append to.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn open(path: &Path) -> Result<Self, LedgerError> {
        let file = File::open(path).map_err(LedgerError::io(path))?;
        Ok(Self::of(BufReader::new(file), path))
    }

    /// Returns whether a file begins like a ledger with such entries.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn is_at(path: &Path) -> Result<bool, LedgerError> {
        let begin = || BufReader::new(File::open(path)?).fill_buf().map(<[u8]>::to_vec);
        let start = begin().map_err(LedgerError::io(path))?;
        Ok(E::BEGINS.iter().any(|begin| start.starts_with(begin.as_bytes())))
    }
}

impl<E: Entry, R: BufRead> Reader<E, R> {
    /// Reads a ledger from `input`, which messages call `path`.
    pub fn of(input: R, path: &Path) -> Self {
        Self { path: path.to_owned(), lines: WholeLines::of(input), entry: PhantomData }
    }

    /// Reads the first line; `None` if there is none, or only a torn one.
    ///
    /// # Errors
    /// The file cannot be read, or is not a ledger of this version.
    pub fn header<H: Header>(&mut self) -> Result<Option<H>, LedgerError> {
        let Some(line) = self.next_line()? else {
            return self.refuse_foreign().map(|()| None);
        };
        // The version first: the other keys may have changed with it.
        let (key, expected) = H::VERSION;
        let value: serde_json::Value = self.parsed(&line)?;
        match value[key].as_u64() {
            Some(version) if version == expected => self.parsed(&line).map(Some),
            Some(version) => Err(self.wrong(format!("{key} {version}; expected {expected}"))),
            None => {
                Err(self.wrong(format!("not the header of a {}; expected a '{key}'", E::LEDGER)))
            }
        }
    }

    /// Reads the next whole line without its seal.
    fn next_line(&mut self) -> Result<Option<Vec<u8>>, LedgerError> {
        match self.lines.next_line().map(|line| line.map(unseal)) {
            Ok(Some(Ok(object))) => Ok(Some(object)),
            Ok(Some(Err(problem))) => Err(self.wrong(problem.to_owned())),
            Ok(None) => Ok(None),
            Err(source) => Err(LedgerError::Io { path: self.path.clone(), source }),
        }
    }

    fn parsed<T: DeserializeOwned>(&self, object: &[u8]) -> Result<T, LedgerError> {
        serde_json::from_slice(object).map_err(|error| self.wrong(error.to_string()))
    }

    /// Returns the error of the last line read.
    pub fn wrong(&self, reason: String) -> LedgerError {
        // In an empty file the first line is the wrong one.
        LedgerError::Line { path: self.path.clone(), line: self.line().max(1), reason }
    }

    /// Returns the entries as those of a part to be merged, which must not be torn.
    pub fn of_part(mut self) -> impl Iterator<Item = Result<E, MergeError>> {
        std::iter::from_fn(move || match self.next() {
            None if !self.lines.torn().is_empty() => {
                let (path, line) = (self.path.clone(), self.line() + 1);
                let reason = "cut off; run the command that made it to continue".to_owned();
                Some(Err(LedgerError::Line { path, line, reason }.into()))
            }
            entry => entry.map(|entry| entry.map_err(MergeError::from)),
        })
    }

    /// Returns the number of the last line read, from 1.
    pub fn line(&self) -> usize {
        self.lines.number()
    }

    /// Returns the number of bytes in the lines that were read.
    pub fn length(&self) -> u64 {
        self.lines.length()
    }

    /// Refuses a file without whole lines unless it is the beginning of such a ledger: only then
    /// may it be cut off.
    ///
    /// # Errors
    /// It is the file of somebody else.
    pub(super) fn refuse_foreign(&self) -> Result<(), LedgerError> {
        if self.length() > 0
            || E::BEGINS.iter().any(|begin| alike(begin.as_bytes(), self.lines.torn()))
        {
            return Ok(());
        }
        Err(LedgerError::Foreign { path: self.path.clone(), ledger: E::LEDGER })
    }
}

impl<E: Entry, R: BufRead> Iterator for Reader<E, R> {
    type Item = Result<E, LedgerError>;

    fn next(&mut self) -> Option<Self::Item> {
        let object = self.next_line().transpose()?;
        Some(object.and_then(|object| self.parsed(&object)))
    }
}

/// Returns whether one text is the beginning of the other.
fn alike(one: &[u8], other: &[u8]) -> bool {
    one.starts_with(other) || other.starts_with(one)
}
