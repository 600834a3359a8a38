//! The language of the command line: one name per concept, numbers as people write them, help.

use crate::program::program;
use assert_cmd::Command;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::{contains, is_empty};
use serde_json::Value;
use std::fs;

fn amazons(words: &[&str]) -> Command {
    let mut command = program();
    command.args(words);
    command
}

fn json(words: &[&str]) -> Value {
    let output = amazons(words).args(["--format", "json"]).output().unwrap();
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{words:?}: {}", String::from_utf8_lossy(&output.stderr)))
}

#[test]
fn large_numbers_may_be_written_in_short() {
    let nodes = |nodes: &str| {
        let value = json(&["value", "Q4/5/5/4q w", "--nodes", nodes, "--threads", "1"]);
        value["nodes"].as_u64().unwrap()
    };
    assert_eq!(nodes("2000"), nodes("2e3"));
    assert_eq!(nodes("2000"), nodes("2_000"));
    amazons(&["value", "Q2q", "--nodes", "2.5"]).assert().code(2).stderr(contains("or 2e4"));
    amazons(&["value", "Q2q", "--threads", "0"])
        .assert()
        .code(2)
        .stderr(contains("from 1 to 1024"));
    let directory = tempfile::tempdir().unwrap();
    let games = directory.path().join("games.sgf");
    let selfplay = ["selfplay", "uct:playouts=1e2", "--size", "4x4", "--games", "2", "-o"];
    amazons(&selfplay).arg(&games).assert().success();
    assert!(fs::read_to_string(&games).unwrap().contains("nodes=100"));
}

#[test]
fn amazons_need_room_and_a_limit_is_above_0() {
    for (words, problem) in [
        (&["tables", "build", "1v1:1"][..], "room for its amazons"),
        (&["selfplay", "mcts:time=0s", "-o", "-"], "time=0s is not a time above 0"),
        (&["selfplay", "mcts:time=0.3", "-o", "-"], "time=0.3 has no unit; expected e.g. 10s"),
    ] {
        amazons(words).assert().code(2).stderr(contains(problem));
    }
}

#[test]
fn a_number_out_of_range_is_told_the_range() {
    for (words, range) in [
        (&["tables", "dump", "tables/2v1-7.amt", "--spare", "1000"][..], "from 0 to 255"),
        (&["perft", "Q2q", "--depth", "99999999999"], "from 0 to 4294967295"),
        (&["value", "Q2q", "--nodes", "99999999999999999999999"], "below 2^64"),
        (&["value", "Q2q", "--nodes", "1e30"], "below 2^64"),
        (&["value", "Q2q", "--nodes=-1"], "above 0"),
        (&["selfplay", "random", "--games", "0"], "above 0"),
        (&["selfcheck", "--max-empties", "12"], "from 0 to 11"),
    ] {
        let said = contains(format!("expected a whole number {range}"));
        amazons(words).assert().code(2).stderr(said);
    }
    amazons(&["explore", "--port", "99999"]).assert().code(2).stderr(contains("from 0 to 65535"));
    amazons(&["selfcheck", "--positions", "x"]).assert().code(2).stderr(contains("number above 0"));
}

#[test]
fn old_names_go_on_working_and_say_so() {
    let directory = tempfile::tempdir().unwrap();
    let play = ["match", "random", "one-ply", "--size", "4x4", "--games", "2", "-o"];
    let output = directory.path().join("m");
    amazons(&play)
        .arg(&output)
        .args(["--jobs", "1", "--move-time", "1s"])
        .assert()
        .success()
        .stderr(
            contains("--jobs is now called --threads")
                .and(contains("--move-time is now called --time")),
        );
    amazons(&play).arg(&output).args(["--threads", "1", "--time", "1s"]).assert().success();
    amazons(&["match", "--help"]).assert().stdout(contains("--jobs").not());
}

#[test]
fn perft_divides_and_prints_json() {
    let counts = json(&["perft", "Q2q w", "--depth", "2", "--divide"]);
    let moves = counts["moves"].as_array().unwrap();
    let sum: u64 = moves.iter().map(|one| one["sequences"].as_u64().unwrap()).sum();
    assert_eq!(counts["sequences"].as_u64(), Some(sum));
    amazons(&["perft", "Q2q w", "--depth", "2"]).assert().success().stdout(format!("{sum}\n"));
    amazons(&["perft", "Q2q w", "--divide"]).assert().stdout(contains("a1-b1/a1 1\n"));
}

