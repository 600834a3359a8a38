//! How commands end on Ctrl-C, and on the signals that a cluster or a container sends.
#![cfg(unix)]

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// An open position that no search here finishes.
const OPEN: &str = "Q4q2Q/9/9/9/9/9/9/9/q7Q w";

/// White's moves there.
const MOVES: u64 = 1326;

fn amazons(directory: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_amazons"));
    command.env("AMAZONS_TABLES", "").current_dir(directory).args(words);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn signal(child: &Child, name: &str) {
    let sent = Command::new("sh").args(["-c", &format!("kill -{name} {}", child.id())]).status();
    assert!(sent.unwrap().success());
}

/// The signals that are not ignored. A background job of a shell inherits an ignored INT, and under
/// `nohup` an ignored HUP; programs then keep ignoring it.
fn heard<const N: usize>(names: [&'static str; N]) -> Vec<&'static str> {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    let number = |name: &str| match name {
        "HUP" => 1,
        "INT" => 2,
        "KILL" => 9,
        "TERM" => 15,
        other => panic!("what number has {other}?"),
    };
    names.into_iter().filter(|name| ignored >> (number(name) - 1) & 1 == 0).collect()
}

/// Its exit code and standard error, and how long it took; the code is `None` if a signal ended it.
fn end(mut child: Child) -> (Option<i32>, String, Duration) {
    let begun = Instant::now();
    let status = child.wait().unwrap();
    let took = begun.elapsed();
    let mut text = String::new();
    child.stderr.take().unwrap().read_to_string(&mut text).unwrap();
    (status.code(), text, took)
}

/// A set of one problem that takes forever, and two that do not.
fn set(directory: &Path) {
    let mut text = String::from("<problem-set version=\"1\">\n");
    for (id, fen, empties, amazons) in
        [("a", "Q1q w", 1, 2), ("b", "Q2q w", 2, 2), ("z", OPEN, 76, 5)]
    {
        text += &format!(
            "<problem id=\"{id}\" fen=\"{fen}\" empties=\"{empties}\" amazons=\"{amazons}\"/>\n"
        );
    }
    fs::write(directory.join("set.xml"), text + "</problem-set>\n").unwrap();
}

/// A set of a puzzle that takes forever to prove.
fn puzzles(directory: &Path) {
    let text = format!(
        "<problem-set version=\"1\">\n<problem id=\"z\" fen=\"{OPEN}\" empties=\"76\" \
         amazons=\"5\"><solution score=\"W+1\" moves=\"{MOVES}\" optimal=\"a9-b9/a9\"/>\
         <puzzle goal=\"win\" grade=\"1\" difficulty=\"1\" themes=\"\" tree=\"a9-b9/a9\"/>\
         </problem>\n</problem-set>\n"
    );
    fs::write(directory.join("puzzles.xml"), text).unwrap();
}

/// Long runs of every command that may take long, with what it says at its end.
const LONG: [(&[&str], &str); 15] = [
    (&["judge", "set.xml", "--threads", "1"], "run the same command to continue"),
    (&["study", "set.xml", "-o", "study", "--solvers", "uct", "--time", "1h"], "the same command"),
    (&["value", OPEN], ""),
    (&["value", OPEN, "--threads", "1", "--first", "white"], ""),
    (&["regions", OPEN, "--time", "1h"], ""),
    (&["thermograph", OPEN], "interrupted"),
    (&["match", "uct", "uct", "--time", "1h", "-o", "match"], "run the same command to continue"),
    (&["selfplay", "uct", "--time", "1h", "-o", "games.sgf"], "run the same command to continue"),
    (&["tables", "build", "2v2:10", "--tables", "tables"], "run the same command to continue"),
    (&["perft", "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w", "--depth", "9"], "interrupted"),
    (&["reproduce", "evaluations", "-o", "evaluations"], "the same command"),
    (&["prove", OPEN, "-o", "parts", "--split", "1"], "interrupted"),
    (&["bench"], "interrupted"),
    (&["selfcheck", "--max-empties", "11", "--threads", "1"], "interrupted"),
    (&["set", "validate", "puzzles.xml", "--time", "1h"], "interrupted"),
];

#[test]
fn every_command_ends_the_same_way_whatever_the_signal() {
    for (number, (words, said)) in LONG.into_iter().enumerate() {
        let directory = tempfile::tempdir().unwrap();
        set(directory.path());
        puzzles(directory.path());
        let child = amazons(directory.path(), words).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(400));
        let names = heard(["INT", "TERM", "HUP"]);
        let name = names[number % names.len()];
        signal(&child, name);
        let (code, stderr, took) = end(child);
        assert_eq!(code, Some(1), "{words:?}, {name}: {stderr}");
        assert!(stderr.contains(said), "{words:?}: {stderr}");
        // It takes 0.2 s on an idle machine; test machines are busy.
        assert!(took < Duration::from_secs(3), "{words:?} took {took:?}");
        if words[0] == "judge" {
            let text = fs::read_to_string(directory.path().join("set.xml")).unwrap();
            assert_eq!(text.matches("score=").count(), 2, "{text}");
        }
        if words[0] == "study" {
            assert!(directory.path().join("study/summary.md").exists());
        }
    }
}

#[test]
fn an_interrupted_judge_with_an_output_goes_on_where_it_stopped() {
    let directory = tempfile::tempdir().unwrap();
    set(directory.path());
    let judge = ["judge", "set.xml", "-o", "out.xml", "--threads", "1"];
    let interrupted = || {
        let child = amazons(directory.path(), &judge).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(400));
        signal(&child, "TERM");
        let (code, stderr, _) = end(child);
        assert_eq!(code, Some(1), "{stderr}");
        assert!(stderr.contains("run the same command to continue"), "{stderr}");
        let journal = fs::read_to_string(directory.path().join("out.xml.journal")).unwrap();
        (journal, fs::read_to_string(directory.path().join("out.xml")).unwrap())
    };
    let first = interrupted();
    assert_eq!(first.0.lines().count(), 2, "{}", first.0);
    // If the two were judged again, they would be in the journal twice.
    assert_eq!(interrupted(), first);
    // Without the problem that takes forever, everything gets done and no journal is left.
    let text = fs::read_to_string(directory.path().join("set.xml")).unwrap();
    let short: String = text.lines().filter(|line| !line.contains("id=\"z\"")).collect();
    fs::write(directory.path().join("set.xml"), short).unwrap();
    let (code, stderr, _) = end(amazons(directory.path(), &judge).spawn().unwrap());
    assert_eq!(code, Some(0), "{stderr}");
    assert!(!directory.path().join("out.xml.journal").exists());
}

#[test]
fn what_an_interrupted_validation_did_not_prove_is_no_finding() {
    let directory = tempfile::tempdir().unwrap();
    puzzles(directory.path());
    let words = ["set", "validate", "puzzles.xml", "puzzles.xml", "--time", "1h"];
    let child = amazons(directory.path(), &words).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(400));
    signal(&child, heard(["INT", "TERM"])[0]);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text, "puzzles.xml: 0 problems checked, 0 findings\n");
}

