//! Tables that are damaged, cut, replaced, killed while being written, or written by two processes.

use crate::program::{program, repository};
use amazons::board::{Color, Position};
use amazons::tables::{Container, RegionTable, Segment, ShapeList, TableError, TableFile, Tables};
use amazons::testing::RandomPositions;
use assert_cmd::Command;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command as Process, Stdio};
use std::thread::sleep;
use std::time::Duration;

fn amazons(tables: &Path, words: &[&str]) -> Command {
    let mut command = program();
    command.args(words).arg("--tables").arg(tables);
    command
}

fn spawn(tables: &Path, words: &[&str]) -> Child {
    Process::new(assert_cmd::cargo::cargo_bin("amazons"))
        .env("AMAZONS_TABLES", "")
        .args(words)
        .arg("--tables")
        .arg(tables)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// The number of kills in a test; AMAZONS_KILLS asks for more than the few by default.
fn kills(few: usize) -> usize {
    std::env::var("AMAZONS_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(few)
}

/// Starts a command and kills it after a random time, again and again, until it has been killed
/// `count` times. When it finishes in time, later runs get less time, since what is already in the
/// tables takes none.
fn kill_again_and_again(
    tables: &Path,
    words: &[&str],
    count: usize,
    mut longest: Duration,
    mut after_each: impl FnMut(bool),
) {
    let mut random = RandomPositions::new(count as u64);
    let mut killed = 0;
    while killed < count {
        let mut run = spawn(tables, words);
        sleep(longest * random.below(1000) as u32 / 1000);
        let finished = run.try_wait().unwrap().is_some();
        run.kill().unwrap();
        run.wait().unwrap();
        killed += usize::from(!finished);
        if finished {
            longest = (longest * 3 / 4).max(Duration::from_millis(4));
        }
        after_each(finished);
    }
}

/// The files of a directory of tables, by name.
fn contents(directory: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "amt"))
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, fs::read(&path).unwrap())
        })
        .collect();
    files.sort();
    files
}

fn copy_tables(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "amt") {
            fs::copy(&path, to.join(path.file_name().unwrap())).unwrap();
        }
    }
}

#[test]
fn a_killed_build_goes_on_and_ends_in_the_same_bytes() {
    killed_and_continued(&["tables", "build", "2v1:6", "2v2:6"]);
}

#[test]
fn a_killed_build_of_game_values_goes_on_and_ends_in_the_same_bytes() {
    killed_and_continued(&["tables", "build", "--values", "1v1:6", "2v1:5", "2v2:6"]);
}

fn killed_and_continued(build: &[&str]) {
    let directory = tempfile::tempdir().unwrap();
    let (whole, torn) = (directory.path().join("whole"), directory.path().join("torn"));
    amazons(&whole, build).assert().success();
    let whole = contents(&whole);
    kill_again_and_again(&torn, build, kills(8), Duration::from_millis(120), |finished| {
        // The existing tables can always be opened and are right.
        if torn.exists() {
            assert!(Tables::open(&torn).unwrap().unusable_files().is_empty());
            for file in contents(&torn) {
                // The dictionary grows.
                let whole = whole.contains(&file) || file.0 == "dictionary.values.amt";
                assert!(whole, "{}", file.0);
            }
        }
        if finished {
            fs::remove_dir_all(&torn).unwrap();
        }
    });
    amazons(&torn, build).assert().success();
    assert!(contents(&torn) == whole);
}

#[test]
fn a_killed_judge_loses_nothing_that_it_finished() {
    let directory = tempfile::tempdir().unwrap();
    let (tables, set) = (directory.path().join("tables"), directory.path().join("set.xml"));
    let known = || {
        if !tables.is_dir() {
            return 0;
        }
        // The next run makes tables from what killed runs left.
        amazons::tables::recover(&tables).unwrap();
        let opened = Tables::open(&tables).unwrap();
        assert!(opened.unusable_files().is_empty());
        contents(&tables)
            .iter()
            .map(|(name, _)| match TableFile::open(&tables.join(name)).unwrap() {
                TableFile::Judged(segment) => {
                    segment.check().unwrap();
                    segment.count()
                }
                _ => 0,
            })
            .sum()
    };
    // Without solutions, so that there is something to judge.
    let text = fs::read_to_string(repository("problems/quick.xml")).unwrap();
    let unsolved = without_solutions(&text);
    fs::write(&set, &unsolved).unwrap();
    let mut before = 0;
    let path = set.to_string_lossy().into_owned();
    let judge = ["judge", &path, "--threads", "1"];
    kill_again_and_again(&tables, &judge, kills(6), Duration::from_millis(400), |_| {
        let now = known();
        assert!(now >= before, "{now} results, {before} before");
        before = now;
        let _ = fs::remove_file(directory.path().join("set.xml.journal"));
        fs::write(&set, &unsolved).unwrap();
    });
    amazons(&tables, &judge).assert().success();
    assert!(known() > 10);
    let merge = ["tables", "merge", tables.to_str().unwrap()];
    program().args(merge).assert().success();
    assert!(contents(&tables).len() <= 1);
}

