//! The results of an experiment as text, Markdown, CSV, JSON and figures.

use super::{Portion, ReproduceError};
use crate::FileError;
use crate::drawing::{Plot, TextTable, wrapped};
use amazons::records::RecordError;
use amazons::util::atomic_file::write_whole;
use std::fmt::Write as _;
use std::path::Path;

/// Refuses a directory whose files a report would overwrite.
///
/// # Errors
/// There are such files, and no experiment wrote them.
pub(super) fn refuse_others(directory: &Path) -> Result<(), FileError> {
    let report = std::fs::read(directory.join("report.json")).unwrap_or_default();
    let report = serde_json::from_slice::<serde_json::Value>(&report).unwrap_or_default();
    let ours = report["title"].is_string() && report["differences"].is_array();
    let mut files = ["report.md", "report.json", "pairs.csv", "table1.csv"].iter();
    match files.find(|name| !ours && directory.join(name).exists()) {
        Some(name) => {
            let problem = "a file of another kind is already there; name another directory";
            Err(FileError::about(&directory.join(name), problem))
        }
        None => Ok(()),
    }
}

/// The result of an experiment.
#[derive(Debug, Default)]
pub struct Reproduction {
    /// The experiment that was reproduced.
    pub title: String,
    /// How the setting differs from the paper's, one sentence each.
    pub differences: Vec<String>,
    /// Our numbers beside the paper's.
    pub sheets: Vec<TextTable>,
    /// Games of the record that were left out because of a defect.
    pub defects: Vec<RecordError>,
    /// How much is done, if something is missing.
    pub partial: Option<Portion>,
    /// Figures, by the name of their file without the extension.
    pub plots: Vec<(&'static str, Plot)>,
}

impl Reproduction {
    /// A sentence that says that the result is partial.
    fn partial_note(&self) -> Option<String> {
        self.partial.map(|there| format!("Partial: {there}; run the same command to continue."))
    }

    /// The result for a terminal.
    pub fn text(&self) -> String {
        let mut text = format!("{}\n\n", self.title);
        if let Some(note) = self.partial_note() {
            let _ = writeln!(text, "{note}\n");
        }
        for sheet in &self.sheets {
            let _ = writeln!(text, "{}", sheet.text());
        }
        text.push_str("What differs in the setting:\n");
        for difference in &self.differences {
            let _ = writeln!(text, "{}", wrapped(&format!("- {difference}"), 2));
        }
        text
    }

    /// The result for a page beside the figures.
    pub fn markdown(&self) -> String {
        let mut text = format!("# {}\n\n", self.title);
        if let Some(note) = self.partial_note() {
            let _ = writeln!(text, "**{note}**\n");
        }
        for sheet in &self.sheets {
            let _ = writeln!(text, "{}", sheet.markdown());
        }
        for (name, plot) in &self.plots {
            let _ = writeln!(text, "![{}]({name}.svg)\n", plot.title);
        }
        text.push_str("## What differs in the setting\n\n");
        for difference in &self.differences {
            let _ = writeln!(text, "- {difference}");
        }
        text
    }

    /// One JSON object: `title`, `finished`, `differences`, `tables`.
    pub fn json(&self) -> serde_json::Value {
        let Self { title, differences, sheets, partial, .. } = self;
        let finished = partial.is_none();
        serde_json::json!({
            "title": title,
            "finished": finished,
            "differences": differences,
            "tables": sheets,
        })
    }

    /// Writes `report.md`, `report.json`, one CSV file per table and one SVG file per figure.
    pub(super) fn write(&self, directory: &Path) -> Result<(), ReproduceError> {
        let write = |name: &str, text: &str| {
            let path = directory.join(name);
            write_whole(&path, text.as_bytes()).map_err(FileError::io(&path))
        };
        // Written first, since it identifies the owner of the other files.
        write("report.json", &self.json().to_string())?;
        write("report.md", &self.markdown())?;
        for (number, sheet) in self.sheets.iter().enumerate() {
            write(&format!("table{}.csv", number + 1), &sheet.csv()?)?;
        }
        for (name, plot) in &self.plots {
            write(&format!("{name}.svg"), &plot.svg()?)?;
        }
        Ok(())
    }
}
