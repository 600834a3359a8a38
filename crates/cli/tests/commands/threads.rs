//! Many threads in little memory: a system that refuses threads gets the work done by fewer.
#![cfg(target_os = "linux")]

use crate::http::{encoded, request};
use crate::program::repository;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// A board with game values that take a while, and one that no search here finishes.
const REGION: &str = "'Q4/5/5/4q w'";

/// Runs a command in so much address space.
fn limited(directory: &Path, kib: u32, words: &str) -> Output {
    let script =
        format!("ulimit -c 0; ulimit -v {kib}; exec '{}' {words}", env!("CARGO_BIN_EXE_amazons"));
    let mut command = Command::new("sh");
    command.args(["-c", &script]).current_dir(directory).stdin(Stdio::null());
    command.env("AMAZONS_TABLES", "").output().unwrap()
}

fn directory() -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    std::fs::copy(repository("problems/quick.xml"), directory.path().join("quick.xml")).unwrap();
    let boards = "Q4/5/5/4q w\n3q2/6/Q5/5Q/6/q5 w\n".repeat(20);
    std::fs::write(directory.path().join("boards.fen"), boards).unwrap();
    directory
}

/// Its exit code and standard error, if it ended by itself and without a panic.
fn in_order(output: &Output, what: &str) -> (i32, String) {
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let code = output.status.code().unwrap_or_else(|| panic!("{what}: {}: {said}", output.status));
    assert!(code <= 2 && !said.contains("panicked"), "{what}: {code}, {said}");
    (code, said)
}

#[test]
fn a_study_with_more_threads_than_fit_is_done_by_fewer_and_says_so_once() {
    let directory = directory();
    let words = "study quick.xml --memory 2GiB --nodes 300 --solvers random,dfpn --no-tables \
                 --threads 1024 -o study";
    let (code, said) = in_order(&limited(directory.path(), 300_000, words), words);
    assert_eq!(code, 0, "{said}");
    assert_eq!(said.matches("of 1024 threads").count(), 1, "{said}");
    assert!(directory.path().join("study/index.html").exists());
}

/// The same for every kind of work that threads share; a larger sweep is
/// `scripts/hard-conditions.py`.
#[test]
fn many_threads_in_little_memory_end_in_order() {
    let directory = directory();
    let path = directory.path();
    let searches = [
        format!("value {REGION} --time 100ms --first white --no-tables"),
        "value --batch boards.fen --nodes 500 --game-values 0 --no-tables".to_owned(),
        "tables build 1v1:6 --tables tables".to_owned(),
        "judge quick.xml -o judged.xml --nodes 300 --no-tables".to_owned(),
    ];
    for (number, search) in searches.iter().enumerate() {
        for (limit, threads) in [(120_000, 200), (250_000, 64), (300_000, 1024), (600_000, 256)] {
            let _ = std::fs::remove_dir_all(path.join("tables"));
            let words = format!("{search} --threads {threads}");
            let (code, said) = in_order(&limited(path, limit, &words), &words);
            assert!(code <= 1, "{number}, {words}: {said}");
        }
    }
}

/// In so little memory not even a second thread starts.
#[test]
fn a_search_whose_only_thread_is_refused_is_done_without() {
    let directory = directory();
    for kib in (36_000..68_000).step_by(4_000) {
        let words = format!("value {REGION} --nodes 2000 --threads 2 --memory 1MB --no-tables");
        in_order(&limited(directory.path(), kib, &words), &format!("{words} in {kib} KiB"));
        let words = format!("value {REGION} --time 50ms --threads 2 --first white --no-tables");
        in_order(&limited(directory.path(), kib, &words), &format!("{words} in {kib} KiB"));
    }
}

/// Where threads are refused, questions get an answer that says so, or the explorer ends at once.
#[test]
fn an_explorer_in_little_memory_answers_or_says_why_not() {
    use std::io::{BufRead, BufReader, Read};
    let directory = directory();
    for kib in [29_000, 34_000, 40_000, 60_000, 100_000] {
        let script = format!(
            "ulimit -c 0; ulimit -v {kib}; exec '{}' explore 'Q2q w' --port 0 --memory 16MB --no-tables",
            env!("CARGO_BIN_EXE_amazons")
        );
        let mut server = Command::new("sh")
            .args(["-c", &script])
            .current_dir(directory.path())
            .env("AMAZONS_TABLES", "")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
        if let Some(port) = line.trim().trim_end_matches('/').rsplit(':').next()
            && let Ok(port) = port.parse()
        {
            let host = format!("Host: 127.0.0.1:{port}\r\n");
            let path = format!("/api/v1/value?fen={}", encoded("Q2q w"));
            let answer = request(port, "GET", &path, &host, "");
            assert!(matches!(answer.status, 200 | 503), "{kib}: {}", answer.text());
            server.kill().unwrap();
        }
        server.wait().unwrap();
        let mut said = String::new();
        server.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert!(!said.contains("panicked") && !said.contains("atal"), "{kib}: {said}");
    }
}
