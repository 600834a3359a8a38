//! Shapes: sets of squares connected by king steps, up to translation and symmetry.

use super::material::MAX_SQUARES;
use crate::board::{Bitboard, Color, Placement, Position};
use crate::limits::Abort;
use crate::util::threads;
use hashbrown::HashSet;
use rayon::slice::ParallelSliceMut;
use std::cmp::Ordering;

/// A shape of 1 to 10 squares (a free polyplet), represented by its canonical embedding. This is
/// the one with the least number among its up to eight embeddings in the corner of the layout of
/// [`u128`] boards (square (file, rank) is bit 11 rank + file).
///
/// The squares of a shape are numbered in the order of their bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shape(u128);

/// The mapping from the squares of a region to the canonical embedding of its shape.
#[derive(Clone, Copy, Debug)]
pub struct ShapeEmbedding {
    shape: Shape,
    symmetry: u8,
    file: u8,
    rank: u8,
    width: u8,
    height: u8,
}

/// The number of shapes by squares, from 0 to 10 (free polyplets, OEIS A030222).
pub const SHAPE_COUNTS: [usize; MAX_SQUARES + 1] =
    [0, 1, 2, 5, 22, 94, 524, 3_031, 18_770, 118_133, 758_381];

const STRIDE: usize = <u128 as Bitboard>::STRIDE;

/// The image of a square in a box of `width × height`, as in
/// [`Position::transformed`](crate::board::Position::transformed).
#[inline(always)]
fn image(file: usize, rank: usize, width: usize, height: usize, symmetry: u8) -> usize {
    let file = if symmetry & 1 == 0 { file } else { width - 1 - file };
    let rank = if symmetry & 2 == 0 { rank } else { height - 1 - rank };
    if symmetry & 4 == 0 { rank * STRIDE + file } else { file * STRIDE + rank }
}

impl ShapeEmbedding {
    /// Returns the shape of a set of squares and how they map to it, or `None` if there are no
    /// squares, more than 10, or if they do not fit 10 × 10.
    ///
    /// The squares need not be connected, but no list has a shape of squares that are not.
    pub fn of<B: Bitboard>(squares: B) -> Option<Self> {
        let mut list = [(0, 0); MAX_SQUARES];
        let mut count = 0;
        let (mut left, mut right, mut bottom, mut top) = (usize::MAX, 0, usize::MAX, 0);
        for square in squares.squares() {
            if count == MAX_SQUARES {
                return None;
            }
            let (file, rank) = (square % B::STRIDE, square / B::STRIDE);
            list[count] = (file, rank);
            count += 1;
            (left, right) = (left.min(file), right.max(file));
            (bottom, top) = (bottom.min(rank), top.max(rank));
        }
        if count == 0 || right - left >= MAX_SQUARES || top - bottom >= MAX_SQUARES {
            return None;
        }
        let (width, height) = (right - left + 1, top - bottom + 1);
        // An embedding with more ranks than files has a greater number, so only flat ones are
        // considered.
        let turned: &[u8] = match width.cmp(&height) {
            Ordering::Greater => &[0],
            Ordering::Less => &[4],
            Ordering::Equal => &[0, 4],
        };
        // The last square of a flat box, to which a half turn takes the first.
        let last = (width.min(height) - 1) * STRIDE + width.max(height) - 1;
        let mut best = (u128::MAX, 0);
        for symmetry in turned.iter().flat_map(|&turned| [turned, turned + 1]) {
            let embedding = list[..count].iter().fold(0u128, |all, &(file, rank)| {
                all | 1 << image(file - left, rank - bottom, width, height, symmetry)
            });
            // A half turn reverses the order of the squares.
            let half_turn = embedding.reverse_bits() >> (u128::BITS as usize - 1 - last);
            best = best.min((embedding, symmetry)).min((half_turn, symmetry ^ 3));
        }
        Some(Self {
            shape: Shape(best.0),
            symmetry: best.1,
            file: left as u8,
            rank: bottom as u8,
            width: width as u8,
            height: height as u8,
        })
    }

