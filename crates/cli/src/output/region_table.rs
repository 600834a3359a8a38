//! The regions of a board as a table.

use crate::output::columns::set_close;
use crate::output::sheet::{bounds_cells, cell};
use amazons::answers::RegionScores;
use amazons::board::Square;
use amazons::cgt::Dyadic;
use amazons::game_value::RegionReport;
use amazons::score::Score;
use amazons_lab::drawing::wrapped;
use comfy_table::{Table, presets};
use std::fmt;

/// The columns that may wrap.
const SQUARES: usize = 1;
const GAME_VALUE: usize = 6;

/// The minimum width of the wrapping columns: neither a run of squares nor a heading is broken.
const LEAST: u16 = 10;

/// Squares as runs along the files, each by its ends: `a1-a3 b2`.
fn runs(squares: &[Square]) -> String {
    let next_to = |a: &Square, b: &Square| a.file == b.file && a.rank + 1 == b.rank;
    let text = |run: &[Square]| match run {
        [first, .., last] => format!("{first}-{last}"),
        run => names(run).concat(),
    };
    squares.chunk_by(next_to).map(text).collect::<Vec<_>>().join(" ")
}

fn row(number: usize, region: &RegionReport, scores: [Option<Score>; 2]) -> Vec<String> {
    fn known<T: fmt::Display>(value: Option<T>) -> String {
        value.map_or_else(|| "?".into(), |value| value.to_string())
    }
    fn within(value: Option<Dyadic>, bounds: Option<[Dyadic; 2]>) -> String {
        match (value, bounds) {
            (None, Some([least, most])) => format!("{least} to {most}"),
            _ => known(value),
        }
    }
    let worth = &region.worth;
    let value = match (&worth.game_value, worth.stopped) {
        (Some(value), _) => value.clone(),
        (None, Some(stopped)) => stopped.to_string(),
        (None, None) => "(too long to print)".into(),
    };
    let [white, black] = region.amazons;
    let [white_first, black_first] = scores;
    vec![
        number.to_string(),
        runs(&region.squares),
        region.kind.to_string(),
        format!("{white} {black}"),
        known(white_first),
        known(black_first),
        value,
        known(worth.outcome.map(|outcome| outcome.letter())),
        within(worth.mean, worth.bounds.mean),
        within(worth.temperature, worth.bounds.temperature),
    ]
}

/// The regions, their sum and how to play it, as text.
pub fn region_table(of: &RegionScores) -> String {
    let mut table = Table::new();
    table.load_style(presets::UTF8_HORIZONTAL_ONLY).set_header([
        "",
        "squares",
        "kind",
        "W B",
        "W first",
        "B first",
        "game value",
        "outcome",
        "mean",
        "temp.",
    ]);
    for (i, (region, scores)) in of.board.regions.iter().zip(&of.scores).enumerate() {
        table.add_row(row(i + 1, region, *scores));
    }
    set_close(&mut table, &[SQUARES, GAME_VALUE], LEAST);
    let mut text = format!("sum: {}", of.board.sum);
    if let (Some(hottest), true) = (of.board.hottest, of.board.regions.len() > 1) {
        text += &format!("\nhottest: region {}", hottest + 1);
    }
    for play in of.board.play.iter().flatten() {
        text += &format!("\n{play}");
    }
    format!("{table}\n{}", wrapped(&text, 2))
}

const COLUMNS: usize = 22;

/// The columns of a region's row.
pub const REGION_COLUMNS: [&str; COLUMNS] = [
    "region",
    "squares",
    "kind",
    "white_amazons",
    "black_amazons",
    "white_first",
    "black_first",
    "game_value",
    "outcome",
    "mean",
    "temperature",
    "left_stop",
    "right_stop",
    "stopped",
    "mean_at_least",
    "mean_at_most",
    "temperature_at_least",
    "temperature_at_most",
    "left_stop_at_least",
    "left_stop_at_most",
    "right_stop_at_least",
    "right_stop_at_most",
];

fn names(squares: &[Square]) -> Vec<String> {
    squares.iter().map(Square::to_string).collect()
}

/// The regions as rows, numbered from 1; empty where JSON has null, or no such key.
pub fn region_rows(of: &RegionScores) -> impl Iterator<Item = [String; COLUMNS]> {
    let numbered = (1..).zip(of.board.regions.iter().zip(&of.scores));
    numbered.map(|(number, (region, &[white_first, black_first]))| {
        let worth = &region.worth;
        let bounds = &worth.bounds;
        let [white, black] = region.amazons;
        let [mean_least, mean_most] = bounds_cells(bounds.mean);
        let [temperature_least, temperature_most] = bounds_cells(bounds.temperature);
        let [left_least, left_most] = bounds_cells(bounds.left_stop);
        let [right_least, right_most] = bounds_cells(bounds.right_stop);
        [
            number.to_string(),
            names(&region.squares).join(" "),
            region.kind.to_string(),
            white.to_string(),
            black.to_string(),
            cell(white_first),
            cell(black_first),
            cell(worth.game_value.as_ref()),
            cell(worth.outcome.map(|outcome| outcome.letter())),
            cell(worth.mean),
            cell(worth.temperature),
            cell(worth.left_stop),
            cell(worth.right_stop),
            cell(worth.stopped),
            mean_least,
            mean_most,
            temperature_least,
            temperature_most,
            left_least,
            left_most,
            right_least,
            right_most,
        ]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_shortened_to_runs() {
        let runs = |list: &[&str]| {
            runs(&list.iter().map(|name| name.parse().unwrap()).collect::<Vec<Square>>())
        };
        assert_eq!(runs(&["a1", "a2", "a3", "b2", "b10"]), "a1-a3 b2 b10");
        assert_eq!(runs(&[]), "");
    }
}
