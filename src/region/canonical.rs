//! The canonical form of problems and regions: the key of deduplication and of every table.

use crate::board::{Bitboard, Color, Move, Position, Square};

/// The representative of all positions that are the same problem under the 8 symmetries of the
/// grid, translation, and a swap of the colours together with the first player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canonical {
    /// The representative: cropped, with White moving first.
    pub position: Position,
    /// Whether the colours were swapped.
    pub swapped: bool,
    /// The symmetry applied to the cropped position, as in [`Position::transformed`].
    pub symmetry: u8,
    /// The file and rank of the crop's lower left corner on the original board.
    pub corner: (usize, usize),
}

/// The order that picks the representative: flat boards first, then the placement.
fn order(position: &Position) -> impl Ord + use<> {
    (position.height(), position.width(), *position.placement())
}

impl Canonical {
    /// Returns the canonical form of a problem, whose first player is the side to move.
    pub fn of(problem: &Position) -> Self {
        let swapped = problem.side() == Color::Black;
        let white = if swapped { problem.swapped() } else { problem.clone() };
        Self::under_symmetry(&white, swapped)
    }

    /// Returns the canonical form of a region without regard to the side to move.
    ///
    /// It is the smaller of the representatives of the region's two problems, so a region and its
    /// colour swap share it.
    pub fn of_region(region: &Position) -> Self {
        let white = Self::under_symmetry(&region.with_side(Color::White), false);
        let black = Self::under_symmetry(&region.with_side(Color::Black).swapped(), true);
        if order(&black.position) < order(&white.position) { black } else { white }
    }

    fn under_symmetry(position: &Position, swapped: bool) -> Self {
        let cropped = position.cropped();
        let corner = position.placement().extent().map_or((0, 0), |(f, r)| (f.start, r.start));
        (0..8)
            .map(|symmetry| (cropped.transformed(symmetry), symmetry))
            .min_by(|a, b| order(&a.0).cmp(&order(&b.0)))
            .map(|(position, symmetry)| Self { position, swapped, symmetry, corner })
            .expect("there are eight symmetries")
    }

    /// Returns the representative's move that corresponds to a move of the original position.
    pub fn inward(&self, mv: Move) -> Move {
        let (file, rank) = self.corner;
        let crop = self.crop();
        let map = |square: Square| {
            let square =
                Square::new(usize::from(square.file) - file, usize::from(square.rank) - rank);
            crop.transform_square(square, self.symmetry)
        };
        Move { from: map(mv.from), to: map(mv.to), arrow: map(mv.arrow) }
    }

    /// Returns the original position's move that corresponds to a move of the representative.
    pub fn outward(&self, mv: Move) -> Move {
        let (file, rank) = self.corner;
        let back = self.inverse();
        let map = |square: Square| {
            let square = self.position.transform_square(square, back);
            Square::new(usize::from(square.file) + file, usize::from(square.rank) + rank)
        };
        Move { from: map(mv.from), to: map(mv.to), arrow: map(mv.arrow) }
    }

    /// The symmetry that undoes this one. A swap of files and ranks exchanges the two mirrors.
    fn inverse(&self) -> u8 {
        match self.symmetry {
            symmetry @ 0..4 => symmetry,
            symmetry => 4 | (symmetry & 1) << 1 | (symmetry & 2) >> 1,
        }
    }

    /// A board of the crop's size, which is all that is needed to map squares.
    fn crop(&self) -> Position {
        self.position.transformed(self.inverse())
    }
}

impl Canonical {
    /// Returns the number of empty squares.
    pub fn empties(&self) -> usize {
        self.position.placement().empty.count() as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_images_share_one_form_and_moves_map_back() {
        for fen in ["3q/*1*1/Q2* w", "Q1q/*11*2/2 b", "****/*Qq1/*2*/**** w", "Q2q b"] {
            let Ok(position) = fen.parse::<Position>() else { continue };
            let form = Canonical::of(&position);
            let region = Canonical::of_region(&position);
            for symmetry in 0..8 {
                let image = position.transformed(symmetry);
                for image in [image.clone(), image.swapped()] {
                    let other = Canonical::of(&image);
                    assert_eq!(other.position, form.position);
                    assert_eq!(Canonical::of_region(&image).position, region.position);
                    for mv in image.legal_moves() {
                        let inward = other.inward(mv);
                        assert_eq!(other.position.check(inward), Ok(()));
                        assert_eq!(other.outward(inward), mv);
                    }
                }
            }
        }
    }
}
