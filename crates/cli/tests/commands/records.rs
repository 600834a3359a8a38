//! Game records of other programs and people: where games start, what could be read in two ways, and
//! `amazons convert`.

use crate::program::program;
use predicates::prelude::*;
use predicates::str::{contains, starts_with};
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

/// A game from Little Golem's cross, whose moves are illegal from the standard start.
const CROSS: &str = "a4-b4/c4 d1-d2/d3 a7-b7/c7\n";

struct Records(TempDir);

impl Records {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    fn run(&self, words: &[&str]) -> assert_cmd::assert::Assert {
        let mut command = program();
        command.current_dir(self.0.path()).args(words).assert()
    }
}

#[test]
fn every_command_that_reads_records_takes_a_start_and_how_to_read_lines() {
    let records = Records::new();
    records.write("small.txt", "a2-a1/b1 d2-d1/c1\n");
    records.write("small.sgf", "(;GM[18]SZ[4:2];W[aaabbb];B[dadbcb])");
    let help = |words: &[&str]| {
        let text = records.run(words).success().get_output().stdout.clone();
        String::from_utf8(text).unwrap()
    };
    for command in [
        "extract",
        "review",
        "progress",
        "show",
        "explore",
        "puzzles",
        "train",
        "train learned",
        "reproduce",
        "convert",
        "match",
    ] {
        let words: Vec<&str> = command.split(' ').chain(["--help"]).collect();
        let text = help(&words);
        assert!(text.contains("--start") && text.contains("--lines"), "{command}: {text}");
    }
    for file in ["small.txt", "small.sgf"] {
        let show = ["show", "--record", file, "--start", "Q2q/4 w"];
        records.run(&show).success().stdout(contains("4/Q**q w")).stderr("");
    }
    records
        .run(&["progress", "small.txt", "--start", "Q2q/4 w"])
        .success()
        .stdout(contains("d2-d1/c1"));
    records
        .run(&["review", "small.txt", "--start", "Q2q/4 w", "--nodes", "50"])
        .success()
        .stdout(contains("d2-d1/c1"));
    let extract = ["extract", "small.txt", "-o", "set.xml", "--min-empties", "2"];
    records.run(&[&extract[..], &["--start", "Q3q/5 w"]].concat()).code(2).stderr(contains(
        "small.txt:1: game 1, ply 2: d2-d1/c1 is illegal: Black to move has no amazon on d2",
    ));
    records.write("eight.txt", "1. c1-c6/f6 f8-f7/f8 2. c6-c5/c6\n");
    records.run(&["show", "--record", "eight.txt", "--start", "8x8"]).success().stderr("");
}

#[test]
fn what_could_be_read_in_two_ways_is_said_once_per_file_and_kind() {
    let records = Records::new();
    records.write("crosses.txt", CROSS.repeat(3));
    let note = "note: crosses.txt:1: game 1: its moves are illegal from the standard start";
    let shown = records.run(&["extract", "crosses.txt", "-o", "set.xml"]);
    let said = String::from_utf8_lossy(&shown.get_output().stderr).into_owned();
    assert!(said.starts_with(note) && said.matches("note:").count() == 1, "{said}");
    records.run(&["show", "--record", "crosses.txt", "--game", "2"]).success().stderr(starts_with(
        "note: crosses.txt:2: game 2: its moves are illegal from the standard start; read from",
    ));
    let quiet = ["show", "--record", "crosses.txt", "--start", "cross"];
    records.run(&quiet).success().stderr("");
    // One move a line is a game, or three games.
    records.write("moves.txt", "d1-d7/g7\ng10-g8/b3\na4-a5/c5\n");
    let count = |lines: &str, games: usize| {
        let words = ["convert", "moves.txt", "-o", "-", "--to", "json", "--lines", lines];
        let output = records.run(&words);
        let text = String::from_utf8_lossy(&output.get_output().stdout).into_owned();
        assert_eq!(text.lines().count(), games, "{lines}: {text}");
    };
    count("decided", 1);
    count("joined", 1);
    count("apart", 2);
}

#[test]
fn games_go_round_through_every_format() {
    let records = Records::new();
    let games = "[White \"Ann\"]\n[Black \"Bob\"]\n1. d1-d7/g7 g10-g8/b3 2. a4-a5/c5 1-0\n\n\
                 [FEN \"Q2q/4 w\"]\n1. a2-a1/b1 *\n";
    records.write("games.txt", games);
    let convert = |from: &str, to: &str| records.run(&["convert", from, "-o", to]);
    for (from, to) in [
        ("games.txt", "a.sgf"),
        ("a.sgf", "b.jsonl.gz"),
        ("b.jsonl.gz", "c.pgn"),
        ("c.pgn", "d.sgf.zst"),
        ("d.sgf.zst", "e.sgf"),
    ] {
        convert(from, to).success().stdout(contains("2 games as")).stderr("");
    }
    assert_eq!(records.read("a.sgf"), records.read("e.sgf"));
    assert!(records.read("c.pgn").contains("[White \"Ann\"]"));
    // Tags go, and that is said; starts stay.
    convert("e.sgf", "f.uci").success().stderr(
        "note: fairy holds no tags; left out in 1 of 2 games: PW, PB, RE\n"
            .replace("PW, PB, RE", "PB, PW, RE"),
    );
    assert!(records.read("f.uci").ends_with("position fen Q2q/4 w - - 0 1 moves a2a1,a1b1\n"));
    convert("f.uci", "g.txt").success().stderr("");
    assert!(records.read("g.txt").contains("1. d1-d7/g7 g10-g8/b3 2. a4-a5/c5 *"));
    // A start that does not fit is an error, and the other game is written.
    convert("f.uci", "h.openspiel")
        .code(2)
        .stderr(contains("error: f.uci: game 2: openspiel cannot hold the start 'Q2q/4 w'"))
        .stdout("h.openspiel: 1 game as openspiel\n");
    assert_eq!(records.read("h.openspiel"), "[93, 33, 36, 6, 26, 71, 60, 50, 52]\n");
    convert("h.openspiel", "-").code(2).stderr(contains("expected one that ends in .sgf"));
    let piped = ["convert", "-", "-o", "-", "--to", "moves"];
    let mut command = program();
    command.args(piped).write_stdin("[93, 33, 36]\n");
    command.assert().success().stdout("1. d1-d7/g7 *\n").stderr("-: 1 game as moves\n");
}

