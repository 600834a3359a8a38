//! The board and the rules of the game.

/// A set of squares: bit s stands for square s.
pub type Set = u128;

/// A move: the square an amazon leaves, the one it goes to, the one its arrow hits.
pub type Move = [usize; 3];

/// The set that holds one square.
pub fn one(square: usize) -> Set {
    1 << square
}

/// Takes the lowest square out of a set.
pub fn pop(set: &mut Set) -> Option<usize> {
    let square = (*set != 0).then(|| set.trailing_zeros() as usize);
    *set &= set.wrapping_sub(1);
    square
}

/// A position, seen from the winner of the claim. What is in no set is blocked.
#[derive(Clone, Copy)]
pub struct Position {
    /// The squares of the winner's amazons.
    pub winner: Set,
    /// The squares of the loser's amazons.
    pub loser: Set,
    /// The empty squares.
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
    /// The next square in each of the eight directions; the number of squares if there is none.
    next: Vec<[usize; 8]>,
    /// The squares that a king could step to.
    pub near: Vec<Set>,
}

impl Board {
    /// The board with these squares, given in the order of their numbers.
    pub fn new(places: Vec<(usize, usize)>) -> Self {
        const STEPS: [(usize, usize); 8] =
            [(0, 0), (1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (1, 2), (2, 2)];
        let step = |&(column, row): &(usize, usize)| {
            STEPS.map(|(x, y)| {
                let place = ((column + x).wrapping_sub(1), (row + y).wrapping_sub(1));
                places.iter().position(|&p| p == place).unwrap_or(places.len())
            })
        };
        let next: Vec<_> = places.iter().map(step).collect();
        let real = |steps: &[usize; 8]| steps.iter().filter(|&&s| s < places.len()).map(|&s| one(s)).sum();
        Self { near: next.iter().map(real).collect(), next, places }
    }

    /// Where a queen on `from` can go over empty squares.
    pub fn lines(&self, from: usize, empty: Set) -> Set {
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

    /// Calls `visit` with each move of these amazons, in order, until it returns something.
    pub fn find_move<T>(
        &self,
        mut amazons: Set,
        empty: Set,
        mut visit: impl FnMut(Move) -> Option<T>,
    ) -> Option<T> {
        while let Some(from) = pop(&mut amazons) {
            let mut targets = self.lines(from, empty);
            while let Some(to) = pop(&mut targets) {
                let mut arrows = self.lines(to, (empty | one(from)) & !one(to));
                while let Some(arrow) = pop(&mut arrows) {
                    let found = visit([from, to, arrow]);
                    if found.is_some() {
                        return found;
                    }
                }
            }
        }
        None
    }
}
