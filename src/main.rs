use std::process::ExitCode;

fn main() -> ExitCode {
    amazons::cli::run()
}
