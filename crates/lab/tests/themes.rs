//! Themes of puzzles compared with their definitions in docs/puzzles.md, taken literally, with
//! plain minimax and canonical forms.

use amazons::board::{Cell, Color, Move, Position, Square};
use amazons::cgt::Dyadic;
use amazons::game_value::GameValues;
use amazons::judge::{Judge, Query, minimax};
use amazons::limits::Limits;
use amazons::problems::Theme;
use amazons::region::{Region, RegionKind, regions};
use amazons::score::Rank;
use amazons_lab::puzzles::ThemeFinder;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

fn below(rng: &mut Xoshiro256PlusPlus, end: usize) -> usize {
    (rng.next_u64() % end as u64) as usize
}

struct Tools {
    finder: ThemeFinder,
    judge: Judge,
}

impl Tools {
    fn new() -> Self {
        let judge = Judge::builder().memory(16 << 20).build();
        Self { finder: ThemeFinder::new(64 << 20), judge }
    }

    fn themes(&mut self, position: &Position, right: Move, rank: Rank) -> Vec<Theme> {
        let limits = Limits::nodes(1_000_000);
        self.finder.find(position, right, rank, &mut self.judge, &limits)
    }
}

/// The moves of the highest rank, by plain minimax.
fn best(position: &Position) -> Vec<Move> {
    let ranked = |mv: Move| (minimax::rank(&position.play(mv).unwrap()).for_opponent(), mv);
    let moves: Vec<_> = position.legal_moves().into_iter().map(ranked).collect();
    let most = moves.iter().map(|(rank, _)| *rank).max();
    moves.iter().filter(|(rank, _)| Some(*rank) == most).map(|(_, mv)| *mv).collect()
}

/// Squares that king steps reach from the given ones, square by square.
fn reach(position: &Position, from: &[Square], closed: Square) -> Vec<Square> {
    let mut found: Vec<Square> = from.to_vec();
    let mut next = 0;
    while let Some(&at) = found.get(next) {
        next += 1;
        for (df, dr) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
            let (f, r) = (i32::from(at.file) + df, i32::from(at.rank) + dr);
            let (width, height) = (position.width() as i32, position.height() as i32);
            if f < 0 || r < 0 || f >= width || r >= height {
                continue;
            }
            let square = Square::new(f as usize, r as usize);
            let blocked = position.cell(square) == Cell::Blocked;
            if !blocked && square != closed && !found.contains(&square) {
                found.push(square);
            }
        }
    }
    found
}

/// The definition of docs/puzzles.md, taken literally.
fn corridor_by_definition(position: &Position, right: Move) -> bool {
    let squares: Vec<Square> = (0..position.width())
        .flat_map(|f| (0..position.height()).map(move |r| Square::new(f, r)))
        .collect();
    let side = position.side();
    let of = |position: &Position, cell: Cell| -> Vec<Square> {
        squares.iter().copied().filter(|&at| position.cell(at) == cell).collect()
    };
    let after = position.play(right).unwrap();
    let threats = best(&position.with_side(side.other()));
    [right.to, right.arrow].into_iter().any(|pass| {
        if position.cell(pass) != Cell::Empty {
            return false;
        }
        // A square off the board closes nothing.
        let nowhere = Square::new(15, 15);
        let whole = reach(position, &[pass], nowhere);
        let theirs = of(position, Cell::Amazon(side.other()));
        let theirs: Vec<Square> = theirs.into_iter().filter(|at| whole.contains(at)).collect();
        if theirs.is_empty() {
            return false;
        }
        let outside = reach(position, &theirs, pass);
        let inside: Vec<Square> =
            whole.into_iter().filter(|at| *at == pass || !outside.contains(at)).collect();
        let empty = |at: &&Square| **at != pass && position.cell(**at) == Cell::Empty;
        let held = of(&after, Cell::Amazon(side)).iter().any(|at| inside.contains(at));
        let enters = |mv: &Move| inside.contains(&mv.to) || inside.contains(&mv.arrow);
        inside.iter().filter(empty).count() >= 2
            && held
            && !threats.is_empty()
            && threats.iter().all(enters)
    })
}

