//! The judge compared with plain minimax.

use crate::truth::Truth;
use amazons::board::{Bitboard, Move, Position};
use amazons::judge::minimax;
use amazons::judge::{Judge, Query, SearchParams};
use amazons::limits::{Abort, Limits};
use amazons::score::Rank;
use amazons::testing::RandomPositions;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::cmp::Reverse;
use std::time::Duration;

/// A random board of at most `most` empty squares, every third one long enough for another layout.
fn random_board(random: &mut Xoshiro256PlusPlus, most: usize) -> Position {
    loop {
        let mut below = |n: usize| (random.next_u64() % n as u64) as usize;
        let mut cells =
            if below(3) == 0 { long_region(&mut below, most) } else { scattered(&mut below) };
        let amazons = 1 + below(3);
        for color in ['X', 'O'] {
            for _ in 0..amazons {
                let row = below(cells.len());
                let open: Vec<usize> = (0..cells[row].len())
                    .filter(|&file| cells[row][file] != '#' || cells.len() < 7)
                    .collect();
                if !open.is_empty() {
                    cells[row][open[below(open.len())]] = color;
                }
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

fn scattered(below: &mut impl FnMut(usize) -> usize) -> Vec<Vec<char>> {
    let (width, height) = (2 + below(5), 2 + below(5));
    let share = 2 + below(8);
    (0..height)
        .map(|_| (0..width).map(|_| if below(10) < share { '.' } else { '#' }).collect())
        .collect()
}

/// Connected squares, grown one by one, every second one as far from the first as possible.
fn long_region(below: &mut impl FnMut(usize) -> usize, most: usize) -> Vec<Vec<char>> {
    let (width, height) = [(10, 6), (10, 5), (9, 6), (10, 10), (12, 4)][below(5)];
    let mut cells = vec![vec!['#'; width]; height];
    let start = (below(width), below(height));
    cells[start.1][start.0] = '.';
    for round in 0..most + below(6) {
        let touches = |file: usize, row: usize| {
            let near = |at: usize, end: usize| at.saturating_sub(1)..(at + 2).min(end);
            near(row, height).any(|y| near(file, width).any(|x| cells[y][x] == '.'))
        };
        let border: Vec<(usize, usize)> = (0..height)
            .flat_map(|row| (0..width).map(move |file| (file, row)))
            .filter(|&(file, row)| cells[row][file] == '#' && touches(file, row))
            .collect();
        let (file, row) = if round % 2 == 0 {
            *border.iter().max_by_key(|(file, _)| file.abs_diff(start.0)).unwrap()
        } else {
            border[below(border.len())]
        };
        cells[row][file] = '.';
    }
    cells
}

/// Judges that must all agree: with parts of the search left out, with proof-number search at every
/// node from the start, and with one-sided regions that are not filled at once.
const TECHNIQUES: [SearchParams; 10] = [
    SearchParams::ALL,
    SearchParams { two_move_zone_nodes: 0, ..SearchParams::ALPHA_BETA },
    SearchParams { question_nodes: 0, attempt_nodes: 0, ..SearchParams::ALL },
    SearchParams {
        question_nodes: 3,
        attempt_nodes: 2,
        guess: false,
        reply_counts: false,
        two_move_zone_nodes: u64::MAX,
        ..SearchParams::ALL
    },
    SearchParams { relevance_zones: false, last_decisions: false, ..SearchParams::ALL },
    SearchParams { sums: false, similar_positions: false, question_nodes: 0, ..SearchParams::ALL },
    SearchParams { safe_squares: false, last_decisions: false, ..SearchParams::ALPHA_BETA },
    SearchParams {
        question_nodes: 0,
        attempt_nodes: 1,
        ordering: false,
        dead_ends: false,
        ..SearchParams::ALL
    },
    SearchParams {
        filling_nodes: 1,
        two_move_zone_nodes: 0,
        ordering: false,
        ..SearchParams::ALPHA_BETA
    },
    SearchParams { filling_nodes: 1, question_nodes: 0, ..SearchParams::ALL },
];

fn all_moves(judge: &mut Judge, position: &Position) -> (Rank, Vec<(Move, Rank)>) {
    let verdict = judge.ask(position, Query::AllMoves, &Limits::none());
    (verdict.rank().unwrap(), verdict.moves.unwrap())
}

/// What [`all_moves`] must return, the best moves first.
fn plain_minimax(position: &Position) -> (Rank, Vec<(Move, Rank)>) {
    let Truth { rank, mut moves, .. } = Truth::of(position.clone());
    moves.sort_by_cached_key(|(mv, rank)| (Reverse(*rank), mv.to_string()));
    (rank, moves)
}

fn compare(params: SearchParams, count: usize, most: usize, memory: usize, seed: u64) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut judge = Judge::builder().memory(memory).params(params).build();
    for _ in 0..count {
        let position = random_board(&mut random, most);
        let (rank, moves) = all_moves(&mut judge, &position);
        assert_eq!((rank, moves), plain_minimax(&position), "{position} by {params:?}");
    }
}

/// A forked dead end beside a few random squares, which hold the amazons.
fn board_with_a_dead_end(random: &mut Xoshiro256PlusPlus) -> Position {
    loop {
        let mut below = |n: u64| (random.next_u64() % n) as usize;
        let mut cells: Vec<Vec<char>> = ["####", "####", "#.##", "##.#", "#.##", ".#.#"]
            .map(|row| row.chars().collect())
            .into();
        for row in &mut cells[..2] {
            for cell in row {
                *cell = ['.', '.', '#'][below(3)];
            }
        }
        for color in ['X', 'O'] {
            for _ in 0..1 + below(2) {
                cells[below(2)][below(4)] = color;
            }
        }
        let rows: Vec<String> = cells.iter().map(|row| row.iter().collect()).collect();
        let side = if below(2) == 0 { "w" } else { "b" };
        let position: Position = format!("{} {side}", rows.join("|")).parse().unwrap();
        let placement = position.placement();
        if position.empties() <= 10 && placement.white.any() && placement.black.any() {
            return position;
        }
    }
}

#[test]
fn boards_with_dead_ends() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(40);
    // Dead ends are looked for only once a search takes some time.
    let params = SearchParams { question_nodes: 0, attempt_nodes: 0, ..SearchParams::ALL };
    let mut judges = [params, SearchParams { filling_nodes: 1, ..params }]
        .map(|params| Judge::builder().memory(32 << 20).params(params).build());
    for _ in 0..count() / 4 {
        let position = board_with_a_dead_end(&mut random);
        let want = plain_minimax(&position);
        for judge in &mut judges {
            assert_eq!(all_moves(judge, &position), want, "{position}");
        }
    }
}

/// The number of random boards that each judge solves: `AMAZONS_TEST_BOARDS`, or enough for a quick
/// test.
fn count() -> usize {
    std::env::var("AMAZONS_TEST_BOARDS")
        .map_or(700, |n| n.parse().expect("AMAZONS_TEST_BOARDS is a number"))
}

#[test]
fn random_boards_up_to_7_empty_squares() {
    for (i, params) in TECHNIQUES.into_iter().enumerate() {
        compare(params, count(), 7, 32 << 20, i as u64);
    }
}

#[test]
fn random_boards_of_up_to_10_empty_squares_without_memory() {
    for (i, params) in TECHNIQUES.into_iter().enumerate() {
        compare(params, count() / 70, 10, 1, 10 + i as u64);
    }
}

#[test]
fn larger_boards_agree_between_judges_and_their_images() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(20);
    let mut judges =
        TECHNIQUES.map(|params| Judge::builder().memory(32 << 20).params(params).build());
    for _ in 0..count() / 20 {
        let position = random_board(&mut random, 12);
        let (rank, moves) = all_moves(&mut judges[0], &position);
        for (judge, params) in judges.iter_mut().zip(TECHNIQUES).skip(1) {
            assert_eq!(
                all_moves(judge, &position),
                (rank, moves.clone()),
                "{position} by {params:?}"
            );
        }
        for symmetry in 0..8 {
            let image = position.transformed(symmetry).swapped();
            let score = Query::Score;
            let other = judges[0].ask(&image, score, &Limits::none());
            assert_eq!(other.rank(), Some(rank), "{position}, {image}");
        }
    }
}

/// Parts of a set that are judged with one thread each, and so with other shares of the memory than
/// two threads of one process, must give the same results.
#[test]
fn memory_that_is_not_used_up_changes_nothing() {
    let mut random = RandomPositions::new(50);
    for round in 0..40 {
        let position = random.region(14 + round % 8, [1 + round % 2, 2]);
        let found = [64, 96, 128, 300, 512].map(|megabytes| {
            let mut judge = Judge::builder().memory(megabytes << 20).build();
            let verdict = judge.ask(&position, Query::BestMoves, &Limits::nodes(30_000));
            (verdict.score(), verdict.interval, verdict.nodes)
        });
        assert!(found.iter().all(|one| *one == found[0]), "{position}: {found:?}");
    }
}

#[test]
fn two_threads_find_what_one_finds() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(30);
    let mut one = Judge::builder().memory(16 << 20).build();
    // The second one only searches by proof numbers, forgets most of them, and keeps one-sided
    // regions.
    let by_numbers =
        SearchParams { question_nodes: 0, attempt_nodes: 1, filling_nodes: 1, ..SearchParams::ALL };
    let mut judges = [
        Judge::builder().memory(32 << 20).threads(2).build(),
        Judge::builder().memory(1 << 13).threads(2).params(by_numbers).build(),
    ];
    for i in 0..count() / 4 {
        let position = random_board(&mut random, 11);
        let (rank, moves) = all_moves(&mut one, &position);
        let two = &mut judges[i % 2];
        let mut reports = Vec::new();
        let report = &mut |known| reports.push(known);
        let none = Limits::none();
        let all = two.ask_reporting(&position, Query::AllMoves, &none, report);
        assert_eq!((all.rank(), all.moves), (Some(rank), Some(moves)), "{position}");
        assert!(
            reports.is_sorted_by(|a, b| a.low <= b.low && a.high >= b.high),
            "{position}: {reports:?}"
        );
        let best = two.solve(&position, &none);
        assert_eq!(best.best_moves, all.best_moves, "{position}");
        let winner = two.ask(&position, Query::Winner, &none);
        assert_eq!(winner.first_wins(), Some(rank.wins()), "{position}");
    }
}

