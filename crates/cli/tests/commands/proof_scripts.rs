//! The scripts for proofs: `proofs/check.py`, `scripts/collect-replies.py`.
#![cfg(unix)]

use crate::program::repository;
use crate::small_proof::with_data;
#[cfg(target_os = "linux")]
use crate::small_proof::with_very_many_moves;
use assert_cmd::Command;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use std::fs;
#[cfg(target_os = "linux")]
use std::path::Path;

/// A script of the repository; `None` if Python is missing.
fn script(name: &str) -> Option<Command> {
    let there = std::process::Command::new("python3").arg("--version").output();
    if !there.is_ok_and(|output| output.status.success()) {
        eprintln!("python3 is missing: {name} was not run");
        return None;
    }
    let mut command = Command::new("python3");
    command.arg(repository(name));
    Some(command)
}

#[test]
fn check_py_without_a_file_or_with_one_that_is_missing_refuses_nothing() {
    for (arguments, message) in [
        (vec![], "usage: check.py FILE"),
        (vec!["one", "two"], "usage: check.py FILE"),
        (vec!["/no/such/file"], "cannot read"),
    ] {
        let Some(mut check) = script("proofs/check.py") else { return };
        let refused = contains("refused");
        check.args(arguments).assert().code(2).stderr(contains(message).and(refused.not()));
    }
}

#[test]
fn check_py_refuses_a_count_that_the_moves_do_not_have() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.proof");
    let bytes = fs::read(repository("proofs/4x4-0.proof")).unwrap();
    for count in [0, 5778, 1 << 40, 1 << 63, u64::MAX] {
        fs::write(&path, with_data(&bytes, count, &bytes[52..bytes.len() - 4])).unwrap();
        let Some(mut check) = script("proofs/check.py") else { return };
        let message = format!("refused: expected {count} moves; the data hold another number\n");
        check.arg(&path).assert().code(1).stderr(contains(message));
    }
}

/// `check.py` with so many kB of address space. `$0` is the script, `$1` the path.
#[cfg(target_os = "linux")]
fn check_within(kilobytes: u32, script: &str, path: &Path) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("ulimit -v {kilobytes}; {script}")]);
    shell.arg(repository("proofs/check.py")).arg(path);
    shell
}

