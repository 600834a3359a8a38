//! The tables of a report as text, shared by all exporters.

use super::paper::{PAPER_DFPN_WPNS, paper_line};
use super::report_data::Report;
use crate::drawing::{TextTable, wrapped};
use crate::stats::percent_interval;
use crate::study::describe_limits;
use crate::study::found::finds_by_iterations;
use crate::study::statistics::{
    Effect, Effort, Overrun, Pair, PaperSolver, Quantity, SeedSpread, Share, SolvedBy,
    SolverStatistics, Strata, Stratum, TimeAtLimit, Unit, WonBySize, WonProblems,
};

/// A table: the first column names the row, the others hold its values.
#[derive(Clone, Debug)]
pub struct Table {
    /// Its name in files, such as a LaTeX label.
    pub name: &'static str,
    /// What it shows.
    pub title: String,
    /// A note for the reader; it always says how many problems are unjudged.
    pub note: String,
    /// The column headings.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// The table for a terminal, with its note below it and a final newline.
    pub fn text(&self) -> String {
        let Self { title, note, columns, rows, .. } = self.clone();
        format!("{}{}\n", TextTable { title, columns, rows }.text(), wrapped(&note, 0))
    }
}

/// Shown where there is no value.
const NONE: &str = "–";

/// Every table of a report, in its order.
pub fn tables(report: &Report) -> Vec<Table> {
    let mut tables = vec![solved(report)];
    tables.extend(beside_paper(report));
    tables.extend([unsolved(report), pairs(report), errors(report), comparisons(report)]);
    tables.push(decisive(report));
    tables.extend(strata(report));
    tables.extend([size_model(report), sizes(report)]);
    tables.extend(equal_time(report));
    tables.push(effort(report));
    tables.extend(found(report));
    tables.extend(solved_within(report));
    tables.push(overshoot(report));
    tables
}

/// The method's name in the paper and ours.
fn method(solver: &SolverStatistics) -> String {
    match paper_line(solver.spec()) {
        Some(line) => format!("{} ({})", solver.solver, line.method),
        None => solver.solver.clone(),
    }
}

fn percent(share: &Share) -> String {
    share.percent().map_or(NONE.into(), |p| format!("{p:.2}"))
}

fn interval(share: &Share) -> String {
    percent_interval((share.low, share.high))
}

/// A share with its interval.
fn with_interval(share: &Share) -> String {
    optional(share.percent(), |p| format!("{p:.1} ({})", interval(share)))
}

/// A p-value with two digits.
fn p_value(p: f64) -> String {
    match p {
        p if p < 1e-4 => "< 0.0001".to_owned(),
        p if p < 0.001 => format!("{p:.4}"),
        p => format!("{p:.3}"),
    }
}

/// What the tables of the whole set say first about their problems.
fn of_judged(report: &Report) -> String {
    let s = &report.statistics;
    format!("Of the {} judged problems, which are of {} regions", s.judged, s.regions)
}

fn optional<T>(value: Option<T>, show: impl FnOnce(T) -> String) -> String {
    value.map_or(NONE.into(), show)
}

fn texts<const N: usize>(texts: [&str; N]) -> Vec<String> {
    texts.map(str::to_owned).to_vec()
}

