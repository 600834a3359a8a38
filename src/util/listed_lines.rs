//! Lists of one entry a line, such as files of positions, with empty lines and comments between.
//! They are read line by line, so their size takes no memory.

use super::bounded_line::{BoundedLines, Line};
use super::{input_file, opaque_debug};
use std::io::{self, Read};

/// The longest line, in bytes.
pub const LONGEST: usize = 1 << 16;

/// An entry is longer than any that has a meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a line of more than {LONGEST} bytes")]
pub struct TooLong;

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

impl<R: Read> Iterator for ListedLines<R> {
    type Item = io::Result<(u64, Result<String, TooLong>)>;

    fn next(&mut self) -> Option<Self::Item> {
        input_file::entry(|| self.read())
    }
}

impl<R: Read> ListedLines<R> {
    fn read(&mut self) -> Option<io::Result<(u64, Result<String, TooLong>)>> {
        loop {
            let line = match self.lines.next().transpose()? {
                Ok((line, _)) => line,
                Err(error) => return Some(Err(error)),
            };
            self.number += 1;
            match line {
                Line::TooLong => return Some(Ok((self.number, Err(TooLong)))),
                Line::Whole(line) => {
                    let line = line.trim();
                    if !line.is_empty() && !(self.is_comment)(line) {
                        return Some(Ok((self.number, Ok(line.to_owned()))));
                    }
                }
            }
        }
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
        assert_eq!(lines, [(2, one("one")), (4, Err(TooLong)), (5, one("two"))]);
    }
}
