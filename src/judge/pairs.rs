//! The question who wins, without pairs of a region and its negative.
//!
//! x ≥ 1 asks who makes the last move, which is a question of normal play, so such pairs are worth 0
//! (`../region/pairs.rs`). All questions below it ask x ≥ 1 too. Every other target asks how many
//! moves are left, and there pairs count.

use super::question::Question;
use super::search::Search;
use crate::board::Bitboard;
use crate::score::Bounds;

impl<B: Bitboard> Search<'_, B> {
    /// The same question without pairs of a region and its negative; `None` if there are no such
    /// pairs, or if it does not ask who wins. Its answer says only who wins: see
    /// [`won`](Self::won).
    pub fn without_pairs(&mut self, q: &Question<B>) -> Option<Question<B>> {
        if q.target != 1 || !self.params.pairs || !q.node.is_sum() {
            return None;
        }
        let rest = self.question(q.node.without_pairs()?, q.target);
        Some(Question { similar: q.similar, ..rest })
    }

    /// Records that the mover of a node wins, or does not, and returns this as a bound of x.
    pub fn won(&mut self, q: &Question<B>, wins: bool) -> i32 {
        let Bounds { low, high } = q.bounds;
        let x =
            if wins { Bounds { low: low.max(1), high } } else { Bounds { low, high: high.min(0) } };
        self.proved(q, x, 0);
        i32::from(wins)
    }
}
