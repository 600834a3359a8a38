//! What users and other programs hand over: FIFOs, very large numbers, marks of editors, control
//! characters, engines that refuse.
#![cfg(unix)]

use crate::program::program;
use assert_cmd::Command;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use std::fs;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command as Process, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

const GAME: &str = "(;GM[18]SZ[4:4]AW[aa]AB[dd]PL[W];W[aabbaa])\n";

fn amazons(directory: &TempDir, words: &[&str]) -> Command {
    let mut command = program();
    command.current_dir(directory.path()).args(words);
    command.timeout(Duration::from_secs(60));
    command
}

fn write(directory: &TempDir, name: &str, text: &str) {
    fs::write(directory.path().join(name), text).unwrap();
}

/// A set of unjudged problems with these ids, written as XML.
fn set(ids: &[&str]) -> String {
    let boards = ["Q1q w", "Q2q w", "Q3q w"];
    let mut text = "<problem-set version=\"1\">\n".to_owned();
    for (id, fen) in ids.iter().zip(boards) {
        let empties = &fen[1..2];
        text +=
            &format!("<problem id=\"{id}\" fen=\"{fen}\" empties=\"{empties}\" amazons=\"2\"/>\n");
    }
    text + "</problem-set>\n"
}

/// An engine that answers `go` so.
fn engine(directory: &TempDir, answer: &str) {
    let script = format!(
        "#!/bin/sh\nwhile read -r word rest; do case $word in amazons) echo ready;; go) printf \
         '{answer}\\n';; quit) exit;; esac; done\n"
    );
    write(directory, "engine", &script);
    let mode = fs::Permissions::from_mode(0o755);
    fs::set_permissions(directory.path().join("engine"), mode).unwrap();
}

fn make_fifo(path: &Path) {
    assert!(Process::new("mkfifo").arg(path).status().unwrap().success());
}

#[test]
fn a_signal_ends_a_command_that_waits_for_whoever_writes_its_fifo() {
    let directory = tempfile::tempdir().unwrap();
    make_fifo(&directory.path().join("fifo"));
    write(&directory, "games.sgf", GAME);
    write(&directory, "labels.jsonl", "");
    for words in [
        "extract fifo -o set.xml",
        "set validate fifo",
        "set describe fifo",
        "train fifo -o weights.safetensors",
        "train games.sgf --settings fifo -o weights.safetensors",
        "train learned fifo -o weights.safetensors",
        "train learned labels.jsonl --records fifo -o weights.safetensors",
        "evaluate Q2q --eval net:fifo",
        "reproduce evaluations --records fifo -o evaluations",
        "value --batch fifo",
        "tables info fifo",
    ] {
        let mut child = Process::new(env!("CARGO_BIN_EXE_amazons"))
            .args(words.split(' '))
            .current_dir(directory.path())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(400));
        let kill = format!("kill -TERM {}", child.id());
        assert!(Process::new("sh").args(["-c", &kill]).status().unwrap().success());
        let sent = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            if sent.elapsed() > Duration::from_secs(8) {
                child.kill().unwrap();
                panic!("{words}: goes on after a signal");
            }
            std::thread::sleep(Duration::from_millis(20));
        };
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert_eq!(status.code(), Some(1), "{words}: {said}");
        assert!(said.contains("interrupted"), "{words}: {said}");
    }
}

#[test]
fn a_part_of_very_many_games_is_found_at_once() {
    let directory = tempfile::tempdir().unwrap();
    for most in ["1e12", "9223372036854775808", "18446744073709551615"] {
        let part = format!("1/{most}");
        let words = ["selfplay", "random", "--size", "4x4", "-o", "games.sgf", "--games", most];
        amazons(&directory, &words).args(["--partition", &part]).assert().success();
        let games = fs::read_to_string(directory.path().join("games.sgf")).unwrap();
        assert_eq!(games.matches("(;").count(), 1, "{games}");
        fs::remove_file(directory.path().join("games.sgf")).unwrap();
    }
}

