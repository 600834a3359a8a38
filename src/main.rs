//! The program `amazons`.

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: amazons::cli::allocator::Allocator = amazons::cli::allocator::Allocator;

fn main() -> ExitCode {
    amazons::cli::run()
}
