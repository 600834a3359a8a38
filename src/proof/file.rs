//! Proof files: header, moves and checksum, as described in `docs/proofs.md`.

use super::claim::Claim;
use super::error::ProofError;
use super::leaf_rule::LeafRule;
use super::stored_moves::StoredMoves;
use crate::board::{Bitboard, Cell, Color, Placement, Position, Square, Wide};
use crate::util::atomic_file::write_whole;
use crate::util::input_file;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use std::io::Write;
use std::path::Path;

const MAGIC: &[u8; 8] = b"AmzProof";
const VERSION: u16 = 1;
const HEADER: usize = 36;
const CHECKSUM: usize = 4;

/// A claim with the winner's strategy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// What is claimed.
    pub claim: Claim,
    /// Where the strategy stops.
    pub rule: LeafRule,
    /// The winner's moves by number, in the order of the walk.
    pub moves: Vec<u16>,
}

/// An intact file; its moves are still packed.
pub(super) struct ProofFile<'a> {
    /// What is claimed.
    pub claim: Claim,
    /// Where the strategy stops.
    pub rule: LeafRule,
    /// The number of stored moves, as the header says.
    pub count: u64,
    /// The CRC-32 at its end.
    pub checksum: u32,
    packed: &'a [u8],
}

/// What was written to a proof file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Saved {
    /// The number of stored moves.
    pub moves: u64,
    /// The length of the file in bytes.
    pub bytes: u64,
    /// The CRC-32 at its end.
    pub checksum: u32,
}

impl Proof {
    /// Returns the bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Claim { position, winner, by } = &self.claim;
        let (rule, lookahead) = match self.rule {
            LeafRule::Nothing => (0, 0),
            LeafRule::Guards { lookahead } => (1, lookahead),
        };
        let side = |color: Color| u8::from(color == Color::Black);
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
        for mv in &self.moves {
            encoder.write_all(&mv.to_le_bytes()).expect("a vector takes everything");
        }
        let packed = encoder.finish().expect("a vector takes everything");
        let mut bytes = Vec::with_capacity(HEADER + 256 + packed.len() + CHECKSUM);
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend_from_slice(&[rule, lookahead]);
        bytes.extend_from_slice(&[position.width() as u8, position.height() as u8]);
        bytes.extend_from_slice(&[side(position.side()), side(*winner)]);
        bytes.extend_from_slice(&by.to_le_bytes());
        bytes.extend_from_slice(&(self.moves.len() as u64).to_le_bytes());
        bytes.extend_from_slice(&(packed.len() as u64).to_le_bytes());
        for rank in 0..position.height() {
            for file in 0..position.width() {
                bytes.push(match position.cell(Square::new(file, rank)) {
                    Cell::Empty => 0,
                    Cell::Blocked => 1,
                    Cell::Amazon(Color::White) => 2,
                    Cell::Amazon(Color::Black) => 3,
                });
            }
        }
        bytes.extend_from_slice(&packed);
        let checksum = checksum_of(&bytes);
        bytes.extend_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// Writes the file, whole or not at all.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn save(&self, path: &Path) -> Result<Saved, ProofError> {
        let bytes = self.to_bytes();
        write_whole(path, &bytes).map_err(ProofError::io(path))?;
        let checksum = word(&bytes[bytes.len() - CHECKSUM..]);
        Ok(Saved { moves: self.moves.len() as u64, bytes: bytes.len() as u64, checksum })
    }

    /// Reads a file. That it is intact says nothing yet about the claim. Its moves take 2 bytes each,
    /// and a byte of the file may hold 516 of them.
    ///
    /// # Errors
    /// The file cannot be read, or is not an intact proof file of this version.
    pub fn load(path: &Path) -> Result<Self, ProofError> {
        let bytes = bytes_of(path)?;
        Self::from_bytes(&bytes).map_err(|problem| ProofError::file(path, problem))
    }

    /// Reads a proof as [`Proof::load`] does, from the bytes of a file.
    ///
    /// # Errors
    /// They are not an intact proof file of this version.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        let file = ProofFile::of(bytes)?;
        let stored = file.moves()?;
        let mut moves = Vec::new();
        let room = usize::try_from(file.count).map(|count| moves.try_reserve_exact(count));
        if !matches!(room, Ok(Ok(()))) {
            return Err(format!("no memory for its {} moves", file.count));
        }
        for number in stored {
            moves.push(number?);
        }
        Ok(Self { claim: file.claim, rule: file.rule, moves })
    }

    /// Returns what an intact file claims, without unpacking its moves.
    ///
    /// # Errors
    /// The file cannot be read, or is not an intact proof file of this version.
    pub fn claim_in(path: &Path) -> Result<Claim, ProofError> {
        Ok(ProofFile::read(path, &bytes_of(path)?)?.claim)
    }
}

/// Reads the bytes of a file.
pub(super) fn bytes_of(path: &Path) -> Result<Vec<u8>, ProofError> {
    input_file::bytes(path).map_err(ProofError::io(path))
}

impl<'a> ProofFile<'a> {
    /// Reads the bytes of the file at a path.
    pub fn read(path: &Path, bytes: &'a [u8]) -> Result<Self, ProofError> {
        Self::of(bytes).map_err(|problem| ProofError::file(path, problem))
    }

