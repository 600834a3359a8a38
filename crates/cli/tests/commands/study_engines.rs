//! Foreign programs as solvers in studies.
#![cfg(unix)]

use crate::program::{program, repository};
use amazons::problems::{Judgement, Problem, ProblemSet};
use amazons::testing::RandomPositions;
use assert_cmd::Command;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use serde_json::Value;
use std::fs::{self, File, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The Python interpreter, if there is one.
fn python() -> Option<&'static str> {
    let there = std::process::Command::new("python3").arg("--version").output();
    let there = there.is_ok_and(|output| output.status.success());
    if !there {
        eprintln!("python3 is missing: examples/solver.py was not run");
    }
    there.then_some("python3")
}

fn write_set(path: &Path, problems: Vec<Problem>) {
    let set = ProblemSet { problems, ..ProblemSet::default() };
    set.write(File::create(path).unwrap()).unwrap();
}

fn study(set: &Path, output: &Path, solvers: &str) -> Command {
    let mut command = program();
    command.arg("study").arg(set).arg("-o").arg(output);
    command.args(["--solvers", solvers, "--judge-nodes", "100000", "--memory", "1MB"]);
    command
}

/// The lines of `results.jsonl` without their times.
fn rows(directory: &Path) -> Vec<Value> {
    let text = fs::read_to_string(directory.join("results.jsonl")).unwrap();
    let untimed = |line| {
        let mut row: Value = serde_json::from_str(line).unwrap();
        for time in ["seconds", "cpu_seconds", "found_seconds", "right_seconds"] {
            row.as_object_mut().unwrap().remove(time).unwrap();
        }
        row
    };
    text.lines().map(untimed).collect()
}

#[test]
fn the_documentation_shows_the_solver_as_it_is() {
    let read = |name: &str| fs::read_to_string(repository(name));
    let (page, solver) = (read("docs/protocol.md"), read("examples/solver.py"));
    assert!(page.unwrap().contains(&format!("```python\n{}```\n", solver.unwrap())));
}

#[test]
fn the_solver_of_the_documentation_stands_beside_those_of_the_paper_in_parts_as_in_one() {
    let Some(python) = python() else { return };
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    let mut random = RandomPositions::new(7);
    let problems = (0..8).map(|index| Problem::new(random.region(4 + index % 3, [1, 1]), None));
    write_set(&path("set.xml"), problems.collect());
    let solver = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/solver.py");
    let paper = "dfpn,wpns,mcts:plies=4,widen=0.6,nodes=1000,alphabeta:reduce=0,bounds=false";
    let solvers = format!("{paper},engine:{python} '{solver}'");
    let run = |output: &Path, part: Option<&str>| {
        let mut command = study(&path("set.xml"), output, &solvers);
        command.args(["--nodes", "1000000", "--threads", "2", "--grace", "5m"]);
        part.map(|part| command.args(["--partition", part]));
        command.assert().success();
    };
    run(&path("whole"), None);
    let whole = rows(&path("whole"));
    assert_eq!(whole.len(), 40);
    for row in whole.iter().filter(|row| row["solver"].as_str().unwrap().starts_with("engine:")) {
        assert_eq!((&row["failure"], &row["false_claim"]), (&Value::Null, &false.into()), "{row}");
        assert_eq!(row["verdict"], "correct", "{row}");
        assert_eq!(row["claim"], row["best"], "{row}");
    }
    let report = fs::read_to_string(path("whole").join("statistics.json")).unwrap();
    let pairs = serde_json::from_str::<Value>(&report).unwrap()["pairs"].clone();
    assert_eq!(pairs.as_array().unwrap().len(), 10, "{pairs}");
    let cactus = fs::read_to_string(path("whole").join("cactus.svg")).unwrap();
    assert!(cactus.contains("solver.py"), "{cactus}");

    // The table from which pages of experiments are made.
    let mut collect = Command::new(python);
    collect.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/collect-study.py"));
    collect.arg(format!("study={}", path("whole").display()));
    collect.arg("--set").arg(path("set.xml")).arg("-o").arg(path("raw.tsv.gz"));
    collect.assert().success().stdout(contains("8 problems, 5 columns"));

    for part in ["1/2", "2/2", "1/2"] {
        run(&path(&format!("part-{}", &part[..1])), Some(part));
    }
    let mut merge = program();
    merge.arg("merge").args([path("part-2"), path("part-1")]).arg("-o").arg(path("merged"));
    merge.assert().success();
    assert_eq!(rows(&path("merged")), whole);

    // Finished problems are not asked again.
    let log = fs::read(path("whole").join("log.jsonl")).unwrap();
    run(&path("whole"), None);
    assert_eq!(fs::read(path("whole").join("log.jsonl")).unwrap(), log);
}

