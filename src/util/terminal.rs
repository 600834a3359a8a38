//! The one place where text from outside is made fit for a terminal.
//!
//! A file or an engine may hold control characters, with which it would move the cursor, change
//! colours, or pretend to be lines of this program. They are shown as `\u{1b}`.

use std::borrow::Cow;
use std::io::{self, IsTerminal, Stdout, Write};

/// Returns a name or a message of one line from outside without control characters.
pub fn one_line(text: &str) -> Cow<'_, str> {
    without(text, is_control)
}

/// Returns text of several lines without control characters, but for line ends and tabs.
pub fn lines(text: &str) -> Cow<'_, str> {
    without(text, |c| is_control(c) && c != '\n' && c != '\t')
}

/// Whether a character controls a terminal, or changes where other characters stand.
pub fn is_control(c: char) -> bool {
    let order = matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    c.is_control() || order
}

fn without(text: &str, unfit: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&unfit) {
        return text.into();
    }
    let mut fit = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match unfit(c) {
            true => fit.extend(c.escape_unicode()),
            false => fit.push(c),
        }
    }
    fit.into()
}

/// Standard output. On a terminal, text is made fit for it; in a file or a pipe it stays as it is.
pub fn stdout() -> Fit<Stdout> {
    let out = io::stdout();
    Fit { filters: out.is_terminal(), out, rest: Vec::new() }
}

/// A writer to what may be a terminal.
#[derive(Debug)]
pub struct Fit<W: Write> {
    out: W,
    filters: bool,
    /// The beginning of a character whose end was not written yet.
    rest: Vec<u8>,
}

impl<W: Write> Write for Fit<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.filters {
            return self.out.write(bytes);
        }
        self.rest.extend_from_slice(bytes);
        let mut chunks = self.rest.utf8_chunks().peekable();
        let mut text = String::new();
        let mut rest = Vec::new();
        while let Some(chunk) = chunks.next() {
            text.push_str(chunk.valid());
            let invalid = chunk.invalid();
            // At the end, up to three bytes may be the beginning of a character.
            let begins = std::str::from_utf8(invalid).is_err_and(|e| e.error_len().is_none());
            if chunks.peek().is_none() && begins {
                rest = invalid.to_vec();
            } else if !invalid.is_empty() {
                text.push(char::REPLACEMENT_CHARACTER);
            }
        }
        self.rest = rest;
        self.out.write_all(lines(&text).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_controls_a_terminal_is_shown() {
        assert_eq!(one_line("a\u{1b}[31m\nb\u{9b}é"), "a\\u{1b}[31m\\u{a}b\\u{9b}é");
        assert_eq!(lines("a\tb\n\u{7f}\r"), "a\tb\n\\u{7f}\\u{d}");
        assert_eq!(one_line("x\u{202e}y"), "x\\u{202e}y");
        assert!(matches!(one_line("W+3, ±2, é"), Cow::Borrowed(_)));
    }

    #[test]
    fn characters_may_come_in_pieces() {
        let mut fit = Fit { out: Vec::new(), filters: true, rest: Vec::new() };
        for byte in "é\u{9b}1m\n".bytes().chain([0xff, b'x']) {
            fit.write_all(&[byte]).unwrap();
        }
        assert_eq!(String::from_utf8(fit.out).unwrap(), "é\\u{9b}1m\n\u{fffd}x");
        let mut plain = Fit { out: Vec::new(), filters: false, rest: Vec::new() };
        plain.write_all(b"\x1b\xff").unwrap();
        assert_eq!(plain.out, b"\x1b\xff");
    }
}
