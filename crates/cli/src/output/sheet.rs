//! Results as rows of comma-separated values.

use amazons::board::Move;
use std::io;

/// How results are printed that are rows of a table too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum SheetFormat {
    /// For people.
    #[default]
    Text,
    /// For programs: JSON, one object per line.
    Json,
    /// Comma-separated values with a header line.
    Csv,
}

/// A row as a line, without its end.
///
/// # Errors
/// A row without a cell.
pub fn csv_line<T: AsRef<[u8]>>(cells: impl IntoIterator<Item = T>) -> io::Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(cells)?;
    let line = writer.into_inner().map_err(|error| io::Error::other(error.to_string()))?;
    Ok(String::from_utf8_lossy(&line).trim_end_matches('\n').to_owned())
}

/// A cell, which is empty where JSON has null, or no such key.
pub fn cell(value: Option<impl ToString>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

/// Moves in one cell, divided by blanks.
pub fn moves_cell(moves: Option<&Vec<Move>>) -> String {
    let joined = |moves: &Vec<Move>| -> String {
        moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    };
    moves.map(joined).unwrap_or_default()
}

/// The cells of proved bounds, empty where there are none.
pub fn bounds_cells(bounds: Option<[impl ToString; 2]>) -> [String; 2] {
    bounds.map(|bounds| bounds.map(|bound| bound.to_string())).unwrap_or_default()
}
