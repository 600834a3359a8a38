//! Values of positions as rows of a table.

use crate::output::sheet::{bounds_cells, cell, moves_cell};
use amazons::answers::{FirstValue, Source, Value};
use amazons::board::Color;

const COLUMNS: usize = 27;

/// The columns: those of a first player are named as in JSON, after its colour.
pub const VALUE_COLUMNS: [&str; COLUMNS] = [
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
    "white_estimated_lead",
    "white_estimated_white_wins",
    "black_estimated_lead",
    "black_estimated_white_wins",
    "mean_at_least",
    "mean_at_most",
    "temperature_at_least",
    "temperature_at_most",
];

/// The place of the error among them.
const ERROR: usize = 18;

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

/// The cells of what a search believes of one first player: the lead, and the chance of White.
fn estimate_of(first: Option<&FirstValue>) -> [String; 2] {
    let estimate = first.and_then(|first| first.estimate.as_ref()?.as_ref());
    [
        cell(estimate.map(|estimate| estimate.lead)),
        cell(estimate.map(|estimate| estimate.white_wins)),
    ]
}

/// The cells of an answer, with the number of its line in a batch.
pub fn value_row(value: &Value, line: Option<u64>) -> [String; COLUMNS] {
    let [white, black] = [&value.white_first, &value.black_first].map(|first| first.as_ref());
    let ([ws, wl, wm, ww, wb], [bs, bl, bm, bw, bb]) = (cells_of(white), cells_of(black));
    let ([wel, wec], [bel, bec]) = (estimate_of(white), estimate_of(black));
    let sum = value.worth.as_ref().map(|worth| &worth.sum);
    let bounds = sum.map(|sum| sum.bounds).unwrap_or_default();
    let ([ml, mm], [tl, tm]) = (bounds_cells(bounds.mean), bounds_cells(bounds.temperature));
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
        wel,
        wec,
        bel,
        bec,
        ml,
        mm,
        tl,
        tm,
    ]
}

/// The cells of a line that is not a position.
pub fn error_row(fen: &str, line: u64, error: impl ToString) -> [String; COLUMNS] {
    let mut cells: [String; COLUMNS] = Default::default();
    cells[0] = line.to_string();
    fen.clone_into(&mut cells[1]);
    cells[ERROR] = error.to_string();
    cells
}
