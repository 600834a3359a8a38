//! Reviewed games as one page.

use super::document::document;
use super::lead_graph::lead_graph;
use amazons::answers::{Accuracy, GameReview, Phase, PlyReview, ReviewTotals, Tally, TurningPoint};
use amazons::board::{Color, Position};
use amazons::render::{SvgOptions, svg};
use maud::{Markup, PreEscaped, html};

/// One page for all games, which starts with a summary. Each game has the graph of its lead, a
/// board for every move that cost something, and a table of all plies.
pub fn review_page(reviews: &[GameReview], totals: &ReviewTotals, limits: &str) -> String {
    let title = match reviews {
        [one] => format!("Review of {}", name(one)),
        _ => format!("Review of {} games", totals.games),
    };
    let head = html! {
        p.eyebrow { "Game of the Amazons · review" }
        h1 { (title) }
        p.lead {
            @if reviews.iter().any(|review| review.summary.thirds.is_some()) {
                "Numbers after ≈, and dashed lines, are estimates of a search; every other number is \
                 proved by exact search. Each ply took " (limits) ". Winner, score and cost "
            } @else {
                "Every number is proved by exact search, " (limits) " per ply. Winner, score and cost "
            }
            "are those of the whole board"
            @if reviews.iter().any(has_regions) {
                "; the region of a move is also judged on its own"
            }
            ". "
            (totals.judged) " plies have a proved winner, "
            (totals.scored) " a proved score."
        }
    };
    let main = html! {
        @if reviews.len() > 1 { (summary(totals)) }
        @for (i, review) in reviews.iter().enumerate() { (game(review, i + 1)) }
    };
    document(&title, &head, &main)
}

/// Whether the regions of moves were judged.
fn has_regions(review: &GameReview) -> bool {
    review.plies.iter().any(|ply| ply.region.is_some())
}

fn name(review: &GameReview) -> String {
    match (&review.white, &review.black) {
        (Some(white), Some(black)) => format!("{white} – {black}"),
        _ => format!("Game {} of {}", review.game, file_name(&review.record)),
    }
}

/// A record's name without its directories.
fn file_name(record: &str) -> &str {
    record.rsplit(['/', '\\']).next().unwrap_or(record)
}

fn percent(tally: &Tally) -> String {
    tally.accuracy().map_or_else(|| "–".into(), |share| format!("{:.1} %", 100.0 * share))
}

fn summary(totals: &ReviewTotals) -> Markup {
    html! {
        section {
            h2 { "By player" }
            (tallies("player", totals.players.iter().map(|(name, tally)| (name.clone(), tally))))
            h2 { "By phase" }
            (tallies(
                "empty squares",
                totals.empties.iter().rev().map(|(e, tally)| {
                    (format!("{} to {}", e.saturating_sub(2), e + 2), tally)
                }),
            ))
            p.note { "Moves of which it is proved whether they cost anything." }
        }
    }
}

fn tallies<'a>(head: &str, rows: impl Iterator<Item = (String, &'a Tally)>) -> Markup {
    html! {
        div.scroll tabindex="0" { table {
            thead { tr {
                th { (head) } th { "moves" } th { "exact" } th { "errors" } th { "cost" }
                th { "gave the win away" }
            } }
            tbody { @for (name, tally) in rows { tr {
                td { (name) } td { (tally.moves) } td { (percent(tally)) } td { (tally.errors) }
                td { (tally.cost) } td { (tally.gave_away) }
            } } }
        } }
    }
}

fn game(review: &GameReview, number: usize) -> Markup {
    let prefix = format!("g{number}-");
    let s = &review.summary;
    let turns: Vec<&TurningPoint> = s.turning_points.iter().flatten().collect();
    let is_turn = |ply: &PlyReview| turns.iter().any(|turn| turn.ply == ply.ply);
    let errors: Vec<&PlyReview> =
        review.plies.iter().filter(|ply| ply.error_at_least > 0 || is_turn(ply)).collect();
    let estimated = s.thirds.is_some();
    html! {
        section {
            h2 { (name(review)) }
            p.note {
                (file_name(&review.record)) ", game " (review.game) ": " (s.plies) " moves. "
                @match s.judged_from {
                    Some(from) => { "From ply " (from) " on, the winner is proved at every ply. " }
                    None => { "No winner is proved at the end. " }
                }
                @if let Some(result) = s.result { "The last position is " strong { (result) } "." }
                @else if let Some(estimate) = s.estimated() {
                    "The last position is " strong { (estimate.lead_text()) } ", "
                    (estimate.chance_text()) "."
                }
            }
            div.summary {
                @for (color, tally) in [(Color::White, &s.white), (Color::Black, &s.black)] {
                    p {
                        strong { (color) } ": " (tally.exact) " of " (tally.moves)
                        " moves exact, cost " (tally.cost)
                        @match tally.gave_away {
                            0 => {}
                            1 => { ", gave the win away once" }
                            more => { ", gave the win away " (more) " times" }
                        }
                    }
                }
            }
            figure {
                (PreEscaped(lead_graph(review, &prefix)))
                figcaption {
                    "The lead before each move. Above the line White wins. "
                    @if estimated { "The line is solid where it is proved, dashed where it is estimated. " }
                    "Bars are proved bounds; marks are moves that cost something, the darker ones \
                     gave the win away."
                    @if estimated { " Rings are turning points that only estimates show." }
                }
            }
            @if !turns.is_empty() {
                h2 { "Turning points" }
                ul { @for turn in &turns { li { (turn.text()) } } }
            }
            @if let Some(thirds) = &s.thirds { (accuracies(thirds)) }
            @if !errors.is_empty() {
                h2 { "Moves that cost something" }
                p.note {
                    "A ring marks where the amazon goes, a cross where its arrow lands: "
                    span.best { "a better move" } " and " span.bad { "the one that was played" } "."
                }
                div.boards { @for ply in &errors { (board(ply, &prefix)) } }
            }
            details {
                summary { "Every ply" }
                (plies(review))
            }
        }
    }
}

