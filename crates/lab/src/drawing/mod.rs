//! Plots and text tables, for the terminal and as SVG, Markdown and CSV; self-contained HTML pages
//! without scripts, fonts or external images.

pub(crate) mod atlas_page;
pub(crate) mod atlas_sheet;
pub(crate) mod document;
pub(crate) mod histogram;
pub(crate) mod lead_graph;
pub(crate) mod palette;
pub(crate) mod plot;
pub(crate) mod puzzle_page;
pub(crate) mod review_page;
pub(crate) mod text_table;
pub(crate) mod wrapped;

pub use atlas_page::atlas_page;
pub use atlas_sheet::atlas_sheet;
pub use document::document;
pub use histogram::histogram;
pub use palette::{color, rgb};
pub use plot::{Curve, Plot, PlotError};
pub use puzzle_page::puzzle_page;
pub use review_page::review_page;
pub use text_table::{TextTable, WIDTH};
pub use wrapped::wrapped;