/// A set without its problems' solutions.
fn without_solutions(text: &str) -> String {
    let mut rest = text;
    let mut out = String::new();
    while let Some(start) = rest.find("<solution") {
        let end = rest[start..].find("/>").map(|at| start + at + "/>".len());
        let Some(end) = end else { break };
        out += &rest[..start];
        rest = &rest[end..];
    }
    out + rest
}

#[test]
fn a_killed_merge_leaves_everything_readable() {
    let directory = tempfile::tempdir().unwrap();
    let parts = directory.path().join("parts");
    for part in ["1/3", "2/3", "3/3"] {
        amazons(&parts, &["tables", "build", "2v2:6", "--partition", part]).assert().success();
    }
    let saved = directory.path().join("saved");
    fs::create_dir(&saved).unwrap();
    copy_tables(&parts, &saved);
    let merge = ["tables", "merge", parts.to_str().unwrap()];
    let mut random = RandomPositions::new(3);
    for _ in 0..kills(6) {
        let mut run = Process::new(assert_cmd::cargo::cargo_bin("amazons"))
            .args(merge)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        sleep(Duration::from_micros(random.below(25_000) as u64));
        run.kill().unwrap();
        run.wait().unwrap();
        let tables = Tables::open(&parts).unwrap();
        assert!(tables.unusable_files().is_empty());
        let region: Position = "Qq1/Q1q w".parse().unwrap();
        assert!(tables.probe(region.placement()).unwrap().is_some());
        if contents(&parts).len() < contents(&saved).len() {
            copy_tables(&saved, &parts);
        }
    }
    program().args(merge).assert().success();
    let whole = directory.path().join("whole");
    amazons(&whole, &["tables", "build", "2v2:6"]).assert().success();
    assert_eq!(contents(&parts), contents(&whole));
}

#[test]
fn merging_refuses_gaps_and_contradictions() {
    let directory = tempfile::tempdir().unwrap();
    let parts = directory.path().join("parts");
    for part in ["1/3", "3/3"] {
        amazons(&parts, &["tables", "build", "1v1:5", "--partition", part]).assert().success();
    }
    let before = contents(&parts);
    let output = program().args(["tables", "merge", parts.to_str().unwrap()]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("shapes 31 to 61 of 1v1-5"), "{error}");
    assert_eq!(contents(&parts), before);
}

#[test]
fn two_builds_at_once_do_no_harm() {
    let directory = tempfile::tempdir().unwrap();
    let (whole, shared) = (directory.path().join("whole"), directory.path().join("shared"));
    let build = ["tables", "build", "2v1:6", "1v1:7"];
    amazons(&whole, &build).assert().success();
    let mut runs: Vec<Child> = (0..3).map(|_| spawn(&shared, &build)).collect();
    for run in &mut runs {
        assert!(run.wait().unwrap().success());
    }
    assert_eq!(contents(&shared), contents(&whole));
}

#[test]
fn a_replaced_file_does_not_disturb_who_has_it_open() {
    let directory = tempfile::tempdir().unwrap();
    copy_tables(&repository("tables"), directory.path());
    let tables = Tables::open(directory.path()).unwrap();
    let region: Position = "Q2/1*q/2* w".parse().unwrap();
    for (name, _) in contents(directory.path()) {
        // As this program replaces files: by renaming another file into place.
        let other = directory.path().join("other");
        fs::write(&other, b"something else").unwrap();
        fs::rename(&other, directory.path().join(name)).unwrap();
    }
    let scores = tables.probe(region.placement()).unwrap().unwrap();
    assert_eq!(scores.score(Color::White, 0).to_string(), "W+0");
    assert!(Tables::open(directory.path()).unwrap().probe(region.placement()).is_err());
}

