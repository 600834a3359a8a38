//! `verifier FILE…` checks proofs. Exit code 0: all verified; 1: one is refused; 2: one cannot be read.

use std::io::{Write, stderr, stdout};
use std::process::ExitCode;

fn main() -> ExitCode {
    let paths: Vec<_> = std::env::args_os().skip(1).collect();
    if paths.is_empty() || paths.iter().any(|path| path == "--help" || path == "-h") {
        let usage = "usage: verifier FILE…\nExit codes: 0 verified, 1 refused, 2 not readable";
        let _ = writeln!(stderr(), "{usage}");
        return ExitCode::from(2);
    }
    let mut worst = 0;
    for path in &paths {
        let bytes = std::fs::read(path).map_err(|error| (2, error.to_string()));
        let told = match bytes.and_then(|bytes| verifier::verify(&bytes)) {
            Ok(report) if paths.len() == 1 => writeln!(stdout(), "{report}"),
            Ok(report) => {
                let report = report.to_string().replace('\n', "; ");
                writeln!(stdout(), "{}: {report}", path.display())
            }
            Err((code, reason)) => {
                let what = if code == 1 { "refused" } else { "cannot read" };
                // The exit code says the same.
                let _ = writeln!(stderr(), "{}: {what}: {reason}", path.display());
                worst = worst.max(code);
                Ok(())
            }
        };
        if let Err(error) = told {
            let _ = writeln!(stderr(), "standard output: {error}");
            return ExitCode::from(2);
        }
    }
    ExitCode::from(worst)
}
