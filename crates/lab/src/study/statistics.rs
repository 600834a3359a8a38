//! Statistics of a study: shares with confidence intervals, errors, pairwise comparisons, effort.
//!
//! Every share is taken over the *judged* problems: those on which the verdict on every solver is
//! known. Thus all solvers are measured on the same problems, and a hard problem that defeats the
//! judge does not count for one solver and against another. Beside each share, a range over all
//! problems states what the unjudged problems could change.

use super::verdict::{Row, Verdict};
use crate::stats::wilson;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A share with its Wilson score interval at 95 %.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Share {
    /// Successes.
    pub count: usize,
    /// Trials.
    pub of: usize,
    /// The lower end of the interval, 0 to 1.
    pub low: f64,
    /// The upper end of the interval, 0 to 1.
    pub high: f64,
}

impl Share {
    /// The share `count` of `of`. Without trials the interval is 0 to 1.
    pub fn new(count: usize, of: usize) -> Self {
        let (low, high) = wilson(count as u64, of as u64);
        Self { count, of, low, high }
    }

    /// The share in percent; `None` without trials.
    pub fn percent(&self) -> Option<f64> {
        (self.of > 0).then(|| 100.0 * self.count as f64 / self.of as f64)
    }
}

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
    /// One entry per solver.
    pub solvers: Vec<SolverStatistics>,
    /// One entry per number of empty squares.
    pub sizes: Vec<SizeStatistics>,
    /// Each solver compared with each other.
    pub comparisons: Vec<Comparison>,
}

/// One solver: a line of tables I and II, and its effort.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SolverStatistics {
    /// The solver's spec.
    pub solver: String,
    /// Optimal moves, of the judged problems (table I).
    pub correct: Share,
    /// No move returned (table II).
    pub unsolved: Share,
    /// Moves with an error (table II).
    pub badly_solved: Share,
    /// The mean error of the badly solved problems whose error is known exactly (table II).
    pub mean_error: Option<f64>,
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
    pub seconds: Effort,
    /// Nodes over all problems run.
    pub nodes: Effort,
    /// The share of its wall time that the solver was on a processor. If it is well below 1, other
    /// programs took its core away and the times say little.
    pub cpu_share: Option<f64>,
    /// How far runs that reached the time limit went beyond it, seconds.
    pub overshoot_seconds: Option<Overrun>,
    /// How far runs that reached the node limit went beyond it.
    pub overshoot_nodes: Option<Overrun>,
}

/// Sum and spread of one quantity over the problems.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Effort {
    /// The sum.
    pub total: f64,
    /// The mean.
    pub mean: f64,
    /// The median.
    pub median: f64,
    /// 95 % of the problems took at most this.
    pub p95: f64,
    /// The maximum.
    pub max: f64,
}

/// How far runs went beyond their limit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Overrun {
    /// Runs that reached the limit.
    pub runs: usize,
    /// The median.
    pub median: f64,
    /// 95 % of them went at most this far.
    pub p95: f64,
    /// The maximum.
    pub max: f64,
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
    pub median_nodes: Vec<f64>,
}

/// How often one solver's move was better than another's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Comparison {
    /// One solver.
    pub solver: String,
    /// The other.
    pub other: String,
    /// Problems on which `solver` is strictly better: its move has the higher rank, or it alone
    /// has a move.
    pub better: usize,
    /// Problems on which the bounds of the ranks do not decide.
    pub undecided: usize,
}

impl Statistics {
    /// Computes the statistics of a study of `problems` problems from its rows.
    ///
    /// Rows of problems that some solver has not run on yet are left out.
    pub fn new(problems: usize, solvers: &[String], rows: &[Row]) -> Self {
        let cases = Case::gather(solvers, rows);
        let judged: Vec<_> = cases.iter().filter(|case| case.judged()).collect();

        let mut by_size: BTreeMap<usize, Vec<&Case>> = BTreeMap::new();
        for case in &cases {
            by_size.entry(case.empties()).or_default().push(case);
        }
        let pairs = (0..solvers.len())
            .flat_map(|a| (0..solvers.len()).filter(move |&b| a != b).map(move |b| (a, b)));
        Self {
            problems,
            run: cases.len(),
            judged: judged.len(),
            unjudged: cases.len() - judged.len(),
            solvers: (0..solvers.len())
                .map(|index| SolverStatistics::new(&solvers[index], index, &cases, &judged))
                .collect(),
            sizes: by_size
                .iter()
                .map(|(&empties, cases)| SizeStatistics::new(empties, solvers.len(), cases))
                .collect(),
            comparisons: pairs
                .map(|(a, b)| Comparison::new((&solvers[a], a), (&solvers[b], b), &cases))
                .collect(),
        }
    }

