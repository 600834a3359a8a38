//! Files to which one process appends whole lines, and which survive a kill at any time.

use crate::util::atomic_file::append_alone;
use std::fs::File;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};

/// A file open for appending, for this process alone.
///
/// A kill leaves whole lines and perhaps the beginning of another. Whoever opens the file again
/// reads the whole ones and cuts off the rest.
#[derive(Debug)]
pub struct AppendLog {
    path: PathBuf,
    file: File,
}

impl AppendLog {
    /// Opens or creates the file.
    ///
    /// # Errors
    /// The file cannot be opened, or another process has it open in this way.
    pub fn open(path: &Path) -> io::Result<Self> {
        Ok(Self { path: path.to_owned(), file: append_alone(path)? })
    }

    /// Returns the path by which it was opened.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the same file, which has since been moved to `path`.
    pub fn moved_to(self, path: PathBuf) -> Self {
        Self { path, ..self }
    }

    /// Returns whether it is a file that can be read again: not a device or a FIFO.
    ///
    /// # Errors
    /// The system does not say.
    pub fn is_regular(&self) -> io::Result<bool> {
        Ok(self.file.metadata()?.is_file())
    }

    /// Cuts off everything but the first `length` bytes.
    ///
    /// # Errors
    /// The file cannot be changed.
    pub fn cut(&self, length: u64) -> io::Result<()> {
        self.file.set_len(length)
    }

    /// Appends a text in a single write, which a kill of this process does not undo. If it cannot
    /// be written whole, nothing of it stays: half a line would spoil the next one.
    ///
    /// # Errors
    /// Writing failed.
    pub fn append(&mut self, text: &[u8]) -> io::Result<()> {
        let end = self.file.metadata()?.len();
        self.file.write_all(text).inspect_err(|_| {
            // Without locks, another process may have appended to the file too.
            let partly = end + 1..end + text.len() as u64;
            if self.file.metadata().is_ok_and(|data| partly.contains(&data.len())) {
                let _ = self.file.set_len(end);
            }
        })
    }

    /// Appends a text and waits until it is on the disk, where a crash of the system does not undo
    /// it either.
    ///
    /// # Errors
    /// Writing failed.
    pub fn append_durably(&mut self, text: &[u8]) -> io::Result<()> {
        self.append(text)?;
        self.file.sync_data()
    }
}

/// The whole lines of an input, of which one is in memory at a time.
#[derive(Debug)]
pub(super) struct WholeLines<R> {
    input: R,
    /// The last line read; at the end, what was torn off.
    line: Vec<u8>,
    number: usize,
    length: u64,
}

impl<R: BufRead> WholeLines<R> {
    /// Reads the lines of `input`.
    pub(super) fn of(input: R) -> Self {
        Self { input, line: Vec::new(), number: 0, length: 0 }
    }

    /// Reads the next line, without its end. `None` at the end of the input, or before a line that
    /// was torn off.
    ///
    /// # Errors
    /// The input cannot be read.
    pub(super) fn next_line(&mut self) -> io::Result<Option<&[u8]>> {
        self.line.clear();
        self.input.read_until(b'\n', &mut self.line)?;
        if !self.line.ends_with(b"\n") {
            return Ok(None);
        }
        self.number += 1;
        self.length += self.line.len() as u64;
        Ok(Some(self.line.trim_ascii_end()))
    }

    /// Returns the number of the last whole line, from 1.
    pub(super) fn number(&self) -> usize {
        self.number
    }

    /// Returns the number of bytes in the lines that were read.
    pub(super) fn length(&self) -> u64 {
        self.length
    }

    /// Returns what follows the last whole line, after all of them were read.
    pub(super) fn torn(&self) -> &[u8] {
        &self.line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_lines_stay_and_a_torn_one_is_cut() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("log");
        std::fs::write(&path, "one\r\n\ntwo\nthr").unwrap();
        let mut log = AppendLog::open(&path).unwrap();
        let text = std::fs::read(&path).unwrap();
        let mut lines = WholeLines::of(text.as_slice());
        let mut read = Vec::new();
        while let Some(line) = lines.next_line().unwrap() {
            read.push(line.to_vec());
        }
        assert_eq!(read, [b"one".to_vec(), Vec::new(), b"two".to_vec()]);
        assert_eq!((lines.number(), lines.length(), lines.torn()), (3, 10, &b"thr"[..]));
        log.cut(lines.length()).unwrap();
        log.append(b"three\n").unwrap();
        log.append_durably(b"four\n").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"one\r\n\ntwo\nthree\nfour\n");
        let error = AppendLog::open(&path).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::ResourceBusy);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn nothing_stays_of_a_line_that_does_not_fit_on_the_disk() {
        let mut log = AppendLog::open(Path::new("/dev/full")).unwrap();
        assert!(!log.is_regular().unwrap());
        assert_eq!(log.append(b"x\n").unwrap_err().kind(), io::ErrorKind::StorageFull);
    }
}
