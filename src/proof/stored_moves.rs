//! The stored moves of a proof file, unpacked as they are asked for: a small file may hold very
//! many.

use flate2::{Decompress, FlushDecompress, Status};
use std::ops::Range;

/// The winner's moves by number, in the order of the walk. An error says that the data are damaged,
/// or hold another number of moves than the file's header says.
pub(super) struct StoredMoves<'a> {
    /// How many there are, as the header says, and how many of them were not read yet.
    count: u64,
    left: u64,
    /// What is not unpacked yet.
    packed: &'a [u8],
    unpacker: Decompress,
    /// What was unpacked last, and the part of it that was not read yet.
    piece: Vec<u8>,
    unread: Range<usize>,
    has_ended: bool,
}

impl<'a> StoredMoves<'a> {
    /// Bytes that are unpacked at once.
    const PIECE: usize = 1 << 15;
    /// Deflated data grow by a factor of at most 1032: a byte holds at most so many moves.
    const MOST_PER_BYTE: u64 = 516;

    /// Makes a reader of `count` moves in a zlib stream.
    ///
    /// # Errors
    /// The stream is too short for so many.
    pub fn new(packed: &'a [u8], count: u64) -> Result<Self, String> {
        if count > Self::MOST_PER_BYTE * packed.len() as u64 {
            return Err(wrong_count(count));
        }
        Ok(Self {
            count,
            left: count,
            packed,
            unpacker: Decompress::new(true),
            piece: vec![0; Self::PIECE],
            unread: 0..0,
            has_ended: false,
        })
    }

    fn byte(&mut self) -> Result<Option<u8>, String> {
        if self.unread.is_empty() && !self.has_ended {
            self.unpack()?;
        }
        Ok(self.unread.next().map(|at| self.piece[at]))
    }

    /// Unpacks the next piece, which is empty at the end of the data.
    fn unpack(&mut self) -> Result<(), String> {
        loop {
            let before = (self.unpacker.total_in(), self.unpacker.total_out());
            let status = self
                .unpacker
                .decompress(self.packed, &mut self.piece, FlushDecompress::None)
                .map_err(|error| format!("its moves cannot be unpacked: {error}"))?;
            let taken = (self.unpacker.total_in() - before.0) as usize;
            let made = (self.unpacker.total_out() - before.1) as usize;
            self.packed = &self.packed[taken..];
            self.unread = 0..made;
            self.has_ended = status == Status::StreamEnd;
            if made > 0 || taken == 0 || self.has_ended {
                return Ok(());
            }
        }
    }

    fn read(&mut self) -> Result<Option<u16>, String> {
        let low = self.byte()?;
        if self.left == 0 {
            let ends = low.is_none() && self.has_ended && self.packed.is_empty();
            return if ends { Ok(None) } else { Err(wrong_count(self.count)) };
        }
        let (Some(low), Some(high)) = (low, self.byte()?) else {
            return Err(wrong_count(self.count));
        };
        self.left -= 1;
        Ok(Some(u16::from_le_bytes([low, high])))
    }
}

impl Iterator for StoredMoves<'_> {
    type Item = Result<u16, String>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}

fn wrong_count(count: u64) -> String {
    format!("expected {count} moves, as its header says; the data hold another number")
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::ZlibEncoder;
    use std::io::Write;

    fn packed(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    fn read(packed: &[u8], count: u64) -> Result<Vec<u16>, String> {
        StoredMoves::new(packed, count)?.collect()
    }

    #[test]
    fn moves_are_read_as_they_were_packed() {
        for count in [0, 1, 3, 16383, 16384, 16385, 100_000_u64] {
            let moves: Vec<u16> = (0..count).map(|i| (i * i % 65521) as u16).collect();
            let bytes: Vec<u8> = moves.iter().flat_map(|mv| mv.to_le_bytes()).collect();
            assert_eq!(read(&packed(&bytes), count).as_ref(), Ok(&moves));
        }
    }

    #[test]
    fn data_that_are_not_as_many_moves_are_refused() {
        let zeros = packed(&[0; 80_000]);
        for count in [0, 1, 39_999, 40_001, 1 << 40, u64::MAX] {
            let problem =
                format!("expected {count} moves, as its header says; the data hold another number");
            assert_eq!(read(&zeros, count), Err(problem));
        }
        assert!(read(&packed(&[0; 80_001]), 40_000).is_err());
        assert!(read(&[&zeros[..], &[0]].concat(), 40_000).is_err());
        for length in 0..zeros.len() {
            assert!(read(&zeros[..length], 40_000).is_err(), "{length}");
        }
        let nothing = [&[0x78, 0xda][..], &[0, 0, 0, 0xff, 0xff].repeat(100_000)].concat();
        assert!(read(&nothing, 1).is_err());
    }

    #[test]
    fn no_more_is_unpacked_than_is_asked_for() {
        let packed = packed(&vec![0; 1 << 24]);
        let mut moves = StoredMoves::new(&packed, 1 << 23).unwrap();
        assert!(moves.by_ref().take(1000).all(|mv| mv == Ok(0)));
        assert!(moves.unpacker.total_out() <= StoredMoves::PIECE as u64);
    }
}
