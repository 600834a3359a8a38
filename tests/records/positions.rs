//! Positions as other programs write them.

use amazons::Position;

fn fen(text: &str) -> Result<String, String> {
    text.parse::<Position>().map(|position| position.to_fen()).map_err(|error| error.to_string())
}

#[test]
fn arrows_in_hand_of_playstrategy_and_pychess_are_ignored() {
    let text = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3[PPPPpppp] w - - 0 1";
    assert_eq!(fen(text).unwrap(), "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w");
}

#[test]
fn pawns_are_arrows() {
    assert_eq!(fen("qp2PQ/PP2pp/6 b - - 3 2").unwrap(), "q*2*Q/**2**/6 b");
}

#[test]
fn half_a_move_is_refused_and_not_read_as_a_whole_one() {
    let text = "3q2q3/10/10/q8q/3Q6/10/Q8Q/10/10/6Q3 w - - 0 1 ½d1d6";
    let error = fen(text).unwrap_err();
    assert!(error.contains("'½d1d6'") && error.contains("half a move"), "{error}");
}

#[test]
fn boards_of_one_row_and_of_several_lines_are_read() {
    assert_eq!(fen("X...O").unwrap(), "Q3q w");
    assert_eq!(fen("X..O\n#..#").unwrap(), "Q2q/*2* w");
    assert_eq!(fen("X..O\r\n#..#\r\nb\r\n").unwrap(), "Q2q/*2* b");
}

#[test]
fn what_this_program_draws_it_reads() {
    let position: Position = "3q/1*2/2*1/Q3 b".parse().unwrap();
    assert_eq!(fen(&amazons::render::text(&position)).unwrap(), position.to_fen());
}
