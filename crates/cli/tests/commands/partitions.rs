//! `--partition` for self-play, extraction, judging, studies and matches, and `amazons merge`.

use crate::program::program;
use assert_cmd::Command;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

struct Files(TempDir);

impl Files {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// Runs a command on files of this directory, which are the words that begin with `@`.
    fn run(&self, words: &str) -> Command {
        let mut command = program();
        for word in words.split_whitespace() {
            match word.strip_prefix('@') {
                Some(name) => command.arg(self.path(name)),
                None => command.arg(word),
            };
        }
        command
    }

    fn done(&self, words: &str) {
        let status = self.run(words).output().unwrap();
        let text = String::from_utf8_lossy(&status.stderr);
        assert!(matches!(status.status.code(), Some(0 | 1)), "{words}: {text}");
    }
}

/// JSON lines without their measured times.
fn untimed(text: &str) -> Vec<serde_json::Value> {
    fn strip(value: &mut serde_json::Value) {
        match value {
            serde_json::Value::Object(map) => {
                map.retain(|key, _| {
                    !key.ends_with("seconds")
                        && !["late", "overshoot", "xxh3"].contains(&key.as_str())
                });
                map.values_mut().for_each(strip);
            }
            serde_json::Value::Array(list) => list.iter_mut().for_each(strip),
            _ => {}
        }
    }
    let line = |line| {
        let mut value = serde_json::from_str(line).unwrap();
        strip(&mut value);
        value
    };
    text.lines().map(line).collect()
}

const GAMES: &str = "selfplay alphabeta mcts --size 5x5 --games 7 --nodes 40 --random-plies 2";

#[test]
fn parts_of_self_play_make_the_same_file() {
    let files = Files::new();
    files.done(&format!("{GAMES} -o @whole.sgf"));
    for part in 1..=3 {
        // Twice: the second run finds everything done.
        for _ in 0..2 {
            files.done(&format!("{GAMES} --partition {part}/3 -o @{part}.sgf"));
        }
    }
    files.run("merge @3.sgf @1.sgf @2.sgf -o @merged.sgf").assert().success();
    assert_eq!(files.read("merged.sgf"), files.read("whole.sgf"));
    // The merged games equal a whole run: the same command finds nothing to do.
    files.done(&format!("{GAMES} -o @merged.sgf"));
    assert_eq!(files.read("merged.sgf"), files.read("whole.sgf"));

    let error = |words: &str, text: &'static str| {
        files.run(words).assert().code(2).stderr(contains(text));
        assert!(!files.path("bad.sgf").exists());
    };
    error("merge @1.sgf @3.sgf -o @bad.sgf", "part 2/3 is missing");
    error("merge @1.sgf @2.sgf @3.sgf @2.sgf -o @bad.sgf", "part 2/3 is given twice");
    error("merge @whole.sgf -o @bad.sgf", "not a part");
    files.done(&format!("{GAMES} --seed 9 --partition 2/3 -o @other.sgf"));
    error("merge @1.sgf @other.sgf @3.sgf -o @bad.sgf", "other.sgf: different run: ");
    let text = files.read("1.sgf");
    let last = text.rfind("(;").unwrap();
    fs::write(files.path("1.sgf"), &text[..last]).unwrap();
    error("merge @1.sgf @2.sgf @3.sgf -o @bad.sgf", "1.sgf is incomplete: game 7");
    // A part continues like any run.
    files.done(&format!("{GAMES} --partition 1/3 -o @1.sgf"));
    assert_eq!(files.read("1.sgf"), text);
}

#[test]
fn parts_of_self_play_without_games_are_merged_too() {
    let files = Files::new();
    let play = "selfplay random --size 5x5 --games 2";
    files.done(&format!("{play} -o @whole.sgf"));
    for ending in ["sgf", "sgf.gz"] {
        for part in 1..=4 {
            files.done(&format!("{play} --partition {part}/4 -o @{part}.{ending}"));
        }
        let merge = |parts: &str| {
            let parts: Vec<String> = parts.split(' ').map(|n| format!("@{n}.{ending}")).collect();
            files.run(&format!("merge {} -o @merged.sgf", parts.join(" "))).assert()
        };
        merge("4 2 3 1").success();
        assert_eq!(files.read("merged.sgf"), files.read("whole.sgf"));
        merge("1 3 4").code(2).stderr(contains("part 2/4 is missing"));
        merge("1 2 3").code(2).stderr(contains("part 4/4 is missing"));
        merge("1 2 3 4 3").code(2).stderr(contains("not a part"));
        merge("3 4").code(2).stderr(contains("not a part"));
    }
}

