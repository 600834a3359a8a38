//! The commands `value` and `judge` as users run them.

use crate::program::{program, repository};
use amazons::judge::{Judge, Query};
use amazons::ledger::seal;
use amazons::limits::Limits;
use amazons::problems::{Judgement, ProblemSet};
use predicates::str::contains;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

fn json(args: &[&str]) -> (Value, Option<i32>) {
    let output = program().args(args).args(["--format", "json"]).output().unwrap();
    (serde_json::from_slice(&output.stdout).unwrap(), output.status.code())
}

#[test]
fn value_has_the_documented_keys() {
    let (value, code) = json(&["value", "Q2*q w", "--moves", "all"]);
    assert_eq!(code, Some(0));
    assert_eq!(value["fen"], "Q2*q w");
    assert_eq!(value["empties"], 2);
    assert_eq!(value["source"], "search");
    assert_eq!(value["white_first"]["score"], "W+1");
    assert_eq!(value["white_first"]["best_moves"][0], "a1-b1/a1");
    assert_eq!(value["white_first"]["moves"][0]["score"], "W+1");
    assert_eq!(value["black_first"]["score"], "W+2");
    assert_eq!(value["black_first"]["best_moves"].as_array().unwrap().len(), 0);

    let (value, _) = json(&["value", "Q2*q w", "--moves", "none", "--first", "black"]);
    assert!(value.get("white_first").is_none());
    assert!(value["black_first"].get("best_moves").is_none());

    let (value, _) = json(&["value", "Q2*q w", "--winner"]);
    assert_eq!(value["white_first"]["winner"], "white");
}

#[test]
fn what_the_shipped_tables_cover_is_looked_up_and_the_same() {
    let directory = tempfile::tempdir().unwrap();
    for entry in fs::read_dir(repository("tables")).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, directory.path().join(path.file_name().unwrap())).unwrap();
    }
    let tables = directory.path().to_str().unwrap();
    // One region, two regions, one without amazons, and one that no table covers.
    for (fen, source) in [
        ("Q2*q w", "table"),
        ("Q2/1*q/2* b", "table"),
        ("Q1q**/*****/Q1*q1 w", "table"),
        ("Q1q/3/***/2* w", "table"),
        ("Q1q*Q1q w", "search"),
        ("Q2q/4/4 w", "search"),
    ] {
        let value = ["value", fen, "--moves", "all", "--game-values", "0s"];
        let (mut found, _) = json(&[&value[..], &["--tables", tables]].concat());
        let (mut searched, _) = json(&value);
        assert_eq!(found["source"], source, "{fen}");
        for value in [&mut found, &mut searched] {
            for key in ["source", "seconds", "nodes"] {
                value.as_object_mut().unwrap().remove(key);
            }
        }
        assert_eq!(found, searched, "{fen}");
    }
}

#[test]
fn what_a_limit_leaves_open_is_estimated_where_asked_for() {
    let start = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w";
    let ask = ["value", start, "--nodes", "10000", "--game-values", "0"];
    let estimated = [&ask[..], &["--estimate"]].concat();
    let (value, code) = json(&estimated);
    assert_eq!(code, Some(1));
    let [white, black] = ["white_first", "black_first"].map(|first| &value[first]["estimate"]);
    assert!(white["lead"].as_f64().unwrap() > 0.0 && white["white_wins"].as_f64().unwrap() > 0.5);
    assert_eq!(white["lead"].as_f64(), black["lead"].as_f64().map(|lead| -lead));
    assert!(white["nodes"].as_u64().unwrap() <= 2_500);
    let text = String::from_utf8(program().args(&estimated).output().unwrap().stdout).unwrap();
    assert!(text.contains("≈ W+") && text.contains("White ") && text.contains(" %"), "{text}");
    assert!(json(&ask).0["white_first"].get("estimate").is_none());
    // A proof takes the place of an estimate, and the answers of a batch are those of one.
    let (proved, code) = json(&["value", "Q2*q w", "--estimate", "--nodes", "1000"]);
    assert_eq!((code, &proved["white_first"]["score"]), (Some(0), &"W+1".into()));
    assert!(proved["white_first"]["estimate"].is_null());
    let batch = ["value", "--batch", "-", "--estimate", "--nodes", "10000", "--game-values", "0"];
    let output =
        program().args(batch).args(["--format", "json"]).write_stdin(start).output().unwrap();
    let line: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(line["white_first"], value["white_first"]);
}

