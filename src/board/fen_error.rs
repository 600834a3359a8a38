//! What is wrong with a text that is not a position.

use super::position::BadBoard;

/// The error for a text that is not a position. Rows count from the top, and characters within the
/// row, both from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FenError {
    /// The text is empty.
    #[error("empty FEN; expected rows such as 'Q2q/4 w'")]
    Empty,
    /// A character has no meaning in its place.
    #[error("row {row}, character {column} of the FEN: found {found:?}; expected {expected}")]
    Character {
        /// Row from the top, from 1.
        row: usize,
        /// Character within the row, from 1.
        column: usize,
        /// The character.
        found: char,
        /// What was expected instead.
        expected: &'static str,
    },
    /// A run is empty or too long.
    #[error("row {row}, character {column} of the FEN: a run of {found} squares; expected 1 to 16")]
    Run {
        /// Row from the top, from 1.
        row: usize,
        /// Character within the row, from 1.
        column: usize,
        /// The run as written.
        found: String,
    },
    /// A row differs in width from the first.
    #[error("row {row} of the FEN has {found} squares; expected {expected} as in row 1")]
    Width {
        /// Row from the top, from 1.
        row: usize,
        /// Squares in this row.
        found: usize,
        /// Squares in the first row.
        expected: usize,
    },
    /// The side to move is neither `w` nor `b`.
    #[error("side to move '{found}' in the FEN; expected w or b")]
    Side {
        /// The text found in its place.
        found: String,
    },
    /// Moves follow the side to move.
    #[error("'{found}' after the FEN; expected the FEN of the position after the moves")]
    Moves {
        /// The first move, or the word before the moves.
        found: String,
    },
    /// The amazon of the side to move has moved and its arrow is still to come.
    #[error(
        "'{found}' in the FEN: half a move, whose arrow is missing; expected the position before \
         or after the whole move"
    )]
    HalfMove {
        /// The field of the FEN.
        found: String,
    },
    /// A character that controls a terminal.
    #[error("control character {found:?} in the FEN; expected text")]
    Control {
        /// The character.
        found: char,
    },
    /// What follows the board in brackets is not the arrows in hand.
    #[error("'{found}' behind the board of the FEN; expected arrows in hand such as [PPpp]")]
    Pocket {
        /// The text found in its place.
        found: String,
    },
    /// The board is too small, too large or too open.
    #[error("FEN: {0}")]
    Board(#[from] BadBoard),
}