#[test]
fn an_interrupted_review_leaves_the_other_games_alone() {
    let directory = tempfile::tempdir().unwrap();
    // The second game is invalid: it would be reported.
    let games = "(;GM[18]SZ[10];W[d1-d4/g4])\n(;GM[18]SZ[10];W[d1-d1/d1])\n";
    fs::write(directory.path().join("games.sgf"), games).unwrap();
    let words = ["review", "games.sgf", "--time", "1h", "--threads", "1"];
    let child = amazons(directory.path(), &words).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(400));
    signal(&child, "TERM");
    let (code, stderr, _) = end(child);
    assert_eq!(code, Some(1), "{stderr}");
    assert!(stderr.contains("interrupted") && !stderr.contains("error"), "{stderr}");
}

#[test]
fn an_interrupted_review_keeps_an_earlier_page_and_summary() {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str| directory.path().join(name);
    fs::write(at("games.sgf"), "(;GM[18]SZ[10];W[d1-d4/g4])\n").unwrap();
    let names = ["page.html", "summary.json", "games-reviewed.sgf"];
    for name in names {
        fs::write(at(name), "earlier\n").unwrap();
    }
    let outputs = ["--html", names[0], "--summary", names[1], "--sgf", names[2]];
    let words = ["review", "games.sgf", "--time", "1h", "--threads", "1"];
    let child = amazons(directory.path(), &[&words[..], &outputs].concat()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(400));
    signal(&child, "TERM");
    let (code, stderr, _) = end(child);
    assert_eq!(code, Some(1), "{stderr}");
    for name in names {
        assert_eq!(fs::read_to_string(at(name)).unwrap(), "earlier\n", "{name}");
    }
}

