//! Curves over a numbered axis, as SVG and for the terminal.

use super::palette::{color, rgb};
use amazons::render::palette::{self, FONT};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::error::Error;
use std::fmt::Write;
use std::ops::Range;

/// One curve.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Its name in the legend.
    pub name: String,
    /// Its points, by rising x.
    pub points: Vec<(f64, f64)>,
}

/// What a plot shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// The title above it.
    pub title: String,
    /// The label of x.
    pub x_title: String,
    /// The label of y.
    pub y_title: String,
    /// The range of y.
    pub y: Range<f64>,
    /// The curves.
    pub curves: Vec<Curve>,
}

/// An error of the plotting library.
#[derive(Debug, thiserror::Error)]
#[error("drawing '{title}': {source}")]
pub struct PlotError {
    title: String,
    source: Box<dyn Error + Send + Sync>,
}

impl PlotError {
    pub(crate) fn new(title: &str, source: Box<dyn Error + Send + Sync>) -> Self {
        Self { title: title.to_owned(), source }
    }
}

const INK: RGBColor = rgb(palette::INK);
const GRID: RGBColor = rgb(palette::LINE);

impl Plot {
    /// Draws the plot as SVG.
    ///
    /// # Errors
    /// The plotting library reports an error.
    pub fn svg(&self) -> Result<String, PlotError> {
        self.draw().map_err(|source| PlotError::new(&self.title, source))
    }

    /// The range of x, never empty.
    fn x(&self) -> Range<f64> {
        let all = self.curves.iter().flat_map(|curve| curve.points.iter().map(|point| point.0));
        let (low, high) = all
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
        if low < high { low..high } else { 0.0..1.0 }
    }

    fn draw(&self) -> Result<String, Box<dyn Error + Send + Sync>> {
        let mut text = String::new();
        {
            let area = SVGBackend::with_string(&mut text, (960, 480)).into_drawing_area();
            area.fill(&WHITE)?;
            let font = |size: f64| (FONT, size).into_font().color(&INK);
            let mut chart = ChartBuilder::on(&area)
                .margin(14)
                .caption(&self.title, font(20.0))
                .x_label_area_size(44)
                .y_label_area_size(60)
                .build_cartesian_2d(self.x(), self.y.clone())?;
            chart
                .configure_mesh()
                .light_line_style(TRANSPARENT)
                .bold_line_style(GRID)
                .x_desc(&self.x_title)
                .y_desc(&self.y_title)
                // Plies, and everything else counted here, are whole numbers.
                .x_label_formatter(&|x| {
                    if x.fract() == 0.0 { format!("{x:.0}") } else { String::new() }
                })
                .label_style(font(14.0))
                .draw()?;
            for (curve, color) in self.curves.iter().zip((0..).map(color)) {
                let style = color.stroke_width(2);
                chart
                    .draw_series(LineSeries::new(curve.points.iter().copied(), style))?
                    .label(&curve.name)
                    .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], style));
                let dots = curve.points.iter().map(|&at| Circle::new(at, 3, color.filled()));
                chart.draw_series(dots)?;
            }
            chart
                .configure_series_labels()
                .position(SeriesLabelPosition::UpperLeft)
                .background_style(WHITE.mix(0.85))
                .border_style(GRID)
                .label_font(font(14.0).pos(Pos::new(HPos::Left, VPos::Center)))
                .draw()?;
            area.present()?;
        }
        Ok(text)
    }

    /// Draws the plot for a terminal: one column for each `step` in x, and the curves as the first
    /// letters of their names, with `*` where several meet. Ends with a line end.
    pub fn text(&self, step: f64) -> String {
        const ROWS: usize = 20;
        let x = self.x();
        let columns = ((x.end - x.start) / step).round() as usize + 1;
        let mut cells = vec![vec![' '; columns]; ROWS + 1];
        let height = self.y.end - self.y.start;
        for curve in &self.curves {
            let letter = curve.name.chars().next().unwrap_or('?');
            for &(at, value) in &curve.points {
                let column = ((at - x.start) / step).round() as usize;
                let share = ((value - self.y.start) / height).clamp(0.0, 1.0);
                let cell = &mut cells[ROWS - (share * ROWS as f64).round() as usize]
                    [column.min(columns - 1)];
                *cell = if *cell == ' ' { letter } else { '*' };
            }
        }
        let mut text = format!("{}\n", self.title);
        for (row, line) in cells.iter().enumerate() {
            let line: String = line.iter().collect();
            if row % 5 == 0 {
                let value = self.y.end - height * row as f64 / ROWS as f64;
                let _ = write!(text, "{value:>6.0} |");
            } else {
                text.push_str("       |");
            }
            let _ = writeln!(text, "{}", line.trim_end());
        }
        let _ = writeln!(text, "       +{}", "-".repeat(columns));
        let last = format!("{:.0}", x.end);
        let first = format!("{:.0}", x.start);
        let gap = columns.saturating_sub(first.len());
        let _ = writeln!(text, "        {first}{last:>gap$}   {}", self.x_title);
        let names: Vec<_> = self.curves.iter().map(|curve| curve.name.as_str()).collect();
        let _ = writeln!(text, "        {}", names.join(", "));
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot() -> Plot {
        let curve = |name: &str, points: &[(f64, f64)]| Curve {
            name: name.to_owned(),
            points: points.to_vec(),
        };
        Plot {
            title: "two <curves>".to_owned(),
            x_title: "ply".to_owned(),
            y_title: "%".to_owned(),
            y: 0.0..100.0,
            curves: vec![
                curve("up", &[(0.0, 0.0), (1.0, 50.0), (2.0, 100.0)]),
                curve("down", &[(0.0, 100.0), (1.0, 50.0), (2.0, 0.0)]),
            ],
        }
    }

    #[test]
    fn curves_stand_in_their_columns() {
        let text = plot().text(1.0);
        assert!(text.contains("   100 |d u\n"), "{text}");
        assert!(text.contains("    50 | *\n") && text.contains("     0 |u d\n"), "{text}");
    }

    #[test]
    fn the_drawing_names_its_curves_and_an_empty_plot_is_drawn() {
        let svg = plot().svg().unwrap();
        assert!(svg.starts_with("<svg") && svg.contains("down") && svg.contains("&lt;curves"));
        Plot { curves: Vec::new(), ..plot() }.svg().unwrap();
    }
}
