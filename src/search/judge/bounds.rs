//! Static bounds: squares that a player fills safely whatever the opponent does.
//!
//! For one player let R be the squares the enemy's amazons can flood while the player's stand
//! still, and C a connected part of the other empty squares, taken together with the player's
//! *inner* amazons, those that touch neither R nor an enemy. The player's other amazons at the
//! border of C are its *guards*. As long as the guards stand, no enemy and no enemy arrow gets
//! into C, since every square of a queen's way is a king step from the last. So the player can
//! make at any time, in any order and whatever the opponent does elsewhere,
//!
//! - the filling of C by its inner amazons, guards standing still; or
//! - for one guard: enter C at a square t, shoot back at the square it left, which closes the
//!   wall again, and then fill C without t together with the inner amazons.
//!
//! Call the number of these moves g. If the player makes no other moves while any of them is
//! left, he makes at least g moves in all. Every move of either player burns one of the e empty
//! squares, so the opponent makes at most e − L moves, where L is g, or all of |C| when the only
//! guard of C is the one that entered: then C is closed for ever. With the mover's spare moves
//! minus the opponent's d, for x, the mover's moves minus the opponent's,
//!
//! ```text
//! d − (e − L_own) + g_own  ≤  x  ≤  d + (e − L_enemy) − g_enemy
//! ```
//!
//! It counts moves only, so zugzwang does no harm: a player who has run out is passed over, and
//! the counts stand.

use super::node::Node;
use super::table::Bounds;
use crate::board::Bits;
use crate::region::filling::Filler;

/// Nodes of one filling inside a bound; beyond, its proved part is used.
const FILLING_NODES: u32 = 100;

/// The bounds of a node that follow from safe squares of both players.
pub(super) fn guarded<B: Bits>(node: &Node<B>, filler: &mut Filler) -> Bounds {
    let e = node.empties();
    Bounds {
        low: node.spare - e + safe_moves(node.empty, node.own, node.enemy, filler).0,
        high: node.spare + e - safe_moves(node.empty, node.enemy, node.own, filler).0,
    }
}

/// L + g of one player, and the squares out of the enemy's reach.
pub(super) fn safe_moves<B: Bits>(empty: B, own: B, enemy: B, filler: &mut Filler) -> (i32, B) {
    let flooded = enemy.flood(empty | enemy);
    let inside = empty.without(flooded);
    if inside.is_none() {
        return (0, inside);
    }
    let inner = own.without(flooded.neighbours());
    let mut guards = own.without(inner);
    let mut left = inside;
    let mut sum = 0;
    while left.any() {
        let part = B::bit(left.first()).flood(inside | inner);
        let (squares, residents) = (part & inside, part & inner);
        left = left.without(squares);
        let size = squares.count();
        // A guard that touches only a resident's square counts: that square may become empty.
        let border = part.neighbours() & own.without(inner);
        let alone = border.without_first().is_none();
        let length = |filler: &mut Filler, squares: B, amazons: B| {
            let mut nodes = FILLING_NODES;
            let mut tick = || {
                nodes = nodes.saturating_sub(1);
                nodes > 0
            };
            filler.longest(squares, amazons, &mut tick).at_least
        };
        let mut best = if residents.any() { 2 * length(filler, squares, residents) } else { 0 };
        let mut entering = B::NONE;
        'guards: for guard in (border & guards).squares() {
            for t in B::queen(guard, squares).squares() {
                if best >= 2 * size {
                    break 'guards;
                }
                let t = B::bit(t);
                let g = 1 + length(filler, squares.without(t), residents | t);
                let value = g + if alone { size } else { g };
                if value > best {
                    best = value;
                    entering = B::bit(guard);
                }
            }
        }
        guards = guards.without(entering);
        sum += best as i32;
    }
    (sum, inside)
}