/// What a command printed on standard output before a signal ended it.
fn printed(words: &[&str], wait: Duration) -> String {
    let directory = tempfile::tempdir().unwrap();
    let child = amazons(directory.path(), words).spawn().unwrap();
    std::thread::sleep(wait);
    signal(&child, heard(["INT", "TERM"])[0]);
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{words:?}: {said}");
    assert!(said.contains("interrupted"), "{words:?}: {said}");
    String::from_utf8(output.stdout).unwrap() + &said
}

#[test]
fn what_was_interrupted_gives_that_as_the_reason() {
    let wait = Duration::from_millis(700);
    for words in [
        &["thermograph", OPEN][..],
        &["value", OPEN, "--first", "white"],
        &["value", OPEN, "--first", "white", "--format", "json"],
        &["regions", OPEN],
    ] {
        let text = printed(words, wait);
        assert!(text.contains("not expanded: interrupted"), "{words:?}: {text}");
        assert!(!text.contains("the time is up") && !text.contains("too large"), "{text}");
    }
}

#[test]
fn an_interrupted_batch_keeps_no_answer_that_was_cut_short() {
    let directory = tempfile::tempdir().unwrap();
    // Its score takes no time, but its game value takes long.
    fs::write(directory.path().join("fens"), "Q1q w\nQ4/5/5/4q w\n").unwrap();
    let words = ["value", "--batch", "fens", "-o", "out", "--moves", "none", "--first", "white"];
    let mut command = amazons(directory.path(), &words);
    let child = command.args(["--threads", "1", "--game-values", "1h"]).spawn().unwrap();
    std::thread::sleep(Duration::from_secs(4));
    signal(&child, heard(["INT", "TERM"])[0]);
    let (code, stderr, _) = end(child);
    assert_eq!(code, Some(1), "{stderr}");
    let kept = fs::read_to_string(directory.path().join("out")).unwrap();
    assert!(kept.contains("Q1q w") && !kept.contains("interrupted"), "{kept}");
}

#[test]
fn an_interrupted_bench_prints_whole_lines_and_no_signature() {
    let text = printed(&["bench"], Duration::from_millis(900));
    assert!(!text.contains("signature"), "{text}");
    let whole = printed(&["bench"], Duration::from_millis(2500));
    let lines = |text: &str| -> Vec<String> {
        text.lines().filter(|line| line.contains(" problems ")).map(str::to_owned).collect()
    };
    let (some, more) = (lines(&text), lines(&whole));
    let both = some.len().min(more.len());
    assert_eq!(some[..both], more[..both]);
}

#[test]
fn what_a_signal_is_ignored_for_goes_on() {
    let directory = tempfile::tempdir().unwrap();
    let script = format!("trap '' HUP; exec '{}' value '{OPEN}'", env!("CARGO_BIN_EXE_amazons"));
    let mut command = Command::new("sh");
    command.args(["-c", &script]).env("AMAZONS_TABLES", "").current_dir(directory.path());
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(400));
    signal(&child, "HUP");
    std::thread::sleep(Duration::from_millis(400));
    assert!(child.try_wait().unwrap().is_none());
    signal(&child, "TERM");
    assert_eq!(end(child).0, Some(1));
}

