//! The command `reproduce`.

use assert_cmd::Command;
use predicates::str::contains;
use serde_json::Value;
use std::fs;

fn reproduce(arguments: &str) -> Command {
    let mut command = Command::cargo_bin("amazons").unwrap();
    command.arg("reproduce").args(arguments.split(' '));
    command
}

#[test]
fn every_experiment_runs_at_a_small_scale_and_writes_its_report() {
    for (experiment, table, figure) in [
        ("uct-vs-alphabeta", "against TE", Some("figure3.svg")),
        ("game-progress", "TGP – MN", None),
        ("evaluations", "minimal-distance", Some("figure16.svg")),
        ("hybrid", "mcts:eval=lieberum", None),
    ] {
        let directory = tempfile::tempdir().unwrap();
        let run = || {
            let mut command =
                reproduce(&format!("{experiment} --scale 0.001 --effort 0.0001 --format json -o"));
            command.arg(directory.path());
            command.output().unwrap()
        };
        let output = run();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert!(!report["differences"].as_array().unwrap().is_empty());
        assert!(!report["tables"][0]["rows"].as_array().unwrap().is_empty());
        let markdown = fs::read_to_string(directory.path().join("report.md")).unwrap();
        let named = markdown.contains(table) || table.starts_with("mcts:");
        assert!(named, "{markdown}");
        assert!(
            fs::read_to_string(directory.path().join("table1.csv")).unwrap().lines().count() > 3
        );
        if let Some(figure) = figure {
            assert!(fs::read_to_string(directory.path().join(figure)).unwrap().contains("<svg"));
        }
        // Called again, nothing is played and the report is the same.
        assert_eq!(run().stdout, output.stdout, "{experiment}");
    }
}

#[test]
fn wrong_calls_say_what_is_expected() {
    let directory = tempfile::tempdir().unwrap();
    for (arguments, expected) in [
        ("chess -o", "uct-vs-alphabeta"),
        ("hybrid --scale 0 -o", "expected a share above 0"),
        ("hybrid --effort=-1 -o", "expected a share above 0"),
        ("evaluations --scale 0.001 --games /no/such/file -o", "/no/such/file"),
    ] {
        reproduce(arguments).arg(directory.path()).assert().code(2).stderr(contains(expected));
    }
}
