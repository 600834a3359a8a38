//! The syntax of SGF: game trees, nodes, properties and values, one token at a time.

use crate::records::charset::Charset;
use crate::records::defect::MAX_TEXT;
use crate::records::move_list::one_move;
use std::collections::VecDeque;
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
    /// The next game begins within a value: the game before was cut off there. No tree is open.
    TornValue,
    /// The end of the input.
    End,
}

/// Properties that begin the first node of a game; within a game they show that the game before was
/// cut off.
pub(super) const ROOT: [&str; 12] =
    ["AP", "CA", "DT", "EV", "FF", "GM", "GN", "PB", "PC", "PW", "SO", "SZ"];

/// More bytes than a move has.
const LONGEST_MOVE: usize = 24;

/// How far from the beginning of a game its `CA` is looked for.
const CHARSET_WITHIN: usize = 4096;

pub(crate) struct Tokens<R> {
    input: R,
    /// Bytes that were looked at and not yet taken.
    ahead: VecDeque<u8>,
    /// The encoding of the current game; `None` if it names an unknown one.
    charset: Option<Charset>,
    line: usize,
    depth: usize,
    /// The beginning of the current word outside the trees.
    word: Vec<u8>,
    /// The line of the first move outside the trees that was not taken yet.
    stray: Option<usize>,
}

/// Where a game begins within the bytes of a value, because the game before was cut off there. The
/// text of a value may quote a game, but then the bracket that ends its first property is escaped.
fn next_game_within(value: &[u8]) -> Option<usize> {
    let escaped = value.windows(2).rposition(|two| two == b"\\]").map_or(0, |at| at + 2);
    let begins = |&at: &usize| {
        let Some(node) = value[at..].strip_prefix(b"(;") else { return false };
        let node = node.trim_ascii_start();
        let letters = node.iter().take_while(|byte| byte.is_ascii_uppercase()).count();
        let (name, after) = node.split_at(letters);
        let line = value[..at].iter().rev().find(|byte| !matches!(byte, b' ' | b'\t' | b'\r'));
        letters > 0
            && after.trim_ascii_start().first() == Some(&b'[')
            && (line == Some(&b'\n') || ROOT.iter().any(|root| root.as_bytes() == name))
    };
    (escaped..value.len()).find(begins)
}

/// Whether bytes hold a whole node: the next node or tree begins or the tree ends.
fn holds_node(bytes: &VecDeque<u8>) -> bool {
    let mut last = 0;
    bytes
        .iter()
        .filter(|byte| !byte.is_ascii_whitespace())
        .any(|&byte| std::mem::replace(&mut last, byte) == b']' && b";()".contains(&byte))
}

impl<R: BufRead> Tokens<R> {
    pub(crate) fn new(input: R) -> Self {
        Self {
            input,
            ahead: VecDeque::new(),
            charset: Some(Charset::Unnamed),
            line: 1,
            depth: 0,
            word: Vec::new(),
            stray: None,
        }
    }

    /// Counts lines from this one on.
    pub(crate) fn counting_from(self, line: usize) -> Self {
        Self { line, ..self }
    }

    /// Returns the encoding of the current game; `None` if it names an unknown one.
    pub(crate) fn charset(&self) -> Option<Charset> {
        self.charset
    }

    /// Returns the line of the last token, from 1.
    pub(crate) fn line(&self) -> usize {
        self.line
    }

    /// Returns, once, the line of the first move outside the trees.
    pub(crate) fn take_stray(&mut self) -> Option<usize> {
        self.stray.take()
    }

    /// Returns the number of open trees.
    pub(crate) fn depth(&self) -> usize {
        self.depth
    }

