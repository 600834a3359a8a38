//! The signature: what every solver and the judge do on fixed problems, as one number.
//!
//! A search that does the same work visits the same nodes and gives the same answers on every
//! machine. So a change that should not affect any search keeps the number, and a change that
//! should affect one alters only that one's line (the idea is that of Stockfish's `bench`).

use amazons::board::Position;
use amazons::judge::{Judge, Query};
use amazons::limits::{Abort, Limits};
use amazons::solvers::solver;
use xxhash_rust::xxh3::xxh3_64;

/// Small contested regions, for every solver and the judge.
const SMALL: [&str; 6] = [
    "3q2/2**1*/1*Q*1*/**1**1/3*q1 w",
    "3*2/Q*2Q1/*1**q*/****2 w",
    "3q2/1*1*Q1/1*1**1/*Q**q1/**1*2/**1*** b",
    "*q**2/*2*2/1*Q*1*/2**2/**q1*1/**2** w",
    "***1*/***2/*1*1*/2Q2/1*q1* b",
    "X..|.#.|..O",
];

/// Larger regions and a board of two, for the judge.
const LARGE: [&str; 7] = [
    "3q******/**Q1******/3*******/3*******/1*1*******/2*q1Q1*2/*4*4 w",
    "2q*******/1*********/3*******/1q*1****2/*1Q2*4/2**1*3*/1*3Q4 w",
    "*****1*/***Q1*1/**1**2/***1***/*1**1*1/*1*2*1/*2**2/1q1**1*/**2Q*1/**1q3 b",
    "5/4*/*1**q/1***1/*Q2*/*4/***q1/****Q/**3/**1*1 b",
    "*5*q**/2*4*2/**q1**1*1*/******1*2/****2***1/****1**2Q/****3*2 b",
    "6*/2**3/2***Q*/***1*2/**2**1/***1*1*/**2q**/1Q**1**/3*1**/5** w",
    "Q3*2q/2*1*3/1q2*1*Q/4*2* w",
];

/// Boards for the methods that play whole games.
const BOARDS: [&str; 2] = ["3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w", "1q2q1/6/2Q3/6/6/1Q2q1 b"];

/// Solvers on the small regions; an iteration is limited to [`NODES`].
const SOLVERS: [&str; 12] = [
    "dfpn",
    "dfpn:epsilon=0.25",
    "wpns",
    "alphabeta",
    "alphabeta:reduce=0,bounds=false",
    "alphabeta:order=tgp",
    "mcts",
    "mcts:prove=score",
    "uct",
    "uct:prove=win",
    "one-ply",
    "hybrid",
];

/// Solvers on whole boards.
const PLAYERS: [&str; 4] = ["alphabeta", "alphabeta:lieberum", "mcts", "uct"];

/// The nodes that a solver may use for an iteration or a choice.
const NODES: u64 = 20_000;

/// The nodes of one method over its problems.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct MethodNodes {
    /// The solver's spec, or `judge`.
    pub method: &'static str,
    /// Number of problems.
    pub problems: usize,
    /// Nodes over all of them.
    pub nodes: u64,
    /// A hash of the nodes and answers: if a limit ends every search, nodes alone say nothing.
    pub answers: u32,
}

/// Returns the number for all lines together.
pub fn total(lines: &[MethodNodes]) -> u64 {
    let line = |line: &MethodNodes| format!("{} {} {:08x};", line.method, line.nodes, line.answers);
    xxh3_64(lines.iter().map(line).collect::<String>().as_bytes())
}

/// Runs every method; `line` is called with each result once it is complete. `None` if `abort` was
/// set.
pub fn signature(abort: &Abort, mut line: impl FnMut(&MethodNodes)) -> Option<Vec<MethodNodes>> {
    let mut lines = Vec::new();
    let mut add = |method, problems: &[&str], run: &mut dyn FnMut(&Position) -> (u64, String)| {
        let (mut nodes, mut answers) = (0, String::new());
        for text in problems {
            let (more, answer) = run(&text.parse().expect("the positions are constants"));
            nodes += more;
            answers += &format!("{more} {answer};");
        }
        // Interrupted work has meaningless nodes and answers.
        if abort.is_set() {
            return None;
        }
        let answers = xxh3_64(answers.as_bytes()) as u32;
        lines.push(MethodNodes { method, problems: problems.len(), nodes, answers });
        line(lines.last()?);
        Some(())
    };
    for (solvers, problems) in [(&SOLVERS[..], &SMALL[..]), (&PLAYERS[..], &BOARDS[..])] {
        for spec in solvers {
            let solver = solver(spec).expect("the specs are constants");
            add(spec, problems, &mut |problem| {
                let answer = solver.solve(problem, &Limits::nodes(NODES).until(abort));
                let steps: Vec<_> = answer.iterations.iter().map(|i| (i.target, i.nodes)).collect();
                let best = answer.best.map(|mv| mv.to_string());
                let said =
                    format!("{best:?} {} {} {steps:?}", answer.interval.low, answer.interval.high);
                (answer.nodes, said)
            })?;
        }
    }
    for problems in [&SMALL[..], &LARGE[..]] {
        let mut judge = Judge::builder().memory(64 << 20).build();
        add("judge", problems, &mut |problem| {
            let found = judge.ask(problem, Query::BestMoves, &Limits::none().until(abort));
            let best: Vec<_> = found.best_moves.iter().flatten().map(ToString::to_string).collect();
            (found.nodes, format!("{} {} {best:?}", found.interval.low, found.interval.high))
        })?;
    }
    Some(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_problems_can_be_read() {
        for text in SMALL.iter().chain(&LARGE).chain(&BOARDS) {
            assert!(text.parse::<Position>().is_ok(), "{text}");
        }
        for spec in SOLVERS.iter().chain(&PLAYERS) {
            assert!(solver(spec).is_ok(), "{spec}");
        }
    }
}
