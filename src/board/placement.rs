//! The bare placement as bitboards, on which every search works.

use super::bitboard::Bitboard;
use super::color::Color;
use super::frame::Frame;
use super::moves::PlacementMove;
use super::square::Square;

/// The empty squares and the amazons in one of the bitboard layouts. Squares in no set are blocked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Placement<B> {
    /// Empty squares.
    pub empty: B,
    /// White amazons.
    pub white: B,
    /// Black amazons.
    pub black: B,
}

/// What a square holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// An arrow, or not part of the board.
    Blocked,
    /// An amazon.
    Amazon(Color),
}

impl<B: Bitboard> Placement<B> {
    /// Changes what the square of `bit` holds.
    pub(crate) fn set(&mut self, bit: B, cell: Cell) {
        *self = self.restricted(!bit);
        match cell {
            Cell::Empty => self.empty |= bit,
            Cell::Amazon(Color::White) => self.white |= bit,
            Cell::Amazon(Color::Black) => self.black |= bit,
            Cell::Blocked => {}
        }
    }

    /// Returns the amazons of one player.
    #[inline(always)]
    pub fn amazons(&self, color: Color) -> B {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }

    /// Returns every square that is not blocked.
    #[inline(always)]
    pub fn open(&self) -> B {
        self.empty | self.white | self.black
    }

    /// Returns the placement with the colours of all amazons swapped.
    #[must_use]
    pub fn swapped(self) -> Self {
        Self { empty: self.empty, white: self.black, black: self.white }
    }

    /// Returns the placement cut to the squares of `part`; the others become blocked.
    #[must_use]
    pub fn restricted(self, part: B) -> Self {
        Self { empty: self.empty & part, white: self.white & part, black: self.black & part }
    }

    /// Returns whether `color` has a legal move: an amazon with an empty neighbour. (It can always
    /// shoot back at the square it left.)
    #[inline(always)]
    pub fn can_move(&self, color: Color) -> bool {
        self.amazons(color).neighbours().meets(self.empty)
    }

    /// Calls `visit` for every legal move of `color` until `visit` returns `false`.
    #[inline(always)]
    pub fn each_move(&self, color: Color, mut visit: impl FnMut(PlacementMove) -> bool) {
        for from in self.amazons(color).squares() {
            let vacated = self.empty | B::bit(from);
            for to in B::queen(from, self.empty).squares() {
                let targets = B::queen(to, vacated.without(B::bit(to)));
                for arrow in targets.squares() {
                    let mv =
                        PlacementMove { from: from as u16, to: to as u16, arrow: arrow as u16 };
                    if !visit(mv) {
                        return;
                    }
                }
            }
        }
    }

    /// Returns all legal moves of `color`.
    pub fn moves(&self, color: Color) -> Vec<PlacementMove> {
        let mut all = Vec::new();
        self.each_move(color, |mv| {
            all.push(mv);
            true
        });
        all
    }

    /// Returns whether `mv` is a legal move of `color`.
    pub fn is_legal(&self, color: Color, mv: PlacementMove) -> bool {
        let (from, to) = (usize::from(mv.from), usize::from(mv.to));
        self.amazons(color).has(from)
            && B::queen(from, self.empty).has(to)
            && B::queen(to, (self.empty | B::bit(from)).without(B::bit(to))).has(mv.arrow.into())
    }

    /// Returns the number of legal moves of `color`.
    pub fn count_moves(&self, color: Color) -> u64 {
        let mut count = 0;
        for from in self.amazons(color).squares() {
            let vacated = self.empty | B::bit(from);
            for to in B::queen(from, self.empty).squares() {
                count += u64::from(B::queen(to, vacated.without(B::bit(to))).count());
            }
        }
        count
    }

    /// Returns the placement after a legal move of `color`.
    #[inline(always)]
    #[must_use]
    pub fn after(&self, color: Color, mv: PlacementMove) -> Self {
        let (from, to) = (B::bit(mv.from.into()), B::bit(mv.to.into()));
        let empty = (self.empty | from).without(to).without(B::bit(mv.arrow.into()));
        match color {
            Color::White => Self { empty, white: self.white ^ from ^ to, black: self.black },
            Color::Black => Self { empty, white: self.white, black: self.black ^ from ^ to },
        }
    }

    /// Returns the connected components of the open squares, in the order of their lowest squares.
    pub fn components(&self) -> impl Iterator<Item = B> + use<B> {
        let open = self.open();
        let mut left = open;
        std::iter::from_fn(move || {
            if left.is_none() {
                return None;
            }
            let part = B::bit(left.first()).flood(open);
            left = left.without(part);
            Some(part)
        })
    }

