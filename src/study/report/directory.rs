//! The report directory: everything that is computed from a study's log, written anew each time.

use super::csv::write_csv;
use super::figures::{Figure, FigureError, figures};
use super::html::page;
use super::markdown::markdown;
use crate::study::log::Contents;
use crate::study::record::{Header, Problem};
use crate::study::statistics::Statistics;
use crate::study::verdict::{Contradiction, Row, judge_answers};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The judged study.
#[derive(Clone, Debug)]
pub struct Report {
    /// What was run.
    pub header: Header,
    /// On what.
    pub problems: Vec<Problem>,
    /// Every answer with its verdict, by problem, then by solver.
    pub rows: Vec<Row>,
    /// The numbers.
    pub statistics: Statistics,
}

/// The report could not be made.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// Set and judge contradict each other.
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
        /// Why.
        source: io::Error,
    },
}

impl Report {
    /// Judges what the log holds.
    ///
    /// # Errors
    /// The set's solutions and the judge contradict each other.
    pub fn new(contents: &Contents) -> Result<Self, Contradiction> {
        let rows = judge_answers(contents)?;
        let header = contents.header.clone();
        let statistics = Statistics::new(contents.problems.len(), &header.solvers, &rows);
        Ok(Self { header, problems: contents.problems.clone(), rows, statistics })
    }

    /// Whether time was limited, so that times are worth comparing.
    pub fn timed(&self) -> bool {
        self.header.limits.time.is_some()
    }

    /// The figures.
    ///
    /// # Errors
    /// The plotting library refused something.
    pub fn figures(&self) -> Result<Vec<Figure>, FigureError> {
        figures(&self.statistics, self.timed())
    }

    /// Writes all files into `directory`: `results.jsonl`, `results.csv`, `statistics.json`,
    /// `summary.md`, `index.html` and an SVG for each figure. Each is replaced as a whole.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn write(&self, directory: &Path) -> Result<(), ReportError> {
        let figures = self.figures()?;
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
        replace(directory, "summary.md", markdown(self, &figures).as_bytes())?;
        replace(directory, "index.html", page(self, &figures).as_bytes())
    }
}

fn replace(directory: &Path, name: &str, bytes: &[u8]) -> Result<(), ReportError> {
    let path = directory.join(name);
    let write = || -> io::Result<()> {
        let mut file = tempfile::NamedTempFile::new_in(directory)?;
        file.write_all(bytes)?;
        readable_by_all(file.as_file())?;
        file.persist(&path)?;
        Ok(())
    };
    write().map_err(|source| ReportError::Io { path: path.clone(), source })
}

/// Temporary files are private to their owner; reports and logs are not.
#[cfg(unix)]
pub(crate) fn readable_by_all(file: &std::fs::File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
pub(crate) fn readable_by_all(_: &std::fs::File) -> io::Result<()> {
    Ok(())
}
