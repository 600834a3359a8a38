//! The words of a move list: moves in every spelling, numbers, results, tags, and what is skipped
//! between them (comments, variations, signs).

use super::numbers::MoveNumber;
use super::spelling::{ShortMove, is_arrow, squares};
use crate::board::{Color, Move, Square};
use crate::util::start_of::start_of;
use std::collections::VecDeque;

/// A word of a move list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::records) enum Word {
    /// The number of a move.
    Number(MoveNumber),
    /// A move.
    Move(Move),
    /// Three points, as SGF and the engines of the Chinese championships write them.
    Points(String),
    /// A move without the square that the amazon comes from.
    Short(ShortMove),
    /// A move without its arrow.
    Half(String),
    /// The side that is said to move next.
    Side(Color),
    /// The result, if it names a winner.
    Result(Option<Color>),
    /// The side named before it, or else the side to move, gives up or loses.
    Resigns,
    /// The side named before it, or else the side that moved last, wins.
    Wins,
    /// `[Name "value"]`.
    Tag { name: String, value: String },
    /// Anything else.
    Other(String),
}

/// Splits lines into words. Comments and variations may go over several lines.
#[derive(Default)]
pub(in crate::records) struct Scanner {
    /// The line in which a comment in braces began that is open.
    comment: Option<usize>,
    /// Variations open.
    depth: usize,
    /// The line in which the outermost of them began.
    variation: usize,
    /// Whether nothing but blanks stands in the comment that is open.
    empty: bool,
}

/// What may go over several lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::records) enum Span {
    /// `{…}`
    Comment,
    /// `(…)`
    Variation,
}

/// The words of a line, and what of it is a record of another format.
#[derive(Debug, Default, PartialEq, Eq)]
pub(in crate::records) struct Split<'a> {
    pub words: Vec<Word>,
    /// What begins with a game of SGF or an object in JSON.
    pub foreign: Option<&'a str>,
}

/// Squares of a move that its next words go on with.
#[derive(Default)]
struct Pending {
    squares: Vec<Square>,
    text: String,
}

impl Pending {
    /// Ends a move that nothing goes on with.
    fn flush(&mut self, words: &mut Vec<Word>) {
        let text = start_of(&std::mem::take(&mut self.text));
        match std::mem::take(&mut self.squares).len() {
            0 => {}
            1 => words.push(Word::Other(text)),
            _ => words.push(Word::Half(text)),
        }
    }

    fn begin(&mut self, squares: &[Square], text: &str) {
        self.squares = squares.to_vec();
        self.text = text.to_owned();
    }

    /// Whether a word of these squares completes the move; returns it.
    fn completed(&mut self, squares: &[Square]) -> Option<Move> {
        let mv = match (&*self.squares, squares) {
            (&[from], &[to, arrow]) | (&[from, to], &[arrow]) => Move { from, to, arrow },
            (&[from, to], &[again, arrow]) if again == to => Move { from, to, arrow },
            _ => return None,
        };
        *self = Self::default();
        Some(mv)
    }
}

impl Scanner {
    /// The comment or variation that goes on in the next line, and the line in which it began.
    pub(in crate::records) fn open(&self) -> Option<(Span, usize)> {
        let variation = (self.depth > 0).then_some((Span::Variation, self.variation));
        self.comment.map(|line| (Span::Comment, line)).or(variation)
    }

    /// Whether nothing but blanks stands in the comment that is open.
    pub(super) fn is_empty(&self) -> bool {
        self.empty
    }

