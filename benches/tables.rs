//! Speed of look-ups, and the value of tables to the judge: `cargo bench --bench tables`.
//!
//! Uses the tables of AMAZONS_TABLES, or of `tables`. Prints the median time of a probe of random
//! covered regions, of random placements on a known shape, and of a hashbrown map of the same
//! entries under their canonical regions, with the bytes of both; and of a look-up of game values,
//! where there are any. Then compares the judge with
//! tables and the judge without on problems of the shipped set.

use amazons::board::{Color, Placement, Position};
use amazons::judge::{Judge, Query};
use amazons::limits::{Abort, Limits};
use amazons::problems::ProblemSet;
use amazons::tables::{MAX_SQUARES, Material, Shape, Tables};
use amazons::testing::RandomPositions;
use hashbrown::HashMap;
use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The number of sampled regions, the number of passes per timing, and the regions per timing.
const SAMPLE: usize = 20_000;
const ROUNDS: usize = 10;
const CHUNK: usize = 500;

fn main() {
    let directory = std::env::var("AMAZONS_TABLES").unwrap_or_else(|_| "tables".to_owned());
    let tables = match Tables::open(Path::new(&directory)) {
        Ok(tables) => Arc::new(tables),
        Err(error) => return eprintln!("error: {error}"),
    };
    for class in ["1v1", "2v1", "2v2", "3v1"] {
        let class: Material = class.parse().expect("the class is known");
        let largest = (1..=MAX_SQUARES).rev().find(|&n| !tables.region_tables(class, n).is_empty());
        if let Some(squares) = largest {
            probes(&tables, class, squares);
        }
    }
    judge(&tables);
}

/// The median time per item in nanoseconds, measured over chunks so short that other processes
/// seldom interrupt them.
fn median<T>(items: &[T], mut item: impl FnMut(&T) -> i32) -> f64 {
    let mut times = Vec::new();
    for round in 0..=ROUNDS {
        for chunk in items.chunks(CHUNK) {
            let start = Instant::now();
            black_box(chunk.iter().map(&mut item).sum::<i32>());
            if round > 0 && chunk.len() == CHUNK {
                times.push(start.elapsed());
            }
        }
    }
    times.sort();
    times[times.len() / 2].as_nanos() as f64 / CHUNK as f64
}

fn placed(shape: Shape, strong: u16, weak: u16) -> Placement<u128> {
    let mut placement = Placement::default();
    for (i, square) in shape.squares().enumerate() {
        let set = if strong >> i & 1 != 0 {
            &mut placement.white
        } else if weak >> i & 1 != 0 {
            &mut placement.black
        } else {
            &mut placement.empty
        };
        *set |= 1 << square;
    }
    placement
}

fn probes(tables: &Tables, class: Material, squares: usize) {
    let mut random = RandomPositions::new(1);
    let list = tables.shape_list(squares).expect("the shapes are there");
    let placements = class.all_placements(squares);
    let region = |random: &mut RandomPositions| {
        let shape = list.shape(random.below(list.count())).expect("the list is good");
        let (strong, weak) = placements[random.below(placements.len())];
        let (placement, _) =
            placed(shape, strong, weak).fit::<amazons::board::Wide>().expect("it fits");
        let position = Position::new(10, 10, placement, Color::White).expect("it is small");
        position.transformed(random.below(8) as u8)
    };
    let regions: Vec<Placement<u128>> = (0..SAMPLE)
        .map(|_| region(&mut random).placement().fit::<u128>().expect("it fits").0)
        .collect();
    let sum = |placement: &Placement<u128>| {
        let scores = tables.probe(placement).expect("the table is good").expect("it is covered");
        scores.excess(Color::White, 0)
    };
    let whole = median(&regions, sum);

    let shape = list.shape(list.count() / 2).expect("the list is good");
    let placed: Vec<Placement<u128>> =
        placements.iter().map(|&(strong, weak)| placed(shape, strong, weak)).collect();
    let known = tables.shape(placed[0].open()).expect("the list is good").expect("it is there");
    let many: Vec<&Placement<u128>> = placed.iter().cycle().take(SAMPLE).collect();
    let resolved = median(&many, |placement| {
        let scores = known.probe(*placement).expect("the table is good").expect("it is covered");
        scores.excess(Color::White, 0)
    });
    let table = &tables.region_tables(class, squares)[0];
    println!(
        "{class}-{squares}: {whole:.0} ns a region, {resolved:.0} ns on a known shape, {} entries, \
         {:.2} bytes each",
        table.facts().entries(),
        table.container().bytes() as f64 / table.facts().entries() as f64
    );
    if let Some(values) = tables.value_tables(class, squares).next() {
        let facts = |placement: &Placement<u128>| {
            let value = tables.probe_value(placement).expect("the table is good");
            let facts = value.expect("it is covered").facts().expect("the dictionary is good");
            facts.mean.floor() + facts.temperature.floor()
        };
        println!(
            "  game values: {:.0} ns a region with outcome, mean, temperature and stops, {:.2} bytes each",
            median(&regions, facts),
            values.container().bytes() as f64 / values.facts().entries() as f64
        );
    }
    if table.facts().entries() <= 6_000_000 {
        map(tables, class, squares, &regions);
    }
}

