//! The symmetries of a board: which positions of one game are images of each other.

use crate::board::{Bitboard, Placement, PlacementMove, Position, Square};

/// Places the whole board with every square in its own place: bit numbers are in the order of a1,
/// b1, …, a2, b2, …
pub(super) fn in_place<B: Bitboard>(position: &Position) -> Placement<B> {
    let mut placement = Placement { empty: B::NONE, white: B::NONE, black: B::NONE };
    for rank in 0..position.height() {
        for file in 0..position.width() {
            let bit = B::bit(B::index(file, rank));
            match position.cell(Square::new(file, rank)) {
                crate::board::Cell::Empty => placement.empty |= bit,
                crate::board::Cell::Amazon(crate::board::Color::White) => placement.white |= bit,
                crate::board::Cell::Amazon(crate::board::Color::Black) => placement.black |= bit,
                crate::board::Cell::Blocked => {}
            }
        }
    }
    placement
}

/// Runs generic code in the smallest layout that holds a board in its own place.
macro_rules! with_layout {
    ($position:expr, $layout:ident => $body:expr) => {
        match ($position.width(), $position.height()) {
            (0..=7, 0..=8) => {
                type $layout = u64;
                $body
            }
            (0..=10, 0..=11) => {
                type $layout = u128;
                $body
            }
            _ => {
                type $layout = $crate::board::Wide;
                $body
            }
        }
    };
}
pub(super) use with_layout;

/// The symmetries of the rectangle that map the squares blocked at the start to themselves: those
/// of the game that begins there.
pub(super) struct Symmetries {
    /// Images of every square; the identity comes first.
    images: Vec<Vec<u16>>,
    /// For each symmetry, the one that undoes it.
    inverse: Vec<usize>,
}

impl Symmetries {
    /// Finds the symmetries of a board.
    pub fn of<B: Bitboard>(position: &Position) -> Self {
        let (width, height) = (position.width(), position.height());
        let open = in_place::<B>(position).open();
        let codes = if width == height { 0..8 } else { 0..4 };
        let images: Vec<Vec<u16>> = codes
            .map(|code| {
                let mut image = vec![0; B::BITS];
                for rank in 0..height {
                    for file in 0..width {
                        let to = position.transform_square(Square::new(file, rank), code);
                        let to = B::index(to.file.into(), to.rank.into());
                        image[B::index(file, rank)] = to as u16;
                    }
                }
                image
            })
            .filter(|image| carry(image, open) == open)
            .collect();
        let undoes = |one: &[u16], other: &[u16]| {
            open.squares().all(|square| usize::from(other[usize::from(one[square])]) == square)
        };
        let inverse = images
            .iter()
            .map(|one| images.iter().position(|other| undoes(one, other)).expect("a group"))
            .collect();
        Self { images, inverse }
    }

    /// Returns the representative of all images of a placement, and the symmetry that leads to it.
    pub fn canonical<B: Bitboard>(&self, placement: &Placement<B>) -> (Placement<B>, usize) {
        let mut best = (*placement, 0);
        for (symmetry, image) in self.images.iter().enumerate().skip(1) {
            let empty = carry(image, placement.empty);
            if empty > best.0.empty {
                continue;
            }
            let white = carry(image, placement.white);
            let black = carry(image, placement.black);
            let other = Placement { empty, white, black };
            if other < best.0 {
                best = (other, symmetry);
            }
        }
        best
    }

    /// Yields all images of a placement, each with its symmetry.
    pub fn images<B: Bitboard>(
        &self,
        placement: &Placement<B>,
    ) -> impl Iterator<Item = (usize, Placement<B>)> {
        self.images.iter().enumerate().map(|(symmetry, image)| {
            let [empty, white, black] =
                [placement.empty, placement.white, placement.black].map(|set| carry(image, set));
            (symmetry, Placement { empty, white, black })
        })
    }

    /// Returns the image of a move under a symmetry.
    pub fn image(&self, symmetry: usize, mv: PlacementMove) -> PlacementMove {
        let image = |square: u16| self.images[symmetry][usize::from(square)];
        PlacementMove { from: image(mv.from), to: image(mv.to), arrow: image(mv.arrow) }
    }

    /// Returns the symmetry that undoes another.
    pub fn inverse(&self, symmetry: usize) -> usize {
        self.inverse[symmetry]
    }
}

fn carry<B: Bitboard>(image: &[u16], set: B) -> B {
    set.squares().fold(B::NONE, |all, square| all | B::bit(image[square].into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;

    #[test]
    fn images_share_their_representative() {
        let position = Position::start(5, 4).unwrap();
        let symmetries = Symmetries::of::<u64>(&position);
        assert_eq!(symmetries.images.len(), 4);
        let start = in_place::<u64>(&position);
        for mv in start.moves(Color::White) {
            let child = start.after(Color::White, mv);
            let (canonical, to) = symmetries.canonical(&child);
            for (_, image) in symmetries.images(&child) {
                let (same, back) = symmetries.canonical(&image);
                assert_eq!(same, canonical);
                let _ = back;
            }
            let there = symmetries.image(to, mv);
            assert_eq!(symmetries.image(symmetries.inverse(to), there), mv);
        }
    }

    #[test]
    fn blocked_squares_break_symmetries() {
        let position: Position = "Q3*/5/5/4q w".parse().unwrap();
        assert_eq!(Symmetries::of::<u64>(&position).images.len(), 1);
        let square: Position = "Q3/4/4/3q w".parse().unwrap();
        assert_eq!(Symmetries::of::<u64>(&square).images.len(), 8);
    }
}
