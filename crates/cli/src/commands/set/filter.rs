//! `amazons set filter`: choose problems.

use crate::options::outputs;
use crate::options::selection::{Features, tell_of_missing};
use crate::options::values::{parse_number, parse_positive};
use crate::output::exit_status::{Exit, Status};
use crate::output::format::{Format, print_json};
use crate::output::say::say;
use amazons::problems::{AtStake, Place, Selecting, Selection, Selector, WaitingProblems};
use amazons::util::atomic_file::same_file;
use amazons::util::number::Count;
use anyhow::{Context, bail};
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

/// Select the problems of a set that have certain features.
///
/// They are written to another set, or back to the same one. If no problem has the features,
/// nothing is written and the exit code is 1.
#[derive(Debug, Args)]
pub struct Filter {
    /// The problem set; - for standard input.
    set: PathBuf,
    /// The set to write; - for standard output.
    #[arg(short, long, value_name = "SET.xml")]
    output: PathBuf,
    #[command(flatten)]
    features: Features,
    /// Maximum number of problems with the same number of empty squares.
    ///
    /// The first ones are kept, or random ones with --seed.
    #[arg(long, value_name = "N", value_parser = parse_number::<usize>)]
    max_per_size: Option<usize>,
    /// Keep this many problems, drawn at random with --seed from those that have the features.
    #[arg(long, value_name = "N", requires = "seed", value_parser = parse_positive::<usize>)]
    random: Option<usize>,
    /// Seed for the random choice.
    #[arg(long, value_parser = parse_number::<u64>)]
    seed: Option<u64>,
    /// Write the set even if it holds no problems.
    #[arg(long)]
    allow_empty: bool,
    /// Output format of the counts.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Filter {
    /// Runs the command.
    pub fn run(self) -> Exit {
        if self.seed.is_some() && self.random.is_none() && self.max_per_size.is_none() {
            bail!("--seed is for a random choice: give --random or --max-per-size too");
        }
        let selector = Selector {
            max_per_size: self.max_per_size,
            random: self.random,
            seed: self.seed,
            ..self.features.selector()?
        };
        let mut output = outputs::create(&self.output, &[])?;
        let lost = !same_file(&self.output, &self.set);
        let mut at_stake = lost.then(|| AtStake::at(&self.output)).transpose()?;
        let context = || outputs::cannot_write(&self.output);
        let mut selecting = Selecting::new(&selector);
        let mut taken = WaitingProblems::beside(&self.output);
        let (mut header, status) = super::each_problem(&self.set, |header, problem| {
            if let Some(at_stake) = &mut at_stake {
                at_stake.keep(&problem);
            }
            match selecting.takes(&problem, header)? {
                true => taken.push(&problem).with_context(context),
                false => Ok(()),
            }
        })?;
        super::whole(status, &self.output)?;
        if let Some(at_stake) = at_stake {
            at_stake.refuse()?;
        }
        let selected = selecting.finish().with_context(|| self.set.display().to_string())?;
        tell_of_missing(&selected);
        let Selection { from, kept, .. } = selected.note;
        if kept == 0 && !self.allow_empty {
            say!(
                "no problem of {from} has these features; {} was not written (--allow-empty \
                 writes a set without problems)",
                self.output.display()
            );
            return Ok(Status::Negative);
        }
        header.selections.push(selected.note.clone());
        let place = |number| if selected.keeps(number) { Place::Waiting } else { Place::LeftOut };
        taken.write(&mut output, &header, place).with_context(context)?;
        output.commit().with_context(context)?;
        let mut out = outputs::beside(&self.output);
        match self.format {
            Format::Text => writeln!(out, "kept {kept} of {}", Count(from, "problem"))?,
            Format::Json => {
                print_json(&mut out, &serde_json::json!({ "from": from, "kept": kept }))?;
            }
        }
        Ok(status)
    }
}
