//! Tools for tests and benchmarks: random small positions, the same for the same seed everywhere;
//! checks that a limit is kept; and questions to bytes that may be a table.

use crate::board::{Bitboard, Color, MAX_OPEN, MAX_SIDE, Placement, Position, Wide};
use crate::tables::{AtlasIndex, Container, Shape, TableFile, ValueId};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::path::Path;
use std::time::{Duration, Instant};

/// Whether a search keeps a time limit within `slack` in at least one of ten calls. Other work of
/// the machine may delay any single call.
pub fn keeps_limit(limit: Duration, slack: Duration, mut search: impl FnMut()) -> bool {
    (0..10).any(|_| {
        let begun = Instant::now();
        search();
        begun.elapsed() <= limit + slack
    })
}

/// A generator of random positions.
#[derive(Clone, Debug)]
pub struct RandomPositions {
    random: Xoshiro256PlusPlus,
}

impl RandomPositions {
    /// The generator for this seed.
    pub fn new(seed: u64) -> Self {
        Self { random: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }

    /// A number below `end`, which must not be 0.
    pub fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.random.next_u64()) * end as u128) >> 64) as usize
    }

    /// A board of `width × height` squares, of which `blocked` percent are blocked.
    ///
    /// It has this many amazons of White and of Black, or as many as there is room for, and either
    /// side may be to move. It may consist of several regions.
    ///
    /// # Panics
    /// If the board is larger than a [`Position`] may be.
    pub fn board(
        &mut self,
        width: usize,
        height: usize,
        blocked: usize,
        amazons: [usize; 2],
    ) -> Position {
        assert!(width.max(height) <= MAX_SIDE && width * height <= MAX_OPEN);
        let mut free: Vec<usize> = Wide::rectangle(width, height).squares().collect();
        let mut take = |count: usize| {
            let mut taken = Wide::NONE;
            for _ in 0..count.min(free.len()) {
                taken |= Wide::bit(free.swap_remove(self.below(free.len())));
            }
            taken
        };
        take(width * height * blocked / 100);
        let (white, black) = (take(amazons[0]), take(amazons[1]));
        let empty = take(usize::MAX);
        let side = Color::BOTH[self.below(2)];
        Position::new(width, height, Placement { empty, white, black }, side)
            .expect("the size was checked")
    }

    /// A contested region: one component, at least one amazon per side, and exactly the given
    /// number of empty squares. The amazons are anywhere in it.
    ///
    /// # Panics
    /// If the region has more than 100 squares.
    pub fn region(&mut self, empties: usize, amazons: [usize; 2]) -> Position {
        let squares = empties + amazons[0] + amazons[1];
        assert!(squares <= 100);
        // Grown square by square inside a box with about twice the room, so that it has holes.
        let side = (1..10).find(|side| side * side >= 2 * squares).unwrap_or(10);
        let room = Wide::rectangle(side, side);
        let mut region = Wide::bit(Wide::index(self.below(side), self.below(side)));
        while (region.count() as usize) < squares {
            let border: Vec<usize> =
                (region.neighbours() & room).without(region).squares().collect();
            region |= Wide::bit(border[self.below(border.len())]);
        }
        let mut free: Vec<usize> = region.squares().collect();
        let mut take = |count: usize| {
            (0..count).fold(Wide::NONE, |all, _| {
                all | Wide::bit(free.swap_remove(self.below(free.len())))
            })
        };
        let (white, black) = (take(amazons[0]), take(amazons[1]));
        let empty = region.without(white | black);
        let to_move = Color::BOTH[self.below(2)];
        Position::new(side, side, Placement { empty, white, black }, to_move)
            .expect("at most 100 squares are open")
            .cropped()
    }

    /// These positions together on one board, with blocked squares between them. Either side may be
    /// to move.
    ///
    /// # Panics
    /// If they do not fit.
    pub fn beside(&mut self, parts: &[Position]) -> Position {
        let (mut all, mut width, mut height) = (Placement::default(), 1, 0);
        // In rows of several, from the bottom.
        let (mut file, mut bottom) = (0, 0);
        for part in parts {
            if file + part.width() > MAX_SIDE {
                (file, bottom) = (0, height + 1);
            }
            let carry = |set: Wide| {
                set.squares().fold(Wide::NONE, |all, square| {
                    let (own_file, rank) = (square % Wide::STRIDE, square / Wide::STRIDE);
                    all | Wide::bit(Wide::index(file + own_file, bottom + rank))
                })
            };
            let Placement { empty, white, black } = *part.placement();
            all.empty |= carry(empty);
            all.white |= carry(white);
            all.black |= carry(black);
            (width, height) = (width.max(file + part.width()), height.max(bottom + part.height()));
            file += part.width() + 1;
        }
        let side = Color::BOTH[self.below(2)];
        Position::new(width, height, all, side).expect("they fit")
    }

    /// A position small enough for plain minimax: at most `empties` empty squares, at most 5 × 5
    /// squares, none to three amazons per side, and any number of regions.
    pub fn tiny(&mut self, empties: usize) -> Position {
        loop {
            let (width, height) = (1 + self.below(5), 1 + self.below(5));
            let blocked = self.below(60);
            let amazons = [self.below(4), self.below(4)];
            let position = self.board(width, height, blocked, amazons);
            if position.empties() <= empties {
                return position;
            }
        }
    }
}

