//! Studies whose methods have limits in nodes for equal processor time.

use crate::program::program;
use assert_cmd::Command;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use serde_json::Value;
use std::fs;
use std::path::Path;

const SET: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../problems/quick.xml");

fn study(output: &Path, solvers: &str, limit: &[&str]) -> Command {
    let mut command = program();
    command.args(["study", SET, "--max-empties", "12", "--solvers", solvers, "-o"]).arg(output);
    command.args(["--judge-nodes", "200000", "--memory", "4MB", "--threads", "1"]).args(limit);
    command
}

fn report(arguments: &[&Path]) -> Command {
    let mut command = program();
    command.arg("report").args(arguments);
    command
}

fn read(directory: &Path, name: &str) -> String {
    fs::read_to_string(directory.join(name)).unwrap()
}

/// The first line of the log.
fn header(directory: &Path) -> Value {
    serde_json::from_str(read(directory, "log.jsonl").lines().next().unwrap()).unwrap()
}

const SOLVERS: &str = "dfpn:tt=1MB,few=wpns:tt=1MB,alphabeta:reduce=0,own=mcts:nodes=100";

#[test]
fn each_method_gets_the_nodes_that_it_does_in_the_time() {
    let directory = tempfile::tempdir().unwrap();
    let output = directory.path().join("study");
    let first = study(&output, SOLVERS, &["--equal-time", "2ms"]).assert().success();
    first.stderr(contains("by rates measured on"));

    let header = header(&output);
    let equal = &header["equal_time"];
    assert_eq!(equal["time"]["nanos"], 2_000_000);
    let rates = equal["rates"].as_array().unwrap();
    let names: Vec<_> = rates.iter().map(|rate| rate["solver"].as_str().unwrap()).collect();
    assert_eq!(names, ["dfpn:tt=1000000", "few", "alphabeta:reduce=0"]);
    for rate in rates {
        let number = |key: &str| rate[key].as_f64().unwrap();
        let in_time = 0.002 * number("nodes") / number("seconds");
        assert!((number("limit") - in_time).abs() <= 0.006 * in_time + 1.0, "{rate}");
        let spec = header["named"][rate["solver"].as_str().unwrap()].as_str().unwrap();
        assert!(spec.ends_with(&format!("nodes={}", rate["limit"])), "{spec}");
    }
    assert_eq!(header["named"]["own"], "mcts:nodes=100");

    // The report says so in every form.
    let stated = "nodes for 2ms of processor time, by rates measured";
    assert!(read(&output, "summary.md").contains(stated));
    assert!(read(&output, "summary.md").contains("the nodes of 2ms of processor time, or what"));
    let page = read(&output, "index.html");
    assert!(page.contains(stated) && page.contains("Equal processor time"));
    assert!(read(&output, "tables.tex").contains("\\label{tab:equal-time}"));
    let statistics: Value = serde_json::from_str(&read(&output, "statistics.json")).unwrap();
    let lines = statistics["equal_time"].as_array().unwrap();
    assert_eq!(lines.len(), 3);
    for (line, rate) in lines.iter().zip(rates) {
        assert_eq!((&line["limit"], &line["seconds"]), (&rate["limit"], &0.002.into()));
        assert_eq!(line["mean_seconds"].is_null(), line["runs"] == 0, "{line}");
    }
}

#[test]
fn a_study_goes_on_with_the_limits_that_were_measured_first() {
    let directory = tempfile::tempdir().unwrap();
    let output = directory.path().join("study");
    let limit = ["--equal-time", "1ms"];
    study(&output, SOLVERS, &limit).assert().success();
    let (log, rows) = (read(&output, "log.jsonl"), read(&output, "results.csv"));
    // As after a kill in the middle of an answer.
    let answered = log.match_indices("{\"answer\"").nth(9).unwrap().0;
    fs::write(output.join("log.jsonl"), &log[..answered + 25]).unwrap();
    let again = study(&output, SOLVERS, &limit).assert().success();
    again.stderr(contains("continuing: 9 of").and(contains("measured").not()));
    let now = read(&output, "log.jsonl");
    assert_eq!(now.lines().next(), log.lines().next());
    let moves = |csv: &str| -> Vec<String> {
        csv.lines().map(|line| line.split(',').take(8).collect::<Vec<_>>().join(",")).collect()
    };
    assert_eq!(moves(&read(&output, "results.csv")), moves(&rows));
    // Nothing is left, and nothing is measured again.
    study(&output, SOLVERS, &limit).assert().success();
    assert_eq!(read(&output, "log.jsonl"), now);

    // Another time, no equal time, and other methods are other studies.
    let refused = |solvers: &str, limit: &[&str], expected: &str| {
        let refused = study(&output, solvers, limit).assert().code(2);
        refused.stderr(contains(expected).and(contains("another study")));
    };
    refused(SOLVERS, &["--equal-time", "2ms"], "equal time is 1ms, here 2ms");
    refused(SOLVERS, &["--nodes", "100"], "equal time is 1ms, here not asked for");
    refused("dfpn:tt=1MB", &limit, "list of solvers");
    assert_eq!(read(&output, "log.jsonl"), now);
}

