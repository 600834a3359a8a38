//! Values of positions as rows of a table.

use crate::output::sheet::{cell, moves_cell};
use amazons::answers::{FirstValue, Source, Value};
use amazons::board::Color;

/// The columns: those of a first player are named as in JSON, after its colour.
pub const VALUE_COLUMNS: [&str; 19] = [
    "line",
    "fen",
    "empties",
    "white_score",
    "white_at_least",
    "white_at_most",
    "white_winner",
    "white_best_moves",
    "black_score",
    "black_at_least",
    "black_at_most",
    "black_winner",
    "black_best_moves",
    "game_value",
    "outcome",
    "mean",
    "temperature",
    "nodes",
    "error",
];

/// The cells of one first player; empty where JSON has null, or no such key.
fn cells_of(first: Option<&FirstValue>) -> [String; 5] {
    let Some(first) = first else { return Default::default() };
    let side = |color: Color| color.to_string().to_lowercase();
    [
        cell(first.score),
        cell(first.at_least),
        cell(first.at_most),
        cell(first.proved_winner().map(side)),
        moves_cell(first.best_moves.as_ref().and_then(Option::as_ref)),
    ]
}

/// The cells of an answer, with the number of its line in a batch.
pub fn value_row(value: &Value, line: Option<u64>) -> [String; 19] {
    let [white, black] = [&value.white_first, &value.black_first].map(|first| first.as_ref());
    let ([ws, wl, wm, ww, wb], [bs, bl, bm, bw, bb]) = (cells_of(white), cells_of(black));
    let sum = value.worth.as_ref().map(|worth| &worth.sum);
    let nodes = (value.source == Source::Search).then_some(value.nodes);
    [
        cell(line),
        value.fen.clone(),
        value.empties.to_string(),
        ws,
        wl,
        wm,
        ww,
        wb,
        bs,
        bl,
        bm,
        bw,
        bb,
        cell(sum.and_then(|sum| sum.game_value.as_ref())),
        cell(sum.and_then(|sum| sum.outcome).map(|outcome| outcome.letter())),
        cell(sum.and_then(|sum| sum.mean)),
        cell(sum.and_then(|sum| sum.temperature)),
        cell(nodes),
        String::new(),
    ]
}

/// The cells of a line that is not a position.
pub fn error_row(fen: &str, line: u64, error: impl ToString) -> [String; 19] {
    let mut cells: [String; 19] = Default::default();
    cells[0] = line.to_string();
    fen.clone_into(&mut cells[1]);
    cells[18] = error.to_string();
    cells
}
