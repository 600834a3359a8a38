//! `amazons review` as a user runs it.

use crate::program::program;
use amazons::ledger::{seal, unseal};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// First White gives away all that it has, then Black does.
const GAMES: &str = "(;GM[18]SZ[4:2]PW[Ann]PB[Ben]AW[aa]AB[da]AA[bb][cb]PL[W];W[aabaaa];B[dadbda])\n\
                     (;GM[18]SZ[4:2]PW[Ben]PB[Ann]AW[aa]AB[da]AA[bb][cb]PL[W];W[aacadb])\n";

struct Run {
    lines: Vec<Value>,
    text: String,
    errors: String,
    code: Option<i32>,
}

fn review(arguments: &[&str], input: &Path) -> Run {
    let mut command = program();
    let output = command.arg("review").arg(input).args(arguments).arg("--no-tables");
    let output = output.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let lines = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let errors = String::from_utf8(output.stderr).unwrap();
    Run { lines, text, errors, code: output.status.code() }
}

fn written(text: &str) -> (TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("games.sgf");
    fs::write(&path, text).unwrap();
    (directory, path)
}

#[test]
fn each_game_is_an_object_of_its_own() {
    let (_directory, games) = written(GAMES);
    let run = review(&["--format", "json"], &games);
    assert_eq!(run.code, Some(0), "{}", run.errors);
    assert_eq!(run.lines.len(), 2);
    let first = &run.lines[0];
    assert_eq!((&first["game"], &first["white"]), (&Value::from(1), &Value::from("Ann")));
    let ply = &first["plies"][0];
    // W+3 before the move, by the best move: docs/game-values.md.
    assert_eq!(ply["winner"], "white");
    assert_eq!(ply["score"], "W+3");
    assert_eq!(ply["side"], "white");
    assert!(ply["best_moves"].as_array().unwrap().iter().any(|mv| mv == "a2-c2/d1"));
    assert!(ply["error"].as_u64().unwrap() > 0);
    assert_eq!(ply["region"]["kind"], "contested");
    assert_eq!(ply["region"]["score"], "W+3");
    assert_eq!(first["summary"]["plies"], 2);
    assert_eq!(run.lines[1]["plies"][0]["error"], 0);
    // The parts add up to the whole.
    for part in [1, 2] {
        let one = review(&["--format", "json", "--partition", &format!("{part}/2")], &games);
        assert_eq!(one.lines, [run.lines[part - 1].clone()]);
    }
}

#[test]
fn records_pages_and_counts_are_written() {
    let (directory, games) = written(GAMES);
    let at = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let (sgf, html, counts) = (at("out.sgf"), at("out.html"), at("counts.json"));
    let run = review(&["--sgf", &sgf, "--html", &html, "--summary", &counts], &games);
    assert_eq!(run.code, Some(0), "{}", run.errors);
    assert!(run.text.contains("gave the win away"), "{}", run.text);
    let text = fs::read_to_string(&sgf).unwrap();
    assert!(text.contains("BM[") && text.contains("TE[1]") && text.contains("C["), "{text}");
    // The annotated record is a record: reading it gives the same games.
    let again = review(&["--format", "json"], Path::new(&sgf));
    assert_eq!(again.lines.len(), 2);
    assert_eq!(again.lines[0]["plies"].as_array().unwrap().len(), 2);
    let page = fs::read_to_string(&html).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("<svg"), "{page}");
    assert!(!page.contains("<script") && !page.contains("src="));
    let counts: Value = serde_json::from_str(&fs::read_to_string(&counts).unwrap()).unwrap();
    assert_eq!(counts["games"], 2);
    assert_eq!(counts["players"]["Ann"]["moves"], 1);
    assert!(counts["empties"]["5"]["moves"].as_u64().unwrap() >= 1);
}

