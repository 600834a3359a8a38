//! The command `train`, and evaluations by weights from a file.

use assert_cmd::Command;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use std::path::Path;

fn amazons(directory: &Path) -> Command {
    let mut command = Command::cargo_bin("amazons").unwrap();
    command.current_dir(directory);
    command
}

/// Answers of `value` for a few regions.
fn labels(directory: &Path) {
    let fens = "Q3/1*2/2*1/3q w\nQ2*/4/*2q w\n3Q/1*1*/q3 w\nQ4/1***1/4q w\n";
    std::fs::write(directory.join("regions.fen"), fens).unwrap();
    let output = amazons(directory)
        .args(["value", "--batch", "regions.fen", "--moves", "all", "--game-values", "0s"])
        .args(["--format", "json"])
        .output()
        .unwrap();
    std::fs::write(directory.join("labels.jsonl"), output.stdout).unwrap();
}

#[test]
fn an_evaluation_is_learned_and_played_by() {
    let directory = tempfile::tempdir().unwrap();
    labels(directory.path());
    amazons(directory.path())
        .args(["train", "learned", "labels.jsonl", "--epochs", "2", "-o", "w.safetensors"])
        .args(["--validation", "labels.jsonl"])
        .assert()
        .code(2)
        .stderr(contains("nothing to learn from"));
    amazons(directory.path())
        .args(["train", "learned", "labels.jsonl", "--epochs", "2", "-o", "w.safetensors"])
        .assert()
        .success()
        .stderr(contains("problems with"))
        .stdout(contains("epoch   2  loss"));
    for name in ["w.safetensors", "w.safetensors.curve.csv", "w.safetensors.curve.svg"] {
        assert!(directory.path().join(name).exists(), "{name}");
    }
    amazons(directory.path())
        .args(["evaluate", "Q3/1*2/2*1/3q w", "--no-maps", "--eval", "net:w.safetensors"])
        .assert()
        .success()
        .stdout(contains("net:w.safetensors"));
}

#[test]
fn wrong_weights_and_wrong_labels_are_named() {
    let directory = tempfile::tempdir().unwrap();
    let write =
        |name: &str, bytes: &[u8]| std::fs::write(directory.path().join(name), bytes).unwrap();
    let evaluate = |file: &str| {
        amazons(directory.path())
            .args(["evaluate", "Q2q w", "--eval", &format!("net:{file}")])
            .assert()
            .code(2)
    };
    let shipped = include_bytes!("../../src/eval/learned.safetensors");
    write("cut", &shipped[..shipped.len() / 2]);
    write("foreign", b"<?xml version=\"1.0\"?>");
    let inputs = shipped.windows(7).position(|bytes| bytes == b"sites 1").unwrap();
    let mut other = shipped.to_vec();
    other[inputs..inputs + 7].copy_from_slice(b"units 9");
    write("other", &other);
    evaluate("absent").stderr(contains("absent: No such file"));
    evaluate("cut").stderr(contains("cut: cut or damaged").and(contains("bytes, found")));
    evaluate("foreign").stderr(contains("foreign: no safetensors file"));
    evaluate("other").stderr(contains("weights for inputs 'units 9'"));

    write("labels", b"{\"fen\": \"Q2q w\"}\n{\"fen\": 1}\n");
    amazons(directory.path())
        .args(["train", "learned", "labels", "-o", "w"])
        .assert()
        .code(2)
        .stderr(contains("labels, line 2"));
    labels(directory.path());
    write("games", b"(;GM[18]SZ[6]AW[ac]AB[fd]PL[W];W[acbcac])");
    amazons(directory.path())
        .args(["train", "learned", "labels.jsonl", "--records", "games", "-o", "w"])
        .assert()
        .code(2)
        .stderr(contains("none of 1 games is finished"));
    assert!(!directory.path().join("w").exists());
}

fn run(directory: &Path, words: &str) -> assert_cmd::assert::Assert {
    amazons(directory).args(words.split(' ')).assert()
}

/// Games of 4 × 4 that were played to their ends.
fn games(directory: &Path, name: &str) {
    run(directory, &format!("selfplay random --size 4x4 --games 12 --nodes 1 -o {name}")).success();
}

