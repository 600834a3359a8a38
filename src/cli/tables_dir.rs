//! The options that say which tables a command uses.

use crate::search::Lookup;
use crate::tables::{TableError, Tables};
use anyhow::bail;
use clap::Args;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Where tables are used if nothing is said.
const DEFAULT: &str = "tables";

/// Which tables a command uses.
#[derive(Debug, Args)]
pub struct TablesDir {
    /// Directory of tables; ./tables where it exists.
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// Search everything, use no tables.
    #[arg(long, conflicts_with = "tables")]
    no_tables: bool,
}

impl TablesDir {
    /// Opens the tables. Files that cannot be used are reported and passed over.
    ///
    /// # Errors
    /// The directory that was asked for is not there or cannot be read.
    pub fn open(&self) -> anyhow::Result<Option<Arc<Tables>>> {
        let directory = match &self.tables {
            Some(directory) if !directory.is_dir() => {
                bail!("--tables {}: no such directory", directory.display())
            }
            Some(directory) => directory,
            None if self.no_tables || !Path::new(DEFAULT).is_dir() => return Ok(None),
            None => Path::new(DEFAULT),
        };
        let tables = Tables::open(directory)?;
        for trouble in tables.troubles() {
            eprintln!("warning: {trouble}");
        }
        Ok(Some(Arc::new(tables)))
    }
}

/// Says once that a table turned out to be damaged; what it would have answered is searched.
pub fn warn_once(error: &TableError) {
    static WARNED: AtomicBool = AtomicBool::new(false);
    if !WARNED.swap(true, Ordering::Relaxed) {
        eprintln!("warning: {error}; searching instead");
    }
}

/// A look-up in the tables that a command uses, if it uses any.
pub fn lookup(tables: Option<&Arc<Tables>>) -> Option<Lookup> {
    tables.map(|tables| Lookup::new(Arc::clone(tables)))
}
