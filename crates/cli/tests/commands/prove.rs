//! The command `prove` as users run it.

use crate::program::program;
#[cfg(target_os = "linux")]
use crate::small_proof::with_very_many_moves;
use assert_cmd::Command;
use predicates::prelude::*;
use serde_json::Value;
use std::fs;

fn prove(args: &[&str]) -> Command {
    let mut command = program();
    command.arg("prove").args(args);
    command
}

const BOARD: &str = "Q2q/1**1 w";

fn accepted(path: &std::path::Path) {
    let bytes = fs::read(path).unwrap();
    verifier::verify(&bytes).unwrap();
}

#[test]
fn a_true_claim_makes_a_file_and_a_false_one_none() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("a.proof");
    let path = file.to_str().unwrap();
    prove(&[BOARD, "--score", "W+4", "-o", path])
        .assert()
        .code(1)
        .stdout(predicate::str::contains("refuted"));
    assert!(!file.exists());
    for rule in ["0", "guards", "guards+2"] {
        prove(&[BOARD, "--score", "W+3", "--rule", rule, "-o", path])
            .assert()
            .code(0)
            .stdout(predicate::str::contains("White wins by 3 or more"));
        accepted(&file);
    }
    let output = prove(&[BOARD, "-o", path, "--format", "json"]).output().unwrap();
    let object: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(object["claim"], "White wins");
    assert_eq!(object["verdict"], "proved");
    accepted(&file);
}

#[test]
fn a_proof_of_another_position_and_any_other_file_stay() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("a.proof");
    let path = file.to_str().unwrap();
    prove(&[BOARD, "-o", path]).assert().code(0);
    let before = fs::read(&file).unwrap();
    prove(&["Q2q w", "-o", path])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("holds a proof about another position (Q2q/1**1 w)"));
    assert_eq!(fs::read(&file).unwrap(), before);
    fs::write(&file, "(;GM[18])").unwrap();
    prove(&[BOARD, "-o", path])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("holds no intact proof"));
    assert_eq!(fs::read(&file).unwrap(), b"(;GM[18])");
    let search = directory.path().join("search");
    let at = search.to_str().unwrap();
    prove(&[BOARD, "--score", "W+3", "--split", "1", "-o", at]).assert().code(0);
    prove(&[at, "--merge", "-o", path])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("holds no intact proof"));
    assert_eq!(fs::read(&file).unwrap(), b"(;GM[18])");
}

#[test]
fn a_search_in_parts_is_shown_goes_on_and_is_merged() {
    let directory = tempfile::tempdir().unwrap();
    let search = directory.path().join("search");
    let file = directory.path().join("a.proof");
    let (at, path) = (search.to_str().unwrap(), file.to_str().unwrap());
    let fen = "1qq1/q2q/Q2Q/1QQ1 w";
    prove(&[fen, "--score", "B+0", "--split", "1", "-o", at, "--time", "1ms"]).assert().code(1);
    prove(&[at, "--merge", "-o", path]).assert().code(2);
    prove(&[at]).assert().code(0).stdout(predicate::str::contains("Black wins"));
    let output = prove(&[at, "--status", "--format", "json"]).output().unwrap();
    let status: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(status["verdict"], "proved");
    let parts = status["parts"].as_array().unwrap();
    assert!(parts.iter().all(|part| part["state"] == "proved"));
    prove(&[at, "--merge", "-o", path]).assert().code(0);
    accepted(&file);
}

#[test]
fn a_claim_that_is_not_divided_yet_is_one_open_line() {
    let directory = tempfile::tempdir().unwrap();
    let search = directory.path().join("search");
    let at = search.to_str().unwrap();
    let fen = "2q2q/6/q4q/Q4Q/6/2Q2Q w";
    let begun = prove(&[fen, "--score", "W+0", "--split", "2", "-o", at, "--time", "300ms"])
        .args(["--threads", "1"])
        .assert()
        .code(1)
        .stderr(predicate::str::contains("the whole claim: open, "));
    let text = String::from_utf8(begun.get_output().stdout.clone()).unwrap();
    let words: Vec<Vec<&str>> =
        text.lines().map(|line| line.split_whitespace().collect()).collect();
    assert!(words.contains(&vec!["open", "1", "1"]), "{text}");
    assert!(text.contains("  the whole claim  open  "), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    let output = prove(&[at, "--status", "--format", "json"]).output().unwrap();
    let status: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&status["open"], &status["parts"][0]["line"]), (&1.into(), &"".into()));
}

