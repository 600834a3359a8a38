//! Proofs compared with plain minimax, and checked by the verifier, which shares no code with them.

use amazons::judge::minimax;
use amazons::limits::{Abort, Limits};
use amazons::proof::parts::{Directory, Division, State, Work, join, merge};
use amazons::proof::{Claim, LeafRule, Proof, ProofError, Prover, Verdict};
use amazons::score::Score;
use amazons::testing::RandomPositions;
use amazons::{Color, Position};
use std::path::Path;
use std::sync::Mutex;

const RULES: [LeafRule; 4] = [
    LeafRule::Nothing,
    LeafRule::Guards { lookahead: 0 },
    LeafRule::Guards { lookahead: 1 },
    LeafRule::Guards { lookahead: 2 },
];

fn accepted(proof: &Proof) -> Result<(), String> {
    verifier::verify(&proof.to_bytes()).map(|_| ()).map_err(|(_, reason)| reason)
}

/// One prover for all boards: what was proved on other boards must do no harm.
fn prove(prover: &mut Prover, claim: &Claim, rule: LeafRule) -> Verdict<Proof> {
    prover.turn_over();
    prover.prove(claim, rule, &Limits::none()).unwrap()
}

fn small_board(random: &mut RandomPositions) -> Position {
    loop {
        let (width, height) = (1 + random.below(4), 1 + random.below(4));
        let amazons = [1 + random.below(2), 1 + random.below(2)];
        let blocked = random.below(40);
        let board = random.board(width, height, blocked, amazons);
        if (1..=9).contains(&board.empties()) {
            return board;
        }
    }
}

#[test]
fn proofs_agree_with_minimax_and_are_accepted() {
    let mut random = RandomPositions::new(26);
    let mut prover = Prover::new(4 << 20);
    for i in 0..200 {
        let board = small_board(&mut random);
        let score = Score::from_rank(minimax::rank(&board), board.side());
        let rule = RULES[i % RULES.len()];
        for by in [0, score.by] {
            let claim = Claim { position: board.clone(), winner: score.winner, by };
            match prove(&mut prover, &claim, rule) {
                Verdict::Proved(proof) => {
                    accepted(&proof).unwrap_or_else(|e| panic!("{board}, {claim}, {rule}: {e}"));
                }
                other => panic!("{board}, {claim}: {other:?}"),
            }
        }
        let more = Claim { position: board.clone(), winner: score.winner, by: score.by + 1 };
        let other = Claim { position: board.clone(), winner: score.winner.other(), by: 0 };
        for claim in [more, other] {
            assert_eq!(prove(&mut prover, &claim, rule), Verdict::Refuted, "{board}, {claim}");
        }
    }
}

#[test]
fn a_proof_with_a_larger_margin_in_its_header_is_refused() {
    let mut random = RandomPositions::new(27);
    let mut prover = Prover::new(4 << 20);
    for i in 0..100 {
        let board = small_board(&mut random);
        let score = Score::from_rank(minimax::rank(&board), board.side());
        let claim = Claim::new(board, score);
        let rule = RULES[i % RULES.len()];
        let Verdict::Proved(mut proof) = prove(&mut prover, &claim, rule) else { panic!() };
        proof.claim.by += 1;
        assert!(accepted(&proof).is_err(), "{}", claim.position);
    }
}

#[test]
fn what_one_prover_proved_is_known_to_all() {
    let claim = small_start();
    let nodes = |prover: &mut Prover| {
        prover.turn_over();
        assert_eq!(prover.decide(&claim, &Limits::none()), Verdict::Proved(()));
        prover.nodes()
    };
    let [mut first, mut second] = Prover::several(16 << 20, 2).try_into().ok().unwrap();
    let alone = nodes(&mut first);
    assert!(alone > 1000);
    assert!(nodes(&mut second) * 10 < alone);
    assert!(nodes(&mut first) * 10 < alone);
    assert_eq!(nodes(&mut Prover::new(8 << 20)), alone);
}

fn small_start() -> Claim {
    Claim { position: Position::start(4, 4).unwrap(), winner: Color::Black, by: 0 }
}

fn work(partition: Option<&str>, abort: &Abort) -> Work {
    Work {
        memory: 16 << 20,
        threads: 1,
        partition: partition.map(|text| text.parse().unwrap()),
        first_nodes: 10,
        divide_nodes: 80,
        time: None,
        abort: abort.clone(),
    }
}

fn whole_proof(directory: &Directory) -> Result<Option<Proof>, ProofError> {
    merge(directory, &mut Prover::new(1 << 20), &Limits::none())
}

fn directory(path: &Path, claim: Claim, plies: u32) -> Directory {
    let rule = LeafRule::Guards { lookahead: 1 };
    Directory::create(path, Division { claim, rule, plies }).unwrap()
}

