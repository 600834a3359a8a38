//! `amazons show` on FENs and records.

use crate::program::program;
use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::contains;

fn show() -> Command {
    let mut command = program();
    command.arg("show");
    command
}

#[test]
fn a_fen_is_drawn_in_text_json_and_svg() {
    show().arg("Q2q/4 b").assert().success().stdout(contains("  2 W . . B 2\n"));
    let json = "{\"fen\":\"Q2q/4 b\",\"width\":4,\"height\":2,\"empties\":6,";
    show().args(["Q2q/4 b", "--format", "json"]).assert().success().stdout(contains(json));
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("board.svg");
    show().args(["Q2q/4 b", "--mark", "d2-d1/c1", "--svg"]).arg(&file).assert().success();
    assert!(std::fs::read_to_string(file).unwrap().starts_with("<svg"));
}

#[test]
fn a_record_is_shown_at_any_ply() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("games.txt");
    std::fs::write(&file, "g1-g7/b7\ng1-g7/b7 d10-d4/g1 d1-d2/d9\n").unwrap();
    let record = || {
        let mut command = show();
        command.args(["--format", "json", "--record"]).arg(&file);
        command
    };
    record().args(["--game", "2", "--ply", "0"]).assert().success().stdout(contains("3q2q3/"));
    record().args(["--game", "2", "--ply", "2"]).assert().success().stdout(contains(" w\""));
    let illegal = "games.txt:2: game 2, ply 3: d1-d2/d9 is illegal";
    record().args(["--game", "2"]).assert().code(2).stderr(contains(illegal));
    record().args(["--game", "1", "--ply", "9"]).assert().code(2).stderr(contains("has 1 plies"));
    record().args(["--game", "3"]).assert().code(2).stderr(contains("no game 3"));
}

#[test]
fn wrong_input_is_named() {
    show().arg("Q2x w").assert().code(2).stderr(contains("found 'x'"));
    show().assert().code(2);
    show()
        .args(["Q2q", "--svg", "/no/such/dir/a.svg"])
        .assert()
        .code(2)
        .stderr(contains("/no/such/dir/a.svg").and(contains("No such file")));
    show().args(["--record", "nowhere.sgf"]).assert().code(2).stderr(contains("nowhere.sgf"));
}
