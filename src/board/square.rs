//! Squares by their names, `a1` to `p16`.

use crate::ParseError;
use crate::util::short_text::ShortText;
use std::fmt;
use std::str::FromStr;

/// The most columns or rows that a board may have.
pub const MAX_SIDE: usize = 16;

/// A square: file 0 is `a`, rank 0 is `1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square {
    /// Column, 0 to 15 from the left.
    pub file: u8,
    /// Row, 0 to 15 from the bottom.
    pub rank: u8,
}

impl Square {
    /// Makes a square from its column and row, both counted from 0.
    pub const fn new(file: usize, rank: usize) -> Self {
        debug_assert!(file < MAX_SIDE && rank < MAX_SIDE);
        Self { file: file as u8, rank: rank as u8 }
    }

    fn text(self) -> ShortText {
        ShortText::default().with(b'a' + self.file).with_number(i64::from(self.rank) + 1)
    }

    /// Reads a square at the start of `text`, in either case, and returns it with the rest.
    pub(crate) fn parse_prefix(text: &str) -> Option<(Self, &str)> {
        let bytes = text.as_bytes();
        let file = bytes.first()?.to_ascii_lowercase().wrapping_sub(b'a');
        let digits = bytes[1..].iter().take(2).take_while(|b| b.is_ascii_digit()).count();
        let rank: usize = text.get(1..1 + digits)?.parse().ok()?;
        if usize::from(file) >= MAX_SIDE || rank == 0 || rank > MAX_SIDE || bytes[1] == b'0' {
            return None;
        }
        Some((Self::new(file.into(), rank - 1), &text[1 + digits..]))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text().as_str())
    }
}

impl serde::Serialize for Square {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.text().as_str())
    }
}

impl FromStr for Square {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let expected = "is not a square; expected a1 to p16";
        match Self::parse_prefix(text) {
            Some((square, "")) => Ok(square),
            _ => Err(ParseError::of(text.chars().take(20).collect(), expected)),
        }
    }
}
