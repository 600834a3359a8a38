//! Standing replies: one answer to all moves that stay out of its way.
//!
//! Let the opponent answer a move of the mover by the move K, and from then on fill the squares C
//! that are out of the mover's reach after K (see [`super::bounds`]). Unless the mover's move
//! enters or blocks a square of C or one that K passes, K is still possible after it, and the
//! squares of C are out of reach then too: the mover has only gone elsewhere among the squares
//! that he floods anyway. With e empty squares and the mover's spare moves minus the opponent's d,
//! the mover makes at most 1 + (e − 2 − L) moves and the opponent at least 1 + g, besides the spare
//! ones, so for each such move, the use of a spare move included,
//!
//! ```text
//! x  ≤  d + e − 2 − L − g − 2 f
//! ```
//!
//! with f = 1 if the opponent's free amazons have five squares to go to after K, of which the
//! mover's two moves block four at most, and w + f for 2 f if each filling of the e − 1 − L squares
//! that the mover floods after K wastes w: all his moves, the first one too, are such a filling.
//!
//! One look at the position with K made, as if the mover had passed, so refutes most of the
//! mover's moves without making them. Every move K of the opponent is tried, those that decided alike
//! positions first, until none of the mover's moves is left: all together they cost about as much
//! as one move that has to be searched. (Proofs that hold whatever happens outside of a zone:
//! Thomsen 2000, lambda search; Wu and others 2021, relevance zones.)

use super::bounds::Safety;
use super::node::{Node, divides};
use super::way::Way;
use crate::board::Bits;

/// The standing replies found for one node and target.
pub(super) struct Replies<B> {
    /// The squares of each that the mover would have to enter or to block.
    zones: Vec<B>,
    /// The most that the moves refuted by any of them yield.
    pub high: i32,
}

/// An amazon's move to a square, and its arrows that no reply refutes so far.
struct Unrefuted<B> {
    to: usize,
    arrows: B,
}

impl<B: Bits> Replies<B> {
    pub fn new() -> Self {
        Self { zones: Vec::new(), high: i32::MIN }
    }

    /// Tries the opponent's move `way` as a reply for all moves of `node`'s mover that do not
    /// prevent it.
    pub fn add(&mut self, node: &Node<B>, way: Way, target: i32, safety: &mut Safety<'_, B>) {
        if way.is_legal(node.empty, node.enemy)
            && let Some((zone, high)) = standing(node, way, target, safety)
        {
            self.push(zone, high);
        }
    }

    /// Tries all moves of the opponent, and keeps those that refute some moves which the replies
    /// before leave.
    pub fn add_all(&mut self, node: &Node<B>, target: i32, safety: &mut Safety<'_, B>) {
        let mut open = self.unrefuted(node);
        // What a reply has to count to hold x below the target: each square inside twice at most,
        // a move of a free amazon, and what the mover wastes.
        let needed = node.spare + node.empties() - 1 - target;
        for from in node.enemy.squares() {
            let vacated = node.empty | B::bit(from);
            for to in B::queen(from, node.empty).squares() {
                if open.is_empty() {
                    return;
                }
                let empty = vacated.without(B::bit(to));
                let flooded = node.own.flood(empty | node.own);
                let (cutting, idle) = arrows(node, B::queen(to, empty) & flooded, empty);
                for arrow in cutting.squares() {
                    self.consider(node, Way::of(from, to, arrow), target, safety, &mut open);
                }
                // The other arrows leave the same squares out of reach, and the nearest of them are
                // in the way of the fewest moves.
                let inside = empty.without(flooded).count() as i32;
                let wasted = safety.wasted(empty & flooded);
                if 2 * inside + 1 + wasted.max(1) >= needed {
                    let near = idle & B::bit(to).neighbours();
                    for arrow in if near.any() { near } else { idle }.squares() {
                        self.consider(node, Way::of(from, to, arrow), target, safety, &mut open);
                    }
                }
            }
        }
    }

    /// The moves of a node's mover that have to be refuted yet.
    fn unrefuted(&self, node: &Node<B>) -> Vec<Unrefuted<B>> {
        let mut open = Vec::new();
        for from in node.own.squares() {
            let vacated = node.empty | B::bit(from);
            for to in B::queen(from, node.empty).squares() {
                let (arrows, _) = self.leave(to, B::queen(to, vacated.without(B::bit(to))));
                if arrows.any() {
                    open.push(Unrefuted { to, arrows });
                }
            }
        }
        open
    }

    /// Keeps the move `way` if it is a reply to some of the `open` moves, and takes these away.
    fn consider(
        &mut self,
        node: &Node<B>,
        way: Way,
        target: i32,
        safety: &mut Safety<'_, B>,
        open: &mut Vec<Unrefuted<B>>,
    ) {
        let Some((zone, high)) = standing(node, way, target, safety) else { return };
        let mut helps = false;
        open.retain_mut(|Unrefuted { to, arrows }| {
            if !zone.has(*to) && arrows.without(zone).any() {
                helps = true;
                *arrows &= zone;
            }
            arrows.any()
        });
        if helps {
            self.push(zone, high);
        }
    }

    fn push(&mut self, zone: B, high: i32) {
        self.zones.push(zone);
        self.high = self.high.max(high);
    }

    /// The squares of `arrows` that have to be tried after an amazon's move to `to`, and what the
    /// others yield at most.
    #[inline(always)]
    pub fn leave(&self, to: usize, arrows: B) -> (B, i32) {
        let mut left = arrows;
        for &zone in &self.zones {
            if !zone.has(to) {
                left &= zone;
            }
        }
        (left, if left == arrows { i32::MIN } else { self.high })
    }

    /// Whether one of the replies refutes the use of a spare move, which prevents none.
    pub fn refute_spare(&self) -> bool {
        !self.zones.is_empty()
    }
}

/// The zone of the opponent's move `way` as a reply, and the most that the moves which it refutes
/// yield, if that is below `target`.
fn standing<B: Bits>(
    node: &Node<B>,
    way: Way,
    target: i32,
    safety: &mut Safety<'_, B>,
) -> Option<(B, i32)> {
    let passed = Node { own: node.enemy, enemy: node.own, ..*node };
    let (after, _) = way.made(&passed);
    let safe = safety.of(after.empty, after.enemy, after.own);
    let high = node.spare + node.empties() - 2 - safe.counted(4);
    (high < target).then(|| (safe.inside | way.lines(), high))
}

/// The arrows on `empty` that may cut off squares from the mover's amazons, and the others.
fn arrows<B: Bits>(node: &Node<B>, all: B, empty: B) -> (B, B) {
    let open = empty | node.own;
    let cutting = all.squares().map(B::bit).filter(|&arrow| divides(arrow, open.without(arrow)));
    let cutting = cutting.fold(B::NONE, |cutting, arrow| cutting | arrow);
    (cutting, all.without(cutting))
}
