//! The report as one self-contained HTML page: no scripts, no fonts, no external images.

use super::figures::Figure;
use super::report_data::Report;
use super::tables;
use super::tables::Table;
use super::worst::{WorstProblem, worst_problems};
use crate::drawing::color;
use crate::drawing::document;
use crate::stats::percent_interval;
use crate::study::describe_limits;
use crate::study::record::Problem;
use crate::study::verdict::{Row, Verdict};
use amazons::render::{SvgOptions, svg};
use amazons::score::Score;
use maud::{Markup, PreEscaped, html};

/// How many of the problems with the largest errors are drawn.
const WORST: usize = 12;

/// The page.
pub fn page(report: &Report, figures: &[Figure]) -> String {
    let title = format!("Amazons endgames: study of {}", report.header.set);
    let figure = |name: &str| {
        html! {
            @for figure in figures.iter().filter(|f| f.name == name) {
                figure id=(figure.name) { (PreEscaped(&figure.svg)) figcaption { (figure.caption) } }
            }
        }
    };
    let head = head(report);
    let main = html! {
        (cards(report))
        section { (table(&tables::solved(report))) (figure("accuracy")) }
        @if let Some(beside) = tables::beside_paper(report) {
            section { (table(&beside)) (figure("paper")) }
        }
        section { h2 { "Accuracy over the size of the problem" } (figure("figure8")) }
        section {
            (table(&tables::pairs(report)))
            (table(&tables::errors(report)))
        }
        section {
            (table(&tables::unsolved(report)))
            (table(&tables::decisive(report)))
            (matrix(report))
        }
        section {
            @for strata in tables::strata(report) { (table(&strata)) }
            (table(&tables::size_model(report)))
        }
        section { h2 { "The problems" } (figure("figure7")) }
        section {
            h2 { "Solved over the effort of a run" }
            (figure("cactus"))
            (figure("cactus-time"))
            (figure("anytime"))
            details {
                summary { "The curves in numbers" }
                @for within in tables::solved_within(report) { (table(&within)) }
            }
        }
        section {
            @if let Some(equal_time) = tables::equal_time(report) { (table(&equal_time)) }
            (table(&tables::effort(report)))
            @if let Some(found) = tables::found(report) { (table(&found)) }
            (figure("effort"))
            (table(&tables::overshoot(report)))
        }
        (worst(report))
        section {
            details {
                summary { "Every size in numbers" }
                (table(&tables::sizes(report)))
            }
        }
        (protocol(report))
    };
    document(&title, &head, &main)
}

fn head(report: &Report) -> Markup {
    let s = &report.statistics;
    html! {
        p.eyebrow { "Game of the Amazons · comparative study of endgame solvers" }
        h1 { (report.header.set) }
        p.lead {
            (s.run) " problems, " (s.solvers.len()) " solvers, "
            (report.header.describe_limits())
            " for each iteration or choice. Every returned move is judged by exact search: "
            (s.judged) " problems are judged, " strong { (s.unjudged) " unjudged" } "."
        }
        @if s.run < s.problems {
            p.warning {
                "Unfinished: " (s.problems - s.run) " of " (s.problems)
                " problems still have to be run by every solver and judged; all numbers here \
                 leave them out."
            }
        }
    }
}

/// Each solver's share, as cards.
fn cards(report: &Report) -> Markup {
    html! {
        div.cards {
            @for (index, solver) in report.statistics.solvers.iter().enumerate() {
                div.card style=(format!("--color: {}", css(index))) {
                    p.name { (solver.solver) }
                    p.value {
                        @match solver.correct.percent() {
                            Some(percent) => { (format!("{percent:.1}")) small { " %" } }
                            None => { "–" }
                        }
                    }
                    p.detail {
                        "solved correctly, 95 %: " br;
                        (percent_interval((solver.clustered_low, solver.clustered_high)))
                    }
                }
            }
        }
    }
}

fn table(table: &Table) -> Markup {
    html! {
        h2 id=(table.name) { (table.title) }
        div.scroll tabindex="0" {
            table {
                thead { tr { @for column in &table.columns { th { (column) } } } }
                tbody {
                    @for row in &table.rows { tr { @for cell in row { td { (cell) } } } }
                }
            }
        }
        @if !table.note.is_empty() { p.note { (table.note) } }
    }
}

/// The comparisons as a matrix: the more often better, the darker.
fn matrix(report: &Report) -> Markup {
    let data = tables::comparisons(report);
    let s = &report.statistics;
    let most = s.comparisons.iter().map(|c| c.better).max().unwrap_or(0).max(1);
    let shade = |row: usize, column: usize| {
        s.comparison(&s.solvers[row].solver, &s.solvers[column].solver).map_or(String::new(), |c| {
            let strength = 0.08 + 0.6 * c.better as f64 / most as f64;
            format!("background: rgb(0 114 178 / {strength:.2})")
        })
    };
    html! {
        h2 { (data.title) }
        div.scroll tabindex="0" {
            table.matrix {
                thead { tr { @for column in &data.columns { th { (column) } } } }
                tbody {
                    @for (row, cells) in data.rows.iter().enumerate() {
                        tr {
                            @for (column, cell) in cells.iter().enumerate() {
                                @if column == 0 { td { (cell) } }
                                @else { td style=(shade(row, column - 1)) { (cell) } }
                            }
                        }
                    }
                }
            }
        }
        p.note { (data.note) }
    }
}

