//! The command `reproduce`.

use crate::program::program;
use amazons::board::Position;
use assert_cmd::Command;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use serde_json::Value;
use std::fs;
use std::path::Path;

fn reproduce(arguments: &str) -> Command {
    let mut command = program();
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
            let mut command = reproduce(&format!(
                "{experiment} --scale 0.001 --effort 0.0001 --size 6x6 --format json -o"
            ));
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
        assert_eq!(report["finished"], true);
        // In a second run, nothing is played and the report is the same.
        assert_eq!(run().stdout, output.stdout, "{experiment}");
    }
}

#[test]
fn trained_networks_go_along_with_the_games() {
    let directory = tempfile::tempdir().unwrap();
    let small = "networks --scale 0.003 --effort 0.0001 --size 5x5 --format json --threads 1";
    let [first, second] = ["first", "second"].map(|name| directory.path().join(name));
    let errors = |output: std::process::Output| -> Value {
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        report["tables"][0].clone()
    };
    let before = errors(reproduce(&format!("{small} -o")).arg(&first).output().unwrap());
    let empty = format!("{small} --resume {} -o", directory.path().display());
    let nothing = reproduce(&empty).arg(&second).assert().code(2);
    nothing.stderr(contains("holds no results of a run"));
    let resume = format!("{small} --resume {} -o", first.display());
    let mut again = reproduce(&resume);
    assert_eq!(errors(again.arg(&second).output().unwrap()), before);
    let names = fs::read_dir(second.join("networks")).unwrap().flatten();
    let names: Vec<_> = names.map(|entry| entry.path()).collect();
    assert_eq!(names.len(), 13);
    assert!(names.iter().all(|path| path.extension().unwrap() == "safetensors"), "{names:?}");
    // Networks that have played are not replaced by the best of more runs.
    let network = first.join("networks/units-40.safetensors");
    let trained = fs::read(&network).unwrap();
    let larger = small.replace("0.003", "0.2");
    let third = directory.path().join("third");
    for arguments in [
        format!("{larger} -o {}", first.display()),
        format!("{larger} --resume {} -o {}", first.display(), third.display()),
    ] {
        let refused = reproduce(&arguments).assert().code(2);
        refused.stderr(contains("the best of 1 of 20 examples;"));
    }
    assert_eq!(fs::read(&network).unwrap(), trained);
    assert!(!third.exists());
}

#[test]
fn games_are_played_out_from_the_standard_start_and_go_on_elsewhere() {
    let [first, second] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let run = |directory: &Path, more: &[&str]| {
        let mut command =
            reproduce("uct-vs-alphabeta --scale 0.02 --effort 0.0002 --size 5x5 --format json");
        command.args(more).arg("-o").arg(directory);
        command.output().unwrap()
    };
    let done = run(first.path(), &[]);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let log = fs::read_to_string(first.path().join("games/results.jsonl")).unwrap();
    let games: Vec<Value> =
        log.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(games.len(), 30);
    let start = Position::start(5, 5).unwrap().to_fen();
    for game in &games {
        assert_eq!(
            (game["start"].as_str(), game["reason"].as_str()),
            (Some(&*start), Some("no-move"))
        );
    }
    // Nothing is played, and the report is empty.
    let nothing = run(second.path(), &["--report-only"]);
    assert_eq!(nothing.status.code(), Some(1));
    let partial: Value = serde_json::from_slice(&nothing.stdout).unwrap();
    assert_eq!(partial["finished"], false);
    // The games of the first directory give the same report.
    let resumed = ["--report-only", "--resume", first.path().to_str().unwrap()];
    let resumed = run(second.path(), &resumed);
    assert!(resumed.status.success(), "{}", String::from_utf8_lossy(&resumed.stderr));
    assert_eq!(resumed.stdout, done.stdout);
}

/// Only the run that owns the directory takes games over.
#[test]
fn games_of_another_seed_or_into_a_running_match_are_refused_and_harm_nothing() {
    let [first, second] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let run = |directory: &Path, more: &[&str]| {
        let mut command = reproduce("hybrid --scale 0.001 --effort 0.0001 --size 5x5 -o");
        command.arg(directory).args(more);
        command
    };
    run(first.path(), &[]).assert().success();
    let resume = ["--resume", first.path().to_str().unwrap()];
    let other = [&resume[..], &["--seed", "2"]].concat();
    let refused = run(second.path(), &other).assert().code(2);
    refused.stderr(contains("games.jsonl.gz belongs to another match"));
    run(second.path(), &["--seed", "3"]).assert().success();

    let third = tempfile::tempdir().unwrap();
    let log = third.path().join("games/results.jsonl");
    fs::create_dir(log.parent().unwrap()).unwrap();
    let running = fs::File::create(&log).unwrap();
    running.lock().unwrap();
    let report_only = [&resume[..], &["--report-only"]].concat();
    run(third.path(), &report_only).assert().code(2).stderr(contains("results.jsonl"));
    assert_eq!(fs::read_to_string(&log).unwrap(), "");
    running.unlock().unwrap();
    run(third.path(), &report_only).assert().success();
}

#[test]
fn wrong_calls_say_what_is_expected() {
    let directory = tempfile::tempdir().unwrap();
    for (arguments, expected) in [
        ("chess -o", "uct-vs-alphabeta"),
        ("hybrid --scale 0 -o", "expected a share above 0"),
        ("hybrid --effort=-1 -o", "expected a share above 0"),
        ("hybrid --resume /no/such/directory -o", "no such directory"),
        ("evaluations --scale 0.001 --games /no/such/file -o", "/no/such/file"),
    ] {
        reproduce(arguments).arg(directory.path()).assert().code(2).stderr(contains(expected));
    }
}

#[test]
fn defective_games_of_a_record_are_told_of() {
    let directory = tempfile::tempdir().unwrap();
    let record = directory.path().join("games.sgf");
    let good = "(;GM[18]SZ[4:2]RE[W+]AW[aa]AB[da]AA[bb][cb]PL[W];W[aabaaa])\n";
    let bad = "(;GM[18]SZ[4:2]RE[W+]AW[aa]AB[da]AA[bb][cb]PL[W];W[aadada])\n";
    let run = |text: &str, output: &str| {
        fs::write(&record, text).unwrap();
        let mut command =
            reproduce("evaluations --scale 0.001 --effort 0.0001 --size 6x6 --records");
        command.arg(&record).arg("-o").arg(directory.path().join(output));
        command.assert()
    };
    run(&format!("{good}{bad}"), "one")
        .code(2)
        .stderr(contains("games.sgf").and(contains("game 2")));
    assert!(directory.path().join("one/report.md").exists());
    run(bad, "none").code(2).stderr(contains("no game to look at; 1 games have a defect"));
    assert!(!directory.path().join("none/report.md").exists());
}

#[test]
fn a_damaged_network_of_tic_tac_toe_is_learned_again() {
    let directory = tempfile::tempdir().unwrap();
    let run = || {
        let mut command = reproduce("tic-tac-toe --scale 0.1 --effort 0.001 -o");
        command.arg(directory.path()).assert().success();
        fs::read_to_string(directory.path().join("report.md")).unwrap()
    };
    let before = run();
    let mut networks = fs::read_dir(directory.path().join("networks")).unwrap();
    let one = networks.next().unwrap().unwrap().path();
    let mut learned: Value = serde_json::from_str(&fs::read_to_string(&one).unwrap()).unwrap();
    learned["curve"] = serde_json::json!([]);
    fs::write(&one, learned.to_string()).unwrap();
    assert_eq!(run(), before);
}
