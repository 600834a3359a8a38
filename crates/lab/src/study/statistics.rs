//! Statistics of a study: shares with confidence intervals, errors, paired tests, strata, effort.
//!
//! Every share is taken over the *judged* problems: those on which the verdict on every solver is
//! known. Thus all solvers are measured on the same problems, and a hard problem that defeats the
//! judge does not count for one solver and against another. Beside each share, a range over all
//! problems states what the unjudged problems could change.
//!
//! The two problems of a region are not independent of each other: intervals are clustered by
//! region, except those that say otherwise.

mod baselines;
mod beside_paper;
mod case;
mod comparison;
mod decisive;
mod effort;
mod equal_time;
mod pairs;
mod seeds;
mod share;
mod size_model;
mod size_pools;
mod solved_within;
mod strata;

pub use baselines::Baselines;
pub use beside_paper::{BesidePaper, PaperSolver};
pub use comparison::Comparison;
pub use decisive::{Decisive, WonBySize, WonProblems};
pub use effort::{Effort, Overrun, Quantity};
pub use equal_time::TimeAtLimit;
pub(super) use equal_time::times_at_limit;
pub use pairs::Pair;
pub use seeds::SeedSpread;
pub use share::Share;
pub use size_model::{Effect, SizeModel};
pub use size_pools::{FEWEST, Median, SizePool};
pub use solved_within::{SolvedBy, SolvedWithin, Unit};
pub use strata::{Feature, Strata, Stratum};

use super::features::Features;
use super::verdict::{Row, Verdict};
use crate::stats::bootstrap_ratio;
use case::Case;
use seeds::first_seeds;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The seed of every bootstrap, so that a report made again has the same intervals.
const BOOTSTRAP_SEED: u64 = 2008;

/// A whole study in numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Statistics {
    /// Problems of the study.
    pub problems: usize,
    /// Problems that every solver has run on and that the judge has finished; all other numbers are
    /// about these.
    pub run: usize,
    /// Of those, problems on which every solver's verdict is known.
    pub judged: usize,
    /// Of those, problems on which some solver's verdict is not known.
    pub unjudged: usize,
    /// The regions that the judged problems are of: the clusters of all intervals.
    pub regions: usize,
    /// What methods without search get right; `null` if the set lists no optimal moves.
    pub baselines: Option<Baselines>,
    /// One entry per solver.
    pub solvers: Vec<SolverStatistics>,
    /// One entry per number of empty squares.
    pub sizes: Vec<SizeStatistics>,
    /// The same by sizes, neighbours with few problems taken together.
    pub size_pools: Vec<SizePool>,
    /// Each solver compared with each other.
    pub comparisons: Vec<Comparison>,
    /// Every two methods with paired tests.
    pub pairs: Vec<Pair>,
    /// How far methods that ran with several seeds vary.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seeds: Vec<SeedSpread>,
    /// The judged problems by other features.
    pub strata: Vec<Strata>,
    /// Mistakes that decide a win or a loss, one entry per solver.
    pub decisive: Vec<Decisive>,
    /// How many problems are solved within how many seconds.
    pub solved_within_seconds: SolvedWithin<f64>,
    /// How many problems are solved within how many nodes, which for different methods are different
    /// things.
    pub solved_within_nodes: SolvedWithin<u64>,
    /// The paper's methods on problems of its kind; `null` if there are none.
    pub beside_paper: Option<BesidePaper>,
    /// The methods whose limits stand for equal processor time, with the time that they took.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub equal_time: Vec<TimeAtLimit>,
}

