//! The frame of every page: its head with the style sheet, a header, and the main part.

use amazons::render::palette;
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// The style sheet of pages, which follows the common one.
const STYLE: &str = include_str!("page.css");

/// A whole page: `title` in its head, `head` as its header, and `main` as its main part.
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
