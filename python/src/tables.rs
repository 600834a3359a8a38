//! Tables of regions and of judged problems.

use crate::errors::{os_error, table_error, value_error};
use crate::position;
use crate::request::Request;
use crate::value::Value;
use amazons::Abort;
use amazons::answers::{self, Atlas};
use amazons::known::ResultStore;
use amazons::tables::TableError;
use pyo3::prelude::*;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

/// The tables of a directory.
#[pyclass(frozen, module = "amazons")]
pub struct Tables {
    directory: PathBuf,
    unusable: Vec<String>,
    /// `None` once they are closed.
    results: Mutex<Option<Arc<ResultStore>>>,
    /// The atlas of their game values, once it was asked for.
    atlas: Mutex<Option<Arc<Atlas>>>,
}

impl Tables {
    /// The store that a search asks and adds to.
    pub fn results(&self) -> PyResult<Arc<ResultStore>> {
        let results = self.results.lock().map(|results| results.clone()).unwrap_or_default();
        results.ok_or_else(|| value_error("the tables are closed"))
    }

    /// The atlas of the game values of these tables, which `results` has.
    pub fn atlas(&self, results: &ResultStore, abort: &Abort) -> Result<Arc<Atlas>, TableError> {
        let known = self.atlas.lock().map(|atlas| atlas.clone()).unwrap_or_default();
        if let Some(atlas) = known {
            return Ok(atlas);
        }
        if let Some(error) = results.tables().unusable_values() {
            return Err(error.clone());
        }
        let opened = Arc::new(Atlas::of(Arc::clone(results.tables()), abort)?);
        if let Ok(mut atlas) = self.atlas.lock() {
            *atlas = Some(Arc::clone(&opened));
        }
        Ok(opened)
    }
}

#[pymethods]
impl Tables {
    /// Opens every table of a directory. With add=True, searches that took some work are added to
    /// it; close the tables, or use them in a with statement, to make a table of what was added.
    #[staticmethod]
    #[pyo3(signature = (directory=PathBuf::from("tables"), *, add=false))]
    fn open(directory: PathBuf, add: bool) -> PyResult<Self> {
        if !add && !directory.is_dir() {
            let text = format!("{}: no such directory", directory.display());
            return Err(os_error(ErrorKind::NotFound, text));
        }
        let results = if add {
            ResultStore::adding(&directory, None)
        } else {
            ResultStore::reading(&directory, None)
        };
        let results = results.map_err(|error| match &error {
            TableError::Io { source, .. } => os_error(source.kind(), &error),
            _ => table_error(error),
        })?;
        let unusable = results.troubles().map(ToString::to_string).collect();
        let results = Mutex::new(Some(Arc::new(results)));
        Ok(Self { directory, unusable, results, atlas: Mutex::default() })
    }

    /// The directory.
    #[getter]
    fn directory(&self) -> PathBuf {
        self.directory.clone()
    }

    /// Files that cannot be used, and why.
    #[getter]
    fn unusable_files(&self) -> Vec<String> {
        self.unusable.clone()
    }

    /// What the tables know about a position; None if they do not cover all that is asked. Nothing
    /// is searched.
    #[pyo3(signature = (position, *, first=None, moves="none"))]
    fn probe(
        &self,
        position: &Bound<'_, PyAny>,
        first: Option<&str>,
        moves: &str,
    ) -> PyResult<Option<Value>> {
        let position = position::from_argument(position)?;
        let request = Request::new(None, None, first, moves, false, None, None, false)?;
        let asked = request.asked();
        let mut lookup = self.results()?.lookup();
        let found =
            answers::Value::looked_up(&position, asked, &mut lookup).map_err(table_error)?;
        Ok(found.map(Value))
    }

    /// Ends the use of the tables; what was added becomes a table.
    fn close(&self) -> PyResult<()> {
        let taken = self.results.lock().ok().and_then(|mut results| results.take());
        match taken.map(Arc::try_unwrap) {
            None => Ok(()),
            Some(Ok(results)) => {
                if let Ok(mut atlas) = self.atlas.lock() {
                    *atlas = None;
                }
                results.finish().map_err(table_error)
            }
            Some(Err(shared)) => {
                // Still open, so that they can be closed after the search.
                if let Ok(mut results) = self.results.lock() {
                    results.get_or_insert(shared);
                }
                Err(value_error("the tables are in use by a search"))
            }
        }
    }

    fn __enter__(this: Py<Self>) -> Py<Self> {
        this
    }

    #[pyo3(signature = (*_error))]
    fn __exit__(&self, _error: &Bound<'_, pyo3::types::PyTuple>) -> PyResult<()> {
        self.close()
    }

    fn __repr__(&self) -> String {
        format!("<Tables of {}>", self.directory.display())
    }
}
