//! The verifier under the limits on memory that `docs/proofs.md` promises to keep.
#![cfg(target_os = "linux")]

#[allow(dead_code, reason = "the other tests need the rest")]
mod plain;

use miniz_oxide::deflate::core::TDEFLFlush::{Finish, Sync};
use miniz_oxide::deflate::core::{
    CompressorOxide, compress_to_output, create_comp_flags_from_zip_params,
};
use plain::{BLACK, BLOCKED, Claim, EMPTY, Position, WHITE, sealed, with_packed};
use std::fs::{remove_file, write};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

/// What the program takes by itself, in bytes.
const PROGRAM: usize = 8 << 20;

/// The exit code and the output of the verifier with so many bytes of address space. `$0` is the
/// verifier in the script, `$1` a file that holds the bytes.
fn run(script: &str, bytes: &[u8], memory: usize) -> (i32, String) {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let path = std::env::temp_dir().join(format!("memory-{}-{number}", std::process::id()));
    write(&path, bytes).unwrap();
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("ulimit -v {}; {script}", memory >> 10)]);
    let output = shell.arg(env!("CARGO_BIN_EXE_verifier")).arg(&path).output().unwrap();
    remove_file(&path).unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.code().unwrap_or(-1), String::from_utf8(text).unwrap())
}

const CHECK: &str = r#"exec "$0" "$1""#;

/// The data of very many moves, all with number 0, in 1/1000 of their size.
fn zeros(moves: usize) -> Vec<u8> {
    const PIECE: usize = 1 << 20;
    let deflated = |bytes: &[u8], flush| {
        let mut data = Vec::new();
        let flags = create_comp_flags_from_zip_params(9, -15, 0);
        let mut add = |more: &[u8]| {
            data.extend_from_slice(more);
            true
        };
        compress_to_output(&mut CompressorOxide::new(flags), bytes, flush, &mut add);
        data
    };
    let (pieces, rest) = (2 * moves / PIECE, 2 * moves % PIECE);
    let mut packed = vec![0x78, 0xda];
    packed.extend(deflated(&vec![0; PIECE], Sync).repeat(pieces));
    packed.extend(deflated(&vec![0; rest], Finish));
    packed.extend(((2 * moves % 65521) as u32 * 65536 + 1).to_be_bytes());
    packed
}

/// The start on 4 × 4, where Black wins, though not by always making the first move.
fn start() -> Claim {
    let mut cells = vec![EMPTY; 16];
    [1, 2, 13, 14].into_iter().for_each(|place| cells[place] = WHITE);
    [4, 7, 8, 11].into_iter().for_each(|place| cells[place] = BLACK);
    let position = Position { columns: 4, cells };
    Claim { position, to_move: WHITE, winner: BLACK, margin: 0, guards: None }
}

/// A board on which Black is walled in on `width` × `height` squares, and any moves win for White. All
/// of Black's moves have to be tried.
fn walls(columns: usize, rows: usize, [width, height]: [usize; 2]) -> Claim {
    let mut cells = vec![EMPTY; columns * rows];
    (0..=width).for_each(|x| cells[height * columns + x] = BLOCKED);
    (0..height).for_each(|y| cells[y * columns + width] = BLOCKED);
    (cells[0], cells[columns * rows - 1]) = (BLACK, WHITE);
    let position = Position { columns, cells };
    Claim { position, to_move: BLACK, winner: WHITE, margin: 0, guards: None }
}

/// A proof of such a claim, and the number of its moves, all of which are 0.
fn proof_of(claim: &Claim) -> (Vec<u8>, usize) {
    let most = 1 << 20;
    let (code, text) = run(CHECK, &with_packed(claim, most, zeros(most)), 1 << 30);
    assert!(code == 1 && text.contains(" stored moves are left over"), "{text}");
    let left = text.split(": refused: ").nth(1).and_then(|text| text.split(' ').next());
    let count = most - left.unwrap().parse::<usize>().unwrap();
    (with_packed(claim, count, zeros(count)), count)
}

