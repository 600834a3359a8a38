//! Lines of foreign input, with a limit on their length.

use super::input_file::without_mark;
use super::opaque_debug;
use std::io::{self, BufRead, BufReader, Read};
use std::string::FromUtf8Error;

/// A line without its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A line; bytes that are not UTF-8 are replaced.
    Whole(String),
    /// A line that was too long and was skipped.
    TooLong,
}

/// Reads lines of at most `longest` bytes.
pub struct BoundedLines<R> {
    input: BufReader<R>,
    longest: usize,
    /// How often the input was asked for more.
    pieces: u64,
    /// Within a line that was told of as too long.
    skipping: bool,
    /// No line was read yet.
    first: bool,
}

opaque_debug!([R] BoundedLines<R>, "BoundedLines");

impl<R: Read> BoundedLines<R> {
    /// Reads `input` in lines of at most `longest` bytes.
    pub fn new(input: R, longest: usize) -> Self {
        Self { input: BufReader::new(input), longest, pieces: 0, skipping: false, first: true }
    }

    /// Whether a line can be read without waiting for more input.
    pub fn is_ready(&self) -> bool {
        self.input.buffer().contains(&b'\n')
    }

    /// Reads the next line, without the byte-order mark of a first one, and the number of the piece of input that it ends in; `None` at the
    /// end. A line that is too long is reported at once, not only at its end.
    ///
    /// # Errors
    /// The input cannot be read.
    #[allow(clippy::should_implement_trait, reason = "an item is read or is an error of the input")]
    pub fn next(&mut self) -> io::Result<Option<(Line, u64)>> {
        let (mut line, mut any) = (Vec::new(), false);
        loop {
            if self.input.buffer().is_empty() {
                self.pieces += 1;
            }
            let buffer = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                buffer => buffer?,
            };
            let end = buffer.iter().position(|&byte| byte == b'\n');
            let part = &buffer[..end.unwrap_or(buffer.len())];
            let (read, over) = (part.len() + usize::from(end.is_some()), buffer.is_empty());
            let too_long = !self.skipping && line.len() + part.len() > self.longest;
            if !self.skipping && !too_long {
                any |= !over;
                line.extend_from_slice(part);
            }
            self.input.consume(read);
            let skipped = self.skipping;
            self.skipping = (skipped || too_long) && end.is_none();
            if too_long {
                self.first = false;
                return Ok(Some((Line::TooLong, self.pieces)));
            }
            if over || end.is_some() && !skipped {
                break;
            }
        }
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        let lossy = |line: FromUtf8Error| String::from_utf8_lossy(line.as_bytes()).into_owned();
        let mut line = String::from_utf8(line).unwrap_or_else(lossy);
        if self.first {
            line = without_mark(&line).to_owned();
        }
        self.first = false;
        Ok(any.then_some((Line::Whole(line), self.pieces)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_passed_over_and_the_rest_is_read() {
        let text =
            format!("\u{feff}one\r\n\n{}\ntwo\n{}\nlast", "x".repeat(100_000), "y".repeat(9));
        let mut lines = BoundedLines::new(text.as_bytes(), 8);
        let whole = |text: &str| Line::Whole(text.to_owned());
        for expected in
            [whole("one"), whole(""), Line::TooLong, whole("two"), Line::TooLong, whole("last")]
        {
            assert_eq!(lines.next().unwrap().unwrap().0, expected);
        }
        assert_eq!(lines.next().unwrap(), None);
    }

    #[test]
    fn a_line_without_end_is_too_long_at_once() {
        let mut lines = BoundedLines::new(io::repeat(b'x'), 8);
        assert_eq!(lines.next().unwrap().unwrap().0, Line::TooLong);
    }
}
