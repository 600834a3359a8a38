//! The figures, as SVG. Each of up to fifteen solvers has a colour and a marker of its own shape, so
//! that it is recognised in print without colours and with any colour vision.

use super::cactus::{anytime, cactus};
use super::chart::{
    Area, Chart, Drawn, FAINT, INK, LINES, chart, font, legend, legend_height, power_label,
    solver_names, svg,
};
use super::marks::{marker, solver_legend};
use super::paper::PAPER_PROBLEMS;
use super::report_data::Report;
use crate::drawing::{PlotError, color, rgb};
use crate::stats::wilson;
use crate::study::statistics::{
    BesidePaper, FEWEST, Median, SizePool, SizeStatistics, Statistics, Unit,
};
use amazons::render::palette;
use plotters::prelude::*;
use plotters::style::text_anchor::HPos;
use std::error::Error;
use std::ops::Range;

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

const JUDGED: RGBColor = rgb(palette::BLUE);
const UNJUDGED: RGBColor = rgb(palette::AMBER);

/// Draws every figure of the report.
///
/// # Errors
/// The plotting library failed.
pub fn figures(report: &Report) -> Result<Vec<Figure>, PlotError> {
    let statistics = &report.statistics;
    let Statistics { run, judged, unjudged, regions, .. } = *statistics;
    let timed = report.timed();
    let draw = |name, caption, result: Result<String, Box<dyn Error + Send + Sync>>| {
        result
            .map(|svg| Figure { name, caption, svg })
            .map_err(|source| PlotError::new(name, source))
    };
    let effort = if timed { "time" } else { "nodes" };
    let mut figures = vec![
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
                "Share of problems solved correctly per number of empty squares, with 95 % \
                 intervals clustered by region. n counts the judged problems of a size; + counts \
                 the unjudged ones, which count in no share ({unjudged} in all). Neighbouring \
                 sizes with fewer than {FEWEST} judged problems are pooled; a line below the axis \
                 shows which. (Figure 8 of the paper.)"
            ),
            accuracy_per_size(statistics),
        )?,
        draw(
            "accuracy",
            format!(
                "Table I as a picture: share of the {judged} judged problems ({regions} regions) \
                 solved correctly, with 95 % intervals clustered by region (bars). {unjudged} \
                 problems are unjudged: over all problems, the thin lines reach from all of their \
                 moves wrong to all of them right. Grey: the baselines, the best evaluation after \
                 one move and a legal move drawn at random."
            ),
            accuracy(statistics),
        )?,
    ];
    if let Some(beside) = &statistics.beside_paper {
        figures.push(draw(
            "paper",
            format!(
                "The methods that the paper ran, on the {} judged problems of its kind ({} \
                 regions), with 95 % intervals clustered by region; hollow marks are the paper's, \
                 with Wilson intervals for {PAPER_PROBLEMS} problems.",
                beside.problems, beside.regions
            ),
            accuracy_beside_paper(beside, statistics),
        )?);
    }
    figures.push(draw(
        "effort",
        format!(
            "Median {effort} per problem over the number of empty squares, all {run} problems \
             ({unjudged} unjudged ones included), with 95 % intervals that count each region \
             once; logarithmic."
        ),
        effort_per_size(statistics, timed),
    )?);
    // Nodes are the same on every machine, time is the same for every method.
    let units: &[_] = if timed {
        &[("cactus", Unit::Seconds)]
    } else {
        &[("cactus", Unit::Nodes), ("cactus-time", Unit::Seconds)]
    };
    for &(name, unit) in units {
        let what = match unit {
            Unit::Seconds => "wall time",
            Unit::Nodes => "nodes (of different methods different things)",
        };
        figures.push(draw(
            name,
            format!(
                "Share of the {judged} judged problems solved correctly by runs that took at most \
                 so much {what}, with 95 % intervals clustered by region at the marks; \
                 logarithmic. Dashed: the effort up to the end of the iteration that found the \
                 move, for methods whose log tells."
            ),
            cactus(report, unit),
        )?);
    }
    let unit = units[0].1;
    if statistics.solved_within(unit).solvers.iter().any(|solver| solver.anytime.is_some()) {
        let what = if timed { "time" } else { "nodes" };
        figures.push(draw(
            "anytime",
            format!(
                "Anytime curves: the share of the judged problems whose optimal moves the set lists \
                 on which a method would have been right if so much {what} in all had been its \
                 limit, with 95 % intervals clustered by region at the marks; logarithmic. For \
                 methods whose log tells what they would have answered."
            ),
            anytime(report, unit),
        )?);
    }
    Ok(figures)
}