/// Table I of the paper.
pub fn solved(report: &Report) -> Table {
    let s = &report.statistics;
    let mut note = format!(
        "{} ({} problems are unjudged: the judge did not find within its limit whether a move is \
         optimal). The first interval is clustered by region: the two problems of a region are not \
         independent. Wilson's takes them to be so. Over all {} problems a method solves at least \
         the first percentage of the last column (its unjudged moves are wrong) and at most the \
         second (they are right).",
        of_judged(report),
        s.unjudged,
        s.run
    );
    let methods: Vec<&SolverStatistics> =
        s.solvers.iter().filter(|solver| !s.is_further_seed(&solver.solver)).collect();
    let row = |solver: &&SolverStatistics| {
        let Some(spread) = s.seeds.iter().find(|spread| spread.solvers[0] == solver.solver) else {
            return vec![
                method(solver),
                percent(&solver.correct),
                percent_interval((solver.clustered_low, solver.clustered_high)),
                interval(&solver.correct),
                solver.unjudged.to_string(),
                format!("{:.2} – {:.2}", solver.correct_at_least, solver.correct_at_most),
                NONE.into(),
            ];
        };
        let SeedSpread { mean, deviation, low, high, .. } = spread;
        let seeds = || s.solvers.iter().filter(|solver| spread.solvers.contains(&solver.solver));
        let mean_of = |value: fn(&SolverStatistics) -> f64| {
            seeds().map(value).sum::<f64>() / spread.seeds as f64
        };
        let [at_least, at_most] =
            [mean_of(|solver| solver.correct_at_least), mean_of(|solver| solver.correct_at_most)];
        vec![
            format!("{} ({} seeds)", spread.method, spread.seeds),
            format!("{mean:.2}"),
            percent_interval((spread.clustered_low, spread.clustered_high)),
            NONE.into(),
            format!("{:.1}", mean_of(|solver| solver.unjudged as f64)),
            format!("{at_least:.2} – {at_most:.2}"),
            format!("± {deviation:.2} ({low:.2} – {high:.2})"),
        ]
    };
    let mut rows: Vec<Vec<String>> = methods.iter().map(row).collect();
    match &s.baselines {
        None => note += " The set lists no optimal moves, so there are no baselines.",
        Some(baselines) => {
            note += &format!(
                " The baselines are of the {} of these problems whose optimal moves the set lists: \
                 the best evaluation after one move, and the exact chance of a legal move drawn at \
                 random.",
                baselines.problems
            );
            let one_ply = &baselines.one_ply;
            let row = |name: &str, share: String, clustered: String, wilson: String| {
                let mut row = vec![name.to_owned(), share, clustered, wilson];
                row.resize(7, NONE.into());
                row
            };
            let wilson = interval(&Share::new(one_ply.count, one_ply.of));
            rows.push(row("baseline: one ply", percent(one_ply), interval(one_ply), wilson));
            let ends = percent_interval((baselines.chance_low, baselines.chance_high));
            let chance = format!("{:.2}", 100.0 * baselines.chance);
            rows.push(row("baseline: chance", chance, ends, NONE.into()));
        }
    }
    let mut columns = texts([
        "method",
        "solved %",
        "95 % interval",
        "Wilson",
        "unjudged",
        "at least – at most %",
        "over seeds",
    ]);
    if s.seeds.is_empty() {
        columns.pop();
        rows.iter_mut().for_each(|row| _ = row.pop());
    } else {
        note += " Solvers that differ only in their seed are one method: its share is the mean over \
                 the seeds, with their standard deviation and range in the last column.";
    }
    if report.header.limits_differ() {
        columns.insert(1, "limit".to_owned());
        let limits = methods.iter().map(|of| limit(report, &of.solver, of.spec()));
        // The baselines have none.
        let limits = limits.chain(std::iter::repeat(NONE.to_owned()));
        rows.iter_mut().zip(limits).for_each(|(row, limit)| row.insert(1, limit));
    }
    let title = "Table I. Percentage of problems solved".into();
    Table { name: "solved", title, note, columns, rows }
}

/// What a method may use, in words.
fn limit(report: &Report, name: &str, spec: &str) -> String {
    let limits = describe_limits(&report.header.limits_of_method(name));
    match finds_by_iterations(spec) {
        true => format!("{limits} each iteration"),
        false => limits,
    }
}