#[test]
fn solvers_are_listed_with_options_and_defaults() {
    let list = json(&["solvers"]);
    let solvers = list["solvers"].as_array().unwrap();
    let of = |name: &str| solvers.iter().find(|one| one["name"] == name).unwrap();
    assert_eq!(of("random")["options"][0]["name"], "seed");
    assert_eq!(of("random")["options"][0]["default"], "1");
    assert!(of("alphabeta")["options"].as_array().unwrap().len() > 5);
    assert!(list["evaluations"].as_array().unwrap().len() > 5);
    amazons(&["solvers"]).assert().stdout(contains("dfpn").and(contains("epsilon=0")));
}

#[test]
fn thermographs_name_what_they_are_of_and_games_are_compared() {
    let drawn = json(&["thermograph", "Q2q w"]);
    assert_eq!((&drawn["fen"], &drawn["temperature"]), (&"Q2q w".into(), &"1".into()));
    assert!(drawn["left_wall"].is_array());
    let output =
        amazons(&["thermograph", "--expression", "±2", "--format", "json"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.matches("\"temperature\":\"2\"").count(), 3, "{text}");
    assert!(text.starts_with("{\"game\":\"±2\""), "{text}");
    for (one, other, sign) in [("1", "2", "<"), ("*", "*", "="), ("2", "^", ">"), ("0", "*", "||")]
    {
        amazons(&["thermograph", "--expression", one, "--expression", other])
            .assert()
            .success()
            .stdout(format!("{one} {sign} {other}\n"));
    }
}

#[test]
fn a_limit_leaves_bounds_for_every_move() {
    let value =
        json(&["value", "Q4/5/5/4q w", "--moves", "all", "--nodes", "2000", "--first", "white"]);
    let first = &value["white_first"];
    assert!(first["moves"].is_null());
    let bounds = first["move_bounds"].as_array().unwrap();
    assert!(bounds.len() > 100 && bounds[0]["at_least"].is_string());
    // Nothing false is said: each interval contains the score that an unlimited search finds.
    let fen = "Q2q/1*2 w";
    let all = json(&["value", fen, "--moves", "all", "--first", "white"]);
    let rank = |score: &Value| {
        let text = score.as_str().unwrap();
        let by: i32 = text[2..].parse().unwrap();
        if text.starts_with('W') { by } else { -1 - by }
    };
    for nodes in ["1", "5", "20", "60"] {
        let part = json(&["value", fen, "--moves", "all", "--first", "white", "--nodes", nodes]);
        for bounds in part["white_first"]["move_bounds"].as_array().into_iter().flatten() {
            let moves = all["white_first"]["moves"].as_array().unwrap();
            let exact = moves.iter().find(|one| one["move"] == bounds["move"]).unwrap();
            let score = rank(&exact["score"]);
            assert!(
                (rank(&bounds["at_least"])..=rank(&bounds["at_most"])).contains(&score),
                "{bounds}"
            );
        }
    }
}

#[test]
fn sets_are_exported_and_filtered_by_their_solutions() {
    let directory = tempfile::tempdir().unwrap();
    let set = directory.path().join("set.xml");
    let mut text = String::from("<problem-set version=\"1\">\n");
    for (id, fen, empties) in [("a", "Q1q w", 1), ("b", "Q2q w", 2), ("c", "Q2*q b", 2)] {
        text +=
            &format!("<problem id=\"{id}\" fen=\"{fen}\" empties=\"{empties}\" amazons=\"2\"/>\n");
    }
    fs::write(&set, text + "</problem-set>\n").unwrap();
    amazons(&["judge"]).arg(&set).assert().success();
    let list = |format: &str| {
        let output = amazons(&["set", "list", "--format", format]).arg(&set).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(list("fen"), "Q1q w\nQ2q w\nQ2*q b\n");
    let csv = list("csv");
    assert!(csv.starts_with("id,fen,empties,") && csv.lines().count() == 4, "{csv}");
    let kept = |options: &[&str]| {
        let mut command = amazons(&["set", "filter", "-o", "-"]);
        let output = command.args(options).arg(&set).output().unwrap();
        String::from_utf8(output.stdout).unwrap().matches("<problem ").count()
    };
    assert_eq!(kept(&["--min-score", "W+0"]) + kept(&["--max-score", "B+0"]), 3);
    assert!(kept(&["--single-best"]) < 3);
}

#[test]
fn a_self_check_finds_no_difference() {
    let checked = json(&["selfcheck", "--positions", "40", "--max-empties", "6"]);
    assert_eq!((&checked["boards"], &checked["difference"]), (&40.into(), &Value::Null));
    amazons(&["selfcheck", "--positions", "20", "--max-empties", "5", "--seed", "9"])
        .assert()
        .success()
        .stdout(contains("20 boards").and(contains("no difference")));
}

#[test]
fn what_cannot_be_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("x");
    fs::write(&path, "(;GM[18]SZ[4]AW[aa]AB[aa][bb];W[aabaca])\n").unwrap();
    amazons(&["show", "--record"])
        .arg(&path)
        .assert()
        .code(2)
        .stderr(contains("AB[aa]").or(contains("AW and AA")));
    let svg = directory.path().join("x.svg");
    amazons(&["show", "Q2q w", "--mark", "a1-d1/a1", "--svg"]).arg(&svg).assert().code(2);
    assert!(!svg.exists());
    let games = directory.path().join("m");
    amazons(&["match", "random", "random", "--size", "4x4", "--games", "3", "-o"])
        .arg(&games)
        .assert()
        .success()
        .stderr(contains("4 games are"))
        .stdout(contains("random:time=100ms #2").or(contains("#2")));
    amazons(&["value", "Q2q", "--tables", "/no/such/place/tables"]).assert().code(2);
    amazons(&["tables", "verify"])
        .arg(directory.path())
        .assert()
        .code(1)
        .stderr(contains("no tables"));
    amazons(&["value", "Q2q", "--moves", "none"]).assert().success().stderr(is_empty());
}

#[test]
fn tables_to_read_fit_into_80_columns() {
    let directory = tempfile::tempdir().unwrap();
    let output = amazons(&[
        "match",
        "alphabeta:lieberum,depth=1,width=20",
        "random",
        "one-ply:relative-territory",
        "--size",
        "4x4",
        "--games",
        "2",
        "-o",
    ])
    .arg(directory.path().join("m"))
    .output()
    .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let widest = text.lines().map(|line| line.chars().count()).max();
    assert!(widest <= Some(80), "{text}");
}

#[test]
fn a_batch_that_was_cut_goes_on_where_it_stopped() {
    let directory = tempfile::tempdir().unwrap();
    let (fens, out) = (directory.path().join("fens"), directory.path().join("out.jsonl"));
    fs::write(&fens, "Q2q w\n\nnonsense\nQ*q b\nQ1q w\n").unwrap();
    let run = || {
        let mut command = amazons(&["value", "--format", "json", "--moves", "none", "--batch"]);
        command.arg(&fens).arg("-o").arg(&out).assert().code(2);
        let text = fs::read_to_string(&out).unwrap();
        let answers: Vec<Value> =
            text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        answers
            .iter()
            .map(|one| (one["fen"].clone(), one["white_first"]["score"].clone()))
            .collect::<Vec<_>>()
    };
    let whole = run();
    assert_eq!(whole.len(), 4);
    assert_eq!(run(), whole);
    let text = fs::read_to_string(&out).unwrap();
    for cut in [0, 10, text.len() / 2, text.len() - 1] {
        fs::write(&out, &text[..cut]).unwrap();
        assert_eq!(run(), whole, "cut at {cut}");
    }
    // Answers to other questions are not mixed with these.
    fs::write(&fens, "Q*q b\nQ2q w\n").unwrap();
    let mut command = amazons(&["value", "--format", "json", "--moves", "none", "--batch"]);
    command.arg(&fens).arg("-o").arg(&out).assert().code(2).stderr(contains("an answer about"));
    amazons(&["value", "--format", "json", "--batch"])
        .arg(&fens)
        .arg("-o")
        .arg(&fens)
        .assert()
        .code(2);
}

/// Text output fits a terminal of 80 columns, except for what programs read too (a line of
/// tab-separated values, an error of one line, a path).
#[test]
fn what_people_read_fits_80_columns() {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let (games, set, few) = (at("games.sgf"), "problems/quick.xml", at("few.xml"));
    let region = "*******1/*******1/*****Q2/**2***Q/**q*2q*/**2****/4**** w";
    let start = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w";
    let commands: Vec<Vec<&str>> = vec![
        vec!["selfplay", "random", "one-ply", "--size", "7x7", "--games", "4", "-o", &games],
        vec!["set", "filter", set, "--max-empties", "11", "-o", &few],
        vec!["value", region, "--moves", "all"],
        vec!["value", start, "--nodes", "1000", "--moves", "all"],
        vec!["regions", region],
        vec!["regions", "Q1q*Q2q w"],
        vec!["thermograph", "Q2q w"],
        vec!["evaluate", region],
        vec!["evaluate", start],
        vec!["set", "describe", "problems/endgames.xml"],
        vec!["set", "show", set, "e10"],
        vec!["set", "validate", &few],
        vec!["show", region],
        vec!["solvers"],
        vec!["progress", &games],
        vec!["review", &games, "--nodes", "1000"],
        vec!["match", "random", "one-ply", "alphabeta:learned,width=5,depth=1", "--size", "6x6"],
        vec!["tables", "list", "tables"],
        vec!["tables", "info", "tables/2v1-7.amt"],
        vec!["prove", "1qq1/q2q/4/Q2Q/1QQ1", "--rule", "guards"],
        vec!["selfcheck", "--positions", "50"],
        vec!["study", &few, "--nodes", "1000", "--solvers", "dfpn,wpns,alphabeta,mcts"],
        vec!["puzzles", &few, "--nodes", "1000"],
        vec!["reproduce", "uct-vs-alphabeta", "--size", "6x6", "--scale", "0.01"],
    ];
    let mut wide = Vec::new();
    for mut words in commands {
        let output = at(&format!("{}.output", words[0]));
        match words[0] {
            "match" => words.extend(["--games", "4", "--nodes", "100", "-o", &output]),
            "reproduce" => words.extend(["--effort", "0.0001", "-o", &output]),
            "prove" | "study" | "puzzles" => words.extend(["-o", &output]),
            _ => {}
        }
        let output = amazons(&words).env("AMAZONS_PROGRESS", "0s").output().unwrap();
        assert!(output.status.code() < Some(2), "{words:?}: {output:?}");
        let text = String::from_utf8(output.stdout).unwrap();
        for line in text.lines().filter(|line| !line.contains(directory.path().to_str().unwrap())) {
            if line.chars().count() > 80 {
                wide.push(format!("{words:?}: {line}"));
            }
        }
    }
    assert!(wide.is_empty(), "{wide:#?}");
}

/// Every CSV file has one header line and the same number of cells in each line, and no dash or per
/// cent sign in place of a number.
#[test]
fn csv_files_are_read_without_arguments() {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let (repeated, study) = (at("repeated"), at("study"));
    let small = ["--size", "4x4", "--scale", "0.01", "--effort", "0.0001", "-o", &repeated];
    amazons(&["reproduce", "uct-vs-alphabeta"]).args(small).assert().success();
    let few = ["--sample", "3", "--nodes", "50", "--solvers", "one-ply", "-o", &study];
    amazons(&["study", "problems/quick.xml"]).args(few).assert().success();
    let play = ["match", "random", "one-ply", "--size", "4x4", "--games", "2", "-o"];
    let standings = amazons(&play).arg(at("m")).args(["--format", "csv"]).output().unwrap();
    fs::write(at("standings.csv"), standings.stdout).unwrap();
    let list = ["set", "list", "problems/quick.xml", "--format", "csv"];
    fs::write(at("list.csv"), amazons(&list).output().unwrap().stdout).unwrap();
    let names = ["repeated/table1.csv", "repeated/table2.csv", "repeated/table3.csv"];
    let names = names.iter().chain(&["repeated/pairs.csv", "study/results.csv", "list.csv"]);
    for name in names.chain(&["standings.csv"]) {
        let text = fs::read_to_string(at(name)).unwrap();
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let header = reader.headers().unwrap().clone();
        assert!(header.len() > 2 && header.iter().all(|cell| !cell.is_empty()), "{name}");
        let mut rows = 0;
        for row in reader.records() {
            let row = row.unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(row.iter().all(|cell| cell != "–" && !cell.ends_with('%')), "{name}: {row:?}");
            rows += 1;
        }
        assert!(rows > 0, "{name}");
    }
    let pairs = fs::read_to_string(at("repeated/pairs.csv")).unwrap();
    assert!(pairs.starts_with("match,player,opponent,games,wins,share,share_low,share_high\n"));
    assert_eq!(pairs.lines().count(), 1 + 15);
}

fn below(command: &[String], found: &mut Vec<Vec<String>>) {
    let mut words: Vec<&str> = command.iter().map(String::as_str).collect();
    words.push("--help");
    let output = amazons(&words).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("Exit codes:\n  0  done\n  1  "), "{command:?}");
    assert!(!text.contains("jobs"), "{command:?}: the option is --threads");
    for line in text.lines() {
        assert!(line.chars().count() <= 80, "{command:?}: {line}");
    }
    found.push(command.to_vec());
    let listed = text.split("\nCommands:\n").nth(1).unwrap_or_default();
    let listed = listed.lines().take_while(|line| !line.is_empty());
    for name in listed.filter_map(|line| line.strip_prefix("  ")?.split(' ').next()) {
        if !name.is_empty() && name != "help" {
            below(&[command, &[name.to_owned()]].concat(), found);
        }
    }
}

#[test]
fn every_help_fits_80_columns_and_names_the_exit_codes() {
    let mut found = Vec::new();
    below(&[], &mut found);
    assert!(found.len() > 30, "{found:?}");
    amazons(&["value", "-h"]).assert().stdout(contains("a score is an interval"));
}
