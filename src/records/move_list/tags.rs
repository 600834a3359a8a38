//! Tags of chess programs, and the SGF properties that they stand for.

use super::words::{Word, words};
use crate::board::Color;

/// Names of tags, each with the SGF property of the same meaning.
pub(crate) const NAMES: [(&str, &str); 11] = [
    ("Event", "EV"),
    ("Site", "PC"),
    ("Date", "DT"),
    ("Round", "RO"),
    ("White", "PW"),
    ("Black", "PB"),
    ("Result", "RE"),
    ("WhiteElo", "WR"),
    ("BlackElo", "BR"),
    ("Annotator", "AN"),
    ("TimeControl", "OT"),
];

/// The winner in SGF that words such as `Black` and `Black wins` name.
fn winner_in_words(text: &str) -> Option<&'static str> {
    let winner = match words(text)[..] {
        [Word::Side(winner)] | [Word::Side(winner), Word::Wins, ..] => winner,
        [Word::Side(loser), Word::Resigns, ..] => loser.other(),
        _ => return None,
    };
    Some(if winner == Color::White { "W+" } else { "B+" })
}

/// Returns the SGF property and its value that a tag stands for. What a program writes for an
/// unknown value stands for nothing.
pub(in crate::records) fn property(name: &str, value: &str) -> Option<(&'static str, String)> {
    let known = NAMES.iter().find(|(tag, _)| tag.eq_ignore_ascii_case(name));
    let own = crate::records::sgf::read::TAGS.iter().find(|tag| **tag == name);
    let property = known.map(|(_, property)| *property).or(own.copied())?;
    let value = match (property, value.trim()) {
        (_, "" | "?" | "-" | "*") | ("DT", "????.??.??") => return None,
        ("RE", "1-0") => "W+",
        ("RE", "0-1") => "B+",
        ("RE", "1/2-1/2") => return None,
        ("RE", _) => winner_in_words(value).unwrap_or(value),
        _ => value,
    };
    Some((property, value.to_owned()))
}
