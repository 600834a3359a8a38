//! `amazons puzzles`, and the puzzles that are shipped with the program.

use crate::program::{program, repository};
use std::fs;

fn amazons(arguments: &[&str]) -> (String, Option<i32>) {
    let mut command = program();
    let output = command.args(arguments).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (text + &String::from_utf8_lossy(&output.stderr), output.status.code())
}

#[test]
fn puzzles_are_made_proved_and_drawn() {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let (set, page, drawings) = (at("puzzles.xml"), at("puzzles.html"), at("drawings"));
    let make =
        ["puzzles", "problems/quick.xml", "-o", &set, "--html", &page, "--svg-dir", &drawings];
    let make = [&make[..], &["--max-empties", "12", "--nodes", "20000"]].concat();
    let (text, code) = amazons(&make);
    assert_eq!(code, Some(0), "{text}");
    let written = fs::read_to_string(&set).unwrap();
    let count = written.matches("<puzzle ").count();
    assert!(count > 0, "{text}");
    let (text, code) = amazons(&["set", "validate", &set]);
    assert_eq!(code, Some(0), "{text}");
    assert_eq!(fs::read_dir(&drawings).unwrap().count(), count);
    let page = fs::read_to_string(&page).unwrap();
    assert!(page.matches("<svg").count() == count && page.contains("Solutions"));
    // Existing puzzles are reused: the output is the same, byte for byte.
    let (text, code) = amazons(&make);
    assert_eq!(code, Some(0), "{text}");
    assert_eq!(fs::read_to_string(&set).unwrap(), written);
    // A false claim is found.
    let wrong = written.replacen("goal=\"best\"", "goal=\"win\"", 1);
    if wrong != written {
        fs::write(&set, wrong).unwrap();
        let (text, code) = amazons(&["set", "validate", &set]);
        assert_eq!(code, Some(1), "{text}");
        assert!(text.contains("wins too") || text.contains("the goal is to win"), "{text}");
    }
}

#[test]
fn puzzles_of_other_options_or_inputs_are_left_out_and_said_so() {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let set = at("puzzles.xml");
    let make = |input: &str, most: &str| {
        let options = ["-o", &set, "--max-empties", most, "--nodes", "20000"];
        amazons(&[&["puzzles", input], &options[..]].concat())
    };
    let (text, code) = make("problems/quick.xml", "12");
    assert_eq!(code, Some(0), "{text}");
    assert!(!text.contains("note:"), "{text}");
    // A part of the problems: the puzzles of the others go.
    let few = at("few.xml");
    let filter = ["set", "filter", "problems/quick.xml", "--max-empties", "11", "-o", &few];
    let (text, code) = amazons(&filter);
    assert_eq!(code, Some(0), "{text}");
    let (text, code) = make(&few, "12");
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("come from other inputs and are left out"), "{text}");
    let (text, code) = make(&few, "11");
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("was made with different options and is made again"), "{text}");
}