    /// Reads the bytes of a file.
    fn of(bytes: &'a [u8]) -> Result<Self, String> {
        let body = Self::body(bytes)?;
        let rule = match (body[10], body[11]) {
            (0, 0) => LeafRule::Nothing,
            (1, lookahead) if lookahead <= LeafRule::MOST_LOOKAHEAD => {
                LeafRule::Guards { lookahead }
            }
            (rule, lookahead) => return Err(format!("leaf rule {rule} with {lookahead} moves")),
        };
        let color = |byte: u8, what: &str| match byte {
            0 => Ok(Color::White),
            1 => Ok(Color::Black),
            _ => Err(format!("{byte} for {what}; expected 0 or 1")),
        };
        let (width, height) = (usize::from(body[12]), usize::from(body[13]));
        if width > Wide::COLS || height > Wide::ROWS {
            let (columns, rows) = (Wide::COLS, Wide::ROWS);
            return Err(format!("a board of {width}x{height}; expected {columns}x{rows} at most"));
        }
        let side = color(body[14], "the player to move")?;
        let winner = color(body[15], "the winner")?;
        let by = word(&body[16..20]);
        let mut placement = Placement { empty: Wide::NONE, white: Wide::NONE, black: Wide::NONE };
        for (i, cell) in body[HEADER..HEADER + width * height].iter().enumerate() {
            let bit = Wide::bit(Wide::index(i % width, i / width));
            match cell {
                0 => placement.empty |= bit,
                1 => {}
                2 => placement.white |= bit,
                3 => placement.black |= bit,
                _ => return Err(format!("{cell} for square {i}; expected 0 to 3")),
            }
        }
        if placement.open() == Wide::NONE {
            return Err("a board without an open square".to_owned());
        }
        let position =
            Position::new(width, height, placement, side).map_err(|error| error.to_string())?;
        let claim = Claim { position, winner, by };
        let packed = &body[HEADER + width * height..];
        let checksum = word(&bytes[body.len()..]);
        Ok(Self { claim, rule, count: long(&body[20..28]), checksum, packed })
    }

    /// Returns the stored moves, from the first.
    pub fn moves(&self) -> Result<StoredMoves<'a>, String> {
        StoredMoves::new(self.packed, self.count)
    }

    /// Returns what precedes the checksum, if the length and the checksum are right.
    fn body(bytes: &[u8]) -> Result<&[u8], String> {
        if bytes.len() < MAGIC.len() || &bytes[..MAGIC.len()] != MAGIC {
            return Err("not a proof; expected a file that begins with AmzProof".into());
        }
        if bytes.len() < HEADER + CHECKSUM {
            return Err(format!("truncated: {} bytes, within the header", bytes.len()));
        }
        let version = u16::from_le_bytes([bytes[8], bytes[9]]);
        if version != VERSION {
            return Err(format!("version {version} of the format; this program reads {VERSION}"));
        }
        let (body, checksum) = bytes.split_at(bytes.len() - CHECKSUM);
        if checksum_of(body) != word(checksum) {
            return Err("damaged or truncated: the checksum is wrong".into());
        }
        let cells = usize::from(body[12]) * usize::from(body[13]);
        if (body.len() as u64).checked_sub((HEADER + cells) as u64) != Some(long(&body[28..36])) {
            return Err(format!("{} bytes; its header says another length", bytes.len()));
        }
        Ok(body)
    }
}

/// The CRC-32 of zlib and PNG.
fn checksum_of(bytes: &[u8]) -> u32 {
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    crc.sum()
}

fn word(bytes: &[u8]) -> u32 {
    u32::from_le_bytes(bytes.try_into().expect("four bytes"))
}

fn long(bytes: &[u8]) -> u64 {
    u64::from_le_bytes(bytes.try_into().expect("eight bytes"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_that_is_larger_than_any_is_refused() {
        let claim = Claim { position: "Q2q/1**1 w".parse().unwrap(), winner: Color::White, by: 3 };
        let proof = Proof { claim, rule: LeafRule::Nothing, moves: vec![3] };
        let mut bytes = proof.to_bytes();
        bytes.truncate(bytes.len() - CHECKSUM);
        (bytes[12], bytes[13]) = (16, 20);
        bytes.splice(HEADER..HEADER + 8, [1; 16 * 20]);
        let checksum = checksum_of(&bytes);
        bytes.extend_from_slice(&checksum.to_le_bytes());
        let problem = Proof::from_bytes(&bytes).unwrap_err();
        assert_eq!(problem, "a board of 16x20; expected 16x16 at most");
    }

    #[test]
    fn a_changed_byte_is_refused() {
        let claim = Claim { position: "Q2q/1**1 w".parse().unwrap(), winner: Color::White, by: 3 };
        let proof =
            Proof { claim, rule: LeafRule::Guards { lookahead: 1 }, moves: vec![3, 500, 65535] };
        let bytes = proof.to_bytes();
        assert_eq!(Proof::from_bytes(&bytes), Ok(proof));
        for i in 0..bytes.len() {
            let mut bytes = bytes.clone();
            bytes[i] ^= 0x10;
            assert!(Proof::from_bytes(&bytes).is_err(), "{i}");
            assert!(Proof::from_bytes(&bytes[..i]).is_err(), "{i}");
        }
    }
}
