//! Proof files that are small and hold very many moves.

use flate2::Crc;
#[cfg(target_os = "linux")]
use flate2::{Compress, Compression, FlushCompress};

/// A proof with other data: 300 million moves, each with number 0. The checksum is right.
#[cfg(target_os = "linux")]
pub fn with_very_many_moves(proof: &[u8]) -> Vec<u8> {
    const PIECE: usize = 1 << 20;
    const PIECES: usize = 573;
    let mut piece = Vec::with_capacity(PIECE);
    let mut compressor = Compress::new(Compression::best(), false);
    compressor.compress_vec(&[0; PIECE], &mut piece, FlushCompress::Sync).unwrap();
    let sum = ((PIECES * PIECE % 65521) as u32) << 16 | 1;
    let last = [1, 0, 0, 0xff, 0xff];
    let packed = [&[0x78, 0xda][..], &piece.repeat(PIECES), &last, &sum.to_be_bytes()].concat();
    with_data(proof, (PIECES * PIECE / 2) as u64, &packed)
}

/// A proof whose header says that these data are so many moves. The checksum is right.
pub fn with_data(proof: &[u8], count: u64, packed: &[u8]) -> Vec<u8> {
    let cells = usize::from(proof[12]) * usize::from(proof[13]);
    let mut bytes = proof[..36 + cells].to_vec();
    bytes[20..28].copy_from_slice(&count.to_le_bytes());
    bytes[28..36].copy_from_slice(&(packed.len() as u64).to_le_bytes());
    bytes.extend_from_slice(packed);
    let mut crc = Crc::new();
    crc.update(&bytes);
    bytes.extend_from_slice(&crc.sum().to_le_bytes());
    bytes
}
