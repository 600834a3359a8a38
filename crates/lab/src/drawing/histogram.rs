//! The histogram of a set over the number of empty squares: figure 7 of the 2008 study.

use super::palette::rgb;
use amazons::problems::{Counts, Description};
use amazons::render::palette::{self, FONT};
use amazons::util::number::Count;
use plotters::prelude::*;

const INK: RGBColor = rgb(palette::INK);
const JUDGED: RGBColor = rgb(palette::BLUE);
const OTHERS: RGBColor = rgb(palette::AMBER);

/// Draws the histogram of a set over the number of empty squares as SVG: solved problems in one colour,
/// the others above them in another.
///
/// # Errors
/// The plotting library reports an error.
pub fn histogram(set: &Description) -> Result<String, Box<dyn std::error::Error + Send + Sync>> {
    let first = set.by_empties.keys().next().copied().unwrap_or(0) as u32;
    let last = set.by_empties.keys().next_back().copied().unwrap_or(0) as u32;
    let most = set.by_empties.values().map(|counts| counts.problems).max().unwrap_or(0);
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, (800, 420)).into_drawing_area();
        root.fill(&WHITE)?;
        let caption = format!("{} by empty squares", Count(set.problems, "problem"));
        let mut chart = ChartBuilder::on(&root)
            .caption(caption, (FONT, 18).into_font().color(&INK))
            .margin(12)
            .x_label_area_size(40)
            .y_label_area_size(50)
            .build_cartesian_2d((first..last).into_segmented(), 0..(most + most / 10).max(1))?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .x_desc("empty squares")
            .y_desc("problems")
            .x_labels((last - first + 1).min(40) as usize)
            .draw()?;
        let bars = |count: fn(&Counts) -> u64, color: RGBColor| {
            Histogram::vertical(&chart).style(color.filled()).margin(2).data(
                set.by_empties.iter().map(move |(&size, counts)| (size as u32, count(counts))),
            )
        };
        // The solved ones are drawn over all, so the others show above them.
        let (all, solved) =
            (bars(|counts| counts.problems, OTHERS), bars(|counts| counts.solved, JUDGED));
        chart
            .draw_series(all)?
            .label("not judged")
            .legend(|(x, y)| Rectangle::new([(x, y - 5), (x + 12, y + 5)], OTHERS.filled()));
        chart
            .draw_series(solved)?
            .label("judged")
            .legend(|(x, y)| Rectangle::new([(x, y - 5), (x + 12, y + 5)], JUDGED.filled()));
        chart.configure_series_labels().border_style(INK).background_style(WHITE).draw()?;
        root.present()?;
    }
    Ok(svg)
}

#[cfg(test)]
mod tests {
    use super::*;
    use amazons::problems::Problem;

    #[test]
    fn a_set_is_drawn_even_if_it_is_empty() {
        let mut set = Description::default();
        assert!(histogram(&set).unwrap().starts_with("<svg"));
        set.add(&Problem::new("Q2q/4 w".parse().unwrap(), None));
        assert!(histogram(&set).unwrap().contains("empty squares"));
    }
}
