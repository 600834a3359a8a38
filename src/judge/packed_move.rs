//! Moves of a node in 32 bits.

use super::node::Node;
use crate::board::Bitboard;
use crate::board::bitboard::DIRECTIONS;

/// A move of a node in 32 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PackedMove(u32);

impl PackedMove {
    /// No move.
    pub const NONE: Self = Self(0);
    /// The use of a spare move.
    pub const SPARE: Self = Self(u32::MAX);
    /// A mark that no move equals.
    pub const HEAD: Self = Self(u32::MAX - 1);

    /// The move of an amazon from `from` to `to` that shoots at `arrow`.
    pub fn of(from: usize, to: usize, arrow: usize) -> Self {
        Self(((from << 9 | to) << 9 | arrow) as u32)
    }

    /// The squares that the amazon leaves, goes to, and shoots at.
    pub fn squares(self) -> (usize, usize, usize) {
        let part = |shift: u32| (self.0 >> shift & 511) as usize;
        (part(18), part(9), part(0))
    }

    /// The move in 8 bits, only for ordering: several moves may share a mark.
    pub fn mark(self) -> u8 {
        ((self.0.wrapping_mul(0x9E37_79B1) >> 24) as u8).max(1)
    }

    /// Whether an amazon of `own` can make this move over the squares of `empty`.
    pub fn is_legal<B: Bitboard>(self, empty: B, own: B) -> bool {
        if self == Self::NONE || self == Self::SPARE {
            return false;
        }
        let (from, to, arrow) = self.squares();
        own.has(from)
            && B::queen(from, empty).has(to)
            && B::queen(to, (empty | B::bit(from)).without(B::bit(to))).has(arrow)
    }

    /// The squares that must be empty for the move, except the one that the amazon leaves.
    pub fn lines<B: Bitboard>(self) -> B {
        let (from, to, arrow) = self.squares();
        (line::<B>(from, to) | line::<B>(to, arrow)).without(B::bit(from))
    }

    /// The node after the move, not yet reduced, and whether it may have divided a region.
    pub fn made<B: Bitboard>(self, node: &Node<B>) -> (Node<B>, bool) {
        if self == Self::SPARE {
            return (node.after_spare(), false);
        }
        let (from, to, arrow) = self.squares();
        node.after(from, to, arrow)
    }
}

/// The squares that a queen passes from one square to another, including the last one.
fn line<B: Bitboard>(from: usize, to: usize) -> B {
    (0..DIRECTIONS)
        .map(|direction| (B::ray(direction, from), B::ray(direction, to)))
        .find(|(ray, _)| ray.has(to))
        .map_or(B::NONE, |(ray, beyond)| ray.without(beyond))
}
