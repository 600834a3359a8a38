//! Positions as the judge searches them: contested regions and one integer.

use crate::board::{Bitboard, Color, Placement, Wide};
use crate::region::filling::Filler;
use crate::region::key::Keyed;
use crate::region::pairs::cancel_pairs;
use crate::score::Bounds;

/// Start of the hash chains.
pub(super) const SEED: u64 = 0x4528_21E6_38D0_1377;

/// The contested regions of a position, seen by the player to move, and the spare moves.
///
/// One-sided regions are worth their fillings, and equal numbers of spare moves on both sides
/// cancel (docs/design.md, section 4). So `spare` stands for all one-sided regions that are easy to
/// fill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Node<B> {
    /// Empty squares of the contested regions, and of one-sided regions that are hard to fill.
    pub empty: B,
    /// The mover's amazons in them.
    pub own: B,
    /// The opponent's amazons in them.
    pub enemy: B,
    /// The mover's spare moves minus the opponent's.
    pub spare: i32,
}

/// The error for a filling that the budget ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopped;

impl<B: Bitboard> Node<B> {
    /// The whole board, seen by `mover`, not yet reduced.
    pub fn of(placement: &Placement<B>, mover: Color) -> Self {
        Self {
            empty: placement.empty,
            own: placement.amazons(mover),
            enemy: placement.amazons(mover.other()),
            spare: 0,
        }
    }

    /// The node without dead regions and with one-sided regions replaced by spare moves. If `nodes`
    /// is given, regions that cannot be filled within that many nodes stay.
    pub fn reduced(
        self,
        filler: &mut Filler,
        nodes: Option<u32>,
        tick: &mut impl FnMut() -> bool,
    ) -> Result<Self, Stopped> {
        let mut rest = self;
        let mut left = self.own | self.enemy;
        let open = left | self.empty;
        rest.empty = B::NONE;
        while left.any() {
            let part = B::bit(left.first()).flood(open);
            left = left.without(part);
            let (empty, own, enemy) = (self.empty & part, self.own & part, self.enemy & part);
            let mut stays = own.any() && enemy.any();
            if empty.any() && !stays {
                let mut stopped = false;
                let length = filler.longest_within(empty, own | enemy, nodes, &mut || {
                    stopped = !tick();
                    !stopped
                });
                match length.exact() {
                    Some(length) if own.any() => rest.spare += length as i32,
                    Some(length) => rest.spare -= length as i32,
                    None if stopped => return Err(Stopped),
                    None => stays = true,
                }
            }
            if empty.any() && stays {
                rest.empty |= empty;
            } else {
                rest.own = rest.own.without(part);
                rest.enemy = rest.enemy.without(part);
            }
        }
        Ok(rest)
    }

    /// Whether a region has amazons of both players.
    pub fn is_contested(&self) -> bool {
        self.own.flood(self.empty | self.own | self.enemy).meets(self.enemy)
    }

    /// The node after the mover's amazon went from `from` to `to` and shot at `arrow`, seen by the
    /// opponent and not yet reduced; and whether the arrow may have divided a region.
    #[inline(always)]
    pub fn after(&self, from: usize, to: usize, arrow: usize) -> (Self, bool) {
        let (from, to, arrow) = (B::bit(from), B::bit(to), B::bit(arrow));
        let empty = (self.empty | from).without(to | arrow);
        let node =
            Self { empty, own: self.enemy, enemy: self.own.without(from) | to, spare: -self.spare };
        (node, divides(arrow, node.empty | node.own | node.enemy))
    }

    /// The node after the mover used a spare move, seen by the opponent.
    pub fn after_spare(&self) -> Self {
        Self { empty: self.empty, own: self.enemy, enemy: self.own, spare: 1 - self.spare }
    }

    /// Whether the node has several regions.
    pub fn is_sum(&self) -> bool {
        let open = self.empty | self.own | self.enemy;
        open.any() && B::bit(open.first()).flood(open) != open
    }

    /// The node without pairs of a region and its negative, or `None` if it has no such pairs. It has
    /// the same winner, but not the same x.
    pub fn without_pairs(&self) -> Option<Self> {
        let board = Placement { empty: self.empty, white: self.own, black: self.enemy };
        let mut parts: Vec<B> = board.components().collect();
        let all = parts.len();
        cancel_pairs(
            &mut parts,
            |part| board.restricted(*part),
            |region| Wide::key(&region.fit().expect("every board fits the widest layout").0),
        );
        let rest = board.restricted(parts.iter().fold(B::NONE, |all, &part| all | part));
        let Placement { empty, white: own, black: enemy } = rest;
        (parts.len() < all).then_some(Self { empty, own, enemy, spare: self.spare })
    }

    /// Number of empty squares of the contested regions.
    #[inline(always)]
    pub fn empties(&self) -> i32 {
        self.empty.count() as i32
    }

    /// Bounds of x that always hold: each move burns a square.
    pub fn widest(&self) -> Bounds {
        let e = self.empties();
        Bounds { low: self.spare - e, high: self.spare + e }
    }

    /// Two hash chains over the contested regions and the player to move, without the spare moves.
    #[inline(always)]
    pub fn hash(&self, seed: u64) -> (u64, u64) {
        self.enemy.mix(self.own.mix(self.empty.mix((seed, B::BITS as u64))))
    }
}

/// Whether blocking `square` may cut the open squares around it off from each other, as they are
/// not connected within the ring of its eight neighbours (a sound local test).
#[inline(always)]
pub(super) fn divides<B: Bitboard>(square: B, open: B) -> bool {
    let ring = square.neighbours() & open;
    if ring.is_none() {
        // A block that cuts nothing off still empties a region of one square.
        return true;
    }
    B::bit(ring.first()).flood(ring) != ring
}
