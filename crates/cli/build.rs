//! Tells the program what it was built from: the commit, if there is one, and the target.

use std::path::Path;
use std::process::Command;

/// The file that `cargo package` adds.
const PACKAGED: &str = ".cargo_vcs_info.json";

fn main() {
    // The commit is the one at which the sources last changed, since a commit alone rebuilds
    // nothing. Cargo takes a missing file for a changed one and would rebuild everything.
    for path in [
        "src",
        "../../src",
        "../cgt/src",
        "../explorer/src",
        "../lab/src",
        "Cargo.toml",
        "build.rs",
        PACKAGED,
    ] {
        if Path::new(path).exists() {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    println!("cargo::rerun-if-env-changed=AMAZONS_COMMIT");
    let commit = std::env::var("AMAZONS_COMMIT").ok().or_else(packaged).or_else(checked_out);
    let target = std::env::var("TARGET").ok();
    let parts: Vec<String> = commit.iter().chain(&target).cloned().collect();
    println!("cargo::rustc-env=AMAZONS_BUILD={}", parts.join(", "));
    println!("cargo::rustc-env=AMAZONS_BUILT_COMMIT={}", commit.unwrap_or_default());
    println!("cargo::rustc-env=AMAZONS_TARGET={}", target.unwrap_or_default());
    println!("cargo::rustc-env=AMAZONS_COMPILER={}", compiler().unwrap_or_default());
}

/// The compiler's name and version.
fn compiler() -> Option<String> {
    let output = Command::new(std::env::var_os("RUSTC")?).arg("--version").output().ok()?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}

/// The commit that `cargo package` recorded.
fn packaged() -> Option<String> {
    let text = std::fs::read_to_string(PACKAGED).ok()?;
    let hash = text.split_once("\"sha1\": \"")?.1.get(..12)?;
    hash.bytes().all(|byte| byte.is_ascii_hexdigit()).then(|| hash.to_owned())
}

/// The commit of a checkout, with a note if files differ from it.
fn checked_out() -> Option<String> {
    let git = ["describe", "--always", "--dirty=, modified", "--abbrev=12", "--exclude=*"];
    let output = Command::new("git").args(git).output().ok().filter(|out| out.status.success())?;
    let text = String::from_utf8(output.stdout).ok()?;
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}
