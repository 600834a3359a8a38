//! The properties of SGF that set up a position: what stands on which points, and who moves.

use crate::board::{Bitboard, Cell, Color, Placement, Position, Wide};
use crate::records::points::parse_point;

/// The properties for what stands on points.
pub(super) const CELLS: [(&str, Cell); 4] = [
    ("AW", Cell::Amazon(Color::White)),
    ("AB", Cell::Amazon(Color::Black)),
    ("AA", Cell::Blocked),
    ("AE", Cell::Empty),
];

/// Returns what a property sets up on points.
pub(super) fn cell_of(property: &str) -> Option<Cell> {
    CELLS.iter().find(|(name, _)| *name == property).map(|&(_, cell)| cell)
}

/// Reads the value of `PL`.
pub(super) fn parse_side(text: &str) -> Option<Color> {
    match text.trim() {
        "W" | "w" | "White" | "white" => Some(Color::White),
        "B" | "b" | "Black" | "black" => Some(Color::Black),
        _ => None,
    }
}

/// Reads a point, or a rectangle `aa:cc`, as its top left and bottom right corners.
pub(super) fn parse_points(text: &str) -> Option<((usize, usize), (usize, usize))> {
    let text = text.trim();
    let (first, last) = text.split_once(':').unwrap_or((text, text));
    let (first, last) = (parse_point(first.as_bytes())?, parse_point(last.as_bytes())?);
    (first.0 <= last.0 && first.1 <= last.1).then_some((first, last))
}

/// A position that is being set up within a game.
pub(super) struct SetUp {
    /// Columns and rows.
    size: (usize, usize),
    placement: Placement<Wide>,
    /// The squares that were named.
    named: Wide,
    side: Option<Color>,
}

impl SetUp {
    /// Nothing yet, on a board of so many columns and rows.
    pub fn new(size: (usize, usize)) -> Self {
        Self { size, placement: Placement::default(), named: Wide::NONE, side: None }
    }

    /// Takes in one value of a property: one of [`CELLS`], or `PL`.
    pub fn property(&mut self, name: &str, text: &str) {
        let Some(cell) = cell_of(name) else {
            self.side = parse_side(text);
            return;
        };
        let Some(((left, top), (right, bottom))) = parse_points(text) else { return };
        let (width, height) = self.size;
        for row in top..=bottom.min(height - 1) {
            for column in left..=right.min(width - 1) {
                let square = Wide::bit(Wide::index(column, height - 1 - row));
                self.placement.set(square, cell);
                self.named |= square;
            }
        }
    }

    /// The position, if every square and the side to move are named.
    pub fn position(&self) -> Option<Position> {
        let (width, height) = self.size;
        let whole = self.named == Wide::rectangle(width, height);
        let position = Position::new(width, height, self.placement, self.side?);
        position.ok().filter(|_| whole)
    }
}
