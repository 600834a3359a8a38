//! A file of finished work, which the same command continues.

use super::entry::{Entry, Header};
use super::error::LedgerError;
use super::lines::AppendLog;
use super::reader::Reader;
use super::seal::seal;
use crate::util::atomic_file::AtomicFile;
use serde::Serialize;
use std::io::{self, Write};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

/// A ledger open for appending, for this process alone.
#[derive(Debug)]
pub struct Ledger<E> {
    log: AppendLog,
    /// Bytes of its lines.
    length: u64,
    entry: PhantomData<fn(E)>,
}

impl<E: Entry> Ledger<E> {
    /// Opens or creates a ledger with a header. `take` is given each entry that it has, and says
    /// what is wrong with one that does not belong there.
    ///
    /// What a kill tore off is cut off. A ledger of other work that has no entry has nothing to
    /// lose and becomes this one.
    ///
    /// # Errors
    /// The file cannot be read or written, another run has it open, a line is wrong, or it belongs
    /// to other work.
    pub fn continued<H: Header>(
        path: &Path,
        header: &H,
        take: impl FnMut(E) -> Result<(), String>,
    ) -> Result<Self, LedgerError> {
        let io_error = LedgerError::io(path);
        let log = AppendLog::open(path).map_err(&io_error)?;
        let mut reader = Reader::open(path)?;
        if let Some(found) = reader.header::<H>()? {
            match header.check_same(&found, path, E::LEDGER) {
                Ok(()) => return Self::resumed(log, reader, take),
                Err(other) if Reader::<E>::next(&mut reader).is_some() => return Err(other),
                Err(_) => {}
            }
        }
        log.cut(0).map_err(io_error)?;
        let mut ledger = Self { log, length: 0, entry: PhantomData };
        ledger.add(line(header), AppendLog::append)?;
        Ok(ledger)
    }

    /// Opens or creates a ledger whose entries stand alone, as [`continued`](Self::continued) does.
    ///
    /// # Errors
    /// Those of [`continued`](Self::continued).
    pub fn of_entries(
        path: &Path,
        take: impl FnMut(E) -> Result<(), String>,
    ) -> Result<Self, LedgerError> {
        let io_error = LedgerError::io(path);
        let log = AppendLog::open(path).map_err(&io_error)?;
        if !log.is_regular().map_err(io_error)? {
            return Ok(Self { log, length: 0, entry: PhantomData });
        }
        Self::resumed(log, Reader::open(path)?, take)
    }

    fn resumed(
        log: AppendLog,
        mut reader: Reader<E>,
        mut take: impl FnMut(E) -> Result<(), String>,
    ) -> Result<Self, LedgerError> {
        while let Some(entry) = reader.next() {
            take(entry?).map_err(|reason| reader.wrong(reason))?;
        }
        reader.refuse_foreign()?;
        let length = reader.length();
        log.cut(length).map_err(LedgerError::io(log.path()))?;
        Ok(Self { log, length, entry: PhantomData })
    }

    /// Writes a ledger that appears as a whole, in the place of one that may be there.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write<'a, H: Header>(
        path: &Path,
        header: &H,
        entries: impl IntoIterator<Item = &'a E>,
    ) -> Result<(), LedgerError>
    where
        E: 'a,
    {
        let write = || {
            let mut file = AtomicFile::create(path)?;
            file.write_all(line(header).as_bytes())?;
            for entry in entries {
                file.write_all(line(entry).as_bytes())?;
            }
            file.commit()
        };
        write().map_err(LedgerError::io(path))
    }

    /// Returns the path by which it was opened.
    pub fn path(&self) -> &Path {
        self.log.path()
    }

    /// Returns the number of bytes in its lines.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Returns the same ledger, which has since been moved to `path`.
    pub(crate) fn moved_to(self, path: PathBuf) -> Self {
        Self { log: self.log.moved_to(path), ..self }
    }

    /// Appends an entry. A kill of this process does not undo it.
    ///
    /// # Errors
    /// Writing failed; nothing of the entry stays.
    pub fn append(&mut self, entry: &E) -> Result<(), LedgerError> {
        self.add(line(entry), AppendLog::append)
    }

    /// Appends an entry and waits until it is on the disk, where a crash of the system does not
    /// undo it either.
    ///
    /// # Errors
    /// Those of [`append`](Self::append).
    pub fn append_durably(&mut self, entry: &E) -> Result<(), LedgerError> {
        self.add(line(entry), AppendLog::append_durably)
    }

    /// Appends entries that are JSON already, in a single write.
    ///
    /// # Errors
    /// Those of [`append`](Self::append).
    pub fn append_json(
        &mut self,
        entries: impl Iterator<Item = String>,
    ) -> Result<(), LedgerError> {
        let lines = entries.fold(String::new(), |lines, json| lines + &seal(&json) + "\n");
        self.add(lines, AppendLog::append)
    }

    /// Removes the file, once its entries are elsewhere.
    ///
    /// # Errors
    /// The file cannot be removed.
    pub fn remove(self) -> Result<(), LedgerError> {
        std::fs::remove_file(self.path()).map_err(LedgerError::io(self.path()))
    }

    fn add(
        &mut self,
        line: String,
        append: fn(&mut AppendLog, &[u8]) -> io::Result<()>,
    ) -> Result<(), LedgerError> {
        append(&mut self.log, line.as_bytes()).map_err(LedgerError::io(self.path()))?;
        self.length += line.len() as u64;
        Ok(())
    }
}

