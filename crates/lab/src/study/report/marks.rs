//! The markers of solvers: fifteen shapes that differ without colours.

use super::chart::{Area, Drawn, legend};
use crate::drawing::color;
use plotters::prelude::*;

/// Draws the marker of solver number `index`; hollow ones have a white centre.
pub fn marker(area: &Area, index: usize, at: (i32, i32), color: RGBColor, filled: bool) -> Drawn {
    let fill = if filled { color } else { WHITE };
    let Some(corners) = corners(index) else {
        area.draw(&Circle::new(at, 5, fill.filled()))?;
        area.draw(&Circle::new(at, 5, color.stroke_width(2)))?;
        return Ok(());
    };
    let corner = |&(dx, dy): &(i32, i32)| (at.0 + dx, at.1 + dy);
    let mut outline: Vec<_> = corners.iter().map(corner).collect();
    area.draw(&Polygon::new(outline.clone(), fill.filled()))?;
    outline.push(outline[0]);
    area.draw(&PathElement::new(outline, color.stroke_width(2)))?;
    Ok(())
}

/// The solvers' names above a chart, each after its marker.
pub(super) fn solver_legend(area: &Area, names: &[String]) -> Drawn {
    let entries: Vec<_> =
        names.iter().enumerate().map(|(index, name)| (name.as_str(), color(index))).collect();
    legend(area, &entries, |index, at, color| marker(area, index, at, color, true))
}

/// The corners of a marker around its middle; `None` for the circle.
fn corners(index: usize) -> Option<&'static [(i32, i32)]> {
    Some(match index % SHAPES {
        0 => return None,
        // Square, triangle, diamond, triangle upside down, hexagon.
        1 => &[(-5, -5), (5, -5), (5, 5), (-5, 5)],
        2 => &[(0, -6), (6, 5), (-6, 5)],
        3 => &[(0, -7), (6, 0), (0, 7), (-6, 0)],
        4 => &[(0, 6), (6, -5), (-6, -5)],
        5 => &[(-3, -6), (3, -6), (6, 0), (3, 6), (-3, 6), (-6, 0)],
        // Triangles to the right and to the left.
        6 => &[(6, 0), (-5, 6), (-5, -6)],
        7 => &[(-6, 0), (5, 6), (5, -6)],
        // A plus and a cross.
        8 => &[
            (-2, -7),
            (2, -7),
            (2, -2),
            (7, -2),
            (7, 2),
            (2, 2),
            (2, 7),
            (-2, 7),
            (-2, 2),
            (-7, 2),
            (-7, -2),
            (-2, -2),
        ],
        9 => &[
            (0, -3),
            (4, -7),
            (7, -4),
            (3, 0),
            (7, 4),
            (4, 7),
            (0, 3),
            (-4, 7),
            (-7, 4),
            (-3, 0),
            (-7, -4),
            (-4, -7),
        ],
        // Stars of five and of four points.
        10 => &[
            (0, -7),
            (2, -2),
            (7, -2),
            (3, 1),
            (4, 6),
            (0, 3),
            (-4, 6),
            (-3, 1),
            (-7, -2),
            (-2, -2),
        ],
        11 => &[(0, -8), (2, -2), (8, 0), (2, 2), (0, 8), (-2, 2), (-8, 0), (-2, -2)],
        // An hourglass and a bow tie, a lying bar.
        12 => &[(-6, -6), (6, -6), (1, 0), (6, 6), (-6, 6), (-1, 0)],
        13 => &[(-6, -6), (0, -1), (6, -6), (6, 6), (0, 1), (-6, 6)],
        _ => &[(-8, -2), (8, -2), (8, 2), (-8, 2)],
    })
}

/// How many shapes there are.
const SHAPES: usize = 15;

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn fifteen_curves_have_fifteen_shapes() {
        assert_eq!((0..SHAPES).map(corners).collect::<HashSet<_>>().len(), SHAPES);
    }
}
