//! Layer 7: positions drawn for the terminal and as SVG.

mod svg;
mod text;

pub use svg::{SvgOptions, svg};
pub use text::text;
