//! The claims of the game-playing solvers against plain minimax.

use crate::truth::Truth;
use amazons::board::Position;
use amazons::judge::{Judge, minimax};
use amazons::limits::Limits;
use amazons::score::Rank;
use amazons::solvers::{Answer, Spec, solver, solver_of, solver_within};
use amazons::testing::{RandomPositions, keeps_limit};
use std::time::Duration;

fn solve(spec: &str, problem: &Position, limits: &Limits) -> Answer {
    solver(spec).unwrap().solve(problem, limits)
}

/// Checks that the claim is true, the move is legal, and the move reaches what is proved.
fn check_claims(spec: &str, truth: &Truth, answer: &Answer) {
    let Truth { problem, rank, .. } = truth;
    let what = format!("{spec} on {problem}: {answer:?}");
    assert!(answer.interval.low <= *rank && *rank <= answer.interval.high, "{rank}, {what}");
    assert_eq!(answer.best.is_some(), problem.can_move(), "{what}");
    if let Some(best) = answer.best {
        let rank = truth.rank_of(best);
        assert!(rank >= answer.interval.low, "{rank}, {what}");
    }
}

const ALPHABETA: [&str; 19] = [
    "alphabeta",
    "alphabeta:bounds=false",
    "alphabeta:bounds=false,futility=0.5",
    "alphabeta:futility=0",
    "alphabeta:futility=0.1,reduce=2",
    "alphabeta:bounds=false,ends=win",
    "alphabeta:bounds=false,reduce=0",
    "alphabeta:ends=win",
    "alphabeta:order=fixed,ends=win",
    "alphabeta:reduce=0",
    "alphabeta:reduce=1",
    "alphabeta:fill",
    "alphabeta:tt=1",
    "alphabeta:tt=500,eval=minimal-distance",
    "alphabeta:width=3",
    "alphabeta:lieberum,order=tgp",
    "alphabeta:te,order=evaluation-mtgp",
    "alphabeta:random,order=none",
    "alphabeta:me,order=mn",
];

const MONTE_CARLO: [&str; 14] = [
    "mcts",
    "mcts:plies=0,widen=1",
    "mcts:prove=score",
    "mcts:prove=win",
    "mcts:levels=two",
    "mcts:levels=two,prove=score",
    "mcts:rte,prove=win,draw=moves",
    "mcts:ends=win",
    "mcts:ends=win,prove=win,levels=two",
    "uct:draw=moves",
    "uct",
    "uct:reward=win",
    "uct:prove=score",
    "uct:reward=win,prove=win",
];

#[test]
fn monte_carlo_proves_what_is_asked_for() {
    let mut random = RandomPositions::new(17);
    for round in 0..120 {
        let problem =
            if round % 4 == 0 { random.region(4 + round % 2, [1, 1]) } else { random.tiny(5) };
        let truth = Truth::of(problem.clone());
        for spec in [
            "mcts:prove=score",
            "mcts:prove=score,levels=two",
            "uct:prove=score",
            "mcts:prove=win",
            "mcts:prove=win,ends=win",
            "uct:prove=win",
        ] {
            let answer = solve(spec, &problem, &Limits::nodes(100_000));
            check_claims(spec, &truth, &answer);
            let what = format!("{spec} on {problem}: {answer:?}");
            if spec.contains("prove=score") {
                assert_eq!(answer.interval.low, answer.interval.high, "{what}");
            } else {
                assert!(answer.interval.reaches(Rank::WIN).is_some(), "{what}");
                if let Some(best) = answer.best.filter(|_| answer.interval.low.wins()) {
                    assert!(
                        truth.moves.iter().any(|&(mv, rank)| mv == best && rank.wins()),
                        "{what}"
                    );
                }
            }
        }
    }
}

/// What the answer claims about the root also holds for the returned move.
#[test]
fn no_move_below_what_is_proved_is_returned() {
    let mut random = RandomPositions::new(18);
    let specs = MONTE_CARLO.iter().filter(|spec| spec.contains("prove="));
    for (round, spec) in specs.cycle().take(1_200).enumerate() {
        let problem = match round % 3 {
            0 => random.region(5 + round % 4, [1, 1]),
            1 => random.region(6, [1 + round % 2, 1]),
            _ => random.tiny(7),
        };
        let truth = Truth::of(problem.clone());
        for nodes in [10, 50, 200, 1_000] {
            let answer = solve(spec, &problem, &Limits::nodes(nodes));
            let Some(best) = answer.best else { continue };
            let rank = truth.rank_of(best);
            assert!(rank >= answer.interval.low, "{spec}, {nodes} nodes on {problem}: {answer:?}");
        }
    }
}

