//! What every reader of one format gives: games, each with what was decided about it.

use super::defect::{Defect, Input};
use super::game::Game;
use super::note::Decisions;

/// A reader of one format.
pub(crate) trait GameReader {
    /// Reads the next game; `None` at the end of the input.
    fn next(&mut self) -> Option<ReadGame>;

    /// The name, in [`FORMATS`](super::formats::FORMATS), of the format of the game just read.
    fn format(&self) -> &'static str;

    /// Returns, once and after the last game, the rest of the input if a record of another format
    /// begins there.
    fn rest(&mut self) -> Option<Rest> {
        None
    }
}

/// The rest of an input, in which another format begins.
pub(crate) struct Rest {
    /// Its beginning.
    pub head: Vec<u8>,
    /// What follows.
    pub input: Input,
    /// The line in which it begins, from 1.
    pub line: usize,
}

/// A game, up to its defect if it has one, and what was decided about it.
pub(crate) struct ReadGame {
    pub game: Result<Game, Defect>,
    pub decisions: Decisions,
}
