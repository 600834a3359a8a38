//! A review as an annotated game record.

use super::review::{GameReview, PlyReview};
use crate::records::{Game, Note, write_annotated_sgf};
use std::fmt::Write as _;
use std::io::{self, Write};

/// Writes a reviewed game as SGF. Comments say what is proved, and what is estimated after `≈`. `BM` marks moves that cost
/// something, `TE` the only good one. A better move is a variation whose squares are labelled.
///
/// # Errors
/// Those of `out`.
pub fn write_review(game: &Game, review: &GameReview, out: &mut impl Write) -> io::Result<()> {
    let notes: Vec<Note> = review.plies.iter().map(note).collect();
    write_annotated_sgf(game, &notes, out)
}

fn note(ply: &PlyReview) -> Note {
    let mut note = Note::default();
    let estimate = ply.estimated();
    if ply.winner.is_none() && ply.score.is_none() && estimate.is_none() {
        return note;
    }
    note.comment = format!("Before the move, whole board: {}", ply.verdict());
    if let Some(estimate) = estimate.filter(|_| ply.winner.is_none()) {
        let _ = write!(note.comment, ", {}", estimate.chance_text());
    }
    note.comment.push('.');
    match (ply.error, ply.error_at_least) {
        (Some(0), _) => note.comment += " The move is optimal.",
        (_, 1..) => {
            let _ = write!(note.comment, " The move costs {}.", ply.cost());
        }
        _ if ply.seems_to_cost().is_some() => {
            let _ = write!(note.comment, " The move seems to cost {}.", ply.cost());
        }
        _ => {}
    }
    if let Some(region) = &ply.region
        && let Some(score) = region.score
    {
        let _ = write!(note.comment, " The region alone ({} empty): {score}", region.empties);
        match region.error {
            Some(0) => note.comment += ", optimal.",
            Some(error) => {
                let _ = write!(note.comment, ", costs {error}.");
            }
            None => note.comment.push('.'),
        }
    }
    let only = ply.best_moves.as_ref().is_some_and(|best| best.len() == 1);
    if ply.error_at_least > 0 {
        note.marks.push(("BM", if ply.gave_away == Some(true) { 2 } else { 1 }));
    } else if only && ply.error == Some(0) {
        note.marks.push(("TE", 1));
    }
    if let Some(better) = ply.better() {
        let count = ply.best_moves.as_ref().map_or(0, Vec::len);
        let comment = match count {
            0 => format!("{better} seems better."),
            1 => format!("{better} is the only optimal move: {}.", ply.verdict()),
            _ => format!("{better} is one of {count} optimal moves: {}.", ply.verdict()),
        };
        let mut labels = vec![(better.to, "1".to_owned())];
        if better.arrow != better.to {
            labels.push((better.arrow, "2".to_owned()));
        }
        // What only seems better is no proved tesuji.
        let marks = if count > 0 { vec![("TE", 1)] } else { Vec::new() };
        let variation = Note { comment, marks, labels, ..Note::default() };
        note.variations.push((better, variation));
    }
    note
}