#[test]
fn a_study_at_equal_time_is_joined_and_bundled_with_its_limits() {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name);
    study(&at("one"), "dfpn:tt=1MB,one-ply", &["--equal-time", "1ms"]).assert().success();
    study(&at("two"), "dfpn:tt=1MB", &["--nodes", "50"]).assert().success();
    let mut join = report(&[&at("one"), &at("two")]);
    join.arg("-o").arg(at("joined")).assert().success();
    let joined = header(&at("joined"));
    assert!(joined.get("equal_time").is_none(), "{joined}");
    assert_eq!(joined["joined"][0]["equal_time"], header(&at("one"))["equal_time"]);
    assert!(read(&at("joined"), "summary.md").contains("limit the nodes of 1ms of processor time"));
    let statistics: Value = serde_json::from_str(&read(&at("joined"), "statistics.json")).unwrap();
    assert_eq!(statistics["equal_time"].as_array().unwrap().len(), 2);

    report(&[&at("one")]).arg("--bundle").arg(at("one.zip")).assert().success();
    let mut check = program();
    check.arg("report").arg("--check").arg(at("one.zip"));
    check.assert().success().stdout(contains("all hashes match"));
    let file = fs::File::open(at("one.zip")).unwrap();
    let mut zip = zip::ZipArchive::new(file).unwrap();
    let readme = std::io::read_to_string(zip.by_name("README.md").unwrap()).unwrap();
    assert!(readme.contains("Equal time: nodes for 1ms of processor time"), "{readme}");
    let limit = &header(&at("one"))["equal_time"]["rates"][0]["limit"];
    let again = readme.lines().find_map(|line| line.strip_prefix("amazons study ")).unwrap();
    let again = again.replace('\'', "");
    assert!(again.contains(&format!("--solvers dfpn:tt=1000000,nodes={limit},")), "{again}");
    assert!(!again.contains("--nodes"), "{again}");
}

#[test]
fn equal_time_that_cannot_be_had_is_refused_and_nothing_is_written() {
    let directory = tempfile::tempdir().unwrap();
    let output = directory.path().join("study");
    let refused = |solvers: &str, limit: &[&str], expected: &str| {
        study(&output, solvers, limit).assert().code(2).stderr(contains(expected));
        assert!(!output.exists());
    };
    refused("dfpn", &["--equal-time", "0s"], "above 0");
    refused("dfpn", &["--equal-time", "soon"], "above 0");
    for other in ["--time=1s", "--nodes=5", "--partition=1/2"] {
        refused("dfpn", &["--equal-time", "1s", other], "cannot be used with");
    }
    let own = "dfpn:nodes=5,mcts:time=1s";
    refused(own, &["--equal-time", "1ms"], "every method names its own limit");
    // Nobody waits for rates only to hear that the directory is taken.
    fs::create_dir(&output).unwrap();
    fs::write(output.join("mine"), "").unwrap();
    let taken = study(&output, "dfpn", &["--equal-time", "10h"]).assert().code(2);
    taken.stderr(contains("is not empty and holds no study"));
}

#[cfg(unix)]
#[test]
fn a_program_that_counts_no_nodes_needs_a_limit_of_its_own() {
    use std::os::unix::fs::PermissionsExt;
    let directory = tempfile::tempdir().unwrap();
    let program = |name: &str, last: &str| {
        let path = directory.path().join(name);
        let greet = "read a; echo id shell; echo ready; read position; read go";
        fs::write(&path, format!("#!/bin/sh\n{greet}\n{last}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        format!("engine:{}", path.display())
    };
    let output = directory.path().join("study");
    let limit = ["--equal-time", "5ms"];
    let silent = program("silent", "echo bestmove resign");
    study(&output, &silent, &limit).assert().code(2).stderr(contains("counts no nodes"));
    let broken = program("broken", "exit 3");
    study(&output, &broken, &limit).assert().code(2).stderr(contains("failed on each of"));
    assert!(!output.join("log.jsonl").exists());
    let limited = format!("{silent} time=5ms,dfpn:tt=1MB");
    study(&output, &limited, &limit).assert().success();
}
