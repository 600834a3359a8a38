//! Runs the examples of the README and of `docs/` as they are written.
//!
//! The blocks of a page run in order, in one directory that has `problems`, `tables`, `proofs`,
//! `docs`, `scripts` and `examples`. In a ```` ```sh ```` block every command must succeed. In a
//! ```` ```text ```` block each line that begins with `$ ` is a command, the lines after it are its
//! output, and `…` stands for any lines. Times are not compared. A comment on the line before a
//! block changes this:
//!
//! ```text
//! <!-- not run: an hour -->
//! <!-- shortened: --games 300 => --games 2; --time 1s => --time 10ms -->
//! <!-- output varies -->
//! <!-- exit 1 -->
//! ```

use crate::program::repository;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// A block of a page with its language and the comment before it.
#[derive(Debug)]
struct Block {
    line: usize,
    language: String,
    comment: String,
    text: String,
}

impl Block {
    /// What the comment says after a word.
    fn says(&self, word: &str) -> Option<&str> {
        let text = self.comment.strip_prefix("<!--")?.strip_suffix("-->")?.trim();
        text.strip_prefix(word).map(|rest| rest.trim_start_matches(':').trim())
    }

    /// The text, with the shortenings that the comment gives for tests.
    fn shortened(&self) -> String {
        let pairs = self.says("shortened").into_iter().flat_map(|pairs| pairs.split(';'));
        pairs.fold(self.text.clone(), |text, pair| {
            let (long, short) = pair.split_once("=>").expect("'shortened' has pairs");
            let (long, short) = (long.trim(), short.trim());
            assert!(text.contains(long), "line {}: '{long}' is not there", self.line);
            text.replace(long, short)
        })
    }
}

fn blocks(page: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let (mut within, mut before) = (false, "");
    for (line, number) in page.lines().zip(1..) {
        match (within, line.strip_prefix("```")) {
            (false, Some(language)) => blocks.push(Block {
                line: number,
                language: language.to_owned(),
                comment: before.to_owned(),
                text: String::new(),
            }),
            (true, None) => {
                let block = blocks.last_mut().expect("it began");
                block.text += line;
                block.text += "\n";
            }
            _ => {}
        }
        within ^= line.starts_with("```");
        before = line;
    }
    blocks
}

