//! Moves that recently decided a position with as many empty squares. They are tried before all
//! others, and as replies that may stand whatever the other player does.
//!
//! Most of them decide at once, by the bounds of the node after them (killers). One that took a
//! search is searched first if it seems about as near to deciding here (the answer). Positions next
//! to each other in the search differ by one move of the loser, and the answer to most such moves
//! is the same. Then the other moves, often a hundred, need not be made.

use super::node::Node;
use super::packed_move::PackedMove;
use crate::board::{Bitboard, MAX_OPEN};

/// The last moves that decided, by the number of empty squares.
pub(super) struct Killers([[PackedMove; Killers::KEPT]; MAX_OPEN + 1]);

impl Killers {
    /// The number of moves kept for each number of empty squares.
    const KEPT: usize = 8;

    pub fn new() -> Self {
        Self([[PackedMove::NONE; Self::KEPT]; MAX_OPEN + 1])
    }

    /// The moves to try in positions with `empties` empty squares, the most recent first.
    pub fn of(&self, empties: i32) -> [PackedMove; Self::KEPT] {
        usize::try_from(empties).map_or([PackedMove::NONE; Self::KEPT], |empties| self.0[empties])
    }

    /// Remembers a move that decided `node`.
    pub fn add<B: Bitboard>(&mut self, node: &Node<B>, mv: PackedMove) {
        let kept = &mut self.0[node.empties() as usize];
        let place = kept.iter().position(|&other| other == mv).unwrap_or(Self::KEPT - 1);
        kept[..=place].rotate_right(1);
        kept[0] = mv;
    }
}

/// What last decided after a search, by the number of empty squares.
pub(super) struct Last<T>([T; MAX_OPEN + 1]);

impl<T: Copy> Last<T> {
    pub fn new(nothing: T) -> Self {
        Self([nothing; MAX_OPEN + 1])
    }

    /// What last decided a position with `empties` empty squares.
    pub fn of(&self, empties: i32) -> T {
        self.0[empties as usize]
    }

    /// Remembers what decided `node`.
    pub fn set<B: Bitboard>(&mut self, node: &Node<B>, decider: T) {
        self.0[node.empties() as usize] = decider;
    }
}
