//! How many games were read in which format.

use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// Counts of games by the names of their formats, as in [`FORMATS`](super::formats::FORMATS).
///
/// As text: `120 sgf (3 with a defect), 40 moves`, the most frequent first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct FormatCounts(BTreeMap<&'static str, FormatCount>);

/// Games of one format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FormatCount {
    /// All games.
    pub games: u64,
    /// Those with a defect.
    pub defective: u64,
}

impl FormatCounts {
    /// Counts a game.
    pub(crate) fn count(&mut self, format: &'static str, defective: bool) {
        let count = self.0.entry(format).or_default();
        count.games += 1;
        count.defective += u64::from(defective);
    }

    /// Adds the counts of another record.
    pub fn add(&mut self, other: &Self) {
        for (format, more) in &other.0 {
            let count = self.0.entry(format).or_default();
            count.games += more.games;
            count.defective += more.defective;
        }
    }

    /// Yields the formats that occur, with their games, in the order of their names.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&'static str, FormatCount)> + '_ {
        self.0.iter().map(|(&format, &count)| (format, count))
    }
}

impl fmt::Display for FormatCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut counts: Vec<_> = self.iter().collect();
        counts.sort_by_key(|(_, count)| std::cmp::Reverse(count.games));
        for (i, (format, FormatCount { games, defective })) in counts.into_iter().enumerate() {
            let comma = if i == 0 { "" } else { ", " };
            write!(f, "{comma}{games} {format}")?;
            if defective > 0 {
                write!(f, " ({defective} with a defect)")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::records::Records;
    use crate::records::formats::FORMATS;
    use std::io::Cursor;

    #[test]
    fn the_example_of_every_format_is_counted_as_one_of_that_format() {
        for format in &FORMATS {
            let text = format.example.as_bytes().to_vec();
            let mut records = Records::read("test", Cursor::new(text)).unwrap();
            assert_eq!(records.by_ref().count(), 1);
            assert_eq!(records.counts().to_string(), format!("1 {}", format.name));
        }
    }

    #[test]
    fn games_with_a_defect_are_counted_too() {
        let text = "(;GM[18];W[d1-d7/g7])(;GM[18];W[d1-d1/d1])(;GM[1]SZ[10];B[ga];B[gf];B[cf])";
        let mut records = Records::read("test", Cursor::new(text)).unwrap();
        assert_eq!(records.by_ref().count(), 3);
        assert_eq!(records.counts().to_string(), "2 sgf (1 with a defect), 1 go-sgf");
        let mut twice = records.counts().clone();
        twice.add(records.counts());
        assert_eq!(twice.to_string(), "4 sgf (2 with a defect), 2 go-sgf");
    }
}
