//! The commands `study` and `report`, from a problem set to a report directory.

use crate::program::program;
use amazons::judge::Judge;
use amazons::limits::Limits;
use amazons::problems::{Judgement, Problem, ProblemSet};
use amazons::score::Score;
use amazons::testing::RandomPositions;
use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::Value;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command as Process, Stdio};
use std::time::{Duration, Instant};

/// Node limits, so that results are the same everywhere.
const LIMITS: [&str; 6] = ["--nodes", "2000", "--judge-nodes", "100000", "--memory", "4MB"];

/// A set of 30 small regions, every other one judged.
fn write_set(directory: &Path) -> PathBuf {
    let mut random = RandomPositions::new(11);
    let problems = (0..30).map(|index| {
        let position = random.region(7 + index % 5, [1, 1 + index % 2]);
        let mut problem = Problem::new(position, None);
        if index % 2 == 0 {
            problem.judgement = solve(&problem);
        }
        problem
    });
    let set = ProblemSet { problems: problems.collect(), ..ProblemSet::default() };
    let path = directory.join("set.xml");
    set.write(File::create(&path).unwrap()).unwrap();
    path
}

fn solve(problem: &Problem) -> Judgement {
    let position = &problem.position;
    let found = Judge::builder().memory(1 << 24).build().solve(position, &Limits::none());
    Judgement::Solved {
        score: Score::from_rank(found.rank().unwrap(), problem.first()),
        legal_moves: position.legal_moves().len() as u64,
        optimal: found.best_moves.unwrap(),
    }
}

fn study(set: &Path, output: &Path) -> Command {
    let mut command = program();
    command.arg("study").arg(set).arg("-o").arg(output);
    command.args(["--solvers", "dfpn,wpns:epsilon=0.25,after-limit=loss-branch"]);
    command
}

fn report(directory: &Path) -> Command {
    let mut command = program();
    command.arg("report").arg(directory);
    command
}

/// The lines of `results.jsonl` without their times.
fn rows(directory: &Path) -> Vec<Value> {
    let text = fs::read_to_string(directory.join("results.jsonl")).unwrap();
    text.lines()
        .map(|line| {
            let mut row: Value = serde_json::from_str(line).unwrap();
            for time in ["seconds", "cpu_seconds", "found_seconds", "right_seconds"] {
                row.as_object_mut().unwrap().remove(time).unwrap();
            }
            row
        })
        .collect()
}

#[test]
fn a_study_writes_its_report_and_report_writes_it_again() {
    let directory = tempfile::tempdir().unwrap();
    let set = write_set(directory.path());
    let output = directory.path().join("out");
    study(&set, &output)
        .args(LIMITS)
        .assert()
        .success()
        .stdout(contains("Table I.").and(contains("dfpn (DFPN)")).and(contains("81.84")))
        .stdout(contains("=0.25 (WPNS)"));

    let names = [
        "index.html",
        "summary.md",
        "tables.tex",
        "results.jsonl",
        "results.csv",
        "statistics.json",
        "figure7.svg",
        "figure8.svg",
        "accuracy.svg",
        "effort.svg",
        "cactus.svg",
        "cactus-time.svg",
        "anytime.svg",
    ];
    let read = || names.map(|name| fs::read_to_string(output.join(name)).unwrap());
    let first = read();
    let page = &first[0];
    assert!(page.contains("Table II.") && page.matches("<svg").count() >= 4);
    // Self-contained: nothing external is loaded. Links lead to the data beside the page.
    assert!(!["src=", "<link", "url(", "@import"].iter().any(|link| page.contains(link)));
    assert_eq!(first[3].lines().count(), 60);
    assert_eq!(first[4].lines().count(), 61);

    let output_text = report(&output).args(["--format", "json"]).assert().success();
    let printed: Value = serde_json::from_slice(&output_text.get_output().stdout).unwrap();
    assert_eq!(printed["statistics"]["problems"], 30);
    assert_eq!(printed["finished"], true);
    assert_eq!(read(), first);
}

/// The object of `statistics.json`.
fn statistics(directory: &Path) -> Value {
    serde_json::from_slice(&fs::read(directory.join("statistics.json")).unwrap()).unwrap()
}