#[test]
fn a_proved_win_is_not_played_away() {
    let problem: Position = "1******/1*1***1/2**2*/1*1qQ2/3*3 b".parse().unwrap();
    let mut judge = Judge::builder().build();
    for spec in ["mcts:prove=win", "mcts:prove=score"] {
        let answer = solve(spec, &problem, &Limits::nodes(10_000));
        let after = problem.play(answer.best.expect("there are moves")).unwrap();
        let score = judge.solve(&after, &Limits::none()).score().expect("no limit");
        assert!(
            score.rank(problem.side()) >= answer.interval.low.max(Rank::new(1)),
            "{score}, {answer:?}"
        );
    }
}

/// Whatever a thread finds of the others in the table they share.
#[test]
fn threads_that_search_together_claim_what_is_true() {
    let mut random = RandomPositions::new(23);
    for round in 0..300 {
        let truth = Truth::of(random.region(5 + round % 4, [1 + round % 2, 1]));
        for spec in ["alphabeta:threads=3", "alphabeta:learned,threads=2,tt=500"] {
            let solver = solver_of(Spec::parse(spec).unwrap().for_games(true)).unwrap();
            for nodes in [300, 100_000] {
                let answer = solver.solve(&truth.problem, &Limits::nodes(nodes));
                check_claims(spec, &truth, &answer);
                assert!(answer.nodes <= nodes + 64, "{answer:?}");
            }
        }
    }
}

/// In whole games, a won end is better than any lead.
#[test]
fn an_end_is_worth_more_than_any_estimate_where_only_wins_count() {
    let mut random = RandomPositions::new(19);
    let mut won_by_score = 0;
    for round in 0..150 {
        let problem = random.region(6 + round % 2, [1, 1 + round % 2]);
        let ranks = minimax::move_ranks(&problem);
        let wins = |spec: &str| {
            let best = solve(spec, &problem, &Limits::none()).best;
            ranks.iter().any(|&(mv, rank)| Some(mv) == best && rank.wins())
        };
        if wins("alphabeta:ends=score") {
            won_by_score += 1;
            assert!(wins("alphabeta:ends=win"), "{problem}");
        }
        // One ply deep, a move that ends the game or is proved to win is preferred to any other.
        let ends = |mv| {
            let after = problem.play(mv).unwrap();
            !after.can_move()
        };
        let won = |best| ranks.iter().any(|&(mv, rank)| mv == best && rank.wins());
        if ranks.iter().any(|&(mv, _)| ends(mv)) {
            for spec in ["one-ply:ends=win", "alphabeta:ends=win,depth=1"] {
                let best = solve(spec, &problem, &Limits::none()).best.unwrap();
                let proved = spec.starts_with("alphabeta") && won(best);
                assert!(ends(best) || proved, "{spec} on {problem}: {best}");
            }
        }
    }
    assert!(won_by_score > 20, "{won_by_score}");
}

#[test]
fn a_fixed_depth_is_not_exceeded() {
    let start = Position::start(6, 6).unwrap();
    for depth in 1..=3 {
        let answer = solve(&format!("alphabeta:te,depth={depth}"), &start, &Limits::none());
        let depths: Vec<_> = answer.iterations.iter().map(|one| one.target).collect();
        assert_eq!(depths, (1..=depth).collect::<Vec<i32>>());
    }
}

#[test]
fn alphabeta_without_limit_is_exact() {
    let mut random = RandomPositions::new(11);
    // Small tables: creating and clearing large ones would take most of the time.
    let solvers = ALPHABETA.map(|spec| (spec, solver_within(spec, 1 << 20).unwrap()));
    for round in 0..1_500 {
        let problem = if round % 4 == 0 {
            random.region(4 + round % 5, [1 + round % 2, 1 + round / 2 % 2])
        } else {
            random.tiny(7)
        };
        let truth = Truth::of(problem.clone());
        for (spec, solver) in &solvers {
            let answer = solver.solve(&problem, &Limits::none());
            check_claims(spec, &truth, &answer);
            if !spec.contains("width") {
                assert_eq!(
                    answer.interval.low, answer.interval.high,
                    "{spec} on {problem}: {answer:?}"
                );
            }
        }
    }
}

