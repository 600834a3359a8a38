//! The verifier compared with plain minimax: what it accepts is true, what is true can be proved,
//! and damaged files are refused.

mod plain;

use plain::{
    BLACK, BLOCKED, Claim, EMPTY, Minimax, Position, WHITE, Writer, file, other, quick_file,
    sealed, with_packed,
};
use verifier::verify;

const RULES: [Option<u8>; 4] = [None, Some(0), Some(1), Some(2)];

/// A generator of random numbers (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % limit as u64) as usize
    }

    /// A board of at most `most` squares with one or two amazons per side.
    fn position(&mut self, most: usize) -> Position {
        let (columns, rows) = loop {
            let (columns, rows) = (1 + self.below(5), 1 + self.below(4));
            if (4..=most + 3).contains(&(columns * rows)) {
                break (columns, rows);
            }
        };
        let size = columns * rows;
        let mut cells = vec![EMPTY; size];
        let blocked = size.saturating_sub(most) + self.below(size / 4 + 1);
        let mut place = |what: u8, count: usize| {
            for _ in 0..count {
                let empty: Vec<usize> = (0..size).filter(|&c| cells[c] == EMPTY).collect();
                if empty.len() > 1 {
                    cells[empty[self.below(empty.len())]] = what;
                }
            }
        };
        place(WHITE, 1);
        place(BLACK, 1);
        place(BLOCKED, blocked);
        let more = self.below(4);
        let mut place = |what: u8| {
            let empty: Vec<usize> = (0..size).filter(|&c| cells[c] == EMPTY).collect();
            if empty.len() > 3 {
                cells[empty[self.below(empty.len())]] = what;
            }
        };
        if more & 1 == 1 {
            place(WHITE);
        }
        if more & 2 == 2 {
            place(BLACK);
        }
        Position { columns, cells }
    }
}

/// The winner of a position and the margin.
fn truth(minimax: &mut Minimax, position: &Position, to_move: u8) -> (u8, u32) {
    let value = minimax.value(position, to_move);
    (if value > 0 { WHITE } else { BLACK }, value.unsigned_abs() - 1)
}

#[test]
fn true_claims_about_random_boards_are_verified() {
    let mut random = Random(1);
    for _ in 0..60 {
        let position = random.position(9);
        let mut minimax = Minimax::default();
        for to_move in [WHITE, BLACK] {
            let (winner, score) = truth(&mut minimax, &position, to_move);
            for guards in RULES {
                for margin in [0, score / 2, score] {
                    let position = position.clone();
                    let claim = Claim { position, to_move, winner, margin, guards };
                    let moves = Writer::write(&claim, &mut minimax);
                    let report = verify(&file(&claim, &moves)).unwrap_or_else(|problem| {
                        panic!("{claim:?} with {moves:?}: {problem:?}");
                    });
                    let name = if winner == WHITE { "White" } else { "Black" };
                    let by = match margin {
                        0 => String::new(),
                        margin => format!(" by {margin} or more"),
                    };
                    assert!(report.starts_with(&format!("{name} wins{by}\n")), "{report}");
                    assert!(report.ends_with("\nverified"), "{report}");
                }
            }
        }
    }
}

#[test]
fn no_moves_whatever_prove_a_false_claim() {
    let mut random = Random(2);
    let mut tried = 0;
    for _ in 0..150 {
        let position = random.position(6);
        let mut minimax = Minimax::default();
        for to_move in [WHITE, BLACK] {
            let (winner, score) = truth(&mut minimax, &position, to_move);
            for guards in RULES {
                for (winner, margin) in [(other(winner), 0), (winner, score + 1)] {
                    let position = position.clone();
                    let claim = Claim { position, to_move, winner, margin, guards };
                    assert!(!minimax.is_true(&claim));
                    tried += refuse_all(&claim, &mut Vec::new(), 60);
                }
            }
        }
    }
    assert!(tried > 10_000, "{tried}");
}

