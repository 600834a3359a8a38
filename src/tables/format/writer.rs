//! Writing table files; their layout is in [`container`](crate::tables::format::container).

use super::container::{
    ALIGNMENT, BLOCK, FORMAT_VERSION, HEADER, MAGIC, RULES_VERSION, SECTION, SectionName, TableKind,
};
use crate::tables::error::TableError;
use crate::util::atomic_file::AtomicFile;
use std::io::{self, Write};
use std::path::Path;
use xxhash_rust::xxh3::xxh3_64;

/// A writer of a table file. It takes the sections' bytes one after another and adds everything
/// else. The file appears under its name once it is complete.
pub(crate) struct TableWriter<W: Write> {
    out: W,
    /// The header, then the part of the section table that is known.
    header: Vec<u8>,
    sections: Vec<(SectionName, u64)>,
    table: Vec<u8>,
    sums: Vec<u8>,
    /// The section being written, and how much of it is written.
    current: usize,
    written: u64,
    offset: u64,
    block: Vec<u8>,
    block_sums: Vec<u8>,
}

impl TableWriter<AtomicFile> {
    /// Starts a file with sections of these lengths.
    pub fn create(
        path: &Path,
        kind: TableKind,
        numbers: [u64; 4],
        sections: &[(SectionName, u64)],
    ) -> Result<Self, TableError> {
        let error = TableError::io(path);
        let file = match AtomicFile::create(path) {
            Ok(file) => file,
            Err(source) => return Err(error(source)),
        };
        Self::new(file, kind, numbers, sections).map_err(error)
    }

    /// Completes the file and moves it to its place.
    pub fn commit(self) -> io::Result<()> {
        self.finish()?.commit()
    }

    /// Completes the file without moving it to its place yet.
    pub fn complete(self) -> io::Result<CompleteTable> {
        let (file, checksum) = self.finish_with_checksum()?;
        Ok(CompleteTable { file, checksum })
    }
}

/// A complete table that is not in its place yet.
#[derive(Debug)]
pub(crate) struct CompleteTable {
    file: AtomicFile,
    /// The checksum by which other tables name it; see
    /// [`Container::checksum`](super::container::Container::checksum).
    pub checksum: u64,
}

impl CompleteTable {
    /// Moves the file to its place.
    pub fn commit(self) -> io::Result<()> {
        self.file.commit()
    }
}

impl<W: Write> TableWriter<W> {
    pub fn new(
        mut out: W,
        kind: TableKind,
        numbers: [u64; 4],
        sections: &[(SectionName, u64)],
    ) -> io::Result<Self> {
        let data = sections
            .iter()
            .fold(HEADER as u64, |end, (_, length)| (end + length).next_multiple_of(ALIGNMENT));
        let blocks: u64 = sections.iter().map(|(_, length)| length.div_ceil(BLOCK as u64)).sum();
        let length = data + 8 * blocks + (SECTION * sections.len() + 8) as u64;
        let mut header = Vec::with_capacity(HEADER);
        header.extend(MAGIC);
        for number in [FORMAT_VERSION, RULES_VERSION, kind as u32, sections.len() as u32] {
            header.extend(number.to_le_bytes());
        }
        header.extend(length.to_le_bytes());
        for number in numbers {
            header.extend(number.to_le_bytes());
        }
        out.write_all(&header)?;
        let mut writer = Self {
            out,
            header,
            sections: sections.to_vec(),
            table: Vec::new(),
            sums: Vec::new(),
            current: 0,
            written: 0,
            offset: HEADER as u64,
            block: Vec::with_capacity(BLOCK),
            block_sums: Vec::new(),
        };
        writer.close_full_sections()?;
        Ok(writer)
    }

    fn close_block(&mut self) -> io::Result<()> {
        self.block_sums.extend(xxh3_64(&self.block).to_le_bytes());
        self.out.write_all(&self.block)?;
        self.block.clear();
        Ok(())
    }

    /// Ends the current section if all its bytes are there, and any empty sections after it.
    fn close_full_sections(&mut self) -> io::Result<()> {
        while self.current < self.sections.len() && self.written == self.sections[self.current].1 {
            if !self.block.is_empty() {
                self.close_block()?;
            }
            let (name, length) = self.sections[self.current];
            self.table.extend(name.to_le_bytes());
            self.table.extend(0u32.to_le_bytes());
            for number in [self.offset, length, xxh3_64(&self.block_sums)] {
                self.table.extend(number.to_le_bytes());
            }
            self.sums.append(&mut self.block_sums);
            let end = self.offset + length;
            self.offset = end.next_multiple_of(ALIGNMENT);
            self.out.write_all(&[0; ALIGNMENT as usize][..(self.offset - end) as usize])?;
            self.current += 1;
            self.written = 0;
        }
        Ok(())
    }

    /// Writes what follows the sections.
    ///
    /// # Panics
    /// If the sections are not complete.
    pub fn finish(self) -> io::Result<W> {
        Ok(self.finish_with_checksum()?.0)
    }

    fn finish_with_checksum(mut self) -> io::Result<(W, u64)> {
        assert_eq!(self.current, self.sections.len(), "every section is written in full");
        self.out.write_all(&self.sums)?;
        self.out.write_all(&self.table)?;
        self.header.append(&mut self.table);
        let checksum = xxh3_64(&self.header);
        self.out.write_all(&checksum.to_le_bytes())?;
        Ok((self.out, checksum))
    }
}

impl<W: Write> Write for TableWriter<W> {
    /// Appends to the section being written, which must have room.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(&(_, length)) = self.sections.get(self.current) else {
            return Err(io::Error::other("more bytes than the sections have"));
        };
        let room = ((length - self.written) as usize).min(BLOCK - self.block.len());
        let taken = room.min(bytes.len());
        self.block.extend_from_slice(&bytes[..taken]);
        self.written += taken as u64;
        if self.block.len() == BLOCK {
            self.close_block()?;
        }
        self.close_full_sections()?;
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
