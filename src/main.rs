//! The program `amazons`.

use std::process::ExitCode;

fn main() -> ExitCode {
    amazons::cli::run()
}
