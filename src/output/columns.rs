//! Tables whose texts are long, set close together.

use crate::charts::WIDTH;
use comfy_table::{ColumnConstraint, ContentArrangement, Table, Width};

/// Fits a table's columns, with one blank between them, into the terminal, or 80 columns where there is
/// none. The columns numbered in `texts` take more lines where there is no room, down to `least`
/// characters a line; nothing else is broken.
pub fn set_close(table: &mut Table, texts: &[usize], least: u16) {
    table.set_content_arrangement(ContentArrangement::Dynamic);
    if !table.is_tty() {
        table.set_width(WIDTH as u16);
    }
    for (number, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, 1));
        column.set_constraint(if texts.contains(&number) {
            ColumnConstraint::LowerBoundary(Width::Fixed(least))
        } else {
            ColumnConstraint::ContentWidth
        });
    }
}