/// Offers the verifier every list of moves that it might accept, one after another, up to a number
/// of files, and returns how many files that were.
fn refuse_all(claim: &Claim, moves: &mut Vec<u16>, most: usize) -> usize {
    let reason = match verify(&quick_file(claim, moves)) {
        Ok(report) => panic!("{claim:?} is false, but with {moves:?}: {report}"),
        Err((_, reason)) => reason,
    };
    // The list of moves ends before this number.
    if reason.contains("there is no move") {
        return 0;
    }
    let mut tried = 1;
    if reason.starts_with("no stored move is left") {
        for number in 0.. {
            moves.push(number);
            let more = if tried < most { refuse_all(claim, moves, most - tried) } else { 0 };
            moves.pop();
            tried += more;
            if more == 0 {
                break;
            }
        }
    }
    tried
}

#[test]
fn moves_of_a_true_claim_do_not_prove_a_larger_one() {
    let mut random = Random(3);
    for _ in 0..100 {
        let position = random.position(9);
        let mut minimax = Minimax::default();
        let to_move = [WHITE, BLACK][random.below(2)];
        let (winner, score) = truth(&mut minimax, &position, to_move);
        let guards = RULES[random.below(RULES.len())];
        let claim = Claim { position, to_move, winner, margin: score, guards };
        let moves = Writer::write(&claim, &mut minimax);
        let larger = Claim { margin: score + 1, ..claim.clone() };
        for _ in 0..20 {
            let mut changed = moves.clone();
            for _ in 0..random.below(4) {
                match (random.below(4), changed.len()) {
                    (0, _) | (_, 0) => changed.push(random.below(8) as u16),
                    (1, length) => drop(changed.remove(random.below(length))),
                    (2, length) => changed.swap(random.below(length), random.below(length)),
                    (_, length) => changed[random.below(length)] = random.below(20) as u16,
                }
            }
            assert!(verify(&quick_file(&larger, &changed)).is_err(), "{larger:?} {changed:?}");
        }
    }
}

/// A proof without moves is verified only if the leaf rule alone shows that its claim is true.
#[test]
fn the_rule_of_guards_never_says_won_where_minimax_says_lost() {
    let mut random = Random(4);
    let (mut decided, mut beyond) = (0, 0);
    for _ in 0..400 {
        let position = random.position(9);
        let mut minimax = Minimax::default();
        for to_move in [WHITE, BLACK] {
            for winner in [WHITE, BLACK] {
                let rules =
                    [(0, 0), (1, 0), (2, 0), (3, 0), (0, 1), (1, 1), (0, 2), (0, 9), (1, 9)];
                for (margin, k) in rules {
                    let (position, guards) = (position.clone(), Some(k));
                    let claim = Claim { position, to_move, winner, margin, guards };
                    if verify(&quick_file(&claim, &[])).is_ok() {
                        assert!(minimax.is_true(&claim), "{claim:?}");
                        decided += 1;
                        beyond += u32::from(margin > 0);
                    }
                }
            }
        }
    }
    assert!(decided > 1000 && beyond > 300, "{decided} {beyond}");
}

/// Compares two implementations of the rule, also on boards that are too large for minimax.
#[test]
fn the_rule_of_guards_is_the_one_that_the_page_describes() {
    let mut random = Random(6);
    let mut decided = 0;
    for _ in 0..1500 {
        let (columns, rows) = (1 + random.below(6), 2 + random.below(4));
        let mut cells = vec![EMPTY; columns * rows];
        for _ in 0..random.below(columns * rows) {
            cells[random.below(columns * rows)] = BLOCKED;
        }
        for colour in [WHITE, WHITE, WHITE, BLACK] {
            cells[random.below(columns * rows)] = colour;
        }
        let position = Position { columns, cells };
        for to_move in [WHITE, BLACK] {
            let surplus = position.surplus(WHITE, to_move == WHITE);
            let least = u32::try_from(surplus).unwrap_or(0);
            decided += u32::from(surplus >= 0);
            for margin in [least, least + 1] {
                let (position, guards) = (position.clone(), Some(0));
                let claim = Claim { position, to_move, winner: WHITE, margin, guards };
                let says = verify(&quick_file(&claim, &[])).is_ok();
                // With the loser to move, the walk continues where the count is not enough.
                let counted = surplus >= i64::from(margin);
                assert!(says == counted || (says && to_move == BLACK), "{claim:?}");
            }
        }
    }
    assert!(decided > 500, "{decided}");
}

