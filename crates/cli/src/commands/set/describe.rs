//! `amazons set describe`: counts the contents of a set.

use crate::options::outputs;
use crate::output::exit_status::{Exit, Status};
use crate::output::format::Format;
use crate::output::say::say;
use amazons::problems::{Description, Funnel};
use amazons::util::atomic_file::holds_something;
use amazons::util::number::Count;
use amazons_lab::drawing::{histogram, wrapped};
use amazons_lab::study::{BaselineCounter, Baselines};
use anyhow::anyhow;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

/// Count the problems of a set by empty squares and amazons, and say how it was made.
///
/// The counts by empty squares are also drawn as a histogram (figure 7 of the 2008 study). The
/// baselines are what methods without search get right: a legal move drawn at random, and the best
/// evaluation after one move.
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
    pub fn run(self) -> Exit {
        let mut description = Description::default();
        let mut counter = BaselineCounter::default();
        let (header, status) = crate::commands::set::each_problem(&self.set, |_, problem| {
            description.add(&problem);
            counter.add(&problem);
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
            object["baselines"] = serde_json::to_value(counter.finish())?;
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
        if let Some(baselines) = counter.finish() {
            writeln!(out, "\n{}", in_words(&baselines))?;
        }
        Ok(status)
    }
}

/// What methods without search get right, as text.
fn in_words(baselines: &Baselines) -> String {
    let Baselines { problems, chance, chance_low, chance_high, one_ply } = baselines;
    let line = |name: &str, share: f64, low: f64, high: f64| {
        let [share, low, high] = [share, low, high].map(|share| 100.0 * share);
        format!("{name:<8} {share:>5.1} % of moves optimal ({low:.1} to {high:.1})")
    };
    let right = one_ply.count as f64 / one_ply.of.max(1) as f64;
    format!(
        "baselines, over {} with known best moves (95 % intervals)\n{}\n{}",
        Count(*problems, "problem"),
        line("chance", *chance, *chance_low, *chance_high),
        line("one ply", right, one_ply.low, one_ply.high)
    )
}