#[test]
fn compressed_games_are_continued_too() {
    let files = Files::new();
    files.done(&format!("{GAMES} -o @whole.sgf"));
    for name in ["games.sgf.gz", "games.sgf.zst"] {
        files.done(&format!("{} -o @{name}", GAMES.replace("--games 7", "--games 3")));
        files.done(&format!("{GAMES} -o @{name}"));
        let whole = fs::read(files.path(name)).unwrap();
        for cut in [0, 1, 30, whole.len() / 2, whole.len() - 1] {
            fs::write(files.path(name), &whole[..cut]).unwrap();
            files.done(&format!("{GAMES} -o @{name}"));
            assert_eq!(fs::read(files.path(name)).unwrap(), whole, "{name} cut at {cut}");
        }
        let kept = "--min-empties 2 --min-amazons 2 --max-amazons 8 --min-moves 1";
        files.done(&format!("extract @{name} {kept} -o @set.xml"));
        files.done(&format!("extract @whole.sgf {kept} -o @plain.xml"));
        let problems = |name: &str| files.read(name).matches("<problem ").count();
        assert_eq!(problems("set.xml"), problems("plain.xml"));
    }
}

#[test]
fn parts_of_an_extraction_make_the_same_set() {
    let files = Files::new();
    files.done("selfplay alphabeta --size 5x5 --games 9 --nodes 30 --seed 3 -o @a.sgf");
    files.done("selfplay random --size 5x5 --games 30 --seed 4 --nodes 30 -o @b.sgf");
    // Games that occur twice, in one part or in two.
    let records = "@a.sgf @b.sgf @a.sgf @b.sgf";
    let features = "--min-empties 2 --min-amazons 2 --max-amazons 8 --min-moves 1 --title t";
    let cases =
        ["", "--every-ply", "--max-per-game 1", "--max-per-size 5 --keep-blocking", "--sums"];
    let both = "--max-per-game 1 --max-per-size 3 --every-ply";
    let mut passed_over = 0;
    for (number, case) in cases.into_iter().chain([both]).enumerate() {
        let extract = format!("extract {records} {features} {case}");
        files.done(&format!("{extract} -o @whole.xml"));
        let of = 2 + number % 3;
        let parts: Vec<String> =
            (1..=of).rev().map(|part| format!("@part-{part}.xml.gz")).collect();
        for part in 1..=of {
            for _ in 0..2 {
                files.done(&format!("{extract} --partition {part}/{of} -o @part-{part}.xml.gz"));
            }
        }
        for merge in ["merge", "set merge"] {
            let parts = parts.join(" ");
            files.run(&format!("{merge} {parts} -o @merged.xml")).assert().success();
            assert_eq!(files.read("merged.xml"), files.read("whole.xml"), "{merge}: {case}");
        }
        files.done(&format!("{extract} --partition 1/{of} -o @part.xml"));
        passed_over += files.read("part.xml").matches("<passed-over ").count();
        files.run("set validate @part.xml").assert().success();
    }
    assert!(passed_over > 100, "{passed_over}");

    let extract = format!("extract {records} {features}");
    for part in 1..=2 {
        files.done(&format!("{extract} --partition {part}/2 -o @part-{part}.xml"));
    }
    files.done(&format!("{extract} --every-ply --partition 2/2 -o @other.xml"));
    for (words, text) in [
        ("merge @part-1.xml -o @bad.xml", "part 2/2 is missing"),
        ("merge @part-1.xml @part-2.xml @part-1.xml -o @bad.xml", "part 1/2 is given twice"),
        ("merge @part-1.xml @other.xml -o @bad.xml", "other.xml: different filter: "),
        ("merge @part-1.xml @whole.xml -o @bad.xml", "whole.xml: not a part"),
    ] {
        files.run(words).assert().code(2).stderr(contains(text));
        assert!(!files.path("bad.xml").exists());
    }
    // An option of a future version is named, in both kinds of merge.
    let foreign = files.read("part-1.xml").replace("--min-amazons", "--least-amazons");
    fs::write(files.path("foreign-1.xml"), &foreign).unwrap();
    let foreign = files.read("part-2.xml").replace("--min-amazons", "--least-amazons");
    fs::write(files.path("foreign-2.xml"), &foreign).unwrap();
    for merge in ["merge", "set merge"] {
        let words = format!("{merge} @foreign-1.xml @foreign-2.xml -o @bad.xml");
        files.run(&words).assert().code(2).stderr(contains("its filter is").and(contains("least")));
    }
    // Judged parts keep what is known about their problems.
    files.done(&format!("{extract} -o @whole.xml"));
    for name in ["whole", "part-1", "part-2"] {
        files.done(&format!("judge @{name}.xml --nodes 2000 --memory 16MB"));
    }
    files.run("merge @part-1.xml @part-2.xml -o @merged.xml").assert().success();
    assert_eq!(files.read("merged.xml"), files.read("whole.xml"));
}