/// One solver: a line of tables I and II, and its effort.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SolverStatistics {
    /// The name that the solver was given, or else its spec.
    pub solver: String,
    /// Its spec, if it was given a name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spec: Option<String>,
    /// Optimal moves, of the judged problems (table I), with Wilson's interval, which takes problems
    /// to be independent.
    pub correct: Share,
    /// The lower end of the same share's 95 % interval, clustered by region.
    pub clustered_low: f64,
    /// The upper end.
    pub clustered_high: f64,
    /// No move returned (table II).
    pub unsolved: Share,
    /// Moves with an error (table II).
    pub badly_solved: Share,
    /// The mean error of the badly solved problems whose error is known exactly (table II).
    pub mean_error: Option<f64>,
    /// The lower end of its 95 % bootstrap interval, regions being drawn; `null` if fewer than two
    /// regions have such an error.
    pub mean_error_low: Option<f64>,
    /// The upper end.
    pub mean_error_high: Option<f64>,
    /// The largest of these errors.
    pub largest_error: Option<i32>,
    /// Badly solved problems whose error is known only within bounds; they are not in the mean.
    pub inexact_errors: usize,
    /// Moves, over all problems run, that could not be judged.
    pub unjudged: usize,
    /// Correct over all problems run, if every unjudged move were wrong, in percent.
    pub correct_at_least: f64,
    /// Correct over all problems run, if every unjudged move were right, in percent.
    pub correct_at_most: f64,
    /// Runs that ended with an illegal move or a crash; they count as unsolved.
    pub failures: usize,
    /// Runs whose claim the judge refutes.
    pub false_claims: usize,
    /// Wall time over all problems run.
    pub seconds: Effort<f64>,
    /// Nodes over all problems run.
    pub nodes: Effort<u64>,
    /// Wall time up to the end of the iteration that found the returned move and kept it, over the
    /// problems with a move; `null` for a method whose log does not tell.
    pub found_seconds: Option<Effort<f64>>,
    /// Nodes up to there.
    pub found_nodes: Option<Effort<u64>>,
    /// Wall time up to the end of the first iteration after which an optimal move would have been
    /// returned, over the problems with one; `null` for a method whose log does not tell.
    pub right_seconds: Option<Effort<f64>>,
    /// Nodes up to there.
    pub right_nodes: Option<Effort<u64>>,
    /// How its success depends on squares and amazons; `null` if the problems do not tell.
    pub size_model: Option<SizeModel>,
    /// The share of its wall time that the solver was on a processor. If it is well below 1, other
    /// programs took its core away and the times say little.
    pub cpu_share: Option<f64>,
    /// How far runs that reached the time limit went beyond it, seconds.
    pub overshoot_seconds: Option<Overrun<f64>>,
    /// How far runs that reached the node limit went beyond it.
    pub overshoot_nodes: Option<Overrun<u64>>,
}

/// The problems of one size.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SizeStatistics {
    /// Empty squares.
    pub empties: usize,
    /// Problems judged.
    pub judged: usize,
    /// Problems run but not judged.
    pub unjudged: usize,
    /// Correct moves of the judged problems, per solver.
    pub correct: Vec<Share>,
    /// Median wall time of the problems run, per solver, seconds.
    pub median_seconds: Vec<f64>,
    /// Median nodes of the problems run, per solver.
    pub median_nodes: Vec<u64>,
}

