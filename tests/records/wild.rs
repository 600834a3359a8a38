//! One test for each kind of record.

use super::{assert_games, file, moves};
use amazons::records::Decision;

/// A file, the moves of its games, and whether nothing needs to be said of it.
fn check(name: &str, plies: &[usize]) {
    let (games, notes) = file(name);
    assert_games(&games, plies);
    assert!(notes.is_empty(), "{notes:?}");
}

fn tag<'a>(games: &'a super::Read, game: usize, name: &str) -> Option<&'a str> {
    games[game].as_ref().unwrap().tag(name)
}

#[test]
fn a_game_wrapped_over_lines_is_one_game() {
    check("wrapped.txt", &[6]);
}

#[test]
fn a_game_wrapped_without_numbers_goes_on_where_only_that_is_legal() {
    check("wrapped-without-numbers.txt", &[6]);
}

#[test]
fn plies_numbered_one_a_line_are_one_game() {
    check("a-move-a-line.txt", &[4]);
}

#[test]
fn moves_one_a_line_are_one_game_and_that_is_said() {
    let (games, notes) = file("a-move-a-line-without-numbers.txt");
    assert_games(&games, &[5]);
    let said: Vec<_> = notes.iter().map(|note| (note.line, note.decision.clone())).collect();
    assert_eq!(said, [(3, Decision::GoesOn)]);
}

#[test]
fn moves_numbered_in_pairs_one_ply_a_line_are_one_game() {
    check("pairs-a-ply-a-line.txt", &[4]);
}

#[test]
fn three_squares_divided_by_blanks_are_a_move() {
    let (games, _) = file("blanks.txt");
    assert_games(&games, &[3]);
}

#[test]
fn games_written_like_chess_have_tags_comments_variations_and_signs() {
    let (games, _) = file("like-chess.txt");
    assert_eq!(moves(&games)[0], super::MOVES[..4]);
    assert_eq!(moves(&games)[1], ["a4-a6/a5"]);
    assert_eq!(tag(&games, 0, "EV"), Some("a \"cup\""));
    assert_eq!((tag(&games, 0, "PW"), tag(&games, 0, "RE")), (Some("one"), Some("B+")));
    assert_eq!((tag(&games, 0, "PC"), tag(&games, 1, "PB")), (None, Some("four")));
}

#[test]
fn a_number_may_stand_before_its_move_without_blank() {
    check("no-blank-after-number.txt", &[4]);
}

#[test]
fn results_and_resignations_end_games() {
    let (games, _) = file("results.txt");
    assert_games(&games, &[2, 3]);
    assert_eq!((tag(&games, 0, "RE"), tag(&games, 1, "RE")), (Some("W+"), Some("W+R")));
}

#[test]
fn squares_may_be_joined() {
    check("joined.txt", &[2]);
}

#[test]
fn amazon_and_arrow_may_be_two_moves_of_playstrategy() {
    check("half-moves.txt", &[3]);
    check("half-moves-old.txt", &[3]);
}

#[test]
fn amazon_and_arrow_may_be_a_pair_of_fairy_stockfish() {
    check("uci-pairs.txt", &[3]);
}

#[test]
fn positions_with_moves_as_engines_get_them_are_games() {
    let (games, _) = file("uci-positions.txt");
    assert_eq!(moves(&games), [vec!["d1-d4/h8", "g10-g5/c5"], vec!["e5-e4/e5"]]);
    assert_eq!(games[1].as_ref().unwrap().start().to_fen(), "4q/5/5/Q4/5 b");
}

#[test]
fn dashes_and_crosses_may_stand_before_the_arrow() {
    check("dashes.txt", &[3]);
    check("crosses.txt", &[3]);
}

#[test]
fn records_of_chinese_championships_are_read_in_both_encodings() {
    for name in ["championship.txt", "championship-gb18030.txt"] {
        let (games, _) = file(name);
        assert_games(&games, &[4, 1]);
        let tags = ["PW", "PB", "RE", "DT", "PC", "EV"].map(|name| tag(&games, 0, name).unwrap());
        assert_eq!(tags, ["甲", "乙", "W+", "2025.07.01 09:30", "某地", "某赛"]);
        assert_eq!(tag(&games, 1, "RE"), Some("B+"));
    }
}

#[test]
fn records_of_chinese_championships_may_name_rows_by_letters() {
    check("championship-letters.txt", &[4]);
}

#[test]
fn names_in_sgf_are_in_the_encoding_that_the_record_names() {
    check("gbk.sgf", &[2]);
    let (games, _) = file("gbk.sgf");
    assert_eq!((tag(&games, 0, "PB"), tag(&games, 0, "PW")), (Some("廫"), Some("乚")));
    let (games, _) = file("shift-jis.sgf");
    assert_games(&games, &[2]);
    assert_eq!(tag(&games, 0, "PB"), Some("ソゾ"));
}

#[test]
fn utf_16_is_read() {
    check("utf-16.txt", &[2]);
}

#[test]
fn go_programs_that_were_taught_amazons_write_a_point_a_node() {
    let (games, notes) = file("one-point-a-node.sgf");
    assert_eq!(moves(&games), [["g10-g5/c5", "d1-d4/h8"]]);
    let game = games[0].as_ref().unwrap();
    assert_eq!(game.start().to_fen(), "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 b");
    assert!(notes.is_empty(), "{notes:?}");
}

#[test]
fn three_values_of_a_node_are_a_move() {
    check("three-values-a-node.sgf", &[2]);
}

#[test]
fn little_golems_cross_is_told_by_its_moves() {
    let (games, _) = file("little-golem-cross.sgf");
    let game = games[0].as_ref().unwrap();
    assert_eq!(game.start().to_fen(), "3q2q3/10/10/Q8Q/10/10/Q8Q/10/10/3q2q3 w");
    assert_eq!(game.moves().len(), 3);
}

#[test]
fn histories_of_openspiel_are_read() {
    check("openspiel-playthrough.txt", &[2]);
    check("openspiel-lists.txt", &[2, 1]);
}

#[test]
fn replays_of_kaggle_are_read() {
    check("kaggle.json", &[2]);
    let (games, _) = file("kaggle.json");
    assert_eq!((tag(&games, 0, "PB"), tag(&games, 0, "RE")), (Some("two"), Some("W+")));
}

#[test]
fn trials_of_ludii_are_read() {
    check("ludii.txt", &[2]);
    assert_eq!(tag(&file("ludii.txt").0, 0, "RE"), Some("W+"));
}