#[test]
fn a_defect_is_named_and_the_rest_is_reviewed() {
    let (_directory, games) = written(&format!("(;GM[18];W[a1-a2/a3])\n{GAMES}"));
    let run = review(&["--format", "json"], &games);
    assert_eq!(run.code, Some(2));
    assert!(run.errors.contains("game 1, ply 1"), "{}", run.errors);
    // The legal part of the first game has no plies.
    let reviewed: Vec<_> = run.lines.iter().map(|line| line["game"].as_u64()).collect();
    assert!(reviewed.ends_with(&[Some(2), Some(3)]), "{reviewed:?}");
    let (_directory, nonsense) = written("nonsense");
    assert_eq!(review(&[], &nonsense).code, Some(2));
}

#[test]
fn an_unproved_game_is_no_failure() {
    let (_directory, games) = written("g1-g7/b7 d10-d6/b4\n");
    let run = review(&["--nodes", "10", "--format", "json"], &games);
    assert_eq!(run.code, Some(0));
    assert!(run.lines[0]["plies"][0]["winner"].is_null());
    assert!(run.lines[0]["summary"]["judged_from"].is_null());
}

/// Four games, one of which cannot be read.
fn four_games() -> String {
    format!(
        "{GAMES}(;GM[18]SZ[99];W[a1-a2/a3])\n(;GM[18]SZ[4:2]AW[aa]AB[da]PL[B];B[dadbda];W[aabbab])\n"
    )
}

/// Replaces text in sealed lines.
fn resealed(lines: &str, from: &str, to: &str) -> String {
    let line = |line: &str| {
        let object = String::from_utf8(unseal(line.as_bytes()).unwrap()).unwrap();
        seal(&object.replace(from, to)) + "\n"
    };
    lines.lines().map(line).collect()
}

#[test]
fn a_review_goes_on_behind_its_last_whole_game() {
    let (directory, games) = written(&four_games());
    let at = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let (file, counts) = (at("reviews.jsonl"), at("counts.json"));
    let ask = ["--nodes", "5000", "-o", &file, "--summary", &counts];
    let run = review(&ask, &games);
    assert_eq!(run.code, Some(2), "{}", run.errors);
    let whole = fs::read_to_string(&file).unwrap();
    assert_eq!(whole.lines().count(), 5, "{whole}");
    let summary = fs::read_to_string(&counts).unwrap();
    // Wherever it was cut off, the result is the same bytes and the same counts.
    for length in [0, 20, whole.find('\n').unwrap() + 1, whole.len() / 2, whole.len() - 1] {
        fs::write(&file, &whole[..length]).unwrap();
        fs::remove_file(&counts).unwrap();
        let again = review(&ask, &games);
        assert_eq!(again.code, Some(2), "{}", again.errors);
        assert_eq!(fs::read_to_string(&file).unwrap(), whole, "cut at {length}");
        assert_eq!(fs::read_to_string(&counts).unwrap(), summary);
        assert_eq!(again.text, run.text);
    }
    // Existing reviews are not judged again.
    let changed = resealed(&whole, "\"judged\":2", "\"judged\":1");
    assert_ne!(changed, whole);
    fs::write(&file, &changed).unwrap();
    review(&ask, &games);
    assert_eq!(fs::read_to_string(&file).unwrap(), changed);
    // Another question, other games, or another file is not continued, and stays as it is.
    let other = review(&["--nodes", "6000", "-o", &file], &games);
    assert!(other.code == Some(2) && other.errors.contains("another review"), "{}", other.errors);
    fs::write(&file, resealed(&whole, "\"game\":2", "\"game\":7")).unwrap();
    let other = review(&ask, &games);
    assert!(other.code == Some(2) && other.errors.contains("game 7"), "{}", other.errors);
    assert_eq!(other.text, "", "refused before anything is printed");
    fs::write(&file, "mine\n").unwrap();
    assert_eq!(review(&ask, &games).code, Some(2));
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine\n");
    let input = games.to_str().unwrap();
    assert_eq!(review(&["-o", input], &games).code, Some(2));
    assert_eq!(review(&["--sgf", input], &games).code, Some(2));
    assert_eq!(fs::read_to_string(&games).unwrap(), four_games());
}

