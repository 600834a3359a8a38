//! The board and the rules of the game.

use std::iter::{from_fn, successors};

/// A set of squares: bit s stands for square s.
pub type Set = u128;
/// The square that an amazon leaves, the one it moves to, and the one its arrow hits.
pub type Move = [usize; 3];

/// The set that holds one square.
pub fn one(square: usize) -> Set {
    1 << square
}

/// The squares of a set, in order.
pub fn squares(mut set: Set) -> impl Iterator<Item = usize> {
    from_fn(move || {
        let square = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (square < 128).then_some(square)
    })
}

/// A set for each square, and the union of these over any set, by a table of eight squares at a
/// time.
pub struct Unions(Vec<[Set; 256]>);

impl Unions {
    pub fn new(sets: &[Set]) -> Self {
        let union = |byte: Set| squares(byte).fold(0, |all, s| all | sets.get(s).unwrap_or(&0));
        let row = |i| std::array::from_fn(|byte| union((byte as Set) << (8 * i)));
        Self((0..sets.len().div_ceil(8)).map(row).collect())
    }

    pub fn of(&self, set: Set) -> Set {
        let rows = self.0.iter().zip(set.to_le_bytes());
        rows.fold(0, |all, (row, byte)| all | row[usize::from(byte)])
    }
}

/// A position, seen from the claim's winner. Squares in no set are blocked.
#[derive(Clone, Copy)]
pub struct Position {
    pub winner: Set,
    pub loser: Set,
    pub empty: Set,
}

impl Position {
    /// The position after a move of either player.
    pub fn after(mut self, [from, to, arrow]: Move) -> Self {
        let mover = if self.winner & one(from) != 0 { &mut self.winner } else { &mut self.loser };
        *mover ^= one(from) | one(to);
        self.empty = (self.empty | one(from)) & !one(to) & !one(arrow);
        self
    }
}

/// The squares that are not blocked at the start, numbered a1, b1, …, a2, b2, …
pub struct Board {
    /// Column and row of each square, from 0.
    pub places: Vec<(usize, usize)>,
    /// The squares in each of eight directions: four with lower numbers, four with higher ones.
    rays: Vec<[[Set; 4]; 2]>,
    /// The squares that a king can step to.
    pub near: Unions,
}

impl Board {
    pub fn new(places: Vec<(usize, usize)>) -> Self {
        let step = |square: usize, (right, up): (isize, isize)| {
            let (column, row) = *places.get(square)?;
            let place = (column.checked_add_signed(right)?, row.checked_add_signed(up)?);
            places.iter().position(|&other| other == place)
        };
        let ray = |from, way| successors(step(from, way), |&s| step(s, way)).map(one).sum();
        let lower = [(-1, -1), (0, -1), (1, -1), (-1, 0)];
        let ways = [lower, lower.map(|(right, up)| (-right, -up))];
        let rays = |from| ways.map(|ways| ways.map(|way| ray(from, way)));
        let near = |from| ways.iter().flatten().flat_map(|&way| step(from, way)).map(one).sum();
        let near = Unions::new(&(0..places.len()).map(near).collect::<Vec<_>>());
        Self { rays: (0..places.len()).map(rays).collect(), near, places }
    }

    /// Where a queen on `from` can move over empty squares: on each ray up to the first other
    /// square.
    fn lines(&self, from: usize, empty: Set) -> Set {
        let [lower, higher] = self.rays[from].map(|rays| rays.map(|ray| (ray, ray & !empty)));
        let below = |stops: Set| (stops & stops.wrapping_neg()).wrapping_sub(1);
        let above = |stops: Set| !Set::MAX.checked_shr(stops.leading_zeros()).unwrap_or(0);
        let reached = lower.iter().fold(0, |all, &(ray, stops)| all | ray & above(stops));
        higher.iter().fold(reached, |all, &(ray, stops)| all | ray & below(stops))
    }

    /// The moves of these amazons over these empty squares, in order.
    pub fn moves(&self, amazons: Set, empty: Set) -> impl Iterator<Item = Move> {
        self.moves_where(|_| true, amazons, empty)
    }

    /// The moves whose target passes `worth`, which is given the squares that stay empty if all
    /// arrows from there are shot at once.
    pub fn moves_where<F>(&self, worth: F, amazons: Set, empty: Set) -> impl Iterator<Item = Move>
    where
        F: Fn(Set) -> bool + Copy,
    {
        squares(amazons).flat_map(move |from| {
            squares(self.lines(from, empty)).flat_map(move |to| {
                let open = (empty | one(from)) & !one(to);
                let arrows = self.lines(to, open);
                let arrows = if worth(open & !arrows) { arrows } else { 0 };
                squares(arrows).map(move |arrow| [from, to, arrow])
            })
        })
    }

    /// Whether one of these amazons has this move over these empty squares.
    pub fn is_legal(&self, [from, to, arrow]: Move, amazons: Set, empty: Set) -> bool {
        amazons & one(from) != 0
            && self.lines(from, empty) & one(to) != 0
            && self.lines(to, (empty | one(from)) & !one(to)) & one(arrow) != 0
    }
}
