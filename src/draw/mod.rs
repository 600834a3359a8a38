//! Layer 7: positions and thermographs drawn for the terminal and as SVG.

mod distances;
mod svg;
mod text;
mod thermograph;

pub use distances::DistanceMap;
pub use svg::{SvgOptions, svg};
pub use text::text;
pub use thermograph::{thermograph_svg, thermograph_text};
