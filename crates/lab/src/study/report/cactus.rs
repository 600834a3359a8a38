//! Problems solved over the effort of a run, on a logarithmic axis: the cactus plot and the anytime
//! curves.

use super::chart::{
    Chart, Drawn, FAINT, INK, LINES, chart, font, legend_height, power_label, solver_names, svg,
};
use super::marks::{marker, solver_legend};
use super::report_data::Report;
use crate::drawing::color;
use crate::study::statistics::{Share, SolvedWithin, Unit};
use crate::study::verdict::{Row, Verdict};
use plotters::prelude::*;
use plotters::style::text_anchor::HPos;
use std::error::Error;

/// Draws the share of the judged problems that each solver solves within an effort.
pub fn cactus(report: &Report, unit: Unit) -> Result<String, Box<dyn Error + Send + Sync>> {
    let judged = report.statistics.judged as f64;
    over_effort(report, unit, |within, axis, chart| {
        for (index, solver) in within.solvers.iter().enumerate() {
            let curve = |effort: &dyn Fn(&Row) -> f64| {
                let mut efforts: Vec<f64> = report
                    .judged_rows()
                    .filter(|row| row.solver == solver.solver && row.verdict == Verdict::Correct)
                    .map(|row| axis.log(effort(row)))
                    .collect();
                efforts.sort_by(f64::total_cmp);
                stairs(&efforts, (axis.low, axis.high), 100.0 / judged)
            };
            let style = color(index).mix(0.75).stroke_width(2);
            chart.draw_series(LineSeries::new(curve(&|row| unit.whole(row)), style))?;
            if solver.found.is_some() {
                let found = curve(&|row| unit.found(row).unwrap_or(unit.whole(row)));
                let style = color(index).mix(0.75).stroke_width(1);
                chart.draw_series(DashedLineSeries::new(found, 4, 4, style))?;
            }
        }
        Ok(within.solvers.iter().map(|solver| Some(solver.finished.clone())).collect())
    })
}

/// Draws the share of the problems on which each solver would have been right with an effort as its
/// limit, for those whose log tells.
pub fn anytime(report: &Report, unit: Unit) -> Result<String, Box<dyn Error + Send + Sync>> {
    over_effort(report, unit, |within, axis, chart| {
        for (index, solver) in within.solvers.iter().enumerate() {
            let shares = solver.anytime.iter().flatten();
            let place = |(&effort, share): (&f64, &Share)| {
                (axis.log(effort), share.percent().unwrap_or_default())
            };
            let curve: Vec<_> = within.efforts.iter().zip(shares).map(place).collect();
            let style = color(index).mix(0.75).stroke_width(2);
            chart.draw_series(LineSeries::new(curve, style))?;
        }
        Ok(within.solvers.iter().map(|solver| solver.anytime.clone()).collect())
    })
}

/// A logarithmic axis of effort.
struct Axis {
    unit: Unit,
    low: f64,
    high: f64,
}

impl Axis {
    fn log(&self, effort: f64) -> f64 {
        effort.max(self.unit.least()).log10()
    }
}

/// Marks of a solver's shares, one for each effort.
type Marks = Vec<Option<Vec<Share>>>;

/// Draws shares over an effort: the axes, then curves, then the marks with their intervals that
/// drawing the curves returns.
fn over_effort(
    report: &Report,
    unit: Unit,
    curves: impl Fn(
        &SolvedWithin<f64>,
        &Axis,
        &mut Chart,
    ) -> Result<Marks, Box<dyn Error + Send + Sync>>,
) -> Result<String, Box<dyn Error + Send + Sync>> {
    let statistics = &report.statistics;
    let names = solver_names(statistics);
    let within = statistics.solved_within(unit);
    let mut axis = Axis { unit, low: 0.0, high: 0.0 };
    axis.low = within.efforts.first().map_or(axis.log(0.0), |&effort| axis.log(effort));
    axis.high = within.efforts.last().map_or(axis.low, |&effort| axis.log(effort));
    axis.high = axis.high.max(axis.low + 1.0);
    let (low, high) = (axis.low, axis.high);
    let timed = unit == Unit::Seconds;
    svg(440 + legend_height(&names), |area| {
        let x = low - 0.05..high + 0.05;
        let mut chart = chart(area, legend_height(&names), 6, x, 0.0..102.0)?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(LINES)
            .axis_style(FAINT)
            .x_labels(2 * (high - low).ceil() as usize + 1)
            .x_label_formatter(&|x| power_label(*x, timed))
            .y_labels(11)
            .y_label_formatter(&|y| format!("{y:.0}"))
            .label_style(font(13, INK, HPos::Center))
            .axis_desc_style(font(14, INK, HPos::Center))
            .x_desc(if timed { "time of the run" } else { "nodes of the run" })
            .y_desc("solved correctly, %")
            .draw()?;
        for (index, shares) in curves(&within, &axis, &mut chart)?.iter().enumerate() {
            // Side by side, equal values stay visible.
            let beside =
                (index as f64 - (names.len() as f64 - 1.0) / 2.0) * 0.02 * (high - low) / 3.0;
            for (&effort, share) in within.efforts.iter().zip(shares.iter().flatten()) {
                if !is_marked(effort, within.efforts.len()) || share.count == 0 {
                    continue;
                }
                let x = (axis.log(effort) + beside).clamp(low, high);
                let ends = [(x, 100.0 * share.low), (x, 100.0 * share.high)];
                let style = color(index).mix(0.45).stroke_width(2);
                chart.draw_series([PathElement::new(ends, style)])?;
                let percent = share.percent().unwrap_or_default();
                marker(area, index, chart.backend_coord(&(x, percent)), color(index), true)?;
            }
        }
        let drawn: Drawn = solver_legend(area, &names);
        drawn
    })
}

/// Whether an effort has marks: of many, powers of ten alone.
fn is_marked(effort: f64, efforts: usize) -> bool {
    let exponent = effort.log10();
    efforts <= 7 || (exponent - exponent.round()).abs() < 1e-9
}

/// The corners of the stairs that rise by `rise` at each of the sorted places, from one end to the
/// other.
fn stairs(places: &[f64], ends: (f64, f64), rise: f64) -> Vec<(f64, f64)> {
    let mut corners = vec![(ends.0, 0.0)];
    for (index, &place) in places.iter().enumerate() {
        corners.push((place, index as f64 * rise));
        corners.push((place, (index + 1) as f64 * rise));
    }
    corners.push((ends.1, places.len() as f64 * rise));
    corners
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stairs_rise_with_each_solved_problem() {
        let corners = stairs(&[1.0, 3.0], (0.0, 5.0), 50.0);
        assert_eq!(
            corners,
            [(0.0, 0.0), (1.0, 0.0), (1.0, 50.0), (3.0, 50.0), (3.0, 100.0), (5.0, 100.0)]
        );
        assert!(is_marked(1000.0, 20) && !is_marked(2000.0, 20) && is_marked(2000.0, 5));
    }
}