#[test]
fn wrong_words_are_answered_by_what_is_expected() {
    let records = Records::new();
    records.write("games.txt", "d1-d7/g7\n");
    records.write("old.sgf", "(;GM[18];W[djddgd])");
    for (words, said) in [
        ("show --record games.txt --start round", "expected standard, cross, a size such as 8x8"),
        ("show --record games.txt --start 3x3", "no standard start for 3x3"),
        ("show --record games.txt --start 99x99", "at most 128"),
        ("show --record games.txt --lines some", "possible values: decided, apart, joined"),
        ("show Q2q --start cross", "--start and --lines are about a record"),
        ("explore Q2q --start cross", "--start and --lines are about a game record"),
        ("reproduce networks -o x --lines apart", "give some with --records FILE"),
        ("match random one-ply -o m --lines apart", "give some with --openings FILE"),
        ("match random one-ply -o m --start round", "expected standard, cross, a size"),
        ("convert games.txt -o new.doc", "new.doc: its name tells no format; expected one that"),
        ("convert games.txt -o new.sgf --to ludii", "possible values: sgf, moves, fairy"),
        ("convert games.txt -o games.txt", "games.txt is read by the command"),
        ("convert missing.sgf -o old.sgf", "missing.sgf: No such file"),
        ("convert games.txt", "--output <FILE>"),
        ("convert -o new.sgf", "<RECORDS>"),
    ] {
        let words: Vec<&str> = words.split(' ').collect();
        records.run(&words).code(2).stderr(contains(said));
    }
    records.write("text.txt", "hello\nworld\n");
    let text = ["convert", "text.txt", "-o", "old.sgf"];
    records.run(&text).code(2).stderr(contains("text.txt:1: found 'hello'; expected SGF games"));
    records.write("bad.txt", "d1-e3/d2 d10-d10/d9\n");
    let bad = ["convert", "bad.txt", "-o", "new.sgf"];
    records.run(&bad).code(2).stderr(
        contains("bad.txt:1: game 1, ply 1: ")
            .and(contains("no game of bad.txt can be written; new.sgf was not written")),
    );
    assert_eq!(records.read("old.sgf"), "(;GM[18];W[djddgd])");
    assert!(!records.path("new.sgf").exists());
}

#[test]
fn a_directory_is_read_past_its_damaged_files() {
    let records = Records::new();
    records.write("all/a.sgf", "(;GM[18];W[d1-d7/g7];B[g10-g8/b3])");
    records.write("all/b/moves.txt", "d1-d7/g7 g10-g8/b3\nd1-d7/g7 g10-g10/b3\n");
    records.write("all/b/binary.sgf", b"\x00\x01\xff");
    records.write("all/c.txt", "hello\n");
    records.write("all/.hidden", "hello\n");
    records.write("all/d.json", "{\"moves\":[\"d1-d7/g7\"]}");
    let defects = || {
        contains("error: all/b/binary.sgf:1: found binary data")
            .and(contains("error: all/b/moves.txt:2: game 2, ply 2: "))
            .and(contains("error: all/c.txt:1: found 'hello'"))
            .and(contains("hidden").not())
    };
    let formats = "games by format: 2 moves (1 with a defect), 1 json, 1 sgf\n";
    records
        .run(&["convert", "all", "-o", "all.txt"])
        .code(2)
        .stderr(defects())
        .stdout(format!("all.txt: 4 games as moves\n{formats}"));
    let extract = ["extract", "all", "-o", "set.xml", "--keep-blocking", "--every-ply"];
    let extract = [&extract[..], &["--max-amazons", "8", "--min-moves", "1"]].concat();
    records.run(&extract).code(2).stderr(defects()).stdout(contains(formats));
    assert!(records.read("set.xml").contains("moves.txt"));
    records
        .run(&["review", "all", "--nodes", "1", "--winner", "-o", "reviews.jsonl"])
        .code(2)
        .stderr(defects())
        .stdout(contains(formats));
    assert_eq!(records.read("reviews.jsonl").lines().count(), 5);
    // A file that is named must hold games.
    let named = ["convert", "all/a.sgf", "all/c.txt", "-o", "no.txt"];
    records.run(&named).code(2).stderr(contains("all/c.txt:1: found 'hello'"));
    assert!(!records.path("no.txt").exists());
    fs::create_dir(records.path("empty")).unwrap();
    let empty = ["extract", "empty", "-o", "no.xml"];
    records.run(&empty).code(2).stderr(contains("empty: no file in this directory"));
}
