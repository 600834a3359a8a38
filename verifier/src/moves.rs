//! The stored moves of a proof, unpacked as the walk asks for them: `docs/proofs.md`, section on
//! memory.

use crate::Problem;
use miniz_oxide::inflate::TINFLStatus::{Done, HasMoreOutput};
use miniz_oxide::inflate::core::inflate_flags::{
    TINFL_FLAG_COMPUTE_ADLER32, TINFL_FLAG_PARSE_ZLIB_HEADER,
    TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF,
};
use miniz_oxide::inflate::core::{DecompressorOxide, TINFL_LZ_DICT_SIZE, decompress};

/// Deflated data grow by a factor of at most 1032: a byte holds at most so many moves.
pub const MOST_PER_BYTE: u64 = 516;

/// The refusal of data that hold another number of moves, or broken ones.
pub fn wrong_count(count: u64) -> Problem {
    (1, format!("expected {count} moves; the data hold another number"))
}

/// The winner's moves, as indices in the list of moves.
pub struct StoredMoves<'a> {
    /// How many there are, as the header says.
    pub count: u64,
    /// How many were read so far.
    pub read: u64,
    /// What is not unpacked yet.
    packed: &'a [u8],
    unpacker: Box<DecompressorOxide>,
    /// The last 32 KiB that were unpacked, because what follows may repeat them.
    window: Vec<u8>,
    /// The part of the window that was unpacked last and not read yet.
    unread: std::ops::Range<usize>,
    /// Whether the stream has come to a good end.
    has_ended: bool,
    flags: u32,
}

impl<'a> StoredMoves<'a> {
    /// The `count` moves in a zlib stream.
    pub fn new(packed: &'a [u8], count: u64) -> Self {
        // The window is filled from its start to its end, and then wraps. In its first round,
        // nothing may refer to what precedes the data.
        let flags = TINFL_FLAG_PARSE_ZLIB_HEADER
            | TINFL_FLAG_COMPUTE_ADLER32
            | TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
        let window = vec![0; TINFL_LZ_DICT_SIZE];
        let unpacker = Box::default();
        Self { count, read: 0, packed, unpacker, window, unread: 0..0, has_ended: false, flags }
    }

    /// Reads the next move; `None` after the last, if the data end there too.
    pub fn next(&mut self) -> Result<Option<u16>, Problem> {
        let low = self.byte();
        if self.read == self.count {
            let ends = low.is_none() && self.has_ended && self.packed.is_empty();
            return if ends { Ok(None) } else { Err(wrong_count(self.count)) };
        }
        let (Some(low), Some(high)) = (low, self.byte()) else {
            return Err(wrong_count(self.count));
        };
        self.read += 1;
        Ok(Some(u16::from_le_bytes([low, high])))
    }

    fn byte(&mut self) -> Option<u8> {
        if self.unread.is_empty() && !self.has_ended {
            self.unpack();
        }
        self.unread.next().map(|at| self.window[at])
    }

    /// Unpacks until the window is full, or nothing if the data are damaged.
    fn unpack(&mut self) {
        let from = self.unread.end % self.window.len();
        let (status, taken, made) =
            decompress(&mut self.unpacker, self.packed, &mut self.window, from, self.flags);
        if status == Done || status == HasMoreOutput {
            self.packed = &self.packed[taken..];
            self.unread = from..from + made;
            self.has_ended = status == Done;
            self.flags &= !TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
        }
    }
}
