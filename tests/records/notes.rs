//! Records that could be read in two ways: which is taken, what is said, and how to take the other.

use super::{assert_games, file, moves, read_as, text};
use amazons::records::{Decision, Lines, RecordOptions};

fn said(notes: &[amazons::records::ReadingNote]) -> Vec<(usize, usize, Decision)> {
    notes.iter().map(|note| (note.game, note.line, note.decision.clone())).collect()
}

#[test]
fn a_line_that_could_also_go_on_is_a_game_and_the_option_joins_it() {
    let lines = "d1-d4/h8 g10-g5/c5\nj4-e9/e4 a7-f7/f2\n";
    let (games, notes) = text(lines);
    assert_eq!(moves(&games), [["d1-d4/h8", "g10-g5/c5"], ["j4-e9/e4", "a7-f7/f2"]]);
    assert_eq!(said(&notes), [(2, 2, Decision::BeginsAnew)]);
    let joined = RecordOptions::default().lines(Lines::Joined);
    assert_games(&read_as(joined, lines.as_bytes()).0, &[4]);
}

#[test]
fn lines_that_could_begin_games_are_one_game_once_a_later_line_shows_it() {
    let lines = "d1-d4/h8 g10-g5/c5\nj4-e9/e4 a7-f7/f2\nd4-d8/d5 d10-c10/c6\n";
    let (games, notes) = text(lines);
    assert_eq!(moves(&games).iter().map(Vec::len).collect::<Vec<_>>(), [6]);
    assert!(notes.is_empty(), "{notes:?}");
    // Where nothing shows it, every line is the game that it was.
    let (games, notes) = text(&lines.replace("d4-d8/d5", "g1-g3/h3").replace("c10/c6", "c9/c6"));
    assert_eq!(moves(&games).iter().map(Vec::len).collect::<Vec<_>>(), [2, 2, 2]);
    assert_eq!(notes.len(), 2, "{notes:?}");
}

#[test]
fn a_number_at_the_end_of_a_line_is_that_of_the_next_lines_move() {
    let (games, notes) = text("1. d1-d4/h8 g10-g5/c5 2.\nj4-e9/e4 a7-f7/f2 3.\na4-a9/g3\n");
    assert_games(&games, &[5]);
    assert!(notes.is_empty(), "{notes:?}");
}

#[test]
fn the_option_reads_every_line_as_a_game() {
    let apart = RecordOptions::default().lines("apart".parse().unwrap());
    let (games, _) = read_as(apart, b"d1-d4(h8)\nj4-e9(e4)\n1. a4-a6/a5\n");
    assert_eq!(moves(&games), [["d1-d4/h8"], ["j4-e9/e4"], ["a4-a6/a5"]]);
    assert!("some".parse::<Lines>().is_err());
}

#[test]
fn numbers_that_count_games_begin_games_and_that_is_said() {
    let (games, notes) =
        text("1. d1-d4/h8 g10-g5/c5 j4-e9/e4\n2. d1-d4/h8 g10-g5/c5\n3. d1-d4/h8\n");
    assert_games(&games, &[3, 2, 1]);
    assert_eq!(
        said(&notes),
        [
            (2, 2, Decision::NumberOfGame { number: 2 }),
            (3, 3, Decision::NumberOfGame { number: 3 }),
        ]
    );
}

#[test]
fn a_game_from_another_start_is_read_and_that_is_said() {
    let (games, notes) = text("c1-c6/f6 f8-f7/f8 c6-c5/c6\n");
    assert_eq!(games[0].as_ref().unwrap().start().width(), 8);
    assert!(notes[0].to_string().contains("read from '8x8'"), "{}", notes[0]);
    let asked = RecordOptions::default().start("8x8".parse().unwrap());
    assert!(read_as(asked, b"c1-c6/f6 f8-f7/f8 c6-c5/c6\n").1.is_empty());
}

#[test]
fn a_start_by_option_holds_for_every_record_that_names_none() {
    let asked = || RecordOptions::default().start("cross".parse().unwrap());
    let cross = amazons::records::Start::cross();
    for record in [
        "a4-c4/c9 d1-d3/h3",
        "(;GM[18];W[agcgcb];B[djdhhh])",
        "{\"moves\":[\"a4-c4/c9\",\"d1-d3/h3\"]}",
        "[60, 62, 12, 93, 73, 77]",
    ] {
        let (games, notes) = read_as(asked(), record.as_bytes());
        let game = games[0].as_ref().unwrap();
        assert_eq!((game.start(), game.moves().len()), (cross.position(), 2), "{record}");
        assert!(notes.is_empty(), "{notes:?}");
    }
}

#[test]
fn the_start_that_a_record_names_goes_before_the_option() {
    let asked = || RecordOptions::default().start("8x8".parse().unwrap());
    for record in [
        "[FEN \"Q2q/4 w\"]\n1. a2-a1/b1",
        "(;GM[18]SZ[4:2]AW[aa]AB[da];W[aaabbb])",
        "{\"start\":\"Q2q/4 w\",\"moves\":[\"a2-a1/b1\"]}",
        "position fen Q2q/4 w - - 0 1 moves a2a1,a1b1",
    ] {
        let (games, notes) = read_as(asked(), record.as_bytes());
        assert_eq!(games[0].as_ref().unwrap().start().to_fen(), "Q2q/4 w", "{record}");
        assert!(matches!(notes[0].decision, Decision::OwnStart { .. }), "{notes:?}");
    }
}