#[test]
fn claims_hold_under_any_limit() {
    let mut random = RandomPositions::new(12);
    for round in 0..300 {
        let problem = random.tiny(8);
        let truth = Truth::of(problem.clone());
        for nodes in [1, 7, 60, 500, 3_000] {
            let spec = ALPHABETA[round % ALPHABETA.len()];
            let answer = solve(spec, &problem, &Limits::nodes(nodes));
            check_claims(spec, &truth, &answer);
            assert!(answer.nodes <= nodes, "{answer:?}");
        }
    }
}

#[test]
fn monte_carlo_moves_are_legal_and_nothing_is_claimed() {
    let mut random = RandomPositions::new(14);
    for round in 0..200 {
        let problem = random.tiny(7);
        let truth = Truth::of(problem.clone());
        for spec in MONTE_CARLO {
            for nodes in [1, 30, 300] {
                let solver = solver_within(spec, 1 << (8 + round % 16)).unwrap();
                let answer = solver.solve(&problem, &Limits::nodes(nodes));
                check_claims(spec, &truth, &answer);
                assert!(answer.nodes <= nodes, "{answer:?}");
            }
        }
    }
}

#[test]
fn monte_carlo_finds_the_best_moves_of_small_problems() {
    let mut random = RandomPositions::new(15);
    // All except the one that only asks who wins.
    for spec in &MONTE_CARLO[..6] {
        let mut best = 0;
        for _ in 0..60 {
            let problem = random.region(6, [1, 1]);
            let answer = solve(spec, &problem, &Limits::nodes(2_000));
            let ranks = minimax::move_ranks(&problem);
            let most = ranks.iter().map(|(_, rank)| *rank).max();
            best += usize::from(
                ranks.iter().any(|&(mv, rank)| answer.best == Some(mv) && Some(rank) == most)
                    || ranks.is_empty(),
            );
        }
        assert!(best >= 50, "{spec} found {best} of 60");
    }
}

#[test]
fn values_do_not_depend_on_symmetry_or_colour() {
    let mut random = RandomPositions::new(13);
    for round in 0..20 {
        let problem = random.region(5 + round % 4, [1, 2]);
        let want = solve("alphabeta", &problem, &Limits::none()).interval.low;
        for symmetry in 0..8 {
            let image = problem.transformed(symmetry);
            assert_eq!(solve("alphabeta", &image, &Limits::none()).interval.low, want, "{image}");
            let image = image.swapped();
            assert_eq!(solve("alphabeta", &image, &Limits::none()).interval.low, want, "{image}");
        }
    }
}

#[test]
fn node_limited_runs_repeat() {
    let problem = Position::start(10, 10).unwrap();
    for (spec, nodes) in [
        ("alphabeta", 20_000),
        ("alphabeta:width=10", 20_000),
        ("mcts", 500),
        ("uct:seed=5", 500),
        ("one-ply:minimal-distance", 20_000),
        ("random", 1),
    ] {
        let [first, second] = [(); 2].map(|()| solve(spec, &problem, &Limits::nodes(nodes)));
        assert_eq!((first.best, first.nodes), (second.best, second.nodes), "{spec}");
        let log = |answer: &Answer| -> Vec<_> {
            answer.iterations.iter().map(|i| (i.target, i.outcome, i.nodes)).collect()
        };
        assert_eq!(log(&first), log(&second), "{spec}");
    }
}

#[test]
fn time_limits_are_kept_on_the_largest_boards() {
    let starts = [Position::start(10, 10).unwrap(), Position::start(16, 8).unwrap()];
    for spec in ["alphabeta", "alphabeta:width=20", "mcts", "uct", "one-ply"] {
        for start in &starts {
            for limit in [10, 100].map(Duration::from_millis) {
                let search = || assert!(solve(spec, start, &Limits::time(limit)).best.is_some());
                // Loose, since tests share the cores.
                let kept = keeps_limit(limit, Duration::from_millis(50), search);
                assert!(kept, "{spec} on {start} in {limit:?}");
            }
        }
    }
}
