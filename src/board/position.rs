//! A board of any size and the side to move.

use super::bitboard::Bitboard;
use super::color::Color;
use super::frame::Frame;
use super::layouts::Wide;
use super::moves::Move;
use super::placement::{AnyPlacement, Cell, Placement};
use super::square::{MAX_SIDE, Square};
use std::ops::Range;

/// The most squares of a board that may be open at the start.
pub const MAX_OPEN: usize = 128;

/// A board and the player to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    width: u8,
    height: u8,
    placement: Placement<Wide>,
    side: Color,
}

/// The reason why a move is illegal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalMove {
    /// A square is outside the board.
    #[error("{mv} is illegal: {square} is not on the {width}x{height} board")]
    OffBoard {
        /// The move.
        mv: Move,
        /// The square.
        square: Square,
        /// Columns of the board.
        width: usize,
        /// Rows of the board.
        height: usize,
    },
    /// There is no amazon of the side to move on the first square.
    #[error("{mv} is illegal: {side} to move has no amazon on {}", mv.from)]
    NoAmazon {
        /// The move.
        mv: Move,
        /// The side to move.
        side: Color,
    },
    /// The amazon cannot get to its square.
    #[error("{mv} is illegal: the way from {} to {} is not free and straight", mv.from, mv.to)]
    Path {
        /// The move.
        mv: Move,
    },
    /// The arrow cannot get to its square.
    #[error("{mv} is illegal: the shot from {} to {} is not free and straight", mv.to, mv.arrow)]
    Shot {
        /// The move.
        mv: Move,
    },
}

/// The reason why a position cannot exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadBoard {
    /// There are too few or too many columns or rows.
    #[error("a board of {width}x{height} squares; expected 1 to 16 columns and rows")]
    Size {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// Too many squares are not blocked.
    #[error("{open} squares that are not blocked; at most 128 are supported")]
    TooOpen {
        /// Open squares.
        open: usize,
    },
    /// An open square or an amazon lies outside the board.
    #[error("a square outside the board of {width}x{height}")]
    OffBoard {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// A square is in two sets of the placement.
    #[error("a square that is both empty and occupied, or has two amazons")]
    Overlap,
    /// The standard start needs room for eight amazons.
    #[error(
        "no standard start for {width}x{height}; expected at least 4x4 and at most 128 squares"
    )]
    NoStart {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
}

impl Position {
    /// Makes a position from a placement whose squares lie within `width × height`.
    ///
    /// # Errors
    /// The size is out of range, more than [`MAX_OPEN`] squares are open, one of them lies outside
    /// `width × height`, or a square is in two sets.
    pub fn new(
        width: usize,
        height: usize,
        placement: Placement<Wide>,
        side: Color,
    ) -> Result<Self, BadBoard> {
        if !(1..=MAX_SIDE).contains(&width) || !(1..=MAX_SIDE).contains(&height) {
            return Err(BadBoard::Size { width, height });
        }
        let beyond =
            |(files, ranks): (Range<usize>, Range<usize>)| files.end > width || ranks.end > height;
        if placement.extent().is_some_and(beyond) {
            return Err(BadBoard::OffBoard { width, height });
        }
        let Placement { empty, white, black } = placement;
        if empty.meets(white) || (empty | white).meets(black) {
            return Err(BadBoard::Overlap);
        }
        let open = placement.open().count() as usize;
        if open > MAX_OPEN {
            return Err(BadBoard::TooOpen { open });
        }
        Ok(Self { width: width as u8, height: height as u8, placement, side })
    }

    /// Returns the standard start.
    ///
    /// On 10 × 10, White is on a4 d1 g1 j4. Other sizes are scaled; 4 × 4 to 6 × 6 are the starts
    /// of the literature.
    ///
    /// # Errors
    /// The board is smaller than 4 × 4 or has more than [`MAX_OPEN`] squares.
    pub fn start(width: usize, height: usize) -> Result<Self, BadBoard> {
        let sides = 4..=MAX_SIDE;
        if !sides.contains(&width) || !sides.contains(&height) || width * height > MAX_OPEN {
            return Err(BadBoard::NoStart { width, height });
        }
        let (inset, climb) = ((width - 1) / 3, (height - 1) / 3);
        let right = width - 1;
        let top = height - 1;
        let set = |squares: [(usize, usize); 4]| {
            squares.iter().fold(Wide::NONE, |all, &(f, r)| all | Wide::bit(Wide::index(f, r)))
        };
        let white = set([(0, climb), (inset, 0), (right - inset, 0), (right, climb)]);
        let black =
            set([(0, top - climb), (inset, top), (right - inset, top), (right, top - climb)]);
        let empty = Wide::rectangle(width, height).without(white | black);
        Self::new(width, height, Placement { empty, white, black }, Color::White)
    }

    /// Returns the number of columns.
    pub fn width(&self) -> usize {
        self.width.into()
    }

    /// Returns the number of rows.
    pub fn height(&self) -> usize {
        self.height.into()
    }

    /// Returns the placement as bitboards.
    pub fn placement(&self) -> &Placement<Wide> {
        &self.placement
    }

    /// Returns the placement in the smallest layout that it fits in, and the frame that translates
    /// squares back.
    pub fn smallest_placement(&self) -> (AnyPlacement, Frame) {
        self.placement.smallest()
    }

