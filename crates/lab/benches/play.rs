//! Speed of evaluation functions and game-playing searches: `cargo bench --bench play`.

use amazons::board::with_placement;
use amazons::board::{AnyPlacement, Position};
use amazons::eval::Evaluator;
use amazons::limits::Limits;
use amazons::solvers::SeededRng;
use amazons::solvers::mcts::draw::Draw;
use amazons::solvers::mcts::line_board::LineBoard;
use amazons::solvers::mcts::playout::random_playout;
use amazons::solvers::solver;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

/// The standard start, a middle game, and a region of 20 empty squares.
const POSITIONS: [(&str, &str); 3] = [
    ("start", "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w"),
    ("middle", "3q2q3/2*1*1*2*/1*2*2*2/q1*4*1q/**1*1*1*2/2*3*3/Q1*1*1*2Q/1*6*1/2*2*1*2/3Q2Q3 w"),
    ("region", "Q1*3/4*1/*2q2/3*2/1Q4/**3q w"),
];

fn evaluations(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("evaluation");
    group.throughput(Throughput::Elements(1));
    for (name, fen) in POSITIONS {
        let position: Position = fen.parse().expect("the position is valid");
        let (placement, _) = position.smallest_placement();
        for &evaluator in Evaluator::ALL {
            group.bench_function(format!("{evaluator}/{name}"), |bencher| {
                with_placement!(placement, placement => bencher.iter(|| {
                    evaluator.evaluate(black_box(&placement), position.side())
                }))
            });
        }
    }
    group.finish();
}

/// The moves of a game on 10 × 10 between two alpha-beta players, from its start to the ply at
/// which territory is fixed.
const GAME: &str = "\
    d1-d7/g7 j7-g4/b4 g1-e3/e10 d10-c9/i3 j4-h4/h9 c9-c2/c8 d7-f9/f5 \
    g4-h5/g5 a4-a6/e2 c2-d3/d9 e3-c1/e3 d3-d5/c6 f9-f8/c5 g10-g9/g8 \
    f8-e7/d6 d5-h1/d1 h4-j6/g6 h1-e4/j4 c1-c3/d3 g9-f10/d8 a6-b7/a6 \
    a7-b8/a8 e7-e5/d5 e4-f4/h4 e5-e4/d4 f4-h2/e5 e4-g2/g4 f10-i7/j7 \
    j6-h6/i5 h5-i6/h7 b7-e7/g9 i7-i10/i7 e7-f7/b7 i10-f10/f9 f7-e7/c7 \
    f10-e9/f8 h6-h5/h6 h2-h3/i4 g2-h2/g2 e9-e8/d7 c3-e1/j1 e8-f7/e8 \
    e1-c3/e1 b8-a7/c9 c3-a3/c3 a7-b6/a5 a3-a4/b5 h3-g3/f3 e7-e6/f6 \
    f7-e7/f7 a4-a2/a1 g3-f2/f1 a2-b1/c2 f2-g1/i1 h2-h3/h2 g1-h1/j3";

fn game() -> Vec<Position> {
    let start = Position::start(10, 10).expect("the size is standard");
    let play = |position: &Position, mv: &str| {
        position.play(mv.parse().expect("a move")).expect("a legal move")
    };
    let mut positions = vec![start];
    for mv in GAME.split(' ') {
        positions.push(play(positions.last().expect("there is a start"), mv));
    }
    positions
}

/// Evaluates all positions of a game; the throughput is in single evaluations.
fn game_evaluations(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("evaluation-over-a-game");
    let grids: Vec<_> = game()
        .iter()
        .map(|position| match position.smallest_placement().0 {
            AnyPlacement::Medium(placement) => (placement, position.side()),
            _ => unreachable!("10 × 10 fits the middle layout alone"),
        })
        .collect();
    group.throughput(Throughput::Elements(grids.len() as u64));
    for &evaluator in Evaluator::ALL {
        group.bench_function(evaluator.to_string(), |bencher| {
            bencher.iter(|| {
                let values = grids
                    .iter()
                    .map(|(placement, side)| evaluator.evaluate(black_box(placement), *side));
                values.sum::<i32>()
            });
        });
    }
    group.finish();
}

/// Random playouts to the end of the game.
fn playouts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("playout");
    group.throughput(Throughput::Elements(1));
    for ply in [0, 20, 40] {
        let position = game().swap_remove(ply);
        let AnyPlacement::Medium(placement) = position.smallest_placement().0 else {
            unreachable!()
        };
        for draw in [Draw::Steps, Draw::Moves] {
            let mut dice = SeededRng::new(1);
            let mut board = LineBoard::default();
            group.bench_function(format!("{draw:?}/ply-{ply}"), |bencher| {
                bencher.iter(|| {
                    board.load(black_box(&placement));
                    random_playout(&mut board, position.side(), draw, &mut dice)
                });
            });
        }
    }
    group.finish();
}

fn searches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("search");
    group.sample_size(10);
    for (name, fen) in POSITIONS {
        let position: Position = fen.parse().expect("the position is valid");
        for (spec, nodes) in [("alphabeta", 100_000), ("mcts", 5_000), ("uct", 5_000)] {
            group.throughput(Throughput::Elements(nodes));
            group.bench_function(format!("{spec}/{name}"), |bencher| {
                let solver = solver(spec).expect("the solver is known");
                let limits = Limits::nodes(nodes);
                bencher.iter(|| solver.solve(&position, &limits).nodes);
            });
        }
    }
    group.finish();
}

criterion_group!(benches, evaluations, game_evaluations, playouts, searches);
criterion_main!(benches);
