//! The summary as Markdown.

use super::figures::Figure;
use super::report_data::Report;
use super::tables::{Table, tables};
use crate::study::describe_limits;
use std::fmt::Write;

/// The whole summary, which links to figures as files beside it.
pub fn markdown(report: &Report, figures: &[Figure]) -> String {
    let mut out = String::new();
    let (header, s) = (&report.header, &report.statistics);
    let _ = writeln!(out, "# Study of {}\n", escape(&header.set));
    let limits = header.describe_limits();
    let _ = writeln!(
        out,
        "- Problems: {} ({}); {} run by every solver, {} judged, {} unjudged",
        s.problems,
        escape(&header.selection),
        s.run,
        s.judged,
        s.unjudged
    );
    let solver = |(name, spec): (&str, &str)| match name == spec {
        true => format!("`{spec}`"),
        false => format!("{} (`{spec}`)", escape(name)),
    };
    let solvers: Vec<_> = header.specs().map(solver).collect();
    let _ = writeln!(out, "- Solvers: {}", solvers.join(", "));
    let _ = writeln!(
        out,
        "- Limit: {limits} for each iteration of a proof-number solver and for the whole choice \
         of any other; {} MiB of memory each",
        header.limits.memory >> 20
    );
    for equal in header.equal_times() {
        let _ = writeln!(out, "- Equal time: {}", escape(&equal.to_string()));
    }
    let _ = writeln!(out, "- Judge: {} a position", describe_limits(&header.judge_limits));
    let _ = writeln!(
        out,
        "- Machine: {}; amazons {}",
        escape(&header.machine.to_string()),
        header.program
    );
    if let Some(build) = &header.build {
        let _ = writeln!(out, "- Program: {}", escape(&build.to_string()));
    }
    for build in &report.continued_by {
        let _ = writeln!(out, "- Continued by another program: {}", escape(&build.to_string()));
    }
    if let Some(started) = &header.started {
        let _ = writeln!(out, "- Begun: {started}");
    }
    for study in &header.joined {
        let _ = writeln!(
            out,
            "- Joined: {} ({}, {}), limit {}, judge {}, on {} by amazons {} (commit {}): {}",
            escape(&study.study),
            escape(&study.set),
            escape(&study.selection),
            study.describe_limits(),
            describe_limits(&study.judge_limits),
            escape(&study.machine.to_string()),
            study.program,
            escape(&study.commit),
            escape(&study.solvers.join(", "))
        );
    }
    let _ = writeln!(out, "- Set hash: `{}`\n", header.set_hash);
    for table in tables(report) {
        let _ = writeln!(out, "## {}\n\n{}", table.title, render(&table));
        let _ = writeln!(out, "{}\n", table.note);
    }
    for figure in figures {
        let _ = writeln!(out, "![{0}]({1}.svg)\n\n{0}\n", figure.caption, figure.name);
    }
    out
}

/// A table, with its first column left-aligned and the others right-aligned.
fn render(table: &Table) -> String {
    let mut out = String::new();
    let line = |cells: &[String]| {
        let cells: Vec<_> = cells.iter().map(|cell| escape(cell)).collect();
        format!("| {} |", cells.join(" | "))
    };
    let _ = writeln!(out, "{}", line(&table.columns));
    let _ = writeln!(out, "|---{}|", "|---:".repeat(table.columns.len().saturating_sub(1)));
    for row in &table.rows {
        let _ = writeln!(out, "{}", line(row));
    }
    out
}

fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '|' | '\\' | '*' | '_' | '<' | '`' | '[' => out.extend(['\\', c]),
            '\n' | '\r' => out.push(' '),
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_cannot_break_the_table() {
        let table = Table {
            name: "",
            title: String::new(),
            note: String::new(),
            columns: vec!["a".into(), "b".into()],
            rows: vec![vec!["x|y".into(), "1\n2".into()]],
        };
        assert_eq!(render(&table), "| a | b |\n|---|---:|\n| x\\|y | 1 2 |\n");
    }
}
