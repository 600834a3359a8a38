//! Solvers: methods that choose a move under limits, one published algorithm per file.

pub(crate) mod alphabeta;
pub(crate) mod board_fit;
pub(crate) mod exact_leaf;
pub(crate) mod hybrid;
#[doc(hidden)]
pub mod mcts;
pub(crate) mod one_ply;
pub(crate) mod option_info;
pub(crate) mod options;
pub(crate) mod proof_number;
pub(crate) mod random;
pub(crate) mod registry;
pub(crate) mod solver;
pub(crate) mod spec;
pub(crate) mod watch;

pub use crate::util::SeededRng;
pub use board_fit::check_board;
pub use option_info::{OptionInfo, OptionKind};
pub use registry::{
    SOLVERS, STRONGEST, SolverEntry, options_for, options_of, solver, solver_of, solver_within,
};
pub use solver::{Answer, Iteration, IterationEnd, Solver};
pub use spec::{Spec, SpecError, parse_bytes, spec_text};
pub use watch::{Thought, Variation, Watch};
