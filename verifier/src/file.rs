//! The bytes of a proof: `docs/proofs.md`, section on the file.

use crate::rules::{Board, Move, Position, one};
use miniz_oxide::inflate::TINFLStatus::Done;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress, inflate_flags::*};

/// What a proof claims, and the strategy that it holds.
pub struct Proof {
    pub board: Board,
    pub columns: usize,
    pub rows: usize,
    /// How many moves the rule of guards looks ahead; `None`: no leaf rule.
    pub guards: Option<u8>,
    pub white_wins: bool,
    /// The winner wins by this margin or more.
    pub margin: u32,
    pub position: Position,
    pub winner_moves: bool,
    /// The winner's moves, as indices in the list of moves.
    pub moves: Vec<u16>,
}

impl Proof {
    /// Reads the bytes of a file. An error is an exit code and the reason.
    pub fn read(bytes: &[u8]) -> Result<Self, (u8, String)> {
        let number = |at: usize, length: usize| {
            bytes[at..at + length].iter().rev().fold(0, |n: u64, &b| n << 8 | u64::from(b))
        };
        if !bytes.starts_with(b"AmzProof") || bytes.len() < 36 {
            return Err((2, "no proof: it does not begin with a header AmzProof".into()));
        }
        if number(8, 2) != 1 {
            return Err((2, format!("format version {}; this program reads 1", number(8, 2))));
        }
        let [rule, ahead, columns, rows, side, winner] =
            [10, 11, 12, 13, 14, 15].map(|at| usize::from(bytes[at]));
        let (margin, count, packed) = (number(16, 4) as u32, number(20, 8), number(28, 8));
        let length = packed.saturating_add((36 + columns * rows + 4) as u64);
        let size = bytes.len() as u64;
        if size != length {
            let code = if size < length { 2 } else { 1 };
            return Err((code, format!("{size} bytes, but the header says {length}")));
        }
        let (checked, crc) = bytes.split_at(bytes.len() - 4);
        if crc32(checked).to_le_bytes() != crc {
            return Err((1, "damaged: the checksum is wrong".into()));
        }
        let (cells, packed) = checked[36..].split_at(columns * rows);
        let open: Vec<usize> = (0..cells.len()).filter(|&cell| cells[cell] != 1).collect();
        let sizes = columns.max(rows) <= 16 && (1..=128).contains(&open.len());
        // A larger k would take exponential time, and no writer uses one.
        let fields = rule < 2 && ahead <= if rule == 1 { 8 } else { 0 } && side < 2 && winner < 2;
        if !sizes || !fields || cells.iter().any(|&cell| cell > 3) {
            return Err((1, "the header holds a value that has no meaning".into()));
        }
        // The squares that have this number in the file.
        let on = |n| (0..open.len()).filter(|&s| usize::from(cells[open[s]]) == n).map(one).sum();
        Ok(Self {
            board: Board::new(open.iter().map(|cell| (cell % columns, cell / columns)).collect()),
            columns,
            rows,
            guards: (rule == 1).then_some(ahead as u8),
            white_wins: winner == 0,
            margin,
            position: Position { winner: on(2 + winner), loser: on(3 - winner), empty: on(0) },
            winner_moves: winner == side,
            moves: unpacked(packed, count).ok_or((1, format!("the data are not {count} moves")))?,
        })
    }

    /// A position in Forsyth-Edwards notation.
    pub fn fen(&self, position: Position, winner_moves: bool) -> String {
        let [winner, loser] = if self.white_wins { ["Q", "q"] } else { ["q", "Q"] };
        let cell = |x, y| {
            let square = self.board.places.iter().position(|&place| place == (x, y));
            let holds = |set| square.is_some_and(|square| set & one(square) != 0);
            let what = [(position.empty, "."), (position.winner, winner), (position.loser, loser)];
            what.into_iter().find(|&(set, _)| holds(set)).map_or("*", |(_, text)| text)
        };
        let row = |y| (0..self.columns).map(|x| cell(x, y)).collect::<String>();
        let mut text = (0..self.rows).rev().map(row).collect::<Vec<_>>().join("/");
        for run in (1..=16).rev() {
            text = text.replace(&".".repeat(run), &run.to_string());
        }
        text + if winner_moves == self.white_wins { " w" } else { " b" }
    }

    /// A move as text: `d1-g1/d4`.
    pub fn move_text(&self, played: Move) -> String {
        let [from, to, arrow] = played.map(|square| {
            let (column, row) = self.board.places[square];
            format!("{}{}", char::from(b'a' + column as u8), row + 1)
        });
        format!("{from}-{to}/{arrow}")
    }
}

/// Unpacks exactly `count` moves.
fn unpacked(packed: &[u8], count: u64) -> Option<Vec<u16>> {
    // Deflated data grow by a factor of at most 1032.
    if count > packed.len() as u64 * 516 {
        return None;
    }
    let mut bytes = vec![0; 2 * count as usize];
    let flags = TINFL_FLAG_PARSE_ZLIB_HEADER
        | TINFL_FLAG_COMPUTE_ADLER32
        | TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
    let outcome = decompress(&mut DecompressorOxide::new(), packed, &mut bytes, 0, flags);
    let moves = || bytes.chunks(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
    (outcome == (Done, packed.len(), bytes.len())).then(moves)
}

/// The CRC-32 of zlib and PNG.
fn crc32(bytes: &[u8]) -> u32 {
    let step = |c: u32, _| if c & 1 == 1 { 0xEDB8_8320 ^ (c >> 1) } else { c >> 1 };
    let table: [u32; 256] = std::array::from_fn(|byte| (0..8).fold(byte as u32, step));
    !bytes.iter().fold(!0, |crc, &byte| table[usize::from(crc as u8 ^ byte)] ^ (crc >> 8))
}