    /// Splits a line into words, up to a record of another format.
    pub(in crate::records) fn line<'a>(&mut self, line: &'a str, number: usize) -> Split<'a> {
        let mut words = Vec::new();
        let mut pending = Pending::default();
        // A line that begins with a per cent sign is a comment of chess programs.
        let mut rest = if line.starts_with('%') { "" } else { line };
        while let Some(letter) = rest.chars().next() {
            let after = &rest[letter.len_utf8()..];
            if self.comment.is_some() {
                let end = rest.find('}');
                if end.is_some() {
                    self.comment = None;
                }
                self.empty &= rest.trim().is_empty();
                rest = end.map_or("", |end| &rest[end + 1..]);
                continue;
            }
            if is_foreign(rest) {
                pending.flush(&mut words);
                return Split { words, foreign: Some(rest) };
            }
            if letter == '{' {
                (self.comment, self.empty) = (Some(number), true);
                rest = after;
            } else if self.depth > 0 {
                match letter {
                    '(' => self.depth += 1,
                    ')' => self.depth -= 1,
                    _ => {}
                }
                rest = after;
            } else if letter.is_whitespace() {
                rest = after;
            } else if letter == ';' {
                break;
            } else if letter == '(' && !is_arrow(rest) {
                (self.depth, self.variation) = (1, number);
                rest = after;
            } else if let Some((tag, after)) = tag(rest) {
                pending.flush(&mut words);
                words.push(tag);
                rest = after;
            } else {
                let (word, after) = rest.split_at(end_of_word(rest));
                classify(word, &mut pending, &mut words);
                rest = after;
            }
        }
        pending.flush(&mut words);
        Split { words, foreign: None }
    }
}

/// The words of a text that stands alone.
pub(in crate::records) fn words(text: &str) -> Vec<Word> {
    Scanner::default().line(text, 1).words
}

/// Whether a text begins with a game of SGF or an object in JSON, which are neither variation nor
/// comment.
pub(super) fn is_foreign(text: &str) -> bool {
    let inner = |open| text.strip_prefix(open).map(str::trim_start);
    inner('(').is_some_and(|inner| inner.starts_with(';'))
        || inner('{').is_some_and(begins_with_key)
}

/// Whether a text begins with a key of JSON, `"moves":`.
pub(super) fn begins_with_key(text: &str) -> bool {
    let key = text.strip_prefix('"').and_then(|text| text.split_once('"'));
    key.is_some_and(|(key, after)| {
        key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
            && after.trim_start().starts_with(':')
    })
}

/// Where the word at the start of `text` ends: before a blank, a comment, or a variation.
fn end_of_word(text: &str) -> usize {
    let ends = |&(i, letter): &(usize, char)| {
        letter.is_whitespace() || letter == '{' || letter == '(' && !is_arrow(&text[i..])
    };
    text.char_indices().skip(1).find(ends).map_or(text.len(), |(i, _)| i)
}

/// Reads `[Name "value"]` and returns what follows it.
fn tag(text: &str) -> Option<(Word, &str)> {
    let inner = text.strip_prefix('[')?.trim_start();
    let end = inner.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')?;
    let (name, rest) = inner.split_at(end);
    let mut letters = rest.trim_start().strip_prefix('"')?.char_indices();
    let begin = rest.len() - letters.as_str().len();
    let mut value = String::new();
    while let Some((i, letter)) = letters.next() {
        match letter {
            '\\' => value.push(letters.next()?.1),
            '"' => {
                let after = rest[begin + i + 1..].trim_start().strip_prefix(']')?;
                let name = name.to_owned();
                return (!name.is_empty()).then_some((Word::Tag { name, value }, after));
            }
            _ => value.push(letter),
        }
    }
    None
}

/// Reads `12.`, `12...`, `12)` or `12` at the start of a word and returns what follows it.
fn number(word: &str) -> Option<(MoveNumber, &str)> {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let number = word[..digits].parse().ok()?;
    let rest = &word[digits..];
    let after = rest.trim_start_matches(['.', '…', ')', ':', '。', '．', '、']);
    let dots = &rest[..rest.len() - after.len()];
    let second = dots.contains('…') || dots.matches('.').count() > 1;
    (after.is_empty() || !dots.is_empty()).then_some((MoveNumber { number, second }, after))
}