#[test]
fn a_small_file_with_very_many_moves_takes_no_memory_for_them() {
    let bytes = with_packed(&start(), 300_000_000, zeros(300_000_000));
    assert!(bytes.len() < 700_000);
    let (code, text) = run(CHECK, &bytes, PROGRAM + bytes.len());
    assert!(code == 1 && text.contains(": refused: stored move 404: there is no move 0"), "{text}");
    let (code, text) = run(r#"cat "$1" | "$0" /dev/stdin"#, &bytes, PROGRAM + 3 * bytes.len());
    assert!(code == 1 && text.contains(": refused: stored move 404: there is no move 0"), "{text}");
}

#[test]
fn what_a_header_only_claims_takes_no_memory() {
    let bytes = with_packed(&start(), 1000, zeros(1000));
    let most = 516 * zeros(1000).len() as u64;
    for count in [most, most + 1, 1 << 40, 1 << 63, u64::MAX] {
        let mut changed = bytes[..bytes.len() - 4].to_vec();
        changed[20..28].copy_from_slice(&count.to_le_bytes());
        let (code, text) = run(CHECK, &sealed(changed), PROGRAM);
        assert!(code == 1 && text.contains(": refused: "), "{count}: {text}");
    }
    for length in [1 << 40, 1 << 63, u64::MAX] {
        let mut changed = bytes[..bytes.len() - 4].to_vec();
        changed[28..36].copy_from_slice(&u64::to_le_bytes(length));
        let (code, text) = run(CHECK, &sealed(changed), PROGRAM);
        assert!(code == 2 && text.contains(" bytes, but the header says "), "{length}: {text}");
    }
    let claim = Claim { margin: u32::MAX, ..walls(8, 8, [4, 2]) };
    let (code, text) = run(CHECK, &with_packed(&claim, 1 << 20, zeros(1 << 20)), PROGRAM);
    assert!(code == 1 && text.contains(": there is no move 0"), "{text}");
}

#[test]
fn data_within_data_and_data_that_hold_nothing_take_no_memory() {
    let moves = 300_000_000;
    let nested = miniz_oxide::deflate::compress_to_vec_zlib(&zeros(moves), 9);
    let bytes = with_packed(&start(), moves, nested);
    let (code, text) = run(CHECK, &bytes, PROGRAM);
    assert!(code == 1 && text.contains(": refused: "), "{text}");
    // A million blocks without a byte, and no last one.
    let mut nothing = vec![0x78, 0xda];
    nothing.extend([0, 0, 0, 0xff, 0xff].repeat(1 << 20));
    let bytes = with_packed(&start(), moves, nothing);
    let (code, text) = run(CHECK, &bytes, PROGRAM + bytes.len());
    assert!(code == 1 && text.contains(": expected 300000000 moves"), "{text}");
}

#[test]
fn legal_moves_take_the_memory_of_their_positions_and_no_more() {
    // The set of positions has just grown.
    let positions = 7 << 15 | 1;
    for (columns, rows, each) in [(8, 8, 59), (9, 8, 114)] {
        let (bytes, count) = proof_of(&walls(columns, rows, [5, 3]));
        assert!(positions < count && count < 7 << 16, "{count}");
        let (script, promised) = (format!("{CHECK} --positions {positions}"), each * positions);
        let (code, text) = run(&script, &bytes, PROGRAM + bytes.len() + promised);
        let says = format!("undecided: it has more than {positions} positions to remember; ");
        assert!(code == 3 && text.contains(&says), "{text}");
        let (code, text) = run(CHECK, &bytes, PROGRAM + bytes.len() + each * count);
        assert!(code == 0 && text.contains("\nverified\n"), "{text}");
    }
}

#[test]
fn without_the_memory_for_its_positions_a_proof_is_undecided() {
    let (bytes, count) = proof_of(&walls(8, 8, [4, 3]));
    for memory in (5 << 20..PROGRAM + 59 * count).step_by(1 << 19) {
        let (code, text) = run(CHECK, &bytes, memory);
        let says = text.contains(": undecided: no memory for more than ");
        assert!(code == 0 || (code == 3 && says), "{memory}: {text}");
    }
    let (code, text) = run(&format!("{CHECK} --positions {count}"), &bytes, PROGRAM + 59 * count);
    assert!(code == 0, "{text}");
    let (code, text) = run(&format!("{CHECK} --positions {}", count - 1), &bytes, 1 << 30);
    let says = format!("more than {} positions to remember; --positions N allows more", count - 1);
    assert!(code == 3 && text.contains(&says), "{text}");
}

#[test]
fn a_pipe_without_an_end_is_read_no_further_than_its_header_says() {
    let (bytes, _) = proof_of(&walls(8, 8, [4, 2]));
    let (code, text) = run(r#"cat "$1" | "$0" /dev/stdin"#, &bytes, PROGRAM);
    assert!(code == 0, "{text}");
    let (code, text) = run(r#"cat "$1" /dev/zero | "$0" /dev/stdin"#, &bytes, PROGRAM);
    assert!(code == 1 && text.contains(" bytes, but the header says "), "{text}");
    let (code, text) = run(r#""$0" /dev/zero"#, &bytes, PROGRAM);
    assert!(code == 2 && text.contains(": cannot read: not a proof"), "{text}");
}

#[test]
fn a_number_of_positions_that_is_none_is_answered_with_the_usage() {
    for words in ["--positions", "--positions many", "--positions -1"] {
        let (code, text) = run(&format!("{CHECK} {words}"), &[], PROGRAM);
        assert!(code == 2 && text.starts_with("usage: verifier FILE… [--positions N]"), "{text}");
    }
}