#[test]
fn every_two_methods_are_tested_on_the_same_problems() {
    let directory = tempfile::tempdir().unwrap();
    let set = write_set(directory.path());
    let output = directory.path().join("out");
    let mut command = program();
    command.arg("study").arg(&set).arg("-o").arg(&output).args(LIMITS);
    // Of the two seeds, the first stands for its method.
    command.args(["--solvers", "dfpn,random:seed=3,random:seed=4,one-ply"]);
    command.assert().success().stdout(contains("Every two methods on the same problems"));

    let s = statistics(&output);
    let spread = &s["seeds"][0];
    assert_eq!((&spread["method"], s["seeds"].as_array().unwrap().len()), (&"random".into(), 1));
    assert_eq!(spread["solvers"], serde_json::json!(["random:seed=3", "random:seed=4"]));
    let low = spread["clustered_low"].as_f64().unwrap() * 100.0;
    assert!(low <= spread["mean"].as_f64().unwrap(), "{spread}");
    let summary = fs::read_to_string(output.join("summary.md")).unwrap();
    let table = summary.split("## ").find(|part| part.starts_with("Table I.")).unwrap();
    let rows_of_it = |start: &str| table.matches(&format!("\n| {start}")).count();
    assert_eq!((rows_of_it("random (2 seeds) |"), rows_of_it("random:seed")), (1, 0), "{table}");
    assert!(table.contains("over seeds |"), "{table}");
    let pairs = s["pairs"].as_array().unwrap();
    let name = |pair: &Value, key: &str| pair[key].as_str().unwrap().to_owned();
    let names: Vec<_> = pairs.iter().map(|p| (name(p, "first"), name(p, "second"))).collect();
    let expected = [("dfpn", "random:seed=3"), ("dfpn", "one-ply"), ("random:seed=3", "one-ply")];
    assert_eq!(names, expected.map(|(a, b)| (a.to_owned(), b.to_owned())));
    let correct: Vec<Value> =
        rows(&output).into_iter().filter(|row| row["verdict"] == "correct").collect();
    for pair in pairs {
        let count = |key: &str| pair[key].as_u64().unwrap();
        let number = |key: &str| pair[key].as_f64().unwrap();
        let solved = |key: &str| correct.iter().filter(|row| row["solver"] == pair[key]).count();
        assert_eq!((count("both") + count("only_first")) as usize, solved("first"));
        assert_eq!((count("both") + count("only_second")) as usize, solved("second"));
        let all = count("both") + count("only_first") + count("only_second") + count("neither");
        assert_eq!(all, 30);
        let difference = (count("only_first") as f64 - count("only_second") as f64) / 30.0;
        assert!((number("difference") - difference).abs() < 1e-12, "{pair}");
        assert!(number("difference_low") <= difference && difference <= number("difference_high"));
        assert!(number("p") <= number("p_holm") && number("p_holm") <= 1.0, "{pair}");
        assert!(number("p_clustered") <= number("p_clustered_holm"), "{pair}");
    }
    for solver in s["solvers"].as_array().unwrap() {
        let number = |key: &str| solver[key].as_f64().unwrap();
        let correct = &solver["correct"];
        let share = correct["count"].as_f64().unwrap() / correct["of"].as_f64().unwrap();
        assert!(number("clustered_low") <= share && share <= number("clustered_high"), "{solver}");
        assert!(number("clustered_low") <= correct["low"].as_f64().unwrap() + 1e-12);
    }
}

#[test]
fn a_report_says_what_needs_no_search_and_what_the_paper_had() {
    let directory = tempfile::tempdir().unwrap();
    let set = write_set(directory.path());
    let output = directory.path().join("out");
    let study = |output: &Path, solvers: &str| {
        let mut command = program();
        command.arg("study").arg(&set).arg("-o").arg(output).args(LIMITS);
        command.args(["--solvers", solvers]).assert().success()
    };
    study(&output, "dfpn,mcts,alphabeta").stdout(contains("baseline: chance"));
    let s = statistics(&output);
    // Every other problem of the set lists its optimal moves.
    let baselines = &s["baselines"];
    assert_eq!(baselines["problems"], 15);
    let chance = baselines["chance"].as_f64().unwrap();
    assert!(chance > 0.0 && chance < 1.0, "{baselines}");
    assert_eq!(baselines["one_ply"]["of"], 15);
    // Of these only DFPN is what the paper ran, and only on problems of 10 squares or more.
    let beside = &s["beside_paper"];
    assert_eq!(beside["solvers"].as_array().unwrap().len(), 1);
    assert_eq!(beside["solvers"][0]["paper"]["solved"], 81.84);
    let problems = beside["problems"].as_u64().unwrap();
    assert!(problems > 0 && problems < 30, "{beside}");
    assert!(output.join("paper.svg").is_file());

    let others = directory.path().join("others");
    study(&others, "mcts,alphabeta:random").stdout(contains("Beside the paper").not());
    assert!(statistics(&others)["beside_paper"].is_null());
    assert!(!others.join("paper.svg").exists());
}

