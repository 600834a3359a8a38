//! Estimates of positions in which nothing is proved: what a search of the strongest player
//! believes. They stand beside proofs, never in their place.

pub(crate) mod chance;
pub(crate) mod data;
pub(crate) mod estimator;

pub use chance::white_wins;
pub use data::{Estimate, EstimatedMove, lead_of};
pub(crate) use data::{rounded_chance, rounded_lead};
pub use estimator::{Estimator, Found};