#[test]
fn a_short_game_of_little_golem_could_be_of_either_start() {
    let sgf = "(;EV[x]SO[http://www.littlegolem.com];W[a4-c4/c9])";
    let (games, notes) = text(sgf);
    assert_eq!(games[0].as_ref().unwrap().start(), amazons::records::Start::standard().position());
    assert!(notes[0].to_string().contains("--start"), "{}", notes[0]);
    assert!(file("little-golem-cross.sgf").1.is_empty());
}

#[test]
fn an_encoding_that_nobody_knows_is_said() {
    let (games, notes) = text("(;GM[18]CA[Klingon];W[djdghc])");
    assert_games(&games, &[1]);
    assert!(notes[0].to_string().contains("CA[Klingon]: unknown encoding"), "{}", notes[0]);
}

#[test]
fn a_number_that_contradicts_the_moves_is_said() {
    let misfit = |line: usize, found: &str, expected: &str| {
        let (found, expected) = (found.to_owned(), expected.to_owned());
        (1, line, Decision::NumberMisfit { found, expected })
    };
    for (text_, plies, want) in [
        ("12. d1-d4/h8\n", 1, misfit(1, "12.", "1.")),
        ("5. d1-d7/g7 g10-g8/b3\n", 2, misfit(1, "5.", "1.")),
        ("1. d1-d7/g7 7. a7-a5/c5\n", 2, misfit(1, "7.", "1...")),
        ("1... d1-d7/g7\n", 1, misfit(1, "1...", "1.")),
        ("1. d1-d7/g7 g10-g8/b3\n4. a4-a5/c5\n", 3, misfit(2, "4.", "2.")),
    ] {
        let (games, notes) = text(text_);
        assert_eq!(moves(&games).iter().map(Vec::len).collect::<Vec<_>>(), [plies], "{text_}");
        assert_eq!(said(&notes), [want], "{text_}");
    }
    // Behind a result it counts games, or is said too.
    let (games, notes) = text("1. d1-d7/g7 1-0\n2. d1-d7/g7 g10-g8/b3\n");
    assert_eq!(games.len(), 2);
    assert_eq!(said(&notes), [(2, 2, Decision::NumberOfGame { number: 2 })]);
    let (games, notes) = text("1. d1-d7/g7 1-0 2. d1-d7/g7\n");
    assert_eq!((games.len(), notes.len()), (2, 1), "{notes:?}");
}

#[test]
fn numbers_that_fit_some_way_to_count_are_not_worth_a_word() {
    for record in [
        "1. d1-d4/h8 g10-g5/c5 2. j4-e9/e4",
        "1. d1-d4/h8 1. g10-g5/c5 2. j4-e9/e4",
        "1. d1-d4/h8 2. g10-g5/c5 3. j4-e9/e4",
        "1. d1-d4/h8 {a move} 1... g10-g5/c5 2. j4-e9/e4",
        // Black moves first.
        "1... g10-g8/b3 2. d1-d7/g7",
        // The record begins in the middle of a game.
        "[FEN \"Q2q/4 b\"]\n12... d2-d1/c1 13. a2-a1/b1",
        "[FEN \"Q2q/4 w\"]\n7. a2-a1/b1 d2-d1/c1",
    ] {
        let (games, notes) = text(record);
        assert!(games.len() == 1 && games[0].is_ok(), "{record}: {games:?}");
        let misfit = |note: &amazons::records::ReadingNote| {
            matches!(note.decision, Decision::NumberMisfit { .. })
        };
        assert!(!notes.iter().any(misfit), "{record}: {notes:?}");
    }
}

#[test]
fn results_headings_and_names_may_stand_in_words() {
    let result = |text_: &str| {
        let (games, _) = text(text_);
        assert_eq!(games.len(), 1, "{text_}: {games:?}");
        games[0].as_ref().unwrap_or_else(|e| panic!("{text_}: {e}")).tag("RE").map(str::to_owned)
    };
    for (end, want) in [
        ("Black wins", "B+"),
        ("White won on time.", "W+"),
        ("Black loses", "W+R"),
        ("White resigns", "B+R"),
        ("resigns", "B+R"),
        ("wins", "B+"),
        ("\nResult: 1-0", "W+"),
        ("\nWinner: Black", "B+"),
    ] {
        assert_eq!(result(&format!("d1-d4/h8 g10-g5/c5 {end}\n")).as_deref(), Some(want), "{end}");
    }
    let (games, notes) = text(
        "Game 1\nBlack: maggie\nWhite: Jan\nDate: 2026\n1. d1-d4/h8 g10-g5/c5\n\nGame 2: cup\n\
         1. d1-d4/h8\nGame 3. d1-d4/h8 g10-g5/c5\nWhite: one\nResult: Black wins\n1. d1-d4/h8\n",
    );
    assert_games(&games, &[2, 1, 2, 1]);
    let tag = |game: usize, name| games[game].as_ref().unwrap().tag(name);
    assert_eq!(
        (tag(0, "PB"), tag(0, "PW"), tag(0, "DT")),
        (Some("maggie"), Some("Jan"), Some("2026"))
    );
    assert_eq!((tag(3, "PW"), tag(3, "RE")), (Some("one"), Some("B+")));
    assert!(notes.is_empty(), "{notes:?}");
    // A side before its move is no name.
    assert_games(&text("White: d1-d4/h8\nBlack: g10-g5/c5\n").0, &[2]);
}
