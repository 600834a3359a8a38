//! Action lists of OpenSpiel: cell numbers, row by row from the top, three a turn; one game a line.

use super::{Format, WriteError};
use crate::board::{Color, Square};
use crate::records::game::Game;
use crate::records::start::Start;
use std::io::Write;

pub(super) const FORMAT: Format = Format {
    name: "openspiel",
    owner: "OpenSpiel",
    endings: &["openspiel"],
    example: "[93, 63, 27, 6, 56, 52]\n",
    keeps: "size of the board",
    write: Some(write),
};

/// The size that a list has without a heading.
const USUAL: usize = 10;

fn write(game: &Game, out: &mut dyn Write) -> Result<(), WriteError> {
    let start = game.start();
    let size = start.width();
    let usual = Start::of_size(size, size).ok();
    let known = usual.is_some_and(|usual| {
        start == usual.position()
            || start == usual.exchanged().position() && !game.moves().is_empty()
    });
    if !known || start.side() != Color::White {
        return Err(FORMAT.cannot_hold(format!(
            "the start '{start}'; expected the standard start of a square board, White first"
        )));
    }
    if size != USUAL {
        writeln!(out, "game: amazons(board_size={size})")?;
    }
    let cell =
        |square: Square| (size - 1 - usize::from(square.rank)) * size + usize::from(square.file);
    let cells: Vec<String> = (game.moves().iter())
        .flat_map(|mv| [mv.from, mv.to, mv.arrow])
        .map(|square| cell(square).to_string())
        .collect();
    Ok(writeln!(out, "[{}]", cells.join(", "))?)
}
