//! A defect of a game, before the file's name and the game's number are known.

use super::error::Reason;
use super::game::Game;
use std::io::BufRead;

/// The longest line of a move list and the longest value of an SGF property that is read, in bytes.
pub const MAX_TEXT: usize = 1 << 16;

pub(crate) type Input = Box<dyn BufRead + Send>;

/// A defect of a game, before the file's name and the game's number are added.
pub(crate) struct Defect {
    pub line: usize,
    pub ply: Option<usize>,
    pub reason: Reason,
    pub legal_part: Option<Box<Game>>,
}

impl Defect {
    /// Text behind the last game, at a line: moves of another kind of record, or what is left of a game.
    pub fn behind(line: usize) -> Self {
        let reason = Reason::Foreign { found: "text behind the last game".to_owned() };
        Self { line, ply: None, reason, legal_part: None }
    }
}
