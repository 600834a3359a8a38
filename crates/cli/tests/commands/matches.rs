//! The commands `match`, `engine` and `progress`.

use crate::program::{program, repository};
use amazons::ledger::{seal, unseal};
use amazons::records::Records;
use assert_cmd::Command;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use serde_json::Value;
use std::fs;
use std::path::Path;

fn amazons(command: &str) -> Command {
    let mut made = program();
    made.arg(command);
    made
}

fn play(output: &Path, arguments: &str) -> Command {
    let mut command = amazons("match");
    command.args(arguments.split(' ')).arg("-o").arg(output);
    command
}

fn json(command: &mut Command) -> Value {
    let output = command.args(["--format", "json"]).output().unwrap();
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)))
}

/// A round robin of three players on a small board.
const RUN: &str =
    "one-ply:te random alphabeta:lieberum,depth=2 --size 5x5 --games 4 --random-plies 2";

#[test]
fn a_log_torn_within_a_letter_or_of_two_matches_is_no_riddle() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("match");
    play(&path, RUN).assert().success();
    let log = path.join("results.jsonl");
    let whole = fs::read(&log).unwrap();
    // The first of the two bytes of an ö.
    fs::write(&log, [&whole[..], b"{\"game\":12,\"detail\":\"\xc3"].concat()).unwrap();
    play(&path, RUN).assert().success();
    assert_eq!(fs::read(&log).unwrap().iter().filter(|&&byte| byte == b'\n').count(), 13);

    let text = String::from_utf8(whole).unwrap();
    let refused = |text: &str| {
        fs::write(&log, text).unwrap();
        play(&path, RUN).assert().code(2)
    };
    let line = text.lines().nth(1).unwrap();
    let object = String::from_utf8(unseal(line.as_bytes()).unwrap()).unwrap();
    let foreign = seal(&object.replacen("\"white\":0", "\"white\":9", 1)) + "\n";
    let said = contains("results.jsonl, line 14: players 9 and 1; expected two of 3");
    refused(&format!("{text}{foreign}")).stderr(said);
    let said = contains("results.jsonl, line 14: game 0 once more; expected each game once");
    refused(&format!("{text}{line}\n")).stderr(said);
}

#[test]
fn more_games_than_any_match_ends_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("match");
    for games in ["1e19", "18446744073709551615", "2e9", "0"] {
        let expected = contains("expected a whole number from 1 to 1000000000")
            .or(contains("expected a whole number above 0"));
        play(&path, &format!("random random --games {games}")).assert().code(2).stderr(expected);
        assert!(!path.exists());
    }
}

#[test]
fn a_round_robin_is_played_reported_and_resumed() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("match");
    let report = json(&mut play(&path, RUN));
    assert_eq!((&report["games"], &report["finished"]), (&12.into(), &true.into()));
    let standings = report["standings"].as_array().unwrap();
    assert_eq!(standings[2]["player"], "random:time=100ms");
    assert!(standings.iter().all(|one| one["games"] == 8));
    assert_eq!(report["pairs"].as_array().unwrap().len(), 3);

    let games: Vec<_> =
        Records::open(&path.join("games.sgf")).unwrap().map(Result::unwrap).collect();
    assert_eq!(games.len(), 12);
    for game in &games {
        assert!(game.tag("RE").is_some() && game.moves().len() > 2);
    }

    // Cut anywhere, it continues to the same results: none of the players depends on time.
    let log = path.join("results.jsonl");
    let whole = fs::read_to_string(&log).unwrap();
    let results = |text: &str| {
        let mut found: Vec<_> = text
            .lines()
            .skip(1)
            .map(|line| serde_json::from_str::<Value>(line).unwrap())
            .map(|line| (line["game"].as_u64(), line["moves"].clone(), line["winner"].clone()))
            .collect();
        found.sort_by_key(|line| line.0);
        found
    };
    for cut in [0, 5, whole.len() / 3, whole.len() - 1] {
        fs::write(&log, &whole[..cut]).unwrap();
        play(&path, RUN).args(["--threads", "1"]).assert().success();
        assert_eq!(results(&fs::read_to_string(&log).unwrap()), results(&whole), "cut at {cut}");
        let games = Records::open(&path.join("games.sgf")).unwrap();
        assert_eq!(games.map(Result::unwrap).count(), 12);
    }
    // Another match is not mixed with it.
    play(&path, &RUN.replace("--random-plies 2", "--random-plies 3"))
        .assert()
        .code(2)
        .stderr(contains("another match"));
}

