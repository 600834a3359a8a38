//! The bytes of a table file, mapped or in memory.

use crate::tables::error::TableError;
use crate::util::input_file;
use memmap2::Mmap;
use std::io;
use std::ops::Deref;
use std::path::Path;

/// The bytes of a table file.
#[derive(Debug)]
pub enum Bytes {
    /// A mapped file.
    Mapped(Mmap),
    /// A table that was never a file, for tests.
    Owned(Vec<u8>),
    /// A table that is part of the program.
    Static(&'static [u8]),
}

impl Bytes {
    /// Maps a file.
    ///
    /// # Errors
    /// It cannot be opened or mapped.
    pub fn map(path: &Path) -> Result<Self, TableError> {
        let file = input_file::opened(path).map_err(|error| {
            let expected = match error.kind() {
                io::ErrorKind::IsADirectory => {
                    io::Error::new(error.kind(), "is a directory; expected a table (.amt)")
                }
                _ => error,
            };
            TableError::io(path)(expected)
        })?;
        let metadata = file.metadata().map_err(TableError::io(path))?;
        if metadata.len() == 0 {
            return Ok(Self::Owned(Vec::new()));
        }
        // SAFETY: the bytes must not change while they are mapped. Table files are immutable: this
        // program writes them under another name and renames them into place, so a mapped file is
        // never written to, and a replaced file lives on until it is unmapped. Writing into a table
        // file by other means breaks this; the consequence is a wrong checksum or, if the file is
        // cut short, the signal SIGBUS. Only `u8` are read.
        #[allow(unsafe_code, reason = "the one place that maps files")]
        let map = unsafe { Mmap::map(&file) };
        map.map(Self::Mapped).map_err(TableError::io(path))
    }
}

impl Deref for Bytes {
    type Target = [u8];
    #[inline(always)]
    fn deref(&self) -> &[u8] {
        match self {
            Self::Mapped(map) => map,
            Self::Owned(bytes) => bytes,
            Self::Static(bytes) => bytes,
        }
    }
}
