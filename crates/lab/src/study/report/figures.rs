//! The figures, as SVG. Their colours (Okabe and Ito's palette) can be told apart with any colour
//! vision, and every solver also has a marker of its own shape.

use super::paper::paper_line;
use crate::drawing::{color, rgb};
use crate::study::statistics::{Share, SizeStatistics, Statistics};
use amazons::render::palette::{self, FONT};
use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::error::Error;
use std::ops::Range;

/// A figure could not be drawn.
#[derive(Debug, thiserror::Error)]
#[error("drawing {figure}: {source}")]
pub struct FigureError {
    figure: &'static str,
    source: Box<dyn Error + Send + Sync>,
}

/// One figure of a report.
#[derive(Clone, Debug)]
pub struct Figure {
    /// The file's name without the extension.
    pub name: &'static str,
    /// The caption.
    pub caption: String,
    /// The drawing as SVG.
    pub svg: String,
}

const WIDTH: u32 = 960;
const INK: RGBColor = rgb(palette::INK);
const FAINT: RGBColor = rgb(palette::FAINT);
const LINES: RGBColor = rgb(palette::LINE);
const JUDGED: RGBColor = rgb(palette::BLUE);
const UNJUDGED: RGBColor = rgb(palette::AMBER);

/// Draws every figure of the report.
///
/// # Errors
/// The plotting library failed.
pub fn figures(statistics: &Statistics, timed: bool) -> Result<Vec<Figure>, FigureError> {
    let run = statistics.run;
    let unjudged = statistics.unjudged;
    let draw = |name, caption, result: Result<String, Box<dyn Error + Send + Sync>>| {
        result
            .map(|svg| Figure { name, caption, svg })
            .map_err(|source| FigureError { figure: name, source })
    };
    let effort = if timed { "time" } else { "nodes" };
    Ok(vec![
        draw(
            "figure7",
            format!(
                "Problems per number of empty squares: {run} problems, of which {unjudged} have a \
                 move that the judge could not settle. (Figure 7 of the paper.)"
            ),
            problems_per_size(statistics),
        )?,
        draw(
            "figure8",
            format!(
                "Share of problems solved correctly per number of empty squares, with Wilson 95 % \
                 intervals. n counts the judged problems of a size; + counts the unjudged ones, \
                 which count in no share ({unjudged} in all). Neighbouring sizes with fewer than \
                 {FEWEST} judged problems are pooled; a line below the axis shows which. (Figure 8 \
                 of the paper.)"
            ),
            accuracy_per_size(statistics),
        )?,
        draw(
            "accuracy",
            format!(
                "Table I as a picture: share of the {} judged problems solved correctly, with \
                 Wilson 95 % intervals (bars); the hollow marks are the paper's. {unjudged} \
                 problems are unjudged: over all problems, the thin lines reach from all of their \
                 moves wrong to all of them right.",
                statistics.judged
            ),
            accuracy_beside_paper(statistics),
        )?,
        draw(
            "effort",
            format!(
                "Median {effort} per problem over the number of empty squares, all {run} problems \
                 ({unjudged} unjudged ones included); logarithmic."
            ),
            effort_per_size(statistics, timed),
        )?,
    ])
}

type Drawn = Result<(), Box<dyn Error + Send + Sync>>;
type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

fn svg(
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
fn font(size: i32, color: RGBColor, at: HPos) -> TextStyle<'static> {
    (FONT, f64::from(size) * 1.24).into_font().color(&color).pos(Pos::new(at, VPos::Center))
}