/// On a small board most openings are already decided: the judge waits until both have moved.
#[test]
fn no_game_is_decided_by_its_opening_alone() {
    let directory = tempfile::tempdir().unwrap();
    let report = json(&mut play(
        directory.path(),
        "alphabeta random --size 5x5 --games 6 --nodes 100 --threads 1",
    ));
    assert_eq!(report["games"], 6);
    assert!(
        report["standings"]
            .as_array()
            .unwrap()
            .iter()
            .all(|one| { one["seconds_per_move"].as_f64() > Some(0.0) })
    );
    let log = fs::read_to_string(directory.path().join("results.jsonl")).unwrap();
    for line in log.lines().skip(1) {
        let game: Value = serde_json::from_str(line).unwrap();
        let moved = |side: &str| game[side]["moves"].as_u64() > Some(0);
        assert!(moved("white_side") && moved("black_side"), "{line}");
    }
}

#[test]
fn a_sequential_test_is_between_differences_that_can_be_told() {
    let directory = tempfile::tempdir().unwrap();
    for ends in ["0,1e30", "-1e4,0", "50,0", "0,0", "0,inf", "0,NaN", "0"] {
        play(directory.path(), "random random --size 4x4 --games 2")
            .arg(format!("--sprt={ends}"))
            .assert()
            .code(2)
            .stderr(contains("increasing Elo differences from -1000 to 1000"));
    }
}

#[test]
fn the_standings_of_a_match_are_printed_again() {
    let directory = tempfile::tempdir().unwrap();
    let output = directory.path().join("m");
    let played = json(&mut play(&output, "random one-ply --size 4x4 --games 2"));
    let printed = json(amazons("report").arg(&output));
    assert_eq!(printed["standings"], played["standings"]);
    amazons("report").arg(&output).assert().code(0).stdout(contains("Standings after 2 games"));
}

#[test]
fn every_form_of_the_report_is_printed() {
    let directory = tempfile::tempdir().unwrap();
    for (format, part) in [
        ("text", "Head to head"),
        ("csv", "player,games,wins,wins_as_white"),
        ("markdown", "| player | games |"),
    ] {
        play(directory.path(), "random one-ply:me --size 4x4 --games 2 --gauntlet")
            .args(["--format", format])
            .assert()
            .success()
            .stdout(contains(part).and(contains("one-ply:mobility")));
    }
}

/// As an engine, the program plays the same games as the same player within the program.
#[test]
fn this_program_plays_as_an_external_engine() {
    let directory = tempfile::tempdir().unwrap();
    let player = "alphabeta:te,nodes=50";
    let engine = format!("engine:{} engine {player}", env!("CARGO_BIN_EXE_amazons"));
    let games = |name: &str, first: &str| {
        let path = directory.path().join(name);
        let mut command = amazons("match");
        command.args([first, "random", "--size", "5x5", "--games", "4", "--nodes", "50", "-o"]);
        let report = json(command.arg(&path));
        let failed = |one: &Value| one["crashes"] != 0 || one["time_outs"] != 0;
        assert!(!report["standings"].as_array().unwrap().iter().any(failed), "{report}");
        let log = fs::read_to_string(path.join("results.jsonl")).unwrap();
        let mut moves: Vec<_> = log
            .lines()
            .skip(1)
            .map(|line| serde_json::from_str::<Value>(line).unwrap())
            .map(|line| (line["game"].as_u64(), line["winner"].clone(), line["moves"].clone()))
            .collect();
        moves.sort_by_key(|line| line.0);
        moves
    };
    assert_eq!(games("engine", &engine), games("player", player));
}