fn board(ply: &PlyReview, prefix: &str) -> Markup {
    let position: Option<Position> = ply.fen.parse().ok();
    let moves: Vec<_> = ply.better().into_iter().chain([ply.mv]).collect();
    let first_color = usize::from(moves.len() == 1);
    let options = SvgOptions { square: 30, moves, first_color, ..SvgOptions::default() };
    html! {
        article.board.ply id=(format!("{prefix}ply-{}", ply.ply)) {
            h3 {
                "Ply " (ply.ply) ", " (ply.side)
                @if ply.gave_away == Some(true) { span.tag.lost { "gives the win away" } }
            }
            @if let Some(position) = position { (PreEscaped(svg(&position, &options))) }
            ul {
                li.badly-solved {
                    @if ply.error_at_least == 0 { code { (ply.mv) } " seems to cost " (ply.cost()) }
                    @else {
                        code { (ply.mv) } " costs "
                        @match ply.error {
                            Some(error) => { (error) }
                            None => { "at least " (ply.error_at_least) }
                        }
                    }
                }
                @if let Some(better) = ply.better() {
                    li.correct { code { (better) } " keeps " (ply.verdict()) }
                }
                @if let Some(region) = &ply.region {
                    li {
                        "its region, " (region.empties) " empty, alone: "
                        @match region.score { Some(score) => { (score) } None => { "not proved" } }
                        @if let Some(error) = region.error { ", error " (error) }
                    }
                }
            }
        }
    }
}

/// How well the players moved in each third of the game.
fn accuracies(thirds: &[Phase]) -> Markup {
    let percent = |of: &Accuracy| match of.accuracy {
        Some(share) => format!("≈ {:.0} %", 100.0 * share),
        None => "–".to_owned(),
    };
    html! {
        div.scroll tabindex="0" { table {
            thead { tr {
                th { "empty squares" } th { "White's accuracy" } th { "cost" } th { "Black's accuracy" }
                th { "cost" }
            } }
            tbody { @for third in thirds { tr {
                td { (third.empties_at_most) " to " (third.empties_at_least) }
                @for player in [&third.white, &third.black] {
                    td { (percent(player)) } td { "≈ " (format!("{:.1}", player.cost)) }
                }
            } } }
        } }
    }
}

fn plies(review: &GameReview) -> Markup {
    let estimated = review.summary.thirds.is_some();
    let regions = has_regions(review);
    html! {
        div.scroll tabindex="0" { table {
            thead { tr {
                th { "ply" } th.wide { "move" } th { "empty" } th { "whole board" }
                @if estimated { th { "likelier winner" } }
                th { "cost" }
                th.wide { "better" }
                @if regions { th { "region" } th { "cost there" } }
            } }
            tbody { @for ply in &review.plies { tr {
                td { (ply.ply) " " (ply.side) }
                td.wide { code { (ply.mv) } }
                td { (ply.empties) }
                td { (ply.verdict()) }
                @if estimated {
                    td {
                        @if let Some(estimate) = ply.estimated()
                            && ply.winner.is_none() { "≈ " (estimate.chance_text()) }
                    }
                }
                td { (ply.cost()) }
                td.wide { @if let Some(better) = ply.better() { code { (better) } } }
                @if regions {
                    td {
                        @if let Some(region) = &ply.region {
                            @match region.score { Some(score) => { (score) } None => { "?" } }
                        }
                    }
                    td {
                        @if let Some(error) = ply.region.as_ref().and_then(|region| region.error)
                            && error > 0 { (error) }
                    }
                }
            } } }
        } }
    }
}