    /// Returns the lowest and highest file and rank in use: `(files, ranks)` as half-open ranges,
    /// or `None` if no square is open.
    pub fn extent(&self) -> Option<(std::ops::Range<usize>, std::ops::Range<usize>)> {
        let (mut left, mut right, mut top) = (B::STRIDE, 0, 0);
        self.open().each_square(|square| {
            let file = square % B::STRIDE;
            (left, right, top) = (left.min(file), right.max(file), square / B::STRIDE);
        });
        let bottom = self.open().any().then(|| self.open().first() / B::STRIDE)?;
        Some((left..right + 1, bottom..top + 1))
    }

    /// Moves the placement into the corner of another layout, transposed if it fits only that way.
    ///
    /// Returns `None` if it does not fit at all.
    pub fn fit<C: Bitboard>(&self) -> Option<(Placement<C>, Frame)> {
        let (files, ranks) = self.extent().unwrap_or((0..0, 0..0));
        let fits = |w: usize, h: usize| w <= C::COLS && h <= C::ROWS;
        let transposed = match (fits(files.len(), ranks.len()), fits(ranks.len(), files.len())) {
            (true, _) => false,
            (false, true) => true,
            (false, false) => return None,
        };
        let frame = Frame { transposed, file: files.start, rank: ranks.start };
        let inward =
            |square: usize| frame.inward::<C>(Square::new(square % B::STRIDE, square / B::STRIDE));
        let mut all_fit = true;
        let mut fitted = |set: B| {
            let mut fitted = C::NONE;
            set.each_square(|square| match inward(square) {
                inward if inward < C::BITS => fitted |= C::bit(inward),
                _ => all_fit = false,
            });
            fitted
        };
        let [empty, white, black] = [self.empty, self.white, self.black].map(&mut fitted);
        all_fit.then_some((Placement { empty, white, black }, frame))
    }

    /// Returns the placement in the smallest layout that it fits in.
    pub fn smallest(&self) -> (AnyPlacement, Frame) {
        if let Some((placement, frame)) = self.fit::<u64>() {
            (AnyPlacement::Small(placement), frame)
        } else if let Some((placement, frame)) = self.fit::<u128>() {
            (AnyPlacement::Medium(placement), frame)
        } else {
            let (placement, frame) = self.fit().expect("every board fits the widest layout");
            (AnyPlacement::Large(placement), frame)
        }
    }

    /// Returns a 128-bit hash of the placement with `mover` to move.
    ///
    /// A placement and its colour swap, with the other player to move, have the same hash.
    #[inline(always)]
    pub fn hash(&self, mover: Color) -> (u64, u64) {
        self.mix(mover, (0x1F83_D9AB_FB41_BD6B, 0x5BE0_CD19_137E_2179))
    }

    /// Continues a 128-bit hash with the placement, `color`'s amazons first.
    #[inline(always)]
    pub fn mix(&self, color: Color, chains: (u64, u64)) -> (u64, u64) {
        let chains = self.empty.mix(chains);
        let chains = self.amazons(color).mix(chains);
        self.amazons(color.other()).mix(chains)
    }
}

/// A placement in the smallest layout that it fits in.
///
/// [`with_placement!`](crate::board::with_placement) runs generic code on it.
#[derive(Clone, Copy, Debug)]
pub enum AnyPlacement {
    /// Up to 7 × 8.
    Small(Placement<u64>),
    /// Up to 10 × 11.
    Medium(Placement<u128>),
    /// Up to 16 × 16.
    Large(Placement<crate::board::Wide>),
}

/// Evaluates an expression with the placement inside an [`AnyPlacement`], in any layout.
#[macro_export]
macro_rules! with_placement {
    ($any:expr, $placement:ident => $body:expr) => {
        match $any {
            $crate::board::AnyPlacement::Small($placement) => $body,
            $crate::board::AnyPlacement::Medium($placement) => $body,
            $crate::board::AnyPlacement::Large($placement) => $body,
        }
    };
}
#[doc(inline)]
pub use with_placement;

#[cfg(test)]
mod tests {
    use crate::board::bitboard::Bitboard;
    use crate::board::layouts::Flat;
    use crate::board::position::Position;

    #[test]
    fn the_last_squares_of_a_flat_board_do_not_fit() {
        let fits =
            |text: &str| text.parse::<Position>().unwrap().placement().fit::<Flat>().is_some();
        assert!(fits("8**/10/10/10/10/Q9 w"));
        assert!(!fits("9*/10/10/10/10/Q9 w"));
        assert!(fits("5*/5*/6/6/6/6/6/6/6/Q5 w"));
        assert!(!fits("5*/6/6/6/6/6/6/6/6/Q5 w"));
        assert!(!fits("10/10/10/10/10/10/Q9 w"));
        assert_eq!(Flat::rectangle(10, 6).count(), 58);
    }
}
