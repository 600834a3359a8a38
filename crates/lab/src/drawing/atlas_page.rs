//! Regions of an atlas as one page: boards, values and thermographs, by size.

use super::document::document;
use amazons::answers::{AtlasAnswer, AtlasRegion};
use amazons::board::Color;
use amazons::render::{SvgOptions, svg, thermograph_svg};
use maud::{Markup, PreEscaped, html};

/// The longest value that is printed, in characters; a longer one is cut.
const LONGEST: usize = 160;

/// One page of the regions of an answer. `question` says in words what was asked for.
pub fn atlas_page(question: &str, answer: &AtlasAnswer) -> String {
    let mut sizes: Vec<usize> = answer.found.iter().map(|region| region.squares).collect();
    sizes.dedup();
    let head = html! {
        p.eyebrow { "Game of the Amazons · atlas of game values" }
        h1 { (question) }
        p.lead {
            (answer.values) " different values, in " (answer.regions) " regions; here are the \
             smallest " (answer.found.len()) " of them. A value is what a region is worth in a sum of \
             regions, with White as Left; a value and its negative, the region with the colours \
             swapped, count once."
        }
        p.note {
            @for size in &sizes { a href=(format!("#s{size}")) { (squares(*size)) } " " }
        }
    };
    let main = html! {
        @for size in &sizes {
            section id=(format!("s{size}")) {
                h2 { (squares(*size)) }
                div.boards {
                    @for region in answer.found.iter().filter(|region| region.squares == *size) {
                        (card(region))
                    }
                }
            }
        }
        section {
            h2 { "What was searched" }
            p { (answer.searched_text()) "." }
        }
    };
    document(question, &head, &main)
}

fn squares(size: usize) -> String {
    format!("{size} square{}", if size == 1 { "" } else { "s" })
}

fn card(region: &AtlasRegion) -> Markup {
    let worth = &region.worth;
    let value = shown(region, LONGEST);
    let board = SvgOptions { square: 30, coordinates: false, ..SvgOptions::default() };
    let score =
        |first| region.score(first).map_or_else(|| "?".to_owned(), |score| score.to_string());
    let number = |number: Option<amazons::cgt::Dyadic>| {
        number.map_or_else(|| "?".to_owned(), |number| number.to_string())
    };
    html! {
        article.board {
            h3 { (value) }
            (PreEscaped(svg(&region.position, &board)))
            p.note {
                (region.class) " · mean " (number(worth.mean)) " · temperature "
                (number(worth.temperature)) " · White first " (score(Color::White))
                ", Black first " (score(Color::Black))
            }
            p.note {
                @for property in &region.properties { span.tag { (property) } " " }
                @if let Some(Some(weight)) = &region.atomic_weight {
                    span.tag { "atomic weight " (weight) } " "
                }
                @if let Some(defect) = region.defect.filter(|defect| *defect > 0) {
                    span.tag { "defect " (defect) } " "
                }
                (region.regions) @if region.regions == 1 { " region" } @else { " regions" }
            }
            (PreEscaped(thermograph_svg(&region.thermograph, &shown(region, 40))))
            p.note { code { (region.fen) } }
        }
    }
}

/// The value as text of at most so many characters.
pub(super) fn shown(region: &AtlasRegion, longest: usize) -> String {
    let text = region.worth.game_value.as_deref().unwrap_or("(too long to print)");
    if text.chars().count() <= longest {
        return text.to_owned();
    }
    text.chars().take(longest - 1).chain(['…']).collect()
}
