//! The board and the rules of the game.

/// A set of squares: bit s stands for square s.
pub type Set = u128;
/// The square an amazon leaves, the one it goes to, the one its arrow hits.
pub type Move = [usize; 3];

/// The set that holds one square.
pub fn one(square: usize) -> Set {
    1 << square
}

/// The squares of a set, in order.
pub fn squares(mut set: Set) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let square = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (square < 128).then_some(square)
    })
}

/// A position, seen from the winner of the claim. What is in no set is blocked.
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

/// The squares that are not blocked from the start, numbered a1, b1, …, a2, b2, …
pub struct Board {
    /// Column and row of each square, from 0.
    pub places: Vec<(usize, usize)>,
    /// The next square in each of eight directions; where there is none, the number of squares.
    next: Vec<[usize; 8]>,
    /// The squares that a king could step to.
    pub near: Vec<Set>,
}

impl Board {
    pub fn new(places: Vec<(usize, usize)>) -> Self {
        let steps = [(0, 0), (1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (1, 2), (2, 2)];
        let find = |place| places.iter().position(|&p| p == place).unwrap_or(places.len());
        let around = |&(column, row): &(usize, usize)| {
            steps.map(|(x, y)| find(((column + x).wrapping_sub(1), (row + y).wrapping_sub(1))))
        };
        let next: Vec<[usize; 8]> = places.iter().map(around).collect();
        let real =
            |near: &[usize; 8]| near.iter().filter(|&&s| s < places.len()).map(|&s| one(s)).sum();
        Self { near: next.iter().map(real).collect(), next, places }
    }

    /// Where a queen on `from` can go over empty squares.
    fn lines(&self, from: usize, empty: Set) -> Set {
        let mut reached = 0;
        for direction in 0..8 {
            let mut square = self.next[from][direction];
            while square < self.next.len() && empty & one(square) != 0 {
                reached |= one(square);
                square = self.next[square][direction];
            }
        }
        reached
    }

    /// The moves of these amazons over these empty squares, in order.
    pub fn moves(&self, amazons: Set, empty: Set) -> impl Iterator<Item = Move> {
        squares(amazons).flat_map(move |from| {
            squares(self.lines(from, empty)).flat_map(move |to| {
                let arrows = self.lines(to, (empty | one(from)) & !one(to));
                squares(arrows).map(move |arrow| [from, to, arrow])
            })
        })
    }
}
