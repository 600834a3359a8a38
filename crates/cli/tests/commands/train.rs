//! The command `train`, and evaluations by weights from a file.

use crate::program::program;
use assert_cmd::Command;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use std::path::Path;

fn amazons(directory: &Path) -> Command {
    let mut command = program();
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
    let shipped = include_bytes!("../../../../src/eval/learned.safetensors");
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
        .stderr(contains("unfinished games without a winner (RE): 1"));
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
    // A file with another name beside the output is left alone.
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
    // The same command has nothing left to do, and reports the same.
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
    // A lock file that a kill left locks nothing. Closing would not do: a process that another test
    // has just started may still have it open.
    held.unlock().unwrap();
    run(directory.path(), "train games.sgf -o n.st --examples 3").success();
    assert!(!lock.exists());
}

#[test]
fn a_shorter_training_into_the_same_file_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let read = |name: &str| std::fs::read(directory.path().join(name)).unwrap();
    let train =
        |words: &str| run(directory.path(), &format!("train games.sgf -o n.st --hidden 4 {words}"));
    games(directory.path(), "games.sgf");
    train("--examples 80 --runs 2").success();
    let files =
        ["n.st", "n.st.1.checkpoint", "n.st.2.checkpoint", "n.st.curve.csv", "n.st.curve.svg"];
    let before = files.map(read);
    std::fs::remove_file(directory.path().join("n.st.1.checkpoint")).unwrap();
    train("--examples 40 --runs 2")
        .code(2)
        .stderr(contains(
            "n.st.2.checkpoint: it has already seen 80 games, more than the 40 asked for",
        ))
        .stderr(contains("ask for 80 or more to continue, or write to another file"));
    // The first seed had not started when the second was refused.
    assert!(!directory.path().join("n.st.1.checkpoint").exists());
    std::fs::write(directory.path().join("n.st.1.checkpoint"), &before[1]).unwrap();
    train("--examples 40").code(2).stderr(contains("it has already seen 80 games"));
    assert_eq!(files.map(read), before);
    // The same command gives the same result, and a larger number of examples continues.
    train("--examples 80 --runs 2").success();
    assert_eq!(files.map(read), before);
    train("--examples 100 --runs 2").success();
    let weights = String::from_utf8_lossy(&read("n.st")).into_owned();
    assert!(weights.contains("\"examples\":\"100\""), "{weights}");
}

#[test]
fn another_kind_of_training_does_not_replace_finished_weights() {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name);
    labels(directory.path());
    games(directory.path(), "games.sgf");
    let (network, learned) =
        ("train games.sgf --examples 9 -o", "train learned labels.jsonl --epochs 1 -o");
    run(directory.path(), &format!("{network} n.st")).success();
    run(directory.path(), &format!("{learned} l.st")).success();
    std::fs::write(at("thesis.txt"), "my thesis").unwrap();
    let mut foreign = 2u64.to_le_bytes().to_vec();
    foreign.extend(b"{}");
    std::fs::write(at("foreign.st"), foreign).unwrap();
    let refused = |command: &str, file: &str, found: &str| {
        let before = std::fs::read(at(file)).unwrap();
        run(directory.path(), &format!("{command} {file}"))
            .code(2)
            .stderr(contains(format!("{file}: expected nothing or weights of 'train")))
            .stderr(contains(found))
            .stderr(contains("remove it, or write to another file"));
        assert_eq!(std::fs::read(at(file)).unwrap(), before, "{command} {file}");
    };
    refused(learned, "n.st", "found weights of 'train GAMES'");
    refused(network, "l.st", "found weights of 'train learned'");
    for command in [network, learned] {
        refused(command, "thesis.txt", "found no safetensors file");
        refused(command, "foreign.st", "found a safetensors file of something else");
    }
    // Weights of another seed also belong to another training.
    let before = std::fs::read(at("n.st")).unwrap();
    run(directory.path(), &format!("{network} n.st --seed 5"))
        .code(2)
        .stderr(contains("n.st.1.checkpoint: a checkpoint of another training (another seed)"));
    assert_eq!(std::fs::read(at("n.st")).unwrap(), before);
    // An empty file has nothing to lose.
    std::fs::write(at("empty"), "").unwrap();
    run(directory.path(), &format!("{network} empty")).success();
}

#[test]
fn weights_of_a_smaller_board_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    games(directory.path(), "games.sgf");
    run(directory.path(), "train games.sgf --examples 9 -o n.st").success();
    let refused = |words: &str, board: &str| {
        run(directory.path(), words)
            .code(2)
            .stderr(contains(
                "n.st: a network for a board of 4 x 4; expected such a board or a smaller",
            ))
            .stderr(contains(format!("found one of {board}")));
    };
    refused("match one-ply:net:n.st random --size 6x6 --games 2 -o m", "6 x 6");
    refused("selfplay alphabeta:eval=net:n.st --games 2 -o s.sgf", "10 x 10");
    assert!(!directory.path().join("m").exists() && !directory.path().join("s.sgf").exists());
    std::fs::write(directory.path().join("openings"), "Q2q/4/4/4 w\nQ2q1/5/5/5 w\n").unwrap();
    refused("match one-ply:net:n.st random --openings openings -o m", "5 x 4");
    let evaluate = |fen: &str| {
        amazons(directory.path()).args(["evaluate", fen, "--eval", "net:n.st"]).assert()
    };
    evaluate("Q3q/5/5 w").code(2).stderr(contains("found one of 5 x 3"));
    evaluate("Q2q/4/4/4 w").success();
    // A smaller board is the network's own board with the outer squares blocked.
    evaluate("Q1q/3 w").success();
    std::fs::write(directory.path().join("small"), "Q1q/3 w\nQ2q/4/4/4 w\n").unwrap();
    run(directory.path(), "match one-ply:net:n.st random --openings small --games 4 -o m")
        .success();
    amazons(directory.path())
        .args(["engine", "hybrid:first=mcts:net:n.st,then=random"])
        .write_stdin("position Q4/5/5/5/4q w\ngo nodes 9\nposition Q3/4/4/3q w\ngo nodes 9\nquit\n")
        .assert()
        .success()
        .stdout(contains("error 'mcts:eval=net:n.st': n.st: a network for a board of 4 x 4"))
        .stdout(contains("bestmove"));
}