/// What a word means besides moves.
fn plain(word: &str) -> Option<Option<Word>> {
    if word.starts_with('$') && word[1..].bytes().all(|byte| byte.is_ascii_digit())
        || word.chars().all(|letter| "!?+-=/:,;.>→–—~".contains(letter))
    {
        return Some(None);
    }
    let lower = word.trim_end_matches([',', ';', '.', '!']).to_ascii_lowercase();
    let side = lower.trim_end_matches(':');
    Some(Some(match lower.as_str() {
        "1-0" | "1–0" => Word::Result(Some(Color::White)),
        "0-1" | "0–1" => Word::Result(Some(Color::Black)),
        "*" | "1/2-1/2" | "pass" => Word::Result(None),
        "resign" | "resigns" | "resigned" | "loses" | "lost" | "forfeits" => Word::Resigns,
        "win" | "wins" | "won" => Word::Wins,
        _ if lower.starts_with("w+") => Word::Result(Some(Color::White)),
        _ if lower.starts_with("b+") => Word::Result(Some(Color::Black)),
        _ if matches!(side, "w" | "white") => Word::Side(Color::White),
        _ if matches!(side, "b" | "black") => Word::Side(Color::Black),
        _ => return None,
    }))
}

/// Adds the words that a text between blanks stands for.
fn classify(word: &str, pending: &mut Pending, words: &mut Vec<Word>) {
    if let Some(plain) = plain(word) {
        if let Some(plain) = plain {
            pending.flush(words);
            words.push(plain);
        }
        return;
    }
    let mut rest = word;
    if let Some((number, after)) = number(word) {
        pending.flush(words);
        words.push(Word::Number(number));
        rest = after;
    }
    if rest.is_empty() {
        return;
    }
    if let Some(short) = ShortMove::parse(rest) {
        pending.flush(words);
        return words.push(Word::Short(short));
    }
    if let Some(squares) = squares(rest) {
        return moves(rest, squares, pending, words);
    }
    pending.flush(words);
    let bare = rest.trim_end_matches(['!', '?', '+', '#', '.', ',', ';']);
    let point = |byte: u8| (b'a'..=b'p').contains(&byte.to_ascii_lowercase());
    words.push(if bare.len() == 6 && bare.bytes().all(point) {
        Word::Points(bare.to_ascii_lowercase())
    } else {
        Word::Other(start_of(rest))
    });
}

