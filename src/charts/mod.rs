//! Plots and text tables, for the terminal and as SVG, Markdown and CSV.

pub(crate) mod histogram;
pub(crate) mod palette;
pub(crate) mod plot;
pub(crate) mod text_table;
pub(crate) mod wrapped;

pub use palette::{color, rgb};
pub use plot::{Curve, Plot, PlotError};
pub use text_table::{TextTable, WIDTH};
pub use wrapped::wrapped;
