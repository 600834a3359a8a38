//! The options that say which tables a command uses.

use crate::output::say::say;
use amazons::known::ResultStore;
use amazons::tables::{EXTENSION, TableError, Tables, is_journal};
use amazons::util::directory;
use anyhow::{Context, bail};
use clap::Args;
use std::ffi::OsString;
use std::io::{IsTerminal, stderr};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The default directory of tables.
const DEFAULT: &str = "tables";

/// Since when this run has only the built-in tables, and keeps no results.
static ONLY_BUILTIN: OnceLock<Instant> = OnceLock::new();

/// The time after which a user would have gained by tables.
const LONG: Duration = Duration::from_secs(10);

/// Tells a user at a terminal, after a long search without a directory of tables, what one is for.
pub fn note_if_long() {
    if ONLY_BUILTIN.get().is_some_and(|since| since.elapsed() > LONG) && stderr().is_terminal() {
        say!(
            "note: only the program's own small tables were used, and the results are not kept; \
             --tables DIR keeps them, 'amazons tables build' makes larger tables"
        );
    }
}

/// Which tables a command uses.
#[derive(Debug, Args)]
pub struct TablesDir {
    /// Directory of tables; defaults to ./tables if it holds tables or is empty.
    ///
    /// The small built-in tables answer what it does not cover. An empty AMAZONS_TABLES means no
    /// tables.
    #[arg(long, value_name = "DIR", env = "AMAZONS_TABLES")]
    tables: Option<OsString>,
    /// Search everything: tables are neither read nor written, those of AMAZONS_TABLES included.
    #[arg(long)]
    no_tables: bool,
}

impl TablesDir {
    fn directory(&self) -> Option<&Path> {
        match &self.tables {
            _ if self.no_tables => None,
            // An empty AMAZONS_TABLES means no tables.
            Some(directory) if directory.is_empty() => None,
            Some(directory) => Some(Path::new(directory)),
            None => Some(Path::new(DEFAULT)).filter(|directory| is_for_tables(directory)),
        }
    }

    /// The small built-in tables, unless an option or AMAZONS_TABLES says otherwise.
    fn of_program(&self) -> anyhow::Result<Option<ResultStore>> {
        if self.no_tables || self.tables.is_some() {
            return Ok(None);
        }
        ONLY_BUILTIN.get_or_init(Instant::now);
        Ok(Some(ResultStore::of(Tables::builtin()?)))
    }

    /// The tables, for lookups only, and the built-in ones for what they lack. Unusable files are
    /// reported and skipped.
    ///
    /// # Errors
    /// The directory that was asked for does not exist or cannot be read.
    pub fn reading(&self) -> anyhow::Result<Option<ResultStore>> {
        let Some(directory) = self.directory() else {
            return self.of_program();
        };
        existing(directory)?;
        let results = ResultStore::reading(directory, Some(Tables::builtin()?))
            .context("opening the tables")?;
        Ok(Some(reported(results)))
    }

    /// The tables of game values of the directory alone, if it was named or has some; otherwise the
    /// built-in ones.
    ///
    /// # Errors
    /// The directory that was asked for does not exist, cannot be read, or has values that cannot be
    /// used; or --no-tables leaves none.
    pub fn of_values(&self) -> anyhow::Result<Tables> {
        if self.no_tables || self.tables.as_ref().is_some_and(|directory| directory.is_empty()) {
            bail!(
                "an atlas is made of tables; omit --no-tables, and let AMAZONS_TABLES name a directory"
            );
        }
        if let Some(directory) = self.directory() {
            existing(directory)?;
            let tables = Tables::open(directory).context("opening the tables")?;
            if let Some(error) = tables.unusable_values() {
                return Err(error.clone().into());
            }
            if self.tables.is_some() || !tables.dictionaries().is_empty() {
                return Ok(tables);
            }
        }
        Ok(Tables::builtin()?)
    }

    /// The tables, for lookups and for adding results, and the built-in ones for what they lack.
    /// Unusable files are reported and skipped.
    ///
    /// # Errors
    /// The directory that was asked for cannot be created or cannot be read.
    pub fn adding(&self) -> anyhow::Result<Option<ResultStore>> {
        let Some(directory) = self.directory() else {
            return self.of_program();
        };
        make_noticeably(directory)?;
        let results = ResultStore::adding(directory, Some(Tables::builtin()?))
            .context("opening the tables")?;
        Ok(Some(reported(results)))
    }
}

/// Checks that a directory of tables that is only read is there.
fn existing(directory: &Path) -> anyhow::Result<()> {
    if directory.is_dir() {
        return Ok(());
    }
    let problem = if directory.exists() { "is not a directory" } else { "no such directory" };
    bail!("--tables {}: {problem}", directory.display());
}

/// Makes a directory of tables if there is none; the note makes a mistyped name noticeable.
///
/// # Errors
/// It cannot be made, or the directory that it would be in does not exist.
pub fn make_noticeably(directory: &Path) -> anyhow::Result<()> {
    if !directory.is_dir() {
        directory::make_in_place(directory)
            .with_context(|| format!("tables in {}", directory.display()))?;
        say!("note: {} is a new directory of tables", directory.display());
    }
    Ok(())
}

/// Whether a directory that nobody named is one of tables: it has a table or a journal of one, or
/// only hidden files. A directory `tables` of another program does not count.
fn is_for_tables(directory: &Path) -> bool {
    let Ok(entries) = directory.read_dir() else { return directory.is_dir() };
    let names = entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut names = names.filter(|name| !name.starts_with('.')).peekable();
    let ours = |name: String| {
        Path::new(&name).extension().is_some_and(|it| it == EXTENSION) || is_journal(&name)
    };
    names.peek().is_none() || names.any(ours)
}

/// Directories of tables that a `tables` command works on.
#[derive(Debug, Args)]
pub struct TablePaths {
    /// Directories of tables, or table files; defaults to AMAZONS_TABLES, else to ./tables.
    paths: Vec<PathBuf>,
}

impl TablePaths {
    /// The given paths, or the usual directory of tables.
    pub fn get(&self) -> Vec<PathBuf> {
        if self.paths.is_empty() { vec![usual_directory()] } else { self.paths.clone() }
    }
}

/// The directory of tables that is used if none is given.
pub fn usual_directory() -> PathBuf {
    let named = std::env::var_os("AMAZONS_TABLES").filter(|directory| !directory.is_empty());
    named.unwrap_or_else(|| DEFAULT.into()).into()
}

fn reported(results: ResultStore) -> ResultStore {
    for trouble in results.troubles() {
        say!("warning: {trouble}");
    }
    results
}

/// Warns once that a table cannot be used or results cannot be added; the command continues
/// without.
pub fn warn_once(error: &TableError) {
    static WARNED: AtomicBool = AtomicBool::new(false);
    if !WARNED.swap(true, Ordering::Relaxed) {
        say!("warning: tables: {error}; continuing without them");
    }
}

/// Ends the use of tables: added results become a table.
pub fn finish(results: Option<ResultStore>) {
    if let Some(Err(error)) = results.map(ResultStore::finish) {
        say!("warning: {error}; what was found is kept for the next run");
    }
}
