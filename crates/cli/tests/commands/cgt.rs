//! `amazons cgt`: operations, limits and errors.

use crate::program::program;
use predicates::str::contains;
use serde_json::Value;

fn json(words: &[&str]) -> Value {
    let output = program().arg("cgt").args(words).args(["--format", "json"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn every_operation_has_an_option() {
    let cases: &[(&[&str], &str)] = &[
        (&["±1", "--cool", "1"], "*"),
        (&["{4|{1|-1}}", "--freeze"], "2*"),
        (&["^", "--heat", "1"], "{1|{0|-2}}"),
        (&["1/2", "--overheat", "1*", "1"], "{1|*}"),
        (&["{1*,{3|0}|0^}", "--reduced"], "{1|0}"),
        (&["-1^", "--companion"], "-1^"),
        (&["*2 + ±(^2)", "--atomic-weight"], "*"),
        (&["*", "--ordinal-sum", "-1"], "v*"),
        (&["1/2", "--norton", "^"], "{^2*|v*}"),
        (&["*2", "--conway", "*2"], "*3"),
        (&["-{3|1}"], "{-1|-3}"),
    ];
    for (words, value) in cases {
        assert_eq!(json(words)["game_value"], *value, "{words:?}");
    }
    let all = json(&["{0|v*}"]);
    assert_eq!((&all["uptimal"], &all["atomic_weight"]), (&".01".into(), &"0".into()));
    assert_eq!(all["properties"].as_array().unwrap().len(), 4);
}

#[test]
fn a_text_that_is_no_game_is_refused_with_its_place() {
    let cases: &[(&[&str], &str)] = &[
        (&["{1|2|3}"], "game '{1|2|3}': character 5"),
        (&["1 + x"], "character 5"),
        (&["1", "--heat", "{1"], "game '{1': character"),
        (&["*", "--cool", "1/3"], "1/3"),
        (&["*", "--cool", "-1"], "0 or more; found -1"),
        (&["1", "--norton", "*"], "a game above 0"),
        (&["1", "--freeze", "--reduced"], "cannot be used with"),
    ];
    for (words, error) in cases {
        program().arg("cgt").args(*words).assert().code(2).stdout("").stderr(contains(*error));
    }
}

#[test]
fn what_has_no_answer_ends_with_1() {
    program()
        .args(["cgt", "+_1", "--atomic-weight"])
        .assert()
        .code(1)
        .stderr(contains("all small"));
    let hot = (1..15).map(|n| format!("{{{}|{{{n}|-{}}}}}", 3 * n, 2 * n));
    let large = hot.collect::<Vec<_>>().join(" + ");
    let words = ["cgt", &large, "--time", "50ms", "--format", "json"];
    program().args(words).assert().code(1).stdout(contains("time is up"));
}