    /// Returns the player to move.
    pub fn side(&self) -> Color {
        self.side
    }

    /// Returns the same placement with `side` to move.
    #[must_use]
    pub fn with_side(&self, side: Color) -> Self {
        Self { side, ..self.clone() }
    }

    /// Returns the number of empty squares.
    pub fn empties(&self) -> usize {
        self.placement.empty.count() as usize
    }

    /// Returns the number of amazons of one player.
    pub fn amazons(&self, color: Color) -> usize {
        self.placement.amazons(color).count() as usize
    }

    /// Returns what `square` holds. Squares outside the board are blocked.
    pub fn cell(&self, square: Square) -> Cell {
        let bit = Wide::index(square.file.into(), square.rank.into());
        if self.placement.empty.has(bit) {
            Cell::Empty
        } else if self.placement.white.has(bit) {
            Cell::Amazon(Color::White)
        } else if self.placement.black.has(bit) {
            Cell::Amazon(Color::Black)
        } else {
            Cell::Blocked
        }
    }

    /// Returns all legal moves of the side to move, sorted as text.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves: Vec<Move> = self
            .placement
            .moves(self.side)
            .into_iter()
            .map(|mv| Frame::WHOLE.outward_move::<Wide>(mv))
            .collect();
        moves.sort_by_cached_key(Move::to_string);
        moves
    }

    /// Returns whether the side to move has a legal move.
    pub fn can_move(&self) -> bool {
        self.placement.can_move(self.side)
    }

    /// Checks that `mv` is legal for the side to move.
    ///
    /// # Errors
    /// The error names the part of the move that breaks a rule.
    pub fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        for square in [mv.from, mv.to, mv.arrow] {
            if usize::from(square.file) >= self.width() || usize::from(square.rank) >= self.height()
            {
                let (width, height) = (self.width(), self.height());
                return Err(IllegalMove::OffBoard { mv, square, width, height });
            }
        }
        let m = Frame::WHOLE.inward_move::<Wide>(mv);
        let (from, to, arrow) = (m.from.into(), m.to.into(), m.arrow.into());
        if !self.placement.amazons(self.side).has(from) {
            return Err(IllegalMove::NoAmazon { mv, side: self.side });
        }
        if !Wide::queen(from, self.placement.empty).has(to) {
            return Err(IllegalMove::Path { mv });
        }
        let free = (self.placement.empty | Wide::bit(from)).without(Wide::bit(to));
        if !Wide::queen(to, free).has(arrow) {
            return Err(IllegalMove::Shot { mv });
        }
        Ok(())
    }

    /// Returns the position after `mv`, with the other side to move.
    ///
    /// # Errors
    /// The move is illegal.
    pub fn play(&self, mv: Move) -> Result<Self, IllegalMove> {
        self.check(mv)?;
        let placement = self.placement.after(self.side, Frame::WHOLE.inward_move::<Wide>(mv));
        Ok(Self { placement, side: self.side.other(), ..self.clone() })
    }

    /// Returns the position with the colours and the side to move swapped.
    #[must_use]
    pub fn swapped(&self) -> Self {
        Self { placement: self.placement.swapped(), side: self.side.other(), ..self.clone() }
    }

    /// Returns the position with only the squares of `part` open.
    #[must_use]
    pub fn restricted(&self, part: Wide) -> Self {
        Self { placement: self.placement.restricted(part), ..self.clone() }
    }

    /// Returns the position cut to the smallest rectangle around its open squares (1 × 1 if there
    /// are none).
    #[must_use]
    pub fn cropped(&self) -> Self {
        let (files, ranks) = self.placement.extent().unwrap_or((0..1, 0..1));
        let (placement, _) = self.placement.fit::<Wide>().expect("a board fits its own layout");
        Self { width: files.len() as u8, height: ranks.len() as u8, placement, side: self.side }
    }

    /// Returns the position under one of the 8 symmetries of the grid: bit 0 of `symmetry` mirrors
    /// files, bit 1 mirrors ranks, and bit 2 then swaps files and ranks.
    #[must_use]
    pub fn transformed(&self, symmetry: u8) -> Self {
        let image = |set: Wide| {
            set.squares().fold(Wide::NONE, |all, square| {
                let square = Frame::WHOLE.outward::<Wide>(square);
                let to = self.transform_square(square, symmetry);
                all | Wide::bit(Frame::WHOLE.inward::<Wide>(to))
            })
        };
        let placement = Placement {
            empty: image(self.placement.empty),
            white: image(self.placement.white),
            black: image(self.placement.black),
        };
        let (width, height) =
            if symmetry & 4 == 0 { (self.width, self.height) } else { (self.height, self.width) };
        Self { width, height, placement, side: self.side }
    }

    /// Returns the square to which [`transformed`](Self::transformed) takes a square of this board.
    pub fn transform_square(&self, square: Square, symmetry: u8) -> Square {
        let (mut file, mut rank) = (usize::from(square.file), usize::from(square.rank));
        if symmetry & 1 != 0 {
            file = self.width() - 1 - file;
        }
        if symmetry & 2 != 0 {
            rank = self.height() - 1 - rank;
        }
        if symmetry & 4 == 0 { Square::new(file, rank) } else { Square::new(rank, file) }
    }
}