/// Asks bytes everything that a table can be asked, whatever the bytes are. The answers do not
/// matter, only that nothing panics: this is a target of fuzzing.
pub fn ask_table(bytes: Vec<u8>) {
    let Ok(container) = Container::from_bytes(Path::new("table"), bytes) else { return };
    let Ok(file) = TableFile::new(container) else { return };
    let _ = file.verify();
    let numbers = [0, 1, 2, 93, 94, 1_000, u32::MAX as usize];
    match &file {
        TableFile::Shapes(list) => {
            for number in numbers {
                if let Ok(shape) = list.shape(number) {
                    let _ = list.find(shape);
                }
            }
            for shape in Shape::all(3).into_iter().flatten() {
                let _ = list.find(shape);
            }
        }
        TableFile::Regions(table) => {
            for number in numbers {
                let _ = table.entry(number).map(|record| table.record(record).map(<[u8]>::len));
                if let Ok(Some(scores)) = table.scores(number, number % 3, number % 2 == 0) {
                    for spare in -20..=20 {
                        let _ = scores.score(Color::White, spare);
                        let _ = scores.score(Color::Black, spare);
                    }
                }
            }
        }
        TableFile::Dictionary(dictionary) => {
            for number in numbers {
                let _ = dictionary.options(number);
                let _ = dictionary.born(number);
                for table in dictionary.tables().iter().take(9) {
                    let _ = dictionary.value(table, number);
                }
                for negated in [false, true] {
                    let id = ValueId::from_bits((number as u32) << 1 | u32::from(negated));
                    let _ = dictionary.facts(id);
                    let _ = dictionary.thermograph(id);
                }
            }
        }
        TableFile::Values(table) => {
            for number in numbers {
                let _ = table.entry(number);
                let _ = table.place(number, number);
            }
        }
        TableFile::Atlas(index) => {
            for number in numbers {
                let _ = index.with_thermograph(number).map(Iterator::count);
                let places: Vec<_> =
                    index.places_of(number).into_iter().flatten().take(9).collect();
                for place in &places {
                    let _ = index.entries_of(place).map(Iterator::count);
                }
                let _ = index.properties(number).map(AtlasIndex::weight);
            }
        }
        TableFile::Judged(segment) => {
            for number in numbers {
                if let Ok((problem, _)) = segment.problem(number) {
                    let _ = segment.find(&problem);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_positions() {
        let three = |seed| {
            let mut random = RandomPositions::new(seed);
            [random.tiny(8), random.region(12, [1, 2]), random.board(6, 5, 30, [2, 2])]
        };
        assert_eq!(three(1), three(1));
        assert_ne!(three(1), three(2));
    }

    #[test]
    fn regions_are_connected_and_of_the_size_asked_for() {
        let mut random = RandomPositions::new(7);
        for empties in 1..40 {
            let region = random.region(empties, [1, 2]);
            assert_eq!(region.empties(), empties);
            assert_eq!((region.amazons(Color::White), region.amazons(Color::Black)), (1, 2));
            assert_eq!(region.placement().components().count(), 1);
        }
        let full = random.board(10, 10, 20, [90, 90]);
        assert_eq!((full.empties(), full.amazons(Color::White)), (0, 80));
    }
}
