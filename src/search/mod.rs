//! Layer 6: solvers, one file each behind [`Solver`], and the exact judge.

pub mod dfpn;
pub mod judge;
mod limits;
mod multi_valued;
mod pn_table;
mod question;
pub mod reference;
mod registry;
mod solver;
mod spec;
pub mod wpns;

pub use limits::{Budget, Limits};
pub use registry::{SOLVERS, SolverEntry, solver};
pub use solver::{Answer, Iteration, Outcome, Solver};
pub use spec::{Spec, SpecError, parse_bytes, split_specs};
