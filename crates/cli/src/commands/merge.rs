//! `amazons merge`: merges parts that were made with `--partition`.

use super::match_command::print_standings;
use super::report::print_report;
use crate::options::{open_files, outputs};
use crate::output::exit_status::{Exit, Status};
use crate::output::format::{Format, print_json};
use crate::output::reporting::reporting;
use amazons::answers::merge_reviews;
use amazons::problems::{SetReader, extracted_part, merge_extracted, merge_parts, refuse_to_lose};
use amazons::proof::parts;
use amazons::util::compression::plain_name;
use amazons_lab::matches::{self, Standings, merge_matches, read_match};
use amazons_lab::play::merge_games;
use amazons_lab::puzzles::{merge_puzzles, puzzle_part};
use amazons_lab::study::{LOG_NAME, Report, merge_studies};
use anyhow::{Context, bail};
use clap::Args;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Merge the parts of self-play, a review, an extracted or judged set, puzzles, a study, a match or
/// a proof search.
///
/// The parts are what commands with --partition wrote: files of games (SGF) or reviews (JSONL),
/// problem sets (XML), or directories of studies or matches, all of one kind. The result is what a
/// single run would write; in studies and matches only the measured times differ. A part that is
/// missing, given twice or unfinished is named. Directories of 'prove --split' may be at any stage:
/// the best that is known about each of their parts is kept. Tables are merged by 'amazons tables
/// merge'.
#[derive(Debug, Args)]
pub struct Merge {
    /// The parts, in any order.
    #[arg(required = true)]
    parts: Vec<PathBuf>,
    /// The file or directory to write.
    #[arg(short, long, value_name = "PATH")]
    output: PathBuf,
    /// Output format.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// What the parts belong to.
enum Kind {
    Games,
    Reviews,
    Set,
    Study,
    Match,
    Proof,
}

impl Kind {
    fn of(path: &Path) -> anyhow::Result<Self> {
        if path != Path::new("-") {
            fs::metadata(path).with_context(|| path.display().to_string())?;
        }
        if path.join(LOG_NAME).is_file() {
            return Ok(Self::Study);
        }
        if parts::Directory::is_one(path) {
            return Ok(Self::Proof);
        }
        if path.is_dir() {
            return Ok(Self::Match);
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let name = plain_name(&name);
        match name.rsplit_once('.').map(|(_, ending)| ending) {
            Some("sgf") => Ok(Self::Games),
            Some("jsonl") => Ok(Self::Reviews),
            Some("xml") => Ok(Self::Set),
            _ => bail!(
                "{}: expected games (.sgf), reviews (.jsonl), a problem set (.xml), or the \
                 directory of a study, a match or a search for a proof",
                path.display()
            ),
        }
    }
}

impl Merge {
    /// Merges parts of a set that were extracted, judged or made to puzzles separately.
    fn merge_sets(&self, first: &Path) -> anyhow::Result<u64> {
        let header = SetReader::open(first)?.into_header();
        let (extracted, puzzles) = (extracted_part(&header), puzzle_part(&header));
        if extracted.is_none() && puzzles.is_none() {
            return Ok(merge_parts(&self.parts, &self.output)?);
        }
        let output = outputs::create(&self.output, &[])?;
        let set = match extracted {
            Some(_) => merge_extracted(&self.parts)?.0,
            None => merge_puzzles(&self.parts)?,
        };
        refuse_to_lose(&self.output, &set.problems)?;
        crate::commands::set::write(&set, output, &self.output)?;
        Ok(set.problems.len() as u64)
    }

    /// Merges directories of the same search for a proof.
    fn join_searches(&self) -> anyhow::Result<usize> {
        let from: Result<Vec<_>, _> =
            self.parts.iter().map(|part| parts::Directory::open(part)).collect();
        Ok(parts::join(&from?, &self.output)?)
    }

    /// Runs the command.
    pub fn run(self) -> Exit {
        let Some(first) = self.parts.first() else { bail!("no parts to merge") };
        let inputs: Vec<&Path> = self.parts.iter().map(PathBuf::as_path).collect();
        outputs::refuse_inputs(&self.output, &inputs)?;
        open_files::allow_as_many_as_possible();
        let (count, what) = match Kind::of(first)? {
            Kind::Games => (merge_games(&self.parts, &self.output)?, "games"),
            Kind::Reviews => (merge_reviews(&self.parts, &self.output)?, "games"),
            Kind::Set => (self.merge_sets(first)?, "problems"),
            Kind::Proof => (self.join_searches()? as u64, "parts"),
            Kind::Match => {
                let count = merge_matches(&self.parts, &self.output)?;
                if let (Format::Text, Some((header, games))) =
                    (self.format, read_match(&self.output.join(matches::LOG))?)
                {
                    let standings = Standings::new(&header.players, &games);
                    print_standings(&mut reporting(), &standings, None, self.format)?;
                }
                (count, "games")
            }
            Kind::Study => {
                let report = Report::new(&merge_studies(&self.parts, &self.output)?)?;
                report.write(&self.output)?;
                return print_report(&report, &self.output, true, self.format);
            }
        };
        let output = self.output.display().to_string();
        let mut out = outputs::beside(&self.output);
        match self.format {
            Format::Text => writeln!(out, "{output}: {count} {what}")?,
            Format::Json => {
                print_json(&mut out, &serde_json::json!({ "output": output, what: count }))?;
            }
        }
        Ok(Status::Done)
    }
}