#[test]
fn two_threads_keep_their_time_and_say_what_they_know() {
    let position: Position = "3q2/6/1Q2Q1/6/2q3/6 w".parse().unwrap();
    let abort = Abort::new();
    let mut judge = Judge::builder().memory(32 << 20).threads(2).build();
    let time = Duration::from_millis(50);
    let limits = Limits::time(time).until(&abort);
    let verdict = judge.ask(&position, Query::AllMoves, &limits);
    assert!(verdict.rank().is_none() && verdict.moves.is_none());
    abort.set();
    assert!(judge.ask(&position, Query::AllMoves, &limits).time < time);
}

/// White fills 29 squares with two dead ends far apart, one of them forked. What they waste has to
/// be known at every node of the filling.
#[test]
fn a_hard_filling_does_not_stop_the_judge() {
    let text = "2*7/4*2Q2/1**Q*1*3/1*q1**1***/1*****1***/****2****/******1*** w";
    let position: Position = text.parse().unwrap();
    let limits = Limits::nodes(100_000);
    let verdict = Judge::builder().memory(32 << 20).build().ask(&position, Query::Score, &limits);
    assert_eq!(verdict.rank(), Some(Rank::new(28)));
}

/// Moves narrowed in parallel: every intermediate interval holds the truth, and the last is exact.
#[test]
fn moves_side_by_side_narrow_to_their_ranks() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2909);
    let mut judge = Judge::builder().memory(16 << 20).build();
    for round in 0..150u64 {
        let position = random_board(&mut random, 8);
        let ranks = minimax::move_ranks(&position);
        let truth = |mv: Move| ranks.iter().find(|(of, _)| *of == mv).unwrap().1;
        for limits in [Limits::none(), Limits::nodes(round % 60)] {
            let mut told = 0;
            let moves = judge.narrow_moves(&position, &limits, &mut |mv, known| {
                told += 1;
                assert!((known.low..=known.high).contains(&truth(mv)), "{position} {mv}");
            });
            assert_eq!(moves.len(), ranks.len());
            for (mv, known) in moves {
                assert!((known.low..=known.high).contains(&truth(mv)), "{position} {mv}");
                assert!(limits.nodes.is_some() || known.low == known.high, "{position} {mv}");
            }
            assert!(told > 0 || ranks.is_empty() || limits.nodes.is_some());
        }
    }
}

#[test]
fn a_problem_takes_the_same_nodes_whatever_was_asked_before() {
    let mut random = RandomPositions::new(27);
    let mut used = Judge::builder().memory(1 << 20).build();
    for number in 0..150 {
        let problem = random.region(9 + number % 6, [1 + number % 2, 2]);
        let limits = Limits::nodes(20 + 7 * number as u64);
        let mut fresh = Judge::builder().memory(1 << 20).build();
        let [first, later] =
            [&mut fresh, &mut used].map(|judge| judge.ask(&problem, Query::BestMoves, &limits));
        assert_eq!((later.interval, later.nodes), (first.interval, first.nodes), "{problem}");
        assert_eq!(later.best_moves, first.best_moves, "{problem}");
    }
}
