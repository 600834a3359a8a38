//! Methods with names and limits of their own, and studies that are joined into one report.

use crate::program::program;
use assert_cmd::Command;
use predicates::str::contains;
use serde_json::Value;
use std::fs;
use std::path::Path;

const SET: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../problems/quick.xml");

fn study(output: &Path, solvers: &str, limit: &[&str]) -> Command {
    let mut command = program();
    command.args(["study", SET, "--max-empties", "13", "--solvers", solvers, "-o"]).arg(output);
    command.args(["--judge-nodes", "200000", "--memory", "4MB"]).args(limit);
    command
}

fn report(arguments: &[&Path]) -> Command {
    let mut command = program();
    command.arg("report").args(arguments);
    command
}

fn statistics(directory: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(directory.join("statistics.json")).unwrap()).unwrap()
}

fn solvers(directory: &Path) -> Vec<String> {
    let statistics = statistics(directory);
    let solvers = statistics["solvers"].as_array().unwrap().iter();
    solvers.map(|solver| solver["solver"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_solver_has_a_name_and_a_limit_of_its_own() {
    let directory = tempfile::tempdir().unwrap();
    let both = directory.path().join("both");
    let solvers_of = "few=dfpn:tt=1MB,nodes=40,dfpn:tt=1MB";
    study(&both, solvers_of, &["--nodes", "30000"]).assert().success().stdout(contains("few"));
    assert_eq!(solvers(&both), ["few", "dfpn:tt=1000000"]);
    let s = statistics(&both);
    assert_eq!(s["solvers"][0]["spec"], "dfpn:tt=1000000,nodes=40");
    let solved = |solver: usize| s["solvers"][solver]["correct"]["count"].as_u64().unwrap();
    assert!(solved(0) < solved(1), "{s}");
    let page = fs::read_to_string(both.join("index.html")).unwrap();
    assert!(page.contains("few: <code>dfpn:tt=1000000,nodes=40</code>"));
    // The same command continues; the same name for another solver is another study.
    study(&both, solvers_of, &["--nodes", "30000"]).assert().success();
    let other = "few=wpns:tt=1MB,nodes=40,dfpn:tt=1MB";
    let refused = study(&both, other, &["--nodes", "30000"]).assert().code(2);
    refused.stderr(contains("few=dfpn:tt=1000000,nodes=40"));
    for (solvers, expected) in [
        ("a=dfpn,a=wpns", "'a' is given twice"),
        ("mcts=dfpn", "before '='"),
        ("dfpn:nodes=none", "not a count"),
    ] {
        let output = directory.path().join("none");
        study(&output, solvers, &["--nodes", "9"]).assert().code(2).stderr(contains(expected));
        assert!(!output.exists());
    }
}

#[test]
fn studies_of_other_methods_and_limits_become_one_report() {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name);
    study(&at("few"), "dfpn:tt=1MB,random", &["--nodes", "40"]).assert().success();
    study(&at("many"), "dfpn:tt=1MB", &["--nodes", "30000"]).assert().success();
    study(&at("again"), "dfpn:tt=1MB", &["--nodes", "30000"]).assert().success();
    let joined = at("joined");
    let join = |studies: &[&str]| {
        let studies: Vec<_> = studies.iter().map(|name| at(name)).collect();
        let mut command = report(&studies.iter().map(|path| path.as_path()).collect::<Vec<_>>());
        command.arg("-o").arg(&joined);
        command
    };
    join(&["few", "many", "again"]).assert().success().stdout(contains("nodes=30000"));
    let names = [
        "dfpn:tt=1000000,nodes=40",
        "random:nodes=40",
        "dfpn:tt=1000000,nodes=30000",
        "dfpn:tt=1000000,nodes=30000 (again)",
    ];
    assert_eq!(solvers(&joined), names);
    // Each method has what it had alone.
    let count = |directory: &str, solver: usize| {
        statistics(&at(directory))["solvers"][solver]["correct"]["count"].clone()
    };
    assert_eq!(count("joined", 0), count("few", 0));
    assert_eq!(count("joined", 2), count("many", 0));
    let summary = fs::read_to_string(joined.join("summary.md")).unwrap();
    // The same method of two studies is two methods, each with its label.
    assert_eq!(statistics(&joined)["pairs"].as_array().unwrap().len(), 6);
    assert!(summary.contains("\n| dfpn:nodes=30000,tt=1MB (again) "), "{summary}");
    // A column says how each was limited.
    let lines = |start: &str| summary.lines().find(|line| line.starts_with(start)).unwrap();
    assert!(lines("| method | limit | solved %").ends_with('|'));
    assert!(lines("| dfpn:nodes=40,tt=1MB ").contains("| 40 nodes each iteration |"));
    assert!(lines("| random:nodes=40 ").contains("| 40 nodes |"));
    assert!(summary.contains("Joined: few") && summary.contains("what the method names"));
    // The report is made again from its own log, and joined anew in the same place.
    report(&[&joined]).assert().success();
    assert_eq!(solvers(&joined), names);
    join(&["few", "many"]).assert().success();
    assert_eq!(solvers(&joined), names[..3]);
}

#[test]
fn what_cannot_be_joined_is_refused_and_nothing_is_replaced() {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name);
    study(&at("one"), "random", &["--nodes", "40"]).assert().success();
    study(&at("part"), "random", &["--nodes", "40", "--partition", "1/2"]).assert().success();
    let before = fs::read(at("one").join("log.jsonl")).unwrap();
    let refused = |studies: &[&str], output: Option<&str>, expected: &str| {
        let studies: Vec<_> = studies.iter().map(|name| at(name)).collect();
        let mut command = report(&studies.iter().map(|path| path.as_path()).collect::<Vec<_>>());
        if let Some(output) = output {
            command.arg("-o").arg(at(output));
        }
        command.assert().code(2).stderr(contains(expected));
    };
    refused(&["one", "one"], None, "add -o DIR");
    refused(&["one", "part"], Some("out"), "part 1/2 of a study");
    refused(&["one", "nothing"], Some("out"), "expected the directory of a study");
    refused(&["one"], Some("one"), "holds other files");
    refused(&["one", "one"], Some("out"), "is given twice");
    // Another set: no problem in common; the same ids on other boards: a contradiction.
    let other = fs::read_to_string(SET).unwrap().replace("<problem id=\"", "<problem id=\"x");
    fs::write(at("other.xml"), &other).unwrap();
    let mut of_other = study(&at("other"), "random", &["--nodes", "40"]);
    let arguments: Vec<_> = of_other.get_args().map(ToOwned::to_owned).collect();
    of_other = program();
    let set = at("other.xml").into_os_string();
    of_other.args(arguments.into_iter().map(|arg| if arg == SET { set.clone() } else { arg }));
    of_other.assert().success();
    refused(&["one", "other"], Some("out"), "no problem is in all");
    assert_eq!(fs::read(at("one").join("log.jsonl")).unwrap(), before);
    assert!(!at("out").exists());
}
