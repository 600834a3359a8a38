//! What every page has: its head with the style sheet, a title over it, and the sheet below.

use crate::render::palette;
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// The style sheet of pages, behind the one of everything.
const STYLE: &str = include_str!("page.css");

/// A whole page: the title in its head, then `head`, and in the sheet below `main`.
pub fn document(title: &str, head: &Markup, main: &Markup) -> String {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(palette::STYLE)) (PreEscaped(STYLE)) }
            }
            body {
                header { (head) }
                main { (main) }
            }
        }
    }
    .into_string()
}