/// With the winner to move, a file without moves is verified if and only if won_k holds.
#[test]
fn looking_ahead_finds_what_trying_every_move_finds() {
    let mut random = Random(7);
    let (mut won, mut tried) = (0, 0);
    for _ in 0..250 {
        let position = random.position(11);
        for winner in [WHITE, BLACK] {
            let surplus = u32::try_from(position.surplus(winner, true)).unwrap_or(0);
            for (k, more) in [(1, 0), (1, 1), (1, 2), (2, 1), (2, 2)] {
                let (position, margin) = (position.clone(), surplus + more);
                let claim = Claim { position, to_move: winner, winner, margin, guards: Some(k) };
                let expected = claim.by_rule(&claim.position, true, k);
                assert_eq!(verify(&quick_file(&claim, &[])).is_ok(), expected, "{claim:?}");
                won += u32::from(expected);
                tried += 1;
            }
        }
        let guards = Some(2);
        let claim = Claim { position, to_move: WHITE, winner: WHITE, margin: u32::MAX, guards };
        assert!(verify(&quick_file(&claim, &[])).is_err());
    }
    assert!(won > 300 && tried - won > 300, "{won} of {tried}");
}

/// Rules, each with the least number of moves in a sample.
const SAMPLES: [(Option<u8>, usize); 3] = [(None, 6), (Some(0), 3), (Some(1), 1)];

/// A claim that takes some moves to prove, its moves, and the values of its board.
fn sample(seed: u64, guards: Option<u8>, least: usize) -> (Claim, Vec<u16>, Minimax) {
    let mut random = Random(seed);
    loop {
        let (position, mut minimax) = (random.position(9), Minimax::default());
        let to_move = [WHITE, BLACK][random.below(2)];
        let (winner, score) = truth(&mut minimax, &position, to_move);
        let claim = Claim { position, to_move, winner, margin: score.min(2), guards };
        let moves = Writer::write(&claim, &mut minimax);
        if moves.len() >= least && claim.margin > 0 {
            return (claim, moves, minimax);
        }
    }
}

#[test]
fn every_flipped_bit_is_refused() {
    for (guards, least) in SAMPLES {
        let (claim, moves, _) = sample(5, guards, least);
        let bytes = file(&claim, &moves);
        assert!(verify(&bytes).is_ok());
        for bit in 0..8 * bytes.len() {
            let mut damaged = bytes.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert!(verify(&damaged).is_err(), "bit {bit}");
        }
    }
}

#[test]
fn with_the_checksum_made_right_only_true_claims_pass() {
    let mut passed = 0;
    for (seed, (guards, least)) in (10..16).zip(SAMPLES.into_iter().cycle()) {
        let (claim, moves, mut minimax) = sample(seed, guards, least);
        let bytes = file(&claim, &moves);
        for at in 0..bytes.len() - 4 {
            for change in (1..=7).chain([16, 32, 64, 128, 255]) {
                let mut damaged = bytes[..bytes.len() - 4].to_vec();
                damaged[at] ^= change;
                let damaged = sealed(damaged);
                if verify(&damaged).is_ok() {
                    passed += 1;
                    assert!(minimax.is_true(&plain::claim_of(&damaged)), "byte {at} ^ {change}");
                }
            }
        }
    }
    assert!(passed > 0, "a smaller margin, for example, is still true");
}

#[test]
fn parts_left_out_or_added_are_refused() {
    for (guards, least) in SAMPLES {
        let (claim, moves, _) = sample(20, guards, least);
        for length in 0..moves.len() {
            let (code, reason) = verify(&file(&claim, &moves[..length])).unwrap_err();
            assert_eq!(code, 1);
            assert!(reason.starts_with("no stored move is left"), "{reason}");
        }
        let (code, reason) = verify(&file(&claim, &[&moves[..], &[0]].concat())).unwrap_err();
        assert_eq!(code, 1);
        assert!(reason.starts_with("1 stored moves are left over"), "{reason}");
        let high = moves.iter().map(|_| u16::MAX).collect::<Vec<_>>();
        let (code, reason) = verify(&file(&claim, &high)).unwrap_err();
        assert_eq!(code, 1);
        assert!(reason.starts_with("stored move 1: there is no move 65535"), "{reason}");
    }
}