/// Options after an engine, `option.NAME=VALUE`, are sent by the protocol before it plays.
#[test]
fn options_reach_an_engine_before_its_first_game() {
    let directory = tempfile::tempdir().unwrap();
    let program = env!("CARGO_BIN_EXE_amazons");
    let play = |name: &str, first: &str| {
        let mut command = amazons("match");
        command.args([first, "random", "--size", "4x4", "--games", "2", "--nodes", "9", "-o"]);
        command.arg(directory.path().join(name));
        command
    };
    let named = format!("engine:{program} engine one-ply option.eval=mobility option.seed=7");
    let report = json(&mut play("set", &named));
    let there = |one: &Value| one["player"].as_str() == Some(&named) && one["crashes"] == 0;
    assert!(report["standings"].as_array().unwrap().iter().any(there), "{report}");
    for (name, options, expected) in [
        ("unknown", "option.depth=3", "option depth=3: no option 'depth'; expected one of eval"),
        ("impossible", "option.seed=x", "option seed=x: 'one-ply:lieberum"),
        ("no option", "option.seed", "expected option.NAME=VALUE"),
    ] {
        let engine = format!("engine:{program} engine one-ply:lieberum {options}");
        play(name, &engine).assert().code(2).stderr(contains(expected));
    }
}

/// Engines older than the options still play, and say so when an option is set.
#[cfg(unix)]
#[test]
fn an_engine_without_options_plays_on_and_refuses_them() {
    let directory = tempfile::tempdir().unwrap();
    let old = "engine:sh -c 'read a; echo ready; while read b; do case $b in setopt*) echo error \
               what;; go*) echo bestmove resign;; quit) exit;; esac; done'";
    let play = |name: &str, engine: &str| {
        let mut command = amazons("match");
        command.args([engine, "random", "--size", "4x4", "--games", "2", "--adjudicate", "0"]);
        command.arg("-o").arg(directory.path().join(name));
        command
    };
    let report = json(&mut play("old", old));
    assert_eq!(report["standings"][1]["crashes"], 0);
    let refused = play("asked", &format!("{old} option.depth=3")).assert().code(2);
    refused.stderr(contains("option depth=3: what").and(contains("no game was played")));
}

#[cfg(unix)]
#[test]
fn an_engine_that_takes_long_to_start_does_not_pay_for_it_with_its_clock() {
    let directory = tempfile::tempdir().unwrap();
    let slow = "engine:sh -c 'sleep 2; read a; echo ready; read b; read c; echo bestmove resign; \
                read d'";
    let mut command = amazons("match");
    command.args([slow, "random:nodes=1", "--size", "4x4", "--games", "2", "--adjudicate", "0"]);
    command.args(["--threads", "1", "--clock", "60s", "-o"]).arg(directory.path());
    let report = json(&mut command);
    let of_engine = |one: &&Value| one["player"].as_str().unwrap().starts_with("engine:");
    let engine = report["standings"].as_array().unwrap().iter().find(of_engine).unwrap();
    assert_eq!((&engine["games"], &engine["crashes"]), (&2.into(), &0.into()));
    assert!(engine["seconds_per_move"].as_f64() < Some(1.5), "{report}");
}

