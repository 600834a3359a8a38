//! The rows as CSV: one line per solver and problem, one column per key of `results.jsonl`.

use crate::study::verdict::{Row, Verdict};
use amazons::score::Rank;
use serde::Serialize;
use std::io::Write;

/// A [`Row`] with its bounds in separate columns; empty cells are unknown or meaningless.
#[derive(Serialize)]
struct Flat<'a> {
    problem: &'a str,
    fen: &'a str,
    first: &'a str,
    empties: usize,
    solver: &'a str,
    #[serde(rename = "move")]
    mv: Option<String>,
    verdict: Verdict,
    error_at_least: Option<i32>,
    error_at_most: Option<i32>,
    best_at_least: Rank,
    best_at_most: Rank,
    rank_at_least: Option<Rank>,
    rank_at_most: Option<Rank>,
    claim_at_least: Rank,
    claim_at_most: Rank,
    false_claim: bool,
    iterations: usize,
    nodes: u64,
    seconds: f64,
    cpu_seconds: Option<f64>,
    found_nodes: Option<u64>,
    found_seconds: Option<f64>,
    right_nodes: Option<u64>,
    right_seconds: Option<f64>,
    overshoot_seconds: Option<f64>,
    overshoot_nodes: Option<u64>,
    failure: Option<&'a str>,
}

/// Writes the rows.
///
/// # Errors
/// Writing failed.
pub fn write_csv(rows: &[Row], to: impl Write) -> Result<(), csv::Error> {
    let mut writer = csv::Writer::from_writer(to);
    for row in rows {
        writer.serialize(Flat {
            problem: &row.problem,
            fen: &row.fen,
            first: &row.first,
            empties: row.empties,
            solver: &row.solver,
            mv: row.mv.map(|mv| mv.to_string()),
            verdict: row.verdict,
            error_at_least: row.error.map(|e| e.low),
            error_at_most: row.error.map(|e| e.high),
            best_at_least: row.best.low,
            best_at_most: row.best.high,
            rank_at_least: row.rank.map(|r| r.low),
            rank_at_most: row.rank.map(|r| r.high),
            claim_at_least: row.claim.low,
            claim_at_most: row.claim.high,
            false_claim: row.false_claim,
            iterations: row.iterations,
            nodes: row.nodes,
            seconds: row.seconds,
            cpu_seconds: row.cpu_seconds,
            found_nodes: row.found_nodes,
            found_seconds: row.found_seconds,
            right_nodes: row.right_nodes,
            right_seconds: row.right_seconds,
            overshoot_seconds: row.overshoot.seconds,
            overshoot_nodes: row.overshoot.nodes,
            failure: row.failure.as_deref(),
        })?;
    }
    writer.flush()?;
    Ok(())
}
