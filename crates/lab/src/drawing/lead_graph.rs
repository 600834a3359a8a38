//! The graph of the lead over a game.

use amazons::answers::GameReview;
use amazons::board::Color;
use amazons::estimate::lead_of;
use amazons::render::palette::{AMBER, BAD, BLUE, FAINT, FONT, INK};
use std::fmt::Write;

const WIDTH: f64 = 1000.0;
const HEIGHT: f64 = 320.0;
const LEFT: f64 = 52.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 20.0;
const BOTTOM: f64 = 40.0;

/// The leads before each ply and after the last, where they are estimated.
fn estimated(review: &GameReview) -> impl Iterator<Item = Option<f64>> {
    let plies = review.plies.iter().map(|ply| ply.estimated());
    plies.chain([review.summary.estimated()]).map(|estimate| Some(estimate?.lead))
}

/// Draws the lead before each ply as one `<svg>` element.
///
/// It has a line where scores are proved, a dashed one where they are estimated, bars from bound to
/// bound where they are not, a band for the winner, and, for each move that cost something, a mark
/// that links to the ply (`#ply-N`, with `prefix` before it). Turning points that only estimates show have a ring for a mark.
pub fn lead_graph(review: &GameReview, prefix: &str) -> String {
    let mut graph = Graph::new(review);
    graph.winners();
    graph.axes();
    graph.bounds();
    graph.estimates();
    graph.scores();
    graph.marks(prefix);
    graph.out + "</svg>\n"
}

struct Graph<'a> {
    review: &'a GameReview,
    out: String,
    /// The first ply that is drawn; `count` is how many are.
    from: usize,
    count: usize,
    highest: f64,
}

impl<'a> Graph<'a> {
    const MIDDLE: f64 = TOP + (HEIGHT - TOP - BOTTOM) / 2.0;

