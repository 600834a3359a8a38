//! The report directory: everything computed from a study's log, rewritten each time.

use super::csv::write_csv;
use super::figures::figures;
use super::html::page;
use super::latex::latex;
use super::markdown::markdown;
use super::report_data::Report;
use crate::FileError;
use crate::study::error::StudyError;
use amazons::util::atomic_file::write_whole;
use std::path::Path;

impl Report {
    /// Writes all files into `directory`: `results.jsonl`, `results.csv`, `statistics.json`,
    /// `summary.md`, `tables.tex`, `index.html` and an SVG for each figure. Each is replaced as a
    /// whole.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn write(&self, directory: &Path) -> Result<(), StudyError> {
        for (name, bytes) in self.files()? {
            let path = directory.join(name);
            write_whole(&path, &bytes).map_err(FileError::io(&path))?;
        }
        Ok(())
    }

    /// Returns all files of the report, with their names.
    ///
    /// # Errors
    /// A figure cannot be drawn.
    pub(crate) fn files(&self) -> Result<Vec<(String, Vec<u8>)>, StudyError> {
        let shown = self.labelled();
        let figures = figures(&shown)?;
        let mut lines = Vec::new();
        for row in &self.rows {
            lines.extend(serde_json::to_vec(row).expect("a row has plain keys"));
            lines.push(b'\n');
        }
        let mut csv = Vec::new();
        write_csv(&self.rows, &mut csv)
            .map_err(|error| FileError::io(Path::new("results.csv"))(error.into()))?;
        let mut statistics =
            serde_json::to_vec_pretty(&self.statistics).expect("statistics have plain keys");
        statistics.push(b'\n');

        let mut files = vec![
            ("results.jsonl".to_owned(), lines),
            ("results.csv".to_owned(), csv),
            ("statistics.json".to_owned(), statistics),
        ];
        let drawn = figures.iter().map(|f| (format!("{}.svg", f.name), f.svg.clone().into_bytes()));
        files.extend(drawn);
        files.push(("tables.tex".to_owned(), latex(&shown).into_bytes()));
        files.push(("summary.md".to_owned(), markdown(&shown, &figures).into_bytes()));
        files.push(("index.html".to_owned(), page(&shown, &figures).into_bytes()));
        Ok(files)
    }
}
