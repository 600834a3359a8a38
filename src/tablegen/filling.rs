//! Fillings of the parts of a shape, from finished tables.

use super::finished_tables::FinishedTables;
use super::shape_board::ShapeBoard;
use crate::tables::TableError;

/// The longest filling by `amazons` while `walls`, of which there is at least one, stand still.
pub(super) fn fillings_around(
    local: &mut ShapeBoard,
    amazons: u16,
    walls: u16,
    smaller: &FinishedTables,
) -> Result<i32, TableError> {
    let open = local.all() & !walls;
    let mut length = 0;
    for part in local.parts_with(open, amazons, smaller)? {
        length += smaller.filling(&part, amazons & part.mask)?;
    }
    Ok(length)
}