#[cfg(unix)]
#[test]
fn names_of_solvers_are_escaped_in_every_form() {
    let directory = tempfile::tempdir().unwrap();
    let set = write_set(directory.path());
    let output = directory.path().join("out");
    // It resigns every problem, but is named in every table.
    let solver = directory.path().join("a_<b>&c%.sh");
    let script = "read a; echo id shell; echo ready; read position; read go; echo bestmove resign";
    fs::write(&solver, script).unwrap();
    let mut command = program();
    command.arg("study").arg(&set).arg("-o").arg(&output).args(LIMITS);
    let text = format!("dfpn,engine:sh '{}'", solver.display());
    command.args(["--max-empties", "7", "--solvers", &text]).assert().success();
    let read = |name: &str| fs::read_to_string(output.join(name)).unwrap();
    assert!(read("tables.tex").contains("a\\_\\textless{}b\\textgreater{}\\&c\\%.sh"));
    assert!(read("summary.md").contains("a\\_\\<b>&c%.sh"));
    let page = read("index.html");
    assert!(page.contains("a_&lt;b&gt;&amp;c%.sh") && !page.contains("a_<b>"));
    assert!(!read("figure8.svg").contains("a_<b>"));
}

#[test]
fn a_killed_study_goes_on_to_the_same_rows() {
    let directory = tempfile::tempdir().unwrap();
    let set = write_set(directory.path());
    let (whole, killed) = (directory.path().join("whole"), directory.path().join("killed"));
    study(&set, &whole).args(LIMITS).args(["--threads", "1"]).assert().success();

    let lines = |path: &Path| fs::read_to_string(path).map_or(0, |text| text.lines().count());
    let log = killed.join("log.jsonl");
    let mut process = Process::new(assert_cmd::cargo::cargo_bin("amazons"))
        .env("AMAZONS_TABLES", "")
        .arg("study")
        .arg(&set)
        .arg("-o")
        .arg(&killed)
        .args(["--solvers", "dfpn,wpns:epsilon=0.25,after-limit=loss-branch", "--threads", "3"])
        .args(LIMITS)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let start = Instant::now();
    while lines(&log) < 40 && start.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(1));
    }
    let _ = process.kill();
    process.wait().unwrap();
    // As left by a kill in the middle of a line, and of a two-byte character.
    let text = fs::read(&log).unwrap();
    fs::write(&log, [&text[..text.len() - 9], b"\xc3"].concat()).unwrap();

    // Also if standard error is not a terminal.
    let again = study(&set, &killed).args(LIMITS).args(["--threads", "2"]).assert().success();
    again.stderr(contains("continuing: ").and(contains("answers are already there")));
    assert_eq!(rows(&killed), rows(&whole));
}

#[test]
fn another_studys_directory_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let set = write_set(directory.path());
    let output = directory.path().join("out");
    let up_to = |most: &str| {
        let mut command = study(&set, &output);
        command.args(LIMITS).args(["--max-empties", most]);
        command
    };
    up_to("8").assert().success();
    up_to("9").assert().code(2).stderr(contains("belongs to another study: its set of problems"));
    let other_memory = LIMITS.map(|word| if word == "4MB" { "8MiB" } else { word });
    let mut command = study(&set, &output);
    command
        .args(other_memory)
        .args(["--max-empties", "8"])
        .assert()
        .code(2)
        .stderr(contains("its limit is 2000 nodes with 4000000 bytes, here 2000 nodes with 8 MiB"));
    fs::remove_file(output.join("log.jsonl")).unwrap();
    up_to("8").assert().code(2).stderr(contains("is not empty and holds no study"));
    report(&output).assert().code(2).stderr(contains("holds no study"));
}

