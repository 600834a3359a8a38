//! The set of positions met before.

use crate::board::{Board, Position, Set, one, pop};
use std::collections::HashSet;

/// A set of positions, each of which stands for its images under the symmetries of the board too.
pub struct Seen {
    /// For each symmetry but the identity, the square that each square becomes.
    symmetries: Vec<Vec<usize>>,
    squares: usize,
    /// The keys on boards to 64 squares.
    small: HashSet<u128>,
    /// The keys on larger boards.
    large: HashSet<[u128; 2]>,
}

impl Seen {
    /// An empty set with room for so many positions.
    pub fn new(board: &Board, columns: usize, rows: usize, room: usize) -> Self {
        // Bit 0 of a map exchanges columns and rows, 1 mirrors the columns, 2 the rows.
        let maps = (1..8).filter(|map| map & 1 == 0 || columns == rows).map(|map| {
            let image = |&(x, y): &(usize, usize)| {
                let (x, y) = if map & 1 == 0 { (x, y) } else { (y, x) };
                let x = if map & 2 == 0 { x } else { columns - 1 - x };
                let y = if map & 4 == 0 { y } else { rows - 1 - y };
                board.places.iter().position(|&place| place == (x, y))
            };
            board.places.iter().map(image).collect::<Option<_>>()
        });
        // Some map may take a square to a blocked one: that is no symmetry of the board.
        let symmetries = maps.flatten().collect();
        let squares = board.places.len();
        let [small, large] = if squares <= 64 { [room, 0] } else { [0, room] };
        let (small, large) = (HashSet::with_capacity(small), HashSet::with_capacity(large));
        Self { symmetries, squares, small, large }
    }

    /// Adds a position; false if it or an image of it is there already.
    pub fn insert(&mut self, position: &Position) -> bool {
        // Two bits a square tell what is on it. The least of the images stands for all.
        let blocked = !(position.winner | position.loser | position.empty) & (Set::MAX >> (128 - self.squares));
        let sets = [position.winner | blocked, position.loser | blocked];
        let images = self.symmetries.iter().map(|symmetry| {
            sets.map(|mut set| {
                let mut image = 0;
                while let Some(square) = pop(&mut set) {
                    image |= one(symmetry[square]);
                }
                image
            })
        });
        let key = images.fold(sets, Ord::min);
        match self.squares <= 64 {
            true => self.small.insert(key[0] << 64 | key[1]),
            false => self.large.insert(key),
        }
    }
}