fn extracted(files: &Files) {
    files.done(
        "selfplay alphabeta:bounds=false --size 6x6 --games 12 --nodes 60 --seed 2 -o @games.sgf",
    );
    files.done("extract @games.sgf --min-empties 6 --max-empties 9 --min-moves 2 -o @open.xml");
    assert!(files.read("open.xml").matches("<problem ").count() >= 5);
}

#[test]
fn parts_of_a_judged_set_make_the_same_set() {
    let files = Files::new();
    extracted(&files);
    let judge = "judge @open.xml --nodes 300 --memory 16MB";
    files.done(&format!("{judge} -o @whole.xml"));
    for part in 1..=2 {
        for _ in 0..2 {
            files.done(&format!("{judge} --partition {part}/2 -o @part-{part}.xml.gz"));
        }
    }
    files.run("merge @part-1.xml.gz @part-2.xml.gz -o @merged.xml").assert().success();
    assert_eq!(files.read("merged.xml"), files.read("whole.xml"));
    files.done("set merge @part-2.xml.gz @part-1.xml.gz -o @again.xml");
    assert_eq!(files.read("again.xml"), files.read("whole.xml"));
    files
        .run("set merge @part-2.xml.gz -o @bad.xml")
        .assert()
        .code(2)
        .stderr(contains("part 1/2 is missing"));
    files
        .run("judge @open.xml --partition 1/2 -o @open.xml")
        .assert()
        .code(2)
        .stderr(contains("name it with --output"));
    files.run("judge @open.xml --partition 3/2 -o @x.xml").assert().code(2);
}

#[test]
fn parts_of_a_study_make_the_same_results() {
    let files = Files::new();
    extracted(&files);
    let study = "study @open.xml --solvers wpns,alphabeta --nodes 200 --memory 1MB \
                 --judge-nodes 500 --judge-memory 1MB";
    files.done(&format!("{study} -o @whole"));
    for part in 1..=3 {
        files.done(&format!("{study} --partition {part}/3 -o @part-{part}"));
    }
    files.done("merge @part-2 @part-3 @part-1 -o @merged");
    let rows = |name: &str| untimed(&files.read(&format!("{name}/results.jsonl")));
    assert_eq!(rows("merged"), rows("whole"));
    let error = |words: &str, text: &'static str| {
        files.run(words).assert().code(2).stderr(contains(text));
    };
    error("merge @part-1 @part-2 -o @bad", "part 3/3 is missing");
    error("merge @whole -o @bad", "not a part");
    error(&format!("{study} --partition 2/3 -o @part-1"), "part is 1/3 of");
    files.done(&format!("{} --partition 3/3 -o @other", study.replace("200", "201")));
    error("merge @part-1 @part-2 @other -o @bad", "other: different limit: 201 nodes");
    let more = study.replace("--memory 1MB", "--memory 2MB");
    files.done(&format!("{more} --partition 3/3 -o @more"));
    error(
        "merge @part-1 @part-2 @more -o @bad",
        "more: different limit: 200 nodes with 2000000 bytes",
    );
    let log = files.read("part-3/log.jsonl");
    let cut = log.trim_end().rfind('\n').unwrap() + 1;
    fs::write(files.path("part-3/log.jsonl"), &log[..cut]).unwrap();
    error("merge @part-1 @part-2 @part-3 -o @bad", "part-3 is incomplete: problem");
}

#[test]
fn parts_of_a_match_make_the_same_games() {
    let files = Files::new();
    let play = "match one-ply:te random alphabeta:lieberum,depth=2 --size 5x5 --games 4";
    files.done(&format!("{play} -o @whole"));
    for part in 1..=2 {
        files.done(&format!("{play} --partition {part}/2 -o @part-{part}"));
    }
    files.run("merge @part-2 @part-1 -o @merged").assert().success();
    assert_eq!(files.read("merged/games.sgf"), files.read("whole/games.sgf"));
    let games = |name: &str| untimed(&files.read(&format!("{name}/results.jsonl")));
    assert_eq!(games("merged"), games("whole"));
    // The merged parts are a finished match.
    files.run(&format!("{play} -o @merged")).assert().success().stdout(contains("one-ply"));
    files.run("merge @part-1 -o @bad").assert().code(2).stderr(contains("part 2/2 is missing"));
    files
        .run("match one-ply random --sprt 0,50 --partition 1/2 -o @bad")
        .assert()
        .code(2)
        .stderr(contains("cannot be used with"));
}

