//! Layer 7: positions, thermographs, plots and tables drawn for the terminal and as SVG.

mod distances;
mod palette;
mod plot;
mod sheet;
mod svg;
mod text;
mod thermograph;

pub use distances::DistanceMap;
pub use palette::color;
pub use plot::{Curve, Plot, PlotError};
pub use sheet::Sheet;
pub use svg::{SvgOptions, svg};
pub use text::text;
pub use thermograph::{thermograph_svg, thermograph_text};
