//! The program that fuzzing runs; all that it checks is in `amazons_fuzzing`, which the workspace
//! compiles and tests. `scripts/fuzz.sh` builds and runs it.

#![no_main]

use libfuzzer_sys::fuzz_target;

/// Ignores SIGPIPE. Rust's own `main` would do so, but libFuzzer's does not, and then a client that
/// disconnects would end the explorer.
fn ignore_broken_pipes() {
    // SAFETY: no handler is installed, and no other thread runs yet.
    unsafe { libc::signal(libc::SIGPIPE, libc::SIG_IGN) };
}

fuzz_target!(init: ignore_broken_pipes(), |bytes: &[u8]| amazons_fuzzing::read(bytes));
