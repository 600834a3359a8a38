//! Ideas that look sound but are not, each with a position that refutes it.

use amazons::board::Position;
use amazons::game_value::GameValues;
use amazons::judge::{Judge, Query};
use amazons::limits::Limits;

/// White to move. A player who has run out of moves is frozen here forever; one who still has a
/// spare move may be freed.
const REGION: &str = "**Q1*/q1***/*2**/**1**/*****";

fn rank(fen: &str) -> i32 {
    let position: Position = fen.parse().unwrap();
    let mut judge = Judge::builder().memory(1 << 20).build();
    let verdict = judge.ask(&position, Query::Score, &Limits::none());
    verdict.rank().expect("there is no limit").get()
}

#[test]
fn the_score_is_not_the_stop_of_normal_play() {
    assert_eq!(rank(&format!("{REGION} w")), 4);
    let region: Position = REGION.parse().unwrap();
    let value = GameValues::new(8 << 20).value(&region).unwrap();
    assert_eq!(value.thermograph().left_stop().to_string(), "2");
}

#[test]
fn one_spare_move_can_change_the_score_by_more_than_one() {
    assert_eq!(rank(&format!("{REGION}/1q*** w")), 1);
    assert_eq!(rank(&format!("{REGION} w")), 4);
    assert_eq!(rank(&format!("{REGION}/1Q*** w")), 5);
}

#[test]
fn scores_of_regions_do_not_add() {
    // The first player wins by 0; of two such regions each player takes one.
    let one = "Q1q";
    assert_eq!((rank(&format!("{one} w")), rank(&format!("{one} b"))), (0, 0));
    assert_eq!(rank(&format!("{one}/***/{one} w")), -1);
}

#[test]
fn a_region_and_its_negative_can_change_the_score() {
    // Whoever moves second in a pair wins it, with a move left over here; elsewhere that counts.
    let pair = "2Q*/*q*1/*2*/****/*2*/1*Q*/*q2";
    assert_eq!(rank(&format!("{pair} w")), -2);
    let pair = "1*Q/1q*/1*1/***/1*1/*Q1/q*1";
    let rest = "2*/q1*";
    assert_eq!((rank(&format!("{rest} w")), rank(&format!("{pair}/***/{rest} w"))), (-4, -5));
}
