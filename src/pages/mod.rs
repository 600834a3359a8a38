//! Self-contained HTML pages: no scripts, no fonts, no external images.

pub(crate) mod document;
pub(crate) mod lead_graph;
pub(crate) mod puzzles;
pub(crate) mod review;

pub use document::document;
pub use puzzles::puzzle_page;
pub use review::review_page;