#[test]
fn parts_make_the_bytes_of_one_run() {
    let (directory, games) = written(&four_games());
    let at = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let merge = |parts: &[&String], output: &str| {
        let mut command = program();
        let run = command.arg("merge").args(parts).args(["-o", output]).output().unwrap();
        (run.status.code(), String::from_utf8_lossy(&run.stderr).into_owned())
    };
    let one = at("one.jsonl");
    review(&["--nodes", "5000", "-o", &one], &games);
    let parts: Vec<String> = (1..=3).map(|part| at(&format!("part{part}.jsonl"))).collect();
    for (i, part) in parts.iter().enumerate() {
        let number = format!("{}/3", i + 1);
        review(&["--nodes", "5000", "-o", part, "--partition", &number, "--threads", "2"], &games);
    }
    let merged = at("merged.jsonl");
    let (code, errors) = merge(&[&parts[2], &parts[0], &parts[1]], &merged);
    assert_eq!(code, Some(0), "{errors}");
    assert_eq!(fs::read_to_string(&merged).unwrap(), fs::read_to_string(&one).unwrap());
    // The counts of all parts come from the merged file, without a search.
    let (summary, expected) = (at("summary.json"), at("expected.json"));
    review(&["--nodes", "5000", "-o", &merged, "--summary", &summary], &games);
    review(&["--nodes", "5000", "--summary", &expected], &games);
    assert_eq!(fs::read_to_string(&summary).unwrap(), fs::read_to_string(&expected).unwrap());
    let wrong = |parts: &[&String], what: &str| {
        let (code, errors) = merge(parts, &at("x.jsonl"));
        assert!(code == Some(2) && errors.contains(what), "{errors}");
    };
    wrong(&[&parts[0], &parts[1]], "part 3/3 is missing");
    wrong(&[&parts[0], &parts[1], &parts[1], &parts[2]], "is given twice");
    wrong(&[&one], "not a part");
    let text = fs::read_to_string(&parts[0]).unwrap();
    fs::write(&parts[0], &text[..text.len() - 3]).unwrap();
    let all = [&parts[0], &parts[1], &parts[2]];
    wrong(&all, "line 3: cut off; run the command that made it");
    let last = text.lines().last().unwrap();
    fs::write(&parts[0], text.trim_end().trim_end_matches(last)).unwrap();
    wrong(&all, "is incomplete: game 4 of part 1/3");
    for (more, what) in [
        (&*format!("{last}\n"), "another game after the end of part 1/3"),
        ("{}\n", "line 4: no checksum"),
        ("{", "line 4: cut off"),
    ] {
        fs::write(&parts[0], format!("{text}{more}")).unwrap();
        wrong(&all, what);
    }
}

#[test]
fn a_missing_record_changes_no_file() {
    let (directory, games) = written(GAMES);
    let old = directory.path().join("old.sgf");
    fs::write(&old, "old").unwrap();
    let missing = directory.path().join("typo.sgf");
    let run = review(&["--nodes", "100", "--sgf", old.to_str().unwrap()], &missing);
    assert_eq!(run.code, Some(2));
    assert!(run.errors.contains("typo.sgf"), "{}", run.errors);
    let missing = missing.to_str().unwrap();
    let run = review(&[missing, "--nodes", "100", "--sgf", old.to_str().unwrap()], &games);
    assert_eq!(run.code, Some(2));
    assert_eq!(fs::read_to_string(&old).unwrap(), "old");
}

#[test]
fn two_spellings_of_a_new_file_are_one_output() {
    let (directory, games) = written(GAMES);
    let (plain, dotted) =
        (directory.path().join("a.jsonl"), directory.path().join("./x/../a.jsonl"));
    fs::create_dir(directory.path().join("x")).unwrap();
    let (plain, dotted) = (plain.to_str().unwrap(), dotted.to_str().unwrap());
    let run = review(&["--nodes", "100", "-o", plain, "--summary", dotted], &games);
    assert_eq!(run.code, Some(2));
    assert!(run.errors.contains("is named for two outputs"), "{}", run.errors);
}

/// The opening of a game that no limit of these tests can judge.
const OPENING: &str = "d1-d7/g7 a7-b7/b1 g1-g6/c2 d10-d8/f10\n";

