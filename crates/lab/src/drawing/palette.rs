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

/// How many curves have colours of their own.
pub const COLORS: usize = 15;

/// Returns the colour of curve number `index`: first those of Okabe and Ito's palette, which can be
/// distinguished with any colour vision, then as many more that differ from them and from white paper.
pub fn color(index: usize) -> RGBColor {
    const PALETTE: [RGBColor; COLORS] = [
        rgb(BLUE),
        rgb(ORANGE),
        RGBColor(0x00, 0x9e, 0x73),
        RGBColor(0xcc, 0x79, 0xa7),
        rgb(AMBER),
        RGBColor(0x56, 0xb4, 0xe9),
        RGBColor(0x55, 0x55, 0x55),
        RGBColor(0x00, 0x00, 0x00),
        RGBColor(0x8b, 0x1a, 0x1a),
        RGBColor(0x5b, 0x2a, 0x9d),
        RGBColor(0x66, 0xa6, 0x1e),
        RGBColor(0xe7, 0x29, 0x8a),
        RGBColor(0x00, 0x58, 0x5c),
        RGBColor(0x8c, 0x6d, 0x1f),
        RGBColor(0xa9, 0x8e, 0xe0),
    ];
    PALETTE[index % COLORS]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn fifteen_curves_have_fifteen_colours() {
        let colors: HashSet<_> = (0..15).map(color).map(|c| (c.0, c.1, c.2)).collect();
        assert_eq!(colors.len(), 15);
    }
}