#[test]
fn a_limit_leaves_an_interval_and_exits_with_1() {
    let (value, code) = json(&["value", "Q4/5/5/4q w", "--nodes", "3"]);
    assert_eq!(code, Some(1));
    let first = &value["white_first"];
    assert!(first["score"].is_null() && first["best_moves"].is_null());
    assert!(first["at_least"].is_string() && first["at_most"].is_string());
}

#[test]
fn the_seconds_are_those_that_i_waited_for_game_values_too() {
    let long = ["value", "Q4/5/5/5/4q w", "--nodes", "1", "--game-values", "300ms"];
    let (value, _) = json(&long);
    assert!(value["game_value"].is_null());
    assert!(value["seconds"].as_f64().unwrap() >= 0.25, "{}", value["seconds"]);
}

#[test]
fn a_board_and_its_negative_beside_it_is_worth_nothing_however_large_they_are() {
    for fen in [
        "4q/5/5/5/Q4/*****/4q/5/5/5/Q4 w",
        "4q/5/5/1q3/Q4/*****/4q/3Q1/5/5/Q4 w",
        "Q6q*/8*/8*/Q3q3*/*********/q6Q*/8*/8*/q3Q3* b",
    ] {
        let (value, code) = json(&["value", fen, "--winner", "--time", "5s"]);
        assert_eq!(code, Some(0), "{fen}");
        assert_eq!(value["white_first"]["winner"], "black", "{fen}");
        assert_eq!(value["black_first"]["winner"], "white", "{fen}");
        assert_eq!((&value["game_value"], &value["outcome"]), (&json!("0"), &json!("P")), "{fen}");
        assert_eq!(value["play"][0]["winner"], "black", "{fen}");
        assert_eq!(value["play"][0]["winning_moves"], json!([]), "{fen}");
        let (regions, _) = json(&["regions", fen, "--time", "100ms"]);
        assert_eq!((&regions["game_value"], &regions["outcome"]), (&json!("0"), &json!("P")));
        assert_eq!(regions["play"][1]["winner"], "white", "{fen}");
    }
}

#[test]
fn the_outcome_is_known_where_both_winners_are() {
    // Too few steps for the canonical form, and enough for the search.
    for (fen, outcome) in [
        (".O..|....|XO..", "R"),
        ("X...|....|...O", "N"),
        ("X..#O|...##|..O#X|####.", "L"),
        ("X...#O|....#.|...O#X", "N"),
    ] {
        let (value, _) = json(&["value", fen, "--game-values", "100"]);
        assert!(value["game_value"].is_null(), "{fen}");
        assert_eq!(value["outcome"], outcome, "{fen}");
        let regions = value["regions"].as_array().unwrap();
        if let [only] = regions.as_slice() {
            assert_eq!(only["outcome"], outcome, "{fen}");
        }
    }
    // One winner is not enough.
    let one = ["value", ".O..|....|XO..", "--game-values", "100", "--first", "white"];
    assert!(json(&one).0["outcome"].is_null());
}

#[test]
fn the_winners_are_known_where_the_outcome_is() {
    // Too few nodes for the search, and enough steps for the canonical form.
    let (value, code) =
        json(&["value", "Q2/3/2q w", "--winner", "--nodes", "1", "--game-values", "50_000"]);
    assert_eq!((&value["outcome"], code), (&json!("N"), Some(0)));
    assert_eq!(value["white_first"]["winner"], "white");
    assert_eq!(value["white_first"]["at_least"], "W+0");
    assert_eq!(value["black_first"]["winner"], "black");
    assert_eq!(value["black_first"]["at_most"], "B+0");
}

