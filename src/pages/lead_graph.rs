//! The graph of the lead over a game.

use crate::analysis::GameReview;
use crate::board::Color;
use crate::score::Score;
use std::fmt::Write;

const WIDTH: f64 = 1000.0;
const HEIGHT: f64 = 320.0;
const LEFT: f64 = 52.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 20.0;
const BOTTOM: f64 = 40.0;

/// The lead of a score, seen by White: a win by 0 is half a square ahead, a loss by 0 half a
/// square behind.
fn lead(score: Score) -> f64 {
    let by = f64::from(score.by) + 0.5;
    if score.winner == Color::White { by } else { -by }
}

/// Draws the lead before each ply as one `<svg>` element: a line where scores are proved, bars
/// from bound to bound where they are not, a band for the winner, and a mark that links to the ply
/// (`#ply-N`, with `prefix` before it) for each move that cost something.
pub fn lead_graph(review: &GameReview, prefix: &str) -> String {
    // Plies of which nothing is proved are left out, down to the last five or so.
    let known = review.plies.iter().position(|ply| ply.winner.is_some() || ply.score.is_some());
    let from = known.unwrap_or(0).saturating_sub(5) / 5 * 5;
    let count = (review.plies.len() - from).max(1);
    let scores = || {
        let of_plies = review.plies.iter().filter_map(|ply| ply.score);
        of_plies.chain(review.summary.result)
    };
    let highest = scores().map(|score| lead(score).abs()).fold(4.5, f64::max) + 0.5;
    let x = |ply: f64| LEFT + (WIDTH - LEFT - RIGHT) * (ply - from as f64) / count as f64;
    let middle = TOP + (HEIGHT - TOP - BOTTOM) / 2.0;
    let y = |lead: f64| middle - (HEIGHT - TOP - BOTTOM) / 2.0 * (lead / highest).clamp(-1.0, 1.0);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"13\" role=\"img\">\n\
         <title>The lead over the game: White above the line, Black below it</title>\n"
    );
    // Who wins, as a band behind everything.
    for (i, ply) in review.plies.iter().enumerate() {
        let Some(winner) = ply.winner else { continue };
        let (from, to) = (x(i as f64), x(i as f64 + 1.0));
        let (top, height, fill) = match winner {
            Color::White => (TOP, middle - TOP, "#eef4f8"),
            Color::Black => (middle, HEIGHT - BOTTOM - middle, "#e9e6e0"),
        };
        let _ = writeln!(
            out,
            "<rect x=\"{from:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{height:.1}\" \
             fill=\"{fill}\"/>",
            to - from + 0.3
        );
    }
    let step = match highest as u32 {
        0..=6 => 2,
        7..=15 => 5,
        16..=40 => 10,
        _ => 20,
    };
    let mut label = |x: f64, y: f64, anchor: &str, text: &str| {
        let _ = writeln!(
            out,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" fill=\"#5d6874\">{text}</text>"
        );
    };
    for by in (step..=highest as u32).step_by(step as usize) {
        label(LEFT - 8.0, y(f64::from(by)) + 4.0, "end", &format!("W+{by}"));
        label(LEFT - 8.0, y(-f64::from(by)) + 4.0, "end", &format!("B+{by}"));
    }
    for ply in (from..=from + count).step_by(if count > 60 { 10 } else { 5 }) {
        label(x(ply as f64), HEIGHT - BOTTOM + 18.0, "middle", &ply.to_string());
    }
    label(WIDTH - RIGHT, HEIGHT - 4.0, "end", "moves played");
    let _ = writeln!(
        out,
        "<path d=\"M{LEFT} {middle:.1}H{:.1}\" stroke=\"#1d2630\" stroke-width=\"1\"/>",
        WIDTH - RIGHT
    );
    // Bounds where the score is not proved.
    for (i, ply) in review.plies.iter().enumerate() {
        if let (Some(_), Some(least), Some(most)) = (ply.winner, ply.at_least, ply.at_most) {
            let _ = writeln!(
                out,
                "<path d=\"M{0:.1} {1:.1}V{2:.1}\" stroke=\"#0072b2\" stroke-opacity=\".28\" \
                 stroke-width=\"4\"/>",
                x(i as f64),
                y(lead(least)),
                y(lead(most))
            );
        }
    }
    let mut path = String::new();
    let mut pen_down = false;
    let last = review.summary.result;
    let line = review.plies.iter().map(|ply| ply.score).chain([last]);
    for (i, score) in line.enumerate() {
        match score {
            Some(score) => {
                let command = if pen_down { 'L' } else { 'M' };
                let _ = write!(path, "{command}{:.1} {:.1}", x(i as f64), y(lead(score)));
                pen_down = true;
            }
            None => pen_down = false,
        }
    }
    if !path.is_empty() {
        let _ = writeln!(
            out,
            "<path d=\"{path}\" fill=\"none\" stroke=\"#0072b2\" stroke-width=\"2.5\" \
             stroke-linejoin=\"round\"/>"
        );
    }
    for (i, ply) in review.plies.iter().enumerate() {
        if ply.error_at_least == 0 {
            continue;
        }
        let at = ply.score.map_or(0.0, lead);
        let (cx, cy) = (x(i as f64), y(at));
        let fill = if ply.gave_away == Some(true) { "#c2410c" } else { "#e69f00" };
        let _ = writeln!(
            out,
            "<a href=\"#{prefix}ply-{0}\"><circle cx=\"{cx:.1}\" cy=\"{cy:.1}\" r=\"6\" \
             fill=\"{fill}\" stroke=\"#fff\" stroke-width=\"1.5\"><title>Ply {0}, {1} {2}: \
             {3}</title></circle></a>",
            ply.ply,
            ply.side,
            ply.mv,
            ply.cost()
        );
    }
    out.push_str("</svg>\n");
    out
}
