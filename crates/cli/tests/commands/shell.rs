//! The program's output for shells: completions, manual pages, its version.

use crate::program::program;
use assert_cmd::Command;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::{contains, starts_with};

fn amazons(words: &[&str]) -> Command {
    let mut command = program();
    command.args(words);
    command
}

#[test]
fn completions_know_the_commands() {
    for shell in ["bash", "zsh", "fish"] {
        amazons(&["completions", shell])
            .assert()
            .success()
            .stdout(contains("thermograph").and(contains("partition")));
    }
    amazons(&["completions", "csh"]).assert().code(2).stderr(contains("bash"));
}

#[test]
fn every_command_has_a_manual_page() {
    let directory = tempfile::tempdir().unwrap();
    let pages = directory.path().join("man1");
    amazons(&["man", pages.to_str().unwrap()]).assert().success();
    for page in ["amazons", "amazons-value", "amazons-set-merge"] {
        let text = std::fs::read_to_string(pages.join(format!("{page}.1"))).unwrap();
        assert!(text.contains(".TH"), "{page}");
    }
}

#[test]
fn the_version_names_what_was_built() {
    let start = format!("amazons {} (", env!("CARGO_PKG_VERSION"));
    amazons(&["--version"]).assert().success().stdout(starts_with(start).and(contains("-")));
}