/// Engines that fail in any way lose their games, and the match continues.
#[cfg(unix)]
#[test]
fn failing_engines_are_scored_and_never_fatal() {
    use std::os::unix::fs::PermissionsExt;

    let directory = tempfile::tempdir().unwrap();
    let script = |name: &str, body: &str| {
        let path = directory.path().join(name);
        let greet = "read line; echo 'id bad'; echo ready";
        fs::write(&path, format!("#!/bin/sh\n{greet}\n{body}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        format!("engine:{}", path.display())
    };
    for (name, body, count, said) in [
        ("hangs", "exec sleep 60", "time_outs", "time-out"),
        ("ends", "read line; exit 3", "crashes", "crash"),
        (
            "cheats",
            "read a; read b; echo bestmove a1-a1/a1; exec sleep 5",
            "illegal_moves",
            "illegal",
        ),
        ("babbles", "read a; read b; echo 'e4 e5'; exec sleep 5", "crashes", "not understood"),
    ] {
        let mut command = amazons("match");
        let engine = script(name, body);
        command.args([engine.as_str(), "random", "--size", "4x4", "--games", "2"]);
        // Engines that answer get as much time as a slow machine may take.
        let grace = if name == "hangs" { "2s" } else { "50s" };
        command.args("--time 50ms --adjudicate 0 --grace".split(' '));
        command.args([grace, "-o"]).arg(directory.path().join(format!("{name}-match")));
        let output = command.args(["--format", "json"]).output().unwrap();
        let code = if name == "hangs" { 0 } else { 1 };
        assert_eq!(output.status.code(), Some(code), "{name}");
        let mut again = amazons("report");
        again.arg(directory.path().join(format!("{name}-match"))).assert().code(code);
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        let loser = &report["standings"][1];
        assert_eq!(loser["player"].as_str(), Some(engine.as_str()));
        assert_eq!(loser[count], 2, "{name}: {report}");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(stderr.contains(said), "{name}: {stderr}");
    }
    let mut command = amazons("match");
    command.args(["engine:/no/such/engine", "random", "--adjudicate", "0", "--games", "2", "-o"]);
    let none = command.arg(directory.path().join("none")).assert();
    none.code(2).stderr(contains("cannot be started").and(contains("no game was played")));
    assert!(!directory.path().join("none").exists());
    // An engine that always crashes ends the match before it loses all games.
    let engine = script("breaks", "read a; read b; echo broken >&2; exit 3");
    let path = directory.path().join("broken");
    let mut command = amazons("match");
    command.args([engine.as_str(), "random", "--size", "5x5", "--games", "40"]);
    command.args(["--adjudicate", "0", "-o"]);
    let ended = command.arg(&path).assert().code(1);
    ended.stderr(
        contains("crashed or moved illegally in one game after another")
            .and(contains("exit status: 3; broken")),
    );
    // In a part, the number of games is that of the part.
    let mut command = amazons("match");
    command.args([engine.as_str(), "random", "--size", "5x5", "--games", "40"]);
    command.args(["--adjudicate", "0", "--partition", "1/2", "--threads", "1", "-o"]);
    let ended = command.arg(directory.path().join("broken-part")).assert().code(1);
    ended.stderr(contains(" of 20 games; "));
    assert!(fs::read_to_string(path.join("engines.log")).unwrap().contains(": broken\n"));
    // Words are split as in a shell.
    let mut command = amazons("match");
    let engine = "engine:sh -c 'read a; echo ready; read b; read c; echo bestmove resign; read d'";
    command.args([engine, "random", "--size", "4x4", "--games", "2", "--adjudicate", "0", "-o"]);
    let report = json(command.arg(directory.path().join("resigns")));
    assert_eq!(report["standings"][1]["games"], 2);
    assert_eq!(report["standings"][1]["crashes"], 0);
}

#[test]
fn clocks_end_games_and_tests_end_matches() {
    let directory = tempfile::tempdir().unwrap();
    let clock = directory.path().join("clock");
    let report =
        json(&mut play(&clock, "alphabeta mcts --size 5x5 --games 2 --clock 2s --adjudicate 0"));
    assert_eq!(report["games"], 2);
    for one in report["standings"].as_array().unwrap() {
        assert_eq!(one["time_outs"], 0, "{report}");
        assert!(one["seconds_per_move"].as_f64() > Some(0.001));
    }
    let sprt = directory.path().join("sprt");
    let arguments = "one-ply:te random --size 6x6 --games 200 --sprt 0,200 --threads 1";
    let report = json(&mut play(&sprt, arguments));
    assert_eq!(report["sprt"], "elo1");
    assert!(report["games"].as_u64() < Some(60), "{report}");
    // Nothing is played after the decision.
    let again = json(&mut play(&sprt, arguments));
    assert_eq!(again["games"], report["games"]);
}

#[test]
fn openings_come_from_a_file() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("openings.fen");
    fs::write(&file, "Q3/4/4/3q b\nq3/4/4/3Q w\n").unwrap();
    let mut command = play(&directory.path().join("m"), "random one-ply --games 4");
    let report = json(command.arg("--openings").arg(&file));
    assert_eq!(report["games"], 4);
    let log = fs::read_to_string(directory.path().join("m/results.jsonl")).unwrap();
    let starts: Vec<_> = log.lines().skip(1).filter(|l| l.contains("Q3/4/4/3q b")).collect();
    assert_eq!(starts.len(), 2);
}

#[test]
fn a_match_does_not_go_on_with_other_openings_of_the_same_file() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("openings.txt");
    let games = "d1-d7/g7 d10-d8/a8\ng1-g7/b7 d10-d8/a8\n";
    fs::write(&file, games).unwrap();
    let run = |plies: &str| {
        let mut command = play(&directory.path().join("m"), "random random --games 2 --nodes 1");
        command.arg("--openings").arg(&file).args(["--opening-plies", plies]);
        command
    };
    run("1").assert().success();
    // The same openings under another name are the same match.
    let copy = directory.path().join("copy.txt");
    fs::copy(&file, &copy).unwrap();
    let mut other = play(&directory.path().join("m"), "random random --games 2 --nodes 1");
    other.arg("--openings").arg(&copy).args(["--opening-plies", "1"]).assert().success();
    run("2").assert().code(2).stderr(contains("another match").and(contains("to ply 1 (xxh3")));
    fs::write(&file, games.replace("g1-g7/b7", "g1-g7/g8")).unwrap();
    run("1").assert().code(2).stderr(contains("another match"));
}

