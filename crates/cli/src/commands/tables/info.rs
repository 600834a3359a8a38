//! `amazons tables info`: what one table holds and how it is stored.

use crate::output::exit_status::{Exit, Status};
use crate::output::format::{Format, print_json};
use crate::output::reporting::reporting;
use crate::output::say::say;
use amazons::tables::{FORMAT_VERSION, RULES_VERSION, TableError, TableFile, ValueStatistics};
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

/// Show what tables hold and how they are stored.
#[derive(Debug, Args)]
pub struct Info {
    /// The table files.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Output format.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// What is printed about a table.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Facts {
    file: String,
    /// The contents in words.
    pub holds: String,
    format_version: u32,
    rules_version: u32,
    pub entries: u64,
    pub bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    class: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    squares: Option<usize>,
    /// The numbers of the first shape and of the one after the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    shapes: Option<(usize, usize)>,
    /// The number of different functions of the number of spare moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    records: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    entry_bytes: Option<usize>,
    /// The number of spare moves beyond which scores are linear.
    #[serde(skip_serializing_if = "Option::is_none")]
    reach: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none", flatten)]
    values: Option<ValueStatistics>,
}

impl Facts {
    pub fn of(file: &TableFile) -> Self {
        let container = file.container();
        let mut facts = Self {
            file: container.path().display().to_string(),
            holds: String::new(),
            format_version: FORMAT_VERSION,
            rules_version: RULES_VERSION,
            entries: 0,
            bytes: container.bytes(),
            class: None,
            squares: None,
            shapes: None,
            records: None,
            entry_bytes: None,
            reach: None,
            values: None,
        };
        match file {
            TableFile::Judged(segment) => {
                facts.holds = "judged problems".to_owned();
                facts.entries = segment.count() as u64;
            }
            TableFile::Shapes(list) => {
                facts.holds = format!("shapes of {} squares", list.squares());
                facts.entries = list.count() as u64;
                facts.squares = Some(list.squares());
            }
            TableFile::Regions(table) => {
                let of = table.facts();
                facts.holds = format!("scores of {} on {} squares", of.class, of.squares);
                facts.entries = of.entries() as u64;
                facts.class = Some(of.class.to_string());
                facts.squares = Some(of.squares);
                facts.shapes = Some((of.shapes.start, of.shapes.end));
                facts.records = Some(of.distinct);
                facts.entry_bytes = Some(of.width());
                facts.reach = Some(of.reach());
            }
            TableFile::Dictionary(dictionary) => {
                facts.holds = "the dictionary of game values".to_owned();
                facts.entries = dictionary.len() as u64;
            }
            TableFile::Atlas(index) => {
                facts.holds = "the smallest regions of each game value".to_owned();
                facts.entries = index.places() as u64;
            }
            TableFile::Values(table) => {
                let of = table.facts();
                facts.holds = format!("game values of {} on {} squares", of.class, of.squares);
                facts.entries = of.entries() as u64;
                facts.class = Some(of.class.to_string());
                facts.squares = Some(of.squares);
                facts.shapes = Some((of.shapes.start, of.shapes.end));
                facts.entry_bytes = Some(of.width());
            }
        }
        facts
    }

    /// Adds how many different values there are, which takes a look at each.
    fn count_values(&mut self, file: &TableFile) -> Result<(), TableError> {
        self.values = match file {
            TableFile::Values(table) => Some(table.statistics()?),
            TableFile::Dictionary(dictionary) => Some(dictionary.statistics()?),
            _ => None,
        };
        Ok(())
    }
}

impl Info {
    /// Runs the command.
    pub fn run(self) -> Exit {
        let mut status = Status::Done;
        for path in &self.files {
            let facts = TableFile::open(path).and_then(|file| {
                let mut facts = Facts::of(&file);
                facts.count_values(&file)?;
                Ok(facts)
            });
            let facts = match facts {
                Ok(facts) => facts,
                Err(error) => {
                    say!("error: {error}");
                    status = Status::BadInput;
                    continue;
                }
            };
            let mut out = reporting();
            if self.format == Format::Json {
                print_json(&mut out, &facts)?;
                continue;
            }
            writeln!(out, "{}: {}", facts.file, facts.holds)?;
            writeln!(out, "  format {}, rules {}", facts.format_version, facts.rules_version)?;
            writeln!(out, "  {} entries, {} bytes", facts.entries, facts.bytes)?;
            if let (Some((start, end)), Some(width), Some(records), Some(reach)) =
                (facts.shapes, facts.entry_bytes, facts.records, facts.reach)
            {
                writeln!(out, "  shapes {start} to {}", end.saturating_sub(1))?;
                writeln!(
                    out,
                    "  {width} bytes an entry, {records} different functions of the spare moves"
                )?;
                writeln!(out, "  linear beyond {reach} spare moves")?;
            }
            if let (Some((start, end)), Some(width), None) =
                (facts.shapes, facts.entry_bytes, facts.records)
            {
                writeln!(out, "  shapes {start} to {}", end.saturating_sub(1))?;
                writeln!(out, "  {width} bytes an entry")?;
            }
            if let Some(values) = &facts.values {
                let ValueStatistics { different_values, not_expanded, different_facts, .. } =
                    values;
                write!(out, "  {different_values} different values")?;
                if *not_expanded > 0 {
                    write!(out, " ({not_expanded} of them known by their thermographs alone)")?;
                }
                writeln!(
                    out,
                    ", {different_facts} different outcomes, means, temperatures and stops"
                )?;
                writeln!(out, "  hottest {}", values.hottest)?;
                if values.shared_by_negatives {
                    writeln!(out, "  a value and its negative count once")?;
                }
            }
        }
        Ok(status)
    }
}