    /// The comparison of two solvers.
    pub fn comparison(&self, solver: &str, other: &str) -> Option<&Comparison> {
        self.comparisons.iter().find(|c| c.solver == solver && c.other == other)
    }
}

/// One problem with every solver's row, in the order of the solvers.
struct Case<'a>(Vec<&'a Row>);

impl<'a> Case<'a> {
    /// The problems that every solver has run on, in the order of their rows.
    fn gather(solvers: &[String], rows: &'a [Row]) -> Vec<Self> {
        rows.chunk_by(|a, b| a.problem == b.problem)
            .filter_map(|rows| {
                solvers
                    .iter()
                    .map(|solver| rows.iter().find(|row| row.solver == *solver))
                    .collect::<Option<Vec<_>>>()
                    .map(Self)
            })
            .filter(|case| !case.0.is_empty())
            .collect()
    }

    fn empties(&self) -> usize {
        self.0[0].empties
    }

    fn judged(&self) -> bool {
        self.0.iter().all(|row| row.verdict != Verdict::Unjudged)
    }

    fn verdict(&self, solver: usize) -> Verdict {
        self.0[solver].verdict
    }
}

impl SolverStatistics {
    fn new(solver: &str, index: usize, cases: &[Case], judged: &[&Case]) -> Self {
        let share = |verdict| {
            let count = judged.iter().filter(|case| case.verdict(index) == verdict).count();
            Share::new(count, judged.len())
        };
        let rows = || cases.iter().map(|case| case.0[index]);
        let count = |test: fn(&Row) -> bool| rows().filter(|row| test(row)).count();

        let bad = judged.iter().filter(|case| case.verdict(index) == Verdict::BadlySolved);
        let errors: Vec<i32> = bad.clone().filter_map(|case| case.0[index].exact_error()).collect();
        let all_correct = count(|row| row.verdict == Verdict::Correct);
        let unjudged = count(|row| row.verdict == Verdict::Unjudged);
        let timed = || rows().filter_map(|row| Some((row.cpu_seconds?, row.seconds)));
        let percent = |part: usize| 100.0 * part as f64 / (cases.len().max(1)) as f64;
        Self {
            solver: solver.to_owned(),
            correct: share(Verdict::Correct),
            unsolved: share(Verdict::Unsolved),
            badly_solved: share(Verdict::BadlySolved),
            mean_error: (!errors.is_empty())
                .then(|| errors.iter().sum::<i32>() as f64 / errors.len() as f64),
            largest_error: errors.iter().copied().max(),
            inexact_errors: bad.count() - errors.len(),
            unjudged,
            correct_at_least: percent(all_correct),
            correct_at_most: percent(all_correct + unjudged),
            failures: count(|row| row.failure.is_some()),
            false_claims: count(|row| row.false_claim),
            seconds: Effort::of(rows().map(|row| row.seconds).collect()),
            nodes: Effort::of(rows().map(|row| row.nodes as f64).collect()),
            cpu_share: timed()
                .reduce(|all, one| (all.0 + one.0, all.1 + one.1))
                .map(|(cpu, wall)| cpu / wall)
                .filter(|share| share.is_finite())
                .map(|share| share.min(1.0)),
            overshoot_seconds: Overrun::of(rows().filter_map(|r| r.overshoot.seconds).collect()),
            overshoot_nodes: Overrun::of(
                rows().filter_map(|r| r.overshoot.nodes).map(|n| n as f64).collect(),
            ),
        }
    }
}

