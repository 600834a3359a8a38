//! `amazons atlas`: answers from the built-in tables, pages, and wrong input.

use crate::program::program;
use assert_cmd::Command;
use assert_cmd::assert::Assert;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

/// The command with the program's own tables, whatever the directory it runs in has.
fn atlas(words: &[&str]) -> Command {
    let mut command = program();
    command.current_dir("/").env_remove("AMAZONS_TABLES").arg("atlas").args(words);
    command
}

/// A directory of one's own, without tables at first.
struct Directory(TempDir);

impl Directory {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn command(&self, words: &str) -> Command {
        let mut command = program();
        command.current_dir(self.0.path()).env_remove("AMAZONS_TABLES").args(words.split(' '));
        command
    }

    fn run(&self, words: &str) -> Assert {
        self.command(words).assert()
    }
}

fn json(words: &[&str]) -> Value {
    let output = atlas(&[words, &["--format", "json"]].concat()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn found(answer: &Value) -> &[Value] {
    answer["found"].as_array().unwrap()
}

#[test]
fn values_known_from_the_literature_are_found_on_their_smallest_regions() {
    // Snatzke (2004) found 1/8 on six squares and 1/16 on eight.
    for (value, squares) in [("1/2", 4), ("1/4", 5), ("1/8", 6), ("1/16", 7), ("*", 3)] {
        let answer = json(&[value]);
        assert_eq!(answer["value"], value);
        let first = &found(&answer)[0];
        assert_eq!((&first["game_value"], &first["squares"]), (&value.into(), &squares.into()));
    }
    // Other notations of the same value, and its negative with the colours swapped.
    let (half, minus) = (json(&["{0|1}"]), json(&["-1/2"]));
    assert_eq!(half["value"], "1/2");
    assert_eq!((&half["regions"], half["values"].as_u64()), (&minus["regions"], Some(1)));
    assert_eq!(found(&minus)[0]["game_value"], "-1/2");
    atlas(&["^"]).assert().success().stdout(contains("all small").and(contains("searched: 1v0")));
}

#[test]
fn more_regions_of_a_value_than_an_index_lists_are_found_in_the_table() {
    let answer = json(&["1/8", "--squares", "6", "--class", "1v1", "--count", "100"]);
    assert_eq!(answer["regions"], found(&answer).len());
    let answer = json(&["1", "--squares", "7", "--class", "1v1", "--count", "50"]);
    let fens: std::collections::BTreeSet<_> =
        found(&answer).iter().map(|it| it["fen"].to_string()).collect();
    assert_eq!(fens.len(), 50);
    assert!(found(&answer).iter().all(|it| it["squares"] == 7 && it["mean"] == "1"));
}

#[test]
fn properties_choose_values_and_each_comes_with_its_smallest_region() {
    let answer = json(&["--temperature", ">=3", "--class", "1v1"]);
    assert_eq!(found(&answer).len(), 10);
    let sizes: Vec<u64> = found(&answer).iter().map(|it| it["squares"].as_u64().unwrap()).collect();
    assert!(sizes.is_sorted() && sizes[0] == 6, "{sizes:?}");
    for (words, holds) in [
        (&["--number", "--mean", "1/4..3/4"][..], "number"),
        (&["--nimber"], "nimber"),
        (&["--infinitesimal"], "infinitesimal"),
        (&["--all-small", "--squares", "<=6"], "all small"),
        (&["--switch", "--mean", "0"], "switch"),
        (&["--tiny"], "tiny"),
    ] {
        let answer = json(words);
        for region in found(&answer) {
            let properties = region["properties"].as_array().unwrap();
            assert!(properties.contains(&holds.into()), "{words:?}: {region}");
        }
    }
    let weights = json(&["--atomic-weight", ">=2"]);
    assert!(found(&weights).iter().all(|it| it["atomic_weight"].as_str().unwrap() >= "2"));
    let up = json(&["--atomic-weight=1*-*"]);
    assert!(found(&up).iter().any(|it| it["game_value"] == "^" && it["atomic_weight"] == "1"));
    let means = json(&["--mean", "-1/2", "--number"]);
    assert_eq!(found(&means)[0]["game_value"], "-1/2");
}

/// Müller and Tegos (2002) counted regions with one amazon whose longest filling is short.
#[test]
fn defective_regions_are_those_counted_in_the_literature() {
    for (squares, defect, regions) in
        [("3", "1", 2), ("4", "1", 2), ("4", "2", 1), ("5", "1", 37), ("6", "2", 23), ("7", "3", 5)]
    {
        let words = ["--class", "1v0", "--squares", squares];
        let answer = json(&[&words[..], &[&format!("--defective={defect}")]].concat());
        assert_eq!(answer["regions"], regions, "{squares} squares, short by {defect}");
    }
    assert!(found(&json(&["--defective"])).iter().all(|it| it["defect"] != 0));
}

#[test]
fn a_value_that_no_table_holds_exits_with_1_and_says_what_was_searched() {
    for value in ["1/1024", "*5", "{100|3}", "4096"] {
        atlas(&[value])
            .assert()
            .code(1)
            .stderr(contains("no region with this value; searched: 1v0 with 1 to 8 squares"));
    }
    let none = atlas(&["--temperature", ">100", "--format", "json"]).output().unwrap();
    let answer: Value = serde_json::from_slice(&none.stdout).unwrap();
    assert_eq!((none.status.code(), &answer["values"]), (Some(1), &0.into()));
    assert!(!answer["searched"].as_array().unwrap().is_empty());
    atlas(&["1", "--class", "2v2", "--squares", "9"])
        .assert()
        .code(1)
        .stderr(contains("no table was searched"));
}

#[test]
fn wrong_input_is_refused_with_what_was_expected() {
    let cases: &[(&[&str], &str)] = &[
        (&["{1|2|3}"], "game '{1|2|3}': character 5"),
        (&["x"], "expected a number"),
        (&["--temperature", "hot"], "expected a number n or n/2^k"),
        (&["--mean", "3..1"], "3..1"),
        (&["--class", "4v4"], "expected one of 1v0"),
        (&["--atomic-weight", "{1|"], "character 4"),
        (&["1", "--count", "0"], "expected a whole number above 0"),
        (&["1", "--survey"], "cannot be used with"),
        (&["1", "--no-tables"], "an atlas is made of tables"),
        (&["1", "--tables", "/no/such/place"], "no such directory"),
    ];
    for (words, message) in cases {
        atlas(words).assert().code(2).stderr(contains(*message));
    }
}

#[test]
fn tables_of_a_directory_have_an_index_that_is_bound_to_them() {
    let files = Directory::new();
    let build = "tables build --values 1v1:5 --tables own";
    files.run(build).code(0).stdout(contains("own/atlas.amt"));
    let index = files.path("own/atlas.amt");
    let bytes = fs::read(&index).unwrap();
    files.run("tables verify own").code(0);
    files.run("atlas 1/4 --tables own").code(0).stdout(contains("1v1 with 2 to 5 squares"));
    // Built again, or made when it is asked for, it is the same.
    fs::remove_file(&index).unwrap();
    files.run("atlas 1/4 --tables own").code(0).stdout(contains("1/4: "));
    files.run(build).code(0);
    assert_eq!(fs::read(&index).unwrap(), bytes);
    files.run(build).code(0).stderr(contains("nothing to do"));
    // Scores alone are no atlas.
    files.run("tables build 1v1:4 --tables scores").code(0);
    files.run("atlas 1/4 --tables scores").code(2).stderr(contains("no game values"));
    // A larger dictionary has another index.
    files.run("tables build --values 2v1:5 --tables own").code(0);
    assert_ne!(fs::read(&index).unwrap(), bytes);
    files.run("atlas 1/2 --tables own --class 2v1").code(0);
    fs::write(&index, &bytes).unwrap();
    let foreign = contains("atlas.amt: does not belong to the dictionary.values.amt beside it");
    files.run("atlas 1/4 --tables own").code(2).stderr(foreign);
    // A dictionary of other entries.
    fs::remove_file(&index).unwrap();
    files.run("tables build --values 1v1:4 --tables other").code(0);
    let dictionary = "dictionary.values.amt";
    fs::copy(files.path("other").join(dictionary), files.path("own").join(dictionary)).unwrap();
    let foreign = contains("does not belong to the dictionary.values.amt beside it");
    files.run("atlas 1/4 --tables own").code(2).stderr(foreign);
}

#[test]
fn a_damaged_index_is_an_error_and_no_answer() {
    let files = Directory::new();
    files.run("tables build --values 1v1:5 --tables own").code(0);
    let index = files.path("own/atlas.amt");
    let whole = fs::read(&index).unwrap();
    let right = files.run("atlas 1/4 --tables own").code(0);
    let right = right.get_output().stdout.clone();
    for at in (0..whole.len()).step_by(97) {
        let mut bytes = whole.clone();
        bytes[at] ^= 4;
        fs::write(&index, &bytes).unwrap();
        let output = files.command("atlas 1/4 --tables own").output().unwrap();
        // A byte between sections is not read.
        let answered = output.status.code() == Some(0) && output.stdout == right;
        let refused = output.status.code() == Some(2) && output.stdout.is_empty();
        assert!(answered || refused, "byte {at}: {output:?}");
        files.run("tables verify own/atlas.amt").code(1);
    }
    fs::write(&index, &whole[..whole.len() / 2]).unwrap();
    files.run("atlas 1/4 --tables own").code(2).stderr(contains("damaged at its end"));
}

#[test]
fn a_page_and_a_sheet_need_no_other_file() {
    let files = Directory::new();
    let words = "atlas --squares <=5 --html atlas.html --svg atlas.svg";
    files.run(words).code(0).stdout(contains("atlas.html: "));
    let page = fs::read_to_string(files.path("atlas.html")).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>"));
    let boards = page.matches("<article").count();
    assert!((40..=300).contains(&boards), "{boards}");
    // A board and a thermograph each.
    assert_eq!(page.matches("<svg").count(), 2 * boards);
    assert!(!page.contains("<script") && !page.contains("src="), "no other file");
    assert!(fs::read_to_string(files.path("atlas.svg")).unwrap().starts_with("<svg"));
    files.run("atlas 1/4 --svg -").code(0).stdout(contains("<svg").and(contains("1/4  1v1")));
}

#[test]
fn a_survey_counts_the_values_of_each_table() {
    let output = atlas(&["--survey", "--class", "1v1", "--format", "json"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let tables: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let hottest: Vec<&Value> = tables.iter().map(|table| &table["hottest"]["amount"]).collect();
    assert_eq!(hottest, ["-1", "0", "1", "2", "3", "4", "5"]);
    assert!(tables.iter().all(|table| table["complete"] == true));
    atlas(&["--survey", "--squares", "..5"]).assert().success().stdout(contains("2v2-5"));
}