/// Programs that answer every request for a move with the same shell commands.
struct Programs(TempDir);

impl Programs {
    /// A set of one problem, in which `a2-b2/a2` is legal.
    fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        let problem = Problem::new("Q2q/4 w".parse().unwrap(), None);
        write_set(&directory.path().join("set.xml"), vec![problem]);
        Self(directory)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Adds a program that greets, reads `position` and `go`, and runs `body`; returns its text.
    fn add(&self, name: &str, body: &str) -> String {
        let path = self.path(name);
        let greet = "read a; echo id shell; echo ready; read position; read go";
        fs::write(&path, format!("#!/bin/sh\n{greet}\n{body}\n")).unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o755)).unwrap();
        format!("engine:{}", path.display())
    }

    fn study(&self, output: &str, solvers: &str) -> Command {
        study(&self.path("set.xml"), &self.path(output), solvers)
    }
}

#[test]
fn programs_that_fail_are_results_and_the_study_goes_on() {
    let programs = Programs::new();
    let cases = [
        ("ends", "echo broken >&2; exit 3", "crash: closed its output; exit status: 3; broken"),
        ("cheats", "echo bestmove a2-a2/a2", "illegal move"),
        ("strays", "echo bestmove a2-p16/a2", "illegal move"),
        ("babbles", "echo e4 e5", "not understood: 'e4 e5'"),
        ("complains", "echo error no", "crash: error no"),
        ("confuses", "echo bestmove a2-b2/a2 at_least W+2 at_most B+2", "in this order"),
        ("resigns", "echo bestmove resign", ""),
        ("boasts", "echo bestmove a2-b2/a2 at_least W+6 at_most W+6 nodes 12", ""),
        ("knows", "echo info thinking; echo bestmove a2-b2/a2 at_least B+6 at_most W+6", ""),
        ("moves", "echo bestmove a2-b2/a2", ""),
    ];
    let mut solvers: Vec<String> =
        cases.iter().map(|(name, body, _)| programs.add(name, body)).collect();
    solvers.push("random".to_owned());
    // A crash, or a claim that the judge refutes, is not a success.
    let mut command = programs.study("out", &solvers.join(","));
    let ended = command.args(["--nodes", "100", "--grace", "2m"]).assert().code(1);
    ended.stderr(
        contains("ends: 1 of 1 runs failed; the first, ")
            .and(contains("boasts: the judge refutes 1 claims; the first, "))
            .and(contains("W+6 to W+6")),
    );
    let rows = rows(&programs.path("out"));
    assert_eq!(rows.len(), cases.len() + 1);
    for ((name, _, said), row) in cases.into_iter().zip(&rows) {
        assert!(row["solver"].as_str().unwrap().ends_with(name), "{row}");
        let failure = row["failure"].as_str().unwrap_or_default();
        assert_eq!(failure.is_empty(), said.is_empty(), "{name}: {row}");
        assert!(failure.contains(said), "{name}: {row}");
        let moved = ["boasts", "knows", "moves"].contains(&name);
        assert_eq!(row["move"].is_string(), moved, "{name}: {row}");
        assert_eq!(row["verdict"] == "unsolved", !moved, "{name}: {row}");
        assert_eq!(row["false_claim"], name == "boasts", "{name}: {row}");
        assert_eq!(row["nodes"], if name == "boasts" { 12 } else { 0 }, "{name}: {row}");
    }
    let said = fs::read_to_string(programs.path("out/engines.log")).unwrap();
    assert!(said.ends_with(": broken\n"), "{said}");
}

