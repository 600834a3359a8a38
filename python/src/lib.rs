//! The Python module `amazons`: it wraps the crate and adds nothing to it.
//!
//! Searches run without the interpreter's lock and end when Ctrl-C is pressed (`interrupt`).
//! `arguments` says which arguments are accepted.

mod arguments;
mod atlas;
mod batch;
mod errors;
mod evaluation;
mod game_value;
mod interrupt;
mod position;
mod problem_set;
mod read_ahead;
mod records;
mod region;
mod request;
mod search;
mod short_game;
mod solve;
mod tables;
mod value;

use pyo3::prelude::*;

/// The compiled part of the package; import `amazons` instead.
#[pymodule]
mod _amazons {
    #[pymodule_export]
    use super::atlas::{AtlasAnswer, AtlasRegion, atlas};
    #[pymodule_export]
    use super::batch::judge_many;
    #[pymodule_export]
    use super::errors::{LimitReached, TableError};
    #[pymodule_export]
    use super::evaluation::{Evaluation, evaluation_names};
    #[pymodule_export]
    use super::game_value::{GameValue, Thermograph};
    #[pymodule_export]
    use super::position::Position;
    #[pymodule_export]
    use super::problem_set::{Problem, ProblemSet, Problems};
    #[pymodule_export]
    use super::records::{Game, Games, read_games};
    #[pymodule_export]
    use super::region::Region;
    #[pymodule_export]
    use super::short_game::ShortGame;
    #[pymodule_export]
    use super::solve::{Answer, Iteration, solve, solve_many, solver_names};
    #[pymodule_export]
    use super::tables::Tables;
    #[pymodule_export]
    use super::value::{Estimate, FirstValue, Play, Value};

    use super::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