/// The paper's tables I and II beside ours on problems of their kind; `None` if no solver is what
/// the paper ran, or no problem is of that kind.
pub fn beside_paper(report: &Report) -> Option<Table> {
    let beside = report.statistics.beside_paper.as_ref()?;
    let mean = |error: Option<f64>| optional(error, |error| format!("{error:.2}"));
    let row = |line: &PaperSolver| {
        vec![
            format!("{} ({})", line.solver, line.paper.method),
            percent(&line.correct),
            interval(&line.correct),
            format!("{:.2}", line.paper.solved),
            percent(&line.unsolved),
            format!("{:.2}", line.paper.unsolved),
            percent(&line.badly_solved),
            format!("{:.2}", line.paper.badly_solved),
            mean(line.mean_error),
            format!("{:.2}", line.paper.mean_error),
        ]
    };
    Some(Table {
        name: "paper",
        title: "Beside the paper: its methods on problems of its kind".into(),
        note: format!(
            "Of the {} judged problems ({} regions) that the paper's filter keeps: at most 4 \
             amazons, 10 to 24 empty squares, 5 moves of each player, none that the first player \
             ends with one move. Only solvers that are what the paper ran are here. The paper also \
             left out what its judge, DFPN, did not solve in reasonable time, and took 10 s for \
             each iteration or choice on a 3 GHz Pentium 4. The interval is clustered by region.",
            beside.problems, beside.regions
        ),
        columns: texts([
            "method",
            "solved %",
            "95 % interval",
            "paper %",
            "unsolved %",
            "paper %",
            "badly solved %",
            "paper %",
            "mean error",
            "paper",
        ]),
        rows: beside.solvers.iter().map(row).collect(),
    })
}

/// Table II of the paper.
pub fn unsolved(report: &Report) -> Table {
    let s = &report.statistics;
    let inexact: usize = s.solvers.iter().map(|solver| solver.inexact_errors).sum();
    let mut note = format!(
        "{} ({} are unjudged). The mean error, in points of rank, is that of the badly solved \
         problems; its interval is a bootstrap's, for which regions are drawn.",
        of_judged(report),
        s.unjudged
    );
    if inexact > 0 {
        note += &format!(
            " {inexact} errors are proved to be above 0 but not known exactly; they do not count \
             in the mean."
        );
    }
    Table {
        name: "unsolved",
        title: "Table II. Statistics on unsolved problems".into(),
        note,
        columns: texts([
            "method",
            "unsolved %",
            "badly solved %",
            "mean error",
            "95 % interval",
            "largest error",
        ]),
        rows: s
            .solvers
            .iter()
            .map(|solver| {
                let ends = solver.mean_error_low.zip(solver.mean_error_high);
                vec![
                    method(solver),
                    percent(&solver.unsolved),
                    percent(&solver.badly_solved),
                    optional(solver.mean_error, |e| format!("{e:.2}")),
                    optional(ends, |(low, high)| format!("{low:.2} – {high:.2}")),
                    optional(solver.largest_error, |e| e.to_string()),
                ]
            })
            .collect(),
    }
}

/// McNemar's test of every two methods.
pub fn pairs(report: &Report) -> Table {
    let row = |pair: &Pair| {
        let points = |share: f64| format!("{:+.1}", 100.0 * share);
        let mut row = vec![format!("{} − {}", pair.first, pair.second)];
        row.extend(
            [pair.both, pair.only_first, pair.only_second, pair.neither].map(|n| n.to_string()),
        );
        row.push(optional(pair.difference, points));
        row.push(format!("{} – {}", points(pair.difference_low), points(pair.difference_high)));
        row.extend([pair.p, pair.p_holm, pair.p_clustered, pair.p_clustered_holm].map(p_value));
        row
    };
    Table {
        name: "pairs",
        title: "Every two methods on the same problems".into(),
        note: format!(
            "Counts of the problems on which both verdicts are known. The difference of the solved \
             shares is in percentage points, with a 95 % interval clustered by region. p is \
             McNemar's exact test, which takes problems to be independent; p by region flips the \
             signs of whole regions. Holm's correction is over all {} pairs. Solvers that differ \
             only in their seed are one method, for which the first stands.",
            report.statistics.pairs.len()
        ),
        columns: texts([
            "first − second",
            "both",
            "only first",
            "only second",
            "neither",
            "difference",
            "95 % interval",
            "p",
            "p (Holm)",
            "p by region",
            "p by region (Holm)",
        ]),
        rows: report.statistics.pairs.iter().map(row).collect(),
    }
}

