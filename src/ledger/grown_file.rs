//! Output files that may only extend what is already there.

use crate::util::atomic_file::holds_something;
use crate::util::compression::OutputFile;
use crate::util::input_file;
use crate::util::opaque_debug;
use std::io::{self, Read, Write};
use std::path::Path;

/// An output file, compressed if its name says so, that loses nothing: what was there before must be
/// the beginning of what is written.
pub struct GrownFile {
    file: OutputFile,
    /// What is left of the old contents.
    old: Box<dyn Read + Send>,
}

opaque_debug!([] GrownFile, "GrownFile");

impl GrownFile {
    /// Starts a file for `path`; `-` is standard output.
    ///
    /// # Errors
    /// Those of [`OutputFile::create`], or what is there cannot be read.
    pub fn create(path: &Path) -> io::Result<Self> {
        let old: Box<dyn Read + Send> =
            if holds_something(path) { input_file::open(path)? } else { Box::new(io::empty()) };
        Ok(Self { file: OutputFile::create(path)?, old })
    }

    /// Moves the file to its place.
    ///
    /// # Errors
    /// The old file has more, or as for [`OutputFile::commit`].
    pub fn commit(mut self) -> io::Result<()> {
        if self.old.read(&mut [0])? > 0 {
            return Err(other_contents());
        }
        // Some systems do not replace a file that is open.
        drop(self.old);
        self.file.commit()
    }
}

fn other_contents() -> io::Error {
    let problem = "there is a file with other contents, which would be lost; choose another output";
    io::Error::new(io::ErrorKind::AlreadyExists, problem)
}

impl Write for GrownFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        let mut old = Vec::with_capacity(written);
        self.old.by_ref().take(written as u64).read_to_end(&mut old)?;
        if bytes.starts_with(&old) { Ok(written) } else { Err(other_contents()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn only_the_beginning_of_a_file_is_written_over() {
        let directory = tempfile::tempdir().unwrap();
        for name in ["a.txt", "a.txt.gz"] {
            let path = directory.path().join(name);
            let write = |text: &str| {
                let mut file = GrownFile::create(&path)?;
                for piece in text.as_bytes().chunks(3) {
                    file.write_all(piece)?;
                }
                file.commit()
            };
            for text in ["one\ntwo\n", "one\ntwo\n", "one\ntwo\nthree\n"] {
                write(text).unwrap();
            }
            let before = fs::read(&path).unwrap();
            for text in ["", "one\ntwo\n", "one\ntwo\nfour!\n", "one\ntwo\nfour and more\n"] {
                let error = write(text).unwrap_err();
                assert_eq!(error.kind(), io::ErrorKind::AlreadyExists, "{text}");
                assert_eq!(fs::read(&path).unwrap(), before);
            }
        }
        assert_eq!(fs::read_dir(&directory).unwrap().count(), 2);
    }
}
