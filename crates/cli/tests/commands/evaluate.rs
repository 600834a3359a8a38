//! The command `evaluate`.

use crate::program::program;
use assert_cmd::Command;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use serde_json::Value;

fn evaluate(arguments: &[&str]) -> Command {
    let mut command = program();
    command.arg("evaluate").args(arguments);
    command
}

const START: &str = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w";

#[test]
fn every_function_is_printed_with_its_components_and_the_maps() {
    evaluate(&[START])
        .assert()
        .success()
        .stdout(contains("territory                9.60").and(contains("own moves 2176")))
        .stdout(contains("TGP 0 %, MGP 10 %"))
        .stdout(contains("  4  W    1/2   1/2   1/1 "))
        .stdout(contains("Least king moves"));
}

#[test]
fn the_result_is_one_json_object() {
    let fen = "Q3*/***1q w";
    let output = evaluate(&[fen, "--format", "json"]).output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["fen"], fen);
    let te = report["evaluations"]
        .as_array()
        .unwrap()
        .iter()
        .find(|one| one["evaluation"] == "territory")
        .unwrap();
    assert_eq!(te["value"], 1.2);
    assert_eq!(te["parts"]["tied squares"], 1.0);
    assert_eq!(
        report["queen_distances"]["white"][1],
        serde_json::json!([null, null, null, 2, null])
    );
    let short =
        evaluate(&[fen, "--no-maps", "--eval", "rte", "--format", "json"]).output().unwrap();
    let short: Value = serde_json::from_slice(&short.stdout).unwrap();
    assert_eq!(short["evaluations"].as_array().unwrap().len(), 1);
    assert!(short.get("queen_distances").is_none());
}

#[test]
fn wrong_calls_say_what_is_expected() {
    for (arguments, expected) in [
        (["Q?q", "--no-maps"], "position 'Q?q'"),
        ([START, "--eval=depth"], "expected one of accessibility, lieberum"),
        ([START, "--eval=lieberum:x=1"], "no constant 'x'; expected one of tie"),
    ] {
        evaluate(&arguments).assert().code(2).stderr(contains(expected));
    }
}
