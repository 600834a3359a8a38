//! The claims of the proof-number solvers compared with plain minimax.

use crate::truth::Truth;
use amazons::board::{Color, Position};
use amazons::limits::Limits;
use amazons::score::{Interval, Rank};
use amazons::solvers::{Answer, IterationEnd, solver};
use amazons::testing::{RandomPositions, keeps_limit};
use std::time::Duration;

const SOLVERS: [&str; 2] = ["dfpn", "wpns"];

fn solve(spec: &str, problem: &Position, limits: &Limits) -> Answer {
    solver(spec).unwrap().solve(problem, limits)
}

/// Checks that an answer's move is that of its last proved iteration and really reaches its rank.
fn check_claims(what: &str, truth: &Truth, answer: &Answer) {
    let Truth { problem, rank, .. } = truth;
    assert!(
        answer.interval.low <= *rank && *rank <= answer.interval.high,
        "{what}: {rank}, {answer:?}"
    );
    let lowest = Interval::of_size(problem.empties()).low;
    let proved = answer.iterations.iter().rfind(|i| i.outcome == IterationEnd::Proved);
    assert_eq!(
        answer.interval.low,
        proved.map_or(lowest, |i| Rank::new(i.target)),
        "{what}: {answer:?}"
    );
    for iteration in &answer.iterations {
        match iteration.outcome {
            IterationEnd::Proved => assert!(rank.get() >= iteration.target, "{what}: {answer:?}"),
            IterationEnd::Refuted => assert!(rank.get() < iteration.target, "{what}: {answer:?}"),
            IterationEnd::Limit => {}
        }
    }
    match answer.best {
        None => assert!(proved.is_none() || !problem.can_move(), "{what}: {answer:?}"),
        Some(best) => {
            let rank = truth.rank_of(best);
            assert!(rank >= answer.interval.low, "{what}: {best} has rank {rank}, {answer:?}");
        }
    }
}

#[test]
fn values_and_moves_agree_with_minimax() {
    let mut random = RandomPositions::new(1);
    for _ in 0..2_000 {
        let problem = random.tiny(7);
        let truth = Truth::of(problem.clone());
        for spec in SOLVERS {
            let what = format!("{spec} on {problem}");
            let answer = solve(spec, &problem, &Limits::none());
            check_claims(&what, &truth, &answer);
            // If the value is the loss by e, there is no iteration from which to take a move.
            let lost_all = answer.interval.low == Interval::of_size(problem.empties()).low;
            assert_eq!(answer.best.is_some(), problem.can_move() && !lost_all, "{what}");
            assert_eq!(answer.interval.low, answer.interval.high, "{what}");
        }
    }
}

#[test]
fn regions_agree_with_minimax() {
    let mut random = RandomPositions::new(2);
    for round in 0..150 {
        let problem = random.region(4 + round % 5, [1 + round % 2, 1 + round / 2 % 2]);
        let truth = Truth::of(problem.clone());
        for spec in SOLVERS {
            let answer = solve(spec, &problem, &Limits::none());
            check_claims(&format!("{spec} on {problem}"), &truth, &answer);
            assert_eq!(answer.interval.low, answer.interval.high);
        }
    }
}

#[test]
fn tiny_tables_and_options_change_no_value() {
    let mut random = RandomPositions::new(3);
    let mut settled = 0;
    for _ in 0..300 {
        let problem = random.tiny(6);
        let truth = Truth::of(problem.clone());
        for base in SOLVERS {
            for options in ["tt=1", "tt=384,epsilon=0.25", "tt=10kB,epsilon=2", "alone=reach"] {
                let spec = format!("{base}:{options}");
                let answer = solve(&spec, &problem, &Limits::nodes(200_000));
                check_claims(&format!("{spec} on {problem}"), &truth, &answer);
                settled += usize::from(answer.interval.low == answer.interval.high);
            }
        }
    }
    assert!(settled > 300 * 8 * 9 / 10, "{settled}");
}

#[test]
fn limits_leave_only_what_is_proved() {
    let mut random = RandomPositions::new(4);
    for round in 0..400 {
        let problem = random.tiny(7);
        let truth = Truth::of(problem.clone());
        for spec in [
            "dfpn",
            "wpns",
            "dfpn:after-limit=loss-branch",
            "wpns:after-limit=loss-branch",
            "dfpn:limit=choice",
            "wpns:limit=choice",
        ] {
            let nodes = 1 << (round % 12);
            let answer = solve(spec, &problem, &Limits::nodes(nodes));
            check_claims(&format!("{spec} on {problem}"), &truth, &answer);
            if spec.contains("choice") {
                assert!(answer.nodes <= nodes, "{spec} on {problem}: {} nodes", answer.nodes);
            }
            let (first, rest) = answer.iterations.split_first().unwrap();
            assert_eq!(first.target, 0);
            if first.outcome == IterationEnd::Limit && !spec.contains("loss-branch") {
                assert!(rest.is_empty() && answer.best.is_none());
            }
        }
    }
}

