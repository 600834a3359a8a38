//! Errors of the crate as Python exceptions, with the same texts.

use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::io;

create_exception!(
    amazons,
    TableError,
    PyValueError,
    "A table file is damaged or foreign; the text names it."
);
create_exception!(
    amazons,
    LimitReached,
    PyRuntimeError,
    "A limit came before there was any answer."
);

/// The exception for bad input.
pub fn value_error(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The exception for a file error, such as `FileNotFoundError`, with the text of the crate.
pub fn os_error(kind: io::ErrorKind, text: impl std::fmt::Display) -> PyErr {
    io::Error::new(kind, text.to_string()).into()
}

/// The exception for a table.
pub fn table_error(error: impl std::fmt::Display) -> PyErr {
    TableError::new_err(error.to_string())
}
