//! Where a game starts that does not say it: a FEN, the standard start, Little Golem's cross, or
//! the start of a board of another size.

use crate::ParseError;
use crate::board::{BadBoard, Bitboard, Color, FenError, Placement, Position, Wide};
use std::fmt;
use std::str::FromStr;

/// The start of records that name none, as the option `--start` gives it.
///
/// ```
/// use amazons::records::Start;
///
/// let start: Start = "8x8".parse().unwrap();
/// assert_eq!(start.position().to_fen(), "2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2 w");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    name: String,
    position: Position,
}

impl Start {
    /// The standard start of 10 × 10.
    pub fn standard() -> Self {
        let position = Position::start(10, 10).expect("10 x 10 has a standard start");
        Self { name: "standard".to_owned(), position }
    }

    /// Little Golem's cross: White on a4 j4 a7 j7, Black on d1 g1 d10 g10.
    pub fn cross() -> Self {
        let squares = |squares: [(usize, usize); 4]| {
            squares.iter().fold(Wide::NONE, |all, &(f, r)| all | Wide::bit(Wide::index(f, r)))
        };
        let white = squares([(0, 3), (9, 3), (0, 6), (9, 6)]);
        let black = squares([(3, 0), (6, 0), (3, 9), (6, 9)]);
        let empty = Wide::rectangle(10, 10).without(white | black);
        let placement = Placement { empty, white, black };
        let position = Position::new(10, 10, placement, Color::White).expect("it fits 10 x 10");
        Self { name: "cross".to_owned(), position }
    }

    /// The standard start of a board of another size.
    ///
    /// # Errors
    /// The board is smaller than 4 × 4 or has more than 128 squares.
    pub fn of_size(width: usize, height: usize) -> Result<Self, BadBoard> {
        Ok(Self { name: format!("{width}x{height}"), position: Position::start(width, height)? })
    }

    /// Returns the position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Whether two starts are the same position, whatever their names.
    pub(crate) fn is(&self, other: &Self) -> bool {
        self.position == other.position
    }

    /// The same squares with Black to move first.
    pub(crate) fn black_first(&self) -> Self {
        let position = self.position.with_side(Color::Black);
        Self { name: position.to_fen(), position }
    }

    /// The colours exchanged, and White to move first.
    pub(crate) fn exchanged(&self) -> Self {
        let position = self.position.swapped().with_side(Color::White);
        Self { name: position.to_fen(), position }
    }
}

impl From<Position> for Start {
    fn from(position: Position) -> Self {
        Self { name: position.to_fen(), position }
    }
}

/// Reads `8x6`, with any sign for "by", as columns and rows.
fn parse_size(text: &str) -> Option<(usize, usize)> {
    let (width, height) = text.split_once(['x', 'X', '×'])?;
    let side = |text: &str| {
        let digits = text.len() <= 2 && text.bytes().all(|byte| byte.is_ascii_digit());
        digits.then(|| text.parse().ok()).flatten()
    };
    Some((side(width.trim())?, side(height.trim())?))
}

impl FromStr for Start {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let name = text.trim().to_ascii_lowercase();
        match name.as_str() {
            "standard" | "startpos" => return Ok(Self::standard()),
            "cross" => return Ok(Self::cross()),
            _ => {}
        }
        if let Some((width, height)) = parse_size(&name) {
            return Self::of_size(width, height)
                .map_err(|error| ParseError::expected(error.to_string()));
        }
        let position: Result<Position, FenError> = text.parse();
        position.map(Self::from).map_err(|error| {
            let expected = "expected standard, cross, a size such as 8x8, or a FEN";
            ParseError::expected(format!("{error}; {expected}"))
        })
    }
}

impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_to_name_a_start_is_read_and_written() {
        for (text, fen, name) in [
            ("standard", "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w", "standard"),
            ("Cross", "3q2q3/10/10/Q8Q/10/10/Q8Q/10/10/3q2q3 w", "cross"),
            ("8×8", "2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2 w", "8x8"),
            ("4x5", "1qq1/q2q/4/Q2Q/1QQ1 w", "4x5"),
            ("Q2q/4 b", "Q2q/4 b", "Q2q/4 b"),
        ] {
            let start: Start = text.parse().unwrap();
            assert_eq!(start.position().to_fen(), fen, "{text}");
            assert_eq!(start.to_string(), name);
            assert_eq!(name.parse(), Ok(start));
        }
    }

    #[test]
    fn what_is_no_start_is_refused_with_the_choices() {
        let error = |text: &str| text.parse::<Start>().unwrap_err().to_string();
        assert!(error("3x3").contains("no standard start for 3x3"), "{}", error("3x3"));
        assert!(error("99x99").contains("at most 128"), "{}", error("99x99"));
        assert!(error("round").contains("expected standard, cross"), "{}", error("round"));
        assert!(error("").contains("empty FEN"), "{}", error(""));
    }
}