#[test]
fn games_from_standard_input_are_openings() {
    let directory = tempfile::tempdir().unwrap();
    let run = "random random --games 2 --nodes 1 --openings -";
    let games = "(;GM[18]SZ[10]W[d1-d7/g7])";
    for text in [games, "d1-d7/g7\n"] {
        let mut command = play(&directory.path().join(text.len().to_string()), run);
        command.write_stdin(text).assert().success();
    }
    let mut command = play(&directory.path().join("none"), run);
    let refused = command.write_stdin("<html>").assert().code(2);
    refused.stderr(contains("standard input").and(contains("<html>")));
}

#[test]
fn openings_that_do_not_last_are_told_of_and_no_test_counts_copies() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    let run = "one-ply:te one-ply:me --size 5x5 --games 6 --nodes 9";
    let alike = format!("{run} --random-plies 0");
    let warned = play(&path("alike"), &alike).assert().success();
    warned
        .stderr(contains("warning: 1 opening for 3 pairs of games; players without a time limit"))
        .stdout(contains("Only 2 of these 6 games differ"));
    assert_eq!(json(&mut play(&path("alike"), &alike))["different_games"], 2);
    let refused = play(&path("test"), &format!("{alike} --sprt 0,50")).assert().code(2);
    refused.stderr(contains("the test would count copies").and(contains("--games 2,")));
    let unlike = play(&path("unlike"), &format!("{run} --random-plies 3")).assert().success();
    unlike.stderr(contains("warning").not()).stdout(contains("games differ").not());
}

#[test]
fn finished_games_are_no_openings_without_their_last_moves() {
    let directory = tempfile::tempdir().unwrap();
    let games = directory.path().join("games.sgf");
    let mut command = amazons("selfplay");
    command.args(["random", "--size", "4x4", "--games", "3", "--nodes", "1", "-o"]).arg(&games);
    command.assert().success();
    let plays = |plies: &[&str]| {
        let mut command = play(&directory.path().join("m"), "random one-ply --games 2 --nodes 1");
        command.arg("--openings").arg(&games).args(plies).assert()
    };
    for plies in [&[][..], &["--opening-plies", "99"]] {
        plays(plies).code(2).stderr(
            contains("games.sgf: each of its games is over after at most ")
                .and(contains("--opening-plies N takes the first N only"))
                .and(contains("no openings").not()),
        );
    }
    plays(&["--opening-plies", "2"]).success();
}

#[test]
fn wrong_calls_say_what_is_expected() {
    let directory = tempfile::tempdir().unwrap();
    for (arguments, expected) in [
        ("random", "2 values required"),
        ("random deepblue", "expected one of"),
        ("random alphabeta:tree", "no option 'tree'"),
        ("random random --sprt 5", "two increasing Elo differences"),
        ("random one-ply uct --sprt 0,5", "two players; found 3"),
        ("random random --openings /no/such/file", "/no/such/file"),
    ] {
        play(&directory.path().join("m"), arguments).assert().code(2).stderr(contains(expected));
    }
}

#[test]
fn an_engine_answers_moves_and_questions() {
    amazons("engine")
        .arg("alphabeta:te")
        .write_stdin(
            "amazons 1\nsetoption depth 2\nsetoption tree 1\nposition Q1*q w\ngo nodes 9\nwhat\n\
             judge\nquit\n",
        )
        .assert()
        .success()
        .stdout(contains("info option eval text default territory\n"))
        .stdout(contains("\nready\nready\nerror no option 'tree'"))
        .stdout(contains("\nbestmove a1-b1/a1 at_least W+0 at_most W+0 nodes "))
        .stdout(contains("\nerror 'what'"))
        .stdout(contains("judged at_least W+0 at_most W+0 best a1-b1/a1"));
    amazons("engine").arg("deepblue").assert().code(2).stderr(contains("expected one of"));
}

