//! The colours of everything drawn in several colours: curves, solvers, players.

use amazons::render::palette::{AMBER, BLUE, ORANGE};
use plotters::style::RGBColor;

/// Converts a colour of [`amazons::render::palette`] for the plotting library.
///
/// # Panics
/// The text is not `#` and six hexadecimal digits.
pub const fn rgb(hex: &str) -> RGBColor {
    const fn digit(byte: u8) -> u8 {
        match byte {
            b'0'..=b'9' => byte - b'0',
            b'a'..=b'f' => byte - b'a' + 10,
            _ => panic!("no hexadecimal digit"),
        }
    }
    let hex = hex.as_bytes();
    assert!(hex.len() == 7 && hex[0] == b'#', "# and six digits");
    RGBColor(
        digit(hex[1]) << 4 | digit(hex[2]),
        digit(hex[3]) << 4 | digit(hex[4]),
        digit(hex[5]) << 4 | digit(hex[6]),
    )
}

/// Returns the colour of curve number `index`, from Okabe and Ito's palette, whose colours can be
/// told apart with any colour vision.
pub fn color(index: usize) -> RGBColor {
    const COLORS: [RGBColor; 7] = [
        rgb(BLUE),
        rgb(ORANGE),
        RGBColor(0x00, 0x9e, 0x73),
        RGBColor(0xcc, 0x79, 0xa7),
        rgb(AMBER),
        RGBColor(0x56, 0xb4, 0xe9),
        RGBColor(0x55, 0x55, 0x55),
    ];
    COLORS[index % COLORS.len()]
}