#[test]
fn other_files_are_refused() {
    let files = Files::new();
    fs::write(files.path("a.txt"), "").unwrap();
    for (words, text) in [
        ("merge @a.txt -o @b", "expected games (.sgf)"),
        ("merge @none.sgf -o @b", "none.sgf"),
        ("merge -o @b", "required"),
    ] {
        files.run(words).assert().code(2).stderr(contains(text));
    }
    assert!(!Path::new("b").exists());
}

/// A merge reads every part to its end.
#[test]
fn a_part_that_is_cut_off_or_too_long_is_not_merged() {
    let files = Files::new();
    extracted(&files);
    for part in 1..=2 {
        let judge = "judge @open.xml --nodes 300 --memory 16MB --partition";
        files.done(&format!("{judge} {part}/2 -o @part-{part}.xml"));
        files.done(&format!(
            "selfplay random --size 5x5 --games 4 --partition {part}/2 -o @part-{part}.sgf"
        ));
    }
    let refused = |name: &str, text: &str| {
        let kind = if name.ends_with("xml") { "xml" } else { "sgf" };
        let words = format!("merge @part-1.{kind} @{name} -o @bad.{kind}");
        files.run(&words).assert().code(2).stderr(contains(name).and(contains(text)));
        assert!(!files.path("bad.xml").exists() && !files.path("bad.sgf").exists());
    };
    let set = files.read("part-2.xml");
    fs::write(files.path("cut.xml"), set.trim_end().trim_end_matches("</problem-set>")).unwrap();
    refused("cut.xml", "truncated");
    let last = &set[set.rfind("<problem ").unwrap()..set.find("</problem-set>").unwrap()];
    let twice = set.replace("</problem-set>", &format!("{last}</problem-set>"));
    fs::write(files.path("long.xml"), twice).unwrap();
    refused("long.xml", "");
    let games = files.read("part-2.sgf");
    fs::write(files.path("twice.sgf"), games.repeat(2)).unwrap();
    refused("twice.sgf", "after the end of part 2/2");
    fs::write(files.path("torn.sgf"), games + "(;FF[4]GM[18]SZ[6").unwrap();
    refused("torn.sgf", "");
}

#[test]
fn a_merge_is_not_written_over_its_own_parts_or_another_match() {
    let files = Files::new();
    for part in 1..=2 {
        let part = format!("--partition {part}/2 -o @part-{part}");
        files.done(&format!("selfplay random --size 5x5 --games 4 {part}.sgf"));
        files.done(&format!("match random one-ply --size 5x5 --games 4 {part}"));
    }
    files.done("match one-ply:te random --size 5x5 --games 2 -o @other");
    for (words, text) in [
        ("merge @part-1.sgf @part-2.sgf -o @part-2.sgf", "is read by the command"),
        ("merge @part-1 @part-2 -o @part-1", "is read by the command"),
        ("merge @part-1 @part-2 -o @other", "another match"),
        ("merge @nosuch @part-2 -o @m", "nosuch"),
        (
            "match random one-ply --size 5x5 --games 4 --partition 2/2 -o @part-1",
            "part is 1/2 of 4",
        ),
    ] {
        files.run(words).assert().code(2).stderr(contains(text));
    }
    files.run("merge @part-1.sgf @part-2.sgf -o @games.sgf").assert().success();
    files.run("merge @part-1 @part-2 -o @match").assert().success();
}

#[test]
fn there_may_be_more_parts_than_problems_or_shapes() {
    let files = Files::new();
    extracted(&files);
    let problems = files.read("open.xml").matches("<problem ").count();
    let study = "study @open.xml --solvers one-ply --nodes 20 --judge-nodes 500";
    files.done(&format!("{study} -o @whole"));
    let of = problems + 2;
    let mut merge = "merge -o @merged".to_owned();
    for part in 1..=of {
        files.done(&format!("{study} --partition {part}/{of} -o @part-{part}"));
        merge += &format!(" @part-{part}");
    }
    files.done(&merge);
    let rows = |name: &str| untimed(&files.read(&format!("{name}/results.jsonl")));
    assert_eq!(rows("merged"), rows("whole"));
    files.run("tables build 1v1:3 --tables @t --partition 1/9").assert().success();
}