fn worst(report: &Report) -> Markup {
    let worst = worst_problems(report, WORST);
    html! {
        section {
            h2 { "The worst-judged problems" }
            @if worst.is_empty() {
                p { "No returned move has a proved error." }
            } @else {
                p.note {
                    "The largest errors, one board per problem. The first line names the first \
                     player. A ring marks where the amazon goes, a cross where its arrow lands: "
                    span.best { "an optimal move" } " and " span.bad { "the returned one" }
                    ". " (report.statistics.unjudged) " unjudged problems are left out. The links \
                     lead to an explorer on the reader's own computer, once "
                    code { "amazons explore" } " runs there; elsewhere "
                    code { "amazons explore 'FEN'" } " shows the position."
                }
                div.boards { @for problem in &worst { (board(problem)) } }
            }
        }
    }
}

fn board(worst: &WorstProblem) -> Markup {
    let problem = worst.problem;
    let moves = worst.best.into_iter().chain(worst.row.mv).collect();
    let first_color = usize::from(worst.best.is_none());
    let options = SvgOptions { square: 34, moves, first_color, ..SvgOptions::default() };
    html! {
        article.board {
            h3 { (problem.first().to_string()) " first · " (problem.empties()) " empty" }
            (PreEscaped(svg(&problem.fen.cropped(), &options)))
            ul {
                @for row in &worst.rows {
                    li.(class(row.verdict)) {
                        b { (row.solver) } " "
                        @match row.mv {
                            Some(mv) => { code { (mv.to_string()) } " " (result(problem, row)) }
                            None => { "no move" }
                        }
                    }
                }
            }
            p.note {
                "Best: " (bounds_text(problem, worst.row.best))
                @if let Some(best) = worst.best { " by " code { (best.to_string()) } }
                br; code { (problem.fen.to_fen()) }
                br; a href=(explorer(problem)) { "in your explorer" }
                br; (problem.id)
            }
        }
    }
}

/// The score after a move and its error.
fn result(problem: &Problem, row: &Row) -> String {
    let rank = row.rank.map_or(String::new(), |rank| bounds_text(problem, rank));
    match row.error {
        Some(error) if error.high == 0 => format!("{rank}, optimal"),
        Some(error) if error.low == error.high => {
            format!("{rank}, error {}", error.low)
        }
        Some(error) => format!("{rank}, error {} to {}", error.low, error.high),
        None => rank,
    }
}

fn bounds_text(problem: &Problem, rank: amazons::score::Interval) -> String {
    let score = |rank| Score::from_rank(rank, problem.first());
    match rank.exact() {
        Some(rank) => score(rank).to_string(),
        None => format!("{} to {}", score(rank.low), score(rank.high)),
    }
}

fn class(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Correct => "correct",
        Verdict::BadlySolved => "badly-solved",
        Verdict::Unsolved => "unsolved",
        Verdict::Unjudged => "unjudged",
    }
}

fn protocol(report: &Report) -> Markup {
    let header = &report.header;
    html! {
        section.protocol {
            h2 { "How this was measured" }
            dl {
                dt { "Problems" }
                dd { (header.set) ", " (header.selection) "; hash " code { (header.set_hash) } }
                dt { "Solvers" }
                dd {
                    @for (name, spec) in header.specs() {
                        @if name != spec { (name) ": " }
                        code { (spec) } " "
                    }
                }
                dt { "Limit" }
                dd {
                    (header.describe_limits())
                    " for each iteration of a proof-number solver, for the whole choice of any \
                     other; " (header.limits.memory >> 20) " MiB of memory each"
                }
                @if header.equal_times().next().is_some() {
                    dt { "Equal time" }
                    @for equal in header.equal_times() { dd { (equal) } }
                }
                dt { "Judge" }
                dd {
                    "exact search, " (describe_limits(&header.judge_limits)) " a position. A move \
                     is correct where it is proved to reach the best score, badly solved where it \
                     is proved to fall short, unjudged where the judge's limit came first. Shares \
                     are of the problems on which every solver's verdict is known."
                }
                dt { "Machine" }
                dd {
                    (header.machine) "; amazons " (header.program)
                }
                @if let Some(build) = &header.build {
                    dt { "Program" }
                    dd {
                        (build)
                        @for build in &report.continued_by { "; continued by " (build) }
                    }
                }
                @if let Some(started) = &header.started {
                    dt { "Begun" }
                    dd { (started) }
                }
                @if !header.joined.is_empty() {
                    dt { "Joined studies" }
                    @for study in &header.joined {
                        dd {
                            b { (study.study) } " (" (study.set) ", " (study.selection) "): limit "
                            (study.describe_limits()) ", judge "
                            (describe_limits(&study.judge_limits)) ", " (study.machine)
                            ", amazons " (study.program) " (commit " (study.commit) "): "
                            (study.solvers.join(", "))
                        }
                    }
                }
                dt { "Raw results" }
                dd {
                    (file("results.jsonl")) ", " (file("results.csv")) " (a line per solver and \
                    problem), " (file("statistics.json")) ", " (file("tables.tex")) ", "
                    (file("log.jsonl"))
                }
                dt { "The paper" }
                dd {
                    "J. Kloetzer, H. Iida, B. Bouzy: A Comparative Study of Solvers in Amazons \
                     Endgames, 2008. About 900 problems of 10 to 24 empty squares, 10 s for each \
                     iteration or choice on a 3 GHz Pentium 4."
                }
            }
        }
    }
}

/// A link to a file beside the page.
fn file(name: &str) -> Markup {
    html! { a href=(name) { code { (name) } } }
}

/// The address of a problem in an explorer that runs on the reader's computer, at its usual port.
fn explorer(problem: &Problem) -> String {
    format!("http://127.0.0.1:8029/#fen={}", problem.fen.to_fen().replace(' ', "_"))
}

fn css(index: usize) -> String {
    let color = color(index);
    format!("#{:02x}{:02x}{:02x}", color.0, color.1, color.2)
}