#[test]
fn parts_make_the_puzzles_of_one_run() {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let games = at("games.sgf");
    let play = ["selfplay", "random", "random", "--nodes", "1", "--size", "6x5", "--games", "12"];
    let (text, code) = amazons(&[&play[..], &["--seed", "4", "-o", &games]].concat());
    assert_eq!(code, Some(0), "{text}");
    // From games, and from a set twice, so that some problems are alike.
    let cases = [(vec![games.as_str()], "8"), (vec!["problems/quick.xml"; 2], "12")];
    for (number, (inputs, most)) in cases.iter().enumerate() {
        let make = |name: &str, partition: &[&str]| {
            let options = "--nodes 500 --min-empties 6 --per-grade 1 --max-empties";
            let options: Vec<&str> = options.split(' ').chain([*most, "-o", name]).collect();
            let (text, code) = amazons(&[&["puzzles"], &inputs[..], &options, partition].concat());
            assert_eq!(code, Some(0), "{text}");
        };
        let name = |what: &str| at(&format!("{what}-{number}.xml"));
        make(&name("whole"), &[]);
        for part in ["1/3", "2/3", "3/3"] {
            make(&name(&part[..1]), &["--partition", part]);
        }
        let parts = ["3", "1", "2"].map(name);
        let merged = name("merged");
        let merge: Vec<&str> =
            ["merge", "-o", &merged].into_iter().chain(parts.iter().map(String::as_str)).collect();
        let (text, code) = amazons(&merge);
        assert_eq!(code, Some(0), "{text}");
        let read = |path: &str| fs::read_to_string(path).unwrap();
        assert!(read(&merged).matches("<puzzle ").count() > 0);
        assert_eq!(read(&merged), read(&name("whole")));
        let missing = ["merge", &parts[0], &parts[1], "-o", &at("missing.xml")];
        let (text, code) = amazons(&missing);
        assert!(code == Some(2) && text.contains("part 2/3 is missing"), "{text}");
        let unfinished =
            read(&parts[1]).replace("--partition 1/3", "--partition 1/3 (interrupted)");
        fs::write(&parts[1], unfinished).unwrap();
        let (text, code) = amazons(&merge);
        assert!(code == Some(2) && text.contains("is incomplete: the end of part 1/3"), "{text}");
    }
}

