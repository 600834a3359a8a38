//! A board as SVG, self-contained so that it can be put into an HTML page as it is.

use super::palette::{BAD, BLOCKED, BONE, DARK, FONT, GOOD, INK, LIGHT, STONE, VIOLET};
use crate::board::{Cell, Color, Move, Position, Square};
use std::fmt::Write;

/// Options for drawing a board.
#[derive(Clone, Debug)]
pub struct SvgOptions {
    /// Side of a square in pixels.
    pub square: u32,
    /// Whether file letters and rank numbers are drawn around the board.
    pub coordinates: bool,
    /// Moves to show: the amazon's way as a line to a ring, its shot as a dashed line to a cross.
    pub moves: Vec<Move>,
    /// The colour of the first move: 0 for a right move, 1 for a wrong one, 2 for neither. Each
    /// further move has the next colour.
    pub first_color: usize,
    /// Text under the board; empty for none.
    pub caption: String,
}

impl Default for SvgOptions {
    fn default() -> Self {
        Self {
            square: 40,
            coordinates: true,
            moves: Vec::new(),
            first_color: 0,
            caption: String::new(),
        }
    }
}

/// One colour per highlighted move, used in turn.
const HIGHLIGHTS: [&str; 3] = [GOOD, BAD, VIOLET];

/// Draws a position as one `<svg>` element without an XML declaration.
pub fn svg(position: &Position, options: &SvgOptions) -> String {
    Drawing::new(position, options).draw()
}

struct Drawing<'a> {
    position: &'a Position,
    options: &'a SvgOptions,
    square: f64,
    margin: f64,
}

impl<'a> Drawing<'a> {
    fn new(position: &'a Position, options: &'a SvgOptions) -> Self {
        let square = f64::from(options.square.max(1));
        let margin = if options.coordinates { 0.6 * square } else { 0.05 * square };
        Self { position, options, square, margin }
    }

    /// The left edge of a file.
    fn x(&self, file: usize) -> f64 {
        self.margin + self.square * file as f64
    }

    /// The top edge of a rank.
    fn y(&self, rank: usize) -> f64 {
        self.margin + self.square * (self.position.height() - 1 - rank) as f64
    }

    fn centre(&self, square: Square) -> (f64, f64) {
        let half = self.square / 2.0;
        (self.x(square.file.into()) + half, self.y(square.rank.into()) + half)
    }

