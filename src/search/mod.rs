//! Layer 6: solvers, one file each behind [`Solver`], and the exact judge.

pub mod alphabeta;
mod category_order;
pub mod dfpn;
mod dice;
mod endings;
pub mod hybrid;
pub mod judge;
mod limits;
mod lookup;
pub mod mcts;
mod move_order;
mod multi_valued;
pub mod one_ply;
pub mod playout;
mod pn_table;
mod question;
pub mod random;
pub mod reference;
mod registry;
mod results;
mod solver;
mod spec;
mod transposition;
mod tree;
pub mod uct;
pub mod wpns;

pub use dice::Dice;
pub use limits::{Budget, Limits};
pub use lookup::Lookup;
pub use registry::{SOLVERS, SolverEntry, solver, solver_of};
pub use results::Results;
pub use solver::{Answer, Iteration, Outcome, Solver};
pub use spec::{Spec, SpecError, parse_bytes, spec_text, split_specs};