/// The sign test of every two methods' errors.
pub fn errors(report: &Report) -> Table {
    let s = &report.statistics;
    let row = |pair: &Pair| {
        let mut row = vec![format!("{} − {}", pair.first, pair.second)];
        row.extend([pair.first_better, pair.second_better, pair.undecided].map(|n| n.to_string()));
        row.extend([pair.p_errors, pair.p_errors_holm].map(p_value));
        row
    };
    Table {
        name: "errors",
        title: "Smaller errors: the sign test".into(),
        note: format!(
            "On how many of all {} problems ({} of them unjudged) the first's move is strictly \
             better, or it alone has a move, and the same for the second; those that the judge's \
             bounds leave open are not counted. p is the exact sign test, with Holm's correction \
             over all pairs; it takes problems to be independent.",
            s.run, s.unjudged
        ),
        columns: texts([
            "first − second",
            "first better",
            "second better",
            "open",
            "p",
            "p (Holm)",
        ]),
        rows: s.pairs.iter().map(row).collect(),
    }
}

/// Mistakes that decide a win or a loss, by method and size.
pub fn decisive(report: &Report) -> Table {
    let s = &report.statistics;
    let sizes = s.decisive.first().map_or(&[][..], |decisive| &decisive.sizes);
    let won = s.decisive.first().map_or(0, |decisive| decisive.all.won);
    let cell = |problems: &WonProblems| {
        let open = if problems.open > 0 { format!(" (?{})", problems.open) } else { String::new() };
        format!("{}{open}", problems.lost)
    };
    let columns = texts(["method", "lost wins", "% (95 % interval)", "no move"]).into_iter();
    let size = |size: &WonBySize| format!("{}–{}: {} won", size.from, size.to, size.problems.won);
    Table {
        name: "decisive",
        title: "Mistakes that decide a win or a loss".into(),
        note: format!(
            "Of the {won} problems that the first player is proved to win: in how many the \
             returned move loses, in all and by empty squares; the interval is clustered by \
             region. (?n) more are left open by the judge's bounds. A problem without a move \
             counts as unsolved and not as lost."
        ),
        columns: columns.chain(sizes.iter().map(size)).collect(),
        rows: s
            .decisive
            .iter()
            .map(|solver| {
                let share = optional(solver.share.percent(), |p| {
                    let (low, high) = (100.0 * solver.share.low, 100.0 * solver.share.high);
                    format!("{p:.2} ({low:.2} – {high:.2})")
                });
                let unsolved = solver.all.unsolved.to_string();
                let row = [solver.solver.clone(), cell(&solver.all), share, unsolved];
                row.into_iter().chain(solver.sizes.iter().map(|s| cell(&s.problems))).collect()
            })
            .collect(),
    }
}

/// The solved shares by features of the problems, one table a feature.
pub fn strata(report: &Report) -> Vec<Table> {
    let s = &report.statistics;
    let table = |strata: &Strata| {
        let known: usize = strata.groups.iter().map(|group| group.problems).sum();
        let mut note = format!(
            "Percent of the judged problems, with 95 % intervals clustered by region. {} problems \
             are unjudged.",
            s.unjudged
        );
        if known < s.judged {
            note += &format!(" It is known for {known} of the {} judged problems.", s.judged);
        }
        let row = |group: &Stratum| {
            let chance = optional(group.chance, |chance| format!("{:.1}", 100.0 * chance));
            [group.value.clone(), group.problems.to_string(), group.regions.to_string(), chance]
                .into_iter()
                .chain(group.correct.iter().map(with_interval))
                .collect()
        };
        Table {
            name: strata.by.name(),
            title: format!("Solved correctly by {}", strata.by.text()),
            note,
            columns: texts([strata.by.text(), "problems", "regions", "chance"])
                .into_iter()
                .chain(s.solvers.iter().map(|solver| solver.solver.clone()))
                .collect(),
            rows: strata.groups.iter().map(row).collect(),
        }
    };
    s.strata.iter().map(table).collect()
}