/// Adds the moves that a word's squares make, together with those of the words before it.
fn moves(word: &str, squares: Vec<Square>, pending: &mut Pending, words: &mut Vec<Word>) {
    if let Some(mv) = pending.completed(&squares) {
        return words.push(Word::Move(mv));
    }
    if let (&[from], &[to]) = (&*pending.squares, &*squares) {
        pending.squares = vec![from, to];
        pending.text = format!("{} {word}", pending.text);
        return;
    }
    pending.flush(words);
    let whole = squares.len() >= 3;
    let mut left: VecDeque<Square> = squares.into();
    while left.len() >= 3 {
        // `d1d7,d7g7` names the square between the two moves twice.
        let twice = left[1] == left[2];
        if twice && left.len() == 3 {
            return words.push(Word::Half(start_of(word)));
        }
        let arrow = left[if twice { 3 } else { 2 }];
        words.push(Word::Move(Move { from: left[0], to: left[1], arrow }));
        left.drain(..if twice { 4 } else { 3 });
    }
    pending.begin(left.make_contiguous(), word);
    // Squares behind whole moves in one word begin no move that the next word could go on with.
    if whole {
        pending.flush(words);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mv(text: &str) -> Word {
        Word::Move(text.parse().unwrap())
    }

    #[test]
    fn every_spelling_of_a_move_is_read() {
        for text in [
            "d1-d7/g7",
            "d1-d7(g7)",
            "D1-D7(G7)",
            "D1D7(G7)",
            "d1d7/g7",
            "d1-d7-g7",
            "d1-d7xg7",
            "D1-D7XG7",
            "d1-d7:g7",
            "d1-d7,g7",
            "d1-d7->g7",
            "d1→d7→g7",
            "d1–d7/g7",
            "d1d7,d7g7",
            "d1d7pg7",
            "d1d7P@g7",
            "d1d7g7",
            "Qd1-d7/g7",
            "d1-d7/g7!?",
            "d1-d7*g7",
            "(d1-d7/g7",
        ] {
            let want = if text.starts_with('(') { vec![] } else { vec![mv("d1-d7/g7")] };
            assert_eq!(words(text), want, "{text}");
        }
        for text in [
            "d1 d7 g7",
            "d1-d7 (g7)",
            "d1d7 P@g7",
            "d1 - d7 / g7",
            "d1d7 d7g7",
            "d1 d7/g7",
            "d1-d7 g7",
            "d1-d7 xg7",
            "d1-d7 {a comment} /g7",
        ] {
            assert_eq!(words(text), [mv("d1-d7/g7")], "{text}");
        }
        let two = [mv("d1-d7/g7"), mv("g10-g8/b3")];
        for text in [
            "d1-d7/g7,g10-g8/b3",
            "d1d7,d7g7,g10g8,g8b3",
            "d1-d7/g7; g10-g8/b3",
            "d1 d7 g7 g10 g8 b3",
            "d1-d7(g7)g10-g8(b3)",
            "d1-d7/g7, g10-g8/b3.",
        ] {
            assert_eq!(words(text), two, "{text}");
        }
    }

    #[test]
    fn a_move_without_its_arrow_is_no_move() {
        assert_eq!(words("d1-d7 g10-g8/b3"), [Word::Half("d1-d7".into()), mv("g10-g8/b3")]);
        assert_eq!(words("d1d7"), [Word::Half("d1d7".into())]);
        assert_eq!(words("d1d7,d7"), [Word::Half("d1d7,d7".into())]);
        assert_eq!(words("d1-d7/g7 d1"), [mv("d1-d7/g7"), Word::Other("d1".into())]);
    }

    #[test]
    fn numbers_stand_with_and_without_blanks() {
        let number = |number, second| Word::Number(MoveNumber { number, second });
        assert_eq!(words("12.d1-d7/g7"), [number(12, false), mv("d1-d7/g7")]);
        assert_eq!(words("2...d1-d7/g7"), [number(2, true), mv("d1-d7/g7")]);
        assert_eq!(words("3) d1-d7/g7 4"), [number(3, false), mv("d1-d7/g7"), number(4, false)]);
        assert_eq!(words("12…"), [number(12, true)]);
    }

    #[test]
    fn comments_variations_and_signs_are_skipped() {
        let mut scanner = Scanner::default();
        let first = scanner.line("d1-d7/g7! $2 (2. a4-a6/a5 (x) {)} {goes", 1);
        assert_eq!(first.words, [mv("d1-d7/g7")]);
        assert_eq!(scanner.open(), Some((Span::Comment, 1)));
        assert_eq!(scanner.line("on} a4-a6(a5)) g10-g8/b3 ; rest", 2).words, [mv("g10-g8/b3")]);
        assert_eq!(scanner.open(), None);
        assert_eq!(scanner.line("% d1-d7/g7", 3).words, []);
    }

    #[test]
    fn records_of_other_formats_are_no_comments_and_no_variations() {
        for record in ["(;GM[18])", "( ;W[d1-d7/g7])", "{\"moves\":[]}", "{ \"start\" : \"\"}"] {
            let line = format!("d1-d7/g7 {record} 1-0");
            let split = Scanner::default().line(&line, 1);
            assert_eq!(split.words, [mv("d1-d7/g7")], "{record}");
            assert_eq!(split.foreign, Some(&line[9..]));
            // The same within a variation, but for a comment.
            let line = format!("d1-d7/g7 (1. a4-a5/c5 {record}");
            assert!(Scanner::default().line(&line, 1).foreign.is_some(), "{record}");
            assert_eq!(words(&format!("d1-d7/g7 {{as in {record}}}"))[0], mv("d1-d7/g7"));
        }
        assert_eq!(words("d1-d7/g7 {\"Good\", they say} (g1-g2/g3)"), [mv("d1-d7/g7")]);
    }

    #[test]
    fn tags_and_results_are_told_from_moves() {
        let tag = Word::Tag { name: "White".into(), value: "a \"b\" ]".into() };
        assert_eq!(words("[White \"a \\\"b\\\" ]\"] 1-0"), [tag, Word::Result(Some(Color::White))]);
        assert_eq!(
            words("0-1 * resigns"),
            [Word::Result(Some(Color::Black)), Word::Result(None), Word::Resigns]
        );
        assert_eq!(words("[no tag]"), [Word::Other("[no".into()), Word::Other("tag]".into())]);
    }
}