    fn draw(&self) -> String {
        let (columns, rows) = (self.position.width(), self.position.height());
        let width = 2.0 * self.margin + self.square * columns as f64;
        let board = 2.0 * self.margin + self.square * rows as f64;
        let caption = if self.options.caption.is_empty() { 0.0 } else { 0.7 * self.square };
        let height = board + caption;
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
             viewBox=\"0 0 {width:.1} {height:.1}\" font-family=\"{FONT}\" role=\"img\">\n\
             <title>{}</title>\n",
            self.position.to_fen()
        );
        for rank in (0..rows).rev() {
            for file in 0..columns {
                self.square(&mut out, file, rank);
            }
        }
        if self.options.coordinates {
            self.coordinates(&mut out);
        }
        for (i, mv) in self.options.moves.iter().enumerate() {
            self.highlight(
                &mut out,
                *mv,
                HIGHLIGHTS[(self.options.first_color + i) % HIGHLIGHTS.len()],
            );
        }
        if caption > 0.0 {
            let (x, y, size) = (width / 2.0, board + 0.25 * self.square, 0.38 * self.square);
            let text = escaped(&self.options.caption);
            let _ = writeln!(
                out,
                "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size:.1}\" fill=\"{INK}\" \
                 text-anchor=\"middle\">{text}</text>"
            );
        }
        out.push_str("</svg>\n");
        out
    }

    fn square(&self, out: &mut String, file: usize, rank: usize) {
        let (x, y, side) = (self.x(file), self.y(rank), self.square);
        let cell = self.position.cell(Square::new(file, rank));
        let fill = match cell {
            Cell::Blocked => BLOCKED,
            _ if (file + rank).is_multiple_of(2) => DARK,
            _ => LIGHT,
        };
        let _ = writeln!(
            out,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{side:.1}\" height=\"{side:.1}\" \
             fill=\"{fill}\" stroke=\"#fff\" stroke-width=\"1\"/>"
        );
        if let Cell::Amazon(color) = cell {
            self.amazon(out, x + side / 2.0, y + side / 2.0, color);
        }
    }

    /// A crown on a disc, in the player's colour.
    fn amazon(&self, out: &mut String, x: f64, y: f64, color: Color) {
        let (disc, crown) = match color {
            Color::White => (BONE, STONE),
            Color::Black => (STONE, BONE),
        };
        let (radius, line) = (0.38 * self.square, 0.04 * self.square);
        let _ = writeln!(
            out,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{disc}\" \
             stroke=\"{STONE}\" stroke-width=\"{line:.1}\"/>"
        );
        // Corner points of the crown, in units of the square, from the middle of the disc.
        let shape = [
            (-0.20, 0.16),
            (-0.24, -0.10),
            (-0.11, 0.02),
            (0.0, -0.18),
            (0.11, 0.02),
            (0.24, -0.10),
            (0.20, 0.16),
        ];
        let points: Vec<String> = shape
            .iter()
            .map(|(dx, dy)| format!("{:.1},{:.1}", x + dx * self.square, y + dy * self.square))
            .collect();
        let _ = writeln!(out, "<polygon points=\"{}\" fill=\"{crown}\"/>", points.join(" "));
    }

    fn coordinates(&self, out: &mut String) {
        let (columns, rows) = (self.position.width(), self.position.height());
        let size = 0.34 * self.square;
        let mut label = |x: f64, y: f64, text: &str| {
            let y = y + 0.36 * size;
            let _ = writeln!(
                out,
                "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size:.1}\" fill=\"{INK}\" \
                 text-anchor=\"middle\">{text}</text>"
            );
        };
        let far = |count: usize| 1.5 * self.margin + self.square * count as f64;
        for file in 0..columns {
            let (x, name) = (self.x(file) + self.square / 2.0, char::from(b'a' + file as u8));
            label(x, self.margin / 2.0, name.encode_utf8(&mut [0; 4]));
            label(x, far(rows), name.encode_utf8(&mut [0; 4]));
        }
        for rank in 0..rows {
            let y = self.y(rank) + self.square / 2.0;
            label(self.margin / 2.0, y, &(rank + 1).to_string());
            label(far(columns), y, &(rank + 1).to_string());
        }
    }

    fn highlight(&self, out: &mut String, mv: Move, color: &str) {
        let ((x0, y0), (x1, y1), (x2, y2)) =
            (self.centre(mv.from), self.centre(mv.to), self.centre(mv.arrow));
        let (line, ring, arm) = (0.07 * self.square, 0.30 * self.square, 0.16 * self.square);
        let _ = writeln!(
            out,
            "<g stroke=\"{color}\" stroke-width=\"{line:.1}\" fill=\"none\" \
             stroke-linecap=\"round\">\n\
             <path d=\"M{x0:.1} {y0:.1}L{x1:.1} {y1:.1}\"/>\n\
             <circle cx=\"{x1:.1}\" cy=\"{y1:.1}\" r=\"{ring:.1}\"/>\n\
             <path d=\"M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}\" stroke-dasharray=\"{arm:.1} {arm:.1}\"/>\n\
             <path d=\"M{:.1} {:.1}L{:.1} {:.1}M{:.1} {:.1}L{:.1} {:.1}\"/>\n</g>",
            x2 - arm,
            y2 - arm,
            x2 + arm,
            y2 + arm,
            x2 - arm,
            y2 + arm,
            x2 + arm,
            y2 - arm
        );
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_on_the_board_is_drawn() {
        let position: Position = "Q2q/1**1/4 b".parse().unwrap();
        let moves = vec!["d3-d2/d1".parse().unwrap()];
        let options = SvgOptions { moves, caption: "a < b".into(), ..SvgOptions::default() };
        let drawn = svg(&position, &options);
        assert_eq!(drawn.matches("<rect").count(), 12);
        assert_eq!(drawn.matches("<polygon").count(), 2);
        assert_eq!(drawn.matches(BLOCKED).count(), 2);
        assert_eq!(drawn.matches("<text").count(), 2 * (4 + 3) + 1);
        assert!(drawn.contains("a &lt; b") && drawn.contains("stroke-dasharray"));
        let plain = svg(&position, &SvgOptions { coordinates: false, ..SvgOptions::default() });
        assert!(!plain.contains("<text"));
    }
}
