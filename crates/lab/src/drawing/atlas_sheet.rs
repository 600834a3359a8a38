//! Regions of an atlas as one drawing: their boards in rows, each with its value.

use super::atlas_page::shown;
use amazons::answers::AtlasAnswer;
use amazons::render::{SvgOptions, svg};
use std::fmt::Write;

/// The boards of a row.
const ROW: usize = 5;
/// The size of a square.
const SQUARE: u32 = 24;
/// The width of a board with its margin.
const WIDTH: usize = 10 * SQUARE as usize;

/// Draws the regions of an answer as one `<svg>` element without an XML declaration.
pub fn atlas_sheet(answer: &AtlasAnswer) -> String {
    let mut boards = String::new();
    let mut top = 0;
    for row in answer.found.chunks(ROW) {
        let rows = row.iter().map(|region| region.position.height()).max().unwrap_or(0);
        for (column, region) in row.iter().enumerate() {
            let options = SvgOptions {
                square: SQUARE,
                coordinates: false,
                caption: format!("{}  {}", shown(region, 24), region.class),
                ..SvgOptions::default()
            };
            let drawn = svg(&region.position, &options);
            // A long caption is wider than a small board.
            let place =
                format!("<svg overflow=\"visible\" x=\"{}\" y=\"{top}\" ", column * WIDTH + 60);
            let _ = writeln!(boards, "{}", drawn.trim_end().replacen("<svg ", &place, 1));
        }
        top += (rows + 2) * SQUARE as usize;
    }
    let width = WIDTH * ROW.min(answer.found.len().max(1)) + 60;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{top}\" \
         viewBox=\"0 0 {width} {top}\" role=\"img\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n{boards}</svg>\n"
    )
}
