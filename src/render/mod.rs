//! Positions and thermographs drawn for the terminal and as SVG.

pub(crate) mod distances;
pub mod palette;
pub(crate) mod svg;
pub(crate) mod text;
pub(crate) mod thermograph;

pub use distances::DistanceMap;
pub use svg::{SvgOptions, svg};
pub use text::text;
pub use thermograph::{thermograph_svg, thermograph_text};
