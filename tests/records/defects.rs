//! Damaged records: file, game, ply and reason are named, and the rest is read.

use super::{moves, text};

/// The moves of each game up to its defect, and the defects.
fn defects(record: &str) -> (Vec<usize>, Vec<String>) {
    let (games, _) = text(record);
    let errors = games.iter().filter_map(|game| game.as_ref().err()).map(ToString::to_string);
    (moves(&games).iter().map(Vec::len).collect(), errors.collect())
}

fn check(record: &str, plies: &[usize], want: &[&str]) {
    let (moves, errors) = defects(record);
    assert_eq!(moves, plies, "{record}: {errors:?}");
    assert_eq!(errors.len(), want.len(), "{record}: {errors:?}");
    for (error, want) in errors.iter().zip(want) {
        assert!(error.contains(want), "{record}: {error}");
    }
}

#[test]
fn an_illegal_move_of_a_wrapped_game_is_one_defect_and_the_next_game_is_read() {
    check(
        "1. d1-d4/h8 g10-g5/c5 2. d4-d10/d9\na7-f7/f2 3. a4-a9/g3\n\n1. d1-d4/h8\n",
        &[2, 1],
        &["test:1: game 1, ply 3: d4-d10/d9 is illegal"],
    );
}

#[test]
fn a_move_without_its_arrow_is_refused_by_name() {
    check("1. d1-d4/h8 g10-g5\n", &[1], &["game 1, ply 2: half move 'g10-g5'"]);
    check("d1d4 g10g5 P@c5\n", &[0], &["half move 'd1d4'"]);
    check("(;GM[18];W[dj];W[dg];B[ga])", &[0], &["ply 1: half move 'djdg'"]);
    check("[93, 63, 27, 6]", &[1], &["ply 2: half move '6'"]);
}

#[test]
fn a_game_of_go_is_no_game_of_amazons() {
    check("(;GM[1]SZ[19];B[pd];W[dd])", &[0], &["GM[1]; expected 18"]);
    check("(;GM[1]SZ[9];B[ee];W[cc];B[gg])", &[0], &["GM[1]; expected 18"]);
}

#[test]
fn a_position_in_the_middle_of_a_move_is_no_start() {
    check(
        "[FEN \"3q/4/Q3/4 w - - 0 1 ½a1a2\"]\n1. a2-a1/a2\n\n[FEN \"Q2q/4 w\"]\n1. a2-a1/b1\n",
        &[0, 1],
        &["game 1, ply 1: '½a1a2' in the FEN: half a move"],
    );
}

#[test]
fn text_in_place_of_a_move_is_named() {
    check("d1-d4/h8 castles\nd1-d4/h8\n", &[1, 1], &["ply 2: found 'castles'"]);
}

#[test]
fn a_side_that_is_said_to_move_and_cannot_is_named() {
    check("White: d1-d4/h8 White: j4-e9/e4\n", &[1], &["ply 2: White moves out of turn"]);
}
