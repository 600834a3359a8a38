//! Speed of evaluation functions and game-playing searches: `cargo bench --bench play`.

use amazons::board::Position;
use amazons::eval::{Evaluation, Evaluator};
use amazons::search::{Limits, solver};
use amazons::with_grid;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::sync::atomic::AtomicBool;

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
        let (grid, _) = position.smallest_grid();
        for &evaluator in Evaluator::ALL {
            group.bench_function(format!("{evaluator}/{name}"), |bencher| {
                with_grid!(grid, grid => bencher.iter(|| {
                    evaluator.evaluate(black_box(&grid), position.side())
                }))
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
                bencher.iter(|| solver.solve(&position, &limits, &AtomicBool::new(false)).nodes);
            });
        }
    }
    group.finish();
}

criterion_group!(benches, evaluations, searches);
criterion_main!(benches);