impl Statistics {
    /// Computes the statistics of a study from its problems and rows.
    ///
    /// Rows of problems that some solver has not run on yet are left out.
    /// `solvers` are what the rows call them, `specs` what they are.
    pub fn new(problems: &[Features], solvers: &[String], specs: &[String], rows: &[Row]) -> Self {
        let cases = Case::gather(solvers, rows, problems);
        let judged: Vec<&Case> = cases.iter().filter(|case| case.judged()).collect();
        let mut by_size: BTreeMap<usize, Vec<&Case>> = BTreeMap::new();
        for case in &cases {
            by_size.entry(case.features.empties).or_default().push(case);
        }
        let compared = (0..solvers.len())
            .flat_map(|a| (0..solvers.len()).filter(move |&b| a != b).map(move |b| (a, b)));
        let by_size: Vec<Vec<&Case>> = by_size.into_values().collect();
        Self {
            problems: problems.len(),
            run: cases.len(),
            judged: judged.len(),
            unjudged: cases.len() - judged.len(),
            regions: strata::regions(&judged),
            baselines: Baselines::new(&judged),
            solvers: (0..solvers.len())
                .map(|index| {
                    let name = (&*solvers[index], &*specs[index]);
                    SolverStatistics::new(name, index, &cases, &judged)
                })
                .collect(),
            sizes: by_size.iter().map(|cases| SizeStatistics::new(solvers.len(), cases)).collect(),
            size_pools: size_pools::size_pools(&by_size, solvers.len()),
            comparisons: compared
                .map(|(a, b)| Comparison::new((&solvers[a], a), (&solvers[b], b), &cases))
                .collect(),
            pairs: pairs::pairs(solvers, &first_seeds(specs), &cases),
            seeds: seeds::seeds(solvers, specs, &judged),
            strata: strata::strata(&judged, solvers.len()),
            decisive: (0..solvers.len())
                .map(|index| Decisive::new(&solvers[index], index, &cases))
                .collect(),
            solved_within_seconds: SolvedWithin::new(Unit::Seconds, solvers, &judged),
            solved_within_nodes: SolvedWithin::new(Unit::Nodes, solvers, &judged).whole(),
            beside_paper: BesidePaper::new(solvers, specs, &judged),
            equal_time: Vec::new(),
        }
    }

    /// How many problems are solved within how much effort, to show it.
    pub fn solved_within(&self, unit: Unit) -> SolvedWithin<f64> {
        match unit {
            Unit::Seconds => self.solved_within_seconds.clone(),
            Unit::Nodes => self.solved_within_nodes.real(),
        }
    }

    /// Whether a solver is another of its method by a further seed.
    pub fn is_further_seed(&self, solver: &str) -> bool {
        self.seeds.iter().any(|spread| spread.solvers[1..].iter().any(|other| other == solver))
    }

    /// The comparison of two solvers.
    pub fn comparison(&self, solver: &str, other: &str) -> Option<&Comparison> {
        self.comparisons.iter().find(|c| c.solver == solver && c.other == other)
    }
}

impl SolverStatistics {
    fn new((solver, spec): (&str, &str), index: usize, cases: &[Case], judged: &[&Case]) -> Self {
        let share = |verdict| {
            let count = judged.iter().filter(|case| case.verdict(index) == verdict).count();
            Share::new(count, judged.len())
        };
        let rows = || cases.iter().map(|case| case.rows[index]);
        let count = |test: fn(&Row) -> bool| rows().filter(|row| test(row)).count();

        let bad = || judged.iter().filter(|case| case.verdict(index) == Verdict::BadlySolved);
        let errors: Vec<i32> = bad().filter_map(|case| case.rows[index].exact_error()).collect();
        let (mean_error, error_interval) = Self::mean_error(index, judged);
        let clustered = Share::of_cases(judged, |case| case.correct(index));
        let all_correct = count(|row| row.verdict == Verdict::Correct);
        let unjudged = count(|row| row.verdict == Verdict::Unjudged);
        let timed = || rows().filter_map(|row| Some((row.cpu_seconds?, row.seconds)));
        let percent = |part: usize| 100.0 * part as f64 / (cases.len().max(1)) as f64;
        Self {
            solver: solver.to_owned(),
            spec: (spec != solver).then(|| spec.to_owned()),
            correct: share(Verdict::Correct),
            clustered_low: clustered.low,
            clustered_high: clustered.high,
            unsolved: share(Verdict::Unsolved),
            badly_solved: share(Verdict::BadlySolved),
            mean_error,
            mean_error_low: error_interval.map(|(low, _)| low),
            mean_error_high: error_interval.map(|(_, high)| high),
            largest_error: errors.iter().copied().max(),
            inexact_errors: bad().count() - errors.len(),
            unjudged,
            correct_at_least: percent(all_correct),
            correct_at_most: percent(all_correct + unjudged),
            failures: count(|row| row.failure.is_some()),
            false_claims: count(|row| row.false_claim),
            seconds: Effort::of(rows().map(|row| row.seconds).collect()),
            nodes: Effort::of(rows().map(|row| row.nodes).collect()),
            found_seconds: Effort::of_any(rows().filter_map(|row| row.found_seconds).collect()),
            found_nodes: Effort::of_any(rows().filter_map(|row| row.found_nodes).collect()),
            right_seconds: Effort::of_any(rows().filter_map(|row| row.right_seconds).collect()),
            right_nodes: Effort::of_any(rows().filter_map(|row| row.right_nodes).collect()),
            size_model: SizeModel::new(index, judged),
            cpu_share: timed()
                .reduce(|all, one| (all.0 + one.0, all.1 + one.1))
                .map(|(cpu, wall)| cpu / wall)
                .filter(|share| share.is_finite())
                .map(|share| share.min(1.0)),
            overshoot_seconds: Overrun::of(rows().filter_map(|r| r.overshoot.seconds).collect()),
            overshoot_nodes: Overrun::of(rows().filter_map(|r| r.overshoot.nodes).collect()),
        }
    }

