//! `verifier FILE…` checks proofs. Exit code 0: all verified; 1: one is refused; 2: one cannot be
//! read; 3: one is undecided, because its walk has too many positions to remember.

use std::ffi::OsString;
use std::io::{Write, stderr, stdout};
use std::path::Path;
use std::process::ExitCode;

const USAGE: &str = "usage: verifier FILE… [--positions N]
  --positions N  Remember up to N positions of a walk [default: 2^20, and 16 for each byte of FILE]
Exit codes: 0 verified, 1 refused, 2 not readable, 3 too many positions to remember";

/// The positions that may be remembered and the files, if the arguments are in order.
fn arguments() -> Option<(Option<u64>, Vec<OsString>)> {
    let mut paths: Vec<_> = std::env::args_os().skip(1).collect();
    let mut positions = None;
    if let Some(at) = paths.iter().position(|path| path == "--positions") {
        positions = Some(paths.get(at + 1)?.to_str()?.parse().ok()?);
        paths.drain(at..at + 2);
    }
    let asks = paths.is_empty() || paths.iter().any(|path| path == "--help" || path == "-h");
    (!asks).then_some((positions, paths))
}

fn main() -> ExitCode {
    let Some((positions, paths)) = arguments() else {
        let _ = writeln!(stderr(), "{USAGE}");
        return ExitCode::from(2);
    };
    let mut worst = 0;
    for path in paths.iter().map(Path::new) {
        let told = match verifier::verify_file(path, positions) {
            Ok(report) if paths.len() == 1 => writeln!(stdout(), "{report}"),
            Ok(report) => {
                let report = report.to_string().replace('\n', "; ");
                writeln!(stdout(), "{}: {report}", path.display())
            }
            Err((code, reason)) => {
                let what = ["", "refused", "cannot read", "undecided"][usize::from(code)];
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
