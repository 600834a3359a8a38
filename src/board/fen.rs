//! Positions as text: FEN, also as Fairy-Stockfish, PlayStrategy and PyChess write it, and the rows
//! of combinatorial-game programs.

use super::color::Color;
use super::drawn;
use super::fen_error::FenError;
use super::moves::Move;
use super::placement::Cell;
use super::position::Position;
use super::row_reader::RowReader;
use super::square::{MAX_SIDE, Square};
use crate::util::short_text::ShortText;
use std::str::FromStr;

/// Returns whether a line of a file of positions is a comment: it begins with `#`, and this `#` is
/// not a blocked square that begins the rows of a board.
pub fn is_comment(line: &str) -> bool {
    if !line.starts_with('#') {
        return false;
    }
    let mut words = line.split_ascii_whitespace();
    let word = words.next().unwrap_or_default();
    let rows = match words.next() {
        None | Some("w" | "b") => is_rows(word),
        Some(_) => word.contains('|') && is_rows(word),
    };
    !rows
}

/// Whether a word is rows of a combinatorial-game program. A single row has no `|`.
fn is_rows(word: &str) -> bool {
    word.chars().all(|c| "XxOo#.|".contains(c)) && word.contains(|c| "XxOo.|".contains(c))
}

const FEN_CELLS: &str = "Q, q, *, / or a number of empty squares";
const ROW_CELLS: &str = "X, O, #, . or |";

fn fen_row(text: &str, row: usize, board: &mut RowReader) -> Result<(), FenError> {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let digits = bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (cell, count) = match bytes[at] {
            b'0'..=b'9' => {
                let run = &text[at..at + digits];
                match run.parse::<usize>() {
                    Ok(n) if (1..=MAX_SIDE).contains(&n) && !run.starts_with('0') => {
                        (Cell::Empty, n)
                    }
                    _ => {
                        let found = run.chars().take(20).collect();
                        return Err(FenError::Run { row, column: at + 1, found });
                    }
                }
            }
            b'Q' => (Cell::Amazon(Color::White), 1),
            b'q' => (Cell::Amazon(Color::Black), 1),
            // Fairy-Stockfish's arrows are walls; those of the sites that use it are pawns.
            b'*' | b'p' | b'P' => (Cell::Blocked, 1),
            _ => {
                // What is read already is ASCII.
                let found = text[at..].chars().next().unwrap_or_default();
                return Err(FenError::Character {
                    row,
                    column: at + 1,
                    found,
                    expected: FEN_CELLS,
                });
            }
        };
        board.add(cell, count);
        at += digits.max(1);
    }
    Ok(())
}

fn cgt_row(text: &str, row: usize, board: &mut RowReader) -> Result<(), FenError> {
    for (i, found) in text.chars().enumerate() {
        let cell = match found {
            'X' | 'x' => Cell::Amazon(Color::White),
            'O' | 'o' => Cell::Amazon(Color::Black),
            '#' => Cell::Blocked,
            '.' => Cell::Empty,
            _ => {
                let column = i + 1;
                return Err(FenError::Character { row, column, found, expected: ROW_CELLS });
            }
        };
        board.add(cell, 1);
    }
    Ok(())
}

impl FromStr for Position {
    type Err = FenError;

