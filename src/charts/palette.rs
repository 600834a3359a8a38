//! The colours of everything that is drawn in several: curves, solvers, players.

use plotters::style::RGBColor;

/// The colour of curve number `index`, from Okabe and Ito's palette: told apart with any colour
/// vision.
pub fn color(index: usize) -> RGBColor {
    const COLORS: [RGBColor; 7] = [
        RGBColor(0x00, 0x72, 0xb2),
        RGBColor(0xd5, 0x5e, 0x00),
        RGBColor(0x00, 0x9e, 0x73),
        RGBColor(0xcc, 0x79, 0xa7),
        RGBColor(0xe6, 0x9f, 0x00),
        RGBColor(0x56, 0xb4, 0xe9),
        RGBColor(0x55, 0x55, 0x55),
    ];
    COLORS[index % COLORS.len()]
}
