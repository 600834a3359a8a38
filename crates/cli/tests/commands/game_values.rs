//! Game values, regions and thermographs as the commands print them.

use crate::program::program;
use serde_json::Value;

fn run(args: &[&str]) -> (String, Option<i32>) {
    let output = program().args(args).output().unwrap();
    (String::from_utf8(output.stdout).unwrap(), output.status.code())
}

fn json(args: &[&str]) -> Value {
    let (text, code) = run(&[args, &["--format", "json"]].concat());
    assert_eq!(code, Some(0), "{text}");
    serde_json::from_str(&text).unwrap()
}

#[test]
fn value_gives_the_documented_keys() {
    let value = json(&["value", ".O#|.X.|#.#"]);
    for (key, want) in [
        ("game_value", "1/8"),
        ("outcome", "L"),
        ("mean", "1/8"),
        ("temperature", "-1/8"),
        ("left_stop", "1/8"),
        ("right_stop", "1/8"),
    ] {
        assert_eq!(value[key], want);
        assert_eq!(value["regions"][0][key], want);
    }
    assert_eq!(value["regions"][0]["squares"][0], "a2");
    assert_eq!(value["play"][0]["winner"], "white");
    let value = json(&["value", ".O#|.X.|#.#", "--game-values", "0s"]);
    assert!(value.get("game_value").is_none());
}

#[test]
fn regions_and_thermographs_are_printed() {
    let (text, code) = run(&["regions", "Q2*1q1/3*3/2q*1Q1 w"]);
    assert_eq!(code, Some(0));
    assert!(text.contains("11/4") && text.contains("a1-a3") && text.contains("c1-c3"), "{text}");
    let words: Vec<&str> = text.split_whitespace().collect();
    assert!(words.join(" ").contains("wins in the hottest region"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    let table = json(&["regions", "Q2*1q1/3*3/2q*1Q1 w"]);
    assert_eq!(table["regions"].as_array().unwrap().len(), 2);
    assert_eq!(table["scores"][0][0], "W+0");
    assert_eq!(table["play"][0]["recommended"]["region"], 0);

    let directory = tempfile::tempdir().unwrap();
    let svg = directory.path().join("hot.svg");
    let (text, code) = run(&["thermograph", "X...|O...", "--svg", svg.to_str().unwrap()]);
    assert_eq!(code, Some(0));
    assert!(text.contains("left wall:  3 at 0, 0 at 3"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    assert!(std::fs::read_to_string(svg).unwrap().starts_with("<svg"));
    let drawn = json(&["thermograph", "--expression", "{3|{1|0}}"]);
    assert_eq!(drawn["temperature"], "5/4");
    assert_eq!(drawn["right_wall"][1]["temperature"], "1/2");
    assert_eq!(run(&["thermograph", "--expression", "{3|"]).1, Some(2));
    assert_eq!(run(&["regions", "Qx"]).1, Some(2));
    assert_eq!(run(&["thermograph", "Q7/8/8/8/8/8/7q w", "--memory", "4MB"]).1, Some(1));
}

/// The output is what the documentation shows.
#[test]
fn documented_examples_hold() {
    let mut output = String::new();
    let mut lines = 0;
    for line in include_str!("../../../../docs/game-values.md").lines() {
        let Some(line) = line.strip_prefix("    ") else { continue };
        if let Some(command) = line.strip_prefix("$ amazons ") {
            let (name, quoted) = command.split_once(' ').unwrap();
            output = run(&[name, quoted.trim_matches('\'')]).0;
        } else if line != "…" {
            assert!(output.contains(line), "{line}\n{output}");
            lines += 1;
        }
    }
    assert_eq!(lines, 9);
}
