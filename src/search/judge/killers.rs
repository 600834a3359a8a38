//! Moves that lately decided a position with as many empty squares: tried before all others, and
//! as replies that may stand against whatever the other player does.

use super::node::Node;
use super::way::Way;
use crate::board::Bits;

/// The last moves that decided, by the number of empty squares.
pub(super) struct Killers([[Way; Killers::KEPT]; 129]);

impl Killers {
    /// Moves that are kept for each number.
    const KEPT: usize = 8;

    pub fn new() -> Self {
        Self([[Way::NONE; Self::KEPT]; 129])
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
