//! Reviews as tables.

use crate::output::columns::set_close;
use crate::output::sheet::{cell, moves_cell};
use amazons::answers::{GameReview, Phase, PlyReview, ReviewTotals, Tally};
use amazons::board::Color;
use amazons::util::terminal::one_line;
use amazons_lab::drawing::{TextTable, wrapped};
use comfy_table::{CellAlignment, Table, presets};

/// The column that says what a move costs; a loss is put in words, which may wrap.
const COST: usize = 5;

/// The minimum width of this column.
const LEAST_COST: u16 = 11;

/// The judged plies of a game, as text.
pub fn review_table(review: &GameReview) -> String {
    let name = |name: &Option<String>| name.clone().unwrap_or_else(|| ReviewTotals::UNKNOWN.into());
    let mut text = format!(
        "{}, game {}: {} (White) – {} (Black), {} plies\n",
        review.record,
        review.game,
        name(&review.white),
        name(&review.black),
        review.summary.plies
    );
    // Names come from the record.
    let header = one_line(text.trim_end()).into_owned() + "\n";
    text = wrapped(&header, 2);
    let s = &review.summary;
    match s.judged_from {
        Some(from) => text += &format!("From ply {from} on, the winner is proved at every ply.\n"),
        None => text += "No winner is proved at the end.\n",
    }
    let estimated = s.thirds.is_some();
    let columns =
        ["ply", "side", "move", "empty", "board", "cost", "better", "region", "cost\nthere"];
    // Without lines between columns, the longest moves of the largest board fit a terminal.
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(columns);
    let judged = |ply: &&PlyReview| ply.winner.is_some() || ply.region.is_some();
    for ply in review.plies.iter().filter(|ply| estimated || judged(ply)) {
        let region = ply.region.as_ref();
        let known = |text: Option<String>| text.unwrap_or_else(|| "?".into());
        table.add_row([
            ply.ply.to_string(),
            String::from(if ply.side == Color::White { "W" } else { "B" }),
            ply.mv.to_string(),
            ply.empties.to_string(),
            ply.verdict(),
            match (ply.error, ply.error_at_least) {
                (None, 0) if !estimated => "?".into(),
                _ => ply.cost(),
            },
            match (ply.error_at_least, ply.better()) {
                (0, None) => String::new(),
                (_, better) => known(better.map(|mv| mv.to_string())),
            },
            known(region.and_then(|region| region.score).map(|score| score.to_string())),
            known(region.and_then(|region| region.error).map(|error| error.to_string())),
        ]);
    }
    set_close(&mut table, &[COST], LEAST_COST);
    for number in [0, 3, COST, 8] {
        if let Some(column) = table.column_mut(number) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    text += &table.to_string();
    let estimate = s.estimated();
    let result = match (s.result, s.winner, estimate) {
        (Some(result), ..) => result.to_string(),
        (None, Some(winner), _) => format!("{winner} wins"),
        (None, None, Some(estimate)) => {
            format!("{}, {}", estimate.lead_text(), estimate.chance_text())
        }
        (None, None, None) => "not proved".into(),
    };
    text += &format!("\nlast position: {result}");
    for turn in s.turning_points.iter().flatten() {
        text += &wrapped(&format!("\nturning point: {}", turn.text()), 2);
    }
    for third in s.thirds.iter().flatten() {
        text += &wrapped(&third_line(third), 2);
    }
    for (side, tally) in [("White", &s.white), ("Black", &s.black)] {
        text += &format!(
            "\n{side}: {} of {} moves exact, cost {}, gave the win away {} times",
            tally.exact, tally.moves, tally.cost, tally.gave_away
        );
    }
    text
}

/// How well the players moved in a part of a game, as a line; empty if nobody moved there.
fn third_line(third: &Phase) -> String {
    let Phase { empties_at_most: most, empties_at_least: least, white, black } = third;
    let mut text = String::new();
    for (side, player) in [("White", white), ("Black", black)] {
        if let Some(accuracy) = player.accuracy {
            let separator = if text.is_empty() { "" } else { "; " };
            text += &format!(
                "{separator}{side} ≈ {:.0} % accurate, cost ≈ {:.1}",
                100.0 * accuracy,
                player.cost
            );
        }
    }
    if text.is_empty() { text } else { format!("\n{most} to {least} empty: {text}") }
}

/// The columns of a ply's row.
pub const REVIEW_COLUMNS: [&str; 21] = [
    "record",
    "game",
    "ply",
    "side",
    "move",
    "fen",
    "empties",
    "winner",
    "score",
    "at_least",
    "at_most",
    "best_moves",
    "error",
    "error_at_least",
    "gave_away",
    "region",
    "region_score",
    "region_error",
    "estimated_lead",
    "estimated_white_wins",
    "estimated_cost",
];

/// The plies of a game as rows; empty where JSON has null, or no such key.
pub fn review_rows(review: &GameReview) -> impl Iterator<Item = [String; 21]> {
    let name = |side: Color| side.to_string().to_lowercase();
    review.plies.iter().map(move |ply| {
        let region = ply.region.as_ref();
        let estimate = ply.estimated();
        [
            review.record.clone(),
            review.game.to_string(),
            ply.ply.to_string(),
            name(ply.side),
            ply.mv.to_string(),
            ply.fen.clone(),
            ply.empties.to_string(),
            cell(ply.winner.map(name)),
            cell(ply.score),
            cell(ply.at_least),
            cell(ply.at_most),
            moves_cell(ply.best_moves.as_ref()),
            cell(ply.error),
            ply.error_at_least.to_string(),
            cell(ply.gave_away),
            cell(region.map(|region| region.squares.join(" "))),
            cell(region.and_then(|region| region.score)),
            cell(region.and_then(|region| region.error)),
            cell(estimate.map(|estimate| estimate.lead)),
            cell(estimate.map(|estimate| estimate.white_wins)),
            cell(ply.estimated_cost.flatten()),
        ]
    })
}

/// Many games by player and phase, as text.
pub fn totals_table(totals: &ReviewTotals) -> String {
    let counts = |name: String, tally: &Tally| {
        let share = tally.accuracy().map_or_else(String::new, |s| format!("{:.1} %", 100.0 * s));
        vec![
            name,
            tally.moves.to_string(),
            share,
            tally.errors.to_string(),
            tally.cost.to_string(),
            tally.gave_away.to_string(),
        ]
    };
    let columns = |first| [first, "moves", "exact", "errors", "cost", "gave the win away"];
    let mut players = TextTable::new("", &columns("player"));
    for (name, tally) in &totals.players {
        players.rows.push(counts(one_line(name).into_owned(), tally));
    }
    let mut phases = TextTable::new("", &columns("empty squares"));
    for (empties, tally) in totals.empties.iter().rev() {
        let phase = format!("{} to {}", empties.saturating_sub(2), empties + 2);
        phases.rows.push(counts(phase, tally));
    }
    format!(
        "{} games, {} plies with a proved winner, {} with a proved score\n{}{}",
        totals.games,
        totals.judged,
        totals.scored,
        players.text(),
        phases.text().trim_end()
    )
}
