//! Puzzles as one printable page: the diagrams, then the solutions.

use super::document::document;
use amazons::problems::{Goal, Judgement, Problem, ProblemSet, Puzzle};
use amazons::render::{SvgOptions, svg};
use maud::{Markup, PreEscaped, html};

/// The page. Problems that are not puzzles are left out.
pub fn puzzle_page(set: &ProblemSet) -> String {
    let puzzles: Vec<(usize, &Problem, &Puzzle)> = set
        .problems
        .iter()
        .filter_map(|problem| Some((problem, problem.puzzle.as_ref()?)))
        .enumerate()
        .map(|(i, (problem, puzzle))| (i + 1, problem, puzzle))
        .collect();
    let title = if set.header.title.is_empty() { "Puzzles" } else { &set.header.title };
    let head = html! {
        p.eyebrow { "Game of the Amazons · " (puzzles.len()) " puzzles" }
        h1 { (title) }
        p.lead {
            "Exactly one move is right in each. An amazon moves like a chess queen and then shoots \
             an arrow that also moves like a queen; a player who cannot move loses. Grades go from \
             1 to 5; the solutions are at the end."
        }
    };
    let main = html! {
        @for grade in 1..=5 {
            (diagrams(grade, &puzzles))
        }
        section {
            h2 { "Solutions" }
            @for (number, problem, puzzle) in &puzzles {
                (solution(*number, problem, puzzle))
            }
        }
    };
    document(title, &head, &main)
}

fn diagrams(grade: u8, puzzles: &[(usize, &Problem, &Puzzle)]) -> Markup {
    let of_grade: Vec<_> = puzzles.iter().filter(|(.., puzzle)| puzzle.grade == grade).collect();
    html! {
        @if !of_grade.is_empty() {
            section {
                h2 { "Grade " (grade) }
                div.boards {
                    @for (number, problem, puzzle) in of_grade {
                        article.board id=(format!("p{number}")) {
                            h3 { (number) ". " (problem.first()) " to move" }
                            (PreEscaped(diagram(problem)))
                            p.note {
                                @match puzzle.goal {
                                    Goal::Win => { "Only one move wins." }
                                    Goal::Best => { "Find the best move." }
                                }
                                " " a href=(format!("#s{number}")) { "solution" }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn diagram(problem: &Problem) -> String {
    svg(&problem.position, &SvgOptions { square: 30, ..SvgOptions::default() })
}

fn solution(number: usize, problem: &Problem, puzzle: &Puzzle) -> Markup {
    let score = match &problem.judgement {
        Judgement::Solved { score, .. } => score.to_string(),
        _ => String::new(),
    };
    let themes: Vec<&str> = puzzle.themes.iter().map(|theme| theme.name()).collect();
    html! {
        p id=(format!("s{number}")) {
            strong { (number) ". " } code { (puzzle.solution) } " " (score)
            @if !themes.is_empty() { ". " (themes.join(", ")) }
            " " a href=(format!("#p{number}")) { "↑" }
        }
    }
}
