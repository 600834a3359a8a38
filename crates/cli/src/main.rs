//! The program `amazons`.

mod allocator;
mod build;
mod commands;
mod exit_codes;
mod old_names;
mod options;
mod output;
mod program;

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: allocator::Allocator = allocator::Allocator;

fn main() -> ExitCode {
    program::run()
}
