//! Layer 6: solvers, one file each behind [`Solver`], and the exact judge.

pub mod judge;
mod limits;
pub mod reference;
mod solver;
mod spec;

pub use limits::{Budget, Limits};
pub use solver::{Answer, Iteration, Outcome, Solver};
pub use spec::{Spec, SpecError, parse_bytes};
