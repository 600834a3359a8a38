//! Lists of one entry a line, such as files of positions, with empty lines and comments between.
//! They are read line by line, so their size takes no memory.

use super::bounded_line::{BoundedLines, Line};
use super::{input_file, opaque_debug};
use std::io::{self, Read};

/// The longest line, in bytes.
pub const LONGEST: usize = 1 << 16;

/// Reads the lines that are neither empty nor comments, each with its number from 1, and without
/// white space around it. Bytes that are not UTF-8 are replaced. A line that is too long is an
/// entry that says so.
pub struct ListedLines<R> {
    lines: BoundedLines<R>,
    is_comment: fn(&str) -> bool,
    number: u64,
}

opaque_debug!([R] ListedLines<R>, "ListedLines");

impl<R: Read> ListedLines<R> {
    /// Reads the list in `input`, of whose lines `is_comment` passes over some.
    pub fn new(input: R, is_comment: fn(&str) -> bool) -> Self {
        Self { lines: BoundedLines::new(input, LONGEST), is_comment, number: 0 }
    }
}

/// An entry with its number, or an error of the input. In place of an entry that is longer than any
/// that has a meaning, there is what is wrong with it.
pub type Listed = io::Result<(u64, Result<String, String>)>;

fn too_long() -> String {
    format!("a line of more than {LONGEST} bytes")
}

impl<R: Read> Iterator for ListedLines<R> {
    type Item = Listed;

    fn next(&mut self) -> Option<Self::Item> {
        input_file::entry(|| self.read())
    }
}

/// The most entries of a bundle.
const BUNDLE: usize = 64;

impl<R: Read> ListedLines<R> {
    /// Returns the entries in bundles: those that can be read without waiting for more input.
    pub fn bundles(mut self) -> impl Iterator<Item = Vec<Listed>> {
        std::iter::from_fn(move || {
            let mut bundle = Vec::from([self.next()?]);
            while bundle.len() < BUNDLE && self.lines.is_ready() {
                bundle.extend(self.read_line().flatten());
            }
            Some(bundle)
        })
    }

    fn read(&mut self) -> Option<Listed> {
        loop {
            if let Some(entry) = self.read_line()? {
                return Some(entry);
            }
        }
    }

    /// Reads a line, which may be none of the entries; `None` at the end.
    fn read_line(&mut self) -> Option<Option<Listed>> {
        let line = match self.lines.next().transpose()? {
            Ok((line, _)) => line,
            Err(error) => return Some(Some(Err(error))),
        };
        self.number += 1;
        Some(match line {
            Line::TooLong => Some(Ok((self.number, Err(too_long())))),
            Line::Whole(line) => {
                let inside = line.trim();
                if inside.is_empty() || (self.is_comment)(inside) {
                    return Some(None);
                }
                let entry = match inside.len() == line.len() {
                    true => line,
                    false => inside.to_owned(),
                };
                Some(Ok((self.number, Ok(entry))))
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_lines_and_comments_are_counted_and_passed_over() {
        let text = format!("# two\n  one \r\n\n{}\ntwo", "x".repeat(LONGEST + 1));
        let lines = ListedLines::new(text.as_bytes(), |line| line.starts_with('#'));
        let lines: Vec<_> = lines.map(Result::unwrap).collect();
        let one = |text: &str| Ok(text.to_owned());
        assert_eq!(lines, [(2, one("one")), (4, Err(too_long())), (5, one("two"))]);
    }

    /// Whoever writes a line and waits for its answer gets it.
    #[test]
    fn a_bundle_ends_where_more_would_have_to_be_awaited() {
        let pieces = ["a\n# b\nc\nd", "e\n", "f"].map(str::as_bytes);
        let input = pieces[0].chain(pieces[1]).chain(pieces[2]);
        let bundles = ListedLines::new(input, |line| line.starts_with('#')).bundles();
        let entries = bundles.map(|bundle| {
            bundle.into_iter().map(|entry| entry.unwrap().1.unwrap()).collect::<Vec<_>>()
        });
        assert_eq!(entries.collect::<Vec<_>>(), [vec!["a", "c"], vec!["de"], vec!["f"]]);
    }
}
