//! One flipped bit in a file with a checksum leads to an error or the right answer. (`table_faults`
//! flips bits of tables.) `AMAZONS_FLIPS` asks for more flips of each kind than the few by default.

use crate::program::{program, repository};
use amazons::board::Position;
use amazons::problems::{Finished, Found, Judgement, ProblemSet, open_journal};
use amazons::proof::Proof;
use amazons::score::Rank;
use amazons::tables::{Judged, KnownMoves, Recorder, Tables, recover};
use amazons::testing::RandomPositions;
use amazons_lab::matches::{GameLine, MatchHeader, read_match};
use amazons_lab::study::read_log;
use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

/// Calls `check` with copies of `bytes`, each with one flipped bit.
fn flip(bytes: &[u8], seed: u64, mut check: impl FnMut(usize, &[u8])) {
    let count = std::env::var("AMAZONS_FLIPS").ok().and_then(|text| text.parse().ok());
    let mut random = RandomPositions::new(seed);
    for _ in 0..count.unwrap_or(500) {
        let bit = random.below(8 * bytes.len());
        let mut flipped = bytes.to_vec();
        flipped[bit / 8] ^= 1 << (bit % 8);
        check(bit, &flipped);
    }
}

fn amazons(directory: &Path, words: &str) {
    let mut command = program();
    command.current_dir(directory).args(words.split(' '));
    command.assert().success();
}

#[test]
fn a_flipped_bit_in_a_proof_is_refused_by_both_readers() {
    for name in ["4x4-0", "4x4-guards+1", "5x5-guards+2"] {
        let bytes = fs::read(repository(&format!("proofs/{name}.proof"))).unwrap();
        assert!(verifier::verify(&bytes).is_ok() && Proof::from_bytes(&bytes).is_ok());
        flip(&bytes, 1, |bit, flipped| {
            assert!(verifier::verify(flipped).is_err(), "{name}, bit {bit}");
            assert!(Proof::from_bytes(flipped).is_err(), "{name}, bit {bit}");
        });
    }
}

/// The files of a small study, a small match, and a set that is being judged.
fn worked() -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    fs::copy(repository("problems/quick.xml"), directory.path().join("quick.xml")).unwrap();
    amazons(directory.path(), "set filter quick.xml --max-per-size 1 --max-empties 12 -o set.xml");
    let study = "study set.xml -o study --nodes 20 --solvers one-ply,dfpn --judge-nodes 20000";
    amazons(directory.path(), study);
    amazons(directory.path(), "match random one-ply --size 4x4 --games 4 -o match");
    directory
}

#[test]
fn a_flipped_bit_in_a_log_changes_no_answer() {
    let directory = worked();
    let study = directory.path().join("study");
    let log = study.join("log.jsonl");
    let bytes = fs::read(&log).unwrap();
    let right = read_log(&study).unwrap();
    let solvers = right.header.solvers.clone();
    flip(&bytes, 2, |bit, flipped| {
        fs::write(&log, flipped).unwrap();
        let Ok(read) = read_log(&study) else { return };
        assert_eq!((&read.header, &read.problems), (&right.header, &right.problems), "bit {bit}");
        for problem in &right.problems {
            for solver in &solvers {
                // Without its end, the last line counts as torn by a kill.
                let (found, true_one) =
                    (read.answer(&problem.id, solver), right.answer(&problem.id, solver));
                assert!(found.is_none() || found == true_one, "bit {bit}");
            }
        }
    });

    let log = directory.path().join("match/results.jsonl");
    let bytes = fs::read(&log).unwrap();
    let right: (MatchHeader, Vec<GameLine>) = read_match(&log).unwrap().unwrap();
    flip(&bytes, 3, |bit, flipped| {
        fs::write(&log, flipped).unwrap();
        let Ok(Some((header, games))) = read_match(&log) else { return };
        assert_eq!(header, right.0, "bit {bit}");
        assert!(games.iter().all(|game| right.1.contains(game)), "bit {bit}");
    });
}

#[test]
fn a_flipped_bit_in_a_journal_changes_no_answer() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("set.xml.journal");
    let (mut journal, _) = open_journal(&path).unwrap();
    for (fen, score) in [("Q2q w", "W+1"), ("Q3q w", "W+2"), ("Q2q b", "B+1")] {
        let optimal = vec!["a1-b1/c1".parse().unwrap()];
        let score = score.parse().unwrap();
        let judgement = Judgement::Solved { score, legal_moves: 4, optimal };
        journal.append(&Finished { fen: fen.to_owned(), found: Found::Judged(judgement) }).unwrap();
    }
    drop(journal);
    let bytes = fs::read(&path).unwrap();
    // A process that another test starts holds the lock briefly, until it executes its program.
    let open = || {
        (0..100).find_map(|_| {
            open_journal(&path).inspect_err(|_| sleep(Duration::from_millis(10))).ok()
        })
    };
    let right = open().unwrap().1;
    flip(&bytes, 4, |bit, flipped| {
        fs::write(&path, flipped).unwrap();
        let Ok((_, found)) = open_journal(&path) else { return };
        let (found, right) = (&found.judgements, &right.judgements);
        assert!(found.iter().all(|(fen, one)| right.get(fen) == Some(one)), "bit {bit}");
    });

    let tables = directory.path().join("tables");
    let run = Recorder::open(&tables).unwrap();
    let judged = |rank| Judged { rank: Rank::new(rank), moves: KnownMoves::None };
    let known: [(Position, i32); 2] =
        [("Q9q w".parse().unwrap(), 3), ("Q10q w".parse().unwrap(), 4)];
    for (problem, rank) in &known {
        run.add(problem, judged(*rank)).unwrap();
    }
    let journal = fs::read_dir(&tables).unwrap().next().unwrap().unwrap().path();
    let bytes = fs::read(&journal).unwrap();
    drop(run);
    fs::remove_dir_all(&tables).unwrap();
    flip(&bytes, 5, |bit, flipped| {
        fs::create_dir(&tables).unwrap();
        fs::write(&journal, flipped).unwrap();
        if recover(&tables).is_ok() {
            let opened = Tables::open(&tables).unwrap();
            for (problem, rank) in &known {
                let found = opened.judged(problem).unwrap();
                assert!(found.is_none_or(|found| found.rank.get() == *rank), "bit {bit}");
            }
        }
        fs::remove_dir_all(&tables).unwrap();
    });
}

#[test]
fn a_flipped_bit_in_a_compressed_set_is_found() {
    let directory = tempfile::tempdir().unwrap();
    let text = fs::read_to_string(repository("problems/quick.xml")).unwrap();
    let right = ProblemSet::load(&repository("problems/quick.xml")).unwrap();
    for name in ["set.xml.gz", "set.xml.zst"] {
        fs::write(directory.path().join("set.xml"), &text).unwrap();
        amazons(directory.path(), &format!("set filter set.xml --min-empties 1 -o {name}"));
        let path = directory.path().join(name);
        let bytes = fs::read(&path).unwrap();
        flip(&bytes, 6, |bit, flipped| {
            fs::write(&path, flipped).unwrap();
            if let Ok(set) = ProblemSet::load(&path) {
                assert_eq!(set.problems, right.problems, "{name}, bit {bit}");
            }
        });
    }
}