/// The same entries in a map, keyed by the region on its canonical embedding: shape, squares of the
/// stronger side, squares of the other. The value is the index of the record.
fn map(tables: &Tables, class: Material, squares: usize, regions: &[Placement<u128>]) {
    let list = tables.shape_list(squares).expect("the shapes are there");
    let table = &tables.region_tables(class, squares)[0];
    let mut map: HashMap<(u128, u16, u16), u16> = HashMap::new();
    let placements = class.all_placements(squares);
    for number in 0..list.count() {
        let shape = list.shape(number).expect("the list is good");
        for (i, &(strong, weak)) in placements.iter().enumerate() {
            let record = table.entry(number * placements.len() + i).expect("the table is good");
            map.insert((shape.number(), strong, weak), record as u16);
        }
    }
    let find = |placement: &Placement<u128>| {
        let embedding = amazons::tables::ShapeEmbedding::of(placement.open()).expect("it is small");
        let (strong, weak) = (embedding.place(placement.white), embedding.place(placement.black));
        let (number, _) = class.place(strong, weak);
        let (strong, weak) = placements[number];
        i32::from(map[&(embedding.shape().number(), strong, weak)])
    };
    let time = median(regions, find);
    let bytes = map.allocation_size();
    println!(
        "  hashbrown map: {time:.0} ns a region, {:.1} bytes an entry",
        bytes as f64 / map.len() as f64
    );
}

/// Compares the nodes and time of both judges on every problem that both solve.
fn judge(tables: &Arc<Tables>) {
    let set = ProblemSet::load(Path::new("problems/endgames.xml")).expect("the set is there");
    println!("| empty squares | problems | solved without | with | nodes | time |");
    println!("|---|---|---|---|---|---|");
    for (from, to) in [(10, 14), (15, 19), (20, 24), (25, 29), (30, 35)] {
        let problems: Vec<&Position> = set
            .problems
            .iter()
            .filter(|problem| (from..=to).contains(&problem.empties()))
            .map(|problem| &problem.position)
            .step_by(9)
            .take(40)
            .collect();
        let (mut solved, mut nodes, mut times) = ([0; 2], [0; 2], [Duration::ZERO; 2]);
        for problem in &problems {
            let verdicts = [None, Some(tables)].map(|tables| {
                let mut judge = Judge::builder().memory(256 << 20).maybe_tables(tables).build();
                let _abort = Abort::new();
                let limits = Limits::nodes(200_000);
                judge.ask(problem, Query::BestMoves, &limits)
            });
            let done = verdicts.each_ref().map(|verdict| verdict.best_moves.is_some());
            for i in 0..2 {
                solved[i] += usize::from(done[i]);
                if done == [true, true] {
                    nodes[i] += verdicts[i].nodes;
                    times[i] += verdicts[i].time;
                }
            }
        }
        println!(
            "| {from} to {to} | {} | {} | {} | x {:.2} | x {:.2} |",
            problems.len(),
            solved[0],
            solved[1],
            nodes[1] as f64 / nodes[0] as f64,
            times[1].as_secs_f64() / times[0].as_secs_f64()
        );
    }
}