#[test]
fn symmetries_and_colours_change_no_value() {
    let mut random = RandomPositions::new(5);
    for _ in 0..100 {
        let problem = random.tiny(7);
        for spec in SOLVERS {
            let value = solve(spec, &problem, &Limits::none()).interval.low;
            for symmetry in 0..8 {
                for image in
                    [problem.transformed(symmetry), problem.transformed(symmetry).swapped()]
                {
                    let answer = solve(spec, &image, &Limits::none());
                    assert_eq!(
                        (answer.interval.low, answer.interval.high),
                        (value, value),
                        "{spec} {image}"
                    );
                }
            }
        }
    }
}

#[test]
fn all_layouts_of_the_board_agree() {
    // The same small region on boards that need bitboards of 64, 128 and more bits.
    let region = "Q2q/1*2/4";
    let mut values = Vec::new();
    for (files, ranks) in [(4, 3), (10, 10), (16, 16)] {
        let mut rows: Vec<String> = region.split('/').map(str::to_owned).collect();
        if files > 4 {
            rows.iter_mut().for_each(|row| row.push_str(&"*".repeat(files - 4)));
            rows.resize(ranks - 1, "*".repeat(files));
            // Open squares in the far corner, which no amazon reaches.
            rows.push(format!("{}1", "*".repeat(files - 1)));
        }
        let problem: Position = format!("{} w", rows.join("/")).parse().unwrap();
        for spec in SOLVERS {
            let answer = solve(spec, &problem, &Limits::none());
            assert_eq!(answer.interval.low, answer.interval.high);
            values.push(answer.interval.low);
        }
    }
    assert!(values.iter().all(|value| *value == values[0]), "{values:?}");
}

#[test]
fn node_limited_runs_are_reproducible() {
    let mut random = RandomPositions::new(6);
    for _ in 0..10 {
        let problem = random.region(14, [2, 2]);
        for spec in SOLVERS {
            let run = || {
                let answer = solve(spec, &problem, &Limits::nodes(30_000));
                let log: Vec<_> =
                    answer.iterations.iter().map(|i| (i.target, i.outcome, i.nodes)).collect();
                (answer.best, answer.interval.low, answer.interval.high, answer.nodes, log)
            };
            assert_eq!(run(), run());
        }
    }
}

#[test]
fn the_iterations_follow_the_figure() {
    let targets = |fen: &str, spec: &str| {
        let answer = solve(spec, &fen.parse().unwrap(), &Limits::none());
        answer.iterations.iter().map(|i| i.target).collect::<Vec<_>>()
    };
    for spec in SOLVERS {
        // White wins by 3: asked for 0, 1, 2, 3 and finally 4, the number of empty squares.
        assert_eq!(targets("q*Q4 w", spec), [0, 1, 2, 3, 4]);
        // White has run out and Black wins by 4. Rank 0 is refuted; the loss by 4 holds anyway, and
        // the loss by 3 is refuted.
        assert_eq!(targets("Q*q4 w", spec), [0, -4]);
        // White and Black have one move each: White runs out first and loses by 0.
        assert_eq!(targets("Q1*q1 w", spec), [0, -2, -1]);
    }
}

#[test]
fn an_abort_ends_the_search_at_once() {
    let start = Position::start(10, 10).unwrap();
    for spec in SOLVERS {
        let limits = Limits::none();
        limits.abort.set();
        let aborted = solver(spec).unwrap().solve(&start, &limits);
        assert_eq!(aborted.iterations.len(), 1);
        assert_eq!(aborted.iterations[0].outcome, IterationEnd::Limit);
        assert_eq!(aborted.best, None);
        assert_eq!(start.side(), Color::White);
    }
}

#[test]
fn time_limits_hold_on_the_largest_boards() {
    let (limit, slack) = (Duration::from_millis(50), Duration::from_millis(50));
    for (width, height) in [(10, 10), (16, 8)] {
        let start = Position::start(width, height).unwrap();
        for spec in SOLVERS {
            let search = || assert_eq!(solve(spec, &start, &Limits::time(limit)).best, None);
            assert!(keeps_limit(limit, slack, search), "{spec}");
        }
    }
}
