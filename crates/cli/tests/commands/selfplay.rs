//! The command `selfplay`.

use crate::program::program;
use amazons::records::Records;
use assert_cmd::Command;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use std::fs;
use std::path::Path;

fn selfplay(output: &Path, arguments: &str) -> Command {
    let mut command = program();
    command.arg("selfplay").args(arguments.split(' ')).arg("-o").arg(output);
    command
}

const RUN: &str = "alphabeta mcts --size 5x5 --games 6 --nodes 60 --seed 3 --random-plies 2";

#[test]
fn node_limited_runs_repeat_whatever_the_jobs() {
    let directory = tempfile::tempdir().unwrap();
    let (one, two) = (directory.path().join("one.sgf"), directory.path().join("two.sgf"));
    selfplay(&one, RUN).args(["--threads", "1"]).assert().success().stdout(contains("of 6 games"));
    selfplay(&two, RUN).args(["--threads", "2"]).assert().success();
    assert_eq!(fs::read(&one).unwrap(), fs::read(&two).unwrap());
    let games: Vec<_> = Records::open(&one).unwrap().map(Result::unwrap).collect();
    assert_eq!(games.len(), 6);
    for (i, game) in games.iter().enumerate() {
        assert!(!game.now().can_move());
        assert_eq!(game.tag("RO"), Some((i + 1).to_string().as_str()));
        let white = ["alphabeta:nodes=60", "mcts:nodes=60"][i % 2];
        assert_eq!(game.tag("PW"), Some(white));
        // The same opening with colours swapped.
        assert_eq!(game.position_at(2), games[i / 2 * 2].position_at(2));
    }
    assert_ne!(games[0].position_at(2), games[2].position_at(2));
}

#[test]
fn a_run_cut_anywhere_is_continued() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.sgf");
    selfplay(&path, RUN).assert().success();
    let whole = fs::read(&path).unwrap();
    for cut in [0, 1, 20, 40, 300, whole.len() / 2, whole.len() - 2, whole.len() - 1] {
        fs::write(&path, &whole[..cut]).unwrap();
        selfplay(&path, RUN).assert().success();
        assert_eq!(fs::read(&path).unwrap(), whole, "cut after {cut} bytes");
    }
    // Nothing is left to play, and more games can be asked for.
    selfplay(&path, RUN).assert().success();
    assert_eq!(fs::read(&path).unwrap(), whole);
    selfplay(&path, &RUN.replace("--games 6", "--games 8")).assert().success();
    assert!(fs::read(&path).unwrap().starts_with(&whole));
}

#[test]
fn games_of_another_run_are_not_touched() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.sgf");
    selfplay(&path, RUN).assert().success();
    let whole = fs::read(&path).unwrap();
    selfplay(&path, &RUN.replace("--seed 3", "--seed 4"))
        .assert()
        .code(2)
        .stderr(contains("games.sgf: game 1 belongs to another run").and(contains("seed 3")));
    fs::write(&path, [b"(;GM[18]SZ[4];Wa)".as_slice(), &whole].concat()).unwrap();
    selfplay(&path, RUN).assert().code(2);
    fs::write(&path, "no games").unwrap();
    selfplay(&path, RUN).assert().code(2);
    assert_eq!(fs::read(&path).unwrap(), b"no games");
}

#[test]
fn a_damaged_compressed_file_keeps_its_games() {
    let directory = tempfile::tempdir().unwrap();
    for name in ["games.sgf.gz", "games.sgf.zst"] {
        let path = directory.path().join(name);
        selfplay(&path, RUN).assert().success();
        let mut damaged = fs::read(&path).unwrap();
        *damaged.last_mut().unwrap() ^= 1;
        fs::write(&path, &damaged).unwrap();
        for run in [RUN, &RUN.replace("--games 6", "--games 8")] {
            let said = contains(name).and(contains("or damaged"));
            selfplay(&path, run).assert().code(2).stderr(said);
            assert_eq!(fs::read(&path).unwrap(), damaged, "{name}");
        }
    }
}

#[test]
fn wrong_calls_say_what_is_expected() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.sgf");
    for (arguments, expected) in [
        ("deepblue", "expected one of"),
        ("alphabeta:wdth=3", "no option 'wdth'"),
        ("random --size 3x3", "no standard start"),
        ("random --size 10", "columns x rows"),
        ("random --start Q?q", "position 'Q?q'"),
        ("random --start Q*q", "has no move"),
        ("random --nodes 0", "0"),
    ] {
        selfplay(&path, arguments).assert().code(2).stderr(contains(expected));
    }
    let nowhere = directory.path().join("nowhere/games.sgf");
    selfplay(&nowhere, "random --size 4x4").assert().code(2).stderr(contains("nowhere"));
}

#[test]
fn the_result_is_one_json_object() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.sgf");
    let output = selfplay(&path, "one-ply:minimal-distance random --size 6x6 --games 4")
        .args(["--format", "json"])
        .output()
        .unwrap();
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&report["games"], &report["different_games"]), (&4.into(), &4.into()));
    assert_eq!(report["b"], "random:time=100ms");
    let wins = ["a_wins_as_white", "a_wins_as_black"].map(|key| report[key].as_u64().unwrap());
    assert_eq!(report["a_wins"].as_u64().unwrap(), wins[0] + wins[1]);
}

#[test]
fn games_that_repeat_others_are_told_of() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.sgf");
    let run = "alphabeta one-ply --nodes 60 --size 5x5 --games 6 --random-plies 0";
    let warning = "Only 2 of these 6 games differ";
    selfplay(&path, run).assert().success().stdout(contains(warning));
    // Also when all are there already.
    selfplay(&path, run).assert().success().stdout(contains(warning));
    selfplay(&directory.path().join("other.sgf"), RUN).assert().stdout(contains("differ").not());
}

#[test]
fn a_game_that_is_there_twice_counts_once() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.sgf");
    selfplay(&path, RUN).assert().success();
    let whole = fs::read(&path).unwrap();
    fs::write(&path, [&whole[..], &whole].concat()).unwrap();
    selfplay(&path, RUN).assert().success().stdout(contains("of 6 games"));
    assert_eq!(fs::read(&path).unwrap(), whole);
}
