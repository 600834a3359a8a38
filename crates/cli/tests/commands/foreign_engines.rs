//! Foreign programs as players, in each of the three protocols.
#![cfg(unix)]

use crate::program::{program, repository};
use assert_cmd::Command;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use serde_json::Value;
use std::fs;
use std::path::Path;

const DIALECTS: [&str; 3] = ["engine", "uci", "gtp"];

/// The engine of these tests, which speaks a dialect and behaves as `conduct` says.
fn engine(dialect: &str, conduct: &str) -> String {
    let script = repository("crates/cli/tests/programs/foreign_engine.py");
    format!("{dialect}:python3 '{}' {dialect} {conduct}", script.display())
}

/// Whether there is a Python interpreter for the engine.
fn has_python() -> bool {
    let there = std::process::Command::new("python3").arg("--version").output();
    let there = there.is_ok_and(|output| output.status.success());
    if !there {
        eprintln!("python3 is missing: foreign engines were not played");
    }
    there
}

fn play(output: &Path, players: &[String], options: &str) -> Command {
    let mut command = program();
    command.arg("match").args(players).args(options.split(' ')).arg("-o").arg(output);
    command
}

fn lines(directory: &Path) -> Vec<Value> {
    let text = fs::read_to_string(directory.join("results.jsonl")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn three_protocols_meet_in_one_match() {
    if !has_python() {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("match");
    let mut players: Vec<String> = DIALECTS.map(|dialect| engine(dialect, "plays")).to_vec();
    players[1] += " 'option.Skill Level=3' nodes=90";
    players[2] += " option.level=7 nodes=90 time=2s";
    players[2].insert_str(0, "taught=");
    let options = "--size 8x8 --games 2 --time 10s --grace 50s --format json --log-engines";
    let output = play(&path, &players, options).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let ids = ["foreign engine", "foreign uci", "foreign gtp 1"];
    for standing in report["standings"].as_array().unwrap() {
        assert_eq!(standing["games"], 4, "{report}");
        assert!(ids.contains(&standing["id"].as_str().unwrap()), "{report}");
    }
    for line in &lines(&path)[1..] {
        let player = line["white"].as_u64().unwrap() as usize;
        assert_eq!(line["white_id"], ids[player], "{line}");
        assert!(line["reason"] == "no-move" || line["reason"] == "judged", "{line}");
        let nodes = line["white_side"]["nodes"].as_u64().unwrap_or_default();
        assert_eq!(nodes > 0, player == 1, "{line}");
    }
    let games = fs::read_to_string(path.join("games.sgf")).unwrap();
    assert!(games.contains("White is foreign uci") && games.contains("PW[taught]"), "{games}");
    let log = fs::read_to_string(path.join("engines.log")).unwrap();
    for said in [
        " > newgame\n",
        " > setoption name UCI_Variant value amazons\n",
        " > setoption name Skill Level value 3\n",
        " > ucinewgame\n",
        " > go nodes 90\n",
        " kata-set-param maxVisits 30\n",
        " kata-set-param level 7\n",
        " time_settings 0 2 3\n",
        " time_left w 2 3\n",
        " play b ",
    ] {
        assert!(log.contains(said), "{said}: {log}");
    }
}

/// Killed, silent, noisy and lying engines lose their games, each for its reason, and the match
/// goes on.
#[test]
fn engines_that_fail_lose_in_every_protocol_and_the_match_goes_on() {
    if !has_python() {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("match");
    let conducts = [
        ("dies", "crash", "signal: 9"),
        ("hangs", "time-out", "no answer in time"),
        ("floods", "time-out", "no answer in time"),
        ("lies", "illegal-move", "illegal"),
        ("babbles", "crash", "not understood"),
        ("rambles", "crash", "longer than"),
    ];
    let failing = conducts.iter().flat_map(|(conduct, ..)| {
        DIALECTS.map(|dialect| format!("{conduct} in {dialect}={}", engine(dialect, conduct)))
    });
    let players: Vec<String> = ["random".to_owned()].into_iter().chain(failing).collect();
    let options = "--gauntlet --size 8x8 --random-plies 0 --games 2 --time 50ms --grace 2s \
                   --adjudicate 0";
    play(&path, &players, options).assert().code(1);
    let lines = lines(&path);
    assert_eq!(lines.len(), players.len() * 2 - 1);
    for line in &lines[1..] {
        let loser = line["white"].as_u64().unwrap().max(line["black"].as_u64().unwrap());
        let (_, reason, detail) = conducts[(loser as usize - 1) / DIALECTS.len()];
        assert_eq!(line["winner"], if line["white"] == 0 { "w" } else { "b" }, "{line}");
        assert_eq!(line["reason"], reason, "{line}");
        assert!(line["detail"].as_str().unwrap().contains(detail), "{line}");
    }
}

#[test]
fn what_a_program_cannot_do_is_said_before_the_first_game() {
    if !has_python() {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("match");
    let [own, uci, gtp] = DIALECTS.map(|dialect| engine(dialect, "plays"));
    let chess = "uci:sh -c 'read a; echo option name UCI_Variant type combo default chess var chess; \
                 echo uciok; read b'";
    let mute = "gtp:sh -c 'while read n w; do echo =$n; echo; done'";
    for (player, options, said) in [
        (format!("{uci} option.Level=3"), "--size 8x8", "no such option; expected one of Skill"),
        (format!("{uci} 'option.Skill Level=21'"), "--size 8x8", "a number from 0 to 20"),
        (format!("{uci} option.UCI_Variant=go"), "--size 8x8", "expected one of chess, amazons"),
        (chess.to_owned(), "--size 8x8", "no amazons among the 1 variants"),
        (format!("{own} time=soon"), "--size 8x8", "expected e.g. 10s"),
        (format!("{gtp} option.a"), "--size 8x8", "expected option.NAME=VALUE"),
        (gtp.clone(), "--size 6x5", "standard start of a square board only"),
        (gtp.clone(), "--size 6x6", "unacceptable size"),
        (format!("{mute} nodes=5"), "--size 8x8", "cannot be limited by nodes"),
        (format!("{mute} option.a=5"), "--size 8x8", "the program has no kata-set-param"),
        ("uci:/no/such/engine".to_owned(), "--size 8x8", "cannot be started"),
        ("gtp:".to_owned(), "--size 8x8", "no program"),
        ("random".to_owned(), "--clock 60s+x", "--clock"),
    ] {
        let mut command = play(&path, &[player.clone(), "one-ply".to_owned()], options);
        command.args(["--games", "2"]).assert().code(2).stderr(contains(said));
        assert!(!path.join("results.jsonl").exists(), "{player}");
    }
    // A study has positions that GTP cannot set up.
    let mut study = program();
    study.arg("study").arg(repository("problems/quick.xml")).args(["--solvers", &gtp, "-o"]);
    let refused = contains("standard start").and(contains("gtp:"));
    study.arg(&path).args(["--nodes", "9"]).assert().code(2).stderr(refused);
}

#[test]
fn a_uci_engine_solves_problems_in_studies() {
    if !has_python() {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("study");
    let solvers = format!("random,chess={} nodes=50", engine("uci", "plays"));
    let mut study = program();
    study.arg("study").arg(repository("problems/quick.xml"));
    study.args(["--max-empties", "11", "--solvers", &solvers, "--nodes", "9", "--grace", "1m"]);
    study.arg("-o").arg(&path).assert().success();
    let text = fs::read_to_string(path.join("results.jsonl")).unwrap();
    let rows: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let own: Vec<_> = rows.iter().filter(|row| row["solver"] == "chess").collect();
    assert!(!own.is_empty());
    for row in own {
        assert!(row["move"].is_string() && row["failure"].is_null(), "{row}");
        assert_eq!(row["nodes"], 17, "{row}");
    }
}

/// A clock that gains time is told to every protocol in its own words.
#[test]
fn increments_are_told_to_engines() {
    if !has_python() {
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    let players = [engine("uci", "plays"), engine("gtp", "plays"), "random:nodes=1".to_owned()];
    let options = "--size 8x8 --games 2 --clock 60s+2s --log-engines";
    let path = directory.path().join("match");
    play(&path, &players, options).assert().success();
    let log = fs::read_to_string(path.join("engines.log")).unwrap();
    for said in [" winc 2000 binc 2000\n", " time_settings 60 0 0\n", " time_left b 6"] {
        assert!(log.contains(said), "{said}: {log}");
    }
    let header = &lines(&path)[0]["settings"]["time"]["per-game"];
    assert_eq!((&header["secs"], &header["increment"]["secs"]), (&60.into(), &2.into()));
    play(&path, &players, "--size 8x8 --games 2 --clock 60s+3s")
        .assert()
        .code(2)
        .stderr(contains("1m+2s a side and game").and(contains("1m+3s a side and game")));
}

/// As a UCI engine, the program plays the same games as the same player within the program.
#[test]
fn this_program_plays_as_a_uci_engine() {
    let directory = tempfile::tempdir().unwrap();
    let player = "alphabeta:te,nodes=50";
    let uci = format!("uci:{} engine {player} --uci", env!("CARGO_BIN_EXE_amazons"));
    let games = |name: &str, first: &str| {
        let path = directory.path().join(name);
        let players = [first.to_owned(), "random".to_owned()];
        play(&path, &players, "--size 5x5 --games 4 --nodes 50").assert().success();
        let mut games: Vec<_> = lines(&path)[1..]
            .iter()
            .map(|line| (line["game"].as_u64(), line["winner"].clone(), line["moves"].clone()))
            .collect();
        games.sort_by_key(|game| game.0);
        games
    };
    assert_eq!(games("uci", &uci), games("player", player));
}

/// What another program sees of `amazons engine --uci`: a line at a time.
struct Uci(std::process::Child, std::io::BufReader<std::process::ChildStdout>);

impl Uci {
    fn start() -> Self {
        use std::process::{Command, Stdio};
        let mut child = Command::new(assert_cmd::cargo::cargo_bin("amazons"))
            .args(["engine", "mcts", "--uci"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = std::io::BufReader::new(child.stdout.take().unwrap());
        Self(child, output)
    }

    fn say(&mut self, text: &str) {
        use std::io::Write;
        writeln!(self.0.stdin.as_mut().unwrap(), "{text}").unwrap();
    }

    /// Reads up to a line that begins so.
    fn hear(&mut self, beginning: &str) -> Vec<String> {
        use std::io::BufRead;
        let mut lines: Vec<String> = Vec::new();
        while lines.last().is_none_or(|line| !line.starts_with(beginning)) {
            let mut line = String::new();
            assert!(self.1.read_line(&mut line).unwrap() > 0, "{beginning}: {lines:?}");
            lines.push(line.trim_end().to_owned());
        }
        lines
    }
}

#[test]
fn a_uci_engine_is_ready_during_a_search_and_stops_at_once() {
    let mut engine = Uci::start();
    engine.say("uci");
    engine.hear("uciok");
    engine.say("setoption name MultiPV value 3\nposition startpos moves d1d7,d7g7\ngo infinite");
    let told = engine.hear("info multipv 3 ");
    assert!(told.iter().any(|line| line.starts_with("info multipv 1 ")), "{told:?}");
    engine.say("isready");
    assert!(!engine.hear("readyok").iter().any(|line| line.starts_with("bestmove")));
    engine.say("stop");
    let begun = std::time::Instant::now();
    let best = engine.hear("bestmove ").pop().unwrap();
    assert!(best.contains(',') && best != "bestmove (none)", "{best}");
    assert!(begun.elapsed() < std::time::Duration::from_secs(20));
    engine.say("go movetime 3600000");
    engine.hear("info multipv 1 ");
    engine.say("quit");
    assert!(engine.0.wait().unwrap().success());
}

#[test]
fn questions_about_positions_are_answered_as_json() {
    let mut command = program();
    command.args(["engine", "alphabeta", "--analysis", "--threads", "2"]);
    let questions =
        "{\"id\":\"slow\",\"time\":\"1s\"}\n{\"id\":\"fast\",\"fen\":\"Q1*q w\"}\n{\"id\":7}\n";
    let output = command.write_stdin(questions).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    let answers: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), 3, "{text}");
    // The quick answer does not wait for the slow one.
    assert_eq!(answers[2]["id"], "slow", "{text}");
    let fast = answers.iter().find(|answer| answer["id"] == "fast").unwrap();
    assert_eq!((&fast["move"], &fast["at_least"]), (&"a1-b1/a1".into(), &"W+0".into()), "{text}");
    assert!(answers.iter().any(|answer| answer["error"].is_string()), "{text}");
    for (arguments, said) in [
        (["engine", "deepblue", "--analysis"], "no such solver"),
        (["engine", "deepblue", "--uci"], "no such solver"),
        (["engine", "--uci", "--analysis"], "cannot be used with"),
        (["engine", "--threads", "2"], "--analysis"),
    ] {
        program().args(arguments).assert().code(2).stderr(contains(said));
    }
}
