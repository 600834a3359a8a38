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

#[test]
fn a_comment_or_variation_without_its_end_is_named_and_the_games_behind_it_are_read() {
    let game = "1. d1-d4/h8 g10-g5/c5\n";
    for (open, what) in [("{ good", "comment"), ("( 2. a4-a9/g3", "variation")] {
        let want = format!("test:2: game 2, ply 3: the {what} that begins here has no end");
        let broken = format!("1. d1-d4/h8 g10-g5/c5 {open} 2. j4-e9/e4\n2. a7-f7/f2\n");
        // At a blank line, and at the end of the input.
        for between in ["\n", ""] {
            let record = format!("{game}{broken}{between}{}", game.repeat(2));
            check(&record, &[2, 2, 2, 2], &[&want]);
        }
        let record = format!("{game}{broken}\n[White \"x\"]\n\n{game}");
        check(&record, &[2, 2, 2], &[&want]);
        let record = format!("{game}{broken}\n(;GM[18];W[d1-d4/h8])\n");
        check(&record, &[2, 2, 1], &[&want]);
        // Games without numbers, one a line.
        let record =
            format!("d1-d4/h8\nd1-d4/h8 g10-g5/c5 {open}\n{}", "j4-e9/e4 a7-f7/f2\n".repeat(3));
        check(&record, &[1, 2, 2, 2, 2], &[&want]);
        // Nothing is lost behind a comment that is as long as a file.
        let record = format!("{game}{broken}{}", game.repeat(4000));
        let (moves, errors) = defects(&record);
        assert_eq!((moves.len(), errors.len()), (4002, 1));
    }
    check("{ a preface\n\n1. d1-d4/h8\n", &[0, 1], &["test:1: game 1: the comment"]);
    check(
        "1. d1-d4/h8 {one\ntwo} g10-g5/c5 {three\n",
        &[2],
        &["test:2: game 1, ply 3: the comment that begins here"],
    );
    // One that ends is skipped, however many lines it has.
    check("1. d1-d4/h8 {one\n\ntwo\n1. d1-d4/h8} g10-g5/c5\n", &[2], &[]);
}

#[test]
fn records_of_another_format_behind_a_move_list_are_read() {
    let moves = "1. d1-d4/h8 g10-g5/c5\n";
    let sgf = "(;GM[18];W[d1-d4/h8])\n";
    let json = "{\"moves\":[\"d1-d4/h8\"]}\n";
    check(&format!("{moves}{sgf}{sgf}"), &[2, 1, 1], &[]);
    check(&format!("{moves}{}", sgf.replace("GM[18];", "GM[18]\n;")), &[2, 1], &[]);
    check(&format!("{moves}{json}{json}"), &[2, 1, 1], &[]);
    check(&format!("{moves}{{\n \"moves\":\n[\"d1-d4/h8\"]}}"), &[2, 1], &[]);
    check(&format!("{} {sgf}", moves.trim()), &[2, 1], &[]);
    check("(;GM[18]SZ[10];W[d1-d4/h8])1. d1-d4/h8\n", &[1, 0], &["test:1: game 2: found moves"]);
    check(
        &format!("{moves}\n{}", sgf.replace("h8", "d1-d1")),
        &[2, 0],
        &["test:3: game 2, ply 1: found 'd1-d4/d1-d1'"],
    );
    // Moves before the first game, and between two.
    check(
        &format!("The games of the club\n{moves}{sgf}{moves}{sgf}{json}"),
        &[0, 1, 0, 1, 0],
        &["test:2: game 1: found moves", "test:4: game 3: found moves", "test:6: game 5: found"],
    );
}

#[test]
fn a_game_that_begins_within_a_torn_value_is_read() {
    let whole = "(;FF[4]GM[18];W[d1-d4/h8];B[g10-g5/c5])\n";
    for torn in ["(;FF[4]GM[18];W[d1-d4/h8];B[g10", "(;FF[4]GM[18];W[d1-d4/h8]C[good, \\] and"] {
        for end in ["\n", ""] {
            check(
                &format!("{whole}{torn}{end}{whole}"),
                &[2, 1, 2],
                &["game 2: truncated: the next game begins within a value"],
            );
        }
    }
    // Also if its first property is none of the game as a whole, and where the game was cut between
    // values.
    let bare = "(;W[d1-d4/h8];B[g10-g5/c5])\n";
    check(&format!("(;GM[18];W[d1-d\n{bare}"), &[0, 2], &["game 1: truncated"]);
    let named = "(;PB[x];W[d1-d4/h8])\n";
    check(&format!("(;GM[18];W[d1-d4/h8]\n{named}"), &[1, 1], &["game 1: truncated"]);
    check("(;GM[18]C[as in\n(;FF[4\\]W[x\\])];W[d1-d4/h8])\n", &[1], &[]);
}