    /// Returns the shape.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the number, on the shape, of a square of the region.
    #[inline(always)]
    pub fn square<B: Bitboard>(&self, square: usize) -> usize {
        let (file, rank) = (square % B::STRIDE, square / B::STRIDE);
        let bit = image(
            file - usize::from(self.file),
            rank - usize::from(self.rank),
            self.width.into(),
            self.height.into(),
            self.symmetry,
        );
        (self.shape.0 & ((1 << bit) - 1)).count_ones() as usize
    }

    /// Returns a set of the region's squares as a set of squares of the shape.
    #[inline(always)]
    pub fn place<B: Bitboard>(&self, set: B) -> u16 {
        set.squares().fold(0, |all, square| all | 1 << self.square::<B>(square))
    }
}

impl Shape {
    /// Returns the canonical embedding as a number.
    pub const fn number(self) -> u128 {
        self.0
    }

    /// Returns a shape as it was stored, or `None` if the number is not the canonical embedding of
    /// `squares` connected squares.
    pub fn from_number(number: u128, squares: usize) -> Option<Self> {
        let embedding = ShapeEmbedding::of(number)?;
        let inside = number & !u128::rectangle(MAX_SQUARES, MAX_SQUARES) == 0;
        let connected = u128::bit(number.first()).flood(number) == number;
        (inside && connected && number.count() as usize == squares && embedding.shape.0 == number)
            .then_some(embedding.shape)
    }

    /// Returns its squares, as bit numbers of the [`u128`] layout, in the order that numbers them.
    pub fn squares(self) -> impl Iterator<Item = usize> {
        self.0.squares()
    }

    /// Returns the number of squares.
    pub fn size(self) -> usize {
        self.0.count() as usize
    }

    /// Returns the symmetries that map the shape to itself, each as the number that every square goes
    /// to. Of shapes of one row, one of them moves no square.
    pub fn own_symmetries(self) -> Vec<[u8; MAX_SQUARES]> {
        let squares = || self.squares().map(|square| (square % STRIDE, square / STRIDE));
        let width = squares().map(|(file, _)| file + 1).max().unwrap_or(0);
        let height = squares().map(|(_, rank)| rank + 1).max().unwrap_or(0);
        let mut found = Vec::new();
        for symmetry in 1..8 {
            let images =
                || squares().map(|(file, rank)| image(file, rank, width, height, symmetry));
            if images().fold(0, |all, bit| all | 1u128 << bit) == self.0 {
                let mut places = [0; MAX_SQUARES];
                for (place, bit) in places.iter_mut().zip(images()) {
                    *place = (self.0 & ((1 << bit) - 1)).count_ones() as u8;
                }
                found.push(places);
            }
        }
        found
    }

    /// Returns a board of the shape alone, with amazons on these of its squares; White moves first.
    pub fn position(self, white: u16, black: u16) -> Position {
        let mut placement = Placement::<u128>::default();
        for (number, square) in self.squares().enumerate() {
            let square = u128::bit(square);
            if white >> number & 1 != 0 {
                placement.white |= square;
            } else if black >> number & 1 != 0 {
                placement.black |= square;
            } else {
                placement.empty |= square;
            }
        }
        let (placement, _) = placement.fit().expect("every board fits the widest layout");
        let position = Position::new(MAX_SQUARES, MAX_SQUARES, placement, Color::White);
        position.expect("at most 10 squares inside 10 x 10").cropped()
    }

    /// Returns every shape of 1 to `squares` squares, by size, each size in ascending order.
    ///
    /// # Panics
    /// If there are more than 10 squares.
    pub fn all(squares: usize) -> Vec<Vec<Self>> {
        assert!(squares <= MAX_SQUARES);
        let mut sizes = vec![vec![], vec![Self(1)]];
        for size in 2..=squares {
            sizes.extend(Self::grown(&sizes[size - 1], &Abort::new()));
        }
        sizes.truncate(squares + 1);
        sizes
    }