#[test]
fn files_beside_the_weights_never_take_the_place_of_an_input() {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name);
    let refused = |words: &str, input: &str| {
        let before = std::fs::read(at(input)).unwrap();
        run(directory.path(), words).code(2).stderr(contains("is read by the command"));
        assert_eq!(std::fs::read(at(input)).unwrap(), before, "{words}");
        assert!(!at("n.st").exists(), "{words}");
    };
    labels(directory.path());
    for name in ["n.st.curve.csv", "n.st.curve.svg", "n.st.checkpoint"] {
        std::fs::copy(at("labels.jsonl"), at(name)).unwrap();
        refused(&format!("train learned {name} -o n.st --epochs 1"), name);
    }
    games(directory.path(), "games.sgf");
    std::fs::copy(at("games.sgf"), at("n.st.curve.svg")).unwrap();
    refused("train learned labels.jsonl --records n.st.curve.svg -o n.st", "n.st.curve.svg");
    for side in ["curve.csv", "curve.svg", "lengths.svg", "fates.jsonl", "1.checkpoint"] {
        let name = format!("n.st.{side}");
        std::fs::copy(at("games.sgf"), at(&name)).unwrap();
        refused(&format!("train {name} -o n.st --examples 3"), &name);
    }
    std::fs::copy(at("games.sgf"), at("m.st.3.checkpoint")).unwrap();
    refused("train m.st.3.checkpoint -o m.st --runs 2 --seed 2 --examples 3", "m.st.3.checkpoint");
    // What stands beside under a name of its own is nobody's.
    std::fs::write(at("w.csv"), "mine").unwrap();
    run(directory.path(), "train learned labels.jsonl --epochs 1 -o w.st").success();
    assert_eq!(std::fs::read_to_string(at("w.csv")).unwrap(), "mine");
    assert!(at("w.st.curve.csv").exists());
}

#[test]
fn other_settings_do_not_take_the_place_of_finished_weights() {
    let directory = tempfile::tempdir().unwrap();
    let read = |name: &str| std::fs::read(directory.path().join(name)).unwrap();
    labels(directory.path());
    let same = "train learned labels.jsonl -o l.st --epochs 3";
    let first = run(directory.path(), same).success();
    let (weights, curve) = (read("l.st"), read("l.st.curve.csv"));
    for other in [
        "labels.jsonl -o l.st --epochs 2 --rate 0.5",
        "labels.jsonl -o l.st --epochs 3 --seed 2",
        "labels.jsonl -o l.st --epochs 3 --problems 1",
    ] {
        run(directory.path(), &format!("train learned {other}"))
            .code(2)
            .stderr(contains("l.st.checkpoint: a checkpoint of another training (other"))
            .stderr(contains("remove it, or write to another file"));
    }
    // The same command has nothing left to do, and says the same.
    let again = run(directory.path(), same).success();
    assert_eq!(again.get_output().stdout, first.get_output().stdout);
    assert_eq!((read("l.st"), read("l.st.curve.csv")), (weights, curve));
    std::fs::remove_file(directory.path().join("l.st.checkpoint")).unwrap();
    run(directory.path(), "train learned labels.jsonl -o l.st --epochs 2 --rate 0.5").success();
}

#[test]
fn a_share_is_from_0_to_1() {
    let directory = tempfile::tempdir().unwrap();
    labels(directory.path());
    for share in ["7", "-0.1", "1.0001", "NaN"] {
        let words = format!("train learned labels.jsonl -o w --optimal-share {share}");
        run(directory.path(), &words).code(2).stderr(contains("expected a number from 0 to 1"));
    }
    let words = "train learned labels.jsonl -o w --epochs 1 --optimal-share 1";
    run(directory.path(), words).success();
    run(directory.path(), &words.replace("-o w", "-o /dev/null")).success();
    assert!(!Path::new("/dev/null.checkpoint").exists());
}

#[test]
fn two_trainings_do_not_write_one_file() {
    let directory = tempfile::tempdir().unwrap();
    let lock = directory.path().join("n.st.lock");
    labels(directory.path());
    games(directory.path(), "games.sgf");
    let held = std::fs::File::create(&lock).unwrap();
    held.lock().unwrap();
    for words in [
        "train games.sgf -o n.st --examples 3",
        "train learned labels.jsonl -o n.st --epochs 1",
        "train learned labels.jsonl -o ./n.st --epochs 1",
    ] {
        run(directory.path(), words).code(2).stderr(contains("n.st: in use by another run"));
    }
    assert!(!directory.path().join("n.st").exists());
    // A lock that a kill left is held by nobody.
    drop(held);
    run(directory.path(), "train games.sgf -o n.st --examples 3").success();
    assert!(!lock.exists());
}