/// An empty chart with the common axes.
fn chart<'a, 'b>(
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

/// The range of the sizes, extended by half a square on both sides.
fn size_range(sizes: &[SizeStatistics]) -> Range<f64> {
    let first = sizes.first().map_or(0, |s| s.empties) as f64;
    let last = sizes.last().map_or(1, |s| s.empties) as f64;
    first - 0.6..last + 0.6
}

/// The fewest judged problems for which a share is drawn: with fewer, one would see only chance.
const FEWEST: usize = 10;

/// Neighbouring sizes, pooled.
struct Pool {
    first: usize,
    last: usize,
    judged: usize,
    unjudged: usize,
    correct: Vec<Share>,
}

impl Pool {
    fn of(size: &SizeStatistics) -> Self {
        let SizeStatistics { empties, judged, unjudged, ref correct, .. } = *size;
        Self { first: empties, last: empties, judged, unjudged, correct: correct.clone() }
    }

    fn join(&mut self, other: &Self) {
        self.last = other.last;
        self.judged += other.judged;
        self.unjudged += other.unjudged;
        for (share, other) in self.correct.iter_mut().zip(&other.correct) {
            *share = Share::new(share.count + other.count, share.of + other.of);
        }
    }

    fn middle(&self) -> f64 {
        (self.first + self.last) as f64 / 2.0
    }
}

/// The sizes in order, pooled so that each pool has at least [`FEWEST`] judged problems, if there
/// are that many in all.
fn pooled(sizes: &[SizeStatistics]) -> Vec<Pool> {
    let mut pools: Vec<Pool> = Vec::new();
    for size in sizes.iter().map(Pool::of) {
        match pools.last_mut() {
            Some(last) if last.judged < FEWEST => last.join(&size),
            _ => pools.push(size),
        }
    }
    // A remainder at the end joins the pool before it.
    if let Some(rest) = pools.pop_if(|last| last.judged < FEWEST) {
        match pools.last_mut() {
            Some(last) => last.join(&rest),
            None => pools.push(rest),
        }
    }
    pools
}

/// How far a solver's marks are shifted from their size: side by side, equal values stay visible.
fn shift(index: usize, solvers: usize) -> f64 {
    (index as f64 - (solvers as f64 - 1.0) / 2.0) * (0.56 / solvers as f64)
}

fn size_mesh(
    chart: &mut Chart,
    y_title: &str,
    y_labels: usize,
    y_label: &dyn Fn(&f64) -> String,
) -> Drawn {
    let sizes = chart.x_range();
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(LINES)
        .axis_style(FAINT)
        .y_labels(y_labels)
        .x_labels((sizes.end - sizes.start).ceil() as usize)
        .x_label_formatter(&|x| {
            if x.fract().abs() < 1e-6 { format!("{x:.0}") } else { String::new() }
        })
        .y_label_formatter(y_label)
        .label_style(font(13, INK, HPos::Center))
        .axis_desc_style(font(14, INK, HPos::Center))
        .x_desc("empty squares")
        .y_desc(y_title)
        .draw()?;
    Ok(())
}

fn problems_per_size(statistics: &Statistics) -> Result<String, Box<dyn Error + Send + Sync>> {
    svg(380, |area| {
        let sizes = &statistics.sizes;
        let most = sizes.iter().map(|s| s.judged + s.unjudged).max().unwrap_or(0).max(1);
        let mut chart = chart(area, 40, 6, size_range(sizes), 0.0..most as f64 * 1.08)?;
        // With few problems, a label would be a fraction or stand there twice.
        size_mesh(&mut chart, "problems", 8.min(most + 1), &|y| format!("{y:.0}"))?;
        for size in sizes {
            let (x, judged) = (size.empties as f64, size.judged as f64);
            let all = judged + size.unjudged as f64;
            let bar = |from, to, color: RGBColor| {
                Rectangle::new([(x - 0.38, from), (x + 0.38, to)], color.filled())
            };
            chart.draw_series([bar(0.0, judged, JUDGED), bar(judged, all, UNJUDGED)])?;
            let label = font(12, FAINT, HPos::Center);
            chart.draw_series([Text::new(
                format!("{all}"),
                (x, all + most as f64 * 0.03),
                label,
            )])?;
        }
        legend(area, &[("judged", JUDGED), ("unjudged", UNJUDGED)], |_, at, color| {
            area.draw(&Rectangle::new(
                [(at.0 - 6, at.1 - 6), (at.0 + 6, at.1 + 6)],
                color.filled(),
            ))?;
            Ok(())
        })
    })
}

fn accuracy_per_size(statistics: &Statistics) -> Result<String, Box<dyn Error + Send + Sync>> {
    svg(540, |area| {
        let sizes = &statistics.sizes;
        let pools = pooled(sizes);
        let lowest = pools
            .iter()
            .filter(|pool| pool.judged > 0)
            .flat_map(|pool| pool.correct.iter().map(|share| share.low))
            .fold(1.0, f64::min);
        // Round down to tens: the axis need not start at 0, but says so.
        let floor = (lowest * 10.0).floor() * 10.0;
        let mut chart = chart(area, 40, 52, size_range(sizes), floor..102.0)?;
        size_mesh(&mut chart, "solved correctly, %", 11, &|y| format!("{y:.0}"))?;

        let solvers = statistics.solvers.len();
        for index in 0..solvers {
            let shift = shift(index, solvers);
            let points: Vec<_> = pools
                .iter()
                .filter_map(|pool| {
                    let share = &pool.correct[index];
                    Some((pool.middle() + shift, share.percent()?, share))
                })
                .collect();
            let line = points.iter().map(|&(x, y, _)| (x, y));
            chart.draw_series(LineSeries::new(line, color(index).mix(0.55).stroke_width(2)))?;
            for &(x, y, share) in &points {
                let interval = [(x, 100.0 * share.low), (x, 100.0 * share.high)];
                let style = color(index).mix(0.45).stroke_width(2);
                chart.draw_series([PathElement::new(interval, style)])?;
                marker(area, index, chart.backend_coord(&(x, y)), color(index), true)?;
            }
        }
        for pool in &pools {
            let (x, y) = chart.backend_coord(&(pool.middle(), floor));
            let style = font(12, FAINT, HPos::Center);
            area.draw_text(&pool.judged.to_string(), &style, (x, y + 60))?;
            if pool.first < pool.last {
                // Pooled sizes are bracketed below the axis.
                let ends = [pool.first as f64 - 0.35, pool.last as f64 + 0.35];
                let line = ends.map(|end| (chart.backend_coord(&(end, floor)).0, y + 51));
                area.draw(&PathElement::new(line, FAINT.stroke_width(1)))?;
            }
            if pool.unjudged > 0 {
                let style = font(12, rgb(palette::BAD), HPos::Center);
                area.draw_text(&format!("+{}", pool.unjudged), &style, (x, y + 75))?;
            }
        }
        let (_, y) = chart.backend_coord(&(0.0, floor));
        area.draw_text("n", &font(12, FAINT, HPos::Center), (50, y + 60))?;
        solver_legend(area, statistics)
    })
}

fn accuracy_beside_paper(statistics: &Statistics) -> Result<String, Box<dyn Error + Send + Sync>> {
    let solvers = &statistics.solvers;
    let height = 110 + 44 * solvers.len() as u32;
    svg(height, |area| {
        let paper = |index: usize| paper_line(&solvers[index].solver);
        let lowest = (0..solvers.len())
            .map(|i| {
                let ours = (solvers[i].correct.low * 100.0).min(solvers[i].correct_at_least);
                ours.min(paper(i).map_or(100.0, |p| p.solved))
            })
            .fold(100.0, f64::min);
        let floor = (lowest / 10.0).floor() * 10.0;
        let rows = solvers.len().max(1) as f64;
        let mut chart = ChartBuilder::on(area)
            .margin_right(70)
            .margin_top(40)
            .margin_bottom(6)
            .x_label_area_size(44)
            .y_label_area_size(150)
            .build_cartesian_2d(floor..100.5, -rows + 0.5..0.5)?;
        chart
            .configure_mesh()
            .disable_y_mesh()
            .disable_y_axis()
            .light_line_style(TRANSPARENT)
            .bold_line_style(LINES)
            .axis_style(FAINT)
            .x_label_formatter(&|x| format!("{x:.0}"))
            .label_style(font(13, INK, HPos::Center))
            .axis_desc_style(font(14, INK, HPos::Center))
            .x_desc("solved correctly, %")
            .draw()?;
        for (index, solver) in solvers.iter().enumerate() {
            let y = -(index as f64);
            let label = font(14, INK, HPos::Right);
            let (left, line) = chart.backend_coord(&(floor, y));
            area.draw_text(&shorten(&solver.solver, 20), &label, (left - 12, line))?;
            let Some(percent) = solver.correct.percent() else { continue };
            let range = [(solver.correct_at_least, y), (solver.correct_at_most, y)];
            chart.draw_series([PathElement::new(range, FAINT.mix(0.6).stroke_width(1))])?;
            let interval = [(100.0 * solver.correct.low, y), (100.0 * solver.correct.high, y)];
            let style = color(index).mix(0.6).stroke_width(4);
            chart.draw_series([PathElement::new(interval, style)])?;
            let value = format!("{percent:.1} %");
            let right = chart.backend_coord(&(100.5, y)).0;
            area.draw_text(&value, &font(14, INK, HPos::Left), (right + 8, line))?;
            if let Some(paper) = paper(index) {
                let at = chart.backend_coord(&(paper.solved, y));
                marker(area, index, at, color(index), false)?;
            }
            marker(area, index, chart.backend_coord(&(percent, y)), color(index), true)?;
        }
        legend(area, &[("this study", INK), ("the paper", INK)], |index, at, color| {
            marker(area, 0, at, color, index == 0)
        })
    })
}

fn effort_per_size(
    statistics: &Statistics,
    timed: bool,
) -> Result<String, Box<dyn Error + Send + Sync>> {
    svg(420, |area| {
        let sizes = &statistics.sizes;
        // Times below a tenth of a millisecond and counts below one are drawn alike.
        let least = if timed { 1e-4 } else { 1.0 };
        let value = |size: &SizeStatistics, index: usize| {
            let medians = if timed { &size.median_seconds } else { &size.median_nodes };
            medians[index].max(least).log10()
        };
        let solvers = statistics.solvers.len();
        let values = || sizes.iter().flat_map(|s| (0..solvers).map(move |i| value(s, i)));
        let low = values().fold(f64::INFINITY, f64::min).min(least.log10() + 1.0).floor();
        let high = values().fold(low + 1.0, f64::max).ceil();
        let mut chart = chart(area, 40, 6, size_range(sizes), low..high)?;
        let title = if timed { "median time" } else { "median nodes" };
        size_mesh(&mut chart, title, (high - low) as usize + 1, &|y| power_label(*y, timed))?;
        for index in 0..solvers {
            let shift = shift(index, solvers);
            let points = || sizes.iter().map(|s| (s.empties as f64 + shift, value(s, index)));
            let style = color(index).mix(0.55).stroke_width(2);
            chart.draw_series(LineSeries::new(points(), style))?;
            for point in points() {
                marker(area, index, chart.backend_coord(&point), color(index), true)?;
            }
        }
        solver_legend(area, statistics)
    })
}

/// The label of 10^`exponent`, for whole exponents only.
fn power_label(exponent: f64, timed: bool) -> String {
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

/// Draws the marker of solver number `index`; hollow ones have a white centre.
fn marker(area: &Area, index: usize, (x, y): (i32, i32), color: RGBColor, filled: bool) -> Drawn {
    let corners: &[(i32, i32)] = match index % 6 {
        0 => {
            let fill = if filled { color } else { WHITE };
            area.draw(&Circle::new((x, y), 5, fill.filled()))?;
            area.draw(&Circle::new((x, y), 5, color.stroke_width(2)))?;
            return Ok(());
        }
        1 => &[(-5, -5), (5, -5), (5, 5), (-5, 5)],
        2 => &[(0, -6), (6, 5), (-6, 5)],
        3 => &[(0, -7), (6, 0), (0, 7), (-6, 0)],
        4 => &[(0, 6), (6, -5), (-6, -5)],
        _ => &[(-3, -6), (3, -6), (6, 0), (3, 6), (-3, 6), (-6, 0)],
    };
    let corner = |&(dx, dy): &(i32, i32)| (x + dx, y + dy);
    let mut outline: Vec<_> = corners.iter().map(corner).collect();
    let fill = if filled { color } else { WHITE };
    area.draw(&Polygon::new(outline.clone(), fill.filled()))?;
    outline.push(outline[0]);
    area.draw(&PathElement::new(outline, color.stroke_width(2)))?;
    Ok(())
}

fn solver_legend(area: &Area, statistics: &Statistics) -> Drawn {
    let names: Vec<_> = statistics.solvers.iter().map(|s| shorten(&s.solver, 24)).collect();
    let entries: Vec<_> =
        names.iter().enumerate().map(|(index, name)| (name.as_str(), color(index))).collect();
    legend(area, &entries, |index, at, color| marker(area, index, at, color, true))
}

/// A row of names above the chart, each after its mark.
fn legend(
    area: &Area,
    entries: &[(&str, RGBColor)],
    mark: impl Fn(usize, (i32, i32), RGBColor) -> Drawn,
) -> Drawn {
    let mut x = 74;
    for (index, &(name, color)) in entries.iter().enumerate() {
        mark(index, (x, 20), color)?;
        area.draw_text(name, &font(14, INK, HPos::Left), (x + 13, 20))?;
        // There are no font metrics here: a generous width per letter keeps entries apart.
        x += 44 + 9 * name.chars().count() as i32;
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
    fn sizes_with_few_problems_are_drawn_together() {
        let size = |empties, judged| SizeStatistics {
            empties,
            judged,
            unjudged: 1,
            correct: vec![Share::new(judged / 2, judged)],
            median_seconds: vec![0.0],
            median_nodes: vec![0.0],
        };
        let sizes = [size(10, 12), size(11, 4), size(13, 6), size(14, 20), size(15, 2)];
        let pools: Vec<_> =
            pooled(&sizes).iter().map(|p| (p.first, p.last, p.judged, p.unjudged)).collect();
        assert_eq!(pools, [(10, 10, 12, 1), (11, 13, 10, 2), (14, 15, 22, 2)]);
        assert_eq!(pooled(&sizes)[1].correct, [Share::new(5, 10)]);
        let few: Vec<_> = pooled(&sizes[1..2]).iter().map(|p| p.judged).collect();
        assert_eq!(few, [4]);
    }
}