    fn new(review: &'a GameReview) -> Self {
        // Leading plies of which nothing is proved are left out, except for the last five or so.
        let known = review
            .plies
            .iter()
            .position(|ply| ply.winner.is_some() || ply.score.is_some() || ply.estimate.is_some());
        let from = known.unwrap_or(0).saturating_sub(5) / 5 * 5;
        let count = (review.plies.len() - from).max(1);
        let scores = review.plies.iter().filter_map(|ply| ply.score).chain(review.summary.result);
        let leads = scores.map(lead_of).chain(estimated(review).flatten());
        let highest = leads.map(f64::abs).fold(4.5, f64::max) + 0.5;
        let out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             font-family=\"{FONT}\" font-size=\"13\" role=\"group\">\n\
             <title>The lead over the game: White above the line, Black below it</title>\n"
        );
        Self { review, out, from, count, highest }
    }

    fn x(&self, ply: usize) -> f64 {
        LEFT + (WIDTH - LEFT - RIGHT) * (ply as f64 - self.from as f64) / self.count as f64
    }

    fn y(&self, lead: f64) -> f64 {
        Self::MIDDLE - (HEIGHT - TOP - BOTTOM) / 2.0 * (lead / self.highest).clamp(-1.0, 1.0)
    }

    /// The winner, as a band behind everything.
    fn winners(&mut self) {
        for (i, ply) in self.review.plies.iter().enumerate() {
            let Some(winner) = ply.winner else { continue };
            let (left, width) = (self.x(i), self.x(i + 1) - self.x(i) + 0.3);
            let (top, height, fill) = match winner {
                Color::White => (TOP, Self::MIDDLE - TOP, BLUE),
                Color::Black => (Self::MIDDLE, HEIGHT - BOTTOM - Self::MIDDLE, INK),
            };
            let _ = writeln!(
                self.out,
                "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" \
                 height=\"{height:.1}\" fill=\"{fill}\" fill-opacity=\".08\"/>"
            );
        }
    }

    fn label(&mut self, x: f64, y: f64, anchor: &str, text: &str) {
        let _ = writeln!(
            self.out,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" \
             fill=\"{FAINT}\">{text}</text>"
        );
    }

    fn axes(&mut self) {
        let step = match self.highest as u32 {
            0..=6 => 2,
            7..=15 => 5,
            16..=40 => 10,
            _ => 20,
        };
        for by in (step..=self.highest as u32).step_by(step as usize) {
            let (up, down) = (self.y(f64::from(by)) + 4.0, self.y(-f64::from(by)) + 4.0);
            self.label(LEFT - 8.0, up, "end", &format!("W+{by}"));
            self.label(LEFT - 8.0, down, "end", &format!("B+{by}"));
        }
        let step = if self.count > 60 { 10 } else { 5 };
        for ply in (self.from..=self.from + self.count).step_by(step) {
            self.label(self.x(ply), HEIGHT - BOTTOM + 18.0, "middle", &ply.to_string());
        }
        self.label(WIDTH - RIGHT, HEIGHT - 4.0, "end", "moves played");
        let (middle, end) = (Self::MIDDLE, WIDTH - RIGHT);
        let _ = writeln!(
            self.out,
            "<path d=\"M{LEFT} {middle:.1}H{end:.1}\" stroke=\"{INK}\" stroke-width=\"1\"/>"
        );
    }

    /// Bounds, where the winner is proved but the score is not.
    fn bounds(&mut self) {
        for (i, ply) in self.review.plies.iter().enumerate() {
            if let (Some(_), Some(least), Some(most)) = (ply.winner, ply.at_least, ply.at_most) {
                let (x, from, to) = (self.x(i), self.y(lead_of(least)), self.y(lead_of(most)));
                let _ = writeln!(
                    self.out,
                    "<path d=\"M{x:.1} {from:.1}V{to:.1}\" stroke=\"{BLUE}\" \
                     stroke-opacity=\".28\" stroke-width=\"4\"/>"
                );
            }
        }
    }

    /// The leads before each ply and after the last, where they are proved.
    fn proved(&self) -> Vec<Option<f64>> {
        let plies = self.review.plies.iter().map(|ply| ply.score);
        plies.chain([self.review.summary.result]).map(|score| score.map(lead_of)).collect()
    }

    /// A line through leads, broken where one is missing.
    fn line(&mut self, leads: &[Option<f64>], style: &str) {
        let mut path = String::new();
        let mut pen_down = false;
        for (i, lead) in leads.iter().enumerate() {
            if let Some(lead) = lead {
                let command = if pen_down { 'L' } else { 'M' };
                let _ = write!(path, "{command}{:.1} {:.1}", self.x(i), self.y(*lead));
            }
            pen_down = lead.is_some();
        }
        if !path.is_empty() {
            let _ = writeln!(
                self.out,
                "<path d=\"{path}\" fill=\"none\" stroke=\"{BLUE}\" stroke-width=\"2.5\" {style}/>"
            );
        }
    }

    /// A dashed line through estimates, which reaches to the proved scores beside them.
    fn estimates(&mut self) {
        let estimated: Vec<Option<f64>> = estimated(self.review).collect();
        let proved = self.proved();
        let beside = |i: usize| {
            let is_estimated = |at: Option<usize>| at.and_then(|at| *estimated.get(at)?).is_some();
            is_estimated(i.checked_sub(1)) || is_estimated(Some(i + 1))
        };
        let reaching = |i: usize| estimated[i].or(proved[i].filter(|_| beside(i)));
        let leads: Vec<Option<f64>> = (0..proved.len()).map(reaching).collect();
        if estimated.iter().any(Option::is_some) {
            self.line(&leads, "stroke-linejoin=\"round\" stroke-dasharray=\"5 5\"");
        }
    }

    /// A line through proved scores.
    fn scores(&mut self) {
        self.line(&self.proved(), "stroke-linejoin=\"round\"");
    }

    /// Marks of moves that cost something; those that gave away the win are darker.
    fn marks(&mut self, prefix: &str) {
        let turns = self.review.summary.turning_points.iter().flatten();
        let turns: Vec<usize> = turns.map(|turn| turn.ply).collect();
        for (i, ply) in self.review.plies.iter().enumerate() {
            let turn = turns.contains(&ply.ply);
            if ply.error_at_least == 0 && !turn {
                continue;
            }
            let estimate = ply.estimated().map(|estimate| estimate.lead);
            let (x, y) = (self.x(i), self.y(ply.score.map(lead_of).or(estimate).unwrap_or(0.0)));
            let color = if ply.gave_away == Some(true) { BAD } else { AMBER };
            let (fill, stroke) = match ply.error_at_least {
                0 => ("#fff", color),
                _ => (color, "#fff"),
            };
            let (number, side, mv, cost) = (ply.ply, ply.side, ply.mv, ply.cost());
            let _ = writeln!(
                self.out,
                "<a href=\"#{prefix}ply-{number}\"><circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"6\" \
                 fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"1.5\"><title>Ply {number}, \
                 {side} {mv}: {cost}</title></circle></a>"
            );
        }
    }
}
