//! The squares of a word and the signs between them, as people write moves.

use crate::board::{Move, Square};

/// Signs that stand between the squares of a move, or around them.
const SIGNS: &str = "-–—−→>/\\(),:;*@=~|";

/// Whether a text in parentheses is an arrow, `(g7)`, and not a variation.
pub(super) fn is_arrow(text: &str) -> bool {
    let inner = text.strip_prefix('(').unwrap_or_default().trim_start();
    Square::parse_prefix(inner).is_some_and(|(_, after)| after.trim_start().starts_with(')'))
}

/// A move as chess programs shorten it: `Qd6,g9`, or `Qdf10,e10` and `Q4d6,g9` where several amazons
/// can make it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::records) struct ShortMove {
    /// The text.
    pub text: String,
    /// The column of the amazon, from 0, if it is named.
    file: Option<u8>,
    /// Its row, from 0, if it is named.
    rank: Option<u8>,
    /// Where it goes.
    to: Square,
    /// Where it shoots.
    arrow: Square,
}

impl ShortMove {
    /// Reads a word; `None` if it is anything else.
    pub fn parse(word: &str) -> Option<Self> {
        let text = word.trim_end_matches(['!', '?', '+', '#', '.', ';']);
        let (to, arrow) = text.strip_prefix('Q')?.split_once(',')?;
        let short = |file, rank, to: &str| match (
            Square::parse_prefix(to)?,
            Square::parse_prefix(arrow)?,
        ) {
            ((to, ""), (arrow, "")) => Some(Self { text: text.to_owned(), file, rank, to, arrow }),
            _ => None,
        };
        let digits = to.bytes().take_while(u8::is_ascii_digit).count();
        match to.as_bytes() {
            [file, next, ..] if file.is_ascii_lowercase() && next.is_ascii_lowercase() => {
                short(Some(file - b'a'), None, &to[1..])
            }
            _ if digits > 0 => {
                let rank = to[..digits].parse::<u8>().ok()?.checked_sub(1)?;
                short(None, Some(rank), &to[digits..])
            }
            _ => short(None, None, to),
        }
    }

    /// Whether this move may be meant.
    pub fn may_be(&self, mv: Move) -> bool {
        (mv.to, mv.arrow) == (self.to, self.arrow)
            && self.file.is_none_or(|file| file == mv.from.file)
            && self.rank.is_none_or(|rank| rank == mv.from.rank)
    }
}

/// Splits a word into squares; `None` if it holds anything but squares and the signs of moves.
pub(super) fn squares(word: &str) -> Option<Vec<Square>> {
    let mut rest = word.trim_end_matches(['!', '?', '+', '#', '.', ',', ';', '。', '，', '；']);
    let mut squares = Vec::new();
    // An amazon's letter before its square.
    rest = match rest.as_bytes() {
        [b'Q' | b'q' | b'A' | b'a', next, ..] if next.is_ascii_alphabetic() => &rest[1..],
        _ => rest,
    };
    while let Some(letter) = rest.chars().next() {
        if let Some((square, after)) = Square::parse_prefix(rest) {
            squares.push(square);
            rest = after;
            continue;
        }
        let after = &rest[letter.len_utf8()..];
        // `x` and `p` announce an arrow; `p` before a digit is a column.
        let announces = matches!(letter, 'x' | 'X' | 'p' | 'P')
            && after.starts_with(|next: char| next.is_ascii_alphabetic() || next == '@');
        if !announces && !SIGNS.contains(letter) {
            return None;
        }
        rest = after;
    }
    (!squares.is_empty()).then_some(squares)
}
