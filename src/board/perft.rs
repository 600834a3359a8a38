//! Counting move sequences, the standard test of a move generator.

use super::bitboard::Bitboard;
use super::color::Color;
use super::placement::Placement;
use super::position::Position;
use crate::board::with_placement;

/// Returns the number of move sequences of `depth` plies. A sequence ends at a player without a
/// move.
pub fn perft(position: &Position, depth: u32) -> u64 {
    fn count<B: Bitboard>(placement: &Placement<B>, side: Color, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => placement.count_moves(side),
            _ => {
                let mut sum = 0;
                placement.each_move(side, |mv| {
                    sum += count(&placement.after(side, mv), side.other(), depth - 1);
                    true
                });
                sum
            }
        }
    }
    let (placement, _) = position.smallest_placement();
    with_placement!(placement, placement => count(&placement, position.side(), depth))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_counts() {
        let start = |w, h| Position::start(w, h).unwrap();
        assert_eq!(perft(&start(10, 10), 1), 2_176);
        assert_eq!(perft(&start(4, 4), 2), 4_336);
        assert_eq!(perft(&start(4, 4), 3), 139_500);
        assert_eq!(perft(&start(5, 5), 2), 50_422);
        assert_eq!(perft(&start(6, 6), 2), 238_532);
    }
}
