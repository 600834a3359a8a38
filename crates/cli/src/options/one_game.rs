//! Reading one game of a record.

use crate::options::records::ReadingOptions;
use crate::output::say::say;
use amazons::records::{Game, up_to_defect};
use anyhow::{Context, anyhow};
use std::path::Path;

/// A game of a record.
#[derive(Debug)]
pub struct OneGame {
    /// The game, up to its defect if it has one.
    pub game: Game,
    /// Whether it has no defect.
    pub whole: bool,
}

/// Reads game `number` of a record counted from 1.
///
/// A game with a defect is reported, and the moves before the defect are used if there are at least
/// `least`.
///
/// # Errors
/// The record cannot be read, it has no such game, or nothing of the game can be read.
pub fn read(
    path: &Path,
    number: usize,
    least: usize,
    reading: &ReadingOptions,
) -> anyhow::Result<OneGame> {
    let item = reading
        .records_of_game(number)
        .open(path)?
        .nth(number.checked_sub(1).context("--game 0: games count from 1")?)
        .ok_or_else(|| anyhow!("{}: no game {number}", path.display()))?;
    match up_to_defect(item) {
        (Some(game), None) => Ok(OneGame { game, whole: true }),
        (Some(game), Some(defect)) if game.moves().len() >= least => {
            say!("warning: {defect}; {}", used(&game));
            Ok(OneGame { game, whole: false })
        }
        (_, Some(defect)) => Err(defect.into()),
        (None, None) => Err(anyhow!("{}: no game {number}", path.display())),
    }
}

/// What is used of a game with a defect, in words.
fn used(game: &Game) -> String {
    match game.moves().len() {
        0 => "only its start is used".to_owned(),
        1 => "the move before it is used".to_owned(),
        moves => format!("the {moves} moves before it are used"),
    }
}
