//! Layer 2: regions, their kinds and canonical form, and the filling of one-sided ones.

mod canonical;
mod component;
pub mod dead_ends;
pub mod filling;

pub use canonical::Canonical;
pub use component::{Kind, Region, born, regions};
