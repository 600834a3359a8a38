//! `amazons completions`: completion scripts for shells.

use crate::output::exit_status::{Exit, Status};
use amazons::util::terminal::stdout;
use clap::Args;
use clap_complete::Shell;
use std::io::Write;

/// Print completions for a shell.
///
/// For example: amazons completions bash > ~/.local/share/bash-completion/completions/amazons
#[derive(Debug, Args)]
pub struct Completions {
    /// The shell.
    shell: Shell,
}

impl Completions {
    /// Runs the command.
    pub fn run(self, mut command: clap::Command) -> Exit {
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut command, "amazons", &mut text);
        stdout().write_all(&text)?;
        Ok(Status::Done)
    }
}