/// The logistic models of size and amazons.
pub fn size_model(report: &Report) -> Table {
    let s = &report.statistics;
    let effect = |effect: &Effect| {
        [
            format!("{:.3} ({:.3} – {:.3})", effect.odds, effect.odds_low, effect.odds_high),
            p_value(effect.p),
            format!("{:.2}", effect.odds_per_deviation),
        ]
    };
    Table {
        name: "size-model",
        title: "Squares or amazons: a logistic model".into(),
        note: "The odds of a correct move on a judged problem, solved to not solved, are \
               multiplied by this for one more empty square with the same amazons, and for one \
               more amazon with the same squares; 95 % intervals and p (Wald) with standard errors \
               clustered by region. Per deviation: for one standard deviation over the problems, \
               which makes the two comparable. A dash: the problems do not determine the model, \
               since nearly all or none are solved or all have as many amazons."
            .into(),
        columns: texts([
            "method",
            "one square more",
            "p",
            "per deviation",
            "one amazon more",
            "p",
            "per deviation",
        ]),
        rows: s
            .solvers
            .iter()
            .map(|solver| {
                let mut row = vec![solver.solver.clone()];
                match &solver.size_model {
                    Some(model) => {
                        row.extend([&model.square, &model.amazon].into_iter().flat_map(effect));
                    }
                    None => row.resize(7, NONE.into()),
                }
                row
            })
            .collect(),
    }
}

/// The numbers of the cactus plots.
pub fn solved_within(report: &Report) -> Vec<Table> {
    let s = &report.statistics;
    let table = |unit: Unit| {
        let within = s.solved_within(unit);
        let (name, title, show): (_, _, fn(f64) -> String) = match unit {
            Unit::Seconds => ("solved-within-time", "Solved within a time", seconds),
            Unit::Nodes => ("solved-within-nodes", "Solved within so many nodes", count),
        };
        let shares = |shares: &[Share]| shares.iter().map(with_interval).collect::<Vec<_>>();
        let rows = |solver: &SolvedBy| {
            let row = |name: String, values: &[Share]| [vec![name], shares(values)].concat();
            let found = solver.found.as_ref();
            let anytime = solver.anytime.as_ref();
            [
                Some(row(solver.solver.clone(), &solver.finished)),
                found.map(|found| row(format!("{}, until found", solver.solver), found)),
                anytime.map(|right| row(format!("{}, as the limit", solver.solver), right)),
            ]
        };
        Table {
            name,
            title: title.into(),
            note: format!(
                "{}: percent solved correctly by runs that took at most so much, with 95 % \
                 intervals clustered by region. Until found: up to the end of the iteration that \
                 found the move and kept it, for methods whose log tells. As the limit: right if \
                 the run had ended then, of the problems whose optimal moves the set lists; what a \
                 method would have answered is known after each rank, each depth, 1, 2, 5, 10 and \
                 so on playouts, or each report of an external program. Nodes of different methods \
                 are different things.",
                of_judged(report)
            ),
            columns: std::iter::once("method".to_owned())
                .chain(within.efforts.iter().map(|&effort| show(effort)))
                .collect(),
            rows: within.solvers.iter().flat_map(rows).flatten().collect(),
        }
    };
    let some = |unit: &Unit| !s.solved_within(*unit).efforts.is_empty();
    [Unit::Seconds, Unit::Nodes].into_iter().filter(some).map(table).collect()
}

