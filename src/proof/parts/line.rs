//! The moves that lead to a part, as text.

use crate::board::Move;

/// Returns moves as text, with blanks between them.
pub(super) fn line_of(moves: &[Move]) -> String {
    let moves: Vec<String> = moves.iter().map(Move::to_string).collect();
    moves.join(" ")
}