#[test]
fn a_game_that_proves_nothing_is_estimated_from_the_first_ply() {
    let (directory, games) = written(OPENING);
    let page = directory.path().join("review.html");
    let ask = ["--nodes", "24000", "--format", "json"];
    let run = review(&[&ask[..], &["--html", page.to_str().unwrap()]].concat(), &games);
    assert_eq!(run.code, Some(0), "{}", run.errors);
    let plies = run.lines[0]["plies"].as_array().unwrap();
    for ply in plies {
        let estimate = &ply["estimate"];
        assert!(ply["score"].is_null() && estimate["lead"].is_f64(), "{ply}");
        let chance = estimate["white_wins"].as_f64().unwrap();
        assert!(0.0 < chance && chance < 1.0, "{ply}");
        assert_eq!(estimate["line"][0], estimate["move"]);
        assert!(ply["estimated_cost"].as_f64().unwrap() >= 0.0);
        // Bounds that hold for every position say nothing.
        assert!(ply["at_least"].is_null() || ply["region"].is_object(), "{ply}");
    }
    let thirds = run.lines[0]["summary"]["thirds"].as_array().unwrap();
    assert_eq!((thirds.len(), &thirds[0]["white"]["moves"]), (3, &2.into()));
    let page = fs::read_to_string(&page).unwrap();
    assert!(page.contains("stroke-dasharray") && page.contains("≈ "), "{page}");
    let text = review(&["--nodes", "3000"], &games).text;
    assert!(text.contains("≈ W+") || text.contains("≈ B+"), "{text}");
    // Another player's search is asked for by its name.
    let other = review(&[&ask[..], &["--engine", "alphabeta:minimal-distance"]].concat(), &games);
    assert_ne!(other.lines, run.lines);
    let wrong = review(&["--engine", "deepblue"], &games);
    assert!(wrong.code == Some(2) && wrong.errors.contains("deepblue"), "{}", wrong.errors);
    let both = review(&["--engine", "mcts", "--no-estimate"], &games);
    assert_eq!(both.code, Some(2));
}

#[test]
fn without_estimates_a_review_says_what_is_proved_only() {
    let (_directory, games) = written(OPENING);
    let run = review(&["--nodes", "300", "--no-estimate", "--format", "json"], &games);
    assert!(!run.text.contains("estimate") && !run.text.contains("thirds"), "{}", run.text);
    let text = review(&["--nodes", "300", "--no-estimate"], &games).text;
    assert!(!text.contains('≈'), "{text}");
}

#[test]
fn reviews_with_and_without_estimates_are_not_mixed() {
    let (directory, games) = written(GAMES);
    let file = directory.path().join("r.jsonl");
    let file = file.to_str().unwrap();
    assert_eq!(review(&["--nodes", "50", "-o", file], &games).code, Some(0));
    let other = review(&["--nodes", "50", "-o", file, "--no-estimate"], &games);
    assert!(other.code == Some(2) && other.errors.contains("another review"), "{}", other.errors);
}

#[test]
fn another_program_estimates_where_it_tells_its_scores() {
    let (_directory, games) = written(OPENING);
    let own = ["--nodes", "24000", "--format", "json"];
    let amazons = env!("CARGO_BIN_EXE_amazons");
    let player = "alphabeta:learned,ends=score";
    for (engine, told) in [
        (format!("engine:{amazons} engine {player}"), true),
        (format!("uci:{amazons} engine {player} --uci"), true),
        (format!("engine:{amazons} engine random"), false),
    ] {
        let run = review(&[&own[..], &["--engine", &engine]].concat(), &games);
        assert_eq!(run.code, Some(0), "{}", run.errors);
        let estimates =
            run.lines[0]["plies"].as_array().unwrap().iter().map(|ply| &ply["estimate"]);
        for estimate in estimates {
            assert_eq!(estimate.is_object(), told, "{engine}: {estimate}");
        }
        assert_eq!(run.errors.contains("expected lines such as"), !told, "{}", run.errors);
    }
    for (engine, problem) in [
        ("gtp:gnugo", "tells no scores"),
        ("uci:/no/such/program", "cannot be started"),
        ("uci:", "no program"),
    ] {
        let run = review(&["--engine", engine], &games);
        assert!(run.code == Some(2) && run.errors.contains(problem), "{}", run.errors);
    }
}
