//! Distance maps as lines of text.

use crate::board::with_placement;
use crate::board::{Bitboard, Cell, Color, Frame, Placement, Position, Square};
use crate::eval::Walk;
use crate::eval::distance::fronts;
use std::fmt::Write;

/// The fewest moves that each player needs to reach each square of a board, both drawn like the
/// second figure of *UCT versus Alpha-Beta in Amazons*.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct DistanceMap {
    /// White's distances: rows from the top, `None` for squares that are occupied or out of reach.
    pub white: Vec<Vec<Option<u32>>>,
    /// Black's distances.
    pub black: Vec<Vec<Option<u32>>>,
}

impl DistanceMap {
    /// Measures a position.
    pub fn new(position: &Position, walk: Walk) -> Self {
        let (placement, frame) = position.smallest_placement();
        with_placement!(placement, placement => {
            let side = |color| side(&placement, frame, position, color, walk);
            Self { white: side(Color::White), black: side(Color::Black) }
        })
    }

    /// Returns the board with `white/black` on every empty square, `-` for never, `W` and `B` for
    /// amazons and `#` for blocked squares. Ends with a line break.
    pub fn text(&self, position: &Position) -> String {
        let mut files = String::from("   ");
        for file in 0..position.width() {
            let _ = write!(files, "{:^6}", char::from(b'a' + file as u8));
        }
        let files = files.trim_end();
        let mut picture = format!("{files}\n");
        let number = |n: Option<u32>| n.map_or_else(|| "-".to_owned(), |n| n.to_string());
        for (row, rank) in (0..position.height()).rev().enumerate() {
            let _ = write!(picture, "{:>3}", rank + 1);
            for file in 0..position.width() {
                let cell = match position.cell(Square::new(file, rank)) {
                    Cell::Empty => {
                        format!(
                            "{}/{}",
                            number(self.white[row][file]),
                            number(self.black[row][file])
                        )
                    }
                    Cell::Blocked => "#".to_owned(),
                    Cell::Amazon(Color::White) => "W".to_owned(),
                    Cell::Amazon(Color::Black) => "B".to_owned(),
                };
                let _ = write!(picture, "{cell:^6}");
            }
            let _ = writeln!(picture, "{}", rank + 1);
        }
        let _ = writeln!(picture, "{files}");
        picture
    }
}

fn side<B: Bitboard>(
    placement: &Placement<B>,
    frame: Frame,
    position: &Position,
    color: Color,
    walk: Walk,
) -> Vec<Vec<Option<u32>>> {
    let mut rows = vec![vec![None; position.width()]; position.height()];
    for (front, distance) in fronts(placement, color, walk).zip(1..) {
        for square in front.squares() {
            let at = frame.outward::<B>(square);
            rows[position.height() - 1 - usize::from(at.rank)][usize::from(at.file)] =
                Some(distance);
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_shows_both_distances() {
        let position: Position = "Q2*1/3*q/3*1 w".parse().unwrap();
        let map = DistanceMap::new(&position, Walk::King);
        assert_eq!(map.white[2], [Some(2), Some(2), Some(2), None, None]);
        assert_eq!(map.black[0], [None, None, None, None, Some(1)]);
        let want = "     a     b     c     d     e\n  \
                    3  W    1/-   2/-    #    -/1  3\n  \
                    2 1/-   1/-   2/-    #     B   2\n  \
                    1 2/-   2/-   2/-    #    -/1  1\n     a     b     c     d     e\n";
        assert_eq!(map.text(&position), want);
    }
}
