//! One shape by itself: moves over its at most ten squares, and the parts that an arrow leaves.

use super::component::Component;
use super::finished_tables::FinishedTables;
use crate::board::Bitboard;
use crate::board::Color;
use crate::board::bitboard::DIRECTIONS;
use crate::tables::{MAX_SQUARES, Shape, ShapeEmbedding, TableError};

/// A shape, with the data that its positions share.
#[derive(Debug)]
pub(super) struct ShapeBoard {
    shape: Shape,
    all: u16,
    /// The squares of the shape seen from each square in each direction, up to its edge. The first
    /// half of the directions raises the numbers of squares.
    rays: [[u16; DIRECTIONS]; MAX_SQUARES],
    near: [u16; MAX_SQUARES],
    parts: Vec<Component>,
    /// For each set of squares: its index among the parts plus one, or 0 if it was not looked up.
    part_of: [u16; 1 << MAX_SQUARES],
    /// For each arrow, the parts that it leaves: a range of `cuts`.
    cut_at: [(u8, u8); MAX_SQUARES],
    cuts: Vec<u16>,
}

fn bits(mut set: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        bit
    })
}

impl ShapeBoard {
    /// # Errors
    /// A list of smaller shapes is damaged.
    pub fn new(shape: Shape, smaller: &FinishedTables) -> Result<Self, TableError> {
        let squares: Vec<usize> = shape.squares().collect();
        let embedding = shape.number();
        let numbered = |set: u128| {
            (0..squares.len()).filter(|i| set.has(squares[*i])).fold(0, |all, i| all | 1 << i)
        };
        let mut local = Self {
            shape,
            all: (1 << squares.len()) - 1,
            rays: [[0; DIRECTIONS]; MAX_SQUARES],
            near: [0; MAX_SQUARES],
            parts: Vec::with_capacity(16),
            part_of: [0; 1 << MAX_SQUARES],
            cut_at: [(0, 0); MAX_SQUARES],
            cuts: Vec::with_capacity(16),
        };
        for (i, &square) in squares.iter().enumerate() {
            for direction in 0..DIRECTIONS {
                let mut ray = 0;
                let mut front = u128::bit(square).step(direction) & embedding;
                while front.any() {
                    ray |= front;
                    front = front.step(direction) & embedding;
                }
                local.rays[i][direction] = numbered(ray);
            }
            local.near[i] = numbered(u128::bit(square).neighbours() & embedding) & !(1 << i);
        }
        for arrow in 0..squares.len() {
            let start = local.cuts.len();
            let mut left = local.all & !(1 << arrow);
            while left != 0 {
                let mask = local.flood(left & left.wrapping_neg(), left);
                left &= !mask;
                let part = local.part(mask, smaller)?;
                local.cuts.push(part as u16);
            }
            local.cut_at[arrow] = (start as u8, local.cuts.len() as u8);
        }
        Ok(local)
    }

    fn flood(&self, from: u16, open: u16) -> u16 {
        let (mut all, mut front) = (from, from);
        while front != 0 {
            let next = bits(front).fold(0, |next, square| next | self.near[square]) & open & !all;
            all |= next;
            front = next;
        }
        all
    }

    /// The index of a connected part.
    fn part(&mut self, mask: u16, smaller: &FinishedTables) -> Result<usize, TableError> {
        let known = &mut self.part_of[usize::from(mask)];
        if *known == 0 {
            let squares: Vec<usize> = self.shape.squares().collect();
            let drawn = bits(mask).fold(u128::NONE, |all, i| all | u128::bit(squares[i]));
            let embedding = ShapeEmbedding::of(drawn).expect("a part has 1 to 10 squares");
            let mut to = [0; MAX_SQUARES];
            for i in bits(mask) {
                to[i] = embedding.square::<u128>(squares[i]) as u8;
            }
            let shape = smaller.shape_number(embedding.shape())? as u32;
            self.parts.push(Component { mask, squares: mask.count_ones() as u8, shape, to });
            *known = self.parts.len() as u16;
        }
        Ok(usize::from(*known) - 1)
    }

    /// The parts that an arrow leaves.
    #[inline(always)]
    pub fn parts_after(&self, arrow: usize) -> impl Iterator<Item = &Component> {
        let (start, end) = self.cut_at[arrow];
        self.cuts[start.into()..end.into()].iter().map(|&part| &self.parts[usize::from(part)])
    }

    /// The parts of the squares `open` that hold some of `amazons`.
    pub fn parts_with(
        &mut self,
        open: u16,
        amazons: u16,
        smaller: &FinishedTables,
    ) -> Result<Vec<Component>, TableError> {
        let mut parts = Vec::new();
        let mut left = amazons;
        while left != 0 {
            let mask = self.flood(left & left.wrapping_neg(), open);
            left &= !mask;
            let part = self.part(mask, smaller)?;
            parts.push(self.parts[part]);
        }
        Ok(parts)
    }

    /// All squares of the shape.
    pub fn all(&self) -> u16 {
        self.all
    }

    /// Whether one of the amazons has an empty neighbour.
    pub fn can_move(&self, amazons: u16, empty: u16) -> bool {
        bits(amazons).any(|square| self.near[square] & empty != 0)
    }

    #[inline(always)]
    fn queen(&self, square: usize, empty: u16) -> u16 {
        let rays = &self.rays[square];
        let mut seen = 0;
        for &ray in &rays[..DIRECTIONS / 2] {
            let walls = ray & !empty;
            // All squares below the nearest wall, which is the lowest; all squares if there is
            // none.
            seen |= ray & (walls & walls.wrapping_neg()).wrapping_sub(1);
        }
        for &ray in &rays[DIRECTIONS / 2..] {
            let walls = ray & !empty;
            let through = (u32::from(u16::MAX) >> walls.leading_zeros()) as u16;
            seen |= ray & !through;
        }
        seen
    }

    /// Calls `visit` with the mover, the arrow, and White's and Black's amazons after every move.
    #[inline(always)]
    pub fn each_move<E>(
        &self,
        white: u16,
        black: u16,
        mut visit: impl FnMut(Color, usize, u16, u16) -> Result<(), E>,
    ) -> Result<(), E> {
        let empty = self.all & !(white | black);
        for mover in Color::BOTH {
            for from in bits(if mover == Color::White { white } else { black }) {
                let vacated = empty | 1 << from;
                for to in bits(self.queen(from, empty)) {
                    let moved = 1 << from | 1 << to;
                    let (white, black) = match mover {
                        Color::White => (white ^ moved, black),
                        Color::Black => (white, black ^ moved),
                    };
                    for arrow in bits(self.queen(to, vacated & !(1 << to))) {
                        visit(mover, arrow, white, black)?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// The longest filling by `amazons` while `walls`, of which there is at least one, stand still.
pub(super) fn fillings_around(
    local: &mut ShapeBoard,
    amazons: u16,
    walls: u16,
    smaller: &FinishedTables,
) -> Result<i32, TableError> {
    let open = local.all() & !walls;
    let mut length = 0;
    for part in local.parts_with(open, amazons, smaller)? {
        length += smaller.filling(&part, amazons & part.mask)?;
    }
    Ok(length)
}