    /// Reads a FEN, or rows of X, O, # and `.` divided by `|` or line breaks.
    ///
    /// Arrows in hand (`[PPpp]`) and fields after the side to move are ignored, except moves to be
    /// played and half moves: they are an error, as they would lead to another position.
    fn from_str(text: &str) -> Result<Self, FenError> {
        refuse_foreign(text)?;
        if text.contains('\n') && is_drawn(text) {
            let drawn = drawn::parse(text)?;
            let mut board = RowReader::new(drawn.rows.len());
            for row in drawn.rows {
                row.into_iter().for_each(|cell| board.add(cell, 1));
                board.end_row();
            }
            return board.position(drawn.side.unwrap_or(Color::White));
        }
        let mut fields = text.split_ascii_whitespace();
        let board = without_pocket(fields.next().ok_or(FenError::Empty)?)?;
        let side = match fields.next() {
            None | Some("w") => Color::White,
            Some("b") => Color::Black,
            Some(other) => return Err(FenError::Side { found: other.chars().take(20).collect() }),
        };
        let rest: Vec<&str> = fields.collect();
        let is_move = |word: &str| word.parse::<Move>().is_ok();
        let at_once = rest.first().filter(|word| **word == "moves" || is_move(word));
        // Further behind, `moves` may be a word of a comment, and moves may be those of a `bm`.
        let behind = rest.windows(2).find(|two| two[0] == "moves" && is_move(two[1]));
        if let Some(word) = at_once.or(behind.map(|two| &two[0])) {
            return Err(FenError::Moves { found: (*word).to_owned() });
        }
        let cgt = board.contains('|') || is_rows(board);
        let divider = if cgt { '|' } else { '/' };
        // One row more than a board may have is enough to refuse it.
        let rows = board.split(divider).take(MAX_SIDE + 1);
        let mut board = RowReader::new(rows.clone().count());
        for (i, row) in rows.enumerate() {
            let read = if cgt { cgt_row } else { fen_row };
            read(row, i + 1, &mut board)?;
            board.end_row();
        }
        board.position(side)
    }
}

/// Whether a text is a board drawn over several lines.
fn is_drawn(text: &str) -> bool {
    let mut lines = text.trim().lines();
    let drawn = |first: &str| !first.contains('/') && !first.trim_matches('|').contains('|');
    lines.next().is_some_and(drawn) && lines.next().is_some()
}

/// Refuses control characters and half moves.
fn refuse_foreign(text: &str) -> Result<(), FenError> {
    if text.bytes().all(|byte| byte == b' ' || byte.is_ascii_graphic()) {
        return Ok(());
    }
    if let Some(found) = text.chars().find(|c| c.is_control() && !c.is_whitespace()) {
        return Err(FenError::Control { found });
    }
    match text.split_whitespace().find(|word| word.contains('½')) {
        Some(found) => Err(FenError::HalfMove { found: found.chars().take(20).collect() }),
        None => Ok(()),
    }
}

/// The board of a FEN without the arrows in hand behind it.
fn without_pocket(board: &str) -> Result<&str, FenError> {
    let Some((squares, pocket)) = board.split_once('[') else { return Ok(board) };
    match pocket.strip_suffix(']') {
        Some(hand) if hand.chars().all(|c| matches!(c, 'p' | 'P' | '-')) => Ok(squares),
        _ => Err(FenError::Pocket { found: format!("[{pocket}").chars().take(20).collect() }),
    }
}

impl Position {
    /// Returns the placement and the side to move as a FEN.
    pub fn to_fen(&self) -> String {
        let mut text = String::with_capacity(self.height() * (self.width() + 1) + 1);
        for rank in (0..self.height()).rev() {
            let mut run = 0;
            for file in 0..=self.width() {
                let cell = (file < self.width()).then(|| self.cell(Square::new(file, rank)));
                if cell == Some(Cell::Empty) {
                    run += 1;
                    continue;
                }
                if run > 0 {
                    text.push_str(ShortText::default().with_number(run).as_str());
                    run = 0;
                }
                match cell {
                    Some(Cell::Amazon(Color::White)) => text.push('Q'),
                    Some(Cell::Amazon(Color::Black)) => text.push('q'),
                    Some(_) => text.push('*'),
                    None => {}
                }
            }
            text.push(if rank > 0 { '/' } else { ' ' });
        }
        text.push(self.side().letter());
        text
    }
}

impl std::fmt::Display for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.to_fen())
    }
}

