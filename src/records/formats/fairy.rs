//! The position and moves of Fairy-Stockfish, as a UCI engine takes them: one game a line.

use super::{Format, WriteError};
use crate::board::{Move, Position};
use crate::records::game::Game;
use crate::records::start::Start;
use std::io::Write;

pub(super) const FORMAT: Format = Format {
    name: "fairy",
    owner: "Fairy-Stockfish, PyChess, PlayStrategy",
    endings: &["uci", "fairy"],
    example: "position startpos moves d1d4,d4h8 g10g5,g5c5\n",
    keeps: "start",
    write: Some(write),
};

fn write(game: &Game, out: &mut dyn Write) -> Result<(), WriteError> {
    match game.start() == Start::standard().position() {
        true => write!(out, "position startpos")?,
        false => write!(out, "position fen {}", fairy_fen(game.start()))?,
    }
    for (i, &mv) in game.moves().iter().enumerate() {
        let word = if i == 0 { " moves" } else { "" };
        write!(out, "{word} {}", uci_move(mv))?;
    }
    Ok(writeln!(out)?)
}

/// Returns a position as Fairy-Stockfish writes it: the board, the side, no castling, no passed
/// square, and the counters of a game's beginning.
pub fn fairy_fen(position: &Position) -> String {
    format!("{position} - - 0 1")
}

/// Returns a move as Fairy-Stockfish writes it: the amazon's move, then the arrow's, `d1d7,d7g7`.
pub fn uci_move(mv: Move) -> String {
    format!("{}{},{}{}", mv.from, mv.to, mv.to, mv.arrow)
}
