//! A survey of a board: its regions with their scores and game values, who wins it, and how.

mod by_search;
mod table;

pub use table::RegionTable;