/// The matrix "X strictly better than Y on n problems".
pub fn comparisons(report: &Report) -> Table {
    let s = &report.statistics;
    let cell = |row: &str, column: &str| match s.comparison(row, column) {
        Some(c) if c.undecided > 0 => format!("{} (?{})", c.better, c.undecided),
        Some(c) => c.better.to_string(),
        None => NONE.into(),
    };
    let (dfpn, wpns) = PAPER_DFPN_WPNS;
    Table {
        name: "strictly-better",
        title: "Strictly better on n problems".into(),
        note: format!(
            "The method of the row returned a better move than that of the column, or was the only \
             one to return a move, on this many of all {} problems ({} of them unjudged); (?n) \
             more are left open by the judge's bounds. In the paper DFPN is better than WPNS on \
             {dfpn} problems, WPNS than DFPN on {wpns}.",
            s.run, s.unjudged
        ),
        columns: std::iter::once("better \\ than".to_owned())
            .chain(s.solvers.iter().map(|solver| solver.solver.clone()))
            .collect(),
        rows: s
            .solvers
            .iter()
            .map(|row| {
                std::iter::once(row.solver.clone())
                    .chain(s.solvers.iter().map(|column| cell(&row.solver, &column.solver)))
                    .collect()
            })
            .collect(),
    }
}

/// The numbers of figures 7 and 8.
pub fn sizes(report: &Report) -> Table {
    let s = &report.statistics;
    Table {
        name: "sizes",
        title: "Solved correctly per number of empty squares".into(),
        note: format!(
            "Percent of the judged problems of the size, with Wilson's 95 % interval. {} problems \
             are unjudged.",
            s.unjudged
        ),
        columns: texts(["empty squares", "judged", "unjudged"])
            .into_iter()
            .chain(s.solvers.iter().map(|solver| solver.solver.clone()))
            .collect(),
        rows: s
            .sizes
            .iter()
            .map(|size| {
                [size.empties, size.judged, size.unjudged]
                    .map(|n| n.to_string())
                    .into_iter()
                    .chain(size.correct.iter().map(with_interval))
                    .collect()
            })
            .collect(),
    }
}

/// Limits for equal processor time; `None` if that was not asked for.
pub fn equal_time(report: &Report) -> Option<Table> {
    let lines = &report.statistics.equal_time;
    let row = |line: &TimeAtLimit| {
        vec![
            line.solver.clone(),
            seconds(line.seconds),
            count(line.nodes_per_second),
            line.limit.to_string(),
            line.runs.to_string(),
            optional(line.mean_seconds, seconds),
        ]
    };
    (!lines.is_empty()).then(|| Table {
        name: "equal-time",
        title: "Equal processor time".into(),
        note: "Nodes a second were measured before the study, and the limit in nodes follows from \
               them and the time: of each iteration of a proof-number solver, of the whole choice of \
               any other. The last column is the mean processor time of the runs or iterations that \
               the limit ended (wall time of external programs): where it is not the time of the \
               second column, the method had more or less than the others."
            .into(),
        columns: texts(["method", "time", "nodes/s", "limit", "runs at the limit", "took"]),
        rows: lines.iter().map(row).collect(),
    })
}

/// Time and nodes.
pub fn effort(report: &Report) -> Table {
    let s = &report.statistics;
    Table {
        name: "effort",
        title: "Time and nodes".into(),
        note: format!(
            "Over all {} problems ({} of them unjudged). Limit: {} for each iteration of a \
             proof-number solver, for the whole choice of any other.",
            s.run,
            s.unjudged,
            report.header.describe_limits()
        ),
        columns: texts([
            "method",
            "time in all",
            "mean",
            "median",
            "95 %",
            "most",
            "nodes in all",
            "median nodes",
            "nodes/s",
        ]),
        rows: s
            .solvers
            .iter()
            .map(|solver| {
                let (time, nodes) = (&solver.seconds, &solver.nodes);
                let speed = (time.total > 0.0).then(|| nodes.total as f64 / time.total);
                vec![
                    solver.solver.clone(),
                    seconds(time.total),
                    seconds(time.mean),
                    seconds(time.median),
                    seconds(time.p95),
                    seconds(time.max),
                    count(nodes.total as f64),
                    count(nodes.median as f64),
                    optional(speed, count),
                ]
            })
            .collect(),
    }
}

