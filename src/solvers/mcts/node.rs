//! A node of the tree of UCT: a move, or an amazon's step whose arrow is still to be shot.

use super::bounds::Bounds;
use crate::board::{Bitboard, Color, Placement, PlacementMove};
use std::num::NonZeroU32;
use std::ops::Range;

/// The arrow of a step whose arrow is still to be shot.
pub(super) const NO_ARROW: u16 = u16::MAX;

/// A node: a move or a step, and the results of the simulations through it.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    pub(super) mv: PlacementMove,
    /// Bounds of the rank of the player to move here or, after a step, of the player who made it.
    pub(super) bounds: Bounds,
    /// `None` until they are made.
    pub(super) children: Option<Children>,
    /// n: the number of simulations through it.
    pub visits: u32,
    /// The sum of their rewards, for the player who made the move or step.
    pub total: f64,
    /// The sum of the squares of the rewards.
    pub squares: f64,
}

/// The size of a node limits the tree.
const _: () = assert!(size_of::<Node>() == 40);

/// The place of a node's children, which are consecutive in the tree. There are none if the player
/// to move has run out; then every visit gives the same result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Children {
    /// No child is the root, whose number is 0.
    first: NonZeroU32,
    count: u32,
}

impl Children {
    /// `count` children from the node `first` on.
    pub(super) fn new(first: usize, count: usize) -> Self {
        let first = u32::try_from(first).ok().and_then(NonZeroU32::new);
        Self { first: first.expect("a tree numbers its nodes by 32 bits"), count: count as u32 }
    }

    /// Their numbers.
    pub(super) fn numbers(self) -> Range<usize> {
        let first = self.first.get() as usize;
        first..first + self.count as usize
    }

    /// How many there are.
    pub(super) fn count(self) -> u32 {
        self.count
    }

    pub(super) fn is_empty(self) -> bool {
        self.count == 0
    }
}

impl Node {
    pub(super) fn new(mv: PlacementMove) -> Self {
        let bounds = Bounds::UNKNOWN;
        Self { mv, bounds, children: None, visits: 0, total: 0.0, squares: 0.0 }
    }

    pub(super) fn add(&mut self, reward: f64) {
        self.visits += 1;
        self.total += reward;
        self.squares += reward * reward;
    }

    /// Whether the arrow is still to be shot.
    pub(super) fn is_step(&self) -> bool {
        is_step(self.mv)
    }

    /// The bounds for the player who made the move or step.
    pub(super) fn bounds_for_maker(&self) -> Bounds {
        if self.is_step() { self.bounds } else { self.bounds.for_opponent() }
    }
}

pub(super) fn is_step(mv: PlacementMove) -> bool {
    mv.arrow == NO_ARROW
}

/// Returns the placement after a move, or after a step, where the square that the amazon left is
/// empty.
pub fn after<B: Bitboard>(
    placement: &Placement<B>,
    mover: Color,
    mv: PlacementMove,
) -> Placement<B> {
    if !is_step(mv) {
        return placement.after(mover, mv);
    }
    // A move that shoots back blocks the square it left, which is opened again.
    let mut stepped = placement.after(mover, PlacementMove { arrow: mv.from, ..mv });
    stepped.empty |= B::bit(mv.from.into());
    stepped
}

/// The squares at which the amazon may shoot after a step.
pub(super) fn targets<B: Bitboard>(placement: &Placement<B>, step: PlacementMove) -> B {
    let (from, to) = (B::bit(step.from.into()), usize::from(step.to));
    B::queen(to, (placement.empty | from).without(B::bit(to)))
}