/// Runs a script as a reader would who has the program and the repository's data.
fn shell(script: &str, directory: &Path) -> Output {
    // In the pages, 'cargo run --release --' is this program; other uses of cargo and of Python
    // have tests of their own.
    const WORDS: &str = "set -e -o pipefail
        cargo() { if [ \"$1 $2 $3\" = 'run --release --' ]; then shift 3; amazons \"$@\"; fi; }
        python3() { :; }
        ";
    let program = assert_cmd::cargo::cargo_bin("amazons");
    let mut path = vec![program.parent().expect("it lies in a directory").to_owned()];
    path.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
    Command::new("bash")
        .args(["-c", &format!("{WORDS}\n{script}")])
        .current_dir(directory)
        .env("PATH", std::env::join_paths(path).expect("paths have no colons"))
        .env_remove("AMAZONS_TABLES")
        .output()
        .expect("the README asks for a shell")
}

/// A line without trailing spaces, and with `T` for a time in seconds.
fn timeless(line: &str) -> String {
    let mut words: Vec<&str> = line.trim_end().split(' ').collect();
    for i in 1..words.len() {
        if words[i].trim_end_matches([',', '.']) == "s" && words[i - 1].parse::<f64>().is_ok() {
            words[i - 1] = "T";
        }
    }
    words.join(" ")
}

/// Whether lines are as expected, where `…` stands for any lines.
fn matches(found: &[String], expected: &[String]) -> bool {
    match expected.split_first() {
        None => found.iter().all(|line| line.is_empty()),
        Some((any, rest)) if any.trim() == "…" => {
            (0..=found.len()).any(|passed| matches(&found[passed..], rest))
        }
        Some((line, rest)) => match found.split_first() {
            Some((first, others)) => first == line && matches(others, rest),
            None => line.is_empty() && matches(found, rest),
        },
    }
}

/// The commands of a block, each with its expected output if that is compared.
fn commands(block: &Block) -> Vec<(String, Option<Vec<String>>)> {
    let text = block.shortened();
    if block.language == "sh" {
        return vec![(text, None)];
    }
    let mut commands: Vec<(String, Option<Vec<String>>)> = Vec::new();
    for line in text.lines() {
        if let Some(command) = line.strip_prefix("$ ") {
            // Other programs, such as the verifier, have tests of their own.
            let compared = command.starts_with("amazons").then(Vec::new);
            commands.push((command.to_owned(), compared));
        } else if let Some((command, _)) = commands.last_mut()
            && let Some(input) = line.strip_prefix("> ")
        {
            // A conversation: all of its input is sent, and all of its output is compared.
            let (program, said) = command.split_once(" <<'END'\n").unwrap_or((command, "END"));
            *command = format!("{program} <<'END'\n{}{input}\nEND", said.trim_end_matches("END"));
        } else if let Some((_, Some(output))) = commands.last_mut() {
            output.push(timeless(line));
        }
    }
    commands
}

/// Runs a page and returns how many of its commands were run.
fn run(page: &str) -> usize {
    let text = fs::read_to_string(repository(page)).unwrap();
    let mut blocks = blocks(&text);
    blocks.retain(|block| {
        let runs = block.language == "sh" || block.text.contains("$ amazons");
        runs && block.says("not run").is_none()
    });
    if blocks.is_empty() {
        return 0;
    }
    let directory = tempfile::tempdir().unwrap();
    for name in ["problems", "tables", "proofs", "docs", "scripts", "examples"] {
        // Copied, since examples may write there.
        let copied =
            Command::new("cp").arg("-r").arg(repository(name)).arg(directory.path()).status();
        assert!(copied.unwrap().success());
    }
    let mut ran = 0;
    for block in &blocks {
        for (command, expected) in commands(block) {
            let output = shell(&command, directory.path());
            let found = String::from_utf8_lossy(&output.stdout);
            let place = format!("{page}, block at line {}: {command}\n{found}", block.line);
            let error = String::from_utf8_lossy(&output.stderr);
            let code = block.says("exit").map_or(0, |code| code.parse().unwrap());
            assert_eq!(output.status.code(), Some(code), "{place}{error}");
            if let Some(expected) = expected
                && block.says("output varies").is_none()
            {
                let found: Vec<String> = found.lines().map(timeless).collect();
                assert!(matches(&found, &expected), "{place}expected {expected:#?}");
            }
            ran += 1;
        }
    }
    ran
}

#[test]
fn the_examples_of_the_readme_hold() {
    assert!(run("README.md") >= 6);
}

#[test]
fn the_examples_of_the_guides_hold() {
    let mut pages: Vec<_> = fs::read_dir(repository("docs"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "md"))
        .collect();
    pages.sort();
    let ran: usize = pages.iter().map(|page| run(page.to_str().unwrap())).sum();
    assert!(ran >= 10, "{ran}");
}

#[test]
fn times_and_gaps_are_not_compared_and_all_else_is() {
    let lines = |text: &str| -> Vec<String> { text.lines().map(timeless).collect() };
    let shown = lines("a\n…\n  72 nodes, 0.001 s\n");
    assert!(matches(&lines("a\nb\nc\n  72 nodes, 3.5 s\n"), &shown));
    assert!(!matches(&lines("a\nb\n  73 nodes, 0.001 s\n"), &shown));
    let page = "x\n<!-- shortened: 9 => 1 -->\n```sh\nsleep 9\n```\n";
    let block = &blocks(page)[0];
    assert_eq!((block.line, block.shortened().as_str()), (3, "sleep 1\n"));
}

#[test]
fn scripts_find_built_programs_wherever_cargo_puts_them() {
    let scripts = fs::read_dir(repository("scripts")).unwrap().flatten();
    let scripts = scripts.map(|entry| entry.path()).filter(|path| path.is_file());
    for path in scripts.chain([repository("scripts/slurm/test.sh"), repository(".ci/run")]) {
        let text = fs::read_to_string(&path).unwrap();
        let code = |line: &&str| !line.trim_start().starts_with('#') && line.contains(['"', '$']);
        for line in text.lines().filter(code) {
            let granted = line.contains("target/release") && !line.contains("CARGO_TARGET_DIR");
            assert!(!granted, "{}: {line}", path.display());
        }
    }
}
