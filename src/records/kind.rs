//! Finds out in which format a record is, by its beginning.

use super::error::Reason;
use super::{move_list, openspiel};
use crate::util::start_of::start_of;

/// The formats that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Sgf,
    MoveList,
    OpenSpiel,
    Json,
    Ludii,
}

impl Kind {
    /// Finds the format of a file that begins with `head`. SGF may follow other text and begins
    /// with `(;`, which no move list holds; JSON begins with an object; lists of cell numbers hold
    /// nothing but numbers or have a heading; a move list has a line that begins with a move, a tag,
    /// or `#`.
    pub(crate) fn of(head: &[u8]) -> Result<Self, Reason> {
        let foreign = |found: &str| Err(Reason::Foreign { found: found.to_owned() });
        let trimmed = head.trim_ascii_start();
        if trimmed.is_empty() {
            return foreign("nothing");
        }
        let mut tight = head.iter().filter(|byte| !byte.is_ascii_whitespace());
        if begins_object(tight.clone().copied()) {
            return Ok(Self::Json);
        }
        let text = String::from_utf8_lossy(head);
        // Tags and comments of a move list may look like SGF.
        let mut lines = text.lines().map(str::trim);
        let first = lines
            .find(|line| !line.is_empty() && (!line.starts_with('#') || line.starts_with("#[")));
        if first.is_some_and(move_list::certainly_begins) {
            return Ok(Self::MoveList);
        }
        let mut last = 0;
        if tight.any(|&byte| std::mem::replace(&mut last, byte) == b'(' && byte == b';') {
            return Ok(Self::Sgf);
        }
        if head.contains(&0) {
            return foreign("binary data");
        }
        if text.trim_start().starts_with("game=") {
            return Ok(Self::Ludii);
        }
        if openspiel::begins(&text) {
            return Ok(Self::OpenSpiel);
        }
        if text.lines().any(move_list::begins) {
            return Ok(Self::MoveList);
        }
        foreign(&format!("'{}'", start_of(text.trim().lines().next().unwrap_or(""))))
    }
}

/// Whether text without blanks begins with an object, alone or in an array.
fn begins_object(mut tight: impl Iterator<Item = u8>) -> bool {
    match tight.next() {
        Some(b'{') => matches!(tight.next(), Some(b'"' | b'}')),
        Some(b'[') => tight.next() == Some(b'{') && tight.next() == Some(b'"'),
        _ => false,
    }
}
