//! Boards drawn over several lines, with or without coordinates and blanks between the squares.

use super::color::Color;
use super::fen_error::FenError;
use super::placement::Cell;

/// A board as rows from the top, and the side to move if the drawing says it.
pub(super) struct Drawn {
    pub rows: Vec<Vec<Cell>>,
    pub side: Option<Color>,
}

/// What the letters of a drawing mean.
#[derive(Clone, Copy)]
enum Letters {
    /// `X` and `O`, Left and Right, as programs for combinatorial games and OpenSpiel draw them.
    Cgt,
    /// `Q` and `q`, as in a FEN; `x` is blocked.
    Queens,
    /// `W` and `B`, as this program draws them; `x` is blocked.
    Colours,
}

impl Letters {
    /// Tells the letters by those that occur.
    fn of(rows: &[(usize, &str)]) -> Self {
        let has = |letters: &[char]| rows.iter().any(|(_, row)| row.contains(letters));
        if has(&['W', 'B', 'w', 'b']) {
            Self::Colours
        } else if has(&['Q', 'q']) {
            Self::Queens
        } else {
            Self::Cgt
        }
    }

    fn cell(self, letter: char) -> Result<Cell, &'static str> {
        Ok(match (self, letter) {
            (_, '.' | '_' | '-' | '·') => Cell::Empty,
            (_, '#' | '*') => Cell::Blocked,
            (Self::Cgt, 'X' | 'x') => Cell::Amazon(Color::White),
            (Self::Cgt, 'O' | 'o') => Cell::Amazon(Color::Black),
            (Self::Queens, 'Q') | (Self::Colours, 'W' | 'w') => Cell::Amazon(Color::White),
            (Self::Queens, 'q') | (Self::Colours, 'B' | 'b') => Cell::Amazon(Color::Black),
            (Self::Queens | Self::Colours, 'X' | 'x') => Cell::Blocked,
            (Self::Cgt, _) => return Err("X, O, # or ."),
            (Self::Queens, _) => return Err("Q, q, * or ."),
            (Self::Colours, _) => return Err("W, B, # or ."),
        })
    }
}

/// The side to move, if a line tells only that. A single `W` or `B` is a row of one square.
fn side(line: &str) -> Option<Color> {
    match line {
        "w" => return Some(Color::White),
        "b" => return Some(Color::Black),
        _ => {}
    }
    match line.to_ascii_lowercase().trim_end_matches("to move").trim_end() {
        "white" => Some(Color::White),
        "black" => Some(Color::Black),
        _ => None,
    }
}

/// Whether a line only names the columns, `a b c d`, or is part of a frame.
fn is_margin(line: &str) -> bool {
    let letters = line.chars().filter(|letter| !letter.is_whitespace());
    let columns = letters.clone().count() > 1
        && letters.clone().zip('a'..).all(|(letter, column)| letter.eq_ignore_ascii_case(&column));
    let frame = line.starts_with('+') && line.chars().all(|letter| "+-=| ".contains(letter));
    columns || frame
}

/// A row without its number, and the number if it has one.
fn without_number(line: &str) -> (Option<usize>, &str) {
    let digit = |letter: char| letter.is_ascii_digit();
    let cells = line.trim_matches(digit);
    let before = &line[..line.len() - line.trim_start_matches(digit).len()];
    let after = &line[line.trim_end_matches(digit).len()..];
    let number = if before.is_empty() { after } else { before };
    (number.parse().ok(), cells.trim())
}

/// Reads a drawing of at least two lines.
pub(super) fn parse(text: &str) -> Result<Drawn, FenError> {
    let mut drawn = Drawn { rows: Vec::new(), side: None };
    let lines: Vec<&str> =
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !is_margin(line)).collect();
    let (mut rows, mut numbers) = (Vec::new(), Vec::new());
    for (i, &line) in lines.iter().enumerate() {
        // A row of one square looks like the side to move; only the last line tells the side.
        if let Some(color) = side(line).filter(|_| i + 1 == lines.len()) {
            drawn.side = Some(color);
            continue;
        }
        let (number, mut row) = without_number(line);
        // The side may stand behind the last row.
        if i + 1 == lines.len()
            && let Some((cells, last)) = row.rsplit_once([' ', '\t'])
            && matches!(last, "w" | "b")
            && cells.trim().chars().all(|letter| !letter.is_whitespace())
        {
            drawn.side = side(last);
            row = cells.trim();
        }
        numbers.extend(number);
        rows.push((i + 1, row));
    }
    let letters = Letters::of(&rows);
    for (number, row) in &rows {
        let cells = row.chars().enumerate().filter(|(_, c)| !c.is_whitespace() && *c != '|');
        let cells: Result<Vec<Cell>, FenError> = cells
            .map(|(i, found)| {
                letters.cell(found).map_err(|expected| FenError::Character {
                    row: *number,
                    column: i + 1,
                    found,
                    expected,
                })
            })
            .collect();
        drawn.rows.push(cells?);
    }
    // Numbers that rise from the top say that the first row is the lowest.
    if numbers.len() == rows.len() && numbers.len() > 1 && numbers.is_sorted() {
        drawn.rows.reverse();
    }
    Ok(drawn)
}

#[cfg(test)]
mod tests {
    use crate::board::Position;

    fn fen(text: &str) -> String {
        text.parse::<Position>().map_or_else(|error| error.to_string(), |p| p.to_fen())
    }

    #[test]
    fn a_board_may_be_drawn_over_several_lines() {
        assert_eq!(fen("X..O\n.##.\n"), "Q2q/1**1 w");
        assert_eq!(fen("\n  Q..q\n  .**.\n  b\n"), "Q2q/1**1 b");
        assert_eq!(fen("..x.\nW.B#\nBlack to move"), "2*1/Q1q* b");
        assert_eq!(fen("X..O\n.##. b"), "Q2q/1**1 b");
        assert_eq!(fen("W . B\n. . b"), "Q1q/2q w");
    }

    #[test]
    fn coordinates_and_frames_are_no_squares() {
        let shown = "    a b c d\n  3 W . . B 3\n  2 . # # . 2\n  1 . . . . 1\n    a b c d\nWhite to move\n";
        assert_eq!(fen(shown), "Q2q/1**1/4 w");
        assert_eq!(fen("+----+\n|X..O|\n|.##.|\n+----+"), "Q2q/1**1 w");
    }

    #[test]
    fn numbers_that_rise_turn_the_board() {
        assert_eq!(fen("1 X..O\n2 .##.\n  abcd"), "1**1/Q2q w");
    }

    #[test]
    fn a_wrong_letter_is_named_with_its_place() {
        let error = fen("X..O\n.?#.");
        assert!(error.contains("row 2, character 2") && error.contains("'?'"), "{error}");
        assert!(fen("X..O\n.#.").contains("row 2 of the FEN has 3 squares; expected 4"));
    }
}