/// Returns the line of a header or an entry, with its seal and its end.
pub fn line(value: &impl Serialize) -> String {
    seal(&serde_json::to_string(value).expect("headers and entries are plain data")) + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::{Fact, PartOf};
    use serde::Deserialize;
    use std::fs;

    #[derive(Serialize, Deserialize)]
    struct Counting {
        version: u64,
        step: u64,
    }

    impl Header for Counting {
        const VERSION: (&'static str, u64) = ("version", 2);

        fn facts(&self) -> Vec<Fact> {
            vec![Fact::new("step", self.step)]
        }

        fn part(&self) -> Option<PartOf> {
            None
        }
    }

    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    struct Count {
        number: u64,
    }

    impl Entry for Count {
        const LEDGER: &'static str = "count";
        const BEGINS: &'static [&'static str] = &["{\"version\":2,\"step\":", "{\"number\":"];
    }

    /// Continues a count up to 9 and returns the numbers that were there.
    fn count(path: &Path, step: u64) -> Result<Vec<u64>, String> {
        let mut found = Vec::new();
        let ledger = Ledger::continued(path, &Counting { version: 2, step }, |count: Count| {
            found.push(count.number);
            if count.number.is_multiple_of(step) { Ok(()) } else { Err("not a step".to_owned()) }
        });
        let mut ledger = ledger.map_err(|error| error.to_string())?;
        for number in (0..10).step_by(step as usize).skip(found.len()) {
            ledger.append(&Count { number }).unwrap();
        }
        assert_eq!(ledger.length(), fs::metadata(path).unwrap().len());
        Ok(found)
    }

    #[test]
    fn wherever_a_ledger_was_cut_it_is_continued() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("count.jsonl");
        assert_eq!(count(&path, 3), Ok(vec![]));
        assert_eq!(count(&path, 3), Ok(vec![0, 3, 6, 9]));
        let whole = fs::read(&path).unwrap();
        for length in 0..whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            let found = count(&path, 3).unwrap();
            assert_eq!(found, [0, 3, 6, 9][..found.len()], "{length}");
            assert_eq!(fs::read(&path).unwrap(), whole, "{length}");
        }
    }

    #[test]
    fn what_belongs_to_others_is_refused_and_stays() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("count.jsonl");
        count(&path, 3).unwrap();
        let own = fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = own.lines().collect();
        let of = |lines: &[&str]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
        let newer = seal("{\"version\":3,\"pace\":3}");
        for (text, problem) in [
            ("my notes", "not a count; choose another output"),
            ("my notes\n", "line 1: no checksum"),
            (&own.replace("\"number\":3", "\"number\":2"), "line 3: damaged"),
            (&of(&[&newer]), "line 1: version 3; expected 2"),
            (&of(&lines[1..]), "line 1: not the header of a count; expected a 'version'"),
            (&of(&[lines[0], &seal("{\"number\":5}")]), "line 2: not a step"),
            (&of(&[lines[0], lines[0]]), "line 2: missing field `number`"),
        ] {
            fs::write(&path, text).unwrap();
            let error = count(&path, 3).unwrap_err();
            assert!(error.contains(problem), "{error}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        fs::write(&path, &own).unwrap();
        let error = count(&path, 2).unwrap_err();
        assert!(error.contains("belongs to another count: its step is 3, here 2"), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), own);
        // Without an entry there is nothing to lose.
        fs::write(&path, of(&lines[..1])).unwrap();
        assert_eq!(count(&path, 2), Ok(vec![]));
        assert_eq!(count(&path, 2), Ok(vec![0, 2, 4, 6, 8]));
    }

    #[test]
    fn entries_stand_alone_without_a_header() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("counts.jsonl");
        for number in 0..3 {
            let mut found = 0;
            let ledger = Ledger::of_entries(&path, |_: Count| {
                found += 1;
                Ok(())
            });
            ledger.unwrap().append_durably(&Count { number }).unwrap();
            assert_eq!(found, number);
        }
        assert!(Reader::<Count>::is_at(&path).unwrap());
    }
}