/// Process numbers that a script wrote, one per line.
fn numbers(path: &Path) -> Vec<u32> {
    let text = fs::read_to_string(path).unwrap_or_default();
    text.lines().filter_map(|line| line.parse().ok()).collect()
}

fn is_there(process: u32) -> bool {
    match fs::read_to_string(format!("/proc/{process}/stat")) {
        Ok(stat) => !stat.contains(") Z "),
        Err(_) => false,
    }
}

#[cfg(target_os = "linux")]
#[test]
fn no_engine_and_no_child_of_an_engine_outlives_its_work() {
    let play = ["match", "random", "engine:sh engine.sh", "--size", "5x5", "--time", "1h"];
    let study = ["study", "set.xml", "--solvers", "engine:sh engine.sh", "--time", "1h"];
    let of_a_match =
        heard(["INT", "TERM", "HUP", "KILL"]).into_iter().map(|name| (name, &play[..]));
    let of_a_study = heard(["INT", "KILL"]).into_iter().map(|name| (name, &study[..]));
    for (name, words) in of_a_match.chain(of_a_study) {
        let directory = tempfile::tempdir().unwrap();
        let pids = directory.path().join("pids");
        // It greets, starts a child, and thinks forever.
        let script = "echo $$ >> pids; sleep 300 & echo $! >> pids; read a; echo ready; \
                      while read a; do case $a in go*) sleep 300;; quit) exit;; esac; done";
        fs::write(directory.path().join("engine.sh"), script).unwrap();
        set(directory.path());
        let child = amazons(directory.path(), words).args(["-o", "out"]).spawn().unwrap();
        // Once to check that it greets, and once for each game or problem.
        let begun = Instant::now();
        while numbers(&pids).len() < 4 && begun.elapsed() < Duration::from_secs(20) {
            std::thread::sleep(Duration::from_millis(20));
        }
        std::thread::sleep(Duration::from_millis(200));
        signal(&child, name);
        let (code, stderr, _) = end(child);
        assert_eq!(code, (name != "KILL").then_some(1), "{name}: {stderr}");
        let begun = Instant::now();
        let mut left = numbers(&pids);
        assert!(left.len() >= 4, "{left:?}: {stderr}");
        while !left.is_empty() && begun.elapsed() < Duration::from_secs(10) {
            left.retain(|&process| is_there(process));
            std::thread::sleep(Duration::from_millis(20));
        }
        assert!(left.is_empty(), "{name}: {left:?} are still there");
    }
}

#[test]
fn a_second_signal_ends_at_once_but_one_sent_twice_is_one() {
    let directory = tempfile::tempdir().unwrap();
    set(directory.path());
    // As `timeout` sends it: to the process and to its group.
    let judge = ["judge", "set.xml", "--threads", "1"];
    let child = amazons(directory.path(), &judge).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(300));
    signal(&child, "TERM");
    signal(&child, "TERM");
    let (code, text, _) = end(child);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("run the same command to continue"), "{text}");

    let child = amazons(directory.path(), &["value", OPEN]).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(300));
    signal(&child, "STOP");
    signal(&child, "TERM");
    std::thread::sleep(Duration::from_millis(300));
    signal(&child, "CONT");
    signal(&child, "TERM");
    let (code, ..) = end(child);
    assert!(matches!(code, Some(1 | 130)), "{code:?}");
}

#[test]
fn a_terminal_that_hangs_up_is_a_signal_and_no_bad_input() {
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    if heard(["HUP"]).is_empty() {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    set(directory.path());
    let near = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&near).unwrap();
    unlockpt(&near).unwrap();
    let name = ptsname(&near, Vec::new()).unwrap().into_string().unwrap();
    let far = || fs::OpenOptions::new().read(true).write(true).open(&name).unwrap();
    let mut judge = amazons(directory.path(), &["judge", "set.xml", "--threads", "1"]);
    let mut child = judge.stdout(far()).stderr(far()).spawn().unwrap();
    drop(judge);
    std::thread::sleep(Duration::from_millis(300));
    drop(near);
    signal(&child, "HUP");
    assert_eq!(child.wait().unwrap().code(), Some(1));
    let judged = fs::read_to_string(directory.path().join("set.xml")).unwrap();
    assert_eq!(judged.matches("<solution ").count(), 2, "{judged}");
}