#[test]
fn programs_that_are_late_are_ended() {
    let programs = Programs::new();
    let late = programs.add("late", "exec sleep 300");
    let solvers = format!("random,{late}");
    let mut command = programs.study("out", &solvers);
    command.args(["--time", "50ms", "--grace", "100ms", "--judge-memory", "1MB"]).assert().code(1);
    let rows = rows(&programs.path("out"));
    assert!(rows[1]["failure"].as_str().unwrap().starts_with("time-out"), "{}", rows[1]);
    assert!(rows[1]["overshoot"]["seconds"].as_f64().unwrap() >= 0.1, "{}", rows[1]);
    // Another grace means another study.
    let mut command = programs.study("out", &solvers);
    command.args(["--time", "50ms", "--grace", "1s", "--judge-memory", "1MB"]);
    command.assert().code(2).stderr(contains("its grace is 100ms, here 1s"));
}

#[test]
fn a_program_may_announce_that_its_limit_is_that_of_an_iteration() {
    let programs = Programs::new();
    let program = |name: &str, feature: &str| {
        let text = programs.add(name, "sleep 1; echo bestmove a2-b2/a2 nodes 900");
        let script = fs::read_to_string(programs.path(name)).unwrap();
        let greeted = script.replace("echo id shell", &format!("echo info feature {feature}"));
        fs::write(programs.path(name), greeted).unwrap();
        text
    };
    let (each, whole) = (program("each", "iterations newgame"), program("whole", "newgame"));
    let mut command = programs.study("out", &format!("{each},{whole}"));
    // Six squares are empty: eight iterations at most.
    command.args(["--time", "500ms", "--grace", "1ms", "--threads", "1"]).assert().code(1);
    let rows = rows(&programs.path("out"));
    assert_eq!((&rows[0]["move"], &rows[0]["failure"]), (&"a2-b2/a2".into(), &Value::Null));
    assert!(rows[1]["failure"].as_str().unwrap().starts_with("time-out"), "{}", rows[1]);
    let log = fs::read_to_string(programs.path("out/log.jsonl")).unwrap();
    assert_eq!(log.matches("\"limited_each_iteration\":true").count(), 1);
}

#[test]
fn what_a_program_tells_while_it_searches_says_when_it_found_its_move() {
    let programs = Programs::new();
    let mut problem = Problem::new("Q2q/4 w".parse().unwrap(), None);
    problem.judgement = Judgement::Solved {
        score: "W+3".parse().unwrap(),
        legal_moves: 21,
        optimal: vec!["a2-c2/c1".parse().unwrap()],
    };
    write_set(&programs.path("solved.xml"), vec![problem]);
    let tell = |name: &str, lines: &[&str]| {
        let lines: Vec<String> = lines.iter().map(|line| format!("echo {line}")).collect();
        programs.add(name, &lines.join("\n"))
    };
    let [first, second] =
        ["depth 1 score cp 5 nodes 10 pv a2-b2/c2", "depth 2 nodes 40 pv a2-c2/c1"]
            .map(|line| format!("info {line}"));
    let finds = tell(
        "finds",
        &[
            &first,
            &second,
            "info string deeper",
            "info depth 3 nodes 90 pv a2-c2/c1 d2-d1/c2",
            "bestmove a2-c2/c1",
        ],
    );
    let gives_up = tell("gives-up", &[&second, "bestmove a2-b2/c2 nodes 100"]);
    let counts_late =
        tell("counts-late", &["info depth 1 pv a2-c2/c1", "bestmove a2-c2/c1 nodes 7"]);
    let solvers = [finds, gives_up, counts_late].join(",");
    study(&programs.path("solved.xml"), &programs.path("out"), &solvers).assert().success();
    let rows = rows(&programs.path("out"));
    let told = |row: &Value| {
        ["iterations", "nodes", "found_nodes", "right_nodes"].map(|key| row[key].as_u64())
    };
    assert_eq!(told(&rows[0]), [3, 90, 40, 40].map(Some));
    assert_eq!(told(&rows[1]), [1, 100, 100, 40].map(Some));
    assert_eq!(told(&rows[2]), [Some(0), Some(7), None, None]);
    let statistics = fs::read_to_string(programs.path("out/statistics.json")).unwrap();
    let statistics: Value = serde_json::from_str(&statistics).unwrap();
    let within = &statistics["solved_within_nodes"];
    assert_eq!(within["efforts"], serde_json::json!([5, 10, 20, 50, 100]));
    let right = |method: usize| -> Option<Vec<u64>> {
        let shares = within["solvers"][method]["anytime"].as_array()?;
        Some(shares.iter().map(|share| share["count"].as_u64().unwrap()).collect())
    };
    assert_eq!(right(0), Some(vec![0, 0, 0, 1, 1]));
    assert_eq!(right(1), Some(vec![0, 0, 0, 1, 0]));
    assert_eq!(right(2), None);
    let figure = fs::read_to_string(programs.path("out/anytime.svg")).unwrap();
    assert!(figure.contains("finds"), "{figure}");
}

