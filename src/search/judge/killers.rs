//! Moves that lately decided a position with as many empty squares: tried before all others, and
//! as replies that may stand against whatever the other player does.
//!
//! Most of them decide at once, by the bounds of what they lead to (killers). One that took a search
//! is searched again first where it seems about as near to deciding (the answer): positions next to
//! each other in the search differ by one move of the loser, and the answer to most of these is the
//! same. Then none of the other moves, often a hundred, is even made.

use super::node::Node;
use super::way::Way;
use crate::board::{Bits, MAX_OPEN};

/// The last moves that decided, by the number of empty squares.
pub(super) struct Killers([[Way; Killers::KEPT]; MAX_OPEN + 1]);

impl Killers {
    /// Moves that are kept for each number.
    const KEPT: usize = 8;

    pub fn new() -> Self {
        Self([[Way::NONE; Self::KEPT]; MAX_OPEN + 1])
    }

    /// Moves to try in positions with so many empty squares, the last one first.
    pub fn of(&self, empties: i32) -> [Way; Self::KEPT] {
        usize::try_from(empties).map_or([Way::NONE; Self::KEPT], |empties| self.0[empties])
    }

    /// Remembers a move that decided `node`.
    pub fn add<B: Bits>(&mut self, node: &Node<B>, way: Way) {
        let kept = &mut self.0[node.empties() as usize];
        let place = kept.iter().position(|&other| other == way).unwrap_or(Self::KEPT - 1);
        kept[..=place].rotate_right(1);
        kept[0] = way;
    }
}

/// The last moves that decided after a search, by the number of empty squares.
pub(super) struct Answers([(Way, i32); MAX_OPEN + 1]);

impl Answers {
    /// How much farther an answer may seem from deciding than where it last did, in eighths of a
    /// square.
    const MARGIN: i32 = 8;

    pub fn new() -> Self {
        Self([(Way::NONE, 0); MAX_OPEN + 1])
    }

    /// The move to search first in positions with so many empty squares, and the shortfall that it
    /// must not exceed there.
    pub fn of(&self, empties: i32) -> (Way, i32) {
        let (way, shortfall) = self.0[empties as usize];
        (way, shortfall + Self::MARGIN)
    }

    /// Remembers a move that decided `node`, and how far from it that had seemed.
    pub fn set<B: Bits>(&mut self, node: &Node<B>, way: Way, shortfall: i32) {
        self.0[node.empties() as usize] = (way, shortfall);
    }
}

/// The last moves that decided a node of the proof-number search, by the number of empty squares: what
/// decided one is likely to decide the next.
pub(super) struct Deciders([Way; MAX_OPEN + 1]);

impl Deciders {
    pub fn new() -> Self {
        Self([Way::NONE; MAX_OPEN + 1])
    }

    /// The move that decided the last node with so many empty squares.
    pub fn of(&self, empties: i32) -> Way {
        self.0[empties as usize]
    }

    /// Remembers a move that decided `node`.
    pub fn set<B: Bits>(&mut self, node: &Node<B>, way: Way) {
        self.0[node.empties() as usize] = way;
    }
}