#[test]
fn quit_ends_a_running_go() {
    use std::io::Write;
    let directory = tempfile::tempdir().unwrap();
    let mut command = amazons(directory.path(), &["engine", "uct"]);
    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    writeln!(input, "amazons 1\nposition start\ngo movetime 3600000").unwrap();
    std::thread::sleep(Duration::from_millis(400));
    writeln!(input, "quit").unwrap();
    let (code, _, took) = end(child);
    assert_eq!(code, Some(0));
    assert!(took < Duration::from_secs(3), "{took:?}");
}

/// Also where it comes in one piece with other requests.
#[test]
fn quit_behind_other_requests_ends_a_running_go() {
    use std::io::Write;
    let directory = tempfile::tempdir().unwrap();
    for requests in ["setoption seed 5\nquit\n", "\nquit\n", "stop\nquit\n"] {
        let mut command = amazons(directory.path(), &["engine", "uct"]);
        let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        writeln!(input, "amazons 1\nposition start\ngo movetime 3600000").unwrap();
        std::thread::sleep(Duration::from_millis(300));
        input.write_all(requests.as_bytes()).unwrap();
        let (code, _, took) = end(child);
        assert_eq!(code, Some(0));
        assert!(took < Duration::from_secs(3), "{requests:?}: {took:?}");
    }
}

#[test]
fn stop_ends_a_running_go_with_a_move() {
    use std::io::{BufRead, BufReader, Write};
    let directory = tempfile::tempdir().unwrap();
    for player in ["uct", "mcts", "alphabeta", "dfpn"] {
        let mut command = amazons(directory.path(), &["engine", player]);
        let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        let mut lines = lines.filter(|line| !line.starts_with("info "));
        // A stop without a search is ignored.
        writeln!(input, "stop\nposition start\ngo movetime 3600000").unwrap();
        std::thread::sleep(Duration::from_millis(300));
        writeln!(input, "stop").unwrap();
        let asked = Instant::now();
        let answer = lines.next().unwrap();
        assert!(answer.starts_with("bestmove ") && answer.contains('/'), "{player}: {answer}");
        assert!(asked.elapsed() < Duration::from_secs(3), "{player}");
        // A stop that comes with its request leaves a moment; later searches have all their time.
        writeln!(input, "go movetime 3600000\nstop\njudge movetime 3600000\nstop\ngo nodes 3")
            .unwrap();
        let answers: Vec<String> = lines.by_ref().take(3).collect();
        assert!(answers[0].starts_with("bestmove "), "{player}: {answers:?}");
        assert!(answers[1].starts_with("judged at_least "), "{player}: {answers:?}");
        assert!(answers[2].starts_with("bestmove "), "{player}: {answers:?}");
        writeln!(input, "quit").unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(0));
    }
}

/// Nobody looks at the flag that a signal sets while a command waits for its input.
#[test]
fn a_command_that_waits_for_input_ends() {
    let hard = format!("{OPEN}\n");
    for (words, text) in [
        (&["value", "--batch", "-"][..], ""),
        (&["value", "--batch", "-", "--threads", "1", "--time", "60s"], &hard),
        (&["extract", "-", "-o", "x.xml"], ""),
    ] {
        let directory = tempfile::tempdir().unwrap();
        let mut command = amazons(directory.path(), words).stdin(Stdio::piped()).spawn().unwrap();
        command.stdin.as_mut().unwrap().write_all(text.as_bytes()).unwrap();
        std::thread::sleep(Duration::from_millis(500));
        signal(&command, "TERM");
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = command.try_wait().unwrap() {
                break status;
            }
            if begun.elapsed() > Duration::from_secs(10) {
                command.kill().unwrap();
                panic!("{words:?} goes on");
            }
            std::thread::sleep(Duration::from_millis(10));
        };
        assert_eq!(status.code(), Some(1), "{words:?}");
    }
}
