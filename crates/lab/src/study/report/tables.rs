//! The tables of a report as text, shared by all exporters.

use super::paper::{PAPER_DFPN_WPNS, paper_line};
use super::report_data::Report;
use crate::drawing::{TextTable, wrapped};
use crate::study::statistics::{Overrun, Share, SolverStatistics};

/// A table: the first column names the row, the others hold its values.
#[derive(Clone, Debug)]
pub struct Table {
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
        let Self { title, note, columns, rows } = self.clone();
        format!("{}{}\n", TextTable { title, columns, rows }.text(), wrapped(&note, 0))
    }
}

/// Shown where there is no value.
const NONE: &str = "–";

/// Every table of a report, in its order.
pub fn tables(report: &Report) -> Vec<Table> {
    vec![
        solved(report),
        unsolved(report),
        comparisons(report),
        sizes(report),
        effort(report),
        overshoot(report),
    ]
}

/// The method's name in the paper and ours.
fn method(solver: &SolverStatistics) -> String {
    match paper_line(&solver.solver) {
        Some(line) => format!("{} ({})", solver.solver, line.method),
        None => solver.solver.clone(),
    }
}

fn percent(share: &Share) -> String {
    share.percent().map_or(NONE.into(), |p| format!("{p:.2}"))
}

fn interval(share: &Share) -> String {
    format!("{:.1} – {:.1}", 100.0 * share.low, 100.0 * share.high)
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
    Table {
        title: "Table I. Percentage of problems solved".into(),
        note: format!(
            "Of the {} problems that are judged. On {} problems a move is unjudged: the judge did not \
             find within its limit whether it is optimal. Over all {} problems a method solves at \
             least the first percentage of the last column (its unjudged moves are wrong) and at \
             most the second (they are right).",
            s.judged, s.unjudged, s.run
        ),
        columns: texts([
            "method",
            "solved %",
            "95 % interval",
            "paper %",
            "unjudged",
            "at least – at most %",
        ]),
        rows: s
            .solvers
            .iter()
            .map(|solver| {
                vec![
                    method(solver),
                    percent(&solver.correct),
                    interval(&solver.correct),
                    optional(paper_line(&solver.solver), |p| format!("{:.2}", p.solved)),
                    solver.unjudged.to_string(),
                    format!("{:.2} – {:.2}", solver.correct_at_least, solver.correct_at_most),
                ]
            })
            .collect(),
    }
}

/// Table II of the paper.
pub fn unsolved(report: &Report) -> Table {
    let s = &report.statistics;
    let inexact: usize = s.solvers.iter().map(|solver| solver.inexact_errors).sum();
    let mut note = format!(
        "Of the {} judged problems ({} are unjudged). The mean error, in points of rank, is that \
         of the badly solved problems.",
        s.judged, s.unjudged
    );
    if inexact > 0 {
        note += &format!(
            " {inexact} errors are proved to be above 0 but not known exactly; they do not count \
             in the mean."
        );
    }
    Table {
        title: "Table II. Statistics on unsolved problems".into(),
        note,
        columns: texts([
            "method",
            "unsolved %",
            "paper %",
            "badly solved %",
            "paper %",
            "mean error",
            "paper",
            "largest error",
        ]),
        rows: s
            .solvers
            .iter()
            .map(|solver| {
                let paper = paper_line(&solver.solver);
                vec![
                    method(solver),
                    percent(&solver.unsolved),
                    optional(paper, |p| format!("{:.2}", p.unsolved)),
                    percent(&solver.badly_solved),
                    optional(paper, |p| format!("{:.2}", p.badly_solved)),
                    optional(solver.mean_error, |e| format!("{e:.2}")),
                    optional(paper, |p| format!("{:.2}", p.mean_error)),
                    optional(solver.largest_error, |e| e.to_string()),
                ]
            })
            .collect(),
    }
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
        title: "Solved correctly per number of empty squares".into(),
        note: format!(
            "Percent of the judged problems of the size, with the 95 % interval. {} problems are \
             unjudged.",
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
                    .chain(size.correct.iter().map(|share| {
                        optional(share.percent(), |p| format!("{p:.1} ({})", interval(share)))
                    }))
                    .collect()
            })
            .collect(),
    }
}

/// Time and nodes.
pub fn effort(report: &Report) -> Table {
    let s = &report.statistics;
    Table {
        title: "Time and nodes".into(),
        note: format!(
            "Over all {} problems ({} of them unjudged). Limit: {} for each iteration of a \
             proof-number solver, for the whole choice of any other.",
            s.run,
            s.unjudged,
            crate::study::describe_limits(&report.header.limits)
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
                let speed = (time.total > 0.0).then(|| nodes.total / time.total);
                vec![
                    solver.solver.clone(),
                    seconds(time.total),
                    seconds(time.mean),
                    seconds(time.median),
                    seconds(time.p95),
                    seconds(time.max),
                    count(nodes.total),
                    count(nodes.median),
                    optional(speed, count),
                ]
            })
            .collect(),
    }
}

/// How far runs went beyond their limit, and what else went wrong.
pub fn overshoot(report: &Report) -> Table {
    let s = &report.statistics;
    let limits = &report.header.limits;
    let timed = limits.time.is_some();
    let allowed = limits.time.map(|t| t.as_secs_f64() * 0.02 + 0.005);
    let overrun = |solver: &SolverStatistics| -> (Option<Overrun>, fn(f64) -> String) {
        if timed { (solver.overshoot_seconds, seconds) } else { (solver.overshoot_nodes, count) }
    };
    Table {
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
                let (overrun, show) = overrun(solver);
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
