//! Move lists with numbers, one game a line, with tags as chess programs write them.

use super::{Format, WriteError};
use crate::records::game::Game;
use crate::records::move_list::tags::NAMES;
use crate::records::start::Start;
use std::io::Write;

pub(super) const FORMAT: Format = Format {
    name: "moves",
    owner: "people, in the notation of the literature, tagged as in chess",
    endings: &["txt", "moves", "pgn"],
    example: "[White \"w\"]\n[Black \"b\"]\n1. d1-d4/h8 g10-g5/c5 2. j4-e9/e4 *\n",
    keeps: "start and tags",
    write: Some(write),
};

fn write(game: &Game, out: &mut dyn Write) -> Result<(), WriteError> {
    for (name, value) in game.tags() {
        let known = NAMES.iter().find(|(_, property)| property == name);
        let (name, value) = match (name.as_str(), value.as_str()) {
            ("RE", "W+") => ("Result", "1-0"),
            ("RE", "B+") => ("Result", "0-1"),
            // The rest of the result has no place in a chess result.
            ("RE", value) => ("RE", value),
            (name, value) => (known.map_or(name, |(tag, _)| *tag), value),
        };
        writeln!(out, "[{name} \"{}\"]", escaped(value))?;
    }
    let standard = game.start() == Start::standard().position();
    // A game without moves needs a tag to be seen.
    if !standard || game.moves().is_empty() {
        writeln!(out, "[FEN \"{}\"]", game.start())?;
    }
    for (i, mv) in game.moves().iter().enumerate() {
        let blank = if i == 0 { "" } else { " " };
        match i % 2 {
            0 => write!(out, "{blank}{}. {mv}", i / 2 + 1)?,
            _ => write!(out, " {mv}")?,
        }
    }
    let blank = if game.moves().is_empty() { "" } else { " " };
    let result = match game.named_winner() {
        Some(crate::board::Color::White) => "1-0",
        Some(crate::board::Color::Black) => "0-1",
        None => "*",
    };
    Ok(writeln!(out, "{blank}{result}")?)
}

/// A tag's value on one line, with its quotes and backslashes escaped.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ")
}
