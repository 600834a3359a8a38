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
//! mover's moves without making them. (Proofs that hold whatever happens outside of a zone:
//! Thomsen 2000, lambda search; Wu and others 2021, relevance zones.)

use super::bounds::Safety;
use super::node::Node;
use super::way::Way;
use crate::board::Bits;

/// Replies kept for a node.
const MOST: usize = 8;

/// The standing replies found for one node and target.
pub(super) struct Replies<B> {
    /// The squares of each that the mover would have to enter or to block.
    zones: [B; MOST],
    found: usize,
    /// The most that the moves refuted by any of them yield.
    pub high: i32,
    /// The reply that was tried last.
    last: Way,
}

impl<B: Bits> Replies<B> {
    pub fn new() -> Self {
        Self { zones: [B::NONE; MOST], found: 0, high: i32::MIN, last: Way::NONE }
    }

    /// Tries the opponent's move `way` as a reply for all moves of `node`'s mover that do not
    /// prevent it. If it holds x below `target`, the bound it proves for them.
    pub fn add(
        &mut self,
        node: &Node<B>,
        way: Way,
        target: i32,
        safety: &mut Safety<'_, B>,
    ) -> Option<i32> {
        let again = std::mem::replace(&mut self.last, way) == way;
        if again || self.found == MOST || !way.is_legal(node.empty, node.enemy) {
            return None;
        }
        let passed = Node { own: node.enemy, enemy: node.own, ..*node };
        let (after, _) = way.made(&passed);
        let safe = safety.of(after.empty, after.enemy, after.own);
        let high = node.spare + node.empties() - 2 - safe.counted(4);
        if high >= target {
            return None;
        }
        self.zones[self.found] = safe.inside | way.lines();
        self.found += 1;
        self.high = self.high.max(high);
        Some(high)
    }

    /// The squares of `arrows` that have to be tried after an amazon's move to `to`, and what the
    /// others yield at most.
    #[inline(always)]
    pub fn leave(&self, to: usize, arrows: B) -> (B, i32) {
        let mut left = arrows;
        for &zone in &self.zones[..self.found] {
            if !zone.has(to) {
                left &= zone;
            }
        }
        (left, if left == arrows { i32::MIN } else { self.high })
    }

    /// Whether one of the replies refutes the move `way`.
    pub fn refute(&self, way: Way) -> bool {
        let zones = &self.zones[..self.found];
        if way == Way::SPARE {
            return !zones.is_empty();
        }
        let (_, to, arrow) = way.squares();
        zones.iter().any(|zone| !zone.has(to) && !zone.has(arrow))
    }
}
