//! `verifier FILE` checks a proof. Exit code 0: verified; 1: refused; 2: it cannot be read.

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    let (Some(path), None) = (arguments.next(), arguments.next()) else {
        eprintln!("usage: verifier FILE");
        return ExitCode::from(2);
    };
    let bytes = std::fs::read(&path).map_err(|error| (2, error.to_string()));
    match bytes.and_then(|bytes| verifier::verify(&bytes)) {
        Ok(report) => println!("{report}"),
        Err((code, reason)) => {
            let what = if code == 1 { "refused" } else { "cannot read" };
            eprintln!("{}: {what}: {reason}", path.display());
            return ExitCode::from(code);
        }
    }
    ExitCode::SUCCESS
}
