//! `amazons man`: manual pages.

use crate::output::exit_status::{Exit, Status};
use amazons::util::directory;
use anyhow::Context;
use clap::Args;
use std::path::PathBuf;

/// Write a manual page for every command, such as amazons-value.1.
#[derive(Debug, Args)]
pub struct Man {
    /// The directory, created if it does not exist, e.g. ~/.local/share/man/man1.
    directory: PathBuf,
}

impl Man {
    /// Runs the command.
    pub fn run(self, command: clap::Command) -> Exit {
        let context = || format!("cannot write to {}", self.directory.display());
        directory::make(&self.directory).with_context(context)?;
        clap_mangen::generate_to(command, &self.directory).with_context(context)?;
        Ok(Status::Done)
    }
}
