//! The bytes of a proof: `docs/proofs.md`, section on the file.

use crate::Problem;
use crate::moves::{MOST_PER_BYTE, StoredMoves, wrong_count};
use crate::rules::{Board, Move, Position, one};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The bytes of a header before the cells.
const HEADER: usize = 36;

/// What a proof claims, and the strategy that it holds.
pub struct Proof<'a> {
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
    /// The stored moves: how many, and a zlib stream.
    count: u64,
    packed: &'a [u8],
}

impl<'a> Proof<'a> {
    /// Reads the bytes of a file.
    pub fn read(bytes: &'a [u8]) -> Result<Self, Problem> {
        check_length(bytes.len() as u64, length(bytes)?)?;
        let [rule, ahead, columns, rows, side, winner] =
            [10, 11, 12, 13, 14, 15].map(|at| usize::from(bytes[at]));
        let (margin, count) = (number(bytes, 16, 4) as u32, number(bytes, 20, 8));
        let (checked, crc) = bytes.split_at(bytes.len() - 4);
        if crc32(checked).to_le_bytes() != crc {
            return Err((1, "damaged: the checksum is wrong".into()));
        }
        let (cells, packed) = checked[HEADER..].split_at(columns * rows);
        let open: Vec<usize> = (0..cells.len()).filter(|&cell| cells[cell] != 1).collect();
        let sizes = columns.max(rows) <= 16 && (1..=128).contains(&open.len());
        // A larger k would take exponential time, and no writer uses one.
        let fields = rule < 2 && ahead <= if rule == 1 { 8 } else { 0 } && side < 2 && winner < 2;
        if !sizes || !fields || cells.iter().any(|&cell| cell > 3) {
            return Err((1, "the header holds a value that has no meaning".into()));
        }
        if count > packed.len() as u64 * MOST_PER_BYTE {
            return Err(wrong_count(count));
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
            count,
            packed,
        })
    }

    /// The stored moves, from the first.
    pub fn moves(&self) -> StoredMoves<'a> {
        StoredMoves::new(self.packed, self.count)
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

/// The bytes of a file: one more than its header says at most, since a pipe or a device may have no
/// end.
pub fn bytes_of(path: &Path) -> Result<Vec<u8>, Problem> {
    let told = |error: io::Error| (2, error.to_string());
    let mut file = File::open(path).map_err(told)?;
    let mut bytes = Vec::new();
    file.by_ref().take(HEADER as u64).read_to_end(&mut bytes).map_err(told)?;
    let length = length(&bytes)?;
    let about = file.metadata().map_err(told)?;
    if about.is_file() {
        check_length(about.len(), length)?;
        let rest = usize::try_from(length).unwrap_or(usize::MAX) - HEADER;
        bytes.try_reserve_exact(rest).map_err(|error| told(error.into()))?;
    }
    let most = (length - HEADER as u64).saturating_add(1);
    file.take(most).read_to_end(&mut bytes).map_err(told)?;
    Ok(bytes)
}

/// The length of a file that has this header.
fn length(bytes: &[u8]) -> Result<u64, Problem> {
    if !bytes.starts_with(b"AmzProof") || bytes.len() < HEADER {
        return Err((2, "not a proof; expected a file that begins with AmzProof".into()));
    }
    let version = number(bytes, 8, 2);
    if version != 1 {
        return Err((2, format!("format version {version}; this program reads 1")));
    }
    let cells = usize::from(bytes[12]) * usize::from(bytes[13]);
    Ok(number(bytes, 28, 8).saturating_add((HEADER + cells + 4) as u64))
}

fn check_length(size: u64, length: u64) -> Result<(), Problem> {
    let code = if size < length { 2 } else { 1 };
    let wrong = || (code, format!("{size} bytes, but the header says {length}"));
    if size == length { Ok(()) } else { Err(wrong()) }
}

/// The number in some bytes, the lowest first.
fn number(bytes: &[u8], at: usize, length: usize) -> u64 {
    bytes[at..at + length].iter().rev().fold(0, |n, &b| n << 8 | u64::from(b))
}

/// The CRC-32 of zlib and PNG.
fn crc32(bytes: &[u8]) -> u32 {
    let step = |c: u32, _| if c & 1 == 1 { 0xEDB8_8320 ^ (c >> 1) } else { c >> 1 };
    let table: [u32; 256] = std::array::from_fn(|byte| (0..8).fold(byte as u32, step));
    !bytes.iter().fold(!0, |crc, &byte| table[usize::from(crc as u8 ^ byte)] ^ (crc >> 8))
}
