//! Move categories: how many enemy amazons a move blocks, and whether it escapes from being blocked
//! itself.

use crate::board::{Bitboard, Color, Placement, PlacementMove};

/// Counts how many enemy amazons see each empty square, in three bit planes (more than seven count
/// as seven).
///
/// Y. Higashiuchi and R. Grimbergen, *Enhancing Search Efficiency by Using Move Categorization
/// Based on Various Game Progress Values in Amazons*, section 2, after their earlier paper in
/// Advances in Computer Games 11. A move's category is the number of enemy amazons that the moving
/// amazon blocks and the number that its arrow blocks. Both are counted on the board before the
/// move. [`escape`] is its third part.
///
/// [`escape`]: Self::escape
#[derive(Clone, Copy, Debug)]
pub struct Blocking<B> {
    planes: [B; 3],
    empty: B,
}

impl<B: Bitboard> Blocking<B> {
    /// The most enemy amazons that count.
    pub const MOST: usize = 7;

    /// Counts for the moves of `mover`.
    pub fn new(placement: &Placement<B>, mover: Color) -> Self {
        let mut planes = [B::NONE; 3];
        for amazon in placement.amazons(mover.other()).squares() {
            let mut carry = B::queen(amazon, placement.empty);
            for plane in &mut planes {
                let full = *plane & carry;
                *plane ^= carry;
                carry = full;
            }
            // Eight or more stay at seven.
            for plane in &mut planes {
                *plane |= carry;
            }
        }
        Self { planes, empty: placement.empty }
    }

    /// Returns how urgently a move takes its amazon out of a block. If the amazon has more free
    /// squares beside it after the move: 3 where it had one or none before, 2 where it had two, 1
    /// where it had three. Otherwise 0.
    ///
    /// The paper names escape moves without defining them; this definition is ours.
    #[inline(always)]
    pub fn escape(&self, mv: PlacementMove) -> usize {
        let (from, to, arrow) = (B::bit(mv.from.into()), B::bit(mv.to.into()), mv.arrow.into());
        let before = (from.neighbours() & self.empty).count();
        if before > 3 {
            return 0;
        }
        let free = (self.empty | from).without(B::bit(arrow));
        let after = (to.neighbours() & free).count();
        if after > before { 4 - before.max(1) as usize } else { 0 }
    }

    /// Returns the number of enemy amazons that see a square.
    #[inline(always)]
    pub fn of_square(&self, square: u16) -> usize {
        let square = usize::from(square);
        (0..3).map(|digit| usize::from(self.planes[digit].has(square)) << digit).sum()
    }

    /// Returns a move's category: how many enemy amazons its amazon and its arrow block.
    #[inline(always)]
    pub fn category(&self, mv: PlacementMove) -> (usize, usize) {
        (self.of_square(mv.to), self.of_square(mv.arrow))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Frame, Position, Square, Wide};
    use crate::testing::RandomPositions;

    #[test]
    fn blocked_amazons_are_those_that_could_have_gone_there() {
        let mut random = RandomPositions::new(3);
        for _ in 0..200 {
            let position = random.board(8, 8, 30, [3, 5]);
            let mover = position.side();
            let blocking = Blocking::new(position.placement(), mover);
            let enemy = position.with_side(mover.other()).legal_moves();
            for rank in 0..8 {
                for file in 0..8 {
                    let square = Square::new(file, rank);
                    let mut from: Vec<_> =
                        enemy.iter().filter(|mv| mv.to == square).map(|mv| mv.from).collect();
                    from.sort();
                    from.dedup();
                    let bit = Frame::WHOLE.inward::<Wide>(square) as u16;
                    assert_eq!(blocking.of_square(bit), from.len(), "{position} {square}");
                }
            }
        }
    }

    #[test]
    fn a_hemmed_amazon_escapes() {
        let position: Position = "Q1*4/1**4/7/6q w".parse().unwrap();
        let blocking = Blocking::new(position.placement(), Color::White);
        let escape = |text: &str| {
            let mv = Frame::WHOLE.inward_move::<Wide>(text.parse().unwrap());
            blocking.escape(mv)
        };
        // Two free squares beside it; afterwards three, including the one it left, or one.
        assert_eq!((escape("a4-a3/a2"), escape("a4-b4/a4")), (2, 0));
        assert_eq!(escape("a4-a2/g2"), 2);
        let open: Position = "4/1Q2/4/3q w".parse().unwrap();
        let blocking = Blocking::new(open.placement(), Color::White);
        let mv = Frame::WHOLE.inward_move::<Wide>("b3-c3/d3".parse().unwrap());
        assert_eq!(blocking.escape(mv), 0);
    }

    #[test]
    fn many_amazons_count_as_seven() {
        let position: Position = "qqq/q1q/qqq w".parse().unwrap();
        let blocking = Blocking::new(position.placement(), Color::White);
        assert_eq!(blocking.of_square(Wide::index(1, 1) as u16), 7);
    }
}
