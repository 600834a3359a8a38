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
    /// Moves outside the games of an SGF file, from this line on.
    pub fn moves_outside(line: usize) -> Self {
        Self { line, ply: None, reason: Reason::MovesOutside, legal_part: None }
    }
}
