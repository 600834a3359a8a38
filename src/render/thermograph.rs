//! Thermographs for the terminal and as SVG: temperature upwards, Left's values to the left.

use super::palette::{BLUE, FAINT, FONT, INK, ORANGE};
use amazons_cgt::{Corner, Thermograph};
use std::fmt::Write;

/// The range of values and temperatures of a drawing.
struct Scale {
    most_left: f64,
    most_right: f64,
    top: f64,
}

impl Scale {
    fn of(thermograph: &Thermograph) -> Self {
        let values = || {
            let walls = [thermograph.left_wall(), thermograph.right_wall()];
            walls.into_iter().flatten().map(|corner| corner.value.to_f64())
        };
        let (low, high) = (values().fold(f64::MAX, f64::min), values().fold(f64::MIN, f64::max));
        let margin = ((high - low) / 10.0).max(0.5);
        let top = (thermograph.temperature().to_f64() * 1.25).max(1.0);
        Self { most_left: high + margin, most_right: low - margin, top }
    }

    /// The position of a value, from 0 at the left to 1 at the right.
    fn across(&self, value: f64) -> f64 {
        (self.most_left - value) / (self.most_left - self.most_right)
    }
}

/// The value of a wall at a temperature that need not be dyadic.
fn wall_at(wall: &[Corner], temperature: f64) -> f64 {
    let [mut before, ..] = *wall else { return 0.0 };
    for corner in wall {
        let (from, to) = (before.temperature.to_f64(), corner.temperature.to_f64());
        if to > temperature {
            let part = (temperature - from) / (to - from);
            let (start, end) = (before.value.to_f64(), corner.value.to_f64());
            return start + part * (end - start);
        }
        before = *corner;
    }
    before.value.to_f64()
}

fn corners(wall: &[Corner]) -> String {
    let list: Vec<String> =
        wall.iter().map(|c| format!("{} at {}", c.value, c.temperature)).collect();
    list.join(", ")
}

/// Draws a thermograph with characters, and lists the corners of its walls.
pub fn thermograph_text(thermograph: &Thermograph) -> String {
    const COLUMNS: usize = 56;
    const ROWS: usize = 14;
    let scale = Scale::of(thermograph);
    let mut out = String::new();
    for row in (0..=ROWS).rev() {
        let temperature = scale.top * row as f64 / ROWS as f64;
        let mut line = [' '; COLUMNS + 1];
        let mut mark = |wall: &[Corner], mark: char| {
            let across = scale.across(wall_at(wall, temperature)) * COLUMNS as f64;
            let column = (across.round() as usize).min(COLUMNS);
            line[column] = if line[column] == ' ' { mark } else { '|' };
        };
        mark(thermograph.left_wall(), 'L');
        mark(thermograph.right_wall(), 'R');
        let line: String = line.iter().collect();
        let _ = writeln!(out, "{temperature:7.3} ┤{}", line.trim_end());
    }
    let _ = writeln!(out, "        └{}", "─".repeat(COLUMNS + 1));
    let ends = [scale.most_left, scale.most_right].map(|end| format!("{end:.3}"));
    let gap = (COLUMNS + 1).saturating_sub(ends[0].len() + ends[1].len());
    let _ = writeln!(out, "         {}{}{}", ends[0], " ".repeat(gap), ends[1]);
    let _ = writeln!(out, "         temperature upwards, value to the left");
    let _ = writeln!(out, "left wall:  {}", corners(thermograph.left_wall()));
    let _ = write!(out, "right wall: {}", corners(thermograph.right_wall()));
    out
}

/// Draws a thermograph as one `<svg>` element without an XML declaration.
pub fn thermograph_svg(thermograph: &Thermograph, title: &str) -> String {
    const WIDTH: f64 = 480.0;
    const HEIGHT: f64 = 360.0;
    const MARGIN: f64 = 48.0;
    let scale = Scale::of(thermograph);
    let x = |value: f64| MARGIN + scale.across(value) * (WIDTH - 2.0 * MARGIN);
    let base = HEIGHT - MARGIN;
    let y = |temperature: f64| base - temperature / scale.top * (HEIGHT - 2.0 * MARGIN);
    let title = title.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH:.0}\" height=\"{HEIGHT:.0}\" \
         viewBox=\"0 0 {WIDTH:.0} {HEIGHT:.0}\" font-family=\"{FONT}\" font-size=\"12\" \
         role=\"img\">\n<title>{title}</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <path d=\"M{MARGIN} {base}H{:.1}M{MARGIN} {base}V{MARGIN}\" stroke=\"{FAINT}\" \
         fill=\"none\"/>\n",
        WIDTH - MARGIN
    );
    let mut label = |x: f64, y: f64, anchor: &str, text: &str| {
        let _ = writeln!(
            out,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" fill=\"{INK}\">{text}</text>"
        );
    };
    label(WIDTH - MARGIN, HEIGHT - 8.0, "end", "value");
    label(8.0, MARGIN - 12.0, "start", "temperature");
    let (left, right) = (thermograph.left_stop(), thermograph.right_stop());
    label(x(left.to_f64()), base + 16.0, "middle", &left.to_string());
    if left != right {
        label(x(right.to_f64()), base + 16.0, "middle", &right.to_string());
    }
    let (mean, temperature) = (thermograph.mean(), thermograph.temperature());
    label(x(mean.to_f64()), MARGIN - 8.0, "middle", &format!("mean {mean}"));
    if temperature.to_f64() > 0.0 {
        label(MARGIN - 6.0, y(temperature.to_f64()) + 4.0, "end", &temperature.to_string());
    }
    label(MARGIN - 6.0, base + 4.0, "end", "0");
    label(WIDTH / 2.0, HEIGHT - 8.0, "middle", &title);
    for (wall, color) in [(thermograph.left_wall(), BLUE), (thermograph.right_wall(), ORANGE)] {
        let mut path = String::new();
        for (i, corner) in wall.iter().enumerate() {
            let command = if i == 0 { 'M' } else { 'L' };
            let (x, y) = (x(corner.value.to_f64()), y(corner.temperature.to_f64()));
            let _ = write!(path, "{command}{x:.1} {y:.1}");
        }
        let _ = writeln!(
            out,
            "<path d=\"{path}V{MARGIN}\" stroke=\"{color}\" stroke-width=\"2\" fill=\"none\"/>"
        );
    }
    out.push_str("</svg>\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use amazons_cgt::Arena;

    #[test]
    fn walls_mast_and_corners_are_drawn() {
        let mut games = Arena::new(1 << 20);
        let game = games.parse("{3|{1|0}}").unwrap();
        let thermograph = games.thermograph(game);
        let text = thermograph_text(&thermograph);
        assert!(text.contains("right wall: 1 at 0, 1 at 1/2, 7/4 at 5/4"), "{text}");
        // The mast at the top, two walls at the bottom.
        assert!(text.lines().next().unwrap().contains('|'));
        assert!(text.lines().nth(14).unwrap().contains('L'));
        let svg = thermograph_svg(&thermograph, "{3|{1|0}} & <more>");
        assert_eq!(svg.matches("<path").count(), 3);
        assert!(svg.contains("mean 7/4") && svg.contains("&amp; &lt;more&gt;"));
    }

    #[test]
    fn numbers_have_a_mast_alone() {
        let mut games = Arena::new(1 << 20);
        let game = games.parse("-3/4").unwrap();
        let text = thermograph_text(&games.thermograph(game));
        assert!(text.contains("left wall:  -3/4 at 0") && !text.contains('L'), "{text}");
    }
}
