//! Boards that are read cell by cell.

use super::bitboard::Bitboard;
use super::color::Color;
use super::fen_error::FenError;
use super::layouts::Wide;
use super::placement::{Cell, Placement};
use super::position::Position;
use super::square::MAX_SIDE;

/// Takes the cells of a board row by row from the top, each row from the left.
pub(super) struct RowReader {
    height: usize,
    placement: Placement<Wide>,
    /// The number of rows that were ended.
    rows: usize,
    /// The number of cells of the row that is read.
    cells: usize,
    /// The width of the first row.
    width: usize,
    /// The first row of another width.
    uneven: Option<FenError>,
}

impl RowReader {
    /// Begins a board of so many rows.
    pub fn new(height: usize) -> Self {
        let placement = Placement::default();
        Self { height, placement, rows: 0, cells: 0, width: 0, uneven: None }
    }

    /// Adds cells to the row, all with the same content. Those beyond the largest board only count.
    pub fn add(&mut self, content: Cell, count: usize) {
        let first = self.cells;
        self.cells += count;
        let set = match content {
            Cell::Empty => &mut self.placement.empty,
            Cell::Amazon(Color::White) => &mut self.placement.white,
            Cell::Amazon(Color::Black) => &mut self.placement.black,
            Cell::Blocked => return,
        };
        if self.height <= MAX_SIDE {
            let rank = self.height - 1 - self.rows;
            for file in first..self.cells.min(MAX_SIDE) {
                *set |= Wide::bit(Wide::index(file, rank));
            }
        }
    }

    /// Ends the row.
    pub fn end_row(&mut self) {
        let found = std::mem::take(&mut self.cells);
        self.rows += 1;
        if self.rows == 1 {
            self.width = found;
        } else if found != self.width && self.uneven.is_none() {
            self.uneven = Some(FenError::Width { row: self.rows, found, expected: self.width });
        }
    }

    /// Ends the board.
    ///
    /// # Errors
    /// There is no row, the rows have different widths, or the board is too large.
    pub fn position(self, side: Color) -> Result<Position, FenError> {
        match self.uneven {
            _ if self.rows == 0 => Err(FenError::Empty),
            Some(error) => Err(error),
            None => Ok(Position::new(self.width, self.height, self.placement, side)?),
        }
    }
}