/// Shells start with a limit of 1,024 open files, and clusters have more parts.
#[cfg(target_os = "linux")]
#[test]
fn more_parts_are_merged_than_files_may_be_open_at_first() {
    let files = Files::new();
    let mut merge = String::new();
    for part in 1..=40 {
        files.done(&format!(
            "selfplay random --size 4x4 --games 40 --partition {part}/40 -o @{part}.sgf"
        ));
        merge += &format!(" {part}.sgf");
    }
    let program = env!("CARGO_BIN_EXE_amazons");
    let script = format!("ulimit -Sn 24 && '{program}' merge -o all.sgf {merge}");
    let mut shell = Command::new("bash");
    shell.current_dir(files.path("")).args(["-c", &script]).assert().success();
}

#[test]
fn a_merge_destroys_nothing_that_the_parts_lack() {
    let files = Files::new();
    let refused = |words: &str, problem: &str| {
        files.run(words).assert().code(2).stderr(contains(problem));
    };
    for part in 1..=2 {
        let game = "selfplay random --size 5x4 --games 4 --seed 1";
        files.done(&format!("{game} --partition {part}/2 -o @{part}.sgf"));
        let contest = "match random one-ply --size 5x4 --games 2 --nodes 10";
        files.done(&format!("{contest} --partition {part}/2 -o @m{part}"));
        let review = "review @1.sgf --nodes 10 --no-tables";
        files.done(&format!("{review} --partition {part}/2 -o @r{part}.jsonl"));
    }
    fs::write(files.path("thesis.sgf"), "my thesis").unwrap();
    let lost = "other contents, which would be lost";
    refused("merge @1.sgf @2.sgf -o @thesis.sgf", lost);
    fs::write(files.path("thesis.jsonl"), "my thesis").unwrap();
    refused("merge @r1.jsonl @r2.jsonl -o @thesis.jsonl", lost);
    for name in ["thesis.sgf", "thesis.jsonl"] {
        assert_eq!(files.read(name), "my thesis");
    }
    fs::create_dir(files.path("old")).unwrap();
    fs::copy(files.path("1.sgf"), files.path("old/games.sgf")).unwrap();
    refused("merge @m1 @m2 -o @old", lost);
    assert_eq!(files.read("old/games.sgf"), files.read("1.sgf"));
    files.done("match random one-ply --size 5x4 --games 8 --nodes 10 -o @long");
    let before = files.read("long/results.jsonl");
    refused("merge @m1 @m2 -o @long", lost);
    assert_eq!(files.read("long/results.jsonl"), before);
    // The same merge may be repeated.
    for merge in
        ["@1.sgf @2.sgf -o @all.sgf", "@r1.jsonl @r2.jsonl -o @all.jsonl", "@m1 @m2 -o @all"]
    {
        for _ in 0..2 {
            files.run(&format!("merge {merge}")).assert().success();
        }
    }
}

#[test]
fn merged_studies_do_not_keep_answers_that_the_parts_lack() {
    let files = Files::new();
    extracted(&files);
    files.done("judge @open.xml --nodes 300 --memory 16MB -o @set.xml");
    let run = |name: &str| {
        for part in 1..=2 {
            let study =
                "study @set.xml --solvers random --nodes 100 --judge-nodes 1000 --no-tables";
            files.done(&format!("{study} --partition {part}/2 -o @{name}{part}"));
        }
    };
    run("a");
    run("b");
    files.done("merge @a1 @a2 -o @all");
    files.done("merge @a1 @a2 -o @all");
    // Their times differ.
    files
        .run("merge @b1 @b2 -o @all")
        .assert()
        .code(2)
        .stderr(contains("another answer than the parts"));
}

#[test]
fn tables_that_others_are_built_from_are_not_divided() {
    let files = Files::new();
    for part in 1..=2 {
        let build = "tables build 1v1:4 1v1:5 --tables @p";
        files.run(&format!("{build} --partition {part}/2")).assert().success();
    }
    let names = fs::read_dir(files.path("p")).unwrap();
    let names: Vec<_> = names.map(|entry| entry.unwrap().file_name()).collect();
    let parts = names.iter().filter(|name| name.to_string_lossy().starts_with("1v1-5-shapes"));
    assert!(names.contains(&"1v1-4.amt".into()) && parts.count() == 2, "{names:?}");
}