#[test]
fn a_puzzle_is_shown_with_its_goal_and_solution() {
    let (text, code) = amazons(&["set", "show", "problems/puzzles.xml", "e6-170f1587dac9-a"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("\npuzzle of grade ") && text.contains("\nsolution: "), "{text}");
}

#[test]
fn the_shipped_puzzles_hold() {
    let set = repository("problems/puzzles.xml");
    let text = fs::read_to_string(&set).unwrap();
    assert!(text.matches("<puzzle ").count() >= 200);
    for grade in 1..=5 {
        assert!(text.matches(&format!(" grade=\"{grade}\"")).count() >= 20, "grade {grade}");
    }
    for theme in amazons::problems::Theme::ALL {
        // Problems in which the opponent can be left without a move at once are dropped earlier.
        if theme == amazons::problems::Theme::Blockade {
            continue;
        }
        let name = theme.name();
        let named = |line: &str| {
            let themes = line.split("themes=\"").nth(1).and_then(|rest| rest.split('"').next());
            themes.is_some_and(|themes| themes.split(' ').any(|theme| theme == name))
        };
        assert!(text.lines().any(named), "no puzzle of theme {name}");
    }
    let (text, code) = amazons(&["set", "validate", set.to_str().unwrap()]);
    assert_eq!(code, Some(0), "{text}");
}

/// Themes can be recomputed while the rest of the puzzles stays.
#[test]
fn themes_are_found_again() {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let (set, bare, again) = (at("puzzles.xml"), at("bare.xml"), at("again.xml"));
    let make =
        ["puzzles", "problems/quick.xml", "-o", &set, "--max-empties", "10", "--nodes", "20000"];
    let (text, code) = amazons(&make);
    assert_eq!(code, Some(0), "{text}");
    let puzzles = |path: &str| -> Vec<String> {
        let text = fs::read_to_string(path).unwrap();
        text.lines().filter(|line| line.contains("<puzzle ")).map(str::to_owned).collect()
    };
    assert!(!puzzles(&set).is_empty());
    let text = fs::read_to_string(&set).unwrap();
    let without: Vec<String> = text
        .split(" themes=\"")
        .enumerate()
        .map(|(i, part)| match i {
            0 => part.to_owned(),
            _ => part.split_once('"').unwrap().1.to_owned(),
        })
        .collect();
    fs::write(&bare, without.join(" themes=\"\"")).unwrap();
    let (text, code) = amazons(&["puzzles", &bare, "-o", &again, "--themes", "--nodes", "20000"]);
    assert_eq!(code, Some(0), "{text}");
    assert_eq!(puzzles(&again), puzzles(&set));
}

#[test]
fn solution_trees_read_back_and_broken_ones_are_refused() {
    use amazons::problems::SolutionTree;
    let text = "a1-b1/a1 (c3-c2/c3 b1-b2/a2 (c2-d2/e2 b2-b1/b2)) (c3-d3/c3 b1-c1/d1)";
    let tree: SolutionTree = text.parse().unwrap();
    assert_eq!(tree.to_string(), text);
    assert_eq!((tree.depth(), tree.count()), (3, 4));
    let line: Vec<String> = tree.longest_line().iter().map(ToString::to_string).collect();
    assert_eq!(line.join(" "), "a1-b1/a1 c3-c2/c3 b1-b2/a2 c2-d2/e2 b2-b1/b2");
    let deep = "a1-b1/a1 (c3-c2/c3 ".repeat(1_000);
    for broken in ["", "(", "a1-b1/a1 (", "a1-b1/a1 (c3-c2/c3)", "a1-b1/a1 )", "a1", &deep] {
        assert!(broken.parse::<SolutionTree>().is_err(), "{broken}");
    }
}

#[test]
fn two_runs_do_not_write_one_set_of_puzzles() {
    let directory = tempfile::tempdir().unwrap();
    let set = directory.path().join("puzzles.xml");
    let lock = directory.path().join("puzzles.xml.lock");
    let held = fs::File::create(&lock).unwrap();
    held.lock().unwrap();
    let make = ["puzzles", "problems/quick.xml", "-o", set.to_str().unwrap(), "--nodes", "1000"];
    let make = [&make[..], &["--max-empties", "8"]].concat();
    let (text, code) = amazons(&make);
    assert!(code == Some(2) && text.contains("puzzles.xml: in use by another run"), "{text}");
    assert!(!set.exists());
    // Closing would not do: a process that another test has just started may still have it open.
    held.unlock().unwrap();
    let (text, code) = amazons(&make);
    assert!(code != Some(2) && !lock.exists(), "{text}");
}

#[test]
fn puzzles_are_written_as_sgf_with_solution_and_refuted_mistakes() {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let (few, again, files) = (at("few.xml"), at("again.xml"), at("sgf"));
    let (text, code) = amazons(&[
        "set",
        "filter",
        "problems/puzzles.xml",
        "-o",
        &few,
        "--max-empties",
        "8",
        "--max-grade",
        "1",
    ]);
    assert_eq!(code, Some(0), "{text}");
    let puzzles = fs::read_to_string(&few).unwrap().matches("<puzzle ").count();
    let (text, code) =
        amazons(&["puzzles", &few, "-o", &again, "--sgf-dir", &files, "--nodes", "20000"]);
    assert_eq!(code, Some(0), "{text}");
    let written: Vec<_> = fs::read_dir(&files).unwrap().map(|file| file.unwrap().path()).collect();
    assert!(puzzles > 0 && written.len() == puzzles, "{} of {puzzles}", written.len());
    for path in &written {
        let sgf = fs::read_to_string(path).unwrap();
        assert!(sgf.contains("RIGHT") && sgf.contains("BM[1]"), "{sgf}");
        let (shown, code) = amazons(&["show", "--record", path.to_str().unwrap()]);
        assert_eq!(code, Some(0), "{shown}");
    }
    // The same puzzles as a table for those who know lichess's.
    let (table, code) = amazons(&["set", "list", &few, "--format", "lichess"]);
    assert_eq!(code, Some(0), "{table}");
    let mut lines = table.lines();
    let head = "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl";
    assert_eq!(lines.next(), Some(head));
    for line in lines.by_ref() {
        let (_, rest) = line.split_once(',').unwrap();
        assert!(rest.contains(" - - 0 1,\"") && rest.contains(",,,,"), "{line}");
        assert!(line.contains("grade1") && line.ends_with(','), "{line}");
    }
    assert_eq!(table.lines().count(), puzzles + 1);
}
