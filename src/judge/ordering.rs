//! The order of moves: by territory in queen distance, by the opponent's mobility after the move,
//! and by what is proved so far.

use super::node::Node;
use crate::board::Bitboard;
use crate::score::Bounds;

/// The place of a node, with its static bounds, among its siblings, in eighths of a square: the
/// lower, the sooner the player who chooses among them should try it.
///
/// A proof needs safe squares, so what a move secures counts almost as much as what it may gain;
/// and of two moves that promise the same, the one that settles more comes first. What the opponent
/// can reach at once counts more than territory, since each of the opponent's moves has to be
/// answered.
pub(super) fn order<B: Bitboard>(node: &Node<B>, bounds: Bounds) -> i32 {
    let Reach { territory, own, .. } = Reach::of(node);
    territory + 10 * own + 8 * node.spare + 6 * bounds.high - 2 * bounds.low
}

/// An estimate of a node's value for its mover, in eighths of a move.
pub(super) fn worth<B: Bitboard>(node: &Node<B>, bounds: Bounds) -> i32 {
    lead(node) + 8 * node.spare + 2 * (bounds.low + bounds.high)
}

/// An estimate of x.
pub(super) fn guess<B: Bitboard>(node: &Node<B>) -> i32 {
    node.spare + lead(node) / 8
}

/// An estimate of the value of a node's contested regions for its mover, in eighths of a move.
pub(super) fn lead<B: Bitboard>(node: &Node<B>) -> i32 {
    let Reach { territory, own, enemy } = Reach::of(node);
    territory + 2 * (own - enemy)
}

/// What the players reach by queen moves.
struct Reach {
    /// Squares that the mover reaches in fewer moves minus those that the opponent does, in
    /// eighths. A square that both reach equally soon counts a little for the mover.
    territory: i32,
    /// Squares the mover reaches in one move.
    own: i32,
    /// Squares the opponent reaches in one move.
    enemy: i32,
}

impl Reach {
    fn of<B: Bitboard>(node: &Node<B>) -> Self {
        let empty = node.empty;
        let (mut own, mut enemy) = (node.own.queens(empty), node.enemy.queens(empty));
        let (mut own_left, mut enemy_left) = (empty, empty);
        let mut open = empty;
        let mut reach = Self { territory: 0, own: own.count() as i32, enemy: enemy.count() as i32 };
        loop {
            let (mine, theirs) = (own & open, enemy & open);
            let sooner = mine.without(theirs).count() as i32 - theirs.without(mine).count() as i32;
            reach.territory += 8 * sooner + (mine & theirs).count() as i32;
            open = open.without(mine | theirs);
            if open.is_none() {
                return reach;
            }
            own_left = own_left.without(own);
            enemy_left = enemy_left.without(enemy);
            own = own.queens(own_left);
            enemy = enemy.queens(enemy_left);
            if own.is_none() && enemy.is_none() {
                return reach;
            }
        }
    }
}