    /// The solver's spec, whatever name it was given.
    pub fn spec(&self) -> &str {
        self.spec.as_deref().unwrap_or(&self.solver)
    }

    /// The mean of the exactly known errors of the badly solved problems, and its 95 % bootstrap
    /// interval, for which regions are drawn with replacement.
    fn mean_error(index: usize, judged: &[&Case]) -> (Option<f64>, Option<(f64, f64)>) {
        let mut regions = BTreeMap::<usize, (f64, f64)>::new();
        for case in judged {
            let (sum, count) = regions.entry(case.features.region).or_default();
            let row = case.rows[index];
            if let (Verdict::BadlySolved, Some(error)) = (row.verdict, row.exact_error()) {
                *sum += f64::from(error);
                *count += 1.0;
            }
        }
        let regions: Vec<_> = regions.into_values().collect();
        let [sum, count] = [|r: &(f64, f64)| r.0, |r: &(f64, f64)| r.1]
            .map(|of| regions.iter().map(of).sum::<f64>());
        ((count > 0.0).then(|| sum / count), bootstrap_ratio(&regions, BOOTSTRAP_SEED))
    }
}

impl SizeStatistics {
    fn new(solvers: usize, cases: &[&Case]) -> Self {
        let judged: Vec<_> = cases.iter().filter(|case| case.judged()).collect();
        Self {
            empties: cases.first().map_or(0, |case| case.features.empties),
            judged: judged.len(),
            unjudged: cases.len() - judged.len(),
            correct: (0..solvers)
                .map(|solver| {
                    let correct = judged.iter().filter(|case| case.correct(solver));
                    Share::new(correct.count(), judged.len())
                })
                .collect(),
            median_seconds: medians(solvers, cases, |row| row.seconds),
            median_nodes: medians(solvers, cases, |row| row.nodes),
        }
    }
}

