//! Problems of a set chosen by their parts, ids and solutions, and by who solves them.

use crate::program::{program, repository};
use amazons::problems::{Problem, ProblemSet, Split};
use assert_cmd::assert::Assert;
use hashbrown::HashMap;
use predicates::prelude::*;
use predicates::str::contains;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

struct Sets {
    directory: TempDir,
}

impl Sets {
    fn new() -> Self {
        Self { directory: tempfile::tempdir().unwrap() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// Runs the program in the directory, which has a small set, `set.xml`.
    fn run(&self, words: &[&str]) -> Assert {
        let mut command = program();
        command.current_dir(self.directory.path());
        command.args(words).assert()
    }

    /// Sixteen solved problems of up to 13 squares.
    fn small(&self) -> ProblemSet {
        let quick = repository("problems/quick.xml");
        let quick = quick.to_str().unwrap();
        self.run(&["set", "filter", quick, "-o", "set.xml", "--max-empties", "13"]).success();
        self.read("set.xml")
    }

    fn read(&self, name: &str) -> ProblemSet {
        ProblemSet::load(&self.path(name)).unwrap()
    }

    fn ids(&self, name: &str) -> Vec<String> {
        self.read(name).problems.into_iter().map(|problem| problem.id).collect()
    }

    /// A refused filter, after which its output is as before.
    fn refused(&self, options: &[&str], reason: &str) {
        let before = fs::read(self.path("kept.xml")).ok();
        let words = [&["set", "filter", "set.xml", "-o", "kept.xml"], options].concat();
        self.run(&words).code(2).stderr(contains(reason));
        assert_eq!(fs::read(self.path("kept.xml")).ok(), before, "{options:?}");
    }
}

#[test]
fn problems_are_chosen_by_part_id_solution_and_chance() {
    let sets = Sets::new();
    let all = sets.small();
    let filter = |options: &[&str]| {
        let words = [&["set", "filter", "set.xml", "-o", "out.xml"], options].concat();
        let _ = fs::remove_file(sets.path("out.xml"));
        sets.run(&words).success();
        let note = sets.read("out.xml").header.selections.pop().unwrap().filter;
        assert_eq!(note, options.join(" "));
        sets.ids("out.xml")
    };
    let [development, test] = ["development", "test"].map(|part| filter(&["--split", part]));
    assert!(!development.is_empty() && !test.is_empty());
    assert_eq!(development.len() + test.len(), all.problems.len());
    fs::write(sets.path("ids.txt"), format!("# two\n{}\n\n{}\n", test[0], development[0])).unwrap();
    let chosen = filter(&["--ids", "ids.txt"]);
    assert!(chosen.len() == 2 && chosen.contains(&test[0]) && chosen.contains(&development[0]));
    let several = filter(&["--best-moves", "2.."]).len();
    assert_eq!(several + filter(&["--best-moves", "..1"]).len(), all.problems.len());
    let drawn = filter(&["--random", "5", "--seed", "4"]);
    assert_eq!(drawn.len(), 5);
    assert_eq!(filter(&["--random", "5", "--seed", "4"]), drawn);
    // The same features choose in lists and studies.
    let list = ["set", "list", "set.xml", "--split", "test", "--format", "jsonl"];
    let printed = sets.run(&list).success().get_output().stdout.clone();
    assert_eq!(String::from_utf8(printed).unwrap().lines().count(), test.len());
    let study = ["study", "set.xml", "-o", "study", "--solvers", "one-ply", "--nodes", "9"];
    sets.run(&[&study[..], &["--split", "test", "--no-tables"]].concat()).success();
    let log = fs::read_to_string(sets.path("study/log.jsonl")).unwrap();
    let said = format!("\"selection\":\"--split test, of the set's {}\"", all.problems.len());
    assert!(log.contains(&said), "{}", &log[..400]);
}

#[test]
fn a_choice_that_does_not_fit_the_set_is_refused() {
    let sets = Sets::new();
    sets.small();
    fs::write(sets.path("unknown.txt"), "e10-000000000000-a\ne10-000000000001-b\n").unwrap();
    fs::write(sets.path("words.txt"), "one two\n").unwrap();
    fs::write(sets.path("none.txt"), "# nothing\n").unwrap();
    let unknown = "unknown.txt: no problem 'e10-000000000000-a' in the set, and 1 more";
    sets.refused(&["--ids", "unknown.txt"], unknown);
    fs::copy(sets.path("set.xml"), sets.path("kept.xml")).unwrap();
    sets.refused(&["--ids", "unknown.txt"], unknown);
    sets.refused(&["--ids", "words.txt"], "words.txt, line 1: more than one word");
    sets.refused(&["--ids", "none.txt"], "none.txt: no id");
    sets.refused(&["--ids", "missing.txt"], "missing.txt");
    sets.refused(&["--split", "tests"], "expected development or test");
    sets.refused(&["--best-moves", "5..2"], "5 is above 2");
    sets.refused(&["--best-moves", ".."], "expected MIN..MAX");
    sets.refused(&["--best-moves", "x"], "expected a whole number");
    sets.refused(&["--random", "3"], "--seed");
    sets.refused(&["--seed", "3"], "--random or --max-per-size");
    sets.refused(&["--judge-nodes", "1.."], "judge SET --solver judge");
    sets.refused(&["--solved-within", "9"], "--solved-by");
    sets.refused(&["--solved-by", "dfpn"], "expected a study's directory and a method");
    sets.refused(&["--solved-by", "nowhere:dfpn"], "nowhere holds no study");
    sets.run(&["set", "list", "set.xml", "--ids", "unknown.txt"]).code(2).stderr(contains(unknown));
    let study = ["study", "set.xml", "-o", "study", "--nodes", "9", "--ids", "unknown.txt"];
    sets.run(&study).code(2).stderr(contains(unknown));
    assert!(!sets.path("study").exists());
}

#[test]
fn a_study_with_a_large_limit_tells_what_smaller_ones_solve() {
    let sets = Sets::new();
    let all = sets.small();
    let study = |set: &str, directory: &str, solvers: &str, nodes: &str| {
        let words =
            ["study", set, "-o", directory, "--solvers", solvers, "--nodes", nodes, "--no-tables"];
        sets.run(&words).success();
    };
    study("set.xml", "large", "dfpn,one-ply", "2000000");
    let solved = |by: &str, within: Option<&str>| {
        let mut words = vec!["set", "filter", "set.xml", "-o", "out.xml", "--solved-by", by];
        words.extend(within.iter().flat_map(|nodes| ["--solved-within", nodes]));
        words.push("--allow-empty");
        let _ = fs::remove_file(sets.path("out.xml"));
        sets.run(&words).success();
        sets.ids("out.xml")
    };
    let whole = solved("large:dfpn", None);
    assert!(whole.len() > all.problems.len() / 2);
    assert_eq!(solved("large:dfpn", Some("2e6")), whole);
    // What a run with a smaller limit proves.
    study("set.xml", "small", "dfpn", "50000");
    let within = solved("large:dfpn", Some("50000"));
    assert_eq!(within, solved("small:dfpn", None));
    assert!(!within.is_empty() && within.len() < whole.len());
    let note = sets.read("out.xml").header.selections.pop().unwrap().filter;
    assert_eq!(note, "--solved-by small:dfpn");

    sets.refused(&["--solved-by", "large:wpns"], "no method 'wpns'; expected one of dfpn, one-ply");
    sets.refused(
        &["--solved-by", "small:dfpn", "--solved-within", "50001"],
        "ran with 50000 nodes",
    );
    // Problems that the study does not have are left out; a study of another set is refused.
    let (first, others) = (&all.problems[0].id, all.problems[1..].iter());
    fs::write(sets.path("first.txt"), first).unwrap();
    let others: Vec<&str> = others.map(|problem| problem.id.as_str()).collect();
    fs::write(sets.path("others.txt"), others.join("\n")).unwrap();
    for (ids, set) in [("first.txt", "first.xml"), ("others.txt", "others.xml")] {
        sets.run(&["set", "filter", "set.xml", "-o", set, "--ids", ids]).success();
    }
    study("first.xml", "first", "dfpn", "2000000");
    let words = ["set", "filter", "set.xml", "-o", "one.xml", "--solved-by", "first:dfpn"];
    sets.run(&words).stderr(contains("are not in the study and left out"));
    let words = ["set", "filter", "others.xml", "-o", "none.xml", "--solved-by", "first:dfpn"];
    sets.run(&words).code(2).stderr(contains("the study has no problem of this set"));
    assert!(!sets.path("none.xml").exists());
    // The id alone is not enough.
    let text = fs::read_to_string(sets.path("set.xml")).unwrap();
    let fen = all.problems[1].position.to_fen();
    let moved = text.replace(&format!("id=\"{first}\""), "id=\"gone\"");
    let moved =
        moved.replace(&format!("id=\"{}\"", all.problems[1].id), &format!("id=\"{first}\""));
    assert!(moved.contains(&fen));
    fs::write(sets.path("moved.xml"), moved).unwrap();
    let words = ["set", "filter", "moved.xml", "-o", "none.xml", "--solved-by", "first:dfpn"];
    sets.run(&words).code(2).stderr(contains("another position of this name"));
}

#[test]
fn a_set_says_who_solved_it_beside_the_judges_solutions() {
    let sets = Sets::new();
    let all = sets.small();
    let tried = |output: &str, more: &[&str]| {
        let words = ["judge", "set.xml", "--solver", "dfpn", "--nodes", "50000", "-o", output];
        sets.run(&[&words[..], more].concat())
    };
    tried("tried.xml", &[]).code(1).stdout(contains("solved by dfpn"));
    let set = sets.read("tried.xml");
    for (problem, before) in set.problems.iter().zip(&all.problems) {
        assert_eq!((&problem.id, &problem.judgement), (&before.id, &before.judgement));
        assert_eq!(problem.attempts.len(), 1);
    }
    let text = fs::read_to_string(sets.path("tried.xml")).unwrap();
    let limit = "by=\"dfpn\" limit=\"50000 nodes each iteration\" nodes=\"";
    assert!(text.contains(&format!("<solved {limit}")), "{text}");
    assert!(text.contains(&format!("<unsolved {limit}")), "{text}");
    // Parts merge to the same bytes, and a second run finds nothing to do.
    for part in ["1", "2"] {
        tried(&format!("part-{part}.xml"), &["--partition", &format!("{part}/2")]);
    }
    sets.run(&["merge", "part-1.xml", "part-2.xml", "-o", "merged.xml"]).success();
    assert_eq!(fs::read_to_string(sets.path("merged.xml")).unwrap(), text);
    let again = ["judge", "tried.xml", "--solver", "dfpn", "--nodes", "50000"];
    sets.run(&again).code(1);
    assert_eq!(fs::read_to_string(sets.path("tried.xml")).unwrap(), text);
    // The judge's own nodes.
    sets.run(&["judge", "tried.xml", "--solver", "judge", "--nodes", "1000000"]).success();
    let filter = |span: &str| {
        let words = [
            "set",
            "filter",
            "tried.xml",
            "-o",
            "hard.xml",
            "--judge-nodes",
            span,
            "--allow-empty",
        ];
        let _ = fs::remove_file(sets.path("hard.xml"));
        sets.run(&words).success();
        sets.ids("hard.xml").len()
    };
    assert_eq!(filter("..200") + filter("201.."), all.problems.len());
    sets.run(&["set", "show", "tried.xml", &all.problems[0].id])
        .success()
        .stdout(contains("by dfpn in").and(contains("part ")));
    for (solver, reason) in [("nobody", "no such solver"), ("dfpn:x=1", "x")] {
        sets.run(&["judge", "set.xml", "--solver", solver]).code(2).stderr(contains(reason));
    }
    sets.run(&["judge", "set.xml", "--solver", "dfpn", "--moves", "all"]).code(2);
}

#[test]
fn sets_of_version_1_are_read_and_get_their_parts() {
    let sets = Sets::new();
    // One of its regions has two problems.
    let quick = repository("problems/quick.xml");
    sets.run(&["set", "filter", quick.to_str().unwrap(), "-o", "set.xml"]).success();
    let text = fs::read_to_string(sets.path("set.xml")).unwrap();
    let old = text.replace("version=\"2\"", "version=\"1\"");
    let old = old.replace(" split=\"test\"", "").replace(" split=\"development\"", "");
    assert_ne!(old, text);
    fs::write(sets.path("old.xml"), old).unwrap();
    sets.run(&["set", "merge", "old.xml", "-o", "new.xml"]).success();
    assert_eq!(fs::read_to_string(sets.path("new.xml")).unwrap(), text);
    // A part by another rule is kept, but a region lies in one part.
    let problems = sets.read("set.xml").problems;
    let has_other = |problem: &&Problem| {
        problems.iter().filter(|other| other.region_id() == problem.region_id()).count() > 1
    };
    let id = problems.iter().find(has_other).unwrap().id.clone();
    let (before, after) = text.split_once(&format!("<problem id=\"{id}\"")).unwrap();
    let swapped = match after.split_once(" split=\"test\"").filter(|(a, _)| !a.contains('\n')) {
        Some((a, b)) => format!("{a} split=\"development\"{b}"),
        None => after.replacen(" split=\"development\"", " split=\"test\"", 1),
    };
    fs::write(sets.path("odd.xml"), format!("{before}<problem id=\"{id}\"{swapped}")).unwrap();
    sets.run(&["set", "validate", "odd.xml"]).code(1).stdout(contains("is in the part"));
    let wrong = text.replacen(" split=\"", " split=\"x", 1);
    fs::write(sets.path("wrong.xml"), wrong).unwrap();
    sets.run(&["set", "list", "wrong.xml"])
        .code(2)
        .stderr(contains("expected development or test"));
    let future = text.replace("version=\"2\"", "version=\"3\"");
    fs::write(sets.path("future.xml"), future).unwrap();
    sets.run(&["set", "list", "future.xml"]).code(2).stderr(contains("expected version 1 or 2"));
}

#[test]
fn no_region_or_game_lies_in_both_parts_of_the_shipped_sets() {
    let (mut regions, mut games) = (HashMap::new(), HashMap::new());
    for name in
        ["endgames.xml", "natural.xml", "puzzles.xml", "quick.xml", "large.xml.gz", "strong.xml.gz"]
    {
        let path: &Path = &repository("problems").join(name);
        let ProblemSet { header, problems } = ProblemSet::load(path).unwrap();
        let tests = problems.iter().filter(|one| one.split == Some(Split::Test)).count();
        let share = tests as f64 / problems.len() as f64;
        assert!((0.3..0.7).contains(&share), "{name}: {share}");
        for problem in &problems {
            let region = regions.entry(problem.region_id()).or_insert(problem.split);
            assert_eq!(*region, problem.split, "{name}: {}", problem.id);
            let from = problem.provenance.unwrap();
            let game = (header.record(from.record).unwrap().hash.clone(), from.game);
            assert_eq!(*games.entry(game).or_insert(problem.split), problem.split, "{name}");
        }
    }
}

#[test]
fn a_set_is_described_with_what_methods_without_search_get_right() {
    let sets = Sets::new();
    sets.small();
    sets.run(&["set", "describe", "set.xml"])
        .success()
        .stdout(contains("chance").and(contains("one ply")).and(contains("development")));
    // The same numbers as in the report of a study.
    let described = sets.run(&["set", "describe", "set.xml", "--format", "json"]).success();
    let described: serde_json::Value =
        serde_json::from_slice(&described.get_output().stdout).unwrap();
    let study = ["study", "set.xml", "-o", "study", "--solvers", "random", "--nodes", "9"];
    sets.run(&[&study[..], &["--no-tables"]].concat()).success();
    let statistics = fs::read_to_string(sets.path("study/statistics.json")).unwrap();
    let statistics: serde_json::Value = serde_json::from_str(&statistics).unwrap();
    assert!(described["baselines"]["problems"].as_u64() > Some(9));
    assert_eq!(described["baselines"], statistics["baselines"]);
}

#[test]
fn lists_of_puzzles_keep_what_makes_them_puzzles() {
    let sets = Sets::new();
    let puzzles = repository("problems/puzzles.xml");
    let list = |format: &str| {
        let words = ["set", "list", puzzles.to_str().unwrap(), "--format", format];
        let printed = sets.run(&words).success().get_output().stdout.clone();
        String::from_utf8(printed).unwrap()
    };
    let set = ProblemSet::load(&puzzles).unwrap();
    let csv = list("csv");
    let mut rows = csv::Reader::from_reader(csv.as_bytes());
    let columns = rows.headers().unwrap().clone();
    for (row, problem) in rows.records().zip(&set.problems) {
        let row = row.unwrap();
        let cell = |name: &str| &row[columns.iter().position(|column| column == name).unwrap()];
        let puzzle = problem.puzzle.as_ref().unwrap();
        let themes: Vec<&str> = puzzle.themes.iter().map(|theme| theme.name()).collect();
        assert_eq!(cell("goal"), puzzle.goal.to_string());
        assert_eq!(cell("grade"), puzzle.grade.to_string());
        assert_eq!(cell("difficulty"), puzzle.difficulty.to_string());
        assert_eq!(cell("themes"), themes.join(" "));
        assert_eq!(cell("solution"), puzzle.solution.to_string());
        assert_eq!(cell("split"), problem.split.unwrap().name());
    }
    let epd = list("epd");
    for (line, problem) in epd.lines().zip(&set.problems) {
        let puzzle = problem.puzzle.as_ref().unwrap();
        let said = format!("goal {}; grade {}; difficulty", puzzle.goal, puzzle.grade);
        assert!(line.contains(&said), "{line}");
        assert!(line.contains(&format!(" pv {}", puzzle.solution.mv)), "{line}");
        assert!(line.ends_with(&format!("solution \"{}\";", puzzle.solution)), "{line}");
    }
    // The positions and names come back.
    fs::write(sets.path("puzzles.epd"), epd).unwrap();
    sets.run(&["set", "make", "puzzles.epd", "-o", "again.xml"]).success();
    let ids: Vec<String> = set.problems.into_iter().map(|problem| problem.id).collect();
    assert_eq!(sets.ids("again.xml"), ids);
}
