//! The value of each part of the judge's search: `cargo bench --bench techniques [-- SET.xml]`.
//!
//! Prints a Markdown table for problems of 20 to 34 empty squares of the set: how many are solved
//! within a limit of nodes, and the nodes and time relative to the whole search, on problems that
//! both solve.

use amazons::judge::{Judge, Query, SearchParams, Solution};
use amazons::limits::Limits;
use amazons::problems::ProblemSet;
use std::path::PathBuf;

const SEARCHES: [(&str, SearchParams); 11] = [
    ("everything", SearchParams::ALL),
    ("without proof-number search", SearchParams::ALPHA_BETA),
    ("without reply counts", SearchParams { reply_counts: false, ..SearchParams::ALL }),
    ("without safe squares", SearchParams { safe_squares: false, ..SearchParams::ALL }),
    ("without dead ends", SearchParams { dead_ends: false, ..SearchParams::ALL }),
    ("without relevance zones", SearchParams { relevance_zones: false, ..SearchParams::ALL }),
    (
        "without zones of two moves",
        SearchParams { two_move_zone_nodes: u64::MAX, ..SearchParams::ALL },
    ),
    ("without order of moves", SearchParams { ordering: false, ..SearchParams::ALL }),
    (
        "without the last decision first",
        SearchParams { last_decisions: false, ..SearchParams::ALL },
    ),
    ("without similar positions", SearchParams { similar_positions: false, ..SearchParams::ALL }),
    ("without the starting guess", SearchParams { guess: false, ..SearchParams::ALL }),
];

/// One of this many problems is asked; below, the nodes per problem.
const STEP: usize = 9;
const NODES: u64 = 300_000;

fn main() {
    let set = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let set = PathBuf::from(set.unwrap_or_else(|| "problems/endgames.xml".to_owned()));
    let set = ProblemSet::load(&set).unwrap_or_else(|error| panic!("{error}"));
    let problems: Vec<_> = set
        .problems
        .iter()
        .map(|problem| &problem.position)
        .filter(|position| (20..=34).contains(&position.empties()))
        .step_by(STEP)
        .collect();
    let run = |params| -> Vec<Solution> {
        let mut judge = Judge::builder().memory(1 << 30).params(params).build();
        let limits = Limits::nodes(NODES);
        let mut ask = |position| judge.ask(position, Query::Score, &limits);
        problems.iter().map(|position| ask(position)).collect()
    };
    println!("{} problems, {NODES} nodes each\n", problems.len());
    println!("| search | solved | nodes | time |");
    println!("|---|---|---|---|");
    let mut whole = None;
    for (name, params) in SEARCHES {
        let verdicts = run(params);
        let solved = verdicts.iter().filter(|verdict| verdict.rank().is_some()).count();
        let whole = whole.get_or_insert_with(|| verdicts.clone());
        let (mut nodes, mut time) = ([0.0; 2], [0.0; 2]);
        for (ours, all) in verdicts.iter().zip(whole.iter()) {
            if ours.rank().is_some() && all.rank().is_some() {
                for (i, verdict) in [ours, all].into_iter().enumerate() {
                    nodes[i] += verdict.nodes as f64;
                    time[i] += verdict.time.as_secs_f64();
                }
            }
        }
        println!("| {name} | {solved} | {:.2} | {:.2} |", nodes[0] / nodes[1], time[0] / time[1]);
    }
}