impl serde::Serialize for Position {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for Position {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn known_texts() {
        let start = Position::start(10, 10).unwrap();
        assert_eq!(start.to_fen(), "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w");
        let rows: Position = "X..|.#.|..O".parse().unwrap();
        assert_eq!(rows.to_fen(), "Q2/1*1/2q w");
        let more: Position = "3/3/Q1q b - - 0 1".parse().unwrap();
        assert_eq!(more.to_fen(), "3/3/Q1q b");
        let best: Position = "Q1q w - 0 1 bm a1-b1/a1; c0 \"3 moves left\";".parse().unwrap();
        assert_eq!(best.to_fen(), "Q1q w");
    }

    #[test]
    fn positions_of_sites_are_read_without_the_arrows_in_hand() {
        for (text, want) in [
            ("3q/p2P/*2*/Q3[PPpp] w - - 0 1", "3q/*2*/*2*/Q3 w"),
            ("q2Q/PPpp[] b - - 9 5", "q2Q/**** b"),
            ("q2Q/4[-]", "q2Q/4 w"),
        ] {
            assert_eq!(text.parse::<Position>().unwrap().to_fen(), want);
        }
        let error = "q2Q/4[Nn] w".parse::<Position>().unwrap_err().to_string();
        assert!(error.contains("'[Nn]'") && error.contains("arrows in hand"), "{error}");
    }

    #[test]
    fn half_a_move_is_refused_by_name() {
        for text in ["3q/1Q2/4/4 w - - 0 1 ½a1b3", "3q/1Q2 ½"] {
            let error = text.parse::<Position>().unwrap_err().to_string();
            assert!(error.contains("half a move"), "{error}");
        }
    }

    #[test]
    fn a_board_of_one_row_needs_no_divider() {
        assert_eq!("X..O b".parse::<Position>().unwrap().to_fen(), "Q2q b");
        assert_eq!("#.".parse::<Position>().unwrap().to_fen(), "*1 w");
        for (line, comment) in [
            ("#.X", false),
            ("#.X b", false),
            ("#|X and more", false),
            ("# a board", true),
            ("#", true),
            ("###", true),
            ("#X marks it", true),
        ] {
            assert_eq!(is_comment(line), comment, "{line}");
        }
    }

    #[test]
    fn moves_behind_a_position_are_refused() {
        for text in ["Q1q w moves a1-b1/a1", "Q1q w a1-b1/a1", "Q1q w - 0 1 moves a1-b1/a1"] {
            let error = text.parse::<Position>().unwrap_err().to_string();
            assert!(error.contains("the position after the moves"), "{text}: {error}");
        }
    }

    #[test]
    fn errors_name_the_place() {
        let error = |text: &str| text.parse::<Position>().unwrap_err().to_string();
        assert_eq!(
            error("Q2q/2x1 w"),
            "row 2, character 2 of the FEN: found 'x'; expected Q, q, *, / or a number of empty squares"
        );
        assert!(error("Q2q/3 w").contains("row 2 of the FEN has 3 squares; expected 4"));
        assert!(error("Q2q x").contains("expected w or b"));
        assert!(error("0Q").contains("run of 0"));
        assert!(error("17").contains("run of 17"));
        assert!(error("99999999999999999999").contains("expected 1 to 16"));
        assert!(error("16/16/16/16/16/16/16/16/1***************").contains("at most 128"));
        assert!(error(&["1"; 17].join("/")).contains("1x17"));
        assert!(error("Q2q w - \u{1b}[31m").contains("control character '\\u{1b}'"));
        assert!(error("").contains("empty"));
        assert!(error("/").contains("0x"));
    }

    proptest! {
        #[test]
        fn arbitrary_text_never_panics(text in "\\PC*") {
            let _ = text.parse::<Position>();
        }
        #[test]
        fn likely_text_reads_back(text in "[Qq*1-9/]{1,40}( [wb])?") {
            if let Ok(position) = text.parse::<Position>() {
                let again: Position = position.to_fen().parse().unwrap();
                prop_assert_eq!(again, position);
            }
        }
    }
}
