//! Layout of tables with long texts, whose columns are set close together.

use amazons_lab::drawing::WIDTH;
use comfy_table::{ColumnConstraint, ContentArrangement, Table, Width};

/// Fits a table's columns, separated by one space, into the terminal, or into 80 columns if there
/// is none.
///
/// The columns numbered in `texts` wrap if there is no room, down to a width of `least` characters;
/// other columns never wrap.
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
