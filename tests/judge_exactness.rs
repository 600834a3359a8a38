//! The judge against plain minimax.

use amazons::board::Position;
use amazons::search::judge::{Judge, Question};
use amazons::search::{Limits, reference};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::sync::atomic::AtomicBool;

/// A random board of up to `most` empty squares.
fn random_board(random: &mut Xoshiro256PlusPlus, most: usize) -> Position {
    loop {
        let mut below = |n: u64| random.next_u64() % n;
        let (width, height) = (2 + below(5) as usize, 2 + below(5) as usize);
        let share = 2 + below(8);
        let amazons = 1 + below(3);
        let mut cells: Vec<Vec<char>> = (0..height)
            .map(|_| (0..width).map(|_| if below(10) < share { '.' } else { '#' }).collect())
            .collect();
        for color in ['X', 'O'] {
            for _ in 0..amazons {
                cells[below(height as u64) as usize][below(width as u64) as usize] = color;
            }
        }
        let rows: Vec<String> = cells.iter().map(|row| row.iter().collect()).collect();
        let side = if below(2) == 0 { "w" } else { "b" };
        let position: Position = format!("{} {side}", rows.join("|")).parse().unwrap();
        if (1..=most).contains(&position.empties()) {
            return position;
        }
    }
}

fn compare(count: usize, most: usize, memory: usize, seed: u64) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut judge = Judge::new(memory);
    let abort = AtomicBool::new(false);
    for _ in 0..count {
        let position = random_board(&mut random, most);
        let verdict =
            judge.ask(&position, Question::AllMoves, &Limits::NONE, &abort, &mut |_, _| ());
        assert_eq!(verdict.rank(), Some(reference::rank(&position)), "{position}");
        let mut want = reference::move_ranks(&position);
        want.sort_by_cached_key(|(mv, rank)| (-rank, mv.to_string()));
        assert_eq!(verdict.moves.unwrap(), want, "{position}");
    }
}

#[test]
fn random_boards_up_to_7_empty_squares() {
    compare(std::env::var("N").ok().map_or(5_000, |n| n.parse().unwrap()), 7, 16 << 20, 1);
}

#[test]
fn random_boards_of_8_to_10_empty_squares() {
    compare(60, 10, 1, 2);
}
