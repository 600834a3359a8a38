//! What happens to files: those that are written, those that are read, and those in the way.

use crate::program::{program, repository};
use amazons::ledger::seal;
use assert_cmd::Command;
use assert_cmd::assert::Assert;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A 6 × 5 game whose second move divides the board in two.
const GAME: &str =
    "(;GM[18]SZ[6:5]AW[ae][ca]AB[fe][fa]AA[ac][bc][cc][dc][ec]PL[W];W[aebeae];B[fefdfc])\n";

struct Files(TempDir);

impl Files {
    fn new() -> Self {
        let files = Self(tempfile::tempdir().unwrap());
        files.write("games.sgf", GAME);
        files.extract(&["games.sgf"], "set.xml").success();
        files
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    fn command(&self, words: &str) -> Command {
        let mut command = program();
        command.current_dir(self.0.path()).args(words.split(' '));
        command
    }

    fn run(&self, words: &str) -> Assert {
        self.command(words).assert()
    }

    fn extract(&self, records: &[&str], output: &str) -> Assert {
        let mut command = self.command("extract --min-empties 5 --min-moves 1 -o");
        command.arg(output).args(records).assert()
    }

    fn has_no_leftovers(&self) -> bool {
        let names = fs::read_dir(self.0.path()).unwrap();
        names.flatten().all(|entry| !entry.file_name().to_string_lossy().starts_with(".amazons"))
    }
}

#[cfg(unix)]
#[test]
fn a_device_stays_a_device_and_a_fifo_gets_the_set() {
    use std::os::unix::fs::FileTypeExt;
    let files = Files::new();
    for command in ["set filter set.xml", "set merge set.xml", "judge set.xml"] {
        files.run(&format!("{command} -o /dev/null")).success();
        files.run(&format!("{command} -o /dev/full")).code(2).stderr(
            contains("cannot write /dev/full: No space left")
                .and(contains("left on device\nleft").not()),
        );
    }
    assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    assert!(fs::metadata("/dev/full").unwrap().file_type().is_char_device());
    assert!(!Path::new("/dev/null.journal").exists());

    let made = std::process::Command::new("mkfifo").arg(files.path("fifo")).status();
    if made.is_ok_and(|status| status.success()) {
        let fifo = files.path("fifo");
        let reader = std::thread::spawn(move || fs::read_to_string(fifo).unwrap());
        files.run("set filter set.xml -o fifo").success();
        assert!(reader.join().unwrap().contains("</problem-set>"));
    }
    assert!(files.has_no_leftovers());
}

#[cfg(unix)]
#[test]
fn a_link_stays_and_the_mode_is_kept() {
    use std::os::unix::fs::PermissionsExt;
    let files = Files::new();
    std::os::unix::fs::symlink("set.xml", files.path("link.xml")).unwrap();
    let mode = |mode| fs::Permissions::from_mode(mode);
    fs::set_permissions(files.path("set.xml"), mode(0o600)).unwrap();
    files.run("judge link.xml").success();
    files.run("set filter set.xml --first white -o link.xml").success();
    assert!(fs::symlink_metadata(files.path("link.xml")).unwrap().is_symlink());
    assert!(
        files.read("set.xml").contains("--first white") && files.read("set.xml").contains("score=")
    );
    let data = fs::metadata(files.path("set.xml")).unwrap();
    assert_eq!(data.permissions().mode() & 0o777, 0o600);

    fs::set_permissions(files.path("set.xml"), mode(0o444)).unwrap();
    let before = files.read("set.xml");
    files.run("set filter set.xml -o set.xml").code(2).stderr(contains("read-only"));
    files.run("judge set.xml").code(2).stderr(contains("read-only"));
    assert_eq!(files.read("set.xml"), before);
}

#[test]
fn an_input_is_never_written_over_by_mistake() {
    let files = Files::new();
    let (game, set) = (files.read("games.sgf"), files.read("set.xml"));
    files.extract(&["games.sgf"], "games.sgf").code(2).stderr(contains("is read by the command"));
    files.run("show --record games.sgf --svg games.sgf").code(2);
    files.run("progress games.sgf --svg ./games.sgf").code(2).stderr(contains("same file"));
    files.run("set describe set.xml --svg set.xml").code(2);
    files.run("set show set.xml e --svg set.xml").code(2);
    files.run("set split set.xml --parts 1 -o set.xml").success();
    fs::hard_link(files.path("games.sgf"), files.path("other.sgf")).unwrap();
    files.extract(&["games.sgf"], "other.sgf").code(2);
    assert_eq!((files.read("games.sgf"), files.read("set.xml")), (game, set));
    // These write a new version of their own set.
    files.run("set filter set.xml --first white -o set.xml").success();
    files.run("set merge set.xml set-1.xml -o set.xml").success();
    files.run("judge set.xml").success();
}

#[test]
fn a_set_is_not_judged_into_a_journal() {
    let files = Files::new();
    for name in ["set.xml.journal", "other.xml.journal"] {
        let refused = contains(format!("{name} is the name of a journal"));
        files.run(&format!("judge set.xml -o {name}")).code(2).stderr(refused);
        assert!(!files.path(name).exists());
    }
    files.run("judge set.xml").success();
}

#[test]
fn what_stands_on_standard_output_is_the_file_alone() {
    let files = Files::new();
    let set = repository("problems/puzzles.xml");
    files.write("puzzles.xml", &fs::read_to_string(set).unwrap());
    for words in ["puzzles puzzles.xml --per-grade 1", "prove Q2q/1**1"] {
        for format in ["text", "json"] {
            let words = format!("{words} --format {format}");
            files.run(&format!("{words} -o file")).success();
            let output = files.command(&format!("{words} -o -")).output().unwrap();
            assert_eq!(output.stdout, fs::read(files.path("file")).unwrap(), "{words}");
            assert!(!output.stderr.is_empty(), "{words}");
            fs::remove_file(files.path("file")).unwrap();
        }
    }
    // The length of what was written, even if nothing keeps it.
    let bytes = |to: &str| {
        let words = format!("prove Q2q/1**1 --format json -o {to}");
        let output = files.command(&words).output().unwrap();
        let object: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        object["bytes"].as_u64().unwrap()
    };
    assert_eq!(bytes("file"), fs::metadata(files.path("file")).unwrap().len());
    if cfg!(unix) {
        assert_eq!(bytes("/dev/null"), bytes("file"));
    }
}

#[test]
fn a_filter_that_keeps_nothing_keeps_the_file() {
    let files = Files::new();
    let before = files.read("set.xml");
    let filter = "set filter set.xml --min-empties 99 -o set.xml";
    files.run(filter).code(1).stderr(contains("no problem of 4").and(contains("--allow-empty")));
    assert_eq!(files.read("set.xml"), before);
    files.run(&format!("{filter} --allow-empty")).success();
    files.run("set filter set.xml --min-empties 9 --max-empties 8 -o x.xml").code(2);
    assert!(!files.path("x.xml").exists());
}

#[test]
fn a_good_output_survives_bad_input() {
    let files = Files::new();
    let before = files.read("set.xml");
    files.write("wrong.xml", &before.replace("empties=\"9\"", "empties=\"8\""));
    files.write("cut.xml", &before[..before.len() - 40]);
    files.write("foreign.txt", "hello\n");
    files.write("bad.sgf", "(;GM[18];W[d1-d2/j9])\n");
    files
        .extract(&["games.sgf", "none.sgf"], "set.xml")
        .code(2)
        .stderr(contains("none.sgf: No such"));
    files.extract(&["games.sgf", "foreign.txt"], "set.xml").code(2).stderr(contains("foreign.txt"));
    files.extract(&["games.sgf", "bad.sgf"], "set.xml").code(2).stderr(contains("was not written"));
    for bad in ["wrong.xml", "cut.xml"] {
        for command in [
            "set filter X -o set.xml",
            "set merge set.xml X -o set.xml",
            "set split X --parts 1 -o se.xml",
        ] {
            let command = command.replace('X', bad);
            files.run(&command).code(2).stderr(contains("was not written"));
        }
        files.run(&format!("judge {bad} -o set.xml")).code(2);
    }
    assert_eq!(files.read("set.xml"), before);
    assert!(!files.path("se-1.xml").exists() && files.has_no_leftovers());
    // Games are used even if others have a defect.
    files.write("some.sgf", &format!("{GAME}(;GM[18];W[d1-d2/j9])\n"));
    files.extract(&["some.sgf"], "some.xml").code(2);
    assert_eq!(files.read("some.xml").matches("<problem ").count(), 4);
}

#[test]
fn a_changed_journal_is_not_believed() {
    let files = Files::new();
    files.run("judge set.xml -o judged.xml").success();
    // The journal of a run that was killed before it wrote the set.
    let id = "5q/*Q4 w";
    files.write("set.xml.journal", &format!("{{\"fen\":\"{id}\",\"score\":\"W+9\",\"legal_moves\":7,\"optimal\":[\"b1-a1/b1\"],\"xxh3\":\"0123456789abcdef\"}}\n"));
    files.run("judge set.xml").code(2).stderr(contains("line 1: damaged"));
    files.run("study set.xml --solvers one-ply --nodes 100 -o study").success();
    let log = files.read("study/log.jsonl");
    assert!(log.lines().all(|line| line.contains(",\"xxh3\":\"")), "{log}");
    let line = log
        .lines()
        .find(|line| line.contains("\"nodes\":1,"))
        .unwrap_or(log.lines().last().unwrap());
    files.write(
        "study/log.jsonl",
        &log.replace(
            line,
            &line.replacen("at_least\":", "at_least\": ", 1).replacen(
                "\"nodes\":",
                "\"nodes\":9",
                1,
            ),
        ),
    );
    files.run("report study").code(2).stderr(contains("damaged"));
    // A log without checksums, as older versions wrote it, is refused with that reason.
    let old: String = log.lines().map(|line| format!("{}}}\n", &line[..line.len() - 27])).collect();
    files.write("study/log.jsonl", &old);
    files
        .run("report study")
        .code(2)
        .stderr(contains("line 1: no checksum").and(contains("0.1.0")));
    files.write("study/log.jsonl", "");
    files
        .run("report study")
        .code(2)
        .stderr(contains("remove the study's directory to start over"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_and_a_closed_standard_error_are_no_panic() {
    let files = Files::new();
    let amazons = env!("CARGO_BIN_EXE_amazons");
    for redirection in ["2>/dev/full", "2>&-"] {
        let script = format!("'{amazons}' value zzz {redirection}");
        let status = std::process::Command::new("sh").args(["-c", &script]).status().unwrap();
        assert_eq!(status.code(), Some(2), "{redirection}");
    }
    files.command("value").arg("Q".repeat(100_000)).assert().code(2).stderr(
        predicates::function::function(|text: &str| text.len() < 3000 && text.contains("100000x1")),
    );
    files.run("set filter set.xml -o /no/such/place/set.xml").code(2).stderr(
        "error: cannot write /no/such/place/set.xml: No such file or directory (os error 2)\n",
    );
}

#[cfg(target_os = "linux")]
#[test]
fn little_memory_gives_smaller_tables_or_a_hint() {
    let files = Files::new();
    let amazons = env!("CARGO_BIN_EXE_amazons");
    let limited = |kib: u32, words: &str| {
        let script = format!("ulimit -v {kib}; exec '{amazons}' {words}");
        let mut command = std::process::Command::new("sh");
        let command = command.args(["-c", &script]).current_dir(files.0.path());
        command.env("AMAZONS_TABLES", "").output().unwrap()
    };
    for words in [
        "study set.xml --nodes 200 -o little",
        "value 'Q3/4/4/3q w' --memory 2GiB --nodes 3000 --threads 1024",
        "judge set.xml -o judged.xml --memory 8GiB",
    ] {
        let output = limited(300_000, words);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(matches!(output.status.code(), Some(0 | 1)), "{words}: {said}");
    }
    let output = limited(40_000, "study set.xml --nodes 200 -o less");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code().is_some_and(|code| code <= 2), "{said}");
    files.run("value Q2q --threads 100000").code(2).stderr(contains("1024"));
}

#[test]
fn training_does_not_write_over_what_it_learns_from() {
    let files = Files::new();
    files.write("labels.jsonl", "");
    files.write("settings.toml", "hidden = [2]\n");
    for words in [
        "train games.sgf -o games.sgf",
        "train games.sgf --settings settings.toml -o settings.toml",
        "train learned labels.jsonl -o labels.jsonl",
        "train learned labels.jsonl --test set.xml -o set.xml",
        "train learned labels.jsonl --records games.sgf -o games.sgf",
    ] {
        files.run(words).code(2).stderr(contains("is read by the command"));
    }
    assert_eq!(files.read("games.sgf"), GAME);
    files.run("train learned labels.jsonl --rate NaN -o x").code(2).stderr(contains("at least 0"));
}

#[test]
fn an_extraction_of_nothing_writes_nothing() {
    let files = Files::new();
    let set = files.read("set.xml");
    files
        .run("extract games.sgf --min-empties 90 -o set.xml")
        .code(1)
        .stderr(contains("stays as it was"));
    files.run("puzzles games.sgf --min-empties 20 --nodes 1 -o set.xml").code(1);
    assert_eq!(files.read("set.xml"), set);
    files
        .run("extract games.sgf --min-empties 90 -o new.xml")
        .code(1)
        .stdout(contains("too few empty squares"))
        .stderr(contains("new.xml was not written"));
    files.run("puzzles games.sgf --min-empties 20 --nodes 1 -o new.xml").code(1);
    assert!(!files.path("new.xml").exists());
}

#[test]
fn answers_to_another_question_are_not_taken_for_these() {
    let files = Files::new();
    let ask = |more: &str| {
        let words = "value --batch d.txt --format json -o answers.jsonl";
        files.run(format!("{words}{more}").trim())
    };
    files.write("d.txt", "# two positions\nQ2q/4 w\nQ1q w\n");
    ask(" --nodes 5000").success();
    let answers = files.read("answers.jsonl");
    assert_eq!(answers.lines().count(), 2);
    let asked = "\"asked\":\"best moves, either first, 5000 nodes, game values 0 steps\",\"xxh3\":";
    assert!(answers.lines().all(|line| line.contains(asked)), "{answers}");
    ask(" --nodes 5000").success();
    for other in ["", " --nodes 5001", " --nodes 5000 --moves all", " --nodes 5000 --first black"] {
        ask(other).code(2).stderr(contains("line 1: an answer to a different question"));
    }
    // An invalid line is reported again.
    files.write("bad.txt", "Q2q/4 w\nzzz\n");
    for _ in 0..2 {
        files
            .run("value --batch bad.txt -o bad.jsonl --nodes 5000")
            .code(2)
            .stderr(contains("bad.txt, line 2: "));
    }
    assert_eq!(files.read("bad.jsonl").lines().count(), 2);
    // An answer that was torn by a kill is computed again.
    files.write("answers.jsonl", &answers[..answers.len() - 9]);
    ask(" --nodes 5000").success();
    assert_eq!(files.read("answers.jsonl").lines().count(), 2);

    for foreign in ["precious notes", "{\"precious\":\"notes\"}"] {
        files.write("answers.jsonl", foreign);
        ask("").code(2).stderr(contains("answers.jsonl: not a file of answers"));
        assert_eq!(files.read("answers.jsonl"), foreign);
    }
    files.run("value --batch d.txt --format json -o -").success().stdout(contains("asked").not());
    files
        .run("value --batch d.txt --format json -o /dev/full")
        .code(2)
        .stderr(contains("/dev/full"));
}

#[test]
fn an_unfinished_game_of_somebody_else_is_not_cut_off() {
    let files = Files::new();
    let mine = "(;FF[4]GM[18]SZ[10]PW[Me]PB[You];W[d1-d4/g4];B[a7-b7/c7];W[g1-g3";
    for name in ["mine.sgf", "mine.sgf.gz"] {
        files.write(name, mine);
        files.run(&format!("selfplay random --games 1 --size 4x4 -o {name}")).code(2);
        assert_eq!(files.read(name), mine);
    }
}

#[test]
fn no_plain_game_is_added_to_compressed_ones() {
    let files = Files::new();
    let play = "selfplay random --games 1 --size 4x4 --nodes 1 -o";
    files.run(&format!("{play} games.sgf.gz")).success();
    fs::rename(files.path("games.sgf.gz"), files.path("own.sgf")).unwrap();
    let before = fs::read(files.path("own.sgf")).unwrap();
    files.run(&format!("{play} own.sgf")).success();
    files.run(&format!("{play} plain.sgf")).success();
    assert_ne!(fs::read(files.path("own.sgf")).unwrap(), before);
    assert_eq!(files.read("own.sgf"), files.read("plain.sgf"));
}

#[cfg(unix)]
#[test]
fn games_and_reviews_do_not_read_from_a_device() {
    let files = Files::new();
    files.run("review games.sgf --nodes 10 -o /dev/full").code(2).stderr(contains("plain file"));
    files.run("selfplay random --games 1 --size 4x4 -o /dev/full").code(2);
    files.run("selfplay random --games 1 --size 4x4 -o /dev/null").success();
    let words = "selfplay random --games 2 --size 4x4 --nodes 1 -o -";
    let games = files.run(words).success().stderr(contains("2 games"));
    let games = String::from_utf8(games.get_output().stdout.clone()).unwrap();
    assert!(games.starts_with("(;FF[4]") && games.matches("(;").count() == 2, "{games}");
}

#[test]
fn an_option_that_cannot_be_heeded_is_refused() {
    let files = Files::new();
    for (words, says) in [
        ("value Q2q -o x", "answers of a batch"),
        ("value Q2q --winner --moves all", "--winner proves no moves"),
        ("thermograph --expression 1 --expression 2 --svg x", "draws one game"),
        ("show Q2q --ply 3", "--record FILE"),
        ("show Q2q --game 1", "--record FILE"),
        ("reproduce hybrid --records games.sgf -o x", "plays its own games"),
    ] {
        files.run(words).code(2).stderr(contains(says));
    }
    files.run("prove Q1qQ/4 --score W+0 --split 1 --time 1s -o parts");
    files
        .run("prove parts --rule 0")
        .code(2)
        .stderr(contains("leave out --split, --score and --rule"));
    files.run("prove parts -o x").code(2).stderr(contains("for --merge"));
    assert!(!files.path("x").exists());
}

#[test]
fn one_file_cannot_be_two_outputs() {
    let files = Files::new();
    for words in [
        "puzzles set.xml -o o.xml --html o.xml",
        "review games.sgf --nodes 10 --sgf o.sgf --html o.sgf",
        "review games.sgf --nodes 10 -o o.jsonl --summary o.jsonl",
    ] {
        files.run(words).code(2).stderr(contains("two outputs"));
    }
    assert!(!files.path("o.xml").exists());
}

#[test]
fn a_set_is_not_divided_into_more_parts_than_regions() {
    let files = Files::new();
    files
        .run("set split set.xml --parts 50 -o part.xml")
        .code(2)
        .stderr(contains("--parts 50: the problems come from "));
    files
        .run("set split set.xml --parts 1 -o -")
        .code(2)
        .stderr(contains("--output - is a single stream"));
    assert!(!files.path("part-1.xml").exists() && files.has_no_leftovers());
}

#[test]
fn a_match_that_was_refused_does_not_stand_in_the_way() {
    let files = Files::new();
    files.run("match random engine:cat --size 4x4 --games 2 -o m").code(2);
    files.run("match random one-ply --size 5x5 --games 2 -o m").success();
    files.run("match random one-ply --size 4x4 --games 2 -o m").code(2);
}

#[test]
fn games_of_another_match_or_of_none_are_not_written_over() {
    let files = Files::new();
    fs::create_dir(files.path("mine")).unwrap();
    files.write("mine/games.sgf", GAME);
    let play = "match random one-ply --size 4x4 --games 2 -o mine";
    files.run(play).code(2).stderr(contains("mine/games.sgf: games of an unknown match"));
    files.run(&format!("{play} --openings mine/games.sgf")).code(2);
    assert_eq!(files.read("mine/games.sgf"), GAME);
    let rows = "{\"solver\":\"one-ply\",\"problem\":\"e1\"}\n";
    fs::create_dir(files.path("study")).unwrap();
    files.write("study/results.jsonl", rows);
    let play = play.replace("mine", "study");
    files.run(&play).code(2).stderr(contains("study/results.jsonl, line 1: no checksum"));
    assert_eq!(files.read("study/results.jsonl"), rows);
}

#[test]
fn a_report_of_something_else_is_not_written_over() {
    let files = Files::new();
    fs::create_dir(files.path("mine")).unwrap();
    files.write("mine/report.md", "my report");
    files
        .run("reproduce evaluations --scale 0.001 --effort 0.0001 --size 4x4 -o mine")
        .code(2)
        .stderr(contains("mine/report.md: a file of another kind"));
    assert_eq!(files.read("mine/report.md"), "my report");
}

#[cfg(unix)]
#[test]
fn a_set_has_one_journal_whatever_its_name() {
    let files = Files::new();
    std::os::unix::fs::symlink("set.xml", files.path("link.xml")).unwrap();
    let journal = fs::File::create(files.path("set.xml.journal")).unwrap();
    journal.lock().unwrap();
    files.run("judge link.xml --nodes 10").code(2).stderr(contains("in use by another run"));
    drop(journal);
    files.run("judge link.xml --nodes 1e6").success();
    assert!(!files.path("link.xml.journal").exists());
}

#[test]
fn what_a_killed_run_left_goes_with_the_next() {
    let files = Files::new();
    let [old, young, locked] =
        ["1", "2", "3"].map(|end| files.path(&format!(".amazons-000000000000000{end}")));
    let long_ago = std::time::SystemTime::now() - std::time::Duration::from_secs(3600);
    let [_, _, writing] = [&old, &young, &locked].map(|path| fs::File::create(path).unwrap());
    fs::File::options().append(true).open(&old).unwrap().set_modified(long_ago).unwrap();
    writing.set_modified(long_ago).unwrap();
    writing.lock().unwrap();
    files.run("set filter set.xml --min-empties 5 -o part.xml").success();
    assert!(!old.exists() && young.exists() && locked.exists());
}

#[test]
fn a_directory_or_a_missing_file_is_no_table() {
    let files = Files::new();
    fs::create_dir(files.path("empty")).unwrap();
    files.run("tables info empty").code(2).stderr(contains("expected a table"));
    files.run("tables list nonexistent.amt").code(2);
    files.run("tables verify nonexistent.amt").code(2);
    fs::copy(repository("tables/1v1-4.amt"), files.path("1v1-4.amt")).unwrap();
    let lonely = files.run("tables verify 1v1-4.amt").code(1);
    lonely.stdout(contains("useless without shapes-4.amt"));
    fs::copy(repository("tables/shapes-4.amt"), files.path("shapes-4.amt")).unwrap();
    files.run("tables verify 1v1-4.amt").code(0);
}

#[test]
fn a_file_is_no_directory() {
    let files = Files::new();
    files.write("file", "text\n");
    for command in [
        "value Q2q --tables file",
        "review games.sgf --tables file",
        "extract games.sgf -o x.xml --tables file",
        "tables build 1v1:2 --tables file",
        "tables merge set.xml -o file",
        "study set.xml --solvers one-ply --nodes 10 -o file",
        "match random one-ply --games 2 -o file",
        "reproduce tic-tac-toe -o file",
        "man file",
        "puzzles set.xml -o p.xml --svg-dir file",
    ] {
        files
            .run(command)
            .code(2)
            .stderr(contains("file: is not a directory").or(contains("file is not a directory")));
        files.run(&command.replace(" file", " file/below")).code(2);
        assert_eq!(files.read("file"), "text\n", "{command}");
    }
    #[cfg(unix)]
    files
        .run("match random one-ply --games 2 -o /dev/null")
        .code(2)
        .stderr(contains("/dev/null: is not a directory"));
}

/// Three moves, of which the third is illegal; then a game without a move before its defect.
const DEFECTIVE: &str = "(;GM[18];W[d1-d2/d3];B[d10-d9/d8];W[a1-a2/a3])\n";
const HOPELESS: &str = "(;GM[18];W[a1-a2/a3])\n";

#[test]
fn a_game_with_a_defect_is_used_up_to_it() {
    let files = Files::new();
    files.write("bad.sgf", DEFECTIVE);
    files.write("hopeless.sgf", HOPELESS);
    let defect = "warning: bad.sgf:1: game 1, ply 3: ";
    let used = "; the 2 moves before it are used";
    files
        .run("show --record bad.sgf --format json")
        .code(2)
        .stderr(contains(defect).and(contains(used)))
        .stdout(contains("\"empties\":90,"));
    // The requested ply is before the defect.
    files
        .run("show --record bad.sgf --ply 1")
        .success()
        .stderr(contains(defect))
        .stdout(contains("W"));
    files
        .run("show --record bad.sgf --ply 3")
        .code(2)
        .stderr(contains("has 2 plies up to its defect"));
    files
        .run("progress bad.sgf --format json --svg p.svg")
        .code(2)
        .stderr(contains(defect))
        .stdout(contains("\"ply\":2").and(contains("\"ply\":3").not()));
    assert!(files.path("p.svg").exists());
    for command in ["show --record hopeless.sgf", "progress hopeless.sgf"] {
        files
            .run(command)
            .code(2)
            .stderr(contains("error: hopeless.sgf:1: game 1, ply 1").and(contains("warning").not()))
            .stdout("");
    }
    files.run("show --record hopeless.sgf --ply 0").success();
    let once = files.run("explore hopeless.sgf --port 0").code(2);
    let said = String::from_utf8_lossy(&once.get_output().stderr).into_owned();
    assert_eq!(said.matches("game 1, ply 1").count(), 1, "{said}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_solved_set_judged_to_a_full_device_leaves_no_journal() {
    let files = Files::new();
    files.write("boards.fen", "Q2q w\nQ3/4/3q b\n");
    files.run("set make boards.fen -o few.xml").code(0);
    files.run("judge few.xml --no-tables").code(0);
    let full = contains("cannot write /dev/full");
    files.run("judge few.xml -o /dev/full --no-tables").code(2).stderr(full);
    assert!(!files.path("few.xml.journal").exists());
    // What was found stays, and that is said.
    files.run("set make boards.fen -o open.xml").code(0);
    let kept = contains("open.xml.journal is kept; 'amazons judge open.xml' takes it into the set");
    files.run("judge open.xml -o /dev/full --no-tables").code(2).stderr(kept);
    assert!(files.path("open.xml.journal").exists());
}

#[test]
fn input_without_an_end_takes_no_memory() {
    let files = Files::new();
    for words in ["value --batch /dev/zero --nodes 1", "set describe /dev/zero"] {
        let limited = format!("ulimit -v 1000000; exec \"$0\" {words}");
        let amazons = assert_cmd::cargo::cargo_bin("amazons");
        let mut command = Command::new("bash");
        command.arg("-c").arg(limited).arg(amazons).current_dir(files.0.path());
        command.env("AMAZONS_TABLES", "").timeout(std::time::Duration::from_secs(8));
        let output = command.output();
        // A batch goes on with the next line, which never comes.
        let text = output.map(|output| String::from_utf8_lossy(&output.stderr).into_owned());
        let text = text.unwrap_or_default();
        assert!(text.contains("zero") && !text.contains("memory"), "{words}: {text}");
    }
}

#[test]
fn a_part_is_not_written_over_its_set_by_another_name() {
    let files = Files::new();
    files.run("judge set.xml --nodes 2000").code(predicates::ord::le(1));
    let before = files.read("set.xml");
    let refused = contains("name it with --output");
    files.run("judge set.xml --partition 1/2 -o ./set.xml").code(2).stderr(refused);
    assert_eq!(files.read("set.xml"), before);
}

#[test]
fn a_journal_of_other_problems_is_not_thrown_away() {
    let files = Files::new();
    let solved =
        "{\"fen\":\"Q1q w\",\"score\":\"W+0\",\"legal_moves\":1,\"optimal\":[\"a1-b1/a1\"]}";
    let line = &(seal(solved) + "\n");
    files.write("part.xml.journal", line);
    let refused = contains("1 solutions of problems that are not judged here");
    files.run("judge set.xml -o part.xml --nodes 100").code(2).stderr(refused);
    assert_eq!(files.read("part.xml.journal"), *line);
    // Nor is one of the set itself, when the result goes to a device.
    files.run("judge set.xml -o judged.xml --nodes 100000").code(predicates::ord::le(1));
    let fen = files.read("set.xml");
    let fen = fen.split_once("fen=\"").unwrap().1.split_once('"').unwrap().0;
    let bounds = "\"at_least\":\"B+30\",\"at_most\":\"W+30\",\"spent\":\"1s\"";
    files.write("set.xml.journal", &(seal(&format!("{{\"fen\":\"{fen}\",{bounds}}}")) + "\n"));
    files.run("judge set.xml -o /dev/null --nodes 100").code(predicates::ord::le(1));
    assert!(files.path("set.xml.journal").exists());
}

/// Two identical sets whose moves are in another order do not contradict each other.
#[test]
fn a_set_made_by_hand_does_not_contradict_itself() {
    let files = Files::new();
    files.run("judge set.xml --nodes 100000").code(predicates::ord::le(1));
    let text = files.read("set.xml");
    let (head, rest) = text.split_once(" optimal=\"").unwrap();
    let (moves, rest) = rest.split_once('"').unwrap();
    let mut moves: Vec<&str> = moves.split(' ').collect();
    moves.reverse();
    let other = format!("{head} optimal=\"{}\"{rest}", moves.join(" "));
    files.write("a.xml", &other);
    files.write("b.xml", &other);
    files.run("set merge a.xml b.xml -o c.xml").success();
}

#[test]
fn a_reader_that_goes_away_ends_no_work_that_is_not_printed() {
    let files = Files::new();
    let without_reader = |words: &str| {
        let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin("amazons"));
        command.current_dir(files.0.path()).env("AMAZONS_TABLES", "").args(words.split(' '));
        let pipes = (std::process::Stdio::piped(), std::process::Stdio::null());
        let mut child = command.stdout(pipes.0).stderr(pipes.1).spawn().unwrap();
        drop(child.stdout.take());
        child.wait().unwrap().code()
    };
    let review =
        "review games.sgf --nodes 10 --summary s.json --sgf s.sgf --html s.html -o s.jsonl";
    assert_eq!(without_reader(review), Some(0));
    for output in ["s.json", "s.sgf", "s.html", "s.jsonl"] {
        assert!(files.path(output).exists(), "{output}");
    }
    assert_eq!(without_reader("set split set.xml --parts 2 -o part.xml"), Some(0));
    assert!(files.path("part-1.xml").exists() && files.path("part-2.xml").exists());
    fs::copy(repository("tables/1v1-4.amt"), files.path("1v1-4.amt")).unwrap();
    assert_eq!(without_reader("tables verify 1v1-4.amt"), Some(1));
    assert_eq!(without_reader("value 4Q5/10/10/10/4q5 --nodes 10 --first white"), Some(1));
    let study = "study set.xml --nodes 10 --solvers random,one-ply:lieberum -o study";
    assert_eq!(without_reader(study), files.run(study).get_output().status.code());
}

#[test]
fn a_directory_of_another_program_is_no_directory_of_tables() {
    let files = Files::new();
    let value = || {
        let mut command = files.command("value Q2q/1**1/4/4 --moves all");
        command.env_remove("AMAZONS_TABLES");
        command.assert().success();
    };
    let count = || fs::read_dir(files.path("tables")).unwrap().count();
    fs::create_dir(files.path("tables")).unwrap();
    files.write("tables/results.csv", "table,1\n");
    value();
    assert_eq!(count(), 1);
    // An empty one is for results, even if it has a hidden file.
    fs::remove_file(files.path("tables/results.csv")).unwrap();
    files.write("tables/.gitkeep", "");
    value();
    assert_eq!(count(), 2);
}

#[test]
fn the_program_has_small_tables_whatever_the_directory_lacks() {
    let files = Files::new();
    let from = |expected: &str| {
        let command = "value Q2q/1**1 --tables small --format json";
        files.run(command).success().stdout(contains(expected));
    };
    fs::create_dir(files.path("small")).unwrap();
    from(r#""source":"table""#);
    files.run("tables build --tables small 1v1:3").success();
    from(r#""source":"table""#);
    // A damaged table of the directory is reported, and the program's own answers.
    fs::write(files.path("small/1v1-6.amt"), "cut").unwrap();
    from(r#""source":"table""#);
}

#[test]
fn a_review_or_a_description_of_nothing_keeps_the_earlier_one() {
    let files = Files::new();
    let review =
        "review games.sgf --nodes 10 --no-tables --sgf r.sgf --html r.html --summary r.json";
    files.run(review).success();
    files.run("set describe set.xml --svg set.svg").success();
    let outputs = ["r.sgf", "r.html", "r.json", "set.svg"];
    let before = outputs.map(|name| files.read(name));
    files.write("cut.sgf", "(;GM[18]");
    files
        .run(&review.replace("games.sgf", "cut.sgf"))
        .code(2)
        .stderr(contains("r.sgf stays as it was").and(contains("r.json stays")));
    let set = files.read("set.xml");
    files.write("bad.xml", &set.replace(" amazons=\"", " amazons=\"9"));
    files.run("set describe bad.xml --svg set.svg").code(2).stderr(contains("set.svg stays"));
    assert_eq!(outputs.map(|name| files.read(name)), before);
}

#[test]
fn tables_are_not_built_in_a_mistyped_directory() {
    let files = Files::new();
    files.run("tables build 1v1:2 --tables no/such/place").code(2).stderr(contains("no/such"));
    assert!(!files.path("no").exists());
    files.run("tables build 1v1:2 --tables new").success().stderr(contains("new directory"));
    // As the other commands of tables do, it looks where AMAZONS_TABLES says.
    let mut merge = files.command("tables merge");
    merge.env("AMAZONS_TABLES", files.path("new")).assert().success();
}