#[test]
fn progress_of_a_game_is_printed_and_plotted() {
    let directory = tempfile::tempdir().unwrap();
    let record = directory.path().join("game.txt");
    fs::write(&record, "d1-d7/g7 g10-g9/b4 g1-c5/c8\n").unwrap();
    let svg = directory.path().join("progress.svg");
    amazons("progress")
        .arg(&record)
        .arg("--svg")
        .arg(&svg)
        .assert()
        .success()
        .stdout(contains("   0                    0    10     3     0"))
        .stdout(contains("Game progress"));
    assert!(fs::read_to_string(&svg).unwrap().contains("TGP"));
    let output = amazons("progress").arg(&record).args(["--format", "json"]).output().unwrap();
    let lines: Vec<Value> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[1]["move"], "d1-d7/g7");
    amazons("progress").arg("/no/such/game").assert().code(2).stderr(contains("/no/such/game"));
    amazons("progress")
        .arg(&record)
        .args(["--game", "2"])
        .assert()
        .code(2)
        .stderr(contains("no game 2"));
}

/// Tables and games show a player's name; the match is still identified by the player itself.
#[cfg(unix)]
#[test]
fn players_have_names_and_their_talk_can_be_logged() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("match");
    let program = env!("CARGO_BIN_EXE_amazons");
    let play = |level: u32| {
        let mut command = amazons("match");
        let engine = format!("my engine=engine:{program} engine one-ply option.seed={level}");
        command.args([&engine, "random", "--size", "4x4", "--games", "2", "--nodes", "9"]);
        command.args(["--log-engines", "-o"]).arg(&path);
        command
    };
    let report = json(&mut play(7));
    let named = |one: &Value| one["player"] == "my engine";
    assert!(report["standings"].as_array().unwrap().iter().any(named), "{report}");
    let games = fs::read_to_string(path.join("games.sgf")).unwrap();
    assert!(games.contains("PW[my engine]") && games.contains("PB[my engine]"), "{games}");
    let log = fs::read_to_string(path.join("engines.log")).unwrap();
    for part in [" > amazons 1\n", " > setoption seed 7\n", " > go nodes 9\n", " < bestmove "] {
        assert!(log.contains(part), "{part}: {log}");
    }
    play(7).assert().success();
    let other = contains("another match: its list of players is my engine=engine:")
        .and(contains("option.seed=8 – random"));
    play(8).assert().code(2).stderr(other);
    let mut twice = amazons("match");
    twice.args(["a=random", "a=one-ply", "--size", "4x4", "-o"]).arg(directory.path().join("two"));
    twice.assert().code(2).stderr(contains("two players are named 'a'"));
}

#[test]
fn a_file_of_somebody_else_is_no_torn_header() {
    let directory = tempfile::tempdir().unwrap();
    let log = directory.path().join("results.jsonl");
    fs::write(&log, "{\"a\":\"my own results\"}").unwrap();
    let refused = contains("results.jsonl: not a match");
    play(directory.path(), RUN).assert().code(2).stderr(refused);
    assert_eq!(fs::read_to_string(&log).unwrap(), "{\"a\":\"my own results\"}");
    // The beginning of a header is written over.
    fs::write(&log, "{\"version\":1,\"pla").unwrap();
    play(directory.path(), RUN).assert().success();
}

#[test]
fn a_log_with_moves_that_cannot_be_played_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let run = "random one-ply --size 5x4 --games 2 --nodes 10";
    play(directory.path(), run).assert().success();
    let log = directory.path().join("results.jsonl");
    let lines: Vec<String> = fs::read_to_string(&log).unwrap().lines().map(str::to_owned).collect();
    let changed = |key: &str, value: Value| {
        let mut game: Value = serde_json::from_str(&lines[1]).unwrap();
        let game = game.as_object_mut().unwrap();
        game.remove("xxh3");
        game.insert(key.to_owned(), value);
        format!("{}\n{}\n", lines[0], seal(&serde_json::to_string(game).unwrap()))
    };
    for (key, value, problem) in [
        ("moves", "a1-a9/a1".into(), "line 2: game 0, whose moves cannot be played"),
        ("opening", 77.into(), "game 0 has other players"),
    ] {
        fs::write(&log, changed(key, value)).unwrap();
        play(directory.path(), run).assert().code(2).stderr(contains(problem));
    }
}

