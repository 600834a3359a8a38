//! The lines of a move list. Those behind a comment whose end is missing are read again.

use crate::records::charset::decoded_line;
use crate::records::defect::{Input, MAX_TEXT};
use crate::records::game_reader::Rest;
use std::collections::VecDeque;
use std::io::{self, BufRead, Cursor, Read};

/// A line without the blanks around it.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// Its number in the file, from 1.
    pub number: usize,
    /// Its text; `None` if it is longer than [`MAX_TEXT`].
    pub bytes: Option<Vec<u8>>,
}

/// Reads lines, and keeps those that may have to be read again.
pub(super) struct LineReader<R> {
    /// `None` at its end.
    input: Option<R>,
    /// The lines taken from the input.
    count: usize,
    /// Lines to be read again.
    again: VecDeque<Line>,
    /// The last lines, which may have to be read again, and their bytes.
    kept: VecDeque<Line>,
    kept_bytes: usize,
}

impl<R: BufRead> LineReader<R> {
    pub(super) fn new(input: R) -> Self {
        let (again, kept) = (VecDeque::new(), VecDeque::new());
        Self { input: Some(input), count: 0, again, kept, kept_bytes: 0 }
    }

    /// The lines taken from the input.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Reads the next line, of which at most [`MAX_TEXT`] bytes are held.
    pub(super) fn next(&mut self) -> io::Result<Option<Line>> {
        if let Some(line) = self.again.pop_front() {
            return Ok(Some(line));
        }
        let Some(input) = self.input.as_mut() else { return Ok(None) };
        let mut bytes = Vec::new();
        let limit = MAX_TEXT as u64 + 1;
        if input.by_ref().take(limit).read_until(b'\n', &mut bytes)? == 0 {
            self.input = None;
            return Ok(None);
        }
        self.count += 1;
        let number = self.count;
        if bytes.len() <= MAX_TEXT || bytes.ends_with(b"\n") {
            let bytes = Some(bytes.trim_ascii().to_vec());
            return Ok(Some(Line { number, bytes }));
        }
        while !bytes.is_empty() && !bytes.ends_with(b"\n") {
            bytes.clear();
            input.by_ref().take(limit).read_until(b'\n', &mut bytes)?;
        }
        Ok(Some(Line { number, bytes: None }))
    }

    /// Keeps a line. Returns whether those that are kept have at most [`MAX_TEXT`] bytes.
    pub(super) fn keep(&mut self, line: Line) -> bool {
        self.kept_bytes += line.bytes.as_ref().map_or(0, Vec::len) + 1;
        self.kept.push_back(line);
        self.kept_bytes <= MAX_TEXT
    }

    /// Forgets the lines up to this one.
    pub(super) fn forget(&mut self, number: usize) {
        let past = self.kept.partition_point(|line| line.number <= number);
        for line in self.kept.drain(..past) {
            self.kept_bytes -= line.bytes.map_or(0, |bytes| bytes.len()) + 1;
        }
    }

    /// Reads the lines that are kept again.
    pub(super) fn read_again(&mut self) {
        self.kept_bytes = 0;
        while let Some(line) = self.kept.pop_back() {
            self.again.push_front(line);
        }
    }
}

impl<R: BufRead + Send + 'static> LineReader<R> {
    /// Gives the input away, from `head` on, which ends the line with this number.
    pub(super) fn rest(&mut self, mut head: Vec<u8>, line: usize) -> Rest {
        for line in self.again.drain(..) {
            head.push(b'\n');
            head.extend(line.bytes.unwrap_or_default());
        }
        head.push(b'\n');
        let input: Input = match self.input.take() {
            Some(input) => Box::new(input),
            None => Box::new(Cursor::new(Vec::new())),
        };
        Rest { head, input, line }
    }
}

/// The bytes of the last `length` bytes of a line's text, which begin with a bracket.
pub(super) fn end_of(line: &[u8], text: &str, length: usize) -> Vec<u8> {
    let (before, end) = text.split_at(text.len() - length);
    let bracket = end.as_bytes()[0];
    let skipped = before.bytes().filter(|&byte| byte == bracket).count();
    let mut places = line.iter().enumerate().filter(|(_, byte)| **byte == bracket);
    match places.nth(skipped) {
        Some((at, _)) => line[at..].to_vec(),
        None => end.as_bytes().to_vec(),
    }
}

/// Decodes a line, if it is short enough to be one.
pub(super) fn decoded(line: &Line, chinese: bool) -> Option<String> {
    line.bytes.as_ref().map(|bytes| decoded_line(bytes, chinese))
}