    /// Returns the shapes of one square more than these, which must be all shapes of their size.
    /// `None` if `abort` was set.
    pub fn grown(smaller: &[Self], abort: &Abort) -> Option<Vec<Self>> {
        use crate::board::Wide;
        let mut seen = HashSet::new();
        for shape in smaller {
            if abort.is_set() {
                return None;
            }
            // A wider layout and one step from the corner leave room on every side.
            let embedding = shape.squares().fold(Wide::NONE, |all, square| {
                all | Wide::bit(Wide::index(square % STRIDE + 1, square / STRIDE + 1))
            });
            for square in embedding.neighbours().without(embedding).squares() {
                let larger = ShapeEmbedding::of(embedding | Wide::bit(square));
                seen.insert(larger.expect("at most 10 connected squares").shape);
            }
        }
        let mut grown: Vec<Self> = seen.into_iter().collect();
        match threads::pool() {
            Some(pool) => pool.install(|| grown.par_sort_unstable()),
            None => grown.sort_unstable(),
        }
        Some(grown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::RandomPositions;

    #[test]
    fn as_many_as_known() {
        let counts: Vec<usize> = Shape::all(8).iter().map(Vec::len).collect();
        assert_eq!(counts, SHAPE_COUNTS[..9]);
    }

    #[test]
    fn all_images_have_one_shape_and_squares_keep_their_place() {
        let mut random = RandomPositions::new(3);
        for _ in 0..300 {
            let squares = 2 + random.below(8);
            let region = random.region(squares, [1, 0]);
            let placement = *region.placement();
            let embedding = ShapeEmbedding::of(placement.open()).unwrap();
            let shape = embedding.shape();
            assert_eq!(Shape::from_number(shape.number(), squares + 1), Some(shape));
            let places: Vec<u16> = placement
                .open()
                .squares()
                .map(|s| 1 << embedding.square::<crate::board::Wide>(s))
                .collect();
            assert_eq!(places.iter().sum::<u16>(), (1 << shape.size()) - 1);
            for symmetry in 0..8 {
                let image = region.transformed(symmetry);
                assert_eq!(ShapeEmbedding::of(image.placement().open()).unwrap().shape(), shape);
            }
        }
    }

    /// What the bits of half turns give is compared with turned boards.
    #[test]
    fn the_embedding_is_the_least_of_all_images() {
        let mut random = RandomPositions::new(5);
        for _ in 0..1000 {
            let squares = 1 + random.below(9);
            let region = random.region(squares, [1, 0]);
            let image = |symmetry| {
                let image = region.transformed(symmetry);
                image.placement().fit::<u128>().unwrap().0.open()
            };
            let least = (0..8).map(|symmetry| (image(symmetry), symmetry)).min().unwrap();
            let embedding = ShapeEmbedding::of(region.placement().open()).unwrap();
            assert_eq!((embedding.shape.0, embedding.symmetry), least, "{region}");
        }
    }

    #[test]
    fn a_shape_has_the_symmetries_that_leave_it_as_it_is() {
        let symmetries = |squares: &[(usize, usize)]| {
            let set = squares.iter().fold(0u128, |all, (x, y)| all | 1 << (y * STRIDE + x));
            ShapeEmbedding::of(set).unwrap().shape().own_symmetries()
        };
        assert_eq!(symmetries(&[(0, 0), (1, 0), (0, 1), (1, 1)]).len(), 7);
        assert_eq!(symmetries(&[(0, 0), (1, 0), (2, 0), (0, 1)]).len(), 0);
        let row = symmetries(&[(0, 0), (1, 0), (2, 0)]);
        assert_eq!(row[0][..3], [2, 1, 0]);
        // On a shape without a symmetry every placement is a board of its own.
        for shape in Shape::all(5).into_iter().flatten() {
            for places in shape.own_symmetries() {
                let boards = [1, 1 << places[0]].map(|white| shape.position(white, 0));
                let [board, image] = boards.map(|board| crate::region::Canonical::of(&board));
                assert_eq!(board.position, image.position);
            }
        }
    }

    #[test]
    fn what_is_no_shape_is_none() {
        assert!(ShapeEmbedding::of(0u64).is_none());
        assert!(ShapeEmbedding::of(u64::rectangle(4, 3)).is_none());
        for number in [0b101, 0b110, 1 << 11 | 1, 1 << 10 | 1] {
            assert_eq!(Shape::from_number(number, 2), None, "{number:b}");
        }
        assert!(Shape::from_number(0b11, 2).is_some());
        assert!(Shape::from_number(0b11, 3).is_none());
    }
}
