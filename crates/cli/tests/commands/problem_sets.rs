//! `amazons extract` and `amazons set …`, from records to described, split and merged sets.

use crate::program::program;
use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::contains;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A 6 × 5 game whose second move divides the board in two.
const GAME: &str = "(;GM[18]GC[seed 1]PW[one]SZ[6:5]AW[ae][ca]AB[fe][fa]AA[ac][bc][cc][dc][ec]PL[W]\
                    ;W[aebeae];B[fefdfc])\n";

struct Files {
    directory: TempDir,
}

impl Files {
    fn new() -> Self {
        Self { directory: tempfile::tempdir().unwrap() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        fs::write(self.path(name), text).unwrap();
        self.path(name)
    }

    /// A set of four problems.
    fn extracted(&self) -> PathBuf {
        let (games, set) = (self.write("games.sgf", GAME), self.path("set.xml"));
        extract(&[&games], &set, &[]).success();
        set
    }
}

fn amazons(words: &[&str]) -> Command {
    let mut command = program();
    command.args(words);
    command
}

fn extract(records: &[&Path], set: &Path, options: &[&str]) -> assert_cmd::assert::Assert {
    amazons(&["extract", "--min-empties", "5", "--min-moves", "1"])
        .args(options)
        .args(records)
        .arg("-o")
        .arg(set)
        .assert()
}

fn set(words: &[&str], set: &Path) -> Command {
    let mut command = amazons(&["set"]);
    command.arg(words[0]).arg(set).args(&words[1..]);
    command
}

#[test]
fn extraction_prints_the_funnel_and_is_repeatable() {
    let files = Files::new();
    let games = files.write("games.sgf", &GAME.repeat(3));
    let (one, two) = (files.path("one.xml"), files.path("two.xml"));
    extract(&[&games], &one, &["--title", "t & u"])
        .success()
        .stdout(contains("regions seen").and(contains("duplicates")));
    extract(&[&games], &two, &["--title", "t & u", "--format", "json"]).success().stdout(
        contains("{\"games\":3,\"defective_games\":0,\"other_source\":0,\"seen\":6,\"rejected\":{")
            .and(contains("\"duplicates\":4,\"regions\":2")),
    );
    let text = fs::read_to_string(&one).unwrap();
    assert_eq!(text, fs::read_to_string(&two).unwrap());
    assert!(text.contains("title=\"t &amp; u\"") && text.contains("made-by=\"seed 1\""));
    assert_eq!(text.lines().filter(|line| line.starts_with("<problem ")).count(), 4);
}

#[test]
fn bad_records_are_named_and_the_rest_is_extracted() {
    let files = Files::new();
    let bad = files.write("bad.sgf", &format!("(;GM[18];W[d1-d2/j9]){GAME}(;GM[18]"));
    let foreign = files.write("foreign.txt", "hello");
    let set_file = files.path("set.xml");
    extract(&[&bad], &set_file, &[])
        .code(2)
        .stderr(
            contains("bad.sgf:1: game 1, ply 1: d1-d2/j9 is illegal")
                .and(contains("game 3: truncated")),
        )
        .stdout(contains("regions kept"));
    let records = [bad.as_path(), &foreign, Path::new("missing.sgf")];
    extract(&records, &files.path("other.xml"), &[]).code(2).stderr(
        contains("foreign.txt:1: found 'hello'; expected SGF")
            .and(contains("missing.sgf: No such file"))
            .and(contains("other.xml was not written")),
    );
    set(&["validate"], &set_file).assert().success().stdout(contains("4 problems checked, 0"));
}

#[test]
fn impossible_calls_write_nothing() {
    let files = Files::new();
    let games = files.write("games.sgf", GAME);
    let nowhere = files.path("no-directory").join("set.xml");
    extract(&[&games], &nowhere, &[]).code(2).stderr(contains("cannot write"));
    let set_file = files.path("set.xml");
    extract(&[&games], &set_file, &["--partition", "5/4"]).code(2).stderr(contains("1/4"));
    extract(&[&games], &set_file, &["--max-amazons", "x"]).code(2);
    amazons(&["extract", "-o"]).arg(&set_file).assert().code(2);
    assert!(!set_file.exists());
}

#[test]
fn parts_merge_to_the_whole() {
    let files = Files::new();
    let games = files.write("games.sgf", &GAME.repeat(4));
    let whole = files.path("whole.xml");
    extract(&[&games], &whole, &[]).success();
    let parts: Vec<PathBuf> = (1..=3)
        .map(|part| {
            let file = files.path(&format!("part-{part}.xml"));
            extract(&[&games], &file, &["--partition", &format!("{part}/3")]).success();
            file
        })
        .collect();
    let merged = files.path("merged.xml");
    let merge = |parts: &[PathBuf]| {
        amazons(&["set", "merge"]).args(parts).arg("-o").arg(&merged).assert().success()
    };
    merge(&parts[..2]).stderr(contains("warning: part 3/3 of an extraction is missing"));
    merge(&parts).stdout("4 problems, 8 duplicates\n").stderr("");
    let ids = |file: &Path| {
        let output = set(&["list"], file).output().unwrap().stdout;
        let text = String::from_utf8(output).unwrap();
        text.lines().map(|line| line.split('\t').next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(ids(&merged), ids(&whole));
}

#[test]
fn sets_are_listed_shown_described_filtered_and_split() {
    let files = Files::new();
    let file = files.extracted();
    set(&["list"], &file).assert().success().stdout(contains("\t5q/*Q4 w\t?\t?/"));
    let json = set(&["list", "--format", "json"], &file).output().unwrap().stdout;
    let first: serde_json::Value =
        serde_json::from_slice(json.split(|byte| *byte == b'\n').next().unwrap()).unwrap();
    assert_eq!(first["record"], "games.sgf");
    assert_eq!((first["game"].as_u64(), first["ply"].as_u64()), (Some(1), Some(2)));
    assert!(first["score"].is_null());

    let id = first["id"].as_str().unwrap();
    let svg = files.path("one.svg");
    set(&["show", id, "--svg", svg.to_str().unwrap()], &file)
        .assert()
        .success()
        .stdout(contains("from games.sgf, game 1, after 2 plies, corner at a1"));
    assert!(fs::read_to_string(svg).unwrap().contains(id));
    set(&["show", "e99"], &file).assert().code(2).stderr(contains("begins with 'e99'"));

    let svg = files.path("sizes.svg");
    set(&["describe", "--svg", svg.to_str().unwrap()], &file)
        .assert()
        .success()
        .stdout(contains("4 problems from 2 regions").and(contains("--min-empties 5")));
    assert!(fs::read_to_string(svg).unwrap().starts_with("<svg"));
    set(&["describe", "--format", "json"], &file)
        .assert()
        .stdout(contains("\"by_amazons\":{\"1+1\":{\"problems\":4,\"solved\":0}}"));

    let white = files.path("white.xml");
    set(&["filter", "--first", "white", "-o", white.to_str().unwrap()], &file)
        .assert()
        .success()
        .stdout("kept 2 of 4 problems\n");
    assert!(fs::read_to_string(&white).unwrap().contains("filter=\"--first white\""));
    set(&["filter", "-o", "-"], &file).assert().success().stdout(contains("</problem-set>"));

    let part = files.path("part.xml");
    set(&["split", "--parts", "2", "-o", part.to_str().unwrap()], &file).assert().success();
    for name in ["part-1.xml", "part-2.xml"] {
        set(&["validate"], &files.path(name)).assert().success().stdout(contains("2 problems"));
    }
    set(&["split", "--parts", "0", "-o", part.to_str().unwrap()], &file).assert().code(2);
}

#[test]
fn wrong_sets_are_named() {
    let files = Files::new();
    let text = fs::read_to_string(files.extracted()).unwrap();
    let cut = files.write("cut.xml", &text[..text.len() - 30]);
    set(&["describe"], &cut).assert().code(2).stderr(contains("cut.xml:10: not well-formed XML"));
    let foreign = files.write("foreign.xml", "<svg/>");
    set(&["list"], &foreign).assert().code(2).stderr(contains("found <svg>; expected a problem"));
    set(&["list"], Path::new("none.xml")).assert().code(2).stderr(contains("none.xml: No such"));
    let wrong = files.write("wrong.xml", &text.replacen("5q/*Q4 w", "5q/*Qx4 w", 1));
    set(&["validate"], &wrong)
        .assert()
        .code(2)
        .stderr(contains("wrong.xml:7: problem e9-").and(contains("found 'x'")))
        .stdout(contains("3 problems checked"));
    let line = text.lines().find(|line| line.starts_with("<problem ")).unwrap();
    let twice = files.write("twice.xml", &text.replace(line, &format!("{line}\n{line}")));
    set(&["validate"], &twice).assert().code(1).stdout(contains("duplicate id"));
}

/// From positions to a set and back, as users of EPD suites expect.
#[test]
fn positions_of_ones_own_become_a_set() {
    let files = Files::new();
    let positions = files
        .write("own.epd", "# mine\n**Q2q w id \"first\"; bm x;\n\nQ2q/1*2 b\nQ2q b\nq2Q/1*2 w\n");
    let own = files.path("own.xml");
    let make = |from: &Path| {
        let mut command = amazons(&["set", "make"]);
        command.arg(from).arg("-o").arg(&own);
        command
    };
    let counts = "2 problems; duplicates left out: 2";
    make(&positions).assert().success().stdout(contains(counts));
    set(&["validate"], &own).assert().success();
    amazons(&["judge"]).arg(&own).assert().success();
    let listed = set(&["list", "--format", "epd"], &own).output().unwrap();
    let text = String::from_utf8(listed.stdout).unwrap();
    assert!(text.starts_with("Q2q w id \"first\"; bm a1-"), "{text}");
    // Solutions are not overwritten, and an invalid line is named.
    make(&positions).assert().code(2).stderr(contains("2 solutions that it has would be lost"));
    let again = files.write("again.epd", &text);
    fs::remove_file(&own).unwrap();
    make(&again)
        .arg("--both")
        .assert()
        .success()
        .stdout(contains("3 problems; duplicates left out: 1"));
    let wrong = files.write("wrong.epd", "Q2q w\nQ2x w\n");
    make(&wrong).assert().code(2).stderr(contains("wrong.epd, line 2").and(contains("found 'x'")));
}

#[test]
fn contradicting_sets_are_not_merged() {
    let files = Files::new();
    let text = "<problem-set version=\"1\">\n<problem id=\"x\" fen=\"Q1q w\" empties=\"1\" amazons=\"2\">\
                <solution score=\"W+0\" moves=\"1\" optimal=\"a1-b1/a1\"/></problem>\n</problem-set>\n";
    let one = files.write("one.xml", text);
    let two = files.write("two.xml", &text.replace("W+0", "W+1"));
    let merged = files.path("merged.xml");
    amazons(&["set", "merge"]).args([&one, &two]).arg("-o").arg(&merged).assert().code(2).stderr(
        contains("problem").and(contains("two.xml: found W+1")).and(contains("nothing was merged")),
    );
    assert!(!merged.exists());
    amazons(&["set", "merge"]).args([&one, &one]).arg("-o").arg(&merged).assert().success();
}

#[test]
fn regions_stay_together_wherever_their_problems_are_and_whatever_they_are_called() {
    let files = Files::new();
    let regions = ["Q2q/2*1", "Q3q/1**2", "Q2q/*3"];
    for side in ["w", "b"] {
        let fens: String = regions.iter().map(|region| format!("{region} {side}\n")).collect();
        let fens = files.write(&format!("{side}.txt"), &fens);
        let made = files.path(&format!("{side}.xml"));
        amazons(&["set", "make"]).arg(&fens).arg("-o").arg(&made).assert().success();
    }
    let all = files.path("all.xml");
    let both = [files.path("w.xml"), files.path("b.xml")];
    amazons(&["set", "merge"]).args(&both).arg("-o").arg(&all).assert().success();
    let part = files.path("part.xml");
    set(&["split", "--parts", "3", "-o", part.to_str().unwrap()], &all).assert().success();
    for number in 1..=3 {
        let part = files.path(&format!("part-{number}.xml"));
        set(&["describe"], &part).assert().success().stdout(contains("2 problems from 1 region\n"));
    }
    // Names of one's own say nothing about regions.
    let mut text = fs::read_to_string(files.path("w.xml")).unwrap();
    for number in 1..=3 {
        let at = text.find(" id=\"e").unwrap() + 5;
        let end = at + text[at..].find('"').unwrap();
        text.replace_range(at..end, &format!("prob-{number}"));
    }
    let own = files.write("own.xml", &text);
    set(&["describe"], &own).assert().success().stdout(contains("3 problems from 3 regions"));
}