/// The range of the sizes, extended by half a square on both sides.
fn size_range(sizes: &[SizeStatistics]) -> Range<f64> {
    let first = sizes.first().map_or(0, |s| s.empties) as f64;
    let last = sizes.last().map_or(1, |s| s.empties) as f64;
    first - 0.6..last + 0.6
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
    let names = solver_names(statistics);
    let pools = &statistics.size_pools;
    svg(500 + legend_height(&names), |area| {
        let lowest = pools
            .iter()
            .filter(|pool| pool.judged > 0)
            .flat_map(|pool| pool.correct.iter().map(|share| share.low))
            .fold(1.0, f64::min);
        // Round down to tens: the axis need not start at 0, but says so.
        let floor = (lowest * 10.0).floor() * 10.0;
        let sizes = size_range(&statistics.sizes);
        let mut chart = chart(area, legend_height(&names), 52, sizes, floor..102.0)?;
        size_mesh(&mut chart, "solved correctly, %", 11, &|y| format!("{y:.0}"))?;

        let solvers = names.len();
        for index in 0..solvers {
            let shift = shift(index, solvers);
            let points: Vec<_> = pools
                .iter()
                .filter_map(|pool| {
                    let share = &pool.correct[index];
                    let ends = (100.0 * share.low, 100.0 * share.high);
                    Some((pool.middle() + shift, share.percent()?, ends))
                })
                .collect();
            curve(area, &mut chart, index, &points)?;
        }
        for pool in pools {
            let (x, y) = chart.backend_coord(&(pool.middle(), floor));
            let style = font(12, FAINT, HPos::Center);
            area.draw_text(&pool.judged.to_string(), &style, (x, y + 60))?;
            if pool.from < pool.to {
                // Pooled sizes are bracketed below the axis.
                let ends = [pool.from as f64 - 0.35, pool.to as f64 + 0.35];
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
        solver_legend(area, &names)
    })
}

/// Draws a line through points, each with its mark and its interval.
fn curve(area: &Area, chart: &mut Chart, index: usize, points: &[(f64, f64, (f64, f64))]) -> Drawn {
    let line = points.iter().map(|&(x, y, _)| (x, y));
    chart.draw_series(LineSeries::new(line, color(index).mix(0.55).stroke_width(2)))?;
    for &(x, y, (low, high)) in points {
        let style = color(index).mix(0.45).stroke_width(2);
        chart.draw_series([PathElement::new([(x, low), (x, high)], style)])?;
        marker(area, index, chart.backend_coord(&(x, y)), color(index), true)?;
    }
    Ok(())
}

/// A line of a chart of shares: a value with its interval, all in percent.
struct ShareLine {
    label: String,
    /// The number of its marker.
    index: usize,
    color: RGBColor,
    percent: f64,
    interval: (f64, f64),
    /// A range drawn thin behind it.
    range: Option<(f64, f64)>,
    /// Another value with its interval, drawn hollow.
    other: Option<(f64, (f64, f64))>,
}

fn accuracy(statistics: &Statistics) -> Result<String, Box<dyn Error + Send + Sync>> {
    let names = solver_names(statistics);
    let of_solver = |(index, label): (usize, &String)| {
        let solver = &statistics.solvers[index];
        Some(ShareLine {
            label: label.clone(),
            index,
            color: color(index),
            percent: solver.correct.percent()?,
            interval: (100.0 * solver.clustered_low, 100.0 * solver.clustered_high),
            range: Some((solver.correct_at_least, solver.correct_at_most)),
            other: None,
        })
    };
    let mut lines: Vec<ShareLine> = names.iter().enumerate().filter_map(of_solver).collect();
    if let Some(baselines) = &statistics.baselines {
        let baseline = |label: &str, share: f64, low: f64, high: f64| ShareLine {
            label: label.to_owned(),
            index: 0,
            color: FAINT,
            percent: 100.0 * share,
            interval: (100.0 * low, 100.0 * high),
            range: None,
            other: None,
        };
        let one_ply = &baselines.one_ply;
        let share = one_ply.count as f64 / one_ply.of.max(1) as f64;
        lines.push(baseline("one ply", share, one_ply.low, one_ply.high));
        let (low, high) = (baselines.chance_low, baselines.chance_high);
        lines.push(baseline("chance", baselines.chance, low, high));
    }
    share_lines(&lines, false)
}

fn accuracy_beside_paper(
    beside: &BesidePaper,
    statistics: &Statistics,
) -> Result<String, Box<dyn Error + Send + Sync>> {
    let names = solver_names(statistics);
    let lines = beside.solvers.iter().filter_map(|line| {
        let index = statistics.solvers.iter().position(|s| s.solver == line.solver)?;
        let paper = line.paper.solved;
        let count = (paper / 100.0 * PAPER_PROBLEMS as f64).round() as u64;
        let (low, high) = wilson(count, PAPER_PROBLEMS);
        Some(ShareLine {
            label: names[index].clone(),
            index,
            color: color(index),
            percent: line.correct.percent()?,
            interval: (100.0 * line.correct.low, 100.0 * line.correct.high),
            range: None,
            other: Some((paper, (100.0 * low, 100.0 * high))),
        })
    });
    share_lines(&lines.collect::<Vec<_>>(), true)
}

/// One line below another, each a share.
fn share_lines(
    lines: &[ShareLine],
    with_paper: bool,
) -> Result<String, Box<dyn Error + Send + Sync>> {
    let top = if with_paper { 40 } else { 12 };
    svg(70 + top + 44 * lines.len() as u32, |area| {
        let ends = |line: &ShareLine| {
            let range = line.range.map_or(100.0, |range| range.0);
            let other = line.other.map_or(100.0, |other| other.1.0);
            line.interval.0.min(range).min(other)
        };
        let lowest = lines.iter().map(ends).fold(100.0, f64::min);
        let floor = ((lowest / 10.0).floor() * 10.0).min(90.0);
        let longest = lines.iter().map(|line| line.label.chars().count()).max().unwrap_or(0);
        let rows = lines.len().max(1) as f64;
        let mut chart = ChartBuilder::on(area)
            .margin_right(70)
            .margin_top(top)
            .margin_bottom(6)
            .x_label_area_size(44)
            .y_label_area_size(30 + (8 * longest as u32).clamp(120, 400))
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
        for (row, line) in lines.iter().enumerate() {
            let y = -(row as f64);
            let (left, middle) = chart.backend_coord(&(floor, y));
            area.draw_text(&line.label, &font(14, INK, HPos::Right), (left - 12, middle))?;
            if let Some((low, high)) = line.range {
                let style = FAINT.mix(0.6).stroke_width(1);
                chart.draw_series([PathElement::new([(low, y), (high, y)], style)])?;
            }
            let (low, high) = line.interval;
            let style = line.color.mix(0.6).stroke_width(4);
            chart.draw_series([PathElement::new([(low, y), (high, y)], style)])?;
            let value = format!("{:.1} %", line.percent);
            let right = chart.backend_coord(&(100.5, y)).0;
            area.draw_text(&value, &font(14, INK, HPos::Left), (right + 8, middle))?;
            if let Some((value, (low, high))) = line.other {
                // Half a line below, so that equal values stay visible.
                let y = y - 0.25;
                let style = FAINT.stroke_width(1);
                chart.draw_series([PathElement::new([(low, y), (high, y)], style)])?;
                marker(area, line.index, chart.backend_coord(&(value, y)), line.color, false)?;
            }
            marker(area, line.index, chart.backend_coord(&(line.percent, y)), line.color, true)?;
        }
        if !with_paper {
            return Ok(());
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
    let names = solver_names(statistics);
    svg(380 + legend_height(&names), |area| {
        let pools = &statistics.size_pools;
        // Times below a tenth of a millisecond and counts below one are drawn alike.
        let unit = if timed { Unit::Seconds } else { Unit::Nodes };
        let log = |value: f64| value.max(unit.least()).log10();
        let median = |pool: &SizePool, index: usize| -> Median<f64> {
            if timed { pool.seconds[index] } else { pool.nodes[index].real() }
        };
        let solvers = names.len();
        let medians = || pools.iter().flat_map(|p| (0..solvers).map(move |i| median(p, i)));
        let least = unit.least().log10() + 1.0;
        let low = medians().map(|m| log(m.low)).fold(f64::INFINITY, f64::min).min(least).floor();
        let high = medians().map(|m| log(m.high)).fold(low + 1.0, f64::max).ceil();
        let sizes = size_range(&statistics.sizes);
        let mut chart = chart(area, legend_height(&names), 6, sizes, low..high)?;
        let title = if timed { "median time" } else { "median nodes" };
        size_mesh(&mut chart, title, (high - low) as usize + 1, &|y| power_label(*y, timed))?;
        for index in 0..solvers {
            let shift = shift(index, solvers);
            let point = |pool: &SizePool| {
                let m = median(pool, index);
                (pool.middle() + shift, log(m.median), (log(m.low), log(m.high)))
            };
            curve(area, &mut chart, index, &pools.iter().map(point).collect::<Vec<_>>())?;
        }
        solver_legend(area, &names)
    })
}
