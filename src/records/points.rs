//! Points as SGF writes them: a letter for the column, then one for the row, with row `a` at the top.

use crate::board::{MAX_SIDE, Move, Square};

/// Reads a point as column, and row from the top, both from 0.
pub(crate) fn parse_point(point: &[u8]) -> Option<(usize, usize)> {
    let place = |byte: u8| {
        let place = usize::from(byte.wrapping_sub(b'a'));
        (place < MAX_SIDE).then_some(place)
    };
    match point {
        &[column, row] => Some((place(column)?, place(row)?)),
        _ => None,
    }
}

/// Returns a move as three points on a board of `height` rows, `djddgd`.
pub fn points_of_move(mv: Move, height: usize) -> String {
    [mv.from, mv.to, mv.arrow].iter().map(|&square| point_of_square(square, height)).collect()
}

/// Returns a square as a point on a board of `height` rows.
pub(crate) fn point_of_square(square: Square, height: usize) -> String {
    let row = height - 1 - usize::from(square.rank);
    [square.file, row as u8].iter().map(|&place| char::from(b'a' + place)).collect()
}

/// Reads a move of three points, such as `djddgd`, on a board of `height` rows.
pub fn move_of_points(text: &str, height: usize) -> Option<Move> {
    let square = |point| {
        let (column, row) = parse_point(point)?;
        Some(Square::new(column, height.checked_sub(row + 1)?))
    };
    match text.as_bytes() {
        [from @ .., c, d, e, f] if from.len() == 2 => {
            Some(Move { from: square(from)?, to: square(&[*c, *d])?, arrow: square(&[*e, *f])? })
        }
        _ => None,
    }
}
