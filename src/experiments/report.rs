//! What an experiment gave, as text, Markdown, CSV, JSON and figures.

use super::{ReproduceError, file_error};
use crate::charts::{Plot, TextTable, wrapped};
use crate::util::atomic_file::write_whole;
use std::fmt::Write as _;
use std::path::Path;

/// The result of an experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct Reproduction {
    /// What is reproduced.
    pub title: String,
    /// What differs from the paper in the setting, a sentence each.
    pub differences: Vec<String>,
    /// Our numbers beside the paper's.
    pub sheets: Vec<TextTable>,
    /// Games that are there and games wanted, where some are missing.
    pub partial: Option<(usize, usize)>,
    /// Figures, by the name of their file without the ending.
    pub plots: Vec<(&'static str, Plot)>,
}

impl Reproduction {
    /// That it is partial, in a sentence.
    fn partial_note(&self) -> Option<String> {
        self.partial.map(|(there, wanted)| {
            format!("Partial: {there} of {wanted} games; the same command goes on.")
        })
    }

    /// For a terminal.
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

    /// For a page that stands beside the figures.
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

    /// Writes `report.md`, `report.json`, a CSV file a table and an SVG file a figure.
    pub(super) fn write(&self, directory: &Path) -> Result<(), ReproduceError> {
        let write = |name: &str, text: &str| {
            let path = directory.join(name);
            write_whole(&path, text.as_bytes()).map_err(file_error(&path))
        };
        write("report.md", &self.markdown())?;
        write("report.json", &self.json().to_string())?;
        for (number, sheet) in self.sheets.iter().enumerate() {
            write(&format!("table{}.csv", number + 1), &sheet.csv()?)?;
        }
        for (name, plot) in &self.plots {
            write(&format!("{name}.svg"), &plot.svg()?)?;
        }
        Ok(())
    }
}
