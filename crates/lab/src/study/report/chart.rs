//! What the figures have in common: their size and colours, axes, names and legends.

use crate::drawing::rgb;
use crate::study::statistics::Statistics;
use amazons::render::palette::{self, FONT};
use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::error::Error;
use std::ops::Range;

pub(super) const WIDTH: u32 = 960;
pub(super) const INK: RGBColor = rgb(palette::INK);
pub(super) const FAINT: RGBColor = rgb(palette::FAINT);
pub(super) const LINES: RGBColor = rgb(palette::LINE);

pub(super) type Drawn = Result<(), Box<dyn Error + Send + Sync>>;
pub(super) type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
pub(super) type Chart<'a, 'b> =
    ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

pub(super) fn svg(
    height: u32,
    draw: impl FnOnce(&Area) -> Drawn,
) -> Result<String, Box<dyn Error + Send + Sync>> {
    let mut text = String::new();
    {
        let area = SVGBackend::with_string(&mut text, (WIDTH, height)).into_drawing_area();
        area.fill(&WHITE)?;
        draw(&area)?;
        area.present()?;
    }
    Ok(text)
}

/// A font of `size` pixels; the SVG backend writes a nominal size divided by 1.24.
pub(super) fn font(size: i32, color: RGBColor, at: HPos) -> TextStyle<'static> {
    (FONT, f64::from(size) * 1.24).into_font().color(&color).pos(Pos::new(at, VPos::Center))
}

/// An empty chart with the common axes.
pub(super) fn chart<'a, 'b>(
    area: &'a Area<'b>,
    top: u32,
    bottom: u32,
    x: Range<f64>,
    y: Range<f64>,
) -> Result<Chart<'a, 'b>, Box<dyn Error + Send + Sync>> {
    Ok(ChartBuilder::on(area)
        .margin_right(18)
        .margin_top(top)
        .margin_bottom(bottom)
        .x_label_area_size(44)
        .y_label_area_size(64)
        .build_cartesian_2d(x, y)?)
}

/// The label of 10^`exponent`, for whole exponents only.
pub(super) fn power_label(exponent: f64, timed: bool) -> String {
    let whole = exponent.round();
    if (exponent - whole).abs() > 1e-6 {
        return String::new();
    }
    let value = 10f64.powf(whole);
    match (timed, whole as i32) {
        (true, ..=-4) => format!("{:.1} ms", value * 1e3),
        (true, -3..0) => format!("{:.0} ms", value * 1e3),
        (true, _) => format!("{value:.0} s"),
        (false, ..3) => format!("{value:.0}"),
        (false, 3..6) => format!("{:.0}k", value / 1e3),
        (false, _) => format!("{:.0}M", value / 1e6),
    }
}

/// The solvers' names, shortened if that leaves them different.
pub(super) fn solver_names(statistics: &Statistics) -> Vec<String> {
    let specs: Vec<&str> = statistics.solvers.iter().map(|s| s.solver.as_str()).collect();
    let shortened = |most: usize| specs.iter().map(|spec| shorten(spec, most)).collect::<Vec<_>>();
    let different = |names: &Vec<String>| {
        names.iter().collect::<std::collections::HashSet<_>>().len() == names.len()
    };
    let lengths = [24, 32, 40, 56];
    lengths.into_iter().map(shortened).find(different).unwrap_or_else(|| shortened(usize::MAX))
}

/// Where the entries of a legend stand: as many lines as they need.
fn legend_places<'a>(names: impl Iterator<Item = &'a str>) -> Vec<(i32, i32)> {
    const LEFT: i32 = 74;
    let (mut x, mut y) = (LEFT, 20);
    names
        .map(|name| {
            // Font metrics are unknown here: a generous width per letter keeps entries apart.
            let width = 44 + 9 * name.chars().count() as i32;
            if x > LEFT && x + width - 20 > WIDTH as i32 {
                (x, y) = (LEFT, y + 24);
            }
            let place = (x, y);
            x += width;
            place
        })
        .collect()
}

/// The height of the legend of these names, with a margin.
pub(super) fn legend_height(names: &[String]) -> u32 {
    let places = legend_places(names.iter().map(String::as_str));
    places.last().map_or(20, |&(_, y)| y as u32) + 20
}

/// Names above the chart, each after its mark.
pub(super) fn legend(
    area: &Area,
    entries: &[(&str, RGBColor)],
    mark: impl Fn(usize, (i32, i32), RGBColor) -> Drawn,
) -> Drawn {
    let places = legend_places(entries.iter().map(|(name, _)| *name));
    for (index, (&(name, color), (x, y))) in entries.iter().zip(places).enumerate() {
        mark(index, (x, y), color)?;
        area.draw_text(name, &font(14, INK, HPos::Left), (x + 13, y))?;
    }
    Ok(())
}

fn shorten(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_legend_takes_as_many_lines_as_it_needs() {
        let names: Vec<String> = (0..15).map(|i| format!("mcts:plies=4,widen=0.{i}")).collect();
        let places = legend_places(names.iter().map(String::as_str));
        let distinct: std::collections::HashSet<_> = places.iter().collect();
        assert_eq!(distinct.len(), 15);
        for (&(x, _), name) in places.iter().zip(&names) {
            assert!(x + 13 + 8 * name.len() as i32 <= WIDTH as i32, "{x} {name}");
        }
        assert!(legend_height(&names) > legend_height(&names[..2]));
    }
}
