//! A part of a list of work that several runs or machines share.

use crate::ParseError;
use crate::util::number::parse_whole;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// Partition `m/n` of some work, with m from 1 to n.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Partition {
    part: u64,
    of: u64,
}

/// The error of a text that is not a part.
fn refused() -> ParseError {
    ParseError::expected("expected m/n with 1 <= m <= n, such as 1/4")
}

impl FromStr for Partition {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let numbers = text
            .split_once('/')
            .and_then(|(part, of)| Some((parse_whole(part)?, parse_whole(of)?)));
        match numbers {
            Some((part, of)) if 1 <= part && part <= of => Ok(Self { part, of }),
            _ => Err(refused()),
        }
    }
}

impl fmt::Display for Partition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}

impl Partition {
    /// All of the work.
    pub const WHOLE: Self = Self { part: 1, of: 1 };

    /// Makes part `number` of `of`; `None` if there is no such part.
    pub fn new(number: u64, of: u64) -> Option<Self> {
        (1..=of).contains(&number).then_some(Self { part: number, of })
    }

    /// Returns m, from 1.
    pub fn number(self) -> u64 {
        self.part
    }

    /// Returns n.
    pub fn of(self) -> u64 {
        self.of
    }

    /// Returns how many of `items` items belong to the part when they are dealt out in turn.
    pub fn share(self, items: u64) -> u64 {
        items.saturating_sub(self.part - 1).div_ceil(self.of)
    }

    /// Returns whether an item dealt out in turn belongs to the part: its number is m − 1 modulo n.
    pub fn holds(self, item: u64) -> bool {
        item % self.of == self.part - 1
    }

    /// Returns the numbers of the part's items when so many are dealt out in turn.
    pub fn numbers(self, items: u64) -> impl Iterator<Item = u64> + Send {
        let share = self.share(items);
        (0..share).map(move |turn| self.part - 1 + turn * self.of)
    }

    /// Returns the range of the part in a list of items that is cut into n pieces in order.
    pub fn range(self, items: usize) -> Range<usize> {
        let cut = |n: u64| (items as u128 * u128::from(n) / u128::from(self.of)) as usize;
        cut(self.part - 1)..cut(self.part)
    }
}

/// A part of a number of items, as the files of a part describe it: `1/3 of 700`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartOf {
    /// Which part; its items are dealt out in turn.
    pub part: Partition,
    /// The number of items in all parts together.
    pub items: u64,
}

impl fmt::Display for PartOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.part, self.items)
    }
}

impl FromStr for PartOf {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let (part, items) = text.split_once(" of ").ok_or_else(refused)?;
        Ok(Self { part: part.parse()?, items: items.parse().map_err(|_| refused())? })
    }
}

impl Serialize for PartOf {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for PartOf {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_cover_everything_once() {
        let part = |text: &str| text.parse::<Partition>().unwrap();
        assert_eq!(part("1/3").range(10), 0..3);
        assert_eq!(part("2/3").range(10), 3..6);
        assert_eq!(part("3/3").range(10), 6..10);
        assert_eq!((0..9).filter(|&i| part("2/3").holds(i)).collect::<Vec<_>>(), [1, 4, 7]);
        for items in 0..12 {
            for text in ["1/1", "1/3", "2/3", "3/3", "5/7"] {
                let dealt = (0..items).filter(|&i| part(text).holds(i)).count();
                assert_eq!(part(text).share(items), dealt as u64, "{text} of {items}");
                let held = (0..items).filter(|&i| part(text).holds(i));
                assert!(part(text).numbers(items).eq(held), "{text} of {items}");
            }
        }
    }

    #[test]
    fn the_part_of_a_number_as_large_as_can_be_is_found_at_once() {
        let numbers = |number, of| Partition::new(number, of).unwrap().numbers(u64::MAX);
        assert_eq!(numbers(1, u64::MAX).collect::<Vec<_>>(), [0]);
        assert_eq!(numbers(u64::MAX, u64::MAX).collect::<Vec<_>>(), [u64::MAX - 1]);
        assert_eq!(numbers(2, 1 << 63).collect::<Vec<_>>(), [1, (1 << 63) + 1]);
    }

    #[test]
    fn parts_are_checked() {
        for text in ["", "1", "0/2", "3/2", "a/b", "1/0"] {
            assert!(text.parse::<Partition>().is_err(), "{text}");
        }
    }
}