/// The median of a quantity over these problems, for each solver.
fn medians<T: Quantity>(solvers: usize, cases: &[&Case], value: fn(&Row) -> T) -> Vec<T> {
    let of = |s: usize| cases.iter().map(|case| value(case.rows[s])).collect();
    (0..solvers).map(|s| Effort::of(of(s)).median).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::features::Kind;
    use crate::study::record::Overshoot;
    use crate::study::verdict::WasRight;
    use amazons::score::{Bounds, Interval, Rank};

    /// A row for `solver` on `problem` with these bounds of its move's rank; the best rank is 5.
    fn row(problem: &str, empties: usize, solver: &str, rank: Option<(i32, i32)>) -> Row {
        let rank = rank.map(|(low, high)| Interval { low: Rank::new(low), high: Rank::new(high) });
        let best = Rank::new(5);
        let error =
            rank.map(|r| Bounds { low: best.above(r.high).max(0), high: best.above(r.low) });
        let verdict = match error {
            None => Verdict::Unsolved,
            Some(e) if e.high == 0 => Verdict::Correct,
            Some(e) if e.low > 0 => Verdict::BadlySolved,
            Some(_) => Verdict::Unjudged,
        };
        // Different moves for different ranks, so that moves are equal if and only if their ranks
        // are.
        let mv = rank.map(|r| {
            let file = |rank: Rank| char::from(b'a' + rank.x() as u8);
            format!("{}1-b1/{}2", file(r.low), file(r.high)).parse().unwrap()
        });
        Row {
            problem: problem.into(),
            fen: String::new(),
            first: "White".into(),
            empties,
            solver: solver.into(),
            mv,
            verdict,
            best: Interval::exactly(best),
            rank,
            error,
            claim: Interval::of_size(empties),
            false_claim: false,
            iterations: 0,
            nodes: 10,
            seconds: 1.5,
            cpu_seconds: Some(1.2),
            found_nodes: None,
            found_seconds: None,
            right_nodes: None,
            right_seconds: None,
            course: None,
            overshoot: Overshoot::default(),
            failure: None,
        }
    }

    #[test]
    fn a_method_may_be_right_at_a_smaller_limit_alone() {
        let held = |nodes, right| WasRight { nodes, seconds: 0.1, right };
        let given_up = Some(vec![held(3, true), held(7, false)]);
        let late = Some(vec![held(2, false), held(10, true)]);
        let rows = [
            Row { course: given_up, ..row("p1", 10, "x", Some((3, 3))) },
            Row { course: late, found_nodes: Some(2), ..row("p2", 10, "x", Some((5, 5))) },
        ];
        let within = statistics(&["x"], &rows).solved_within_nodes;
        assert_eq!(within.efforts, [2, 5, 10]);
        let counts = |shares: &[Share]| shares.iter().map(|one| one.count).collect::<Vec<_>>();
        assert_eq!(counts(&within.solvers[0].finished), [0, 0, 1]);
        assert_eq!(counts(within.solvers[0].anytime.as_ref().unwrap()), [0, 1, 1]);
        let untold = [row("p1", 10, "x", Some((5, 5)))];
        assert!(statistics(&["x"], &untold).solved_within_nodes.solvers[0].anytime.is_none());
    }

    /// The problems of these rows: each is a region of its own, with one optimal of five moves.
    fn problems(rows: &[Row]) -> Vec<Features> {
        let problem = |(index, rows): (usize, &[Row])| Features {
            problem: rows[0].problem.clone(),
            region: index,
            empties: rows[0].empties,
            amazons: 2,
            kind: Kind::Even,
            legal_moves: 5,
            best_moves: Some(1),
            one_ply: Some(index % 2 == 0),
            judge_nodes: None,
            of_papers_kind: true,
        };
        rows.chunk_by(|a, b| a.problem == b.problem).enumerate().map(problem).collect()
    }

    fn statistics(solvers: &[&str], rows: &[Row]) -> Statistics {
        let solvers: Vec<_> = solvers.iter().map(|&solver| solver.to_owned()).collect();
        Statistics::new(&problems(rows), &solvers, &solvers, rows)
    }

    #[test]
    fn wilson_intervals_match_published_values() {
        // Newcombe 1998 (Statistics in Medicine 17:857), table I, method 3.
        for (count, of, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0000, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let share = Share::new(count, of);
            assert!((share.low - low).abs() < 5e-5, "{share:?}");
            assert!((share.high - high).abs() < 5e-5, "{share:?}");
        }
        assert!((Share::new(7, 7).high - 1.0).abs() < 1e-12);
        assert_eq!((Share::new(0, 0).low, Share::new(0, 0).high), (0.0, 1.0));
        assert_eq!(Share::new(0, 0).percent(), None);
    }

    #[test]
    fn a_crash_leaves_the_share_of_the_processor_to_the_other_problems() {
        let crashed = Row { cpu_seconds: None, seconds: 9.0, ..row("p1", 10, "x", None) };
        let rows = [crashed, row("p2", 10, "x", None)];
        let share = |rows| statistics(&["x"], rows).solvers[0].cpu_share;
        assert!((share(&rows[..]).unwrap() - 0.8).abs() < 1e-9);
        assert_eq!(share(&rows[..1]), None);
    }

    #[test]
    fn tables_match_a_count_by_hand() {
        let rows = [
            row("p1", 10, "x", Some((5, 5))), // correct
            row("p1", 10, "y", Some((3, 3))), // error 2
            row("p2", 10, "x", None),         // unsolved
            row("p2", 10, "y", Some((5, 5))),
            row("p3", 11, "x", Some((2, 6))), // unjudged, so the problem is
            row("p3", 11, "y", Some((1, 1))), // error 4, on an unjudged problem
            row("p4", 11, "x", Some((1, 1))), // error 4
            row("p4", 11, "y", Some((1, 2))), // error 3 or 4
            row("p5", 11, "x", Some((5, 5))), // y has not run yet
        ];
        let s = statistics(&["x", "y"], &rows);
        assert_eq!((s.problems, s.run, s.judged, s.unjudged, s.regions), (5, 4, 3, 1, 3));

        let [x, y] = &s.solvers[..] else { panic!() };
        let counts = |s: &SolverStatistics| {
            (s.correct.count, s.unsolved.count, s.badly_solved.count, s.correct.of)
        };
        assert_eq!(counts(x), (1, 1, 1, 3));
        assert_eq!(counts(y), (1, 0, 2, 3));
        assert_eq!((x.mean_error, x.inexact_errors, x.largest_error), (Some(4.0), 0, Some(4)));
        assert_eq!((y.mean_error, y.inexact_errors), (Some(2.0), 1));
        assert_eq!((x.unjudged, y.unjudged), (1, 0));
        assert_eq!((x.correct_at_least, x.correct_at_most), (25.0, 50.0));
        assert_eq!((x.seconds.total, x.nodes.total, x.nodes.median), (6.0, 40, 10));
        assert!((x.cpu_share.unwrap() - 0.8).abs() < 1e-9);

        let sizes: Vec<_> = s.sizes.iter().map(|s| (s.empties, s.judged, s.unjudged)).collect();
        assert_eq!(sizes, [(10, 2, 0), (11, 1, 1)]);
        assert_eq!(s.sizes[0].correct, [Share::new(1, 2), Share::new(1, 2)]);

        // x wins on p1 and, by bounds alone, on p3; p4 is undecided for y alone.
        let xy = s.comparison("x", "y").unwrap();
        assert_eq!((xy.better, xy.undecided), (2, 0));
        let yx = s.comparison("y", "x").unwrap();
        assert_eq!((yx.better, yx.undecided), (1, 1));
    }

    #[test]
    fn pairs_count_problems_that_are_judged_for_both() {
        let rows = [
            row("p1", 10, "x", Some((5, 5))),
            row("p1", 10, "y", Some((5, 5))),
            row("p1", 10, "z", Some((2, 6))), // unjudged for z alone
            row("p2", 10, "x", Some((5, 5))),
            row("p2", 10, "y", Some((3, 3))),
            row("p2", 10, "z", Some((5, 5))),
            row("p3", 11, "x", None),
            row("p3", 11, "y", Some((1, 1))),
            row("p3", 11, "z", Some((5, 5))),
        ];
        let s = statistics(&["x", "y", "z"], &rows);
        let counts: Vec<_> = s
            .pairs
            .iter()
            .map(|p| {
                (
                    p.first.as_str(),
                    p.second.as_str(),
                    p.both,
                    p.only_first,
                    p.only_second,
                    p.neither,
                )
            })
            .collect();
        assert_eq!(
            counts,
            [("x", "y", 1, 1, 0, 1), ("x", "z", 1, 0, 1, 0), ("y", "z", 0, 0, 2, 0)]
        );
        let xy = &s.pairs[0];
        assert!((xy.difference.unwrap() - 1.0 / 3.0).abs() < 1e-12);
        assert!(xy.difference_low < 0.0 && xy.difference_high > 0.9, "{xy:?}");
        assert_eq!((xy.p, xy.p_holm), (1.0, 1.0));
        // y's move on p3 is wrong, but x has none.
        assert_eq!((xy.first_better, xy.second_better), (1, 1));
        assert_eq!((s.pairs[2].p, s.pairs[2].p_holm), (0.5, 1.0));
    }

    #[test]
    fn two_problems_of_a_region_are_one_observation() {
        // 100 regions of two problems; x solves both or none, y solves all.
        let rows: Vec<Row> = (0..200)
            .flat_map(|index| {
                let rank = (index / 2 % 4 != 0).then_some((5, 5));
                let id = format!("p{index}");
                [row(&id, 10, "x", rank), row(&id, 10, "y", Some((5, 5)))]
            })
            .collect();
        let mut known = problems(&rows);
        known.iter_mut().enumerate().for_each(|(index, problem)| problem.region = index / 2);
        let solvers = ["x".to_owned(), "y".to_owned()];
        let s = Statistics::new(&known, &solvers, &solvers, &rows);
        let x = &s.solvers[0];
        // As if there were 100 problems: Wilson's interval of 75 of 100 is 0.657 to 0.825.
        assert!((x.clustered_low - 0.657).abs() < 0.003, "{x:?}");
        assert!((x.clustered_high - 0.825).abs() < 0.003, "{x:?}");
        assert!(x.correct.low > x.clustered_low && x.correct.high < x.clustered_high);
        let pair = &s.pairs[0];
        assert_eq!((pair.only_first, pair.only_second), (0, 50));
        // 25 regions differ: 2⁻²⁴ rather than 2⁻⁴⁹.
        assert!((pair.p_clustered / 2f64.powi(-24) - 1.0).abs() < 1e-9, "{pair:?}");
        assert!((pair.p / 2f64.powi(-49) - 1.0).abs() < 1e-9, "{pair:?}");
        let half = (pair.difference_high - pair.difference_low) / 2.0;
        assert!((half - 1.984 * (0.25 * 0.75 / 99.0f64).sqrt()).abs() < 1e-3, "{pair:?}");
    }

    #[test]
    fn methods_that_never_differ_leave_the_difference_open() {
        let rows: Vec<Row> = (0..30)
            .flat_map(|index| ["x", "y"].map(|s| row(&format!("p{index}"), 10, s, Some((5, 5)))))
            .collect();
        let pair = &statistics(&["x", "y"], &rows).pairs[0];
        assert_eq!((pair.difference, pair.p, pair.p_clustered), (Some(0.0), 1.0, 1.0));
        assert!(pair.difference_high > 0.1 && pair.difference_low == -pair.difference_high);
    }

    #[test]
    fn baselines_strata_and_decisive_mistakes_are_counted() {
        let lost = |problem: &str| row(problem, 12, "x", Some((-1, -1)));
        let rows = [row("p1", 10, "x", Some((5, 5))), lost("p2"), row("p3", 17, "x", None)];
        let s = statistics(&["x"], &rows);
        let baselines = s.baselines.unwrap();
        assert!((baselines.chance - 0.2).abs() < 1e-12);
        assert_eq!((baselines.one_ply.count, baselines.one_ply.of, baselines.problems), (2, 3, 3));
        let by_size = &s.strata[0];
        let sizes: Vec<_> = by_size.groups.iter().map(|g| (g.value.as_str(), g.problems)).collect();
        assert_eq!(
            (by_size.by, &sizes[..]),
            (Feature::Empties, &[("10 to 14", 2), ("15 to 19", 1)][..])
        );
        // The best rank is a win by 5; one move loses.
        let all = WonProblems { won: 3, lost: 1, unsolved: 1, open: 0 };
        assert_eq!(s.decisive[0].all, all);
        assert_eq!(
            s.decisive[0].sizes[1].problems,
            WonProblems { won: 1, unsolved: 1, ..WonProblems::default() }
        );
        assert_eq!((s.decisive[0].share.count, s.decisive[0].share.of), (1, 3));
        assert_eq!(s.solvers[0].mean_error_low, None, "one error has no interval");
        assert!(s.beside_paper.is_none(), "x is no method of the paper");
    }
}
