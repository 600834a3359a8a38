//! This program's own JSON: one object a line.

use super::{Format, WriteError};
use crate::records::game::Game;
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::io::{self, Write};

pub(super) const FORMAT: Format = Format {
    name: "json",
    owner: "this program",
    endings: &["json", "jsonl", "ndjson"],
    example: r#"{"start":"3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w","moves":["d1-d4/h8"],"tags":{"PW":"w"}}"#,
    keeps: "start and tags",
    write: Some(write),
};

fn write(game: &Game, out: &mut dyn Write) -> Result<(), WriteError> {
    let record = Record { start: game.start().to_fen(), moves: game.moves(), tags: Tags(game) };
    let line = serde_json::to_string(&record).map_err(io::Error::from)?;
    Ok(writeln!(out, "{line}")?)
}

#[derive(serde::Serialize)]
struct Record<'a> {
    start: String,
    moves: &'a [crate::board::Move],
    tags: Tags<'a>,
}

/// The tags in the order of the record.
struct Tags<'a>(&'a Game);

impl Serialize for Tags<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.tags().len()))?;
        for (name, value) in self.0.tags() {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}