    /// The bytes of the input that can be had without waiting for more than one.
    fn buffer(&mut self) -> io::Result<&[u8]> {
        loop {
            match self.input.fill_buf() {
                // Asked once more, for the borrow to end before the next try.
                Ok(_) => return self.input.fill_buf(),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn peek(&mut self) -> io::Result<Option<u8>> {
        match self.ahead.front() {
            Some(&byte) => Ok(Some(byte)),
            None => Ok(self.buffer()?.first().copied()),
        }
    }

    fn take(&mut self) -> io::Result<Option<u8>> {
        let byte = self.peek()?;
        if let Some(byte) = byte {
            if self.ahead.pop_front().is_none() {
                self.input.consume(1);
            }
            self.line += usize::from(byte == b'\n');
        }
        Ok(byte)
    }

    /// Puts bytes back, to be taken again.
    fn read_again(&mut self, bytes: &[u8]) {
        self.line -= bytes.iter().filter(|&&byte| byte == b'\n').count();
        for &byte in bytes.iter().rev() {
            self.ahead.push_front(byte);
        }
    }

    /// Finds the encoding that the game which begins here names. The names of its players may stand
    /// before it, so it is looked for ahead.
    fn find_charset(&mut self) -> io::Result<()> {
        while self.ahead.len() < CHARSET_WITHIN && !holds_node(&self.ahead) {
            let room = CHARSET_WITHIN - self.ahead.len();
            let buffer = self.buffer()?;
            let bytes = buffer[..buffer.len().min(room)].to_vec();
            if bytes.is_empty() {
                break;
            }
            self.input.consume(bytes.len());
            self.ahead.extend(bytes);
        }
        let ahead = self.ahead.make_contiguous();
        let end = ahead.windows(2).position(|two| two == b"(;").unwrap_or(ahead.len());
        self.charset = Some(Charset::Unnamed);
        for (at, _) in ahead[..end].windows(3).enumerate().filter(|(_, three)| three == b"CA[") {
            // The last letters of another property's name, or of a word within a value.
            if at > 0 && ahead[at - 1].is_ascii_alphanumeric() {
                continue;
            }
            let value = &ahead[at + 3..end];
            let name = value.split(|&byte| byte == b']').next().unwrap_or_default();
            self.charset = Charset::named(&String::from_utf8_lossy(name));
            break;
        }
        Ok(())
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
                    if self.depth == 0 {
                        self.outside(b' ');
                        self.find_charset()?;
                    }
                    self.depth += 1;
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

    /// Takes in a byte of text outside the trees. Moves and JSON there are another record, which
    /// nobody wants to lose; other text, such as a signature, is ignored.
    fn outside(&mut self, byte: u8) {
        if !byte.is_ascii_whitespace() {
            if self.word.len() < LONGEST_MOVE {
                self.word.push(byte);
            }
            return;
        }
        let word = std::str::from_utf8(&self.word).unwrap_or_default();
        let is_record = one_move(word).is_some() || word.starts_with("{\"");
        if self.stray.is_none() && is_record {
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
        // The bytes as they stand in the file, to be read again if a game begins within them.
        let mut value = Vec::new();
        let keep = |value: &mut Vec<u8>, byte| {
            if value.len() <= MAX_TEXT {
                value.push(byte);
            }
        };
        let mut length = 0;
        let charset = self.charset.unwrap_or(Charset::Unnamed);
        // Whether characters of two 7-bit bytes have been switched on, of which either may look
        // like a bracket.
        let mut double = false;
        loop {
            let next = self.take()?;
            if let Some(byte) = next {
                let second = self.peek()?;
                if charset.switches() && byte == 0x1B {
                    double = second == Some(b'$');
                } else if double && !byte.is_ascii_control()
                    || charset.leads(byte) && second.is_some_and(|second| second >= 0x40)
                {
                    let both = [Some(byte), self.take()?];
                    text.extend(both.into_iter().flatten());
                    both.into_iter().flatten().for_each(|byte| keep(&mut value, byte));
                    length += 2;
                    continue;
                }
                if byte != b']' {
                    keep(&mut value, byte);
                }
            }
            let byte = match next {
                None => return Ok(Token::CutValue),
                Some(b']') => break,
                Some(b'\\') => match self.take()? {
                    None => return Ok(Token::CutValue),
                    Some(byte) => {
                        keep(&mut value, byte);
                        // An escaped line end is a soft line break and adds no text.
                        if matches!(byte, b'\n' | b'\r') {
                            continue;
                        }
                        byte
                    }
                },
                Some(byte) => byte,
            };
            length += 1;
            if length <= MAX_TEXT {
                text.push(byte);
            }
        }
        let whole = value.len() <= MAX_TEXT;
        if let Some(at) = next_game_within(&value).filter(|_| whole) {
            value.push(b']');
            self.read_again(&value[at..]);
            self.depth = 0;
            return Ok(Token::TornValue);
        }
        if length > MAX_TEXT {
            return Ok(Token::LongValue);
        }
        Ok(Token::Value(charset.decoded(text)))
    }
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
    fn names_are_in_the_encoding_that_the_game_names_wherever_it_names_it() {
        // The second byte of each character looks like a bracket or an escape.
        for (charset, bytes, want) in [
            ("GBK", &b"\x95\x5C\x95\x5D"[..], "\u{661E}\u{6621}"),
            ("GB18030", b"\x95\x5C", "\u{661E}"),
            ("Big5", b"\xA5\x5C\xA4\x5D", "\u{529F}\u{4E5F}"),
            ("Shift_JIS", b"\x83\x5C\x83\x5D\xB1", "\u{30BD}\u{30BE}\u{FF71}"),
            ("EUC-KR", b"\xB0\xA1", "\u{AC00}"),
            ("EUC-JP", b"\x8F\xB0\xA1", "\u{4E02}"),
            ("ISO-2022-JP", b"\x1B$B%]\x1B(B", "\u{30DD}"),
            ("KOI8-R", b"\xC1", "\u{0430}"),
        ] {
            for (before, after) in [("(;", ""), ("(;GM[18]", "SZ[10]")] {
                let name = |input: &[u8]| {
                    let mut tokens = Tokens::new(input);
                    let mut values = Vec::new();
                    while let Ok(token) = tokens.next() {
                        match token {
                            Token::End => break,
                            Token::Value(value) => values.push(value),
                            _ => {}
                        }
                    }
                    values
                };
                let charset = format!("CA[{charset}]");
                let first = [before.as_bytes(), charset.as_bytes(), b"PB[", bytes, b"]PW[x]"];
                let last = [before.as_bytes(), b"PB[", bytes, b"]PW[x]", charset.as_bytes()];
                for parts in [first, last] {
                    let values = name(&[&parts.concat(), after.as_bytes(), b")"].concat());
                    assert!(values.contains(&want.to_owned()), "{charset} {values:?}");
                    assert!(values.contains(&"x".to_owned()), "{charset} {values:?}");
                }
            }
        }
    }

    #[test]
    fn each_game_has_an_encoding_of_its_own() {
        let text = b"(;CA[GBK]PB[\x95\x5C])(;PB[\xE9])";
        let mut tokens = Tokens::new(&text[..]);
        let mut values = Vec::new();
        loop {
            match tokens.next().unwrap() {
                Token::End => break,
                Token::Value(value) => values.push(value),
                _ => {}
            }
        }
        assert_eq!(values, ["GBK", "\u{661E}", "\u{E9}"]);
    }

    #[test]
    fn a_game_that_begins_within_a_value_is_read() {
        for torn in
            ["(;W[djd\n(;FF[4]W[x])", "(;W[\n(; W[x])", "(;W[dj(;GM[18]W[x])", "(;C[a\\]b\n(;W[x])"]
        {
            let tokens = all(torn);
            let at = tokens.iter().position(|token| *token == Token::TornValue).unwrap();
            assert_eq!(tokens[at + 1..at + 3], [Token::Open, Token::Node], "{torn}");
            assert_eq!(tokens.last(), Some(&Token::Close), "{torn}");
        }
        for whole in ["(;C[see\n(;FF[4\\]W[x\\])])", "(;C[see (;W[x])", "(;C[\n(;-\n(; a])"] {
            assert!(!all(whole).contains(&Token::TornValue), "{whole}");
        }
    }

    #[test]
    fn long_and_cut_values_are_told_apart() {
        assert_eq!(all("(;C[abc").last(), Some(&Token::CutValue));
        let long = format!("(;C[{}])", "x".repeat(MAX_TEXT + 1));
        assert!(all(&long).contains(&Token::LongValue));
    }
}
