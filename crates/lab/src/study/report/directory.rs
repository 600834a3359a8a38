//! The report directory: everything computed from a study's log, rewritten each time.

use super::csv::write_csv;
use super::figures::{FigureError, figures};
use super::html::page;
use super::latex::latex;
use super::markdown::markdown;
use super::report_data::Report;
use crate::study::verdict::Contradiction;
use amazons::util::atomic_file::write_whole;
use std::io;
use std::path::{Path, PathBuf};

/// The report could not be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReportError {
    /// The set and the judge contradict each other.
    #[error(transparent)]
    Contradiction(#[from] Contradiction),
    /// A figure could not be drawn.
    #[error(transparent)]
    Figure(#[from] FigureError),
    /// A file could not be written.
    #[error("writing {}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
}

impl Report {
    /// Writes all files into `directory`: `results.jsonl`, `results.csv`, `statistics.json`,
    /// `summary.md`, `tables.tex`, `index.html` and an SVG for each figure. Each is replaced as a whole.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn write(&self, directory: &Path) -> Result<(), ReportError> {
        let figures = figures(self)?;
        let mut lines = Vec::new();
        for row in &self.rows {
            lines.extend(serde_json::to_vec(row).expect("a row has plain keys"));
            lines.push(b'\n');
        }
        let mut csv = Vec::new();
        write_csv(&self.rows, &mut csv).map_err(|e| ReportError::Io {
            path: directory.join("results.csv"),
            source: e.into(),
        })?;
        let mut statistics =
            serde_json::to_vec_pretty(&self.statistics).expect("statistics have plain keys");
        statistics.push(b'\n');

        replace(directory, "results.jsonl", &lines)?;
        replace(directory, "results.csv", &csv)?;
        replace(directory, "statistics.json", &statistics)?;
        for figure in &figures {
            replace(directory, &format!("{}.svg", figure.name), figure.svg.as_bytes())?;
        }
        replace(directory, "tables.tex", latex(self).as_bytes())?;
        replace(directory, "summary.md", markdown(self, &figures).as_bytes())?;
        replace(directory, "index.html", page(self, &figures).as_bytes())
    }
}

fn replace(directory: &Path, name: &str, bytes: &[u8]) -> Result<(), ReportError> {
    let path = directory.join(name);
    write_whole(&path, bytes).map_err(|source| ReportError::Io { path, source })
}
