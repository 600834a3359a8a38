//! Studies as one file for others.

use crate::program::program;
use assert_cmd::Command;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::Path;
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

const SET: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../problems/quick.xml");

fn amazons(directory: &Path, words: &str) -> Command {
    let mut command = program();
    command.current_dir(directory).args(words.split(' '));
    command
}

fn study_in(directory: &Path, solvers: &str, output: &str) {
    let words =
        "study --max-empties 12 --nodes 300 --judge-nodes 200000 --memory 4MB --judge-memory 4MB";
    let mut command = amazons(directory, words);
    command.args([SET, "--solvers", solvers, "-o", output]).assert().success();
}

/// The name and the bytes of each entry.
type Entries = Vec<(String, Vec<u8>)>;

fn entries(bundle: &Path) -> Entries {
    let mut zip = ZipArchive::new(File::open(bundle).unwrap()).unwrap();
    let read = |index| {
        let mut entry = zip.by_index(index).unwrap();
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).unwrap();
        (entry.name().unwrap().into_owned(), bytes)
    };
    (0..ZipArchive::new(File::open(bundle).unwrap()).unwrap().len()).map(read).collect()
}

fn write(bundle: &Path, entries: &[(String, Vec<u8>)]) {
    let mut zip = ZipWriter::new(File::create(bundle).unwrap());
    for (name, bytes) in entries {
        zip.start_file(name.as_str(), SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap();
}

#[test]
fn a_bundle_has_all_that_runs_the_study_again() {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name);
    study_in(directory.path(), "few=dfpn:tt=1MB,nodes=40,wpns:tt=1MB", "study");
    let bundled = "report study --bundle study.zip";
    amazons(directory.path(), bundled).assert().success().stderr(contains("bundle: study.zip"));
    let checked = amazons(directory.path(), "report --check study.zip").assert().success();
    checked.stdout(contains("all hashes match"));
    let first = fs::read(at("study.zip")).unwrap();
    amazons(directory.path(), bundled).assert().success();
    assert!(first == fs::read(at("study.zip")).unwrap(), "the bytes differ");

    let entries = entries(&at("study.zip"));
    let entry = |name: &str| {
        let of_name = entries.iter().find(|(entry, _)| entry == name).unwrap();
        String::from_utf8(of_name.1.clone()).unwrap()
    };
    fs::write(at("set.xml"), entry("set.xml")).unwrap();
    let readme = entry("README.md");
    let again = readme.lines().find_map(|line| line.strip_prefix("amazons study ")).unwrap();
    // Nothing in it needs the quotes of the shell.
    amazons(directory.path(), &format!("study {}", again.replace('\'', ""))).assert().success();
    let moves = |text: &str| -> Vec<_> {
        let rows =
            text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
        rows.map(|row| (row["problem"].clone(), row["solver"].clone(), row["move"].clone()))
            .collect()
    };
    let again = fs::read_to_string(at("again/results.jsonl")).unwrap();
    assert_eq!(moves(&again), moves(&entry("study/results.jsonl")));
}

#[cfg(unix)]
#[test]
fn a_bundle_tells_no_directory_of_the_machine() {
    use std::os::unix::fs::PermissionsExt;
    let directory = tempfile::tempdir().unwrap();
    let place = directory.path().display().to_string();
    let engine = directory.path().join("engine");
    fs::write(
        &engine,
        format!("#!/bin/sh\necho {place}/gone >&2\nread -r line; echo ready; exit 3\n"),
    )
    .unwrap();
    fs::set_permissions(&engine, fs::Permissions::from_mode(0o755)).unwrap();
    let words = format!(
        "study {SET} --max-empties 11 --nodes 9 --judge-nodes 9 --solvers engine:{place}/engine -o study"
    );
    amazons(directory.path(), &words).assert().code(1);
    amazons(directory.path(), "report study --bundle study.zip").assert().code(1);
    for (name, bytes) in entries(&directory.path().join("study.zip")) {
        let text = String::from_utf8(bytes).unwrap();
        assert!(!text.contains(&place), "{name}: {text}");
    }
    amazons(directory.path(), "report --check study.zip").assert().success();
}

#[test]
fn a_bundle_that_was_changed_is_refused() {
    // A folder within its own: what leaves it is seen there.
    let around = tempfile::tempdir().unwrap();
    let directory = around.path().join("inner");
    fs::create_dir(&directory).unwrap();
    let at = |name: &str| directory.join(name);
    study_in(&directory, "random", "study");
    amazons(&directory, "report study --bundle whole.zip").assert().success();
    let check = |name: &str| amazons(&directory, &format!("report --check {name}")).assert();

    // A byte in the middle of the packed log.
    let mut bytes = fs::read(at("whole.zip")).unwrap();
    let place = bytes.windows(15).position(|name| name == b"study/log.jsonl").unwrap();
    bytes[place + 200] ^= 1;
    fs::write(at("flipped.zip"), bytes).unwrap();
    check("flipped.zip").code(2).stderr(contains("entry 'study/log.jsonl' is damaged"));

    let whole = entries(&at("whole.zip"));
    let changed = |change: &dyn Fn(&mut Entries)| {
        let mut entries = whole.clone();
        change(&mut entries);
        write(&at("changed.zip"), &entries);
        check("changed.zip")
    };
    let index = |name: &str| whole.iter().position(|(entry, _)| entry == name).unwrap();
    let (csv, set) = (index("study/results.csv"), index("set.xml"));
    let edited = changed(&|entries| entries[csv].1.push(b'\n')).code(1);
    edited.stdout(contains("study/results.csv: its hash differs"));
    let less = changed(&|entries| drop(entries.remove(csv))).code(1);
    less.stdout(contains("study/results.csv: listed in SHA256SUMS, but not there"));
    let more = changed(&|entries| entries.push(("more.txt".to_owned(), Vec::new()))).code(1);
    more.stdout(contains("more.txt: not listed"));
    let other = changed(&|entries| {
        let text = String::from_utf8(entries[set].1.clone()).unwrap();
        let from = text.rfind("<problem ").unwrap();
        let end = text.rfind("</problem-set>").unwrap();
        entries[set].1 = format!("{}{}", &text[..from], &text[end..]).into_bytes();
    });
    other.code(1).stdout(contains("set.xml and the log differ"));
    for outside in ["../out.txt", "/out.txt", "a\\b", "c:x"] {
        let refused = changed(&|entries| entries.push((outside.to_owned(), Vec::new()))).code(2);
        refused.stderr(contains("stay inside the bundle"));
    }
    let none = changed(&|entries| entries.retain(|(name, _)| name != "SHA256SUMS")).code(2);
    none.stderr(contains("no entry 'SHA256SUMS'"));
    assert!(!at("../out.txt").exists());

    fs::write(at("text.zip"), "no bundle").unwrap();
    check("text.zip").code(2).stderr(contains("text.zip").and(contains("ZIP file")));
    check("missing.zip").code(2).stderr(contains("missing.zip"));
    check("study").code(2).stderr(contains("directory"));
    let both = amazons(&directory, "report study --check whole.zip").assert().code(2);
    both.stderr(contains("cannot be used with"));
}

#[test]
fn a_bundle_replaces_bundles_only() {
    let directory = tempfile::tempdir().unwrap();
    study_in(directory.path(), "random", "study");
    let log = directory.path().join("study/log.jsonl");
    let before = fs::read(&log).unwrap();
    let refused = amazons(directory.path(), "report study --bundle study/log.jsonl").assert();
    refused.code(2).stderr(contains("something other than a bundle"));
    assert_eq!(fs::read(&log).unwrap(), before);
    for _ in 0..2 {
        amazons(directory.path(), "report study --bundle study.zip").assert().success();
    }
}