#[test]
fn searches_without_a_node_or_a_byte_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    write(&directory, "set.xml", &set(&["a"]));
    write(&directory, "games.sgf", GAME);
    for words in [
        ["value", "Q2q", "--nodes", "0"],
        ["judge", "set.xml", "--nodes", "0"],
        ["review", "games.sgf", "--nodes", "0"],
    ] {
        amazons(&directory, &words).assert().code(2).stderr(contains("a whole number above 0"));
    }
    for size in ["0MB", "0", "0e3GiB"] {
        let refused = contains("expected a size");
        amazons(&directory, &["value", "Q2q", "--memory", size]).assert().code(2).stderr(refused);
    }
}

#[test]
fn numbers_that_are_too_large_are_refused_in_few_digits() {
    let directory = tempfile::tempdir().unwrap();
    for number in ["18446744073709551616", "1e30"] {
        let refused = contains("below 2^64").and(contains("18446744073709551615").not());
        amazons(&directory, &["value", "Q2q", "--nodes", number]).assert().code(2).stderr(refused);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn help_and_version_that_cannot_be_printed_are_an_error() {
    for words in ["--help", "--version", "value --help"] {
        let script = format!("exec '{}' {words} > /dev/full", env!("CARGO_BIN_EXE_amazons"));
        let output = Process::new("sh").args(["-c", &script]).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{words}: {said}");
        assert!(said.contains("standard output"), "{words}: {said}");
    }
}

#[test]
fn an_id_with_control_characters_stays_in_its_line_and_is_reported() {
    let directory = tempfile::tempdir().unwrap();
    write(&directory, "set.xml", &set(&["a&#10;b", "c&#155;31md", "e"]));
    let output = amazons(&directory, &["set", "list", "set.xml"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.lines().count(), 3, "{text}");
    assert!(text.contains("a\\u{a}b\t") && text.contains("c\\u{9b}31md\t"), "{text}");
    let shown = contains("problem a\\u{a}b: its id holds the control character \\u{a}")
        .and(contains("control character \\u{9b}"))
        .and(contains("\u{9b}").not())
        .and(contains("3 problems checked, 2 findings"));
    amazons(&directory, &["set", "validate", "set.xml"]).assert().code(1).stdout(shown);
}

/// What it says is shown, but moves no cursor and changes no colours.
#[test]
fn an_engine_that_refuses_the_board_ends_a_match_before_its_first_game() {
    let directory = tempfile::tempdir().unwrap();
    engine(&directory, "error \\033[31monly the standard start");
    let words =
        ["match", "A=engine:./engine", "random", "--size", "6x6", "--games", "4", "-o", "match"];
    let shown = contains("refuses the board")
        .and(contains("\\u{1b}[31monly the standard start"))
        .and(contains("\u{1b}").not());
    amazons(&directory, &words).assert().code(2).stderr(shown);
    assert!(!directory.path().join("match/results.jsonl").exists());
}

#[test]
fn lists_of_positions_may_begin_with_a_byte_order_mark() {
    let directory = tempfile::tempdir().unwrap();
    write(&directory, "boards.fen", "\u{feff}# two\nQ3/4/4/3q w\n");
    write(&directory, "first.fen", "\u{feff}Q3/4/4/3q w\n");
    for openings in ["boards.fen", "first.fen"] {
        let words = ["match", "random", "one-ply", "--games", "2", "--openings", openings];
        amazons(&directory, &words)
            .args(["-o", openings.trim_end_matches(".fen")])
            .assert()
            .code(0);
        let words = ["value", "--batch", openings, "--nodes", "100"];
        amazons(&directory, &words).assert().code(predicates::ord::le(1));
        let words = ["set", "make", openings, "-o", "set.xml"];
        amazons(&directory, &words).assert().code(0);
    }
}

#[test]
fn the_engine_takes_the_further_fields_of_a_fen() {
    let directory = tempfile::tempdir().unwrap();
    let asked =
        "amazons 1\nposition Q2q w - - 0 1 moves a1-b1/a1\ngo nodes 1\nposition Q2q w x\nquit\n";
    let answered = contains("bestmove d1-c1/d1").and(contains("error 'x' after the position"));
    amazons(&directory, &["engine", "random"]).write_stdin(asked).assert().code(0).stdout(answered);
}

#[test]
fn what_is_not_there_is_no_list_of_tables() {
    let directory = tempfile::tempdir().unwrap();
    amazons(&directory, &["tables", "list", "nodir"]).assert().code(2).stdout("");
}

#[test]
fn one_problem_is_written_as_one() {
    let directory = tempfile::tempdir().unwrap();
    write(&directory, "set.xml", &set(&["a"]));
    let one = contains("1 problem checked, 0 findings");
    amazons(&directory, &["set", "validate", "set.xml"]).assert().code(0).stdout(one);
    let one = contains("1 problem from 1 region\n");
    amazons(&directory, &["set", "describe", "set.xml"]).assert().code(0).stdout(one);
}

/// A hundred megabytes of blanks without a line end, in a file of a hundred kilobytes.
fn write_bomb(path: &Path) {
    use std::io::Write;
    let mut out =
        flate2::write::GzEncoder::new(fs::File::create(path).unwrap(), Default::default());
    let blanks = vec![b' '; 1 << 20];
    (0..100).for_each(|_| out.write_all(&blanks).unwrap());
    out.finish().unwrap();
}

#[test]
fn a_compressed_list_of_positions_takes_no_memory_for_what_it_unpacks_to() {
    let directory = tempfile::tempdir().unwrap();
    write_bomb(&directory.path().join("bomb.fen"));
    for words in [
        "set make bomb.fen -o set.xml",
        "match random random --openings bomb.fen --games 2 -o match",
    ] {
        let script = format!("ulimit -c 0; ulimit -v 150000; exec \"$0\" {words}");
        let amazons = env!("CARGO_BIN_EXE_amazons");
        let mut command = Process::new("sh");
        let output =
            command.args(["-c", &script, amazons]).current_dir(&directory).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{words}: {said}");
        assert!(
            said.contains("bomb.fen, line 1: a line of more than 65536 bytes"),
            "{words}: {said}"
        );
    }
}

#[test]
fn an_entry_of_a_gigabyte_does_not_keep_a_signal_waiting() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("input");
    make_fifo(&path);
    let game = ("(;GM[18]SZ[4:4]", "C[x];");
    let set = ("<problem-set version=\"1\">", "<!-- more -->");
    for (words, (head, more)) in [
        ("extract input -o set.xml", game),
        ("puzzles input -o set.xml", game),
        ("train input -o weights.safetensors", game),
        ("review input --nodes 10", game),
        ("reproduce evaluations --records input -o out", game),
        ("set validate input", set),
        ("set filter input -o set.xml", set),
        ("judge input -o set.xml", set),
        ("value --batch input", ("", " ")),
    ] {
        let mut child = Process::new(env!("CARGO_BIN_EXE_amazons"))
            .args(words.split(' '))
            .current_dir(directory.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // An entry without an end, of which there is always more.
        let mut input = fs::OpenOptions::new().write(true).open(&path).unwrap();
        let pid = child.id().to_string();
        let mut sent = None;
        let begun = Instant::now();
        let head = std::iter::once(head.to_owned());
        for text in head.chain(std::iter::repeat(more.repeat(2000))) {
            use std::io::Write;
            if input.write_all(text.as_bytes()).is_err() {
                break;
            }
            if sent.is_none() && begun.elapsed() > Duration::from_millis(500) {
                assert!(Process::new("kill").arg(&pid).status().unwrap().success());
                sent = Some(Instant::now());
            }
            assert!(begun.elapsed() < Duration::from_secs(20), "{words} goes on reading");
        }
        assert_eq!(child.wait().unwrap().code(), Some(1), "{words}");
        assert!(!directory.path().join("set.xml").exists());
    }
}

#[test]
fn what_engines_say_is_logged_up_to_a_limit() {
    let directory = tempfile::tempdir().unwrap();
    let script = "#!/bin/sh\nyes 'a line of complaints' | head -c 30000000 >&2\nwhile read -r word \
                  rest; do case $word in amazons) echo ready;; go) echo 'error no';; quit) exit;; \
                  esac; done\n";
    write(&directory, "engine", script);
    let mode = fs::Permissions::from_mode(0o755);
    fs::set_permissions(directory.path().join("engine"), mode).unwrap();
    let words = ["match", "A=engine:./engine", "random", "--size", "6x6", "-o", "match"];
    amazons(&directory, &words).assert().code(2);
    let logged = fs::metadata(directory.path().join("match/engines.log")).unwrap().len();
    // It is started twice, to be greeted and to play, and says 30 MB each time.
    assert!((1_000..25_000_000).contains(&logged), "{logged} bytes");
}
