//! What every reader of one format gives: games, each with what was decided about it.

use super::defect::Defect;
use super::game::Game;
use super::note::Decisions;

/// A reader of one format.
pub(crate) trait GameReader {
    /// Reads the next game; `None` at the end of the input.
    fn next(&mut self) -> Option<ReadGame>;

    /// The name, in [`FORMATS`](super::formats::FORMATS), of the format of the game just read.
    fn format(&self) -> &'static str;
}

/// A game, up to its defect if it has one, and what was decided about it.
pub(crate) struct ReadGame {
    pub game: Result<Game, Defect>,
    pub decisions: Decisions,
}