#[test]
fn truncated_foreign_and_newer_files_are_no_proofs() {
    let (claim, moves, _) = sample(21, None, 6);
    let bytes = file(&claim, &moves);
    for length in 0..bytes.len() {
        assert_eq!(verify(&bytes[..length]).unwrap_err().0, 2, "{length} bytes");
    }
    assert_eq!(verify(&[0; 4000]).unwrap_err().0, 2);
    let mut newer = bytes[..bytes.len() - 4].to_vec();
    newer[8] = 2;
    let (code, reason) = verify(&sealed(newer)).unwrap_err();
    assert_eq!((code, reason.as_str()), (2, "format version 2; this program reads 1"));
    let longer = [&bytes[..], &[0]].concat();
    assert_eq!(verify(&longer).unwrap_err().0, 1);
}

#[test]
fn a_file_that_is_not_there_cannot_be_read_and_is_not_refused() {
    let run = |path: &str| {
        let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_verifier"));
        let output = program.arg(path).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    for path in ["no such file", env!("CARGO_MANIFEST_PATH")] {
        let (code, text) = run(path);
        assert!(code == Some(2) && text.contains(": cannot read: "), "{text}");
    }
    let (claim, moves, _) = sample(23, None, 6);
    let mut damaged = file(&claim, &moves);
    damaged[40] ^= 1;
    let path = std::env::temp_dir().join(format!("damaged-{}.proof", std::process::id()));
    std::fs::write(&path, damaged).unwrap();
    let (code, text) = run(path.to_str().unwrap());
    std::fs::remove_file(&path).unwrap();
    assert!(code == Some(1) && text.contains(": refused: damaged"), "{text}");
}

#[test]
fn counts_that_the_data_do_not_have_are_refused() {
    let (claim, moves, _) = sample(22, None, 6);
    let bytes = file(&claim, &moves);
    for count in [0, moves.len() as u64 - 1, moves.len() as u64 + 1, 1 << 40, u64::MAX] {
        let mut changed = bytes[..bytes.len() - 4].to_vec();
        changed[20..28].copy_from_slice(&count.to_le_bytes());
        assert_eq!(verify(&sealed(changed)).unwrap_err().0, 1, "{count}");
    }
    let mut changed = bytes[..bytes.len() - 4].to_vec();
    changed[28..36].copy_from_slice(&u64::MAX.to_le_bytes());
    assert_eq!(verify(&sealed(changed)).unwrap_err().0, 2);
    // A byte after the compressed data, within their stated length.
    let mut changed = bytes[..bytes.len() - 4].to_vec();
    changed.push(0);
    changed[28] += 1;
    assert_eq!(verify(&sealed(changed)).unwrap_err().0, 1);
}

#[test]
fn data_that_repeat_what_precedes_them_are_refused() {
    let mut random = Random(24);
    let claim = loop {
        let (position, mut minimax) = (random.position(9), Minimax::default());
        let (winner, _) = truth(&mut minimax, &position, WHITE);
        let claim = Claim { position, to_move: WHITE, winner, margin: 0, guards: None };
        if Writer::write(&claim, &mut minimax) == [0, 0] {
            break claim;
        }
    };
    // "Repeat the last byte four times", at the start.
    let packed = vec![0x78, 0x01, 0x03, 0x01, 0x00, 0x00, 0x04, 0x00, 0x01];
    let reason = "expected 2 moves; the data hold another number".to_owned();
    assert_eq!(verify(&with_packed(&claim, 2, packed)), Err((1, reason)));
    assert!(verify(&file(&claim, &[0, 0])).is_ok());
}

#[test]
fn boards_of_up_to_128_squares_have_exact_keys_too() {
    // Black has three squares in a corner, White the rest: White's first move always suffices.
    for (columns, rows) in [(8, 8), (9, 8), (10, 10), (16, 8)] {
        let mut cells = vec![EMPTY; columns * rows];
        cells[columns * rows - 1] = WHITE;
        cells[0] = BLACK;
        for place in [2, columns, columns + 1, columns + 2, columns + 3, 3] {
            cells[place] = BLOCKED;
        }
        let position = Position { columns, cells };
        let claim = Claim { position, to_move: BLACK, winner: WHITE, margin: 1, guards: None };
        let proved = (0..50).find(|&count| verify(&file(&claim, &vec![0; count])).is_ok());
        assert!(proved.is_some_and(|count| count > 1), "{columns} × {rows}: {proved:?}");
        let counted = Claim { guards: Some(0), ..claim };
        assert!(verify(&file(&counted, &[])).is_ok());
    }
}