#[test]
fn a_damaged_match_is_no_missing_study() {
    let directory = tempfile::tempdir().unwrap();
    play(directory.path(), "random one-ply --size 5x4 --games 2").assert().success();
    let log = directory.path().join("results.jsonl");
    let text = fs::read_to_string(&log).unwrap().replacen("one-ply", "one-plx", 1);
    fs::write(&log, text).unwrap();
    amazons("report").arg(directory.path()).assert().code(2).stderr(contains("line 1"));
    amazons("report").arg(&log).assert().code(2).stderr(contains("expected the directory of"));
}

#[test]
fn a_players_own_time_holds_under_a_clock_too() {
    let directory = tempfile::tempdir().unwrap();
    let run = "alphabeta:lieberum,time=5ms random --size 6x6 --clock 20s --games 2 --threads 1";
    let report = json(&mut play(directory.path(), run));
    let seconds = report["standings"][0]["seconds_per_move"].as_f64();
    let second = report["standings"][1]["seconds_per_move"].as_f64();
    assert!(seconds.unwrap().max(second.unwrap()) < 0.1, "{report}");
}

#[cfg(unix)]
#[test]
fn two_engines_that_always_crash_end_their_match() {
    let directory = tempfile::tempdir().unwrap();
    let script = directory.path().join("broken.sh");
    fs::write(
        &script,
        "read hello; echo id broken; echo ready; while read w x; do \
        [ $w = go ] && exit 3; done",
    )
    .unwrap();
    let engine = format!("engine:sh {}", script.display());
    let games = |one: &str, other: &str, output: &Path| {
        amazons("match")
            .args([one, other, "--size", "5x5", "--games", "60", "--threads", "1", "-o"])
            .arg(output)
            .assert()
            .code(1);
        fs::read_to_string(output.join("results.jsonl")).unwrap().lines().count() - 1
    };
    assert!(games(&engine, &engine, &directory.path().join("both")) < 25);
    assert!(games(&engine, "random", &directory.path().join("one")) < 25);
}

#[cfg(target_os = "linux")]
#[test]
fn an_engine_ends_when_nobody_reads_its_answers() {
    use std::io::Write;
    use std::process::{Command as Process, Stdio};
    let mut engine = Process::new(assert_cmd::cargo::cargo_bin("amazons"))
        .args(["engine", "alphabeta"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = engine.stdin.take().unwrap();
    input.write_all(b"position start\ngo movetime 60000\n").unwrap();
    drop((input, engine.stdout.take()));
    let begun = std::time::Instant::now();
    while engine.try_wait().unwrap().is_none() {
        if begun.elapsed() > std::time::Duration::from_secs(20) {
            engine.kill().unwrap();
            panic!("it searches on");
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
}

#[test]
fn endgames_played_out_cost_their_players_points() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    let (set, output) = (path("set.xml"), path("match"));
    let quick = repository("problems/quick.xml");
    let filter = ["set", "filter", "--max-empties", "12", "-o"];
    program().args(filter).arg(&set).arg(&quick).assert().success();
    let openings = format!("--openings {} --points-lost", set.display());
    let arguments = format!("random alphabeta:depth=4 --games 8 --seed 3 {openings}");
    let found = json(&mut play(&output, &arguments));
    assert_eq!(found["judged"], 0, "games are played to the end");
    let points = found["points_lost"].as_array().unwrap();
    let [random, other] = &points[..] else { panic!("{found}") };
    assert_eq!((&random["games"], &random["judged"]), (&8.into(), &8.into()));
    let mean = |player: &Value| player["mean"].as_f64().unwrap();
    assert!(mean(random) > 1.0 && mean(random) > mean(other), "{found}");
    assert!(random["mean_low"].as_f64() < random["mean"].as_f64());
    // From the log, the same again.
    let mut report = amazons("report");
    report.arg(&output).arg("--points-lost");
    report.assert().success().stdout(contains("Points lost against the exact value"));
    assert_eq!(json(&mut report)["points_lost"], found["points_lost"]);
    let arguments = format!("random one-ply --adjudicate 50 {openings}");
    play(&path("other"), &arguments).assert().code(2).stderr(contains("expected 0"));
    let wrong = path("wrong.xml");
    fs::write(&wrong, "<problem-set version=\"2\">\n<problem id=\"x\"/>\n").unwrap();
    let arguments = format!("random one-ply --openings {}", wrong.display());
    play(&path("other"), &arguments).assert().code(2).stderr(contains("wrong.xml:2"));
    assert!(!path("other").exists());
}
