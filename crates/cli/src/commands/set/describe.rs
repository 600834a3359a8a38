//! `amazons set describe`: counts the contents of a set.

use crate::options::outputs;
use crate::output::exit_status::{Outcome, Status};
use crate::output::format::Format;
use crate::output::say::say;
use amazons::problems::{Description, Funnel};
use amazons::util::atomic_file::holds_something;
use amazons::util::number::Count;
use amazons_lab::drawing::{histogram, wrapped};
use anyhow::anyhow;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

/// Count the problems of a set by empty squares and amazons, and say how it was made.
///
/// The counts by empty squares are also drawn as a histogram (figure 7 of the 2008 study).
#[derive(Debug, Args)]
pub struct Describe {
    /// The problem set; - for standard input.
    set: PathBuf,
    /// Also write the histogram as SVG.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Output format of the counts.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Describe {
    /// Runs the command.
    pub fn run(self) -> Outcome {
        let mut description = Description::default();
        let (header, status) = crate::commands::set::each_problem(&self.set, |_, problem| {
            description.add(&problem);
            Ok(())
        })?;
        let keeps = |path: &&PathBuf| status == Status::BadInput && holds_something(path);
        if let Some(path) = self.svg.as_ref().filter(keeps) {
            say!("{}", outputs::not_written(path));
        } else if let Some(path) = &self.svg {
            let svg = histogram(&description)
                .map_err(|error| anyhow!("drawing the histogram: {error}"))?;
            outputs::write(path, &[&self.set], &svg)?;
        }
        let mut out = outputs::beside_any(self.svg.as_deref());
        if self.format == Format::Json {
            let funnels: Vec<&Funnel> =
                header.extractions.iter().map(|extraction| &extraction.funnel).collect();
            let mut object = serde_json::to_value(&description)?;
            object["title"] = header.title.as_str().into();
            object["extractions"] = serde_json::to_value(funnels)?;
            writeln!(out, "{object}")?;
            return Ok(status);
        }
        if !header.title.is_empty() {
            writeln!(out, "{}", header.title)?;
        }
        for extraction in &header.extractions {
            let line = format!(
                "extracted from {} in {} by {} with {}",
                Count(extraction.funnel.games, "game"),
                Count(extraction.records.len(), "record"),
                extraction.generator,
                extraction.filter
            );
            writeln!(out, "{}", wrapped(&line, 2))?;
        }
        for selection in &header.selections {
            let line = format!(
                "then {} of {} chosen with {}",
                selection.kept, selection.from, selection.filter
            );
            writeln!(out, "{}", wrapped(&line, 2))?;
        }
        write!(out, "{}", wrapped(&description.to_string(), 2))?;
        Ok(status)
    }
}
