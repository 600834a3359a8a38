//! Moves, as bit numbers too, and their notation: `d1-g1/d4`.

use super::square::Square;
use crate::ParseError;
use std::fmt;
use std::str::FromStr;

/// A move: an amazon goes from `from` to `to`, then shoots at `arrow`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// Where the amazon stood.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
    /// The square that its arrow blocks.
    pub arrow: Square,
}

/// A move as bit numbers of a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlacementMove {
    /// Where the amazon stood.
    pub from: u16,
    /// Where it goes.
    pub to: u16,
    /// The square that its arrow blocks.
    pub arrow: u16,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}/{}", self.from, self.to, self.arrow)
    }
}

impl Move {
    /// Splits `text` into squares and the separators between and after them.
    fn scan(text: &str) -> Option<(Vec<Square>, Vec<&str>)> {
        let (mut squares, mut separators) = (Vec::new(), Vec::new());
        let mut rest = text;
        while !rest.is_empty() && squares.len() < 5 {
            let (square, after) = Square::parse_prefix(rest)?;
            squares.push(square);
            let end = after.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(after.len());
            separators.push(&after[..end]);
            rest = &after[end..];
        }
        Some((squares, separators))
    }
}

impl FromStr for Move {
    type Err = ParseError;

    /// Reads `d1-g1/d4`, `d1-g1(d4)`, `D1-G1(D4)` and `d1g1,g1d4`.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let expected = "is not a move; expected three squares such as d1-d7/g7";
        let error = || ParseError::of(text.chars().take(40).collect(), expected);
        let (squares, separators) = Self::scan(text).ok_or_else(error)?;
        match (squares.as_slice(), separators.as_slice()) {
            (&[from, to, arrow], ["-", "/", ""] | ["-", "(", ")"]) => Ok(Self { from, to, arrow }),
            (&[from, to, again, arrow], ["", ",", "", ""]) if to == again => {
                Ok(Self { from, to, arrow })
            }
            _ => Err(error()),
        }
    }
}

impl serde::Serialize for Move {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for Move {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_spelling_is_read() {
        let want: Move = "d1-g1/d4".parse().unwrap();
        for text in ["d1-g1(d4)", "D1-G1(D4)", "d1g1,g1d4"] {
            assert_eq!(text.parse::<Move>().unwrap(), want);
        }
        let far: Move = "a10-j1/p16".parse().unwrap();
        assert_eq!(far.to_string(), "a10-j1/p16");
        for text in ["", "d1-g1", "d1-g1/", "d1g1,g2d4", "d0-g1/d4", "d1-g1/d4x", "q1-a1/a2", "é1"]
        {
            assert!(text.parse::<Move>().is_err(), "{text}");
        }
    }
}