#[test]
fn a_study_refuses_a_network_of_a_smaller_board() {
    let directory = tempfile::tempdir().unwrap();
    // Two regions, of 6 x 2 squares.
    let game =
        "(;GM[18]SZ[6:5]AW[ae][ca]AB[fe][fa]AA[ac][bc][cc][dc][ec]PL[W];W[aebeae];B[fefdfc])";
    std::fs::write(directory.path().join("game.sgf"), game).unwrap();
    run(directory.path(), "extract game.sgf --min-empties 5 --min-moves 1 -o set.xml").success();
    let study = |size: &str| {
        let play = format!("selfplay random --size {size} --games 9 --nodes 1 -o {size}.sgf");
        run(directory.path(), &play).success();
        run(directory.path(), &format!("train {size}.sgf --examples 9 -o {size}.st")).success();
        let words = format!("study set.xml --solvers one-ply:net:{size}.st --nodes 9 -o {size}");
        run(directory.path(), &words)
    };
    study("4x4")
        .code(2)
        .stderr(contains("set.xml: problem 'e"))
        .stderr(contains("a network for a board of 4 x 4").and(contains("found one of 6 x 2")));
    assert!(!directory.path().join("4x4").exists());
    // Regions cut out of the network's own board are studied.
    study("6x5").code(0);
}

#[test]
fn errors_over_no_games_are_not_0() {
    let directory = tempfile::tempdir().unwrap();
    let play = |seed: usize| {
        let name = format!("{seed}.sgf");
        let words =
            format!("selfplay random --size 4x4 --games 3 --nodes 1 --seed {seed} -o {name}");
        run(directory.path(), &words).success();
        run(directory.path(), &format!("train {name} -o {seed}.st --examples 9 --runs 3"))
    };
    let none = "3 games learned, 0 to choose by, 0 to test";
    let trained = (1..30)
        .map(play)
        .find(|ran| String::from_utf8_lossy(&ran.get_output().stdout).contains(none));
    let output = trained.expect("three of three games to learn from").success();
    let warning = "warning: no games to choose by: the network with the least error in the games learned from";
    let output = output.stderr(contains(warning)).get_output().clone();
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = text.lines().filter(|line| line.starts_with("seed ")).collect();
    assert_eq!(lines.len(), 3, "{text}");
    let mut least = (f64::INFINITY, "");
    for line in lines {
        let (seed, rest) = line.split_once(": error ").unwrap();
        let (learned, rest) = rest.split_once(" learned, ").unwrap();
        assert_eq!(rest, "– to choose by, – test");
        let learned: f64 = learned.parse().unwrap();
        if learned < least.0 {
            let (seed, _) = seed.split_once(", after ").unwrap();
            least = (learned, seed.trim_start_matches("seed "));
        }
    }
    let weights = std::fs::read(directory.path().join(text.lines().last().unwrap())).unwrap();
    let header = String::from_utf8_lossy(&weights);
    assert!(header.contains(&format!("\\\"seed\\\":{},", least.1)), "{least:?} {header}");
}

#[test]
fn a_settings_file_takes_units_as_a_number_a_list_or_a_text() {
    let directory = tempfile::tempdir().unwrap();
    games(directory.path(), "games.sgf");
    let train = |hidden: &str, output: &str| {
        let text = format!("examples = 5\nhidden = {hidden}\n");
        std::fs::write(directory.path().join("s.toml"), text).unwrap();
        run(directory.path(), &format!("train games.sgf --settings s.toml -o {output}"))
    };
    let layers = |file: &str| {
        let bytes = std::fs::read(directory.path().join(file)).unwrap();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let rest = text.split_once("\\\"hidden\\\":").unwrap().1;
        rest.split_once(']').unwrap().0.to_owned() + "]"
    };
    for (n, (hidden, wanted)) in
        [("8", "[8]"), ("[8, 4]", "[8,4]"), ("\"8,4\"", "[8,4]"), ("\"8\"", "[8]")]
            .iter()
            .enumerate()
    {
        let file = format!("{n}.st");
        train(hidden, &file).success();
        assert_eq!(layers(&file), *wanted, "{hidden}");
    }
    for (hidden, expected) in [
        ("true", "expected sizes of layers, such as 40, [80, 20] or \"80,20\""),
        ("\"8;4\"", "expected a whole number"),
        ("0", "expected 1 to 10000 units per layer"),
        ("[]", "expected 1 to 10000 units per layer"),
        ("-3", "expected sizes of layers"),
    ] {
        train(hidden, "no.st").code(2).stderr(contains(expected));
    }
}
