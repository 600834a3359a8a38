//! Evaluation functions.

use amazons::answers::EvaluationReport;
use pyo3::prelude::*;
use std::collections::BTreeMap;

/// The result of one evaluation function, from the side of the player to move.
#[pyclass(frozen, module = "amazons")]
pub struct Evaluation(pub EvaluationReport);

#[pymethods]
impl Evaluation {
    /// The function, with its constants if they are not the default ones.
    #[getter]
    fn name(&self) -> &str {
        &self.0.evaluation
    }

    /// The estimate in squares.
    #[getter]
    fn value(&self) -> f64 {
        self.0.value
    }

    /// The parts of the value, by their names in the source.
    #[getter]
    fn parts(&self) -> BTreeMap<String, f64> {
        self.0.parts.iter().cloned().collect()
    }

    fn __repr__(&self) -> String {
        format!("<Evaluation {} {:.2}>", self.0.evaluation, self.0.value)
    }
}

/// The names of all evaluation functions.
#[pyfunction]
pub fn evaluation_names() -> Vec<&'static str> {
    amazons::eval::names()
}