#[test]
fn a_bad_position_is_named_and_exits_with_2() {
    let output = program().args(["value", "Q2x/4 w"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(
        text.contains("Q2x/4") && text.contains("character 3") && text.contains("'x'"),
        "{text}"
    );
}

#[test]
fn a_batch_keeps_its_order_and_goes_on_behind_a_bad_line() {
    let output = program()
        .args(["value", "--batch", "-", "--moves", "none", "--format", "json"])
        .write_stdin(
            b"\xef\xbb\xbfQ2*q w\n\n# a comment\nnonsense\nQ*q b\n\xff\xfe\nQ1q w".as_slice(),
        )
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let lines: Vec<Value> = output
        .stdout
        .split(|&b| b == b'\n')
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_slice(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 5);
    assert_eq!(lines[0]["white_first"]["score"], "W+1");
    assert!(lines[1]["error"].is_string());
    assert_eq!(lines[2]["fen"], "Q*q b");
    assert!(lines[3]["error"].is_string());
    assert_eq!(lines[4]["fen"], "Q1q w");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("error: standard input, line 4: row 1, character 1"), "{said}");
}

/// A hard position in front holds up no answer, and the same command goes on by the lines.
#[test]
fn answers_in_any_order_say_their_line_and_are_continued() {
    let directory = tempfile::tempdir().unwrap();
    let output = directory.path().join("answers.jsonl");
    let fens = directory.path().join("fens");
    let easy: Vec<String> = (0..200).map(|i| format!("Q{}q w", 1 + i % 9)).collect();
    fs::write(&fens, format!("# hard first\nQ4/5/5/4q w\n{}\nnonsense\n", easy.join("\n")))
        .unwrap();
    let run = |nodes: &str| {
        let mut command = program();
        command.env_remove("AMAZONS_TABLES").current_dir(directory.path());
        command.args(["value", "--batch", "fens", "--moves", "none", "--unordered", "--nodes"]);
        command.arg(nodes).arg("-o").arg(&output).output().unwrap()
    };
    let told = run("20000");
    assert_eq!(told.status.code(), Some(2));
    let answers = || -> Vec<Value> {
        let text = fs::read_to_string(&output).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let whole = answers();
    let mut lines: Vec<u64> = whole.iter().map(|one| one["line"].as_u64().unwrap()).collect();
    assert!(lines[..30].iter().all(|&line| line != 2), "{lines:?}");
    lines.sort_unstable();
    assert_eq!(lines, (2..=203).collect::<Vec<_>>());
    // Whatever lines an earlier run has answered, the others follow.
    let text = fs::read_to_string(&output).unwrap();
    let some: String = text.lines().skip(1).step_by(3).map(|line| format!("{line}\n")).collect();
    fs::write(&output, &some).unwrap();
    assert_eq!(run("20000").status.code(), Some(2));
    let mut lines: Vec<u64> = answers().iter().map(|one| one["line"].as_u64().unwrap()).collect();
    lines.sort_unstable();
    assert_eq!(lines, (2..=203).collect::<Vec<_>>());
    // Other limits, and the order of the lines, are other questions.
    let said = |output: std::process::Output| String::from_utf8(output.stderr).unwrap();
    assert!(said(run("30000")).contains("a different question"));
    fs::write(&fens, "Q1q w\nQ2q w\nQ3q w\n").unwrap();
    assert!(said(run("20000")).contains("choose another output"));
}

#[test]
fn a_batch_leaves_game_values_out_unless_they_are_asked_for() {
    let batch = |more: &[&str]| {
        let words = ["value", "--batch", "-", "--format", "json"];
        let output = program().args(words).args(more).write_stdin("Q2q/1**1 w\n").output().unwrap();
        serde_json::from_slice::<Value>(&output.stdout).unwrap()
    };
    let without = batch(&[]);
    assert!(without.get("game_value").is_none() && without.get("play").is_none(), "{without}");
    assert_eq!(batch(&["--game-values", "1e5"])["game_value"], "±3");
    assert_eq!(json(&["value", "Q2q/1**1 w"]).0["game_value"], "±3");
    // Nodes bound them too, unless they have a limit of their own.
    let (few, _) = json(&["value", "Q2/3/2q w", "--nodes", "1"]);
    assert!(few["game_value"].is_null(), "{few}");
}

#[test]
fn answers_are_rows_of_a_table_too() {
    let csv = |words: &[&str], input: &str| {
        let output =
            program().args(words).args(["--format", "csv"]).write_stdin(input).output().unwrap();
        let mut reader = csv_rows(&String::from_utf8(output.stdout).unwrap());
        let names = reader.remove(0);
        let rows = reader.into_iter().map(|row| names.iter().cloned().zip(row).collect());
        rows.collect::<Vec<std::collections::BTreeMap<String, String>>>()
    };
    let rows = csv(&["value", "--batch", "-"], "Q2*q w\n\nnonsense, \"really\"\n");
    assert_eq!((rows[0]["line"].as_str(), rows[1]["line"].as_str()), ("1", "3"));
    assert_eq!(rows[0]["white_score"], "W+1");
    assert_eq!(rows[0]["white_winner"], "white");
    assert_eq!(rows[0]["white_best_moves"].split(' ').next(), Some("a1-b1/a1"));
    assert!(rows[1]["error"].contains("expected w or b") && rows[1]["white_score"].is_empty());
    let rows = csv(&["value", "Q2q/1**1 w"], "");
    assert_eq!((rows[0]["game_value"].as_str(), rows[0]["temperature"].as_str()), ("±3", "3"));
    assert!(rows[0]["white_estimated_lead"].is_empty());
    assert!(rows[0]["mean_at_least"].is_empty());
    let large = ["value", "Q4/5/5/5/4q w", "--moves", "none", "--nodes", "1"];
    let rows = csv(&[&large[..], &["--game-values", "1000"]].concat(), "");
    for name in ["mean_at_least", "mean_at_most", "temperature_at_least", "temperature_at_most"] {
        assert!(rows[0]["mean"].is_empty() && !rows[0][name].is_empty(), "{name}");
    }
    let open = ["value", "Q4/5/5/5/4q w", "--estimate", "--nodes", "400", "--game-values", "0"];
    let rows = csv(&open, "");
    let number = |row: &std::collections::BTreeMap<String, String>, name: &str| {
        row[name].parse::<f64>().unwrap_or_else(|_| panic!("{name}: {row:?}"))
    };
    for name in ["white_estimated_lead", "black_estimated_lead"] {
        number(&rows[0], name);
    }
    assert!((0.0..=1.0).contains(&number(&rows[0], "white_estimated_white_wins")));
    let rows = csv(&["regions", "Q1q*Q1q w"], "");
    assert_eq!(rows.len(), 2);
    assert_eq!(rows[1]["squares"], "e1 f1 g1");
    let game = "(;GM[18]SZ[4:2]AW[aa]AB[da]AA[bb][cb]PL[W];W[aabaaa];B[dadbda])";
    let rows = csv(&["review", "-"], game);
    assert_eq!(
        (rows[0]["move"].as_str(), rows[0]["best_moves"].as_str()),
        ("a2-b2/a2", "a2-c2/d1")
    );
    assert!(rows[0]["estimated_cost"].is_empty());
    let game = "(;GM[18]SZ[5]AW[aa]AB[ee]PL[W];W[aabaaa];B[eedeee])";
    let rows = csv(&["review", "-", "--nodes", "400"], game);
    number(&rows[0], "estimated_lead");
    number(&rows[0], "estimated_cost");
}

/// The rows of comma-separated values without line ends in them.
fn csv_rows(text: &str) -> Vec<Vec<String>> {
    let row = |line: &str| {
        let (mut cells, mut quoted) = (vec![String::new()], false);
        for c in line.chars() {
            match c {
                '"' => quoted = !quoted,
                ',' if !quoted => cells.push(String::new()),
                c => cells.last_mut().unwrap().push(c),
            }
        }
        cells
    };
    text.lines().map(row).collect()
}

/// What was probably meant is said with the right command.
#[test]
fn mistaken_inputs_are_told_the_right_command() {
    let directory = tempfile::tempdir().unwrap();
    let game = "(;GM[18]SZ[4:2]AW[aa]AB[da]AA[bb][cb]PL[W];W[aabaaa])";
    for (name, text) in [("fens", "Q2q w\n"), ("set.xml", SET), ("game.sgf", game), ("empty", "")] {
        fs::write(directory.path().join(name), text).unwrap();
    }
    for (words, hint) in [
        (&["value", "Q2q/4", "w"][..], "in quotes: 'Q2q/4 w'"),
        (&["value", "fens"], "amazons value --batch fens"),
        (&["value", "game.sgf"], "amazons show --record game.sgf"),
        (&["show", "set.xml"], "amazons set list set.xml --format fen | amazons value --batch -"),
        (&["value", "empty"], "empty is an empty file"),
        (&["value", "--batch", "Q2q/4 w"], "amazons value 'Q2q/4 w'"),
        (&["value", "--batch", "set.xml"], "set.xml is a problem set"),
        (&["value", "--batch", "game.sgf"], "amazons review game.sgf"),
        (&["convert", "set.xml", "-o", "x.sgf"], "set.xml is a problem set"),
        (&["review", "fens"], "amazons value --batch fens"),
        (&["judge", "game.sgf"], "amazons extract game.sgf -o set.xml"),
        (&["show", "--record", "Q2q/4 w"], "amazons show 'Q2q/4 w'"),
        (&["extract", "Q2q/4 w", "-o", "x.xml"], "amazons value 'Q2q/4 w'"),
        (&["extract", "set.xml", "-o", "x.xml"], "set.xml is a problem set"),
        (&["thermograph", "game.sgf"], "amazons show --record game.sgf"),
        (&["prove", "game.sgf", "-o", "x.proof"], "amazons show --record game.sgf"),
        (&["match", "random", "one-ply", "--openings", "Q2q/4 w", "-o", "x"], "--start 'Q2q/4 w'"),
        (&["match", "--start", "Q2q/4", "w", "random", "-o", "x"], "in quotes: 'Q2q/4 w'"),
        (&["value", "--batch", "Q2q/4", "w"], "in quotes: 'Q2q/4 w'"),
    ] {
        let output = program().current_dir(directory.path()).args(words).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{words:?}: {said}");
        assert!(said.contains("hint: ") && said.contains(hint), "{words:?}: {said}");
    }
}

#[test]
fn a_batch_without_positions_is_told_what_is_expected() {
    for input in ["", "\n \n", "# a comment\n"] {
        let run = program().args(["value", "--batch", "-"]).write_stdin(input).assert();
        run.success().stdout("").stderr(contains("holds no position; expected one FEN per line"));
    }
    program()
        .args(["value", "Q2q/4 w", "--unordered"])
        .assert()
        .code(2)
        .stderr(contains("--unordered is for the answers of a batch"));
    program()
        .args(["engine", "alphabeta,foo=1"])
        .assert()
        .code(2)
        .stderr(contains("options follow a colon: alphabeta:foo=1"));
}

#[test]
fn control_characters_of_a_batch_and_of_names_are_shown() {
    for format in ["text", "csv"] {
        let words = ["value", "--batch", "-", "--format", format];
        let run = program().args(words).write_stdin("Q2q/4 w \u{1b}[31m\n").assert().code(2);
        let told = String::from_utf8(run.get_output().stdout.clone()).unwrap();
        assert!(told.contains("\\u{1b}[31m") && !told.contains('\u{1b}'), "{told}");
        assert!(told.contains("control character"), "{told}");
    }
    let game = "(;GM[18]SZ[4:2]AW[aa]AB[da]PW[x\u{1b}[31m\u{7}]PL[W];W[aabaaa])";
    let run = program().args(["review", "-", "--time", "50ms"]).write_stdin(game).assert();
    let told = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    assert!(told.contains("x\\u{1b}[31m\\u{7} (White)"), "{told}");
}

#[test]
fn time_bounds_scores_and_game_values_together() {
    let start = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w";
    let run = json(&["value", start, "--time", "200ms", "--moves", "none", "--threads", "2"]).0;
    assert!(run["seconds"].as_f64().unwrap() < 1.5, "{run}");
    // A time of their own is as long as it says.
    let small = ["value", "Q2q/1**1 w", "--time", "1ms", "--game-values", "10s"];
    assert_eq!(json(&small).0["game_value"], "±3");
}

#[test]
fn rows_that_begin_with_a_blocked_square_are_no_comment() {
    let output = program()
        .args(["value", "--batch", "-", "--moves", "none", "--format", "json"])
        .write_stdin("#X.|.O. w\n# X.|.O.\n#a|b\n#O.|.X.|...\n#X.|O\n")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8(output.stdout).unwrap();
    let answers: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let fens: Vec<&str> = answers.iter().map(|answer| answer["fen"].as_str().unwrap()).collect();
    assert_eq!(fens, ["#X.|.O. w", "#O.|.X.|...", "#X.|O"]);
    assert!(answers[0]["white_first"]["score"].is_string(), "{text}");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("line 5: ") && !said.contains("line 2: "), "{said}");
}

/// Longer than any clock can count.
#[test]
fn a_time_of_millions_of_years_is_no_limit() {
    const LONG: &str = "584542046090years";
    for words in [
        &["value", "Q1q w", "--no-tables", "--time", LONG][..],
        &["value", "Q1q w", "--moves", "all", "--first", "white", "--threads", "2", "--time", LONG],
        &["value", "Q1q w", "--game-values", "18446744073709551615s"],
        &["regions", "Q2q/4 w", "--time", LONG],
        &["thermograph", "Q2q/4 w", "--time", LONG],
    ] {
        let output = program().args(words).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{words:?}: {said}");
    }
}

const SET: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<problem-set version="1" title="two">
<problem id="one" fen="Q2q/1*2 w" empties="5" amazons="2"/>
<problem id="two" fen="Q2q/1*2 b" empties="5" amazons="2"/>
</problem-set>
"#;

fn judge(set: &Path, more: &[&str]) -> (String, Option<i32>) {
    let output = program().arg("judge").arg(set).args(more).output().unwrap();
    (String::from_utf8(output.stdout).unwrap(), output.status.code())
}

#[test]
fn judge_fills_in_solutions_and_resumes() {
    let directory = tempfile::tempdir().unwrap();
    let set = directory.path().join("set.xml");
    fs::write(&set, SET).unwrap();
    let (text, code) = judge(&set, &["--nodes", "1"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("2 with bounds only"), "{text}");

    // The results in a killed run's journal are taken over.
    let journal = directory.path().join("set.xml.journal");
    let line = r#"{"fen":"Q2q/1*2 w","score":"W+1","legal_moves":1,"optimal":[]}"#;
    fs::write(&journal, seal(line) + "\n{\"fen\":\"Q2q/1").unwrap();
    let (text, code) = judge(&set, &[]);
    assert_eq!(code, Some(0), "{text}");
    let written = fs::read_to_string(&set).unwrap();
    assert!(written.contains("W+1"), "{written}");
    assert!(!journal.exists());
    // A judged set stays as it is.
    judge(&set, &[]);
    assert_eq!(fs::read_to_string(&set).unwrap(), written);
}

/// The true score is W+3. What a set says about it is checked, and nothing false gets into a table.
#[test]
fn what_a_set_says_wrongly_is_named_and_gets_into_no_table() {
    let directory = tempfile::tempdir().unwrap();
    let (set, tables) = (directory.path().join("set.xml"), directory.path().join("tables"));
    let tables = tables.to_str().unwrap();
    let bounds = |least: &str, most: &str| {
        format!(r#"<unjudged at-least="{least}" at-most="{most}" spent="1s"/>"#)
    };
    let optimal = |moves: &str, score: &str, best: &str| {
        format!(r#"<solution score="{score}" moves="{moves}" optimal="{best}"/>"#)
    };
    let write = |fen: &str, said: &str| {
        let text = format!(
            "<problem-set version=\"1\" title=\"t\">\n<problem id=\"a\" fen=\"{fen}\" \
             empties=\"10\" amazons=\"2\">{said}</problem>\n</problem-set>\n"
        );
        fs::write(&set, &text).unwrap();
        text
    };
    let wrong = |fen: &str, said: &str, words: &[&str]| {
        let text = write(fen, said);
        let judged = program().arg("judge").arg(&set).args(words).output().unwrap();
        let error = String::from_utf8(judged.stderr).unwrap();
        assert_eq!(judged.status.code(), Some(2), "{said}: {error}");
        assert!(error.contains("set.xml: problem a: found "), "{error}");
        assert_eq!(fs::read_to_string(&set).unwrap(), text);
        let (value, _) =
            json(&["value", fen, "--moves", "none", "--game-values", "0s", "--tables", tables]);
        assert_eq!(value["white_first"]["score"], "W+3", "{said}");
    };
    let fen = "Q3/4/3q w";
    let kept = ["--tables", tables];
    let all = ["--moves", "all", "--tables", tables];
    wrong(fen, &bounds("W+4", "W+9"), &kept);
    wrong(fen, &optimal("68", "B+5", "a3-b3/a3"), &all);
    for (least, most) in [("B+9", "B+0"), ("B+5", "W+2"), ("W+4", "W+2")] {
        wrong(fen, &bounds(least, most), &[]);
    }
    // Valid bounds do no harm.
    write(fen, &bounds("B+9", "W+9"));
    assert_eq!(judge(&set, &kept).1, Some(0));
    let right = fs::read_to_string(&set).unwrap();
    assert!(right.contains("score=\"W+3\"") && !right.contains("optimal=\"\""), "{right}");
    // The moves of a correct solution may be asked for; then the tables expose a wrong one.
    assert_eq!(judge(&set, &all).1, Some(0));
    assert_eq!(fs::read_to_string(&set).unwrap(), right);
    wrong(fen, &optimal("68", "W+3", "a3-b3/a3"), &all);
}

/// Repeating a command with a smaller limit, or naming the wrong output, does not lose the work.
#[test]
fn solutions_are_not_lost_to_a_repeated_command() {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name);
    let (set, judged, other) = (at("set.xml"), at("judged.xml"), at("other.xml"));
    fs::write(&set, SET).unwrap();
    let output = judged.to_str().unwrap();
    assert_eq!(judge(&set, &["-o", output]).1, Some(0));
    let written = fs::read_to_string(&judged).unwrap();
    assert_eq!(judge(&set, &["-o", output, "--nodes", "1"]).1, Some(0));
    assert_eq!(fs::read_to_string(&judged).unwrap(), written);
    // Another set, a record, and a new extraction.
    fs::write(&other, SET.replace("two", "others")).unwrap();
    let games = at("games.sgf");
    fs::copy(repository("examples/games.sgf"), &games).unwrap();
    let refused = |words: &[&str], problem: &str| {
        let refused = program().args(words).assert().code(2);
        refused.stderr(contains(problem));
    };
    let [other, games] = [&other, &games].map(|path| path.to_str().unwrap());
    refused(&["judge", other, "-o", output], "2 solutions that it has would be lost");
    refused(&["judge", other, "-o", games], "it would be overwritten");
    refused(&["extract", games, "-o", output], "2 solutions that it has would be lost");
    refused(&["set", "filter", other, "-o", output], "2 solutions that it has would be lost");
    refused(&["set", "merge", other, "-o", output], "2 solutions that it has would be lost");
    refused(&["puzzles", other, "-o", output], "2 solutions that it has would be lost");
    refused(&["set", "filter", other, "-o", games], "it would be overwritten");
    let (part, base) = (at("part-1.xml"), at("part.xml"));
    fs::copy(&judged, &part).unwrap();
    let base = base.to_str().unwrap();
    refused(&["set", "split", other, "--parts", "1", "-o", base], "solutions that it has");
    assert_eq!(fs::read_to_string(&part).unwrap(), written);
    assert_eq!(fs::read_to_string(&judged).unwrap(), written);
    // What the new set has too, or the set that it is made of, is not lost.
    let copy = at("copy.xml");
    fs::copy(&judged, &copy).unwrap();
    let filter = ["set", "filter", output, "-o", copy.to_str().unwrap(), "--min-empties"];
    for empties in ["1", "1", "30"] {
        let code = i32::from(empties == "30");
        program().args(filter).arg(empties).assert().code(code);
    }
}

#[test]
fn solutions_of_a_set_can_be_proved_anew() {
    let directory = tempfile::tempdir().unwrap();
    let set = directory.path().join("set.xml");
    fs::write(&set, SET).unwrap();
    judge(&set, &[]);
    let validate = |option: &[&str]| {
        let mut command = program();
        command.args(["set", "validate"]).arg(&set).args(option).assert()
    };
    validate(&["--solutions"]).code(0);
    let text = fs::read_to_string(&set).unwrap();
    let score = text.split("score=\"").nth(1).unwrap().split('"').next().unwrap();
    let wrong = text.replacen(score, if score == "W+2" { "W+1" } else { "W+2" }, 1);
    fs::write(&set, wrong).unwrap();
    validate(&[]).code(0);
    validate(&["--solutions"]).code(1).stdout(contains("as proved now"));
}

#[test]
fn the_mover_may_be_the_only_one_who_is_asked_about() {
    let (value, _) = json(&["value", "Q2q/4 b", "--first", "mover"]);
    assert!(value.get("white_first").is_none() && value["black_first"]["score"].is_string());
}

/// Here, fillings without a limit took minutes.
#[test]
fn a_look_up_in_tables_keeps_to_the_limit_too() {
    let fen = "10/10/5Q4/*1**6/*1**6/**1*6/2**6/**1*6 w";
    let mut command = program();
    command.args(["value", fen, "--first", "white", "--time", "10ms", "--game-values", "0"]);
    command.timeout(std::time::Duration::from_secs(20)).assert().code(1);
}

#[test]
fn judge_refuses_what_is_no_set() {
    let directory = tempfile::tempdir().unwrap();
    let set = directory.path().join("set.xml");
    for text in ["", "<html/>", "Q2q w", &SET[..SET.len() - 40]] {
        fs::write(&set, text).unwrap();
        assert_eq!(judge(&set, &[]).1, Some(2));
    }
    assert!(!directory.path().join("set.xml.journal").exists());
    assert_eq!(judge(&directory.path().join("missing.xml"), &[]).1, Some(2));
}

#[test]
fn the_small_shipped_set_is_solved_right() {
    let path = repository("problems/quick.xml");
    let set = ProblemSet::load(&path).unwrap();
    let mut judge = Judge::builder().memory(64 << 20).build();
    for problem in set.problems {
        let position = problem.position;
        let verdict = judge.ask(&position, Query::BestMoves, &Limits::none());
        let Judgement::Solved { score, optimal, .. } = problem.judgement else {
            panic!("{} is not solved", problem.id);
        };
        assert_eq!(verdict.rank(), Some(score.rank(position.side())), "{}", problem.id);
        assert_eq!(verdict.best_moves, Some(optimal), "{}", problem.id);
    }
}

#[test]
fn the_shipped_sets_validate() {
    for name in ["problems/quick.xml", "problems/natural.xml", "problems/endgames.xml"] {
        let path = repository(name);
        program().args(["set", "validate"]).arg(path).assert().success();
    }
}

#[test]
fn what_one_command_judges_the_next_one_looks_up() {
    let directory = tempfile::tempdir().unwrap();
    let tables = directory.path().join("tables");
    let tables = tables.to_str().unwrap();
    let value = |fen: &str, moves: &str| {
        let words = ["value", fen, "--moves", moves, "--game-values", "0s", "--tables", tables];
        json(&words).0
    };
    let first = value("Q5/6/3q2 w", "best");
    assert_eq!(first["source"], "search");
    // The same region mirrored and with swapped colours.
    let second = value("2q3/6/5Q w", "best");
    assert_eq!(second["source"], "table");
    assert_eq!(second["white_first"]["score"], first["white_first"]["score"]);
    assert_eq!(
        second["white_first"]["best_moves"].as_array().unwrap().len(),
        first["white_first"]["best_moves"].as_array().unwrap().len()
    );
    let swapped = value("q5/6/3Q2 w", "none");
    assert_eq!(swapped["source"], "table");
    let score = first["black_first"]["score"].as_str().unwrap().replace('B', "x");
    let score = score.replace('W', "B").replace('x', "W");
    assert_eq!(swapped["white_first"]["score"], score.as_str());
    // The scores of all moves are not known yet.
    let all = value("Q5/6/3q2 w", "all");
    assert_eq!(all["source"], "search");
    assert_eq!(value("Q5/6/3q2 w", "all")["source"], "table");
    assert_eq!(all["white_first"]["best_moves"], first["white_first"]["best_moves"]);

    // Extraction and judging use it too.
    let set = directory.path().join("set.xml");
    let set = set.to_str().unwrap();
    let mut small = ProblemSet::load(&repository("problems/quick.xml")).unwrap();
    small.problems.retain(|problem| problem.position.empties() <= 12);
    small.write(fs::File::create(set).unwrap()).unwrap();
    let solved = fs::read(set).unwrap();
    let judge = ["judge", set, "--tables", tables, "--moves", "all"];
    program().args(judge).assert().success();
    // A solved set stays as it is; the scores of its moves are now in the tables.
    assert_eq!(fs::read(set).unwrap(), solved);
    for problem in &ProblemSet::load(Path::new(set)).unwrap().problems {
        let (fen, first) = (problem.position.to_fen(), problem.first().to_string().to_lowercase());
        let words = ["value", &fen, "--first", &first, "--moves", "all", "--tables", tables];
        assert_eq!(json(&words).0["source"], "table", "{fen}");
    }
    program().args(["judge", set, "--no-tables", "--moves", "all"]).assert().code(2);
    let list = program().args(["tables", "list", tables, "--format", "json"]).output().unwrap();
    assert!(String::from_utf8(list.stdout).unwrap().contains("judged problems"));
    program().args(["tables", "merge", tables]).assert().success();
    assert_eq!(fs::read_dir(tables).unwrap().count(), 1);
    program().args(["tables", "verify", tables]).assert().success();
    let file = fs::read_dir(tables).unwrap().next().unwrap().unwrap().path();
    let dump = program().args(["tables", "dump"]).arg(&file).output().unwrap();
    let text = String::from_utf8(dump.stdout).unwrap();
    assert!(text.lines().count() >= 2);
    for line in text.lines() {
        let entry: Value = serde_json::from_str(line).unwrap();
        let fen = entry["fen"].as_str().unwrap();
        let (again, _) = json(&["value", fen, "--first", "white", "--game-values", "0s"]);
        assert_eq!(again["white_first"]["score"], entry["score"], "{fen}");
    }
}

#[test]
fn a_program_without_its_clone_has_the_small_tables() {
    let directory = tempfile::tempdir().unwrap();
    let source = |more: &[&str]| {
        let mut command = program();
        command.env_remove("AMAZONS_TABLES").current_dir(directory.path());
        command.args(["value", "Q2q/1**1 w", "--game-values", "0s", "--format", "json"]).args(more);
        let output = command.output().unwrap();
        let value: Value = serde_json::from_slice(&output.stdout).unwrap();
        value["source"].as_str().unwrap().to_owned()
    };
    assert_eq!(source(&[]), "table");
    assert_eq!(source(&["--no-tables"]), "search");
    assert_eq!(source(&["--tables", ""]), "search");
    // Nothing is added to them.
    let mut judge = program();
    judge.env_remove("AMAZONS_TABLES").current_dir(directory.path());
    fs::copy(repository("problems/quick.xml"), directory.path().join("set.xml")).unwrap();
    judge.args(["judge", "set.xml", "--moves", "all"]).assert().code(2);
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
}

/// The key is canonical: options with equal stops are not listed in the order of discovery.
#[test]
fn a_position_and_its_mirror_image_have_one_game_value() {
    let of = |fen: &str| {
        let (value, _) = json(&["value", fen, "--moves", "none"]);
        value["game_value"].as_str().unwrap().to_owned()
    };
    let value = of("**q1/2*q/Q3/q*q* b");
    assert_eq!(value, "{-2*,{-1*,-1v|-3*},{-1v,{-1/2|-2*}|-3*}|-4*}");
    assert_eq!(of("1q**/q*2/3Q/*q*q b"), value);
}
