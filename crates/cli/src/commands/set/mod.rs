//! `amazons set`: inspects problem sets and makes new ones from them.

pub(crate) mod describe;
pub(crate) mod filter;
pub(crate) mod list;
pub(crate) mod make;
pub(crate) mod merge;
pub(crate) mod show;
pub(crate) mod split;
pub(crate) mod validate;

use crate::options::outputs;
use crate::output::exit_status::{Exit, Status};
use crate::output::say::say;
use amazons::problems::{Header, Problem, ProblemSet, SetReader};
use amazons::util::compression::OutputFile;
use anyhow::{Context, bail};
use clap::Subcommand;
use std::path::Path;

/// Inspect problem sets and make new ones.
#[derive(Debug, Subcommand)]
pub enum SetCommand {
    Describe(describe::Describe),
    Filter(filter::Filter),
    List(list::List),
    Make(make::Make),
    Merge(merge::Merge),
    Show(show::Show),
    Split(split::Split),
    Validate(validate::Validate),
}

impl SetCommand {
    /// Runs the command.
    pub fn run(self) -> Exit {
        match self {
            Self::Describe(command) => command.run(),
            Self::Filter(command) => command.run(),
            Self::List(command) => command.run(),
            Self::Make(command) => command.run(),
            Self::Merge(command) => command.run(),
            Self::Show(command) => command.run(),
            Self::Split(command) => command.run(),
            Self::Validate(command) => command.run(),
        }
    }
}

/// Reads all problems of a set; invalid problems are reported and skipped.
fn each_problem(
    path: &Path,
    mut visit: impl FnMut(&Header, Problem) -> anyhow::Result<()>,
) -> anyhow::Result<(Header, Status)> {
    let mut reader = SetReader::open(path)?;
    let header = reader.header().clone();
    let mut status = Status::Done;
    for item in reader.by_ref() {
        match item {
            Ok(problem) => visit(&header, problem)?,
            Err(error) => {
                say!("error: {error}");
                status = Status::BadInput;
            }
        }
    }
    Ok((header, status))
}

/// Refuses to write anything made from a set that could not be read completely.
fn whole(status: Status, output: &Path) -> anyhow::Result<()> {
    match status {
        Status::BadInput => bail!("{} was not written", output.display()),
        _ => Ok(()),
    }
}

/// Writes a whole set.
pub(super) fn write(set: &ProblemSet, mut output: OutputFile, path: &Path) -> anyhow::Result<()> {
    set.write(&mut output)
        .and_then(|()| output.commit())
        .with_context(|| outputs::cannot_write(path))
}
