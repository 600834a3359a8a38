//! The squares of a word and the signs between them, as people write moves.

use crate::board::Square;

/// Signs that stand between the squares of a move, or around them.
const SIGNS: &str = "-–—−→>/\\(),:;*@=~|";

/// Whether a text in parentheses is an arrow, `(g7)`, and not a variation.
pub(super) fn is_arrow(text: &str) -> bool {
    let inner = text.strip_prefix('(').unwrap_or_default().trim_start();
    Square::parse_prefix(inner).is_some_and(|(_, after)| after.trim_start().starts_with(')'))
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