#[cfg(target_os = "linux")]
#[test]
fn check_py_takes_no_memory_for_very_many_moves_in_a_small_file() {
    if script("proofs/check.py").is_none() {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("a.proof");
    let proof = fs::read(repository("proofs/4x4-0.proof")).unwrap();
    let file = r#"exec python3 "$0" "$1""#;
    let pipe = r#"cat "$1" | python3 "$0" /dev/stdin"#;
    let endless = r#"cat "$1" /dev/zero | python3 "$0" /dev/stdin"#;
    let check = |script| check_within(48 << 10, script, &path).assert();

    fs::write(&path, with_very_many_moves(&proof)).unwrap();
    let refused = || contains(": refused: stored move 22: there is no move 0, after [");
    check(file).code(1).stderr(refused());
    check(pipe).code(1).stderr(refused());
    check(endless).code(1).stderr(contains(" bytes, but the header says "));

    let nothing = [&[0x78, 0xda][..], &[0, 0, 0, 0xff, 0xff].repeat(100_000)].concat();
    fs::write(&path, with_data(&proof, 1 << 20, &nothing)).unwrap();
    check(file).code(1).stderr(contains(": refused: expected 1048576 moves"));

    fs::write(&path, &proof).unwrap();
    check(file).code(0);
    check(pipe).code(0);
    check(endless).code(1).stderr(contains(" bytes, but the header says "));
    check(r#"python3 "$0" /dev/zero"#).code(2).stderr(contains("cannot read: not a proof"));
}

#[cfg(target_os = "linux")]
#[test]
fn check_py_remembers_as_many_positions_as_it_may() {
    let path = repository("proofs/4x5-0.proof");
    let Some(mut check) = script("proofs/check.py") else { return };
    let more =
        "undecided: it has more than 1000 positions to remember; --positions N allows more\n";
    check.args(["--positions", "1000"]).arg(&path).assert().code(3).stderr(contains(more));
    check_within(48 << 10, r#"exec python3 "$0" "$1""#, &path)
        .assert()
        .code(3)
        .stderr(contains(": undecided: no memory for more than "));
    let Some(mut check) = script("proofs/check.py") else { return };
    let proof = repository("proofs/4x4-0.proof");
    check.arg(proof).args(["--positions", "5779"]).assert().code(0);
}

#[test]
fn collect_keeps_the_longer_search_of_an_open_reply_and_what_is_solved() {
    let directory = tempfile::tempdir().unwrap();
    let place = |name: &str| directory.path().join(name);
    let (search, table) = (place("search"), place("list.csv"));
    let amazons = assert_cmd::cargo::cargo_bin("amazons");
    let prove = || {
        let mut command = Command::new(&amazons);
        command.arg("prove");
        command
    };
    let fen = "1q2q1/qQ3q/1*4/Q4Q/4Q1 b";
    let split = [fen, "--score", "W+0", "--split", "1", "--time", "100ms", "-o"];
    prove().args(split).arg(&search).assert().code(1);
    let status = prove().arg(&search).args(["--status", "--format", "json"]).output().unwrap();
    let status: serde_json::Value = serde_json::from_slice(&status.stdout).unwrap();
    let parts = status["parts"].as_array().unwrap();
    let (begun, untouched): (Vec<_>, Vec<_>) = parts.iter().partition(|part| part["nodes"] != 0);
    let reply = |part: &serde_json::Value| part["line"].as_str().unwrap().to_owned();
    // Searched longer before, not searched before, and solved before.
    let before = [
        format!("{},open,8388608,290.1,,", reply(untouched[0])),
        format!("{},open,,,,", reply(begun[0])),
        format!("{},White,10,0.1,5,12345678", reply(untouched[1])),
    ];
    let header = "reply,winner,nodes,seconds,positions,checksum";
    fs::write(&table, format!("{header}\n{}\n", before.join("\n"))).unwrap();
    let Some(mut collect) = script("scripts/collect-replies.py") else { return };
    collect.env("AMAZONS", &amazons).env("VERIFIER", "true").arg("collect");
    collect.arg(&search).arg(&table).arg(place("proofs")).assert().code(0);
    let after = fs::read_to_string(&table).unwrap();
    let has = |line: &str| after.lines().any(|other| other == line);
    assert!(has(&before[0]) && has(&before[2]), "{after}");
    assert!(!has(&before[1]) && after.contains(&format!("\n{},open,", reply(begun[0]))), "{after}");
    assert_eq!(after.lines().count(), 1 + parts.len());
}

#[test]
fn collect_and_restore_refuse_lists_and_proofs_of_other_positions() {
    let directory = tempfile::tempdir().unwrap();
    let place = |name: &str| directory.path().join(name);
    let amazons = assert_cmd::cargo::cargo_bin("amazons");
    let root = repository("");
    let list = root.join("docs/small-boards-6x5-b1-b2_c2.csv");
    let proofs = root.join("proofs/6x5-b1-b2_c2");
    let search = place("search");
    let fen = "1q2q1/qQ3q/1*4/Q4Q/4Q1 b";
    let split = [fen, "--score", "W+0", "--split", "1", "--time", "1ms", "-o"];
    Command::new(&amazons).arg("prove").args(split).arg(&search).assert().code(1);
    for task in ["collect", "restore"] {
        let table = place("list.csv");
        fs::copy(&list, &table).unwrap();
        let Some(mut script) = script("scripts/collect-replies.py") else { return };
        script.env("AMAZONS", &amazons).env("VERIFIER", "false").arg(task);
        script.arg(&search).arg(&table).arg(&proofs);
        script.assert().code(1).stderr(contains("not a reply in").and(contains(fen)));
        assert_eq!(fs::read(&table).unwrap(), fs::read(&list).unwrap());
    }
}

#[test]
fn check_py_says_that_its_output_cannot_be_written() {
    let Ok(full) = fs::OpenOptions::new().write(true).open("/dev/full") else { return };
    let there = std::process::Command::new("python3").arg("--version").output();
    if there.is_err() {
        return;
    }
    let root = repository("");
    let mut check = std::process::Command::new("python3");
    check.arg(root.join("proofs/check.py")).arg(root.join("proofs/4x4-0.proof")).stdout(full);
    let output = check.output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.starts_with("standard output: ") && text.lines().count() == 1, "{text}");
}