#[test]
fn impossible_options_are_refused_with_what_is_expected() {
    let directory = tempfile::tempdir().unwrap();
    let set = write_set(directory.path());
    let output = directory.path().join("out");
    let refused = |arguments: &[&str], message: &str| {
        study(&set, &output).args(arguments).assert().code(2).stderr(contains(message));
        assert!(!output.exists());
    };
    refused(&["--threads", "1000"], "--threads 1000: only ");
    refused(&["--max-empties", "x"], "--max-empties");
    refused(&["--min-empties", "50"], "0 of them are chosen");
    refused(&["--time", "0s"], "above 0");
    refused(&["--time", "1s", "--nodes", "5"], "cannot be used with");
    refused(&["--sample", "0"], "above 0");
    refused(&["--seed", "3"], "--sample");
    refused(&["--memory", "big"], "64MB");

    let mut command = program();
    command.arg("study").arg(&set).arg("-o").arg(&output).args(["--solvers", "dfpn,nonsense"]);
    command.assert().code(2).stderr(contains("no such solver"));

    let missing = directory.path().join("missing.xml");
    study(&missing, &output).assert().code(2).stderr(contains("missing.xml"));
    let file = directory.path().join("file");
    fs::write(&file, "").unwrap();
    study(&set, &file).args(LIMITS).assert().code(2).stderr(contains("file"));
}

#[test]
fn a_wrong_problem_is_reported_and_the_rest_is_studied() {
    let directory = tempfile::tempdir().unwrap();
    let set = write_set(directory.path());
    let text = fs::read_to_string(&set).unwrap();
    fs::write(&set, text.replacen("fen=\"", "fen=\"?", 1)).unwrap();
    let output = directory.path().join("out");
    study(&set, &output).args(LIMITS).assert().code(2).stderr(contains("set.xml:3"));
    assert_eq!(rows(&output).len(), 58);
}

#[test]
fn a_sample_is_stated_and_the_time_limit_kept_in_the_log() {
    let directory = tempfile::tempdir().unwrap();
    let set = write_set(directory.path());
    let output = directory.path().join("out");
    study(&set, &output)
        .args(["--time", "20ms", "--judge-time", "5s", "--memory", "4MB"])
        .args(["--sample", "6", "--seed", "4", "--threads", "1"])
        .assert()
        .success();
    let log = fs::read_to_string(output.join("log.jsonl")).unwrap();
    let header: Value = serde_json::from_str(log.lines().next().unwrap()).unwrap();
    assert_eq!(
        header["selection"],
        "a sample of 6 stratified by size with seed 4, of the set's 30"
    );
    assert_eq!(rows(&output).len(), 12);
}

/// A set may be wrong, but the tables that a study adds to hold only what was proved.
#[test]
fn what_a_set_says_of_a_problem_gets_into_no_tables() {
    let directory = tempfile::tempdir().unwrap();
    let fen = "*2*****/2*1*1**/***2Qq1/***2*2/***5";
    // The proved score is W+5.
    let set = directory.path().join("wrong.xml");
    let text = format!(
        "<problem-set version=\"1\"><problem id=\"w\" fen=\"{fen} w\" empties=\"18\" amazons=\"2\">\
         <unjudged at-least=\"B+18\" at-most=\"W+4\" spent=\"1s\"/></problem></problem-set>"
    );
    fs::write(&set, text).unwrap();
    let tables = directory.path().join("tables");
    let mut study = program();
    study.arg("study").arg(&set).arg("-o").arg(directory.path().join("study"));
    study.args(["--nodes", "20000", "--solvers", "alphabeta"]).arg("--tables").arg(&tables);
    // Its answer contradicts the set, which the report says.
    study.assert().code(2).stderr(contains("W+4").or(contains("contradict")));
    let mut value = program();
    value.args(["value", &format!("{fen} w"), "--moves", "none", "--game-values", "0s"]);
    value.args(["--format", "json"]);
    let output = value.arg("--tables").arg(&tables).output().unwrap();
    let value: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(value["white_first"]["score"], "W+5", "{value}");
}
