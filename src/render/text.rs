//! A board as lines of text.

use crate::board::{Cell, Color, Position, Square};
use std::fmt::Write;

/// Draws the board with coordinates, the highest rank first: `W` and `B` for amazons, `.` for
/// empty, `#` for blocked squares, and the side to move. Ends with a line break.
pub fn text(position: &Position) -> String {
    let mut files = String::from("   ");
    for file in 0..position.width() {
        let _ = write!(files, " {}", char::from(b'a' + file as u8));
    }
    let mut picture = format!("{files}\n");
    for rank in (0..position.height()).rev() {
        let _ = write!(picture, "{:>3}", rank + 1);
        for file in 0..position.width() {
            picture.push(' ');
            picture.push(match position.cell(Square::new(file, rank)) {
                Cell::Empty => '.',
                Cell::Blocked => '#',
                Cell::Amazon(Color::White) => 'W',
                Cell::Amazon(Color::Black) => 'B',
            });
        }
        let _ = writeln!(picture, " {}", rank + 1);
    }
    let _ = writeln!(picture, "{files}\n{} to move", position.side());
    picture
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_stand_on_both_sides() {
        let position: Position = "Q2q/1**1/4 b".parse().unwrap();
        let want = "    a b c d\n  3 W . . B 3\n  2 . # # . 2\n  1 . . . . 1\n    a b c d\nBlack to move\n";
        assert_eq!(text(&position), want);
    }
}