impl SizeStatistics {
    fn new(empties: usize, solvers: usize, cases: &[&Case]) -> Self {
        let judged: Vec<_> = cases.iter().filter(|case| case.judged()).collect();
        let medians = |value: fn(&Row) -> f64| {
            (0..solvers)
                .map(|s| Effort::of(cases.iter().map(|case| value(case.0[s])).collect()).median)
                .collect()
        };
        Self {
            empties,
            judged: judged.len(),
            unjudged: cases.len() - judged.len(),
            correct: (0..solvers)
                .map(|solver| {
                    let correct =
                        judged.iter().filter(|case| case.verdict(solver) == Verdict::Correct);
                    Share::new(correct.count(), judged.len())
                })
                .collect(),
            median_seconds: medians(|row| row.seconds),
            median_nodes: medians(|row| row.nodes as f64),
        }
    }
}

impl Effort {
    fn of(mut values: Vec<f64>) -> Self {
        values.sort_by(f64::total_cmp);
        let Some(&max) = values.last() else { return Self::default() };
        let total: f64 = values.iter().sum();
        Self {
            total,
            mean: total / values.len() as f64,
            median: quantile(&values, 0.5),
            p95: quantile(&values, 0.95),
            max,
        }
    }
}

impl Overrun {
    fn of(values: Vec<f64>) -> Option<Self> {
        let runs = values.len();
        let Effort { median, p95, max, .. } = Effort::of(values);
        (runs > 0).then_some(Self { runs, median, p95, max })
    }
}

/// The smallest of the sorted values that at least a share `q` of them do not exceed.
fn quantile(sorted: &[f64], q: f64) -> f64 {
    let rank = (q * sorted.len() as f64).ceil() as usize;
    sorted[rank.clamp(1, sorted.len()) - 1]
}

impl Comparison {
    fn new(solver: (&str, usize), other: (&str, usize), cases: &[Case]) -> Self {
        let (mut better, mut undecided) = (0, 0);
        for case in cases {
            match strictly_better(case.0[solver.1], case.0[other.1]) {
                Some(true) => better += 1,
                Some(false) => {}
                None => undecided += 1,
            }
        }
        Self { solver: solver.0.to_owned(), other: other.0.to_owned(), better, undecided }
    }
}

/// Whether row `a` is strictly better than row `b` of the same problem; `None` if the bounds do not
/// decide.
fn strictly_better(a: &Row, b: &Row) -> Option<bool> {
    match (a.rank, b.rank) {
        (None, _) => Some(false),
        (Some(_), None) => Some(b.verdict == Verdict::Unsolved),
        (Some(_), Some(_)) if a.mv == b.mv => Some(false),
        // Both are optimal, though the rank itself may be known only within bounds.
        (Some(_), Some(_)) if b.verdict == Verdict::Correct => Some(false),
        (Some(x), Some(y)) if x.low > y.high => Some(true),
        (Some(x), Some(y)) if x.high <= y.low => Some(false),
        (Some(_), Some(_))
            if a.verdict == Verdict::Correct && b.verdict == Verdict::BadlySolved =>
        {
            Some(true)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::record::Overshoot;
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
            overshoot: Overshoot::default(),
            failure: None,
        }
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
        let share = |rows| Statistics::new(2, &["x".to_owned()], rows).solvers[0].cpu_share;
        assert!((share(&rows[..]).unwrap() - 0.8).abs() < 1e-9);
        assert_eq!(share(&rows[..1]), None);
    }

    #[test]
    fn tables_match_a_count_by_hand() {
        let solvers = ["x".to_owned(), "y".to_owned()];
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
        let s = Statistics::new(6, &solvers, &rows);
        assert_eq!((s.problems, s.run, s.judged, s.unjudged), (6, 4, 3, 1));

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
        assert_eq!((x.seconds.total, x.nodes.median), (6.0, 10.0));
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
    fn quantiles_are_values_that_occur() {
        let values: Vec<f64> = (1..=20).map(f64::from).collect();
        assert_eq!(quantile(&values, 0.5), 10.0);
        assert_eq!(quantile(&values, 0.95), 19.0);
        assert_eq!(quantile(&[7.0], 0.95), 7.0);
    }
}