/// The rows of a small board: one or two amazons per side, and many arrows.
fn random_rows(rng: &mut Xoshiro256PlusPlus, width: usize, height: usize) -> Vec<String> {
    let mut rows = vec![vec!['.'; width]; height];
    for cell in rows.iter_mut().flatten() {
        if below(rng, 5) < 2 {
            *cell = '#';
        }
    }
    for amazon in ['X', 'O', if below(rng, 2) == 0 { 'X' } else { 'O' }] {
        rows[below(rng, height)][below(rng, width)] = amazon;
    }
    rows.into_iter().map(|row| row.into_iter().collect()).collect()
}

fn position_of(rows: &[String], side: Color) -> Position {
    rows.join("|").parse::<Position>().unwrap().with_side(side)
}

/// A position of four to eight empty squares whose first player can move.
fn random(rng: &mut Xoshiro256PlusPlus, width: usize, height: usize) -> Position {
    loop {
        let side = if below(rng, 2) == 0 { Color::White } else { Color::Black };
        let position = position_of(&random_rows(rng, width, height), side);
        if (4..=8).contains(&position.empties()) && position.can_move() {
            return position;
        }
    }
}

#[test]
fn guarded_corridors_are_those_of_the_definition() {
    let (mut rng, mut tools) = (Xoshiro256PlusPlus::seed_from_u64(29), Tools::new());
    let mut found = 0;
    for _ in 0..500 {
        let position = random(&mut rng, 5, 4);
        let [right] = best(&position)[..] else { continue };
        let guards = tools
            .themes(&position, right, minimax::rank(&position))
            .contains(&Theme::GuardedCorridor);
        assert_eq!(guards, corridor_by_definition(&position, right), "{position:?} {right}");
        found += u32::from(guards);
    }
    assert!(found > 0, "{found}");
}

#[test]
fn heat_is_that_of_canonical_forms() {
    let (mut rng, mut tools) = (Xoshiro256PlusPlus::seed_from_u64(30), Tools::new());
    let mut values = GameValues::new(64 << 20);
    let (mut hottest, mut cooler) = (0, 0);
    for _ in 0..600 {
        // Two boards with a wall between them.
        let [one, two] = [0, 1].map(|_| random_rows(&mut rng, 3, 3));
        let joined: Vec<String> = one.iter().zip(two).map(|(a, b)| format!("{a}#{b}")).collect();
        let position = position_of(&joined, Color::White);
        let contested = |region: &Region| region.kind == RegionKind::Contested;
        if position.empties() > 9 || regions(&position).iter().filter(|r| contested(r)).count() < 2
        {
            continue;
        }
        let limits = Limits::nodes(1_000_000);
        let solution = tools.judge.ask(&position, Query::BestMoves, &limits);
        let Some(&[right]) = solution.best_moves.as_deref() else { continue };
        let contested =
            regions(&position).into_iter().filter(|part| part.kind == RegionKind::Contested);
        let temperatures: Vec<(bool, Dyadic)> = contested
            .map(|part| {
                let region = position.restricted(part.squares);
                let inside = region.cell(right.from) != Cell::Blocked;
                (inside, values.value(&region).unwrap().temperature())
            })
            .collect();
        let hot = temperatures.iter().filter(|(_, t)| *t > Dyadic::ZERO).count();
        let highest =
            |own: bool| temperatures.iter().filter(|(is, _)| *is == own).map(|(_, t)| *t).max();
        let expected = match (highest(true), highest(false)) {
            (Some(own), Some(other)) if hot >= 2 && own > other => Some(Theme::HottestRegion),
            (Some(own), Some(other)) if hot >= 2 && own < other => Some(Theme::CoolerRegion),
            _ => None,
        };
        let found = tools.themes(&position, right, solution.rank().unwrap());
        for theme in [Theme::HottestRegion, Theme::CoolerRegion] {
            assert_eq!(found.contains(&theme), expected == Some(theme), "{position:?} {right}");
        }
        hottest += u32::from(expected == Some(Theme::HottestRegion));
        cooler += u32::from(expected == Some(Theme::CoolerRegion));
    }
    assert!(hottest > 0 && cooler > 0, "{hottest} {cooler}");
}