/// A finished search: its directory, a part's name, and the line that leads to the part.
fn finished(at: &str) -> (String, String) {
    let fen = "1qq1/q2q/Q2Q/1QQ1 w";
    prove(&[fen, "--score", "B+0", "--split", "1", "-o", at]).assert().code(0);
    let status = status(at);
    let text = |field: &str| status["parts"][3][field].as_str().unwrap().to_owned();
    (format!("{at}/parts/{}", text("name")), text("line"))
}

fn status(at: &str) -> Value {
    let output = prove(&[at, "--status", "--format", "json"]).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn a_merge_does_not_write_over_the_search() {
    let directory = tempfile::tempdir().unwrap();
    let search = directory.path().join("search");
    let at = search.to_str().unwrap();
    let (part, _) = finished(at);
    for file in [format!("{at}/claim.json"), format!("{part}.proof"), format!("{part}.json")] {
        let before = fs::read(&file).unwrap();
        let refused = predicate::str::contains("is read by the command");
        prove(&[at, "--merge", "-o", &file]).assert().code(2).stderr(refused);
        assert!(fs::read(&file).unwrap() == before, "{file}");
    }
    // The merged proof may be placed there, and may be overwritten.
    let whole = format!("{at}/whole.proof");
    for _ in 0..2 {
        prove(&[at, "--merge", "-o", &whole]).assert().code(0);
    }
    accepted(whole.as_ref());
}

#[cfg(unix)]
#[test]
fn a_fifo_gets_the_proof() {
    let directory = tempfile::tempdir().unwrap();
    let [fifo, file] = ["fifo", "file"].map(|name| directory.path().join(name));
    if !std::process::Command::new("mkfifo").arg(&fifo).status().is_ok_and(|made| made.success()) {
        return;
    }
    prove(&[BOARD, "-o", file.to_str().unwrap()]).assert().code(0);
    let at = fifo.clone();
    let reader = std::thread::spawn(move || fs::read(at).unwrap());
    let mut command = prove(&[BOARD, "-o", fifo.to_str().unwrap()]);
    command.timeout(std::time::Duration::from_secs(60)).assert().code(0);
    assert_eq!(reader.join().unwrap(), fs::read(&file).unwrap());
}

#[test]
fn a_part_whose_files_are_damaged_is_open_and_is_proved_again() {
    let directory = tempfile::tempdir().unwrap();
    let search = directory.path().join("search");
    let file = directory.path().join("a.proof");
    let (at, path) = (search.to_str().unwrap(), file.to_str().unwrap());
    let (part, line) = finished(at);
    let bytes = |ending: &str| fs::read(format!("{part}.{ending}")).unwrap();
    let (proof, state) = (bytes("proof"), bytes("json"));
    let other = directory.path().join("other.proof");
    prove(&[BOARD, "-o", other.to_str().unwrap()]).assert().code(0);
    let mut changed = proof.clone();
    changed[50] ^= 1;
    let cases = [
        ("proof", None),
        ("proof", Some(proof[..proof.len() / 2].to_vec())),
        ("proof", Some(changed)),
        ("proof", Some(fs::read(&other).unwrap())),
        ("json", Some(state[..state.len() / 2].to_vec())),
        ("json", Some(vec![0xFF; 100])),
    ];
    for (ending, content) in cases {
        let name = format!("{part}.{ending}");
        match content {
            Some(content) => fs::write(&name, content).unwrap(),
            None => fs::remove_file(&name).unwrap(),
        }
        let named = || {
            predicate::str::contains(format!("warning: {name}: "))
                .and(predicate::str::contains(format!("part '{line}' counts as open")))
        };
        prove(&[at, "--status"])
            .assert()
            .code(0)
            .stdout(predicate::str::contains(": open").and(predicate::str::contains(&line)))
            .stderr(named());
        let status = status(at);
        assert_eq!((&status["verdict"], &status["open"]), (&"open".into(), &1.into()));
        assert!(status["damaged"][0].as_str().unwrap().starts_with(&name), "{status}");
        let says = predicate::str::contains(format!("'amazons prove {at}' continues"));
        prove(&[at, "--merge", "-o", path]).assert().code(2).stderr(named().and(says));
        prove(&[at]).assert().code(0).stderr(named());
        prove(&[at, "--status"]).assert().code(0).stderr("");
        prove(&[at, "--merge", "-o", path]).assert().code(0);
        accepted(&file);
    }
}

#[test]
fn a_proof_of_something_else_proves_no_part() {
    let directory = tempfile::tempdir().unwrap();
    let search = directory.path().join("search");
    let file = directory.path().join("a.proof");
    let (at, path) = (search.to_str().unwrap(), file.to_str().unwrap());
    let (part, line) = finished(at);
    let (proof, json) = (format!("{part}.proof"), format!("{part}.json"));
    let mut state: Value = serde_json::from_slice(&fs::read(&json).unwrap()).unwrap();
    for key in ["positions", "checksum"] {
        state.as_object_mut().unwrap().remove(key);
    }
    let fen = state["fen"].as_str().unwrap().to_owned();
    // Another board, one that is larger than the claim's, and a smaller claim about the same one.
    for arguments in [
        vec![BOARD],
        vec!["9/9/9/9/9/9/9/**7/Q*6q b", "--score", "B+0"],
        vec![&fen, "--score", "B+0", "--rule", "guards+1"],
    ] {
        let other = directory.path().join("other.proof");
        _ = fs::remove_file(&other);
        prove(&arguments).args(["-o", other.to_str().unwrap()]).assert().code(0);
        fs::copy(&other, &proof).unwrap();
        fs::write(&json, state.to_string()).unwrap();
        let named = || {
            predicate::str::contains("proves 'Black wins' in ")
                .or(predicate::str::contains("proves 'White wins' in "))
                .and(predicate::str::contains("expected 'Black wins' in "))
                .and(predicate::str::contains(format!("part '{line}' counts as open")))
        };
        prove(&[at, "--merge", "-o", path]).assert().code(2).stderr(named());
        assert_eq!(status(at)["verdict"], "open");
        prove(&[at]).assert().code(0).stderr(named());
        prove(&[at, "--merge", "-o", path]).assert().code(0);
        accepted(&file);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn very_many_moves_in_the_small_proof_of_a_part_take_no_memory() {
    let directory = tempfile::tempdir().unwrap();
    let search = directory.path().join("search");
    let file = directory.path().join("a.proof");
    let (at, path) = (search.to_str().unwrap(), file.to_str().unwrap());
    let (part, _) = finished(at);
    let (proof, json) = (format!("{part}.proof"), format!("{part}.json"));
    let small = with_very_many_moves(&fs::read(&proof).unwrap());
    let mut state: Value = serde_json::from_slice(&fs::read(&json).unwrap()).unwrap();
    for key in ["positions", "checksum"] {
        state.as_object_mut().unwrap().remove(key);
    }
    fs::write(&json, state.to_string()).unwrap();
    fs::write(&proof, &small).unwrap();
    // Enough for the program, not for the moves.
    let amazons = env!("CARGO_BIN_EXE_amazons");
    let script =
        format!("ulimit -v 400000; exec '{amazons}' prove \"$0\" --merge -o \"$1\" --memory 64MB");
    let merge = || {
        let mut shell = Command::new("sh");
        shell.args(["-c", &script, at, path]).assert()
    };
    let named = predicate::str::contains(format!("{proof}: "));
    let problem = predicate::str::contains("no move 0 in ")
        .or(predicate::str::contains("has more moves than its strategy needs"));
    merge().code(2).stderr(named.and(problem));
    // A small proof of the whole claim may be written over.
    fs::remove_file(&proof).unwrap();
    prove(&[at]).assert().code(0);
    prove(&[at, "--merge", "-o", path]).assert().code(0);
    fs::write(&file, with_very_many_moves(&fs::read(&file).unwrap())).unwrap();
    merge().code(0);
    accepted(&file);
}

#[test]
fn a_merge_of_other_claims_makes_no_directory() {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    for score in ["W+1", "W+2"] {
        prove(&[BOARD, "--score", score, "--split", "1", "-o", &at(score)]).assert().code(0);
    }
    let mut merge = program();
    merge.args(["merge", &at("W+1"), &at("W+2"), "-o", &at("both")]);
    merge.assert().code(2).stderr(predicate::str::contains("search for another claim"));
    assert!(!directory.path().join("both").exists());
}

#[test]
fn parts_that_were_never_begun_are_counted_as_open() {
    let directory = tempfile::tempdir().unwrap();
    let search = directory.path().join("search");
    let at = search.to_str().unwrap();
    // All positions are different, since the board has no symmetry.
    let fen = "1q2q1/qQ3q/1*4/Q4Q/4Q1 b";
    let begun = prove(&[fen, "--score", "W+0", "--split", "1", "-o", at, "--time", "1ms"])
        .args(["--threads", "1"])
        .assert()
        .code(1);
    let text = String::from_utf8(begun.get_output().stdout.clone()).unwrap();
    let status = status(at);
    let parts = status["parts"].as_array().unwrap();
    assert!(parts.len() > 100 && parts.iter().all(|part| part["state"] == "open"));
    assert_eq!(status["open"], parts.len());
    let words: Vec<Vec<&str>> =
        text.lines().map(|line| line.split_whitespace().collect()).collect();
    let count = parts.len().to_string();
    assert!(words.contains(&vec!["open", count.as_str(), count.as_str()]), "{text}");
    // Each gets at least a first round.
    let round = status["next_round_nodes"].as_u64().unwrap();
    assert!(round >= 65_536 * parts.len() as u64, "{round}");
}

#[test]
fn wrong_calls_are_named() {
    let directory = tempfile::tempdir().unwrap();
    let at = directory.path().to_str().unwrap();
    let cases: &[(&[&str], &str)] = &[
        (&[BOARD], "-o FILE"),
        (&["no such thing", "-o", "/dev/null"], "no such thing"),
        (&[at, "--status"], "claim.json"),
        (&[at], "claim.json"),
        (&[BOARD, "-o", "/no/such/directory/file"], "/no/such/directory"),
        (&[BOARD, "--rule", "guards+9", "-o", "x"], "guards+k"),
        (&[BOARD, "--partition", "1/2", "-o", "x"], "--split"),
        (&["**/** w", "-o", "x"], "no square is open"),
    ];
    for (args, message) in cases {
        prove(args).assert().code(2).stderr(predicate::str::contains(*message));
    }
    fs::write(directory.path().join("other"), "").unwrap();
    prove(&[BOARD, "--split", "1", "-o", at])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("other files"));
}

/// Black cannot move. How long White can is hard to say, and no part says it.
#[test]
fn a_claim_about_a_filling_is_not_proved_for_want_of_replies() {
    let directory = tempfile::tempdir().unwrap();
    let search = directory.path().join("search");
    let at = search.to_str().unwrap();
    let fen = "q***3*3/***5***/1**3****1/2*6*1/1*8*/7**1*/1*1*6*/*3*3*Q*/1**1*2**2/1***1*1*1**/\
               1**1**1**** b";
    prove(&[fen, "--score", "W+69", "--split", "1", "-o", at, "--divide-after", "1"])
        .args(["--time", "1s", "--threads", "1", "--memory", "300MB"])
        .timeout(std::time::Duration::from_secs(60))
        .assert()
        .code(1)
        .stdout(predicate::str::contains("b: open"));
    // An earlier version wrote that it was divided.
    let parts = fs::read_dir(search.join("parts")).unwrap().map(|entry| entry.unwrap().path());
    for part in parts.filter(|path| path.extension().is_some_and(|end| end == "json")) {
        let text = fs::read_to_string(&part).unwrap();
        fs::write(&part, text.replace("\"open\"", "\"divided\"")).unwrap();
    }
    let nodes = || {
        let status = status(at);
        assert_eq!((&status["verdict"], &status["open"]), (&"open".into(), &1.into()));
        status["nodes"].as_u64().unwrap()
    };
    let before = nodes();
    prove(&[at, "--time", "2s", "--threads", "1", "--memory", "300MB"]).assert().code(1);
    assert!(nodes() > before);
}
