//! Static bounds: squares that a player holds safely whatever the opponent does.
//!
//! For one player let R be the squares the enemy's amazons can flood while the player's stand
//! still, and C a connected part of the other empty squares, taken together with the player's
//! *inner* amazons, those that touch neither R nor an enemy. The player's other amazons at the
//! border of C are its *guards*. As long as the guards stand, no enemy and no enemy arrow gets
//! into C, since every square of a queen's way is a king step from the last. And any amazon that
//! moves can shoot back at the square it left, which leaves the enemy no way that he did not have:
//! so C can stay closed for ever, even if nothing but guards can move. The player can make at any
//! time, in any order and whatever the opponent does elsewhere,
//!
//! - the filling of C by its inner amazons, guards standing still; or
//! - for one guard: enter C at a square t, shoot back, and then fill C without t together with the
//!   inner amazons.
//!
//! Call the number of these moves g, and let a guard enter one part only. Let the player make them
//! only when nothing else is left, and shoot back with every other move: he makes at least g moves
//! in all. Every move of either player burns one of the e empty squares, and the opponent none of
//! the L squares of all C, so he makes at most e − L moves. If moreover an amazon that is free to
//! leave, neither inner nor entering, has a move now, the player makes that one too, and it burns
//! one of the other squares. For x, the mover's moves minus the opponent's, with the mover's spare
//! moves minus the opponent's d, and f = 1 for such a move of a free amazon, else 0,
//!
//! ```text
//! d − (e − L_own) + g_own + 2 f_own  ≤  x  ≤  d + (e − L_enemy) − g_enemy − 2 f_enemy
//! ```
//!
//! The mover's next move blocks two squares at most, so f_enemy = 1 where the free amazons have
//! three to go to. A player who never leaves the squares R that he floods makes no more moves than
//! they can be filled with: if every filling of R wastes w squares or more
//! ([`crate::region::dead_ends`]), w + f stands for his opponent's 2 f where it is more. It counts
//! moves only, so zugzwang does no harm: a player who has run out is passed over, and the counts
//! stand.

use super::node::Node;
use super::table::Bounds;
use crate::board::Bits;
use crate::region::dead_ends::DeadEnds;
use crate::region::filling::Filler;

/// Nodes of one filling inside a bound; beyond, its proved part is used.
const FILLING_NODES: u32 = 100;

/// The bounds of a node that follow from safe squares of both players.
pub(super) fn guarded<B: Bits>(
    node: &Node<B>,
    dead_ends: &DeadEnds<B>,
    filler: &mut Filler,
) -> Bounds {
    let e = node.empties();
    let own = safe_moves(node.empty, node.own, node.enemy, dead_ends, filler);
    let enemy = safe_moves(node.empty, node.enemy, node.own, dead_ends, filler);
    Bounds { low: node.spare - e + own.counted(0), high: node.spare + e - enemy.counted(2) }
}

/// What one player has safe.
pub(super) struct Safe<B> {
    /// The squares out of the enemy's reach.
    pub inside: B,
    /// Moves that fill them.
    filling: i32,
    /// The squares within the enemy's reach that he has to waste.
    wasted: i32,
    /// The empty squares beside amazons that are free to leave.
    exits: B,
}

impl<B: Bits> Safe<B> {
    /// L + g and 2 f or w + f, f = 1 for a move of a free amazon that can be made after the enemy
    /// blocked any `blocked` squares.
    pub fn counted(&self, blocked: i32) -> i32 {
        let safe = self.inside.count() as i32 + self.filling;
        let free = i32::from(self.exits.count() as i32 > blocked);
        safe + free + free.max(self.wasted)
    }
}

/// What a player has safe from his enemy.
pub(super) fn safe_moves<B: Bits>(
    empty: B,
    own: B,
    enemy: B,
    dead_ends: &DeadEnds<B>,
    filler: &mut Filler,
) -> Safe<B> {
    let flooded = enemy.flood(empty | enemy);
    let inside = empty.without(flooded);
    let wasted = dead_ends.waste(empty & flooded) as i32;
    if inside.is_none() {
        return Safe { inside, filling: 0, wasted, exits: own.neighbours() & empty };
    }
    let inner = own.without(flooded.neighbours());
    let mut guards = own.without(inner);
    let mut left = inside;
    let mut filling = 0;
    while left.any() {
        let part = B::bit(left.first()).flood(inside | inner);
        let (squares, residents) = (part & inside, part & inner);
        left = left.without(squares);
        let size = squares.count();
        let length = |filler: &mut Filler, squares: B, amazons: B| {
            filler.longest_within(squares, amazons, Some(FILLING_NODES), &mut || true).at_least
        };
        let mut best = if residents.any() { length(filler, squares, residents) } else { 0 };
        let mut entering = B::NONE;
        'guards: for guard in (part.neighbours() & guards).squares() {
            for t in B::queen(guard, squares).squares() {
                if best >= size {
                    break 'guards;
                }
                let t = B::bit(t);
                let moves = 1 + length(filler, squares.without(t), residents | t);
                if moves > best {
                    best = moves;
                    entering = B::bit(guard);
                }
            }
        }
        guards = guards.without(entering);
        filling += best as i32;
    }
    Safe { inside, filling, wasted, exits: guards.neighbours() & empty & flooded }
}