#[test]
fn a_divided_search_that_is_interrupted_again_and_again_ends_like_a_whole_one() {
    for (plies, winner) in [(2, Color::Black), (1, Color::White)] {
        let place = tempfile::tempdir().unwrap();
        let claim = Claim { winner, ..small_start() };
        let mut verdict = Verdict::Open;
        let (mut runs, mut states) = (0, Vec::new());
        while verdict == Verdict::Open {
            // As if in a separate process: only the files are left of the previous one.
            let abort = Abort::new();
            let count = Mutex::new(0);
            let seen = Mutex::new(Vec::new());
            verdict = directory(place.path(), claim.clone(), plies)
                .work(&work(None, &abort), &|report| {
                    seen.lock().unwrap().push(report.state);
                    *count.lock().unwrap() += 1;
                    if *count.lock().unwrap() == 20 {
                        abort.set();
                    }
                })
                .unwrap();
            states.extend(seen.into_inner().unwrap());
            runs += 1;
            assert!(runs < 10_000);
        }
        let directory = Directory::open(place.path()).unwrap();
        let status = directory.status().unwrap();
        if winner == Color::Black {
            assert!(runs > 1 && states.contains(&State::Open), "{runs}");
            assert_eq!((verdict, status.verdict), (Verdict::Proved(()), "proved"));
            let proof = whole_proof(&directory).unwrap().unwrap();
            assert_eq!(proof.claim, claim);
            accepted(&proof).unwrap();
        } else {
            assert_eq!((verdict, status.verdict), (Verdict::Refuted, "refuted"));
            assert!(whole_proof(&directory).is_err());
        }
    }
}

/// The winner's position is divided: into its choice and all answers to it, without another search
/// of the position between them.
#[test]
fn a_part_that_takes_too_long_becomes_all_answers_to_the_winners_choice() {
    let place = tempfile::tempdir().unwrap();
    let directory = directory(place.path(), small_start(), 1);
    let mut plies = Vec::new();
    let lines = Mutex::new(Vec::new());
    let work = Work { first_nodes: 40, divide_nodes: 60, ..work(None, &Abort::new()) };
    let verdict = directory.work(&work, &|report| lines.lock().unwrap().push(report.line)).unwrap();
    assert_eq!(verdict, Verdict::Proved(()));
    for line in lines.into_inner().unwrap() {
        plies.push(line.split(' ').count());
    }
    assert!(plies.contains(&3), "{plies:?}");
    assert!(plies.iter().all(|plies| plies % 2 == 1), "{plies:?}");
    accepted(&whole_proof(&directory).unwrap().unwrap()).unwrap();
}

/// Only one of two mirror images is a part, and the walk through the whole may reach the other. If
/// a filling is greedy, only one of them may be a leaf.
#[test]
fn parts_that_stand_for_their_mirror_images_are_merged() {
    let mut random = RandomPositions::new(6);
    let mut merged = 0;
    while merged < 30 {
        let (height, blocked) = (2 + random.below(3), random.below(20));
        let half = random.board(3, height, blocked, [1, 1]).to_fen();
        let rows = half.split(' ').next().unwrap().split('/');
        let rows: Vec<String> = rows.map(with_mirror_image).collect();
        let board: Position = format!("{} w", rows.join("/")).parse().unwrap();
        if board.empties() > 14 || !board.can_move() {
            continue;
        }
        let limits = Limits::nodes(20_000);
        let Some(winner) = Prover::new(4 << 20).winner(&board, &limits) else { continue };
        let claim = Claim { position: board, winner, by: 0 };
        let place = tempfile::tempdir().unwrap();
        let rule = LeafRule::Guards { lookahead: merged % 3 };
        let division = Division { claim, rule, plies: 1 };
        let directory = Directory::create(place.path(), division).unwrap();
        let work = Work { divide_nodes: 1 << 20, ..work(None, &Abort::new()) };
        assert_eq!(directory.work(&work, &|_| {}).unwrap(), Verdict::Proved(()));
        let proof = whole_proof(&directory).unwrap().unwrap();
        accepted(&proof).unwrap_or_else(|e| panic!("{}: {e}", proof.claim.position));
        merged += 1;
    }
}

/// A FEN row of at most three squares, followed by its mirror image.
fn with_mirror_image(row: &str) -> String {
    let (left, last) = row.split_at(row.len() - 1);
    let image = |part: &str| part.chars().rev().collect::<String>();
    match last.parse::<u32>() {
        Ok(run) => format!("{left}{}{}", 2 * run, image(left)),
        Err(_) => format!("{row}{}", image(row)),
    }
}

