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
    let letter = |place: u8| char::from(b'a' + place);
    let point = |square: Square| [letter(square.file), letter(height as u8 - 1 - square.rank)];
    [mv.from, mv.to, mv.arrow].into_iter().flat_map(point).collect()
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