#[test]
fn a_program_gets_the_nodes_that_it_reports_for_an_equal_time() {
    let programs = Programs::new();
    let counts = programs.add("counts", "sleep 0.01; echo bestmove a2-b2/a2 nodes 1000");
    programs.study("out", &counts).args(["--equal-time", "5ms"]).assert().success();
    let log = fs::read_to_string(programs.path("out/log.jsonl")).unwrap();
    let header: Value = serde_json::from_str(log.lines().next().unwrap()).unwrap();
    let named = header["named"][&counts].as_str().unwrap();
    assert!(named.starts_with(&format!("{counts} nodes=")), "{named}");
    // A thousand nodes take ten milliseconds or a little more.
    let limit = header["equal_time"]["rates"][0]["limit"].as_u64().unwrap();
    assert!((1..=500).contains(&limit), "{limit}");
}

#[test]
fn programs_are_greeted_before_anything_is_written() {
    let programs = Programs::new();
    let mute = programs.path("mute");
    fs::write(&mute, "#!/bin/sh\nread line\necho no protocol\nexit 1\n").unwrap();
    fs::set_permissions(&mute, Permissions::from_mode(0o755)).unwrap();
    for (solvers, said) in [
        ("random,engine:/no/such/program", "cannot be started"),
        (&format!("engine:{}", mute.display()), "not understood"),
        ("engine:sh 'a", "a quote is not closed"),
        ("dfpn,engine:", "no program"),
    ] {
        let refused = programs.study("out", solvers).args(["--nodes", "9"]).assert().code(2);
        refused.stderr(contains(said).and(contains("engine:")));
        assert!(!programs.path("out").exists(), "{solvers}");
    }
}

#[test]
fn an_engine_that_says_hello_on_standard_error_can_begin_a_study() {
    let programs = Programs::new();
    let path = programs.path("polite");
    let body = "echo hello >&2; read a; echo id shell; echo ready; read position; read go";
    fs::write(&path, format!("#!/bin/sh\n{body}\necho bestmove a2-b2/a2; read quit\n")).unwrap();
    fs::set_permissions(&path, Permissions::from_mode(0o755)).unwrap();
    fs::create_dir(programs.path("out")).unwrap();
    let engine = format!("engine:{}", path.display());
    programs.study("out", &engine).args(["--nodes", "9"]).assert().success();
    let said = fs::read_to_string(programs.path("out/engines.log")).unwrap();
    assert!(said.contains("hello"), "{said}");
}

#[test]
fn a_quoted_comma_belongs_to_the_command() {
    let programs = Programs::new();
    let engine = programs.add("told", "echo $# $1 $2 >&2; echo bestmove a2-b2/a2; read quit");
    let mut command = programs.study("out", &format!("random,{engine} 'a,b=c' d\\,e,one-ply"));
    command.args(["--nodes", "100", "--grace", "2m"]).assert().success();
    assert_eq!(rows(&programs.path("out")).len(), 3);
    let said = fs::read_to_string(programs.path("out/engines.log")).unwrap();
    assert!(said.ends_with(": 2 a,b=c d,e\n"), "{said}");
}
