//! The syntax of SGF: game trees, nodes, properties and values, one token at a time.

use crate::board::Move;
use crate::records::defect::MAX_TEXT;
use std::io::{self, BufRead};

/// A piece of SGF. Text between the tokens, including before the first tree, is skipped.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Token {
    /// `(`
    Open,
    /// `)`
    Close,
    /// `;`
    Node,
    /// The capital letters of a property's name.
    Property(String),
    /// A property's value with its escapes resolved.
    Value(String),
    /// A value longer than [`MAX_TEXT`].
    LongValue,
    /// The input ends within a value.
    CutValue,
    /// The end of the input.
    End,
}

/// More bytes than a move has.
const LONGEST_MOVE: usize = 24;

pub(crate) struct Tokens<R> {
    input: R,
    line: usize,
    depth: usize,
    /// The beginning of the current word outside the trees.
    word: Vec<u8>,
    /// The line of the first move outside a tree since the last tree.
    stray: Option<usize>,
}

impl<R: BufRead> Tokens<R> {
    pub(crate) fn new(input: R) -> Self {
        Self { input, line: 1, depth: 0, word: Vec::new(), stray: None }
    }

    /// Returns the line of the last token, from 1.
    pub(crate) fn line(&self) -> usize {
        self.line
    }

    /// Returns, once, the line of the first move after the last tree.
    pub(crate) fn take_stray(&mut self) -> Option<usize> {
        self.stray.take()
    }

    /// Returns the number of open trees.
    pub(crate) fn depth(&self) -> usize {
        self.depth
    }

    fn peek(&mut self) -> io::Result<Option<u8>> {
        loop {
            match self.input.fill_buf() {
                Ok(bytes) => return Ok(bytes.first().copied()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn take(&mut self) -> io::Result<Option<u8>> {
        let byte = self.peek()?;
        if let Some(byte) = byte {
            self.input.consume(1);
            self.line += usize::from(byte == b'\n');
        }
        Ok(byte)
    }

    /// Reads the next token.
    pub(crate) fn next(&mut self) -> io::Result<Token> {
        loop {
            let Some(byte) = self.take()? else {
                self.outside(b' ');
                return Ok(Token::End);
            };
            match byte {
                b'(' => {
                    // Outside a tree, text that is not SGF may hold brackets.
                    if self.depth == 0 && !self.node_follows()? {
                        continue;
                    }
                    self.depth += 1;
                    self.stray = None;
                    self.word.clear();
                    return Ok(Token::Open);
                }
                // A bracket may close a game that was cut off.
                _ if self.depth == 0 => self.outside(byte),
                b')' => {
                    self.depth -= 1;
                    return Ok(Token::Close);
                }
                b';' => return Ok(Token::Node),
                b'[' => return self.value(),
                b'A'..=b'Z' => return self.property(byte),
                _ => {}
            }
        }
    }

    /// Takes in a byte of text outside the trees. Moves there are a record of another format, which
    /// nobody wants to lose; other text, such as a signature, is ignored.
    fn outside(&mut self, byte: u8) {
        if !byte.is_ascii_whitespace() {
            if self.word.len() < LONGEST_MOVE {
                self.word.push(byte);
            }
            return;
        }
        let word = std::str::from_utf8(&self.word).unwrap_or_default();
        if self.stray.is_none() && word.parse::<Move>().is_ok() {
            self.stray = Some(self.line - usize::from(byte == b'\n'));
        }
        self.word.clear();
    }

    fn node_follows(&mut self) -> io::Result<bool> {
        while self.peek()?.is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.take()?;
        }
        Ok(self.peek()? == Some(b';'))
    }

    /// Reads a property's name. Old SGF writes long names such as `White`; only their capital
    /// letters count.
    fn property(&mut self, first: u8) -> io::Result<Token> {
        let mut name = String::from(char::from(first));
        while let Some(byte) = self.peek()?.filter(u8::is_ascii_alphabetic) {
            self.take()?;
            if byte.is_ascii_uppercase() && name.len() < 32 {
                name.push(char::from(byte));
            }
        }
        Ok(Token::Property(name))
    }

    fn value(&mut self) -> io::Result<Token> {
        let mut text = Vec::new();
        let mut length = 0;
        loop {
            let byte = match self.take()? {
                None => return Ok(Token::CutValue),
                Some(b']') => break,
                Some(b'\\') => match self.take()? {
                    None => return Ok(Token::CutValue),
                    // An escaped line end is a soft line break and adds no text.
                    Some(b'\n' | b'\r') => continue,
                    Some(byte) => byte,
                },
                Some(byte) => byte,
            };
            length += 1;
            if length <= MAX_TEXT {
                text.push(byte);
            }
        }
        if length > MAX_TEXT {
            return Ok(Token::LongValue);
        }
        Ok(Token::Value(decoded(text)))
    }
}

/// Decodes text as UTF-8, or else as ISO 8859-1, which is the default of SGF if no charset is
/// named. Other charsets only affect names.
fn decoded(text: Vec<u8>) -> String {
    String::from_utf8(text)
        .unwrap_or_else(|error| error.as_bytes().iter().copied().map(char::from).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Vec<Token> {
        let mut tokens = Tokens::new(text.as_bytes());
        let mut all = Vec::new();
        loop {
            let token = tokens.next().unwrap();
            if token == Token::End {
                return all;
            }
            all.push(token);
        }
    }

    #[test]
    fn trees_nodes_properties_and_escapes() {
        let value = |text: &str| Token::Value(text.into());
        assert_eq!(
            all("junk (no game) (;C[a\\]b\\\\c\\\nd] White[x]\n(;W[]))"),
            [
                Token::Open,
                Token::Node,
                Token::Property("C".into()),
                value("a]b\\cd"),
                Token::Property("W".into()),
                value("x"),
                Token::Open,
                Token::Node,
                Token::Property("W".into()),
                value(""),
                Token::Close,
                Token::Close,
            ]
        );
    }

    #[test]
    fn names_are_in_utf_8_or_in_latin_1() {
        for bytes in [&b"(;PW[J\xC3\xB6rg]"[..], b"(;PW[J\xF6rg]"] {
            let mut tokens = Tokens::new(bytes);
            let name = std::iter::from_fn(|| tokens.next().ok()).nth(3);
            assert_eq!(name, Some(Token::Value("J\u{F6}rg".into())));
        }
    }

    #[test]
    fn long_and_cut_values_are_told_apart() {
        assert_eq!(all("(;C[abc").last(), Some(&Token::CutValue));
        let long = format!("(;C[{}])", "x".repeat(MAX_TEXT + 1));
        assert!(all(&long).contains(&Token::LongValue));
    }
}
