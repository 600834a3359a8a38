//! Speed of the rules, of fillings and of the judge: `cargo bench --bench judge`. The benchmarks
//! keep their names, so that two commits can be compared (docs/measurements/judge.md).

use amazons::board::Position;
use amazons::board::with_placement;
use amazons::judge::{Judge, Query};
use amazons::limits::Limits;
use amazons::region::Canonical;
use amazons::region::filling::Filler;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

const START: &str = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w";

/// A single amazon in a region with many dead ends.
const DEFECTIVE: &str = ".###.|#.X..|.##..|##..#|.....|#....|#....";

/// Regions of the shipped set, small to large, each solved in a few thousand nodes.
const LADDER: [(&str, &str); 6] = [
    ("18-squares", "***1**/1*2q*/3*1*/q1**1*/3Q1*/3**1 b"),
    ("22-squares", "4*1Q3/3*2***1/*2*1*1*1*/2****1**q/q*****q*** w"),
    ("26-squares", "*****2**1/***1**q*q*/*1**2**Q1/1**1***1**/1*1*2*3/4**4 b"),
    ("34-squares-2v2", "6*/2**3/2***Q*/***1*2/**2**1/***1*1*/**2q**/1Q**1**/3*1**/5** w"),
    (
        "34-squares-2v3",
        "2*2*1*2/**Q1*1*2*/*1q***q3/***1*****1/2Q1*****1/2*******1/1*********/2********/*3******/4****** b",
    ),
    (
        "38-squares",
        "*****5/*****5/*****1**2/*****3**/***1*1*Q*1/2*2*1*1q/2q*Q****1/3*******/4******/3******* b",
    ),
];

/// Three hot regions, which the judge settles by their game values.
const SUM: &str = "Q2*Q2*Q2/3*3*3/2q*2q*1q1 w";

fn at(fen: &str) -> Position {
    fen.parse().expect("the position is valid")
}

fn rules(criterion: &mut Criterion) {
    let start = at(START);
    let mut group = criterion.benchmark_group("rules");
    let moves = start.placement().count_moves(start.side());
    group.throughput(Throughput::Elements(moves));
    group.bench_function("moves", |bencher| {
        with_placement!(start.smallest_placement().0, placement => {
            bencher.iter(|| black_box(&placement).moves(start.side()).len())
        })
    });
    group.throughput(Throughput::Elements(1));
    group.bench_function("canonical-form", |bencher| {
        let region = at(LADDER[2].1);
        bencher.iter(|| Canonical::of_region(black_box(&region)))
    });
    group.finish();
}

fn filling(criterion: &mut Criterion) {
    let region = at(DEFECTIVE);
    criterion.bench_function("filling", |bencher| {
        with_placement!(region.smallest_placement().0, placement => bencher.iter(|| {
            // A new memory, since the second time would be a look-up.
            let mut filler = Filler::new(1 << 20);
            filler.longest(black_box(placement.empty), placement.white, &mut || true).exact()
        }))
    });
}

fn judge(criterion: &mut Criterion) {
    let mut judge = Judge::builder().memory(256 << 20).build();
    let mut group = criterion.benchmark_group("judge");
    group.sample_size(10);
    let nodes = 20_000;
    group.throughput(Throughput::Elements(nodes));
    group.bench_function("nodes", |bencher| {
        let (start, limits) = (at(START), Limits::nodes(nodes));
        bencher.iter(|| judge.ask(&start, Query::Winner, &limits).nodes)
    });
    group.throughput(Throughput::Elements(1));
    let mut solve = |name: &str, fen: &str, question| {
        group.bench_function(name, |bencher| {
            let problem = at(fen);
            bencher.iter(|| {
                let verdict = judge.ask(&problem, question, &Limits::none());
                assert!(verdict.first_wins().is_some());
            })
        });
    };
    for (name, fen) in LADDER {
        solve(name, fen, Query::Score);
    }
    solve("sum-of-three", SUM, Query::Winner);
    group.finish();
}

criterion_group!(benches, rules, filling, judge);
criterion_main!(benches);