#[test]
fn partitions_share_no_part_and_cover_all() {
    let place = tempfile::tempdir().unwrap();
    let seen = Mutex::new(Vec::new());
    for partition in ["1/3", "2/3", "3/3"] {
        let before: Vec<String> = seen.lock().unwrap().clone();
        let mine = Mutex::new(Vec::new());
        let verdict = directory(place.path(), small_start(), 1)
            .work(&work(Some(partition), &Abort::new()), &|report| {
                let first = report.line.split(' ').next().unwrap().to_owned();
                mine.lock().unwrap().push(first);
            })
            .unwrap();
        let mine = mine.into_inner().unwrap();
        assert!(!mine.is_empty() && mine.iter().all(|line| !before.contains(line)));
        seen.lock().unwrap().extend(mine);
        assert_eq!(verdict == Verdict::Proved(()), partition == "3/3");
    }
    accepted(&whole_proof(&Directory::open(place.path()).unwrap()).unwrap().unwrap()).unwrap();
}

/// The order of directories does not matter, even if one continues from an older state of another.
#[test]
fn directories_of_several_machines_are_joined_into_what_is_known_best() {
    let places = [0; 4].map(|_| tempfile::tempdir().unwrap());
    let [first, second, third, all] =
        places.each_ref().map(|place| directory(place.path(), small_start(), 1));
    let begin = |directory: &Directory, part: &str| {
        directory.work(&work(Some(part), &Abort::new()), &|_| {}).unwrap()
    };
    assert_eq!(begin(&first, "1/2"), Verdict::Open);
    // The third starts with what the first knows and continues. What was open or divided in the
    // first is decided in the third, and the old states come last.
    assert!(join(std::slice::from_ref(&first), third.path()).unwrap() > 0);
    assert_eq!(begin(&third, "2/2"), Verdict::Proved(()));
    assert_eq!(begin(&second, "2/2"), Verdict::Open);
    let counted = join(&[third.clone(), second.clone(), first.clone()], all.path()).unwrap();
    assert_eq!(all.verdict().unwrap(), Verdict::Proved(()));
    assert!(counted > 0 && all.status().unwrap().damaged.is_empty());
    accepted(&whole_proof(&all).unwrap().unwrap()).unwrap();
    // Joining again adds nothing, and a directory that knows less removes nothing.
    let before = all.status().unwrap();
    assert_eq!(join(&[first, second], all.path()).unwrap(), counted);
    let after = all.status().unwrap();
    assert_eq!((before.proved, before.nodes), (after.proved, after.nodes));
    let other = tempfile::tempdir().unwrap();
    let foreign = directory(other.path(), Claim { winner: Color::White, ..small_start() }, 1);
    let error = join(&[foreign], all.path()).unwrap_err().to_string();
    assert!(error.contains("another claim (White wins"), "{error}");
}

/// A part stands for its mirror images, and its line can be played.
#[test]
fn the_lines_of_parts_can_be_played_on_the_board_of_the_claim() {
    let place = tempfile::tempdir().unwrap();
    let directory = directory(place.path(), small_start(), 1);
    let lines = Mutex::new(Vec::new());
    let work = Work { first_nodes: 40, divide_nodes: 60, ..work(None, &Abort::new()) };
    directory.work(&work, &|report| lines.lock().unwrap().push(report.line)).unwrap();
    let mut long = 0;
    for line in lines.into_inner().unwrap() {
        let mut board = small_start().position;
        for mv in line.split(' ').filter(|mv| !mv.is_empty()) {
            board = board.play(mv.parse().unwrap()).unwrap_or_else(|e| panic!("{line}: {e}"));
        }
        long += usize::from(line.split(' ').count() > 2);
    }
    assert!(long > 0);
}

/// A full disk can leave a directory without its claim: the same command then recreates it.
#[test]
fn a_directory_that_was_not_finished_is_made_anew() {
    let place = tempfile::tempdir().unwrap();
    let parts = place.path().join("parts");
    std::fs::create_dir(&parts).unwrap();
    directory(place.path(), small_start(), 1);
    std::fs::remove_file(place.path().join("claim.json")).unwrap();
    std::fs::write(parts.join("of-somebody"), "").unwrap();
    let division = Division { claim: small_start(), rule: LeafRule::Nothing, plies: 1 };
    let error = Directory::create(place.path(), division).unwrap_err().to_string();
    assert!(error.contains("holds other files"), "{error}");
}

#[test]
fn a_directory_belongs_to_one_claim() {
    let place = tempfile::tempdir().unwrap();
    directory(place.path(), small_start(), 1);
    let division = Division {
        claim: Claim { by: 1, ..small_start() },
        rule: LeafRule::Guards { lookahead: 1 },
        plies: 1,
    };
    let error = Directory::create(place.path(), division).unwrap_err().to_string();
    assert!(error.contains("another claim"), "{error}");
    let error = Directory::open(&place.path().join("parts")).unwrap_err().to_string();
    assert!(error.contains("claim.json"), "{error}");
    std::fs::write(place.path().join("claim.json"), "{}").unwrap();
    assert!(Directory::open(place.path()).is_err());
}
