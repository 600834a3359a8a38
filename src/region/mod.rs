//! Regions: their kinds, their canonical form and key, pairs that cancel, and the filling of one-sided regions.

pub(crate) mod canonical;
pub(crate) mod component;
pub(crate) mod dead_ends;
pub mod filling;
pub(crate) mod key;
pub(crate) mod pairs;
pub(crate) mod safe_squares;

pub use canonical::Canonical;
pub use component::{Region, RegionKind, regions, regions_created_by};
