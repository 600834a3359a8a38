//! `amazons set merge`: merges several sets into one.

use crate::options::outputs;
use crate::output::exit_status::{Exit, Status};
use crate::output::format::{Format, print_json};
use crate::output::say::say;
use amazons::ledger::MergeError;
use amazons::problems::{
    Merger, ProblemSet, SetReader, extracted_part, is_part, merge_extracted, merge_parts,
    refuse_to_lose,
};
use amazons::util::atomic_file::same_file;
use anyhow::bail;
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Merge several sets into one; a problem that occurs in more than one is kept once.
///
/// What the sets know about a problem is combined. Sets that contradict each other are not merged.
#[derive(Debug, Args)]
pub struct Merge {
    /// The problem sets to merge.
    #[arg(required = true)]
    sets: Vec<PathBuf>,
    /// The set to write; - for standard output.
    #[arg(short, long, value_name = "SET.xml")]
    output: PathBuf,
    /// Output format of the counts.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Merge {
    /// Runs the command.
    pub fn run(self) -> Exit {
        if let Some(first) = self.sets.first()
            && is_part(SetReader::open(first)?.header())
        {
            let problems = merge_parts(&self.sets, &self.output)?;
            return self.print(problems, 0).map(|()| Status::Done);
        }
        let output = outputs::create(&self.output, &[])?;
        if let Some((set, duplicates)) = self.extraction()? {
            self.refuse_to_lose(&set)?;
            crate::commands::set::write(&set, output, &self.output)?;
            self.print(set.problems.len() as u64, duplicates)?;
            return Ok(Status::Done);
        }
        let mut merger = Merger::default();
        let mut status = Status::Done;
        let mut contradictions = 0;
        for path in &self.sets {
            let mut reader = match SetReader::open(path) {
                Ok(reader) => reader,
                Err(error) => bail!("{error}; {} was not written", self.output.display()),
            };
            merger.header(reader.header());
            let file = path.display().to_string();
            for item in reader.by_ref() {
                match item {
                    Ok(problem) => {
                        if let Err(error) = merger.problem(problem, &file) {
                            say!("error: {error}");
                            contradictions += 1;
                        }
                    }
                    Err(error) => {
                        say!("error: {error}");
                        status = Status::BadInput;
                    }
                }
            }
        }
        if contradictions > 0 {
            bail!("{contradictions} contradictions; nothing was merged");
        }
        crate::commands::set::whole(status, &self.output)?;
        for gap in merger.gaps() {
            say!("warning: {gap}");
        }
        let duplicates = merger.collapsed();
        let set = merger.finish();
        self.refuse_to_lose(&set)?;
        crate::commands::set::write(&set, output, &self.output)?;
        self.print(set.problems.len() as u64, duplicates)?;
        Ok(status)
    }

    /// Refuses to lose solutions of the output, unless it is one of the inputs.
    fn refuse_to_lose(&self, set: &ProblemSet) -> anyhow::Result<()> {
        if !self.sets.iter().any(|path| same_file(&self.output, path)) {
            refuse_to_lose(&self.output, &set.problems)?;
        }
        Ok(())
    }

    /// The merged set, if the inputs are all parts of one extraction.
    fn extraction(&self) -> anyhow::Result<Option<(ProblemSet, u64)>> {
        // Standard input cannot be read twice.
        let is_part = |path: &PathBuf| {
            path != Path::new("-")
                && SetReader::open(path).is_ok_and(|set| extracted_part(set.header()).is_some())
        };
        if !self.sets.iter().all(is_part) {
            return Ok(None);
        }
        match merge_extracted(&self.sets) {
            Ok(merged) => Ok(Some(merged)),
            Err(MergeError::Failed(error)) => Err(anyhow::Error::from_boxed(error)),
            // The given parts are merged like other sets, and the missing ones are named.
            Err(_) => Ok(None),
        }
    }

    fn print(&self, problems: u64, duplicates: u64) -> anyhow::Result<()> {
        let mut out = outputs::beside(&self.output);
        match self.format {
            Format::Text => writeln!(out, "{problems} problems, {duplicates} duplicates")?,
            Format::Json => {
                let counts = serde_json::json!({ "problems": problems, "duplicates": duplicates });
                print_json(&mut out, &counts)?;
            }
        }
        Ok(())
    }
}