/// When moves were found and when they were first right; `None` if no method's log tells.
pub fn found(report: &Report) -> Option<Table> {
    fn show<T: Quantity>(effort: Option<Effort<T>>, show: fn(f64) -> String) -> String {
        optional(effort, |effort| format!("{} ({})", show(effort.median.real()), show(effort.mean)))
    }
    let row = |solver: &SolverStatistics| {
        vec![
            solver.solver.clone(),
            show(solver.found_seconds, seconds),
            show(solver.found_nodes, count),
            show(solver.right_seconds, seconds),
            show(solver.right_nodes, count),
        ]
    };
    let tell = report.statistics.solvers.iter().filter(|solver| solver.found_nodes.is_some());
    let rows: Vec<_> = tell.map(row).collect();
    (!rows.is_empty()).then(|| Table {
        name: "found",
        title: "When the move was found".into(),
        note:
            "Median and mean up to the end of the iteration that found the returned move and kept \
               it, over the problems with a move; and up to the first after which an optimal move \
               would have been returned, over the problems with one whose optimal moves the set \
               lists. For methods whose log tells."
                .into(),
        columns: texts([
            "method",
            "time until found",
            "nodes until found",
            "time until right",
            "nodes until right",
        ]),
        rows,
    })
}

/// How far runs went beyond their limit, and what else went wrong.
pub fn overshoot(report: &Report) -> Table {
    let s = &report.statistics;
    let timed = report.timed();
    let allowed = report.header.limits.time.map(|t| t.as_secs_f64() * 0.02 + 0.005);
    let show = if timed { seconds } else { count };
    let overrun = |solver: &SolverStatistics| match timed {
        true => solver.overshoot_seconds,
        false => solver.overshoot_nodes.map(Overrun::real),
    };
    Table {
        name: "limit",
        title: "Keeping to the limit".into(),
        note: format!(
            "How far the runs that reached their limit went beyond it{}; the share of the time \
             that runs had a core (if it is well below 100 %, other programs disturbed them); \
             illegal moves and crashes; claims of a proof that the judge refutes. All {} problems, \
             {} of them unjudged.",
            allowed.map_or(String::new(), |a| format!(" (2 % + 5 ms would be {})", seconds(a))),
            s.run,
            s.unjudged
        ),
        columns: texts([
            "method",
            "runs at the limit",
            "median beyond",
            "95 %",
            "most",
            "had a core",
            "failures",
            "false claims",
        ]),
        rows: s
            .solvers
            .iter()
            .map(|solver| {
                let overrun = overrun(solver);
                vec![
                    solver.solver.clone(),
                    overrun.map_or(0, |o| o.runs).to_string(),
                    optional(overrun, |o| show(o.median)),
                    optional(overrun, |o| show(o.p95)),
                    optional(overrun, |o| show(o.max)),
                    optional(solver.cpu_share, |share| format!("{:.1} %", 100.0 * share)),
                    solver.failures.to_string(),
                    solver.false_claims.to_string(),
                ]
            })
            .collect(),
    }
}

/// A time with about three digits.
pub fn seconds(value: f64) -> String {
    match value {
        v if v < 0.001 => format!("{:.0} µs", v * 1e6),
        v if v < 0.1 => format!("{:.1} ms", v * 1e3),
        v if v < 1.0 => format!("{:.0} ms", v * 1e3),
        v if v < 120.0 => format!("{v:.2} s"),
        v if v < 7200.0 => format!("{:.1} min", v / 60.0),
        v => format!("{:.1} h", v / 3600.0),
    }
}

/// A count with about three digits.
pub fn count(value: f64) -> String {
    match value {
        v if v < 1e4 => format!("{v:.0}"),
        v if v < 1e6 => format!("{:.1}k", v / 1e3),
        v if v < 1e9 => format!("{:.1}M", v / 1e6),
        v => format!("{:.1}G", v / 1e9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_p_values_are_bounded_and_others_rounded() {
        assert_eq!(
            [0.0, 2e-5, 0.00042, 0.0312, 1.0].map(p_value),
            ["< 0.0001", "< 0.0001", "0.0004", "0.031", "1.000"]
        );
    }
}