#[test]
fn a_damaged_table_is_an_error_where_it_is_needed_and_no_other_place() {
    let directory = tempfile::tempdir().unwrap();
    copy_tables(&repository("tables"), directory.path());
    let seven: Position = "Q2/1*q/2* w".parse().unwrap();
    let six: Position = "Q2/1*q/1** w".parse().unwrap();
    let path = directory.path().join("1v1-7.amt");
    let bytes = fs::read(&path).unwrap();
    for length in [0, 7, 63, 64, 65, bytes.len() / 2, bytes.len() - 33, bytes.len() - 1] {
        fs::write(&path, &bytes[..length]).unwrap();
        let tables = Tables::open(directory.path()).unwrap();
        let error = tables.probe(seven.placement()).unwrap_err();
        assert!(matches!(error, TableError::Damaged { .. }), "{error}");
        assert!(error.to_string().contains("1v1-7.amt"), "{error}");
        assert!(tables.probe(six.placement()).unwrap().is_some());
    }
    // The command searches instead, and says so.
    amazons(directory.path(), &["value", "Q2/1*q/2* w", "--game-values", "0s"])
        .assert()
        .success()
        .stderr(predicates::str::contains("damaged"));
    let verify = ["tables", "verify", directory.path().to_str().unwrap()];
    program().args(verify).assert().code(1);

    let mut other = bytes.clone();
    other[8] = 0;
    fs::write(&path, &other).unwrap();
    let error = Tables::open(directory.path()).unwrap().probe(seven.placement()).unwrap_err();
    assert!(error.to_string().contains("format version 0"), "{error}");
}

/// Flips one bit at a time in three kinds of tables: every answer is right or an error.
#[test]
fn a_hundred_thousand_flipped_bits() {
    let directory = tempfile::tempdir().unwrap();
    let judge = amazons(directory.path(), &["value", "Q5/6/3q2 w", "--game-values", "0s"]).output();
    assert!(judge.unwrap().status.success());
    let judged = contents(directory.path()).remove(0);
    let mut random = RandomPositions::new(17);
    let tables = |name: &str| fs::read(repository("tables").join(name)).unwrap();
    let open = |bytes: &[u8]| Container::from_bytes(Path::new("table"), bytes.to_vec());
    let mut flip = |bytes: &[u8]| {
        let mut flipped = bytes.to_vec();
        let bit = random.below(8 * bytes.len());
        flipped[bit / 8] ^= 1 << (bit % 8);
        flipped
    };

    let bytes = tables("1v1-5.amt");
    let right = RegionTable::new(open(&bytes).unwrap()).unwrap();
    for _ in 0..40_000 {
        let Ok(table) = open(&flip(&bytes)).and_then(RegionTable::new) else { continue };
        assert_eq!(table.facts(), right.facts());
        for number in [0, 11, 93] {
            let get = |table: &RegionTable| {
                let scores = table.scores(number, 7, false).ok()??;
                Some((scores.excess(Color::White, 1), scores.excess(Color::Black, -1)))
            };
            assert!(get(&table).is_none() || get(&table) == get(&right));
        }
    }
    let bytes = tables("shapes-5.amt");
    let right = ShapeList::new(open(&bytes).unwrap()).unwrap();
    for _ in 0..40_000 {
        let Ok(list) = open(&flip(&bytes)).and_then(ShapeList::new) else { continue };
        let shape = right.shape(40).unwrap();
        assert!(matches!(list.find(shape), Ok(Some(40)) | Err(_)));
    }
    let right = Segment::new(open(&judged.1).unwrap()).unwrap();
    let (problem, known) = right.problem(0).unwrap();
    for _ in 0..20_000 {
        let Ok(segment) = open(&flip(&judged.1)).and_then(Segment::new) else { continue };
        match segment.find(&problem) {
            Ok(found) => assert_eq!(found.as_ref(), Some(&known)),
            Err(error) => assert!(matches!(error, TableError::Damaged { .. })),
        }
    }
}

/// A process may write only a few KiB into a file, as on a full disk.
#[cfg(unix)]
#[test]
fn no_room_for_a_table_is_an_error_and_leaves_the_others() {
    let directory = tempfile::tempdir().unwrap();
    let program: PathBuf = assert_cmd::cargo::cargo_bin("amazons");
    let script = format!(
        "trap '' XFSZ; ulimit -f 8; exec {} tables build 1v1:7 --tables {}",
        program.display(),
        directory.path().display()
    );
    let output = Process::new("bash").args(["-c", &script]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("shapes-") && error.contains("too large"), "{error}");
    assert!(Tables::open(directory.path()).unwrap().unusable_files().is_empty());
    amazons(directory.path(), &["tables", "build", "1v1:7"]).assert().success();
}

#[test]
fn tables_that_cannot_be_written_to_are_still_read() {
    // Not even the superuser can create a file there.
    let directory = Path::new("/proc/self");
    if !directory.is_dir() {
        return;
    }
    let value = |fen| amazons(directory, &["value", fen, "--game-values", "0s"]).output().unwrap();
    // Nothing is added, so nothing is reported.
    assert!(value("Q2q w").stderr.is_empty());
    let output = value("Q5/6/3q2 w");
    assert!(output.status.success());
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("/proc/self: ") && error.contains("continuing without them"), "{error}");
}
