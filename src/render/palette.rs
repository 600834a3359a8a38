//! The colours and the typeface of all drawings: boards, graphs, figures, pages.
//!
//! `style.css` beside this file holds the same for pages, and the sizes of type; a test compares
//! the two. Colours that carry meaning also differ in lightness. Blue and orange, and amber and
//! violet, can be distinguished with any colour vision (Okabe and Ito).

/// Text and lines.
pub const INK: &str = "#1d2630";
/// Secondary text.
pub const FAINT: &str = "#56616d";
/// Secondary lines.
pub const LINE: &str = "#dfe4ea";
/// Light squares of a board.
pub const LIGHT: &str = "#f3e9d6";
/// Dark squares.
pub const DARK: &str = "#e2d0ae";
/// Blocked squares.
pub const BLOCKED: &str = "#5b5f66";
/// White amazons.
pub const BONE: &str = "#ffffff";
/// Black amazons, and the rim of either.
pub const STONE: &str = "#22252a";
/// The best, the first of several, and White's.
pub const BLUE: &str = "#0072b2";
/// The worst, the second of several.
pub const ORANGE: &str = "#d55e00";
/// Right.
pub const GOOD: &str = "#0b7a75";
/// Wrong.
pub const BAD: &str = "#b93a08";
/// What needs attention.
pub const AMBER: &str = "#e69f00";
/// A third beside right and wrong, and what is contested.
pub const VIOLET: &str = "#7b3294";

/// The typeface of drawings.
pub const FONT: &str = "Helvetica, Arial, sans-serif";

/// The style sheet that all pages start with.
pub const STYLE: &str = include_str!("style.css");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_style_sheet_has_the_same_colours() {
        let named = [
            ("ink", INK),
            ("faint", FAINT),
            ("line", LINE),
            ("light", LIGHT),
            ("dark", DARK),
            ("blocked", BLOCKED),
            ("bone", BONE),
            ("stone", STONE),
            ("blue", BLUE),
            ("orange", ORANGE),
            ("good", GOOD),
            ("bad", BAD),
            ("amber", AMBER),
            ("violet", VIOLET),
        ];
        for (name, color) in named {
            assert!(STYLE.contains(&format!("--{name}: {color};")), "{name}");
        }
    }
}
